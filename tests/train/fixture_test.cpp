// The model against PyTorch's own differentiation: fixtures/training.npz, made by the script beside it.
#include <catch2/catch.hpp>
#include <cmath>

#include "io/npz.h"
#include "train/gradients.h"
#include "train/small_model.h"
#include "train/tasks/sparsity_task.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;

namespace {

constexpr Index kExamples = 3, kFeatures = 8;  // the script's

/// The script's examples.
TaskData formula_data(Index length) {
  TaskData data;
  data.length = length;
  data.symbols = sparsity_symbols();
  data.class_names = sum_names();
  for (Index e = 0; e < kExamples; ++e) {
    for (Index i = 0; i < length; ++i) data.tokens.push_back(token_of({(3 * i + 5 * e) % 7 < 4, (2 * i + e) % 5 < 3}));
    data.classes.push_back(static_cast<std::uint8_t>(4 * e % kSums));
  }
  return data;
}

/// The script's parameters: 0.4·sin(3·index), about 1 for what multiplies after a norm.
void set_parameters(Model<double>& model) {
  for (const Parameter& parameter : model.table().all()) {
    const bool is_norm =
        parameter.name.find("norm") != std::string::npos && parameter.name.find("weight") != std::string::npos;
    const double about = is_norm || parameter.name.find("gamma") != std::string::npos ? 1 : 0;
    for (Index i = 0; i < parameter.count; ++i)
      model.parameters()[parameter.offset + i] =
          about + 0.4 * std::sin(3.0 * static_cast<double>(parameter.offset + i));
  }
}

void check_case(const std::string& name, const Options::Given& options, const Arrays& fixture) {
  INFO(name);
  const TrainPlan plan = plan_of(
      make_train_options_of("", with(small_options(), with({{"length", "12"}, {"layers", "1"}}, options)), kFeatures));
  const TaskData data = formula_data(plan.model.length);
  Model<double> model(plan.model);
  model.initialise(4);  // FastFood's permutation
  model.redraw(4, 0);
  set_parameters(model);
  model.make_rows();
  Workspace<double> work = model.make_workspace();
  const std::vector<Index> examples = {0, 1, 2};
  const Shard shard{data, examples, 0, {}};
  CHECK(work.forward(shard).loss == Approx(fixture.at(name + ".loss").at(0)).epsilon(1e-10));
  work.backward();
  const std::span<double> gradient = work.gradient();
  model.kernel_gradient(gradient);
  const std::vector<double> expected = fixture.at(name + ".gradient").to_vector<double>();
  REQUIRE(static_cast<Index>(expected.size()) == model.table().count());
  std::size_t compared = 0;
  for (const Parameter& parameter : model.table().all()) {
    INFO(parameter.name);
    const auto begin = expected.begin() + parameter.offset;
    const std::vector<double> own(begin, begin + parameter.count);
    double norm = 0;
    for (const double g : own) norm += g * g;
    if (std::sqrt(norm) <= 1e-9) {
      CHECK(gradient_error(gradient.data() + parameter.offset, std::vector<double>(own.size(), 0.0)) <= 1e-9);
      continue;
    }
    CHECK(gradient_error(gradient.data() + parameter.offset, own) <= kGradientTolerance);
    ++compared;
  }
  CHECK(compared * 2 >= model.table().all().size());
}

}  // namespace

TEST_CASE("losses and gradients are PyTorch's", "[unit][train]") {
  const Arrays fixture = read_npz(std::string(OMEGA_SOURCE_DIR) + "/tests/train/fixtures/training.npz");
  REQUIRE(fixture.size() == 28);
  check_case("softmax-pre", {{"norm", "pre"}}, fixture);
  for (const std::string name : {"softmax", "local", "eva", "lara", "linear_elu"})
    check_case(name + "-post", {{"attention", name}}, fixture);
  for (const std::string features : {"positive", "trig"})
    check_case("rfa-" + features + "-post", {{"attention", "rfa"}, {"features", features}}, fixture);
  for (const std::string kernel : {"gmm", "fastfood", "generative"})
    for (const std::string features : {"rks", "prf"})
      check_case(kernel + "-" + features + "-post", {{"attention", kernel}, {"features", features}}, fixture);
}
