// Questions of the exam about attention. Their answers come from the runs that `omega compare` and `omega estimate`
// make.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "core/token_move.h"
#include "estimators/registry.h"
#include "lessons/claim_runs.h"
#include "lessons/exam_items.h"
#include "run/runner.h"
#include "synthetic/synthetic.h"

namespace omega::lessons {

namespace {

/// One line of `omega compare`, and what it measures of each method.
struct Comparison {
  std::string preset;
  Options::Given preset_options;
  std::vector<std::string> methods;
  Options::Given options;  // of the only method
  Index budget = 16, draws = 64, seed = 0;
  std::vector<RunValues> values;

  void measure(const Progress& progress) {
    for (const std::string& method : methods) {
      ClaimRun run;
      run.name = "a";
      run.preset = preset;
      run.preset_options = preset_options;
      run.method = method;
      run.options = options;
      run.budget = {budget};
      run.draws = draws;
      add_run(run, {}, seed, Progress(progress.stop()), values.emplace_back());
    }
  }
  double of(std::size_t method, const std::string& name) const {
    return values[method].at("a." + name).numbers.front();
  }

  std::string command() const {
    std::string line =
        "omega compare --preset " + preset + ":seed=" + std::to_string(static_cast<Index>(kDefaultDataSeed) + seed);
    for (const auto& [name, value] : preset_options) line += "," + name + "=" + value;
    line += " --methods " + join(methods, ",") + " --budget " + std::to_string(budget);
    for (const auto& [name, value] : options) line += " --opt " + name + "=" + value;
    return line + " --draws " + std::to_string(draws) + " --seed " + std::to_string(seed) + " --json";
  }
  ExamSource source(std::size_t method, const std::string& name) const {
    return {command(), "/methods/" + std::to_string(method) + "/" + name};
  }
};

// --- The target of a query -------------------------------------------------------------------------------------------

std::string place_text(double x, double y) { return "(" + short_text(x) + ", " + short_text(y) + ")"; }

std::optional<ExamItem> three_keys(Dice& dice, const Progress& progress) {
  std::vector<TokenMove> moves = {{TokenMove::Kind::query, 0, 0, {dice.among(-1, 1, 0.5), dice.among(-1, 1, 0.5)}}};
  for (Index m = 0; m < 3; ++m)
    moves.push_back({TokenMove::Kind::key, 0, m, {dice.among(-2, 2, 0.5), dice.among(-2, 2, 0.5)}});
  const auto sequence = with_moved(*make_synthetic("gaussian", {{"n", "3"}, {"dim", "2"}}, kDefaultDataSeed), moves);
  Request request = make_request(sequence, "softmax", {{"scale", "1"}});
  request.want = {"attention"};
  Progress watched(progress.stop());
  const Array shares = run(request, {&watched, 1}).at("attention");
  double mean[2] = {moves[0].place[0], moves[0].place[1]};
  std::vector<std::vector<std::string>> table = {{"key", "place", "share π"}};
  for (std::size_t m = 0; m < 3; ++m) {
    const std::vector<double>& key = moves[m + 1].place;
    for (std::size_t d = 0; d < 2; ++d) mean[d] += shares.at(m) * key[d];
    for (std::size_t other = 0; other < m; ++other)
      if (std::abs(shares.at(m) - shares.at(other)) <= 0.15 || key == moves[other + 1].place) return std::nullopt;
    table.push_back({std::to_string(m + 1), place_text(key[0], key[1]), ""});
  }
  std::string command = "omega estimate --method softmax --preset gaussian:n=3,dim=2 --opt scale=1";
  for (const TokenMove& move : moves) command += " --move " + to_string(move);
  command += " --want attention --output attention.npz";
  ExamItem item;
  item.text = "A query stands at " + place_text(moves[0].place[0], moves[0].place[1]) +
              ", three keys at these places. It gives key m the share $π_m = exp(q·k_m) / Σ_j exp(q·k_j)$.";
  item.table = table;
  const std::string all = short_text(shares.at(0)) + ", " + short_text(shares.at(1)) + ", " + short_text(shares.at(2));
  item.parts.push_back(number_part("Fill in the shares. How large is the first?", 4, shares.at(0),
                                   "All three: " + all + "; ±.02.", {command, "attention[0, 0]"}));
  item.parts.push_back(word_part("Where is the mean of the ω that this query wants?", 3, place_text(mean[0], mean[1]),
                                 "$q + Σ_m π_m k_m$: bumps stand at $q + k_m$, each with its share; ±.02."));
  return item;
}

// --- Methods ---------------------------------------------------------------------------------------------------------

std::optional<ExamItem> which_method(Dice& dice, const Progress& progress) {
  Comparison all{"three_clusters",
                 {{"radius", dice.one_of<std::string>({"1", "1.25", "1.5"})}},
                 {"rfa", "ra", "lara", "is"},
                 {},
                 16,
                 64,
                 dice.seed(),
                 {}};
  all.measure(progress);
  const bool leans = all.of(0, "bias2") > kClearErrors * all.of(0, "bias2_error");
  double calm = 0;
  for (const std::size_t other : {0, 1, 2}) calm = std::max(calm, all.of(other, "variance"));
  const double gap = all.of(0, "mse") - all.of(2, "mse"),
               error = std::hypot(all.of(0, "mse_error"), all.of(2, "mse_error"));
  if (!leans || !(all.of(3, "variance") > 3 * calm) || !(gap > kClearErrors * error)) return std::nullopt;
  std::vector<std::size_t> order = {0, 1, 2, 3};
  dice.shuffle(order);
  ExamItem item;
  item.text =
      "Three clusters of tokens, 16 samples, 64 draws. Somebody lost the first column of this table: it said "
      "*rfa*, *ra*, *lara* and *is*, in some order. bias² is itself an estimate: where there is no bias, chance may "
      "put it below 0.";
  item.table = {{"", "squared error", "bias²", "variance", "flops"}};
  ExamPart part;
  part.question = "Which row is which, and how can you tell?";
  part.lines = 5;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t m = order[i];
    item.table.push_back({letter_of(i), short_text(all.of(m, "mse")), short_text(all.of(m, "bias2")),
                          short_text(all.of(m, "variance")), short_text(all.of(m, "flops"))});
    part.answer += (i == 0 ? "" : ", ") + letter_of(i) + " " + all.methods[m];
  }
  part.why =
      "is: unbiased, and by far the largest variance. ra: the most flops, since each query has samples of "
      "its own. rfa: its bias² shows. lara: the smallest error of what is cheap.";
  part.value = all.of(0, "mse");
  part.sources = {all.source(0, "mse")};
  item.parts.push_back(part);
  return item;
}

std::optional<ExamItem> order_of_tokens(Dice& dice, const Progress& progress) {
  const std::string order = dice.one_of<std::string>({"blocks", "turns"});
  const Index landmarks = dice.one_of<Index>({8, 16});
  Comparison both{"three_clusters", {{"order", order}}, {"rfa", "lara"}, {}, landmarks, 200, dice.seed(), {}};
  both.measure(progress);
  const double ratio = both.of(0, "mse") / both.of(1, "mse"),
               error = ratio * std::hypot(both.of(0, "mse_error") / both.of(0, "mse"),
                                          both.of(1, "mse_error") / both.of(1, "mse"));
  const auto lies = [&](double low, double high) {
    return ratio - kClearErrors * error > low && ratio + kClearErrors * error < high;
  };
  const bool is_one = lies(0.5, 2), is_seven = lies(3.5, 14);
  if (!is_one && !is_seven) return std::nullopt;
  ExamItem item;
  item.text =
      std::string("Three clusters of tokens. ") +
      (order == "blocks" ? "The tokens of a cluster follow one another." : "The clusters take turns in the sequence.") +
      " lara places " + std::to_string(landmarks) +
      " proposals at the means of segments of the sequence; rfa draws as many samples from N(0, I).";
  ExamPart& part = item.parts.emplace_back();
  part.question = "The squared error of rfa over that of lara is";
  part.choices = {"below ½", "about 1", "about 7"};
  part.lines = 0;  // those of the reason follow
  part.answer = is_one ? "B: about 1" : "C: about 7";
  part.why = is_one ? "A segment mixes all clusters: its mean is near the centre, and lara is rfa again."
                    : "Most segments lie within one cluster: proposals stand where the queries want their samples.";
  part.value = ratio;
  part.sources = {both.source(0, "mse"), both.source(1, "mse")};
  item.parts.push_back(word_part("Why? One sentence.", 2, part.why));
  return item;
}

std::optional<ExamItem> window_of_eva(Dice& dice, const Progress& progress) {
  const bool is_spiral = dice.coin();
  const std::string weight = dice.one_of<std::string>({"paper", "counted"});
  const auto with_window = [&](const std::string& window, Index seed) {
    Comparison one{is_spiral ? "spiral" : "three_clusters",
                   {},
                   {"eva"},
                   {{"window", window}, {"group_weight", weight}, {"partition", "all"}},
                   is_spiral ? 8 : 3,
                   64,
                   seed,
                   {}};
    one.measure(progress);
    return one;
  };
  const Index seed = dice.seed();
  const Comparison without = with_window("0", seed), with = with_window("16", seed);
  const double ratio = with.of(0, "mse") / without.of(0, "mse");
  const double gap = std::abs(with.of(0, "mse") - without.of(0, "mse")),
               error = std::hypot(with.of(0, "mse_error"), without.of(0, "mse_error"));
  if (!(gap > kClearErrors * error) || (ratio < 1.5 && ratio > 1 / 1.5)) return std::nullopt;
  ExamItem item;
  item.text = std::string(is_spiral ? "Tokens on a spiral, where neighbours matter" : "Three clusters of tokens") +
              ", eva with " + (is_spiral ? "8" : "3") + " groups, each group weighing " +
              (weight == "paper" ? "as much as one key" : "as much as it has keys") +
              ". Its window of exact keys is opened from 0 to 16.";
  ExamPart& part = item.parts.emplace_back();
  part.question = "Its squared error becomes";
  part.choices = {"smaller", "larger"};
  part.lines = 0;
  part.answer = ratio < 1 ? "A: smaller" : "B: larger";
  part.why = "By a factor of " + short_text(std::max(ratio, 1 / ratio)) +
             ". What decides is whether a key of the window and a group weigh on the same footing, and how much of the "
             "attention lies within the window.";
  part.value = ratio;
  part.sources = {with.source(0, "mse"), without.source(0, "mse")};
  item.parts.push_back(word_part("Why? One sentence.", 2, part.why));
  return item;
}

// --- Cost ------------------------------------------------------------------------------------------------------------

double flops_of(const std::string& method, Index tokens, Index budget) {
  const EstimatorInfo& info = find_estimator(method).info;
  Options::Given given;
  if (!info.budget.empty()) given.emplace_back(info.budget, std::to_string(budget));
  Sizes sizes;
  sizes.N = sizes.M = tokens;
  sizes.D = sizes.Dv = 64;
  const Options options(method, info.options, given);
  return info.cost(Problem{sizes, options, {}}).flops;
}

std::optional<ExamItem> crossing(Dice& dice, const Progress&) {
  const Index budget = dice.one_of<Index>({16, 32, 64, 128}), known = 1024,
              asked = dice.one_of<Index>({2048, 4096, 8192});
  const std::vector<std::string> methods = {"softmax", "rfa", "lara"};
  Comparison costs{"gaussian", {{"n", std::to_string(asked)}, {"dim", "64"}}, methods, {}, budget, 2, 0, {}};
  ExamItem item;
  item.text = "Arithmetic of one estimate with N = " + std::to_string(known) +
              " tokens of 64 dimensions and a budget of " + std::to_string(budget) + ".";
  item.table = {{"method", "flops"}};
  for (const std::string& method : methods) item.table.push_back({method, short_text(flops_of(method, known, budget))});
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const double flops = flops_of(methods[m], asked, budget);
    item.parts.push_back(
        number_part("How many flops does " + methods[m] + " take with N = " + std::to_string(asked) + "?", 1, flops,
                    m == 0 ? "Quadratic in N, ±1 %." : "Linear in N, ±1 %.", costs.source(m, "flops")));
  }
  Index cross = 1;
  while (cross < known && flops_of("softmax", cross, budget) < flops_of("lara", cross, budget)) ++cross;
  if (cross == 1 || cross == known) return std::nullopt;
  ExamPart part;
  part.question = "From which N on, about, does lara take fewer flops than softmax?";
  part.lines = 3;
  part.answer = std::to_string(cross);
  part.why =
      "Softmax grows like N², lara like N: N times the flops of lara over those of softmax, ±5 %. A measured crossing "
      "lies elsewhere: calls, memory and vector loops cost time that no flops count.";
  Comparison there = costs;
  there.preset_options.front().second = part.answer;
  part.value = flops_of("softmax", cross, budget) / flops_of("lara", cross, budget);
  part.sources = {there.source(0, "flops"), there.source(2, "flops")};
  item.parts.push_back(part);
  return item;
}

}  // namespace

const std::vector<ExamKind>& attention_kinds() {
  static const std::vector<ExamKind> all = {{"keys", "The target of a query", three_keys},
                                            {"methods", "Which row is which", which_method},
                                            {"order", "The order of tokens", order_of_tokens},
                                            {"window", "A window of exact keys", window_of_eva},
                                            {"cost", "Arithmetic", crossing}};
  return all;
}

}  // namespace omega::lessons
