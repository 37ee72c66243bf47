// What is measured on a model: gradients at the classifier, eigenvalues, output variance, and heads looked at.
#include "train/measures.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "diagnostics/output_variance.h"
#include "estimators/small_problem.h"
#include "studies/training_report.h"
#include "support/folder.h"
#include "train/small_model.h"
#include "train/trainer.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;

namespace {

struct Bench {
  TrainPlan plan;
  TaskData data;
  Model<float> model;

  explicit Bench(const Options::Given& options) : plan(small_plan(options)), data(make_data(plan)), model(plan.model) {
    model.initialise(4);
    model.redraw(4, 2);
    model.make_rows();
  }
  std::vector<float> rows() const {
    std::vector<float> all;
    for (Index layer = 0; layer < plan.model.layers; ++layer)
      all.insert(all.end(), model.rows(layer).data,
                 model.rows(layer).data + model.rows(layer).rows * model.rows(layer).cols);
    return all;
  }
};

Array array_of(const Matrix<float>& x) {
  return Array::from(std::vector<float>(x.data(), x.data() + x.rows() * x.cols()), {x.rows(), x.cols()});
}

std::vector<Index> counts_of(const TaskData& data, const std::vector<Index>& examples) {
  std::vector<Index> counts(static_cast<std::size_t>(data.class_count()));
  for (const Index e : examples) ++counts[data.classes[static_cast<std::size_t>(e)]];
  return counts;
}

/// So many examples of each class, class after class.
TaskData data_with(const std::vector<Index>& counts) {
  TaskData data;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    data.class_names.push_back(std::to_string(c));
    data.classes.insert(data.classes.end(), static_cast<std::size_t>(counts[c]), static_cast<std::uint8_t>(c));
  }
  return data;
}

std::vector<Index> all_of(const TaskData& data) {
  std::vector<Index> all;
  for (Index e = 0; e < data.count(); ++e) all.push_back(e);
  return all;
}

/// A run that is short, and long enough to pass a mark; of 180 examples to validate.
Options passing_a_mark() {
  return make_train_options("", with(small_options(), {{"examples", "900"},
                                                       {"attention", "gmm"},
                                                       {"features", "rks"},
                                                       {"rate", "0.02"},
                                                       {"warmup", "0"},
                                                       {"steps", "200"},
                                                       {"validate_every", "5"},
                                                       {"validation_examples", "90"}}));
}

/// By central differences.
double gelu_slope(double x) {
  const auto gelu = [](double at) {
    return at / 2 * (1 + std::tanh(0.7978845608028654 * (at + 0.044715 * at * at * at)));
  };
  return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5;
}

/// |∂loss/∂neuron| of one example at the classifier's input neurons: the gradient of the bias before them is that times
/// gelu'(hidden).
std::vector<double> sizes_of_gradients(Bench& bench, Index example) {
  const std::vector<Index> one = {example};
  Workspace<float> work = bench.model.make_workspace();
  work.forward({bench.data, one, 0, {}});
  work.backward();
  const ParameterTensors<float> parameters(bench.model.table(), bench.model.parameters(), work.gradient().data());
  const Tensor<float> weight = parameters("classifier.hidden.weight"), bias = parameters("classifier.hidden.bias");
  const View<float> last = work.network().inputs.back().view();
  std::vector<double> sizes;
  for (Index j = 0; j < bench.plan.model.width; ++j) {
    double hidden = static_cast<double>(bias.data[j]);
    for (Index d = 0; d < bench.plan.model.width; ++d)
      hidden += static_cast<double>(weight.view()(j, d)) * static_cast<double>(last(0, d));
    sizes.push_back(std::abs(static_cast<double>(bias.gradient[j]) / gelu_slope(hidden)));
  }
  return sizes;
}

}  // namespace

TEST_CASE("covariances start with the eigenvalues σ_0²", "[unit][train]") {
  for (const char* features : {"rks", "prf"}) {
    const Bench bench({{"attention", "gmm"}, {"features", features}});
    const auto found = covariance_eigenvalues(bench.model);
    REQUIRE(found.size() == 4);
    CHECK(found.back().layer == 1);
    CHECK(found.back().head == 1);
    for (const HeadEigenvalues& head : found) {
      REQUIRE(head.values.size() == 8);
      for (const double value : head.values)
        CHECK(value == Approx(bench.plan.model.kernel_scale * bench.plan.model.kernel_scale));
    }
  }
  CHECK(covariance_eigenvalues(Bench({}).model).empty());
}

TEST_CASE("eigenvalues are those of S Sᵀ", "[unit][train]") {
  Bench bench({{"attention", "gmm"}, {"features", "rks"}});
  int set = 0;
  for (const Parameter& parameter : bench.model.table().all()) {
    if (parameter.name != "layers.0.attention.kernel.S") continue;
    ++set;
    const View<float> S = parameter.in(bench.model.parameters());
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 4; ++j) S(i, j) = i == j ? 1.0f : 0.0f;
    S(0, 1) = 1;  // component 0 of head 0: [[1, 1], [0, 1]] has squared singular values (3 ± √5)/2
  }
  REQUIRE(set == 1);
  const std::vector<double> values = covariance_eigenvalues(bench.model).front().values;
  CHECK(values.back() == Approx((3 + std::sqrt(5.0)) / 2));
}

TEST_CASE("a head's q, k, v and map are those of its estimator", "[unit][train]") {
  for (const Options::Given& attention :
       {Options::Given{}, Options::Given{{"attention", "local"}}, Options::Given{{"attention", "linear_elu"}},
        Options::Given{{"attention", "rfa"}}}) {
    INFO(text_of(attention));
    const Bench bench(attention);
    const HeadView head = look_at_head(bench.model, bench.data, 5, 1, 1);
    Arrays given;
    if (const View<const float> rows = bench.model.rows(1)) {
      const Index each = rows.rows / bench.plan.model.heads;
      given["eps"] =
          Array::from(std::vector<float>(rows.row(each), rows.row(each) + each * rows.cols), {each, rows.cols});
    }
    const EstimatorOf of = estimator_of(bench.plan.model);
    const Result result = estimate(Sequence::make(array_of(head.q), array_of(head.k), array_of(head.v)), of.method,
                                   of.options, given, Precision::f64, std::set<std::string>{"attention"});
    CHECK(relative_error(array_of(head.attention).as(Dtype::f64), result.at("attention")) < 1e-5);
  }
}

TEST_CASE("gradients at the classifier are those of the backward pass, over draws and examples", "[unit][train]") {
  constexpr Index kDraws = 2;
  Bench bench({{"attention", "gmm"}, {"features", "prf"}});
  const std::vector<Index> examples = {7, 11};
  const GradientStatistics one = gradient_statistics(bench.model, bench.data, std::vector<Index>{7}, 1, 4, 2);
  CHECK(one.deviation == Approx(0).margin(1e-9));
  const GradientStatistics found = gradient_statistics(bench.model, bench.data, examples, kDraws, 4, 2);
  std::vector<std::vector<double>> all;
  for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
    bench.model.redraw(4, 0x80000000u + draw);  // those of measuring
    bench.model.make_rows();
    for (const Index example : examples) all.push_back(sizes_of_gradients(bench, example));
  }
  const auto width = static_cast<double>(bench.plan.model.width);
  double mean = 0, deviation = 0, of_first = 0;
  for (std::size_t neuron = 0; neuron < all[0].size(); ++neuron) {
    double own = 0, squares = 0;
    for (const auto& sizes : all) own += sizes[neuron] / 4;
    for (const auto& sizes : all) squares += std::pow(sizes[neuron] - own, 2) / 4;
    mean += own / width;
    deviation += std::sqrt(squares) / width;
    of_first += all[0][neuron] / width;
  }
  CHECK(one.mean == Approx(of_first).epsilon(1e-5));
  CHECK(found.mean == Approx(mean).epsilon(1e-5));
  CHECK(found.deviation == Approx(deviation).epsilon(1e-4));
  CHECK(deviation > 0.05 * mean);  // draws and examples differ
}

TEST_CASE("norms of layers are roots of sums of squares", "[unit][train]") {
  const Bench bench({});
  std::vector<float> gradient(static_cast<std::size_t>(bench.model.table().count()));
  double squares[2] = {0, 0};
  for (const Parameter& parameter : bench.model.table().all()) {
    const int layer = parameter.name.starts_with("layers.0.") ? 0 : parameter.name.starts_with("layers.1.") ? 1 : -1;
    const float value = layer == 0 ? 2 : layer == 1 ? 3 : 100;
    std::fill_n(gradient.begin() + parameter.offset, parameter.count, value);
    if (layer >= 0) squares[layer] += static_cast<double>(parameter.count) * static_cast<double>(value * value);
  }
  const std::vector<double> norms = layer_norms(bench.model.table(), gradient.data(), 2);
  REQUIRE(norms.size() == 2);
  for (std::size_t layer = 0; layer < 2; ++layer) CHECK(norms[layer] == Approx(std::sqrt(squares[layer])));
}

TEST_CASE("measuring leaves the noise as it was", "[unit][train]") {
  for (const char* attention : {"gmm", "lara", "rfa", "generative"}) {
    const Options::Given options = {{"attention", attention}};
    Bench bench(options);
    const std::vector<float> before = bench.rows();
    const std::vector<Index> examples = {1, 2, 3};
    gradient_statistics(bench.model, bench.data, examples, 2, 4, 2);
    CHECK(bench.rows() == before);
    BatchPass<float> pass(bench.model, 3);
    output_variance(bench.model, pass, bench.data, examples, 3, 4, 2);
    CHECK(bench.rows() == before);
  }
}

TEST_CASE("an attention without noise has no variance, and voting gains nothing", "[unit][train]") {
  Bench bench({});
  const std::vector<Index> examples = balanced_subset(bench.data, split_by_class(bench.data, 0.5).validation, 45);
  CHECK(examples.size() == 45);
  BatchPass<float> pass(bench.model, 45);
  const VarianceRecord found = output_variance(bench.model, pass, bench.data, examples, 4, 4, 2);
  CHECK(found.inconsistency == 0);
  CHECK(found.rsd == Approx(0).margin(1e-6));
  CHECK((found.gain == 1 || found.voting_accuracy == 0));
}

TEST_CASE("outputs vary by the logit of an example's own class, whatever is predicted", "[unit][train]") {
  constexpr Index kPasses = 3;
  const std::vector<Index> examples = {3, 8, 20, 31, 47};
  const Options::Given rfa = {{"attention", "rfa"}};
  Bench bench(rfa);
  BatchPass<float> pass(bench.model, std::ssize(examples));
  const VarianceRecord found = output_variance(bench.model, pass, bench.data, examples, kPasses, 4, 2);
  const auto class_count = static_cast<std::size_t>(bench.data.class_count());
  Matrix<double> own(std::ssize(examples), kPasses);
  Matrix<int> predicted(kPasses, std::ssize(examples));
  std::vector<int> labels;
  int missed = 0;
  for (Index r = 0; r < kPasses; ++r) {
    bench.model.redraw(4, 0x80000000u + static_cast<std::uint32_t>(r));
    bench.model.make_rows();
    std::vector<float> logits(examples.size() * class_count);
    pass.evaluate(bench.data, examples, nullptr, logits.data());
    for (std::size_t e = 0; e < examples.size(); ++e) {
      const auto first = logits.begin() + static_cast<std::ptrdiff_t>(e * class_count);
      const int label = bench.data.classes[static_cast<std::size_t>(examples[e])];
      own(static_cast<Index>(e), r) = static_cast<double>(first[label]);
      predicted(r, static_cast<Index>(e)) =
          static_cast<int>(std::max_element(first, first + static_cast<std::ptrdiff_t>(class_count)) - first);
      missed += predicted(r, static_cast<Index>(e)) == label ? 0 : 1;
      if (r == 0) labels.push_back(label);
    }
  }
  REQUIRE(missed > 0);
  std::vector<double> deviations;
  for (Index e = 0; e < own.rows(); ++e) {
    const double mean = (own(e, 0) + own(e, 1) + own(e, 2)) / 3;
    const double squares =
        std::pow(own(e, 0) - mean, 2) + std::pow(own(e, 1) - mean, 2) + std::pow(own(e, 2) - mean, 2);
    deviations.push_back(std::sqrt(squares / 2) / std::abs(mean));
  }
  std::sort(deviations.begin(), deviations.end());
  CHECK(found.rsd == Approx(deviations[2]).epsilon(1e-6));
  CHECK(found.passes == kPasses);
  CHECK(found.examples == 5);
  const VoteMetrics votes = vote_metrics(predicted.view(), labels, static_cast<int>(class_count));
  CHECK(found.inconsistency == votes.inconsistency);
  CHECK(found.voting_accuracy == votes.voting_accuracy);
  CHECK((found.gain == votes.gain || votes.accuracy == 0));
}

TEST_CASE("measures of variation are correlated over the runs of a task that have them", "[unit][train]") {
  const auto run = [](const char* task, double rsd, double inconsistency, double gain) {
    studies::ReportRun made;
    made.plan = small_plan(small_task(task));
    made.saved.record.variances.push_back({0, 10, rsd, inconsistency, 0.5, gain});
    return made;
  };
  std::vector<studies::ReportRun> runs = {
      run("copy", 1, 0, 1),       run("copy", 2, 0, 1),        run("sparsity", 1, 10, 1.1), run("sparsity", 2, 8, 1.3),
      run("sparsity", 3, 6, 1.1), run("sparsity", 1, 10, 1.1), run("sparsity", 2, 8, 1.3)};
  runs.push_back(run("sparsity", 9, 9, 9));
  runs.back().saved.record.variances.clear();           // without noise
  CHECK(studies::variance_correlations(runs).empty());  // five may go together by chance
  runs.push_back(run("sparsity", 3, 6, 1.1));
  const std::vector<studies::VarianceCorrelation> found = studies::variance_correlations(runs);
  REQUIRE(found.size() == 1);  // of copy there are two
  CHECK(found[0].task == "sparsity");
  CHECK(found[0].runs == 6);
  CHECK(found[0].rsd_inconsistency == Approx(1));
  CHECK(found[0].rsd_gain == Approx(0).margin(1e-12));
  runs.push_back(run("sparsity", 2, 9, std::numeric_limits<double>::quiet_NaN()));  // all wrong: no gain to compare
  CHECK(studies::variance_correlations(runs)[0].runs == 6);
  CHECK(studies::variance_correlations(runs)[0].rsd_inconsistency == Approx(1));
}

TEST_CASE("balanced subsets take as many of each class", "[unit][train]") {
  const Bench bench({});
  std::vector<int> counts(9, 0);
  for (const Index e : balanced_subset(bench.data, split_by_class(bench.data, 0.5).validation, 45))
    ++counts[bench.data.classes[static_cast<std::size_t>(e)]];
  CHECK(std::all_of(counts.begin(), counts.end(), [](int n) { return n == 5; }));
}

TEST_CASE("subsets in proportion have each class with its share, and its first examples", "[unit][train]") {
  const TaskData data = data_with({70, 20, 10});
  const std::vector<Index> ten = proportional_subset(data, all_of(data), 10);
  CHECK(ten == std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 70, 71, 90});
  // 0.7·14 = 9.8, 2.8 and 1.4: the largest remainders are rounded up.
  CHECK(counts_of(data, proportional_subset(data, all_of(data), 14)) == std::vector<Index>{10, 3, 1});
  CHECK(proportional_subset(data, all_of(data), 100) == all_of(data));
  CHECK(proportional_subset(data, all_of(data), 1000) == all_of(data));
  const TaskData even = data_with(std::vector<Index>(9, 100));
  CHECK(counts_of(even, proportional_subset(even, all_of(even), 50)) == std::vector<Index>{6, 6, 6, 6, 6, 5, 5, 5, 5});
  for (const Index count : {9, 90, 450})  // where it comes out even, both subsets are the same
    CHECK(proportional_subset(even, all_of(even), count) == balanced_subset(even, all_of(even), count));
}

TEST_CASE("a run measures how outputs vary on examples of all classes", "[unit][train]") {
  Trainer trainer(passing_a_mark());
  trainer.advance();
  const std::vector<Index> validation = balanced_subset(trainer.data(), trainer.split().validation, 90);
  const std::vector<Index> some = proportional_subset(trainer.data(), validation, 18);
  CHECK(counts_of(trainer.data(), some) == std::vector<Index>(9, 2));
  // The first 18 are not: they stand in the order in which they were drawn, and frequent sums come first.
  const std::vector<Index> first(validation.begin(), validation.begin() + 18);
  CHECK(counts_of(trainer.data(), first) != std::vector<Index>(9, 2));
  const VarianceRecord found = trainer.measure_variance(18, 5).value();
  BatchPass<float> pass(trainer.model(), 18);
  const auto seed = trainer.plan().training.seed;
  const auto on = [&](const std::vector<Index>& examples) {
    return output_variance(trainer.model(), pass, trainer.data(), examples, 5, seed, trainer.state().draw);
  };
  CHECK(found.examples == 18);
  CHECK(found.rsd == on(some).rsd);
  CHECK(found.voting_accuracy == on(some).voting_accuracy);
  CHECK(found.inconsistency == on(some).inconsistency);
  CHECK(found.rsd != on(first).rsd);
}

TEST_CASE("a run measures gradients on examples of all classes", "[unit][train]") {
  Trainer trainer(passing_a_mark());
  while (!trainer.finished() && trainer.snapshot().record.gradients.empty()) trainer.advance();
  REQUIRE_FALSE(trainer.snapshot().record.gradients.empty());
  const GradientRecord found = trainer.snapshot().record.gradients.front();
  const std::vector<Index> some = proportional_subset(trainer.data(), trainer.split().validation, 50);
  const auto counts = counts_of(trainer.data(), some);
  CHECK(*std::min_element(counts.begin(), counts.end()) == 5);
  const GradientStatistics again = gradient_statistics(trainer.model(), trainer.data(), some, 50,
                                                       trainer.plan().training.seed, trainer.state().draw);
  CHECK(found.examples == 50);
  CHECK(found.mean == again.mean);
  CHECK(found.deviation == again.deviation);
}

TEST_CASE("data of one's own are validated with classes as they are, so that chance is that of a constant guess",
          "[unit][train]") {
  const Folder folder;
  const std::string path = (folder.path() / "reviews.csv").string();
  std::ofstream table(path);
  table << "label,text\n";
  for (int i = 0; i < 1000; ++i) table << (i % 10 == 0 ? "bad," : "good,") << "\"a text, number " << i << "\"\n";
  table.close();
  Trainer trainer(make_train_options(
      "",
      with(small_options(),
           {{"task", "text"}, {"data", path}, {"examples", "1000"}, {"steps", "1"}, {"validation_examples", "100"}})));
  trainer.advance();
  const Record record = trainer.snapshot().record;
  std::vector<Index> counts;
  for (const auto& row : record.confusion) counts.push_back(std::accumulate(row.begin(), row.end(), Index{0}));
  CHECK(counts == std::vector<Index>{10, 90});
  CHECK(record.chance == Approx(0.9));
}

TEST_CASE("a record keeps that a measure was no number", "[unit][train]") {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN(),
                   kInfinity = std::numeric_limits<double>::infinity();
  Record record;
  record.validations = {{1, kInfinity, 0.25, 1, 1, {0.5}, {{0, 1, 2}}}, {2, kNone, 0.5, 2, 1, {0.5}, {{0, kNone, 2}}}};
  record.gradients = {{0.2, 1, kNone, 0.1, 50}};
  record.eigenvalues = {{0, 0, {kNone, 1}}};
  record.variances = {{2, 20, kInfinity, 0.6, 0, kNone, 450}};
  const Record again = record_from(nlohmann::json::parse(to_json(record).dump()));
  REQUIRE(again.validations.size() == 2);
  CHECK(std::isnan(again.validations[0].loss));
  CHECK(again.validations[0].accuracy == 0.25);
  CHECK(std::isnan(again.validations[1].eigenvalues[0][1]));
  CHECK(std::isnan(again.gradients.at(0).mean));
  CHECK(std::isnan(again.eigenvalues.at(0).values[0]));
  CHECK(std::isnan(again.variances.at(0).gain));
  CHECK(again.variances.at(0).voting_accuracy == 0);
  CHECK(again.variances.at(0).rsd == kInfinity);
}

TEST_CASE("what an earlier version measured on frequent classes is measured again, or said to be so", "[unit][train]") {
  Record record;
  record.gradients = {{0.2, 100, 0.5, 0.1, 50}};
  record.variances = {{12, 20, 0.03, 0.6, 0.2, 1.1, 450}};
  nlohmann::json json = to_json(record);
  const Record again = record_from(json);
  REQUIRE(again.variances.size() == 1);
  CHECK(again.variances.front().examples == 450);
  CHECK(again.gradients.front().examples == 50);
  const TrainPlan plan = small_plan({{"attention", "gmm"}, {"steps", "12"}});
  TrainState state;
  state.step = 12;
  CHECK(is_complete(plan, state, again));
  json["variances"][0].erase("examples");
  json["gradients"][0].erase(4);
  const Record earlier = record_from(json);
  CHECK(earlier.variances.empty());
  CHECK_FALSE(is_complete(plan, state, earlier));
  REQUIRE(earlier.gradients.size() == 1);
  CHECK(earlier.gradients.front().mean == 0.5);
  CHECK(earlier.gradients.front().examples == 0);
}
