// Things of a list by their names.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text.h"

namespace omega {

/// Null where there is none of that name.
template <class Thing>
const Thing* named(const std::vector<Thing>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Thing& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

template <class Thing>
std::vector<std::string> names_of(const std::vector<Thing>& all) {
  std::vector<std::string> names;
  for (const Thing& one : all) names.push_back(one.name);
  return names;
}

/// Throws Error::input where there is none: "there is no `what` ...; `those` a, b".
template <class Thing>
const Thing& find_named(const std::vector<Thing>& all, std::string_view name, const std::string& what,
                        const std::string& those) {
  if (const Thing* found = named(all, name)) return *found;
  const std::vector<std::string> names = names_of(all);
  throw Error::input("there is no " + what + " " + omega::quoted(name) + closest_hint(name, names) + "; " + those +
                     " " + join(names, ", "));
}

}  // namespace omega
