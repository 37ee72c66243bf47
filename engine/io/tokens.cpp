#include "io/tokens.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/text.h"

namespace omega {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLongestFile = std::uint64_t{64} << 20;

}  // namespace

SaidTokens tokens_of_json(const std::string& text) {
  const Json list = Json::parse(text, nullptr, false);
  const bool is_list =
      list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& word) { return word.is_string(); });
  if (!is_list) return {{}, "the metadata `tokens` is no JSON list of texts: the tokens have no names"};
  return {list.get<std::vector<std::string>>(), ""};
}

SaidTokens tokens_beside(const InputFile& file) {
  if (!file.is_on_disk()) return {};
  std::filesystem::path path = file.name();
  path.replace_extension("." + std::string(kTokensName) + ".txt");
  std::error_code unreadable;
  if (!std::filesystem::exists(path, unreadable)) return {};
  try {
    return {lines_of(InputFile::open(path).all(kLongestFile, "a list of tokens")), ""};
  } catch (const Error& error) {
    return {{}, std::string(error.what()) + "; the tokens have no names"};
  }
}

std::vector<std::string> settled_labels(std::vector<std::string> labels, Index queries, Index keys,
                                        std::vector<std::string>& said) {
  const auto count = static_cast<Index>(labels.size());
  if (count == 0) return {};
  if (count != queries || count != keys) {
    said.push_back(count_text(count, "name") + " of tokens for " + std::to_string(queries) +
                   (queries == 1 ? " query and " : " queries and ") + count_text(keys, "key") + ": they are left out");
    return {};
  }
  for (std::string& label : labels) label = shown(label);
  return labels;
}

}  // namespace omega
