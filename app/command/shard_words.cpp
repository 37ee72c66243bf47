#include "shard_words.h"

#include "core/error.h"
#include "core/text.h"
#include "core/words.h"

namespace omega::command {

studies::Shard shard_of_words(const std::optional<std::string>& words) {
  constexpr std::int64_t kMostShards = 100000;
  if (!words) return {};
  const std::size_t slash = words->find('/');
  if (slash == std::string::npos)
    throw Error::input("--shard is " + omega::quoted(*words) + ", but must be k/n, such as 1/4");
  const std::int64_t n = whole_number("--shard", words->substr(slash + 1), 1, kMostShards);
  return {whole_number("--shard", words->substr(0, slash), 1, n), n};
}

}  // namespace omega::command
