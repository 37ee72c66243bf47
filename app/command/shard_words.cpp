#include "shard_words.h"

#include "core/error.h"
#include "core/text.h"
#include "core/words.h"

namespace omega::command {

studies::Shard shard_of_words(const std::optional<std::string>& words) {
  constexpr std::int64_t kMostShards = 100000;
  if (!words) return {};
  const std::vector<std::string> parts = split(*words, "/");
  const auto part = [&](std::size_t i) { return i < parts.size() ? number_in<std::int64_t>(parts[i]) : std::nullopt; };
  const auto k = part(0), n = part(1);
  const bool has_parts = parts.size() == 2 && n && *n >= 1 && *n <= kMostShards;
  if (has_parts && (!k || *k < 1 || *k > *n))
    throw bad_value("--shard", *words, "k/" + parts[1] + " with k from 1 to " + parts[1]);
  if (!has_parts)
    throw bad_value("--shard", *words,
                    "k/n, the k-th of n parts (at most " + std::to_string(kMostShards) + "), such as 1/4");
  return {*k, *n};
}

}  // namespace omega::command
