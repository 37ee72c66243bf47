// The whole model: gradients of every parameter with every attention, and frequencies as the engine's methods make
// them.
#include "train/model.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "core/text.h"
#include "estimators/small_problem.h"
#include "train/gradients.h"
#include "train/host_kernels.h"
#include "train/network.h"
#include "train/small_model.h"
#include "train/streams.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;

namespace {

/// A model with one shard of examples.
struct ModelBench {
  TrainPlan plan;
  TaskData data;
  Model<double> model;
  Workspace<double> work;
  std::vector<Index> examples = {3, 40, 77};
  std::span<double> gradient;

  explicit ModelBench(const Options::Given& options)
      : plan(small_plan(options)), data(make_data(plan)), model(plan.model), work(model, 3), gradient(work.gradient()) {
    model.initialise(4);
    model.redraw(4, 0);
    // Away from where biases are 0 and all heads alike.
    for (Index i = 0; i < model.table().count(); ++i)
      model.parameters()[i] += 0.05 * std::sin(static_cast<double>(7 * i));
  }
  Shard shard() const { return {data, examples, plan.model.dropout, {9, 2, 0}}; }
  double loss() {
    model.make_rows();
    return work.forward(shard()).loss;
  }
  void differentiate() {
    loss();
    work.backward();
    model.kernel_gradient(gradient);
  }
};

void check_all_parameters(const Options::Given& options) {
  INFO(text_of(options));
  ModelBench bench(options);
  bench.differentiate();
  // LeakyReLU and elu have kinks, a draw jumps from key to key, and near a denominator of 0 nothing is smooth for long:
  // steps that are short beside all of these.
  const bool rough = bench.plan.model.attention == AttentionKind::generative ||
                     bench.plan.model.attention == AttentionKind::linear_elu || bench.plan.model.draws_keys() ||
                     bench.plan.model.features == FeatureKind::trig;
  const double h = rough ? 1e-5 : 1e-3;
  std::size_t compared = 0;
  for (const Parameter& parameter : bench.model.table().all()) {
    INFO(parameter.name);
    const auto count = static_cast<std::size_t>(parameter.count);
    const std::vector<double> expected =
        differences([&] { return bench.loss(); }, bench.model.parameters() + parameter.offset, count, h);
    double norm = 0;
    for (const double g : expected) norm += g * g;
    if (std::sqrt(norm) < 1e-9)
      continue;  // a shift of all keys' logits changes nothing: softmax and its like have no gradient there
    CHECK(gradient_error(bench.gradient.data() + parameter.offset, expected) <= kGradientTolerance);
    CHECK(notices_sign(bench.gradient.data() + parameter.offset, expected));
    ++compared;
  }
  CHECK(compared * 2 >= bench.model.table().all().size());
}

/// A parameter, or the shared rows of one head, as an array of one head.
Array array_of(const double* from, Shape shape) {
  std::vector<double> values(from, from + element_count(shape));
  return Array::from(values, std::move(shape));
}

/// One head's ω in layer 1 of a model against the engine's method with the same noise and parameters.
void check_frequencies(const std::string& method, const std::string& features, const Options::Given& own,
                       const std::function<void(ModelBench&, const std::string&, Arrays&)>& give) {
  INFO(method << " " << features);
  ModelBench bench({{"attention", method}, {"features", features}});
  bench.model.initialise(4);
  bench.model.make_rows();
  const Index F = bench.plan.model.frequencies(), D = bench.plan.model.head_width(), head = 1;
  const View<const double> rows = bench.model.rows(1).middle_rows(head * F, F);
  Arrays given;
  give(bench, "layers.1.attention.kernel.", given);
  Options::Given options = own;
  options.emplace_back("features", features);
  const Result result =
      estimate(random_sequence(5, 5, D, 3), method, options, given, Precision::f64, std::set<std::string>{"omega"});
  CHECK(relative_error(array_of(rows.data, {F, D}), result.at("omega")) <= 1e-12);
}

/// Head 1's part of a parameter whose first axis counts heads.
Array part_of(ModelBench& bench, const std::string& name, Shape shape) {
  for (const Parameter& parameter : bench.model.table().all())
    if (parameter.name == name)
      return array_of(bench.model.parameters() + parameter.offset + static_cast<Index>(element_count(shape)), shape);
  FAIL("no parameter " << name);
  return {};
}

Array noise_of_head(Index head, Index rows, Index cols) {
  Matrix<double> eps(rows, cols);
  for (Index s = 0; s < rows; ++s) draw_normals(head_address(4, 0, head, 0, 0, s), eps.row(s), cols);
  return array_of(eps.data(), {rows, cols});
}

}  // namespace

TEST_CASE("the gradients of a model are those of its loss, with every attention", "[unit][train]") {
  for (const Options::Given& options : all_attentions()) check_all_parameters(options);
}

TEST_CASE("so are those with pre-norm and with dropout", "[unit][train]") {
  check_all_parameters({{"norm", "pre"}});
  check_all_parameters({{"norm", "pre"}, {"attention", "gmm"}, {"dropout", "0.2"}});
  check_all_parameters({{"dropout", "0.3"}, {"attention", "rfa"}});
}

TEST_CASE("so are those of every task, whatever is padded, read or cut in two dimensions", "[unit][train]") {
  for (const Task& task : tasks()) check_all_parameters(small_task(task.name));
  for (const Options::Given& attention : all_attentions()) check_all_parameters(with(attention, small_task("listops")));
  for (const char* attention : {"lara", "eva", "local"})
    check_all_parameters(with({{"attention", attention}}, small_task("image")));
  check_all_parameters(with({{"attention", "eva"}, {"adapt", "true"}}, small_task("image")));
  check_all_parameters(with({{"attention", "eva"}, {"group_samples", "2"}}, small_task("image")));
}

TEST_CASE("frequencies are those of the engine's methods", "[unit][train]") {
  for (const std::string features : {"rks", "prf"}) {
    const bool rks = features == "rks";
    const Index F = 8, D = 4;  // 8 samples; of gmm 8 frequencies for each of 2 components
    check_frequencies("gmm", features, {{"frequencies", std::to_string(F)}, {"components", "2"}},
                      [&](ModelBench& bench, const std::string& prefix, Arrays& given) {
                        given["eps"] = noise_of_head(3, F, D);
                        given["mu"] = part_of(bench, prefix + "mu", {2, D});
                        given["S"] = part_of(bench, prefix + "S", rks ? Shape{2, D, D} : Shape{2, D});
                      });
    check_frequencies(
        "fastfood", features,
        {{"frequencies", std::to_string(F)},
         {"sigma",
          number_text(1 / small_plan({{"attention", "fastfood"}, {"features", features}}).model.kernel_scale)}},
        [&](ModelBench& bench, const std::string& prefix, Arrays& given) {
          for (const std::string name : {"S", "G", "B"}) given[name] = part_of(bench, prefix + name, {F / D, D});
          // The permutation is drawn where the engine draws it: seed 4, head 3.
          std::vector<double> order;
          for (Index block = 0; block < F / D; ++block) {
            std::vector<double> u(static_cast<std::size_t>(D));
            draw_uniforms(NoiseAddress{4, 0, 16 * 3 + 4, static_cast<std::uint32_t>(block), 0}, u.data(), D);
            std::vector<std::size_t> by_u = {0, 1, 2, 3};
            std::sort(by_u.begin(), by_u.end(), [&](std::size_t a, std::size_t b) { return u[a] < u[b]; });
            order.insert(order.end(), by_u.begin(), by_u.end());
          }
          given["perm"] = Array::from(order, {F / D, D});
        });
    check_frequencies("generative", features, {{"frequencies", std::to_string(F)}},
                      [&](ModelBench& bench, const std::string& prefix, Arrays& given) {
                        given["eps"] = noise_of_head(3, F, D);
                        for (int i = 0; i < 5; ++i)
                          for (const std::string name : {"W", "b", "gamma", "beta"}) {
                            const std::string numbered = name + std::to_string(i);
                            for (const Parameter& parameter : bench.model.table().all())
                              if (parameter.name == prefix + numbered)
                                given[numbered] =
                                    array_of(bench.model.parameters() + parameter.offset, parameter.shape);
                          }
                      });
  }
}

TEST_CASE("single precision computes what double does", "[unit][train]") {
  for (const Options::Given& options : all_attentions()) {
    INFO(text_of(options));
    ModelBench bench(options);
    bench.differentiate();
    const double loss = bench.loss();
    Model<float> model(bench.plan.model);
    model.initialise(4);
    model.redraw(4, 0);
    for (Index i = 0; i < model.table().count(); ++i)
      model.parameters()[i] = static_cast<float>(bench.model.parameters()[i]);
    model.make_rows();
    Workspace<float> work = model.make_workspace();
    CHECK(work.forward(bench.shard()).loss == Approx(loss).epsilon(1e-4));
    work.backward();
    const std::span<float> gradient = work.gradient();
    model.kernel_gradient(gradient);
    double apart = 0, norm = 0;
    for (Index i = 0; i < model.table().count(); ++i) {
      const double got = static_cast<double>(gradient[static_cast<std::size_t>(i)]),
                   expected = bench.gradient[static_cast<std::size_t>(i)];
      apart += (got - expected) * (got - expected);
      norm += expected * expected;
    }
    CHECK(std::sqrt(apart / norm) < 1e-3);
  }
}

namespace {

/// Notes which rows of random words each place of dropout takes.
class DropoutRows : public HostKernels<double> {
 public:
  std::vector<Range> taken;
  void dropout(const cuda::DropoutOf<double>& what) override {
    taken.push_back({what.rows_before, what.rows_before + what.length});
    HostKernels<double>::dropout(what);
  }
};

}  // namespace

TEST_CASE("no two places of dropout share their noise, however long examples are", "[unit][train]") {
  for (const char* length : {"16", "5000"}) {
    INFO(length);
    const TrainPlan plan = small_plan({{"attention", "linear_elu"}, {"length", length}, {"dropout", "0.1"}});
    Model<double> model(plan.model);
    model.initialise(4);
    std::vector<double> gradient(static_cast<std::size_t>(model.table().count()));
    cuda::TrainNumbers numbers{};
    cuda::TrainSums sums{};
    std::int32_t label = 0;
    const NetworkPlaces<double> places{{model.table(), model.parameters(), gradient.data()},
                                       [](Index, Range) { return Tensor<double>(); },
                                       &numbers,
                                       &sums,
                                       &label};
    Tape<double> measured(1, plan.model.length, {.adds_in_turn = true, .weights_at_once = 1 << 16, .goes_down = true});
    const Network<double> first(measured, plan.model, places, 1);
    DropoutRows kernels;
    Tape<double> tape(kernels, measured);
    const Network<double> network(tape, plan.model, places, 1);
    std::fill_n(network.indicators.data, network.indicators.rows * network.indicators.columns, 0.0);
    tape.start_forward();
    REQUIRE(kernels.taken.size() == static_cast<std::size_t>(2 * plan.model.layers));
    for (std::size_t i = 1; i < kernels.taken.size(); ++i) CHECK(kernels.taken[i].begin >= kernels.taken[i - 1].end);
  }
}
