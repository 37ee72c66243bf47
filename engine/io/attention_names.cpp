#include "io/attention_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "core/named.h"

namespace omega {

namespace {

enum class Role { q, k, v, fused };

/// A word of a name that tells a role, and where it stands.
struct Match {
  Role role;
  std::size_t begin, length;
};

struct Group {
  std::array<std::string, 4> names;  // by role
  std::optional<Index> layer;
  std::vector<std::string> left_aside;                     // q, where Q is there too
  std::vector<std::pair<std::string, std::string>> twice;  // names that differ in upper and lower case only

  bool is_complete() const {
    return !names[3].empty() || (!names[0].empty() && !names[1].empty() && !names[2].empty());
  }
  void add(Role role, const std::string& name) {
    // Q, K and V are what the arrays of this project's own files are called; they win over q, k and v.
    const auto is_exact = [](const std::string& which) { return which == "Q" || which == "K" || which == "V"; };
    std::string& place = names[static_cast<std::size_t>(role)];
    if (place.empty()) {
      place = name;
    } else if (is_exact(name) || is_exact(place)) {
      left_aside.push_back(is_exact(name) ? place : name);
      if (is_exact(name)) place = name;
    } else {
      twice.emplace_back(place, name);
    }
  }
};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The parts of an attention layer that are named like queries but are something else.
bool is_something_else(const std::string& name) {
  constexpr std::array kOthers = {"norm", "mask", "bias", "scale", "rotary", "lora", "zeros"};
  return std::any_of(kOthers.begin(), kOthers.end(),
                     [&](const char* other) { return name.find(other) != std::string::npos; });
}

std::optional<Role> role_of(const std::string& word) {
  static const std::map<std::string, Role> words = {
      {"q", Role::q},      {"query", Role::q}, {"queries", Role::q}, {"wq", Role::q},      {"k", Role::k},
      {"key", Role::k},    {"keys", Role::k},  {"wk", Role::k},      {"v", Role::v},       {"value", Role::v},
      {"values", Role::v}, {"wv", Role::v},    {"qkv", Role::fused}, {"wqkv", Role::fused}};
  const auto found = words.find(word);
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

/// The last word of `name` that tells a role, `name` in lower case.
std::optional<Match> find_role(const std::string& name) {
  for (const std::string_view whole : {"query_key_value", "in_proj", "c_attn"})
    if (const auto at = name.rfind(whole); at != std::string::npos) return Match{Role::fused, at, whole.size()};
  for (std::size_t end = name.size(); end > 0;) {
    if (!is_letter(name[end - 1])) {
      --end;
      continue;
    }
    std::size_t begin = end;
    while (begin > 0 && is_letter(name[begin - 1])) --begin;
    if (const auto role = role_of(name.substr(begin, end - begin))) return Match{*role, begin, end - begin};
    end = begin;
  }
  return std::nullopt;
}

std::optional<Index> layer_of(const std::string& name) {
  const auto first = std::find_if(name.begin(), name.end(), is_digit);
  if (first == name.end()) return std::nullopt;
  const auto last = std::find_if_not(first, name.end(), is_digit);
  if (last - first > 6) return std::nullopt;
  return static_cast<Index>(std::stol(std::string(first, last)));
}

/// Names of a role that belong together, by what they share.
std::map<std::string, Group> related_names(const std::vector<Entry>& entries) {
  std::map<std::string, Group> groups;
  for (const Entry& entry : entries) {
    const std::string name = lowered(entry.name);
    const auto match = entry.shape.empty() || is_something_else(name) ? std::nullopt : find_role(name);
    if (!match) continue;
    std::string shared = name;
    shared.replace(match->begin, match->length, match->role == Role::fused ? "#" : "*");
    Group& group = groups[shared];
    group.add(match->role, entry.name);
    group.layer = layer_of(name);
  }
  return groups;
}

/// Those that have queries, keys and values.
std::map<std::string, Group> find_groups(const std::vector<Entry>& entries) {
  std::map<std::string, Group> groups = related_names(entries);
  std::erase_if(groups, [](const auto& item) { return !item.second.is_complete(); });
  return groups;
}

std::string names_there(const std::vector<Entry>& entries) {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kShown, entries.size()); ++i) names.push_back(omega::quoted(entries[i].name));
  return join(names, ", ") +
         (entries.size() > kShown ? " and " + std::to_string(entries.size() - kShown) + " more" : "");
}

AttentionNames told(const InputFile& file, const std::vector<Entry>& entries, const ReadOptions& options) {
  const std::vector<std::string> known = names_of(entries);
  const auto check = [&](const std::string& option, const std::string& name) {
    if (!is_among(known, name))
      throw file.error("there is no array " + omega::quoted(name) + " for --" + option + closest_hint(name, known) +
                       "; there are " + names_there(entries));
  };
  if (options.given("layer"))
    throw file.error("--layer and --" +
                     std::string(!options.qkv.empty() ? "qkv"
                                 : options.given("q") ? "q"
                                 : options.given("k") ? "k"
                                                      : "v") +
                     " were both given; the name already says which layer, so leave --layer out");
  if (!options.qkv.empty()) {
    if (options.given("q") || options.given("k") || options.given("v"))
      throw file.error("--qkv and --q, --k, --v were both given; use either");
    check("qkv", options.qkv);
    return {options.qkv, options.qkv, options.qkv, {}};
  }
  if (options.q.empty() || options.k.empty() || options.v.empty())
    throw file.error("only some of --q, --k and --v were given; all three are needed");
  check("q", options.q);
  check("k", options.k);
  check("v", options.v);
  return {options.q, options.k, options.v, {}};
}

AttentionNames names_of(const Group& group) {
  if (!group.names[3].empty()) return {group.names[3], group.names[3], group.names[3], {}};
  AttentionNames names{group.names[0], group.names[1], group.names[2], {}};
  for (const std::string& name : group.left_aside)
    names.said.push_back(omega::quoted(name) + " was left aside, because an array is named Q, K or V exactly");
  return names;
}

AttentionNames checked_names_of(const InputFile& file, const Group& group) {
  if (!group.twice.empty())
    throw file.error("has both " + omega::quoted(group.twice[0].first) + " and " +
                     omega::quoted(group.twice[0].second) +
                     ", which are named alike; say which to read with --q, --k and --v or --qkv");
  return names_of(group);
}

/// "has "Q" and "K" but no values ...": where only a part of the three is there.
std::string missing_part(const std::vector<Entry>& entries) {
  constexpr std::array kParts = {"queries (Q)", "keys (K)", "values (V)"};
  for (const auto& [shared, group] : related_names(entries)) {
    std::vector<std::string> there, missing;
    for (std::size_t role = 0; role < kParts.size(); ++role)
      if (group.names[role].empty())
        missing.emplace_back(kParts[role]);
      else
        there.push_back(omega::quoted(group.names[role]));
    if (there.size() == 2)
      return "has " + there[0] + " and " + there[1] + " but no " + missing[0] + " under a name like theirs";
  }
  return "has no arrays named like queries, keys and values";
}

bool could_be_attention(const Entry& entry) {
  return entry.shape.size() >= 2 && entry.shape.size() <= 4 && entry.type != "text";
}

/// Tokens, and dimensions of each.
std::pair<Index, Index> tokens_of(const Entry& entry) {
  return {entry.shape[entry.shape.size() - 2], entry.shape.back()};
}

std::string layers_text(const std::map<Index, std::vector<const Group*>>& layers) {
  const std::string first = std::to_string(layers.begin()->first);
  if (layers.size() == 1) return "there is only layer " + first;
  return "there are " + std::to_string(layers.size()) + " layers, from " + first + " to " +
         std::to_string(layers.rbegin()->first);
}

}  // namespace

AttentionNames guess_names(const std::vector<Entry>& entries) {
  if (const auto groups = find_groups(entries); !groups.empty()) return names_of(groups.begin()->second);
  std::vector<const Entry*> arrays;
  for (const Entry& entry : entries)
    if (could_be_attention(entry)) arrays.push_back(&entry);
  for (std::size_t q = 0; q < arrays.size(); ++q)
    for (std::size_t k = q + 1; k < arrays.size(); ++k) {
      if (tokens_of(*arrays[k]).second != tokens_of(*arrays[q]).second) continue;  // q·k needs the same dimensions
      for (std::size_t v = k + 1; v < arrays.size(); ++v)
        if (tokens_of(*arrays[v]).first == tokens_of(*arrays[k]).first)
          return {arrays[q]->name, arrays[k]->name, arrays[v]->name, {}};
    }
  if (arrays.empty()) return {};
  return {arrays[0]->name, arrays[0]->name, arrays[0]->name, {}};
}

bool has_attention_names(const std::vector<Entry>& entries) { return !find_groups(entries).empty(); }

bool is_weight_name(const std::string& name) { return name.ends_with(".weight") || name.ends_with("in_proj_weight"); }

std::string bias_name(const std::string& weight_name) { return weight_name.substr(0, weight_name.size() - 6) + "bias"; }

std::vector<Index> layers_there(const std::vector<Entry>& entries, const ReadOptions& options) {
  if (options.name_arrays()) return {};
  const auto groups = find_groups(entries);
  if (groups.contains("*") && !options.layer) return {};  // plain q, k and v are what is read
  std::map<Index, int> sets;
  for (const auto& [shared, group] : groups)
    if (group.layer) sets[*group.layer] += group.twice.empty() ? 1 : 2;
  std::vector<Index> layers;
  for (const auto& [layer, count] : sets)
    if (count == 1) layers.push_back(layer);  // --layer cannot choose one of two sets
  return layers;
}

AttentionNames choose_names(const InputFile& file, const std::vector<Entry>& entries, const ReadOptions& options) {
  if (options.name_arrays()) return told(file, entries, options);
  const auto groups = find_groups(entries);
  if (groups.empty())
    throw file.error(missing_part(entries) + " (there " + (entries.size() == 1 ? "is " : "are ") +
                     names_there(entries) + "); say which is which with --q, --k and --v");
  std::map<Index, std::vector<const Group*>> layers;
  for (const auto& [shared, group] : groups) layers[group.layer.value_or(-1)].push_back(&group);
  // Plain q, k and v need no choosing, whatever else the file has.
  if (const auto plain = groups.find("*"); plain != groups.end() && !options.layer)
    return checked_names_of(file, plain->second);
  const bool numbered = layers.rbegin()->first >= 0;
  // Arrays without any number (plain q, k, v) come before those of layers.
  auto chosen = layers.begin();
  if (options.layer) {
    chosen = layers.find(*options.layer);
    if (chosen == layers.end()) {
      layers.erase(-1);  // no layer
      throw file.error(numbered ? "has no queries, keys and values of layer " + std::to_string(*options.layer) + "; " +
                                      layers_text(layers)
                                : std::string("has no layer numbers in the names of its arrays; leave --layer out"));
    }
  }
  if (chosen->second.size() > 1) {
    const AttentionNames a = names_of(*chosen->second[0]), b = names_of(*chosen->second[1]);
    throw file.error("has more than one set of queries, keys and values to choose from (" + omega::quoted(a.q) +
                     " and " + omega::quoted(b.q) + ", for instance); say which with --q, --k and --v or --qkv");
  }
  AttentionNames names = checked_names_of(file, *chosen->second.front());
  if (chosen->first >= 0 && layers.size() > 1 && !options.layer)
    names.said.push_back("layer " + std::to_string(chosen->first) + " of " + std::to_string(layers.size()) +
                         " was taken (choose with --layer)");
  return names;
}

}  // namespace omega
