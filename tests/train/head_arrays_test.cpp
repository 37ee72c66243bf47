// From a model to the engine's estimators: with its arrays and its noise, every head of every attention is its
// estimator.
#include "train/head_arrays.h"

#include <catch2/catch.hpp>

#include "estimators/small_problem.h"
#include "run/pooled_map.h"
#include "run/runner.h"
#include "train/measures.h"
#include "train/small_model.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;

namespace {

constexpr std::uint32_t kDraw = 3;
constexpr Index kExample = 5;

/// A model at its first weights, with the noise of kDraw.
Model<float> fresh_model(const TrainPlan& plan) {
  Model<float> model(plan.model);
  model.initialise(plan.training.seed);
  model.redraw(plan.training.seed, kDraw);
  return model;
}

/// The head's output as its estimator computes it.
Array estimated(const TrainPlan& plan, const Arrays& arrays, Index number, std::uint32_t draw = kDraw) {
  const EstimatorOf of = estimator_of(plan.model);
  Request request = make_request(Sequence::make(arrays.at("Q"), arrays.at("K"), arrays.at("V")), of.method, of.options);
  request.given = given_of_head(request, arrays, {}, 0);
  request.stream = stream_of(plan, draw);
  request.want = {"y"};
  return run(one_head(request, number)).at("y").as(Dtype::f64);
}

/// y = A v of the model.
Array trained(const HeadView& head) {
  Array y(Dtype::f64, {head.v.rows(), head.v.cols()});
  for (Index n = 0; n < head.v.rows(); ++n)
    for (Index d = 0; d < head.v.cols(); ++d) {
      double sum = 0;
      for (Index m = 0; m < head.v.rows(); ++m)
        sum += static_cast<double>(head.attention(n, m)) * static_cast<double>(head.v(m, d));
      y.data<double>()[n * head.v.cols() + d] = sum;
    }
  return y;
}

}  // namespace

namespace {

/// Of an example with padding its tokens alone, of a picture the grid.
void check_heads(const Options::Given& options) {
  INFO(text_of(options));
  TrainPlan plan = small_plan(options);
  const TaskData data = make_data(plan);
  Model<float> model = fresh_model(plan);
  // As if learned: away from the start.
  for (const Parameter& parameter : model.table().all())
    if (parameter.name.find("kernel") != std::string::npos)
      for (Index i = 0; i < parameter.count; ++i)
        model.parameters()[parameter.offset + i] *= 1 + 0.05f * static_cast<float>(i % 5);
  model.make_rows();
  const Arrays arrays = head_arrays(model, data, kExample);
  for (Index layer = 0; layer < plan.model.layers; ++layer)
    for (Index head = 0; head < plan.model.heads; ++head) {
      INFO("layer " << layer << ", head " << head);
      CHECK(relative_error(trained(look_at_head(model, data, kExample, layer, head)),
                           estimated(plan, arrays, layer * plan.model.heads + head)) < 2e-4);
    }
}

}  // namespace

TEST_CASE("every head of every attention is its estimator, with what was learned and the noise of the model",
          "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) check_heads(attention);
}

TEST_CASE("every head is its estimator with padding, by its tokens, and for pictures, by their grid", "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) check_heads(with(attention, small_task("listops")));
  for (const char* attention : {"lara", "eva"})
    check_heads(with({{"attention", attention}, {"landmarks", "15"}}, small_task("listops")));  // more than tokens
  for (const char* attention : {"lara", "eva"})
    check_heads(with({{"attention", attention}, {"proposals", "learned"}, {"landmarks", "15"}}, small_task("listops")));
  check_heads(with({{"attention", "eva"}, {"group_samples", "2"}, {"landmarks", "15"}}, small_task("listops")));
  check_heads(with({{"attention", "eva"}, {"group_samples", "2"}}, small_task("image")));
  for (const char* attention : {"lara", "eva", "local"})
    check_heads(with({{"attention", attention}}, small_task("image")));
}

TEST_CASE("the estimator at another draw has other noise, whatever came with the arrays", "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) {
    INFO(text_of(attention));
    TrainPlan plan = small_plan(with(attention, {{"samples", "4"}}));
    const TaskData data = make_data(plan);
    Model<float> model = fresh_model(plan);
    model.make_rows();
    const Arrays arrays = head_arrays(model, data, kExample);
    const bool is_drawn_once = stream_of(plan, kDraw).draw == stream_of(plan, kDraw + 1).draw;
    CHECK((relative_error(estimated(plan, arrays, 0, kDraw + 1), estimated(plan, arrays, 0)) > 1e-3) ==
          (plan.model.has_noise() && !is_drawn_once));
  }
}

TEST_CASE("a learned kernel along the axes is φ(t e_d)·φ(0), 1 at 0", "[unit][train]") {
  for (const char* features : {"rks", "prf"}) {
    TrainPlan plan = small_plan({{"attention", "gmm"}, {"features", features}});
    Model<float> model(plan.model);
    model.initialise(1);
    model.redraw(1, 0);
    model.make_rows();
    const std::vector<double> positions = {-0.5, 0, 0.5};
    const Matrix<double> kernel = kernel_along_axes(model, 1, 0, positions);
    REQUIRE(kernel.rows() == plan.model.head_width());
    const View<const float> omega = model.rows(1);
    for (Index d = 0; d < kernel.rows(); ++d) {
      CHECK(kernel(d, 1) == Approx(1));
      double expected = 0;
      const Index each = omega.rows / plan.model.heads;
      for (Index f = 0; f < each; ++f) {
        const double turn = 0.5 * static_cast<double>(omega(f, d));
        expected += (features[0] == 'r' ? std::cos(turn) : std::exp(turn - 0.25)) / static_cast<double>(each);
      }
      CHECK(kernel(d, 2) == Approx(expected));
    }
  }
  const TrainPlan plain = small_plan({});
  Model<float> model(plain.model);
  CHECK(kernel_along_axes(model, 0, 0, std::vector<double>{0.0}).rows() == 0);
}
