// What is measured on a model: gradients at the classifier, eigenvalues, output variance, and heads looked at.
#include "train/measures.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "estimators/small_problem.h"
#include "studies/training_report.h"
#include "train/small_model.h"

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

/// By central differences.
double gelu_slope(double x) {
  const auto gelu = [](double at) {
    return at / 2 * (1 + std::tanh(0.7978845608028654 * (at + 0.044715 * at * at * at)));
  };
  return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5;
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

TEST_CASE("gradients at the classifier are those of the backward pass", "[unit][train]") {
  Bench bench({{"attention", "gmm"}, {"features", "prf"}});
  const std::vector<Index> one = {7};
  const GradientStatistics found = gradient_statistics(bench.model, bench.data, one, 1, 4, 2);
  CHECK(found.deviation == Approx(0).margin(1e-9));
  bench.model.redraw(4, 0x80000000u);  // the first of the measuring draws
  bench.model.make_rows();
  Workspace<float> work = bench.model.make_workspace();
  work.forward({bench.data, one, 0, {}});
  work.backward();
  const ParameterTensors<float> parameters(bench.model.table(), bench.model.parameters(), work.gradient().data());
  const Tensor<float> weight = parameters("classifier.hidden.weight"), bias = parameters("classifier.hidden.bias");
  const View<float> last = work.network().inputs.back().view();
  const Index width = bench.plan.model.width;
  double mean = 0;
  for (Index j = 0; j < width; ++j) {
    double hidden = static_cast<double>(bias.data[j]);
    for (Index d = 0; d < width; ++d)
      hidden += static_cast<double>(weight.view()(j, d)) * static_cast<double>(last(0, d));
    // The bias's gradient is that of the activations times gelu'(hidden).
    mean += std::abs(static_cast<double>(bias.gradient[j]) / gelu_slope(hidden)) / static_cast<double>(width);
  }
  CHECK(found.mean == Approx(mean).epsilon(1e-5));
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

TEST_CASE("measures of variation are correlated over the runs of a task that have them", "[unit][train]") {
  const auto run = [](const char* task, double rsd, double inconsistency, double gain) {
    studies::ReportRun made;
    made.plan = small_plan(small_task(task));
    made.saved.record.variances.push_back({0, 10, rsd, inconsistency, 0.5, gain});
    return made;
  };
  std::vector<studies::ReportRun> runs = {run("copy", 1, 0, 1), run("copy", 2, 0, 1), run("sparsity", 1, 10, 1.1),
                                          run("sparsity", 2, 8, 1.3), run("sparsity", 3, 6, 1.1)};
  runs.push_back(run("sparsity", 9, 9, 9));
  runs.back().saved.record.variances.clear();  // without noise
  const std::vector<studies::VarianceCorrelation> found = studies::variance_correlations(runs);
  REQUIRE(found.size() == 1);  // of copy there are two
  CHECK(found[0].task == "sparsity");
  CHECK(found[0].runs == 3);
  CHECK(found[0].rsd_inconsistency == Approx(1));
  CHECK(found[0].rsd_gain == Approx(0).margin(1e-12));
}

TEST_CASE("balanced subsets take as many of each class", "[unit][train]") {
  const Bench bench({});
  std::vector<int> counts(9, 0);
  for (const Index e : balanced_subset(bench.data, split_by_class(bench.data, 0.5).validation, 45))
    ++counts[bench.data.classes[static_cast<std::size_t>(e)]];
  CHECK(std::all_of(counts.begin(), counts.end(), [](int n) { return n == 5; }));
}
