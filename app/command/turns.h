// What turns a fact about a method round: changes of its options, found by trying them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/info.h"

namespace omega::command {

using Change = std::pair<std::string, std::string>;  // an option and its value; or an array and kGiven
using Changes = std::vector<Change>;
inline constexpr const char* kGiven = " given";  // no value of an option

bool is_number(const OptionSpec& spec);
/// Every switch turned and every other word; and numbers that switch something off by being 0 or 1, the least that they
/// may be, or on by not being so.
Changes changes_of(const EstimatorInfo& info, const Options& from);
/// "variant=exact", "samples>1", "omega_at given"
std::string worded(const EstimatorInfo& info, const Change& change);
/// Without the arrays.
Options::Given options_in(const Changes& changes);

/// Single changes that turn a fact round, and pairs of which neither does so by itself; each with what must not be
/// changed besides. Changes that the method refuses together turn nothing.
class Turns {
 public:
  using Facts = std::optional<std::set<std::string>>;  // nothing: refused
  using Look = std::function<Facts(const Changes&)>;   // what is so after changes

  /// Looks at no change, at each and at each pair, in this order.
  Turns(const EstimatorInfo& info, Changes all, Look look);

  bool holds(const std::string& fact) { return is_so({}, fact) == true; }  // with the defaults
  /// "evaluate=false and normalise=none and one of weighting=balance, weighting=power"
  std::vector<std::string> of(const std::string& fact);

 private:
  const Facts& after(Changes changes);
  std::optional<bool> is_so(const Changes& changes, const std::string& fact);
  std::optional<bool> turned(const Changes& changes);
  std::vector<std::string> conditions(const Changes& changes);
  std::vector<std::string> told(const Changes& start, const Changes& ends);
  Change most_frequent(const std::vector<Changes>& pairs, const Changes& among) const;

  const EstimatorInfo& info_;
  Changes all_;
  Look look_;
  std::map<Changes, Facts> known_;
  std::string fact_;  // that of() asks about, and whether it holds
  bool holds_ = false;
};

}  // namespace omega::command
