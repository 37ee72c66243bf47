#include "comparison_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "about/about.h"
#include "core/text.h"
#include "estimators/windows.h"
#include "manual.h"
#include "settings.h"
#include "table.h"

namespace omega::command {

namespace {

constexpr const char* kNothing = "–";
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string number_or_nothing(double value) { return std::isfinite(value) ? short_number(value) : kNothing; }

std::string share_text(const std::optional<double>& share) {
  return share && std::isfinite(*share) ? formatted("%.0f%%", 100 * *share) : kNothing;
}

/// A value and its standard error as a share of it.
std::string with_error(double value, double error) {
  if (!std::isfinite(value)) return kNothing;
  const double percent = 100 * error / std::abs(value);
  if (!std::isfinite(percent)) return short_number(value);
  return short_number(value) +
         (percent < 1000 ? " ±" + formatted(percent < 9.95 ? "%.1f" : "%.0f", percent) + "%" : " ±>999%");
}

std::string bias_text(const ComparisonRow& row) {
  if (row.deterministic) return with_error(row.error.mse, row.error.mse_error);
  switch (judge_bias(row.error)) {
    case Bias::visible: return with_error(row.error.bias2, row.error.bias2_error);
    case Bias::none_visible: return "none visible";
    case Bias::undecided: break;
  }
  return "undecided";
}

double milliseconds(const ComparisonRow& row) { return row.only_these ? kUnknown : row.median_ms; }
double peak_bytes(const ComparisonRow& row) { return row.only_these ? kUnknown : static_cast<double>(row.peak_bytes); }

bool any(const std::vector<ComparisonRow>& rows, std::int64_t ComparisonRow::*counter) {
  return std::any_of(rows.begin(), rows.end(), [&](const ComparisonRow& row) { return row.*counter > 0; });
}

std::string heading(const ComparisonHead& head) {
  const Sizes& s = head.sizes;
  const std::string queries = head.queries == 0
                                  ? ""
                                  : "; errors from " + std::to_string(head.queries) + " of " + std::to_string(s.N) +
                                        " queries" + (s.heads > 1 ? " of each head" : "");
  return shown(head.title) + ": " + count_text(s.heads, "head") + ", N " + std::to_string(s.N) + ", M " +
         std::to_string(s.M) + ", D " + std::to_string(s.D) + ", Dv " + std::to_string(s.Dv) + "; " +
         count_text(head.draws, "draw") + " from seed " + std::to_string(head.seed) + ", " +
         precision_name(head.precision) + queries + "\n\n";
}

/// What the draws say of each bias, a line for all methods of which they say the same.
std::string verdicts(const std::vector<ComparisonRow>& rows) {
  std::vector<std::pair<std::string, std::string>> said;  // verdict, methods
  for (const ComparisonRow& row : rows) {
    if (!row.problem.empty() || row.deterministic) continue;
    const auto same =
        std::find_if(said.begin(), said.end(), [&](const auto& line) { return line.first == row.verdict; });
    if (same == said.end())
      said.emplace_back(row.verdict, row.method.name);
    else
      same->second += ", " + row.method.name;
  }
  std::string text;
  for (const auto& [verdict, methods] : said) text += wrapped(methods + ": " + verdict + ".", 0, 100);
  return text;
}

/// That few of the queries that were taken make much of an error.
std::string caution_of_queries(const std::vector<ComparisonRow>& rows) {
  std::string methods;
  for (const ComparisonRow& row : rows)
    if (row.problem.empty() && row.error.rests_on_few) methods += (methods.empty() ? "" : ", ") + row.method.name;
  if (methods.empty()) return "";
  return wrapped(methods + ": " + std::to_string(kFewQueries) + " queries make a quarter of the MSE or more; others " +
                     "like them may not have been taken, and it may be larger than ± says.",
                 0, kWidth);
}

/// That windows show much of what there is.
std::string caution_of_windows(const std::vector<ComparisonRow>& rows) {
  std::string methods;
  for (const ComparisonRow& row : rows) {
    const Request& request = row.method.request;
    if (row.problem.empty() && sees_most_pairs({request.sequence->sizes, request.options, request.given}))
      methods += (methods.empty() ? "" : ", ") + row.method.name;
  }
  return methods.empty() ? ""
                         : wrapped(methods +
                                       ": windows hold half of the keys or more, so that much of this is exact "
                                       "attention.",
                                   0, kWidth);
}

/// Which errors may be larger than their ± says, since they rest on few queries or on one draw.
std::string cautions(const std::vector<ComparisonRow>& rows) {
  std::string text = caution_of_windows(rows) + caution_of_queries(rows);
  for (const ComparisonRow& row : rows)
    if (const std::string caution = row.problem.empty() ? tail_caution(row.error) : ""; !caution.empty())
      text += wrapped(row.method.name + ": " + caution + ".", 0, kWidth);
  return text;
}

/// Of which draws the effective sample sizes are, where that is not all.
std::string ess_draws(const ComparisonHead& head) {
  return head.draws > kDrawsForEss ? ", of the first " + std::to_string(kDrawsForEss) + " draws" : "";
}

std::string legend(const ComparisonHead& head, const std::vector<ComparisonRow>& rows) {
  std::string text = "MSE against softmax attention in f64 = bias² + variance; ± standard error over draws" +
                     std::string(head.queries > 0 ? " and queries" : "") + "; ESS as share of the samples" +
                     ess_draws(head) +
                     "; ms: median; MiB: peak; flops and exps (with pairs of sine and "
                     "cosine) of one estimate.";
  if (std::any_of(rows.begin(), rows.end(), [](const ComparisonRow& row) { return row.only_these; }))
    text += " Where ms and MiB are –, only these queries were estimated.";
  if (any(rows, &ComparisonRow::clamped))
    text += " clamped: weights of all draws that were raised to the limit that clamp sets.";
  if (any(rows, &ComparisonRow::nonpositive)) text += " ≤ 0: denominators of all draws that are not positive.";
  return "\n" + wrapped(text, 0, kWidth) + cautions(rows) + verdicts(rows);
}

/// A number as CSV and JSON take it: nothing where it is not known.
std::string field(double value) { return std::isfinite(value) ? number_text(value) : ""; }
double bias2(const ComparisonRow& row) { return row.deterministic ? row.error.mse : row.error.bias2; }
double bias2_error(const ComparisonRow& row) { return row.deterministic ? row.error.mse_error : row.error.bias2_error; }
double variance(const ComparisonRow& row) { return row.deterministic ? 0 : row.error.variance; }

const std::vector<std::string> kCsvColumns = {"method",
                                              "set",
                                              "draws",
                                              "mse",
                                              "mse_error",
                                              "bias2",
                                              "bias2_error",
                                              "variance",
                                              "variance_error",
                                              "largest_share",
                                              "share_of_one_draw",
                                              "share_of_few_queries",
                                              "ess",
                                              "ess_share",
                                              "milliseconds",
                                              "peak_bytes",
                                              "flops",
                                              "exps",
                                              "sincos",
                                              "clamped",
                                              "nonpositive",
                                              "verdict",
                                              "problem"};

std::vector<std::string> csv_fields(const ComparisonRow& row) {
  std::vector<std::string> fields{row.method.name, row.method.set};
  if (!row.problem.empty()) {
    fields.resize(kCsvColumns.size() - 1);
    fields.push_back(row.problem);
    return fields;
  }
  const BiasVarianceSummary& e = row.error;
  fields.push_back(std::to_string(e.draws));
  for (const double value :
       {e.mse, e.mse_error, bias2(row), bias2_error(row), variance(row), e.variance_error, e.largest_share,
        e.share_of_one, e.share_of_few, row.ess.value_or(kUnknown), row.ess_share.value_or(kUnknown), milliseconds(row),
        peak_bytes(row), row.cost.flops, row.cost.exps, row.cost.sincos})
    fields.push_back(field(value));
  fields.push_back(std::to_string(row.clamped));
  fields.push_back(std::to_string(row.nonpositive));
  fields.push_back(row.verdict);
  fields.emplace_back();
  return fields;
}

Json head_json(const ComparisonHead& head) {
  return {{"sequence", head.title},
          {"data", head.digest},
          {"heads", head.sizes.heads},
          {"N", head.sizes.N},
          {"M", head.sizes.M},
          {"D", head.sizes.D},
          {"Dv", head.sizes.Dv},
          {"draws", head.draws},
          {"queries", head.queries == 0 ? head.sizes.N : head.queries},
          {"seed", head.seed},
          {"precision", precision_name(head.precision)},
          {"version", program_version()},
          {"command", head.command},
          {"input", origin_json(head.input.origin, head.input.said)}};
}

Json row_json(const ComparisonRow& row) {
  Json json{{"method", row.method.name}, {"set", row.method.set}, {"options", to_json(row.method.request.options)}};
  json["problem"] = row.problem.empty() ? Json() : Json(row.problem);
  if (!row.problem.empty()) return json;
  const BiasVarianceSummary& e = row.error;
  json["deterministic"] = row.deterministic;
  json["draws"] = e.draws;
  json["mse"] = e.mse;
  json["mse_error"] = e.mse_error;
  json["largest_share"] = e.largest_share;
  json["share_of_one_draw"] = e.share_of_one;
  json["share_of_few_queries"] = e.share_of_few;
  json["bias2"] = bias2(row);
  json["bias2_error"] = bias2_error(row);
  json["variance"] = variance(row);
  json["variance_error"] = e.variance_error;
  json["verdict"] = row.verdict;
  json["ess"] = row.ess ? Json(*row.ess) : Json();
  json["ess_share"] = row.ess_share ? Json(*row.ess_share) : Json();
  json["milliseconds"] = milliseconds(row);
  json["peak_bytes"] = row.only_these ? Json() : Json(row.peak_bytes);
  json["flops"] = row.cost.flops;
  json["exps"] = row.cost.exps;
  json["sincos"] = row.cost.sincos;
  json["clamped"] = row.clamped;
  json["nonpositive"] = row.nonpositive;
  return json;
}

}  // namespace

std::string short_number(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1e3 && size < 1e5) return formatted("%.0f", value);
  if (size >= 1e-3 && size < 1e5) return formatted("%.3g", value);
  std::string text = formatted("%.2e", value);
  const std::size_t digits = text.find('e') + 2;  // after the sign of the exponent
  text.erase(digits, std::min(text.find_first_not_of('0', digits), text.size() - 1) - digits);
  return text[digits - 1] == '+' ? text.erase(digits - 1, 1) : text;
}

std::string short_count(double value) {
  static constexpr const char* kUnits[] = {"", "k", "M", "G", "T", "P"};
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  return formatted("%.3g", value) + kUnits[unit];
}

std::string comparison_text(const ComparisonHead& head, const std::vector<ComparisonRow>& rows) {
  const bool clamped = any(rows, &ComparisonRow::clamped), nonpositive = any(rows, &ComparisonRow::nonpositive);
  std::vector<std::string> numbers{"ESS", "ms", "MiB", "flops", "exps"};
  if (clamped) numbers.emplace_back("clamped");
  if (nonpositive) numbers.emplace_back("≤ 0");
  Table table({"method", "set", "MSE", "bias²", "variance"}, numbers);
  for (const ComparisonRow& row : rows) {
    const std::string set = row.method.set.empty() ? kNothing : row.method.set;
    if (!row.problem.empty()) {
      table.add({row.method.name, set, "not run: " + row.problem});
      continue;
    }
    std::vector<std::string> cells{row.method.name,
                                   set,
                                   with_error(row.error.mse, row.error.mse_error),
                                   bias_text(row),
                                   row.deterministic ? "0" : with_error(row.error.variance, row.error.variance_error),
                                   share_text(row.ess_share),
                                   number_or_nothing(milliseconds(row)),
                                   number_or_nothing(peak_bytes(row) / (1 << 20)),
                                   short_count(row.cost.flops),
                                   short_count(row.cost.exps + row.cost.sincos)};
    if (clamped) cells.push_back(std::to_string(row.clamped));
    if (nonpositive) cells.push_back(std::to_string(row.nonpositive));
    table.add(std::move(cells));
  }
  return heading(head) + table.text() + legend(head, rows);
}

std::string comparison_csv(const ComparisonHead& head, const std::vector<ComparisonRow>& rows) {
  std::string text =
      "# " + head_json(head).dump(-1, ' ', true, Json::error_handler_t::replace) + "\n" + csv_line(kCsvColumns);
  for (const ComparisonRow& row : rows) text += csv_line(csv_fields(row));
  return text;
}

Json comparison_json(const ComparisonHead& head, const std::vector<ComparisonRow>& rows) {
  Json json = head_json(head);
  json["methods"] = Json::array();
  for (const ComparisonRow& row : rows) json["methods"].push_back(row_json(row));
  return json;
}

}  // namespace omega::command
