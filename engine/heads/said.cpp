#include "heads/said.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text.h"
#include "diagnostics/bias_judge.h"
#include "heads/table.h"
#include "math/order_statistics.h"
#include "math/student.h"

namespace omega::heads {

namespace {

constexpr std::size_t kFewest = 3;           // heads
constexpr std::size_t kFewestToExplain = 5;  // of four heads one order in twelve is perfect
constexpr double kWeak = 0.5;                // a rank correlation below it says that there is much else
constexpr double kSure = 0.95;               // the level at which chance made none of them
constexpr double kExact = 1e-6;              // a relative error that is rounding
constexpr double kRounding = 1e-9;           // of errors that are the same
constexpr double kClear = 0.96;              // the level at which one of two errors is the smaller

/// 1, 2, 3 ...; equal values share the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks[order[i]] = 1 + static_cast<double>(first + last) / 2;
    first = last + 1;
  }
  return ranks;
}

std::string percent(double share) { return formatted(share < 0.1 ? "%.2g %%" : "%.0f %%", 100 * share); }

std::string signed_text(double value) { return (value < 0 ? "−" : "") + formatted("%.2f", std::abs(value)); }

bool is_measured(const Estimate& estimate) { return estimate.problem.empty() && std::isfinite(estimate.error); }

/// The heads on which a method was measured, and its errors there.
struct Measured {
  std::vector<const Head*> heads;
  std::vector<double> errors;

  Measured(const std::vector<Head>& all, std::size_t method) {
    for (const Head& head : all)
      if (method < head.estimates.size() && is_measured(head.estimates[method])) {
        heads.push_back(&head);
        errors.push_back(head.estimates[method].error);
      }
  }
  const Head& at(std::vector<double>::const_iterator error) const {
    return *heads[static_cast<std::size_t>(error - errors.begin())];
  }
};

std::string of_all(std::size_t count, std::size_t all) {
  return std::to_string(count) + " of " + count_text(static_cast<long long>(all), "head");
}

/// "within 10 % on 60 of 72 heads; easiest layer 0, head 3 (0.4 %), hardest layer 5, head 7 (32 %)"
std::string reach_text(const Measured& of, double target) {
  const auto within = static_cast<std::size_t>(
      std::count_if(of.errors.begin(), of.errors.end(), [&](double error) { return error <= target; }));
  const auto [low, high] = std::minmax_element(of.errors.begin(), of.errors.end());
  return "within " + percent(target) + " of exact attention on " + of_all(within, of.errors.size()) + "; easiest " +
         name_of(of.at(low)) + " (" + percent(*low) + "), hardest " + name_of(of.at(high)) + " (" + percent(*high) +
         ")";
}

struct Reason {
  const char* rises;  // where errors are larger
  const char* falls;
  const char* name;
  double HeadFacts::*fact;
};
constexpr Reason kReasons[] = {
    {"larger errors where ‖q+k‖² is large", "larger errors where ‖q+k‖² is small", "‖q+k‖²", &HeadFacts::norm2},
    {"larger errors where attention is spread (high entropy)", "larger errors where attention is peaked (low entropy)",
     "entropy", &HeadFacts::entropy},
    {"larger errors where attention goes far (distance)", "larger errors where attention stays near (distance)",
     "distance", &HeadFacts::distance}};

/// The rank correlation over so many heads beyond which it is hardly chance, even as the best of all reasons tried.
double visible_correlation(std::size_t heads) {
  const auto freedom = static_cast<Index>(heads) - 2;
  const double t = student_bound(1 - (1 - kSure) / static_cast<double>(std::size(kReasons)), freedom);
  return t / std::sqrt(static_cast<double>(freedom) + t * t);
}

/// What its errors go along with; nothing of too few heads.
std::string reason_text(const Measured& of) {
  if (of.heads.size() < kFewestToExplain) return {};
  std::vector<std::pair<double, const Reason*>> found;
  for (const Reason& reason : kReasons) {
    std::vector<double> values;
    for (const Head* head : of.heads) values.push_back(head->facts.*reason.fact);
    found.emplace_back(rank_correlation(values, of.errors), &reason);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.first) > std::abs(b.first); });
  std::vector<std::string> parts;
  const double visible = visible_correlation(of.heads.size());
  for (const auto& [correlation, reason] : found)
    if (std::abs(correlation) >= visible)
      parts.push_back(std::string(correlation > 0 ? reason->rises : reason->falls) +
                      (std::abs(correlation) < kWeak ? ", weak rank correlation " : ", rank correlation ") +
                      signed_text(correlation));
  if (!parts.empty()) return join(parts, "; ");
  for (const auto& [correlation, reason] : found)
    parts.push_back(std::string(reason->name) + " " + signed_text(correlation));
  return "neither ‖q+k‖² nor entropy nor distance clearly goes along with the error (rank correlations: " +
         join(parts, ", ") + ")";
}

/// That what a window shows exactly is much of what there is.
std::string window_text(const Measured& of, std::size_t method) {
  const auto count = std::count_if(of.heads.begin(), of.heads.end(),
                                   [&](const Head* head) { return head->estimates[method].sees_most; });
  return count == 0 ? ""
                    : "its window holds half of the keys or more on " + count_text(count, "head") +
                          ", so that much of this is exact attention";
}

/// "10 % takes a budget of 4 to 256 on 69 heads (median 32); 3 heads take more than 1024": samples, landmarks, groups,
/// whatever `omega compare --budget` sets.
std::string budget_text(const Measured& of, std::size_t method, double target) {
  std::vector<double> needed;
  long long more = 0;
  Index most = kMostSamples;  // that were tried on all these heads
  for (const Head* head : of.heads) {
    const Estimate& estimate = head->estimates[method];
    if (estimate.needed)
      needed.push_back(static_cast<double>(*estimate.needed));
    else if (estimate.most > 0)
      ++more, most = std::min(most, estimate.most);
  }
  if (needed.empty() && more == 0) return {};
  const auto text = [](double value) { return std::to_string(std::lround(value)); };
  std::string said;
  if (!needed.empty()) {
    const auto [low, high] = std::minmax_element(needed.begin(), needed.end());
    said = percent(target) + " takes a budget of " + text(*low) + (*low == *high ? "" : " to " + text(*high)) + " on " +
           count_text(std::ssize(needed), "head") + " (median " + text(median(needed)) + ")";
  }
  if (more > 0)
    said += (said.empty() ? percent(target) + ": " : "; ") + count_text(more, "head") +
            (more == 1 ? " takes" : " take") + (said.empty() ? " a budget of" : "") + " more than " +
            std::to_string(most);
  return said;
}

/// Whether one's error is below another's beyond rounding, and beyond what chance does of equal ones in one case of 25.
/// Nothing is on the strength of an error of which one draw makes much: others as large may be missing.
bool is_clearly_less(const Estimate& a, const Estimate& b) {
  if (!(a.error < b.error) || b.error <= kExact || b.error - a.error <= kRounding * b.error) return false;
  if (a.error <= kExact) return true;
  if (!a.mse_error || !b.mse_error) return true;
  if (rests_on_one_draw(a.share_of_one, a.draws)) return false;
  const Index freedom = std::max<Index>(1, std::min(a.draws, b.draws) - 1);  // of one draw no error is known
  return b.mse - a.mse > student_bound(kClear, freedom) * std::hypot(*a.mse_error, *b.mse_error);
}

/// On how many heads each is clearly the best, where all were measured.
std::string best_text(const std::vector<Head>& heads, const std::vector<Method>& methods) {
  std::vector<std::size_t> wins(methods.size());
  std::size_t count = 0, ties = 0;
  std::optional<Index> draws;  // the fewest that a smallest error is a mean of
  for (const Head& head : heads) {
    if (head.estimates.size() != methods.size() ||
        !std::all_of(head.estimates.begin(), head.estimates.end(), is_measured))
      continue;
    ++count;
    const auto best = std::min_element(head.estimates.begin(), head.estimates.end(),
                                       [](const Estimate& a, const Estimate& b) { return a.error < b.error; });
    const bool is_clear = std::all_of(head.estimates.begin(), head.estimates.end(), [&](const Estimate& other) {
      return &other == &*best || is_clearly_less(*best, other);
    });
    if (!is_clear) {
      ++ties;
      continue;
    }
    ++wins[static_cast<std::size_t>(best - head.estimates.begin())];
    if (best->mse_error.value_or(0) > 0) draws = std::min(draws.value_or(best->draws), best->draws);
  }
  if (count < kFewest) return {};
  if (ties == count) return "smallest error: clear on none of " + count_text(static_cast<long long>(count), "head");
  std::vector<std::size_t> order(methods.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wins[a] > wins[b]; });
  std::vector<std::string> parts;
  for (const std::size_t m : order)
    parts.push_back(methods[m].text() + " on " + (parts.empty() ? of_all(wins[m], count) : std::to_string(wins[m])));
  return "smallest error: " + join(parts, ", ") + (ties > 0 ? "; not clear on " + std::to_string(ties) : "") +
         (draws ? "; " + std::to_string(*draws) + " draws may not have met errors that are large and rare" : "");
}

}  // namespace

double rank_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const std::vector<double> a = ranks_of(x), b = ranks_of(y);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double both = 0, own = 0, other = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean) * (b[i] - mean);
    own += (a[i] - mean) * (a[i] - mean);
    other += (b[i] - mean) * (b[i] - mean);
  }
  return own > 0 && other > 0 ? both / std::sqrt(own * other) : 0;
}

std::vector<std::string> said_of(const std::vector<Head>& heads, const std::vector<Method>& methods, double target) {
  std::vector<std::string> said;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const Measured of(heads, m);
    if (of.heads.size() < kFewest) continue;
    if (*std::max_element(of.errors.begin(), of.errors.end()) <= kExact) {
      said.push_back(methods[m].text() + ": exact on all " + count_text(std::ssize(of.heads), "head") +
                     " that were measured");
      continue;
    }
    said.push_back(methods[m].text() + ": " + reach_text(of, target));
    for (const std::string& text : {window_text(of, m), reason_text(of), budget_text(of, m, target)})
      if (!text.empty()) said.push_back(methods[m].text() + ": " + text);
  }
  if (methods.size() > 1)
    if (const std::string best = best_text(heads, methods); !best.empty()) said.push_back(best);
  return said;
}

}  // namespace omega::heads
