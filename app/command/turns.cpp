#include "turns.h"

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace omega::command {

namespace {

/// "0" or "1", where a number may be that and more: less is something else, such as no groups or no spread of samples.
std::string least_of(const OptionSpec& spec) {
  const bool is_one = spec.kind == OptionKind::integer && spec.minimum == 1;
  if (!is_number(spec) || spec.minimum_excluded || (spec.minimum != 0 && !is_one)) return "";
  return spec.maximum < spec.minimum + 1 ? "" : is_one ? "1" : "0";
}

/// The default, or the next where that is the least.
std::string more_than_least(const OptionSpec& spec) {
  const std::string usual = to_string(spec.default_value);
  return usual != least_of(spec) ? usual : usual == "0" ? "1" : "2";
}

bool is_of(const Changes& changes, const std::string& option) {
  return std::any_of(changes.begin(), changes.end(), [&](const Change& one) { return one.first == option; });
}

}  // namespace

bool is_number(const OptionSpec& spec) { return spec.kind == OptionKind::integer || spec.kind == OptionKind::real; }

Changes changes_of(const EstimatorInfo& info, const Options& from) {
  Changes all, of_numbers;
  for (const OptionSpec& spec : info.options) {
    const std::string now = to_string(from.value(spec.name)), least = least_of(spec);
    std::vector<std::string> values = spec.words;
    if (spec.kind == OptionKind::flag) values = {"true", "false"};
    for (const std::string& value : values)
      if (value != now) all.emplace_back(spec.name, value);
    if (!least.empty()) of_numbers.emplace_back(spec.name, now == least ? more_than_least(spec) : least);
  }
  all.insert(all.end(), of_numbers.begin(), of_numbers.end());
  return all;
}

std::string worded(const EstimatorInfo& info, const Change& change) {
  const auto& [name, value] = change;
  if (value == kGiven) return name + kGiven;
  const OptionSpec& spec = *option_named(info.options, name);
  const std::string least = least_of(spec);
  const bool is_more = !least.empty() && value != least && !is_among(spec.words, value);
  return name + (is_more ? ">" + least : "=" + value);
}

Options::Given options_in(const Changes& changes) {
  Options::Given options;
  for (const Change& change : changes)
    if (change.second != kGiven) options.push_back(change);
  return options;
}

Turns::Turns(const EstimatorInfo& info, Changes all, Look look)
    : info_(info), all_(std::move(all)), look_(std::move(look)) {
  after({});
  for (const Change& change : all_) after({change});
  for (const Change& first : all_)
    for (const Change& second : all_)
      if (first.first < second.first) after({first, second});
}

const Turns::Facts& Turns::after(Changes changes) {
  std::sort(changes.begin(), changes.end());
  const auto [known, is_new] = known_.try_emplace(changes);
  if (is_new) known->second = look_(changes);
  return known->second;
}

std::optional<bool> Turns::is_so(const Changes& changes, const std::string& fact) {
  const Facts& facts = after(changes);
  return facts ? std::optional(facts->contains(fact)) : std::nullopt;
}

/// Nothing where the method refuses the changes, whatever the sizes.
std::optional<bool> Turns::turned(const Changes& changes) {
  const std::optional<bool> found = is_so(changes, fact_);
  return found ? std::optional(*found != holds_) : std::nullopt;
}

std::vector<std::string> Turns::of(const std::string& fact) {
  fact_ = fact, holds_ = holds(fact);
  Changes alone, others;
  for (const Change& change : all_) (turned({change}) == true ? alone : others).push_back(change);
  std::vector<std::string> ways = told({}, alone);
  std::vector<Changes> pairs;
  for (const Change& first : others)
    for (const Change& second : others)
      if (first.first != second.first && turned({first, second}) == true) pairs.push_back({first, second});
  while (!pairs.empty()) {  // both orders are there: the first of most pairs speaks for them
    const Change first = most_frequent(pairs, others);
    Changes seconds;
    for (const Changes& pair : pairs)
      if (pair.front() == first) seconds.push_back(pair.back());
    std::erase_if(pairs, [&](const Changes& pair) { return pair.front() == first || pair.back() == first; });
    for (std::string& way : told({first}, seconds)) ways.push_back(std::move(way));
  }
  return ways;
}

Change Turns::most_frequent(const std::vector<Changes>& pairs, const Changes& among) const {
  const auto count = [&](const Change& first) {
    return std::count_if(pairs.begin(), pairs.end(), [&](const Changes& pair) { return pair.front() == first; });
  };
  return *std::max_element(among.begin(), among.end(),
                           [&](const Change& a, const Change& b) { return count(a) < count(b); });
}

/// "evaluate=false", "proposals≠standard": what these changes must not meet to turn it.
std::vector<std::string> Turns::conditions(const Changes& changes) {
  std::vector<std::string> all;
  for (const OptionSpec& spec : info_.options) {
    if (is_of(changes, spec.name)) continue;
    std::vector<std::string> undoing;
    bool does_one_not = false;
    for (const Change& other : all_) {
      if (other.first != spec.name) continue;
      Changes more = changes;
      more.push_back(other);
      const std::optional<bool> is_turned = turned(more);
      if (is_turned == false) undoing.push_back(other.first + "≠" + other.second);
      does_one_not |= is_turned == true;
    }
    if (undoing.empty()) continue;
    if (!does_one_not) undoing = {worded(info_, {spec.name, to_string(spec.default_value, spec.automatic)})};
    all.insert(all.end(), undoing.begin(), undoing.end());
  }
  return all;
}

/// Ways that begin alike are one: "normalise=none and one of weighting=balance, weighting=power".
std::vector<std::string> Turns::told(const Changes& start, const Changes& ends) {
  std::vector<std::pair<std::string, std::vector<std::string>>> ways;
  for (const Change& end : ends) {
    Changes changes = start;
    changes.push_back(end);
    std::vector<std::string> words = conditions(changes);
    for (const Change& change : start) words.push_back(worded(info_, change));
    const std::string beginning = join(words, " and ");
    const auto same = std::find_if(ways.begin(), ways.end(),
                                   [&](const auto& way) { return !beginning.empty() && way.first == beginning; });
    (same == ways.end() ? ways.emplace_back(beginning, std::vector<std::string>()) : *same)
        .second.push_back(worded(info_, end));
  }
  std::vector<std::string> all;
  for (const auto& [beginning, last] : ways)
    all.push_back(beginning + (beginning.empty() ? "" : last.size() > 1 ? " and one of " : " and ") + join(last, ", "));
  return all;
}

}  // namespace omega::command
