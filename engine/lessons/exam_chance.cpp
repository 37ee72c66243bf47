// Questions of the exam about importance sampling on a line. Their answers come from the laws and the runs of
// engine/importance; `omega chance` says the same.
#include <array>
#include <cmath>

#include "core/text.h"
#include "importance/game_json.h"
#include "importance/numbers.h"
#include "lessons/exam_items.h"
#include "math/order_statistics.h"

namespace omega::lessons {

namespace {

using importance::Game;
using Numbers = std::map<std::string, std::vector<double>>;

struct Played {
  importance::Laws laws;
  importance::Outcome outcome;
  Numbers numbers;
  std::string command;
  double number(const std::string& name) const { return numbers.at(name).front(); }
};

Played play(const Json& problem, Index seed, const Progress& progress) {
  const Game game = importance::game_from_json(problem);
  Played played;
  const Progress watched(progress.stop());
  played.laws = importance::laws(game, watched);
  played.outcome = importance::play(game, played.laws, static_cast<std::uint32_t>(seed), 0, watched);
  played.numbers = importance::importance_numbers(played.outcome, played.laws);
  played.command =
      "omega chance --problem " + shell_word(problem.dump()) + " --seed " + std::to_string(seed) + " --json";
  return played;
}

Json gaussian(double mean, double sd) { return {{"mean", mean}, {"sd", sd}}; }

/// p = N(0, 1) under one Gaussian.
Json standard_problem(const Json& integrand, double mean, double sd, Index samples, Index replicates) {
  Json bump = gaussian(0, 1), proposal = gaussian(mean, sd);
  bump["weight"] = 1;
  proposal["count"] = samples;
  return {{"target", {{"mixture", Json::array({bump})}}},
          {"integrand", integrand},
          {"proposals", Json::array({proposal})},
          {"replicates", replicates}};
}

std::string normal_text(double mean, double sd) {
  return "N(" + short_text(mean) + ", " + (sd == 1 ? "1" : short_text(sd) + "²") + ")";
}

/// Gives the part the right choice among wrong ones, in some order; returns the place of the right one.
std::size_t add_choices(ExamPart& part, std::vector<std::string> wrong, const std::string& right, Dice& dice) {
  wrong.push_back(right);
  dice.shuffle(wrong);
  part.choices = wrong;
  const auto at = static_cast<std::size_t>(std::find(wrong.begin(), wrong.end(), right) - wrong.begin());
  part.answer = letter_of(at) + ": " + right;
  return at;
}

std::optional<ExamItem> shifted(Dice& dice, const Progress& progress) {
  const double mean = dice.among(0.5, 2, 0.1);
  const Index samples = dice.one_of<Index>({100, 200, 500, 1000});
  const Played played = play(standard_problem("x", mean, 1, samples, 1), 0, progress);
  const double right = played.number("ess_law"), S = static_cast<double>(samples);
  const std::vector<double> wrong = {S / (1 + mean * mean), S * std::exp(-mean * mean / 2), S};
  for (const double other : wrong)
    if (std::max(right, other) <= 1.25 * std::min(right, other)) return std::nullopt;
  ExamItem item;
  item.text = "The target is p = N(0, 1), the proposal q = " + normal_text(mean, 1) + ", and " +
              std::to_string(samples) + " samples fall.";
  ExamPart& part = item.parts.emplace_back();
  part.question =
      "How many of these samples are effective by $S / E_q[w²]$, which the ESS of very many samples comes to?";
  std::vector<std::string> texts;
  for (const double other : wrong) texts.push_back(short_text(other));
  add_choices(part, texts, short_text(right), dice);
  part.why = "$E_q[w²] = exp(μ²)$, so that it is S·exp(−μ²) = " + short_text(right) + ".";
  part.value = right;
  part.sources = {{played.command, "/numbers/ess_law"}};
  item.parts.push_back(word_part("One run of these samples will mostly show a larger number. Why?", 2,
                                 "The samples that would weigh most are so rare that they have not fallen."));
  return item;
}

std::optional<ExamItem> width(Dice& dice, const Progress& progress) {
  const bool is_narrow = dice.coin();
  const double sd = is_narrow ? dice.among(0.55, 0.68, 0.01) : dice.among(0.75, 3, 0.05);
  const Played played = play(standard_problem("1", 0, sd, 1, 1), 0, progress);
  const double variance = played.number("variance_law");
  if (std::isnan(variance) || std::isinf(variance) != is_narrow) return std::nullopt;
  ExamItem item;
  item.text = "The target is p = N(0, 1), the proposal q = " + normal_text(0, sd) + "; each sample weighs w = p/q.";
  ExamPart& part = item.parts.emplace_back();
  part.question = "Is the variance of w finite? If so, how large is it?";
  part.lines = 4;
  part.answer = is_narrow ? "No: it is ∞." : short_text(variance);
  part.why = is_narrow
                 ? "s² = " + short_text(sd * sd) + " is at most ½: the tails of q are too thin, and w has no limit."
                 : "$E_q[w²] − 1$ = s²/√(2s² − 1) − 1.";
  part.value = variance;
  part.sources = {{played.command, "/numbers/variance_law"}};
  return item;
}

std::optional<ExamItem> table_of_weights(Dice& dice, const Progress& progress) {
  const Index seed = dice.seed();
  const Played played = play(standard_problem("x", dice.among(0.6, 1.4, 0.1), 1, 8, 1), seed, progress);
  const std::vector<double>& weights = played.outcome.methods.front().weights;
  std::vector<std::string> header = {"sample"}, row = {"weight"};
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    header.push_back(std::to_string(i + 1));
    row.push_back(short_text(std::round(weights[i] * 100) / 100));
    const double printed = number_in<double>(row.back()).value_or(INFINITY);
    sum += printed;
    squares += printed * printed;
  }
  const double ess = played.number("ess"), share = played.number("max_share");
  // What is printed leads to the same answer, and the answer is not that of equal weights.
  if (std::abs(sum * sum / squares / ess - 1) > 0.005 || ess > 6.5 || ess < 1.5) return std::nullopt;
  ExamItem item;
  item.text = "Eight samples have these weights.";
  item.table = {header, row};
  item.parts.push_back(number_part("How large is the effective sample size?", 3, ess, "(Σw)²/Σw², ±1 %.",
                                   {played.command, "/numbers/ess"}));
  item.parts.push_back(number_part("How large a part of their sum is the largest weight?", 2, share, "max w/Σw, ±1 %.",
                                   {played.command, "/numbers/max_share"}));
  return item;
}

std::optional<ExamItem> ratio(Dice& dice, const Progress& progress) {
  constexpr Index kReplicates = 10000, kAsked = 1024;
  const double mean = dice.among(0.6, 1.2, 0.1);
  const Index seed = dice.seed();
  struct Row {
    Index samples;
    Played played;
  };
  const auto problem = [&](Index samples, Index replicates) {
    Json json = standard_problem("x", mean, 1, samples, replicates);
    json["estimator"] = "snis";
    return json;
  };
  std::vector<Row> rows;
  for (const Index samples : {16, 64, 256})
    rows.push_back({samples, play(problem(samples, kReplicates), seed, progress)});
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Played &a = rows[i - 1].played, &b = rows[i].played;
    const double error = std::hypot(a.number("bias_error"), b.number("bias_error"));
    if (!(a.number("mean") - b.number("mean") > kClearErrors * error)) return std::nullopt;
  }
  dice.shuffle(rows);
  ExamItem item;
  item.text =
      "The mean of p = N(0, 1) is 0. It is estimated by Σ w x / Σ w with samples of q = " + normal_text(mean, 1) +
      ". Here are the means of " + std::to_string(kReplicates) +
      " such estimates each, with 16, 64 and 256 samples, in some order.";
  item.table = {{"", "mean of the estimates"}};
  ExamPart part;
  part.question = "Which row has how many samples?";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    item.table.push_back({letter_of(i), short_text(rows[i].played.number("mean"))});
    part.answer += (i == 0 ? "" : ", ") + letter_of(i) + " " + std::to_string(rows[i].samples);
  }
  part.why = "The lean falls like 1/S.";
  part.value = rows.front().played.number("mean");
  part.sources = {{rows.front().played.command, "/numbers/mean"}};
  item.parts.push_back(part);
  const Played law = play(problem(kAsked, 1), seed, progress);
  const double bias = law.number("bias_law");
  if (!(bias > 0)) return std::nullopt;
  item.parts.push_back(number_part("What does the law for many samples say of " + std::to_string(kAsked) + " samples?",
                                   3, bias, "μ·exp(μ²)/S, ±10 %.", {law.command, "/numbers/bias_law"}));
  return item;
}

// --- Two nets --------------------------------------------------------------------------------------------------------

Json two_nets(double distance, const std::string& weighting) {
  Json left = gaussian(-distance, 0.5), right = gaussian(distance, 0.5);
  left["weight"] = right["weight"] = 1;
  Json first = gaussian(-distance, 1), second = gaussian(distance, 1);
  first["count"] = second["count"] = 8;
  return {{"target", {{"mixture", Json::array({left, right})}}},
          {"integrand", {{"kind", "above"}, {"at", 0}}},
          {"proposals", Json::array({first, second})},
          {"weighting", weighting},
          {"replicates", 200}};
}

/// How many estimates lie in each tenth, as a heap on its side.
std::vector<std::vector<std::string>> heap_of(const std::vector<double>& estimates) {
  constexpr int kTenths = 10;
  std::array<int, kTenths + 1> counts{};
  for (const double estimate : estimates)
    ++counts[static_cast<std::size_t>(std::clamp(static_cast<int>(std::floor(estimate * kTenths)), 0, kTenths))];
  std::vector<std::vector<std::string>> rows = {{"estimate", "of 200 games", ""}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::string low = short_text(static_cast<double>(i) / kTenths);
    std::string bar;
    for (int b = 0; b < (counts[i] + 3) / 4; ++b) bar += "■";
    rows.push_back({i < kTenths ? low + " to " + short_text(static_cast<double>(i + 1) / kTenths) : "1 or more",
                    std::to_string(counts[i]), bar});
  }
  return rows;
}

/// A sample whose weight follows from what is printed; the number of samples where there is none.
std::size_t find_clear(const importance::Outcome& outcome, double distance) {
  const auto& weights = outcome.methods.front().weights;
  const auto density = [](double x, double mean, double sd) {
    return std::exp(-0.5 * (x - mean) * (x - mean) / (sd * sd)) / sd;  // times √2π, which cancels
  };
  for (std::size_t i = 0; i < outcome.darts.size(); ++i) {
    const double x = std::round(outcome.darts[i].x * 1000) / 1000;
    const double p = 0.5 * (density(x, -distance, 0.5) + density(x, distance, 0.5));
    const double printed = p / (0.5 * (density(x, -distance, 1) + density(x, distance, 1)));
    if (weights[i] > 0.2 && std::abs(printed / weights[i] - 1) < 0.005) return i;
  }
  return outcome.darts.size();
}

std::optional<ExamItem> nets(Dice& dice, const Progress& progress) {
  const double distance = dice.among(1.5, 3, 0.25);
  const Index seed = dice.seed();
  const bool is_balance = dice.coin();
  const Played balance = play(two_nets(distance, "balance"), seed, progress),
               constant = play(two_nets(distance, "constant"), seed, progress);
  const auto error = [](const Played& played) {
    std::vector<double> sorted = played.numbers.at("estimates");
    std::sort(sorted.begin(), sorted.end());
    // Of a median: 1.2533 σ/√R, with σ from the middle half.
    return 1.2533 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.349 / std::sqrt(200.0);
  };
  const double apart = balance.number("median") - constant.number("median");
  const std::size_t sample = find_clear(balance.outcome, distance);
  if (!(apart > kClearErrors * std::hypot(error(balance), error(constant))) || sample == balance.outcome.darts.size())
    return std::nullopt;
  const importance::Dart& dart = balance.outcome.darts[sample];
  const std::string d = short_text(distance);
  ExamItem item;
  item.text = "The target is p = ½N(−" + d + ", 0.5²) + ½N(" + d + ", 0.5²). Eight samples come from q₁ = N(−" + d +
              ", 1), eight from q₂ = N(" + d +
              ", 1). Asked for is p(x > 0), which is ½. A game of 16 samples was "
              "played 200 times; the table is the heap of its estimates.";
  const Played& shown = is_balance ? balance : constant;
  item.table = heap_of(shown.numbers.at("estimates"));
  const double x = std::round(dart.x * 1000) / 1000, weight = balance.outcome.methods.front().weights[sample];
  item.parts.push_back(
      number_part("A sample fell at x = " + short_text(x) + ". What does it weigh by the balance heuristic?", 4, weight,
                  "p/(½(q₁ + q₂)) there, ±1 %.", {balance.command, "/samples/weight/" + std::to_string(sample)}));
  ExamPart part;
  part.question = "By which weights was the heap made, and how do you see it?";
  part.choices = {"constant: each sample is judged by its own proposal", "balance: each is judged by both"};
  part.answer = is_balance ? "B: balance" : "A: constant";
  part.why = "Its median is " + short_text(shown.number("median")) +
             ": with constant weights nearly every game says half of the truth.";
  part.value = shown.number("median");
  part.sources = {{shown.command, "/numbers/median"}};
  item.parts.push_back(part);
  return item;
}

}  // namespace

const std::vector<ExamKind>& chance_kinds() {
  static const std::vector<ExamKind> all = {{"shifted", "A proposal beside the target", shifted},
                                            {"width", "A proposal of another width", width},
                                            {"weights", "Eight weights", table_of_weights},
                                            {"ratio", "Divided by the sum of weights", ratio},
                                            {"nets", "Two nets", nets}};
  return all;
}

}  // namespace omega::lessons
