// Training on the device beside training on the CPU: gradients with every attention, steps, shards, and what goes
// wrong.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "modules.h"
#include "support/folder.h"
#include "train/batch_pass.h"
#include "train/device/device_training.h"
#include "train/gradients.h"
#include "train/host_kernels.h"
#include "train/optimiser.h"
#include "train/small_model.h"
#include "train/trainer.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;

namespace {

constexpr std::uint32_t kSeed = 4;

/// A model in float and the same in double, with a batch.
struct Bench {
  TrainPlan plan;
  TaskData data;
  Model<float> model;
  Model<double> exact;
  std::vector<Index> batch;

  explicit Bench(const Options::Given& options)
      : plan(small_plan(options)), data(make_data(plan)), model(plan.model), exact(plan.model) {
    plan.training.seed = kSeed;
    model.initialise(kSeed);
    exact.initialise(kSeed);
    // Away from where biases are 0 and all heads alike.
    for (Index i = 0; i < count(); ++i) {
      model.parameters()[i] += 0.05f * std::sin(static_cast<float>(7 * i));
      exact.parameters()[i] = static_cast<double>(model.parameters()[i]);
    }
    redraw(0);
    for (Index i = 0; i < plan.training.batch; ++i) batch.push_back(i * 11 % data.count());
  }
  Index count() const { return model.table().count(); }
  void redraw(std::uint32_t draw) {
    model.redraw(kSeed, draw);
    exact.redraw(kSeed, draw);
  }
  std::unique_ptr<DeviceTraining> on_device() const {
    return DeviceTraining::open(model, data, plan.training, static_cast<Index>(batch.size()));
  }

  std::vector<double> true_gradient(BatchTotals& totals, std::uint32_t step) {
    exact.make_rows();
    BatchPass<double> pass(exact, static_cast<Index>(batch.size()));
    totals = pass.differentiate(data, batch, plan.model.dropout, {kSeed, step, 0});
    exact.kernel_gradient(pass.gradient());
    return {pass.gradient().begin(), pass.gradient().begin() + count()};
  }
};

std::vector<double> gradient_of(DeviceTraining& device, Index count) {
  std::vector<float> found(static_cast<std::size_t>(count));
  device.get_gradient(found.data());
  return {found.begin(), found.end()};
}

std::vector<float> parameters_of(DeviceTraining& device, Index count) {
  std::vector<float> found(static_cast<std::size_t>(count));
  device.get_parameters(found.data());
  return found;
}

/// Tensor by tensor; what has next to no influence is held to the whole.
void check_gradient(const Bench& bench, const std::vector<double>& found, const std::vector<double>& expected,
                    double tolerance) {
  double whole = 0;
  for (const double g : expected) whole += g * g;
  for (const Parameter& parameter : bench.model.table().all()) {
    INFO(parameter.name);
    double apart = 0, norm = 0;
    for (Index i = parameter.offset; i < parameter.offset + parameter.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      apart += (found[at] - expected[at]) * (found[at] - expected[at]);
      norm += expected[at] * expected[at];
    }
    CHECK(std::sqrt(apart) <= tolerance * (std::sqrt(norm) + 1e-2 * std::sqrt(whole)));
  }
}

void check_step(const Options::Given& options) {
  INFO(text_of(options));
  Bench bench(options);
  const auto opened = bench.on_device();
  DeviceTraining& device = *opened;
  for (std::uint32_t step = 0; step < 2; ++step) {
    bench.redraw(step);
    device.set_noise(bench.model);
    BatchTotals expected;
    const std::vector<double> gradient = bench.true_gradient(expected, step);
    const auto found = device.step(bench.batch, step, step, 0);  // rate 0: the parameters stay
    CHECK(found.loss == Approx(expected.loss).epsilon(1e-5));
    CHECK(found.accuracy == Approx(expected.accuracy));
    CHECK(found.floored == expected.floored);
    CHECK(found.nonfinite.empty());
    check_gradient(bench, gradient_of(device, bench.count()), gradient, 2e-4);
    double squares = 0;
    for (const double g : gradient) squares += g * g;
    CHECK(found.norm == Approx(std::sqrt(squares)).epsilon(1e-4));
  }
}

}  // namespace

TEST_CASE("a step's loss and gradient on the device are the CPU's", "[training]") {
  REQUIRE(use_module());
  check_step({{"attention", "eva"}, {"layers", "1"}, {"batch", "3"}, {"dropout", "0.1"}});
  check_step({{"attention", "gmm"}, {"features", "rks"}, {"layers", "1"}, {"batch", "3"}});
  // Heads of 20 and of 40 columns: without a map and with one. Of the last layer the first query alone counts.
  check_step({{"attention", "softmax"}, {"d_model", "20"}, {"heads", "1"}, {"layers", "2"}, {"batch", "3"}});
  check_step({{"attention", "softmax"}, {"d_model", "40"}, {"heads", "1"}, {"layers", "2"}, {"batch", "3"}});
  check_step({{"attention", "ra"}, {"query_samples", "2"}, {"layers", "1"}, {"batch", "3"}});
  check_step({{"attention", "eva"}, {"proposals", "learned"}, {"adapt", "true"}, {"layers", "1"}, {"batch", "3"}});
  check_step({{"attention", "lara"}, {"proposals", "learned"}, {"layers", "1"}, {"batch", "3"}});
  check_step({{"attention", "eva"}, {"group_samples", "2"}, {"layers", "1"}, {"batch", "3"}});
  check_step({{"attention", "lara"},
              {"landmarks", "1"},
              {"layers", "1"},
              {"batch", "3"}});  // one segment: matrices of a single number
}

TEST_CASE("with every attention a step's loss and gradient on the device are the CPU's", "[training][long]") {
  REQUIRE(use_module());
  for (const Options::Given& attention : all_attentions())
    check_step(with({{"batch", "5"}, {"dropout", "0.1"}}, attention));
  check_step({{"attention", "softmax"}, {"norm", "pre"}, {"batch", "5"}});
  check_step({{"attention", "eva"}, {"norm", "pre"}, {"layers", "1"}, {"batch", "1"}});
  // A block of one row; heads of one coordinate: matrices of a single number.
  check_step({{"attention", "fastfood"}, {"samples", "5"}, {"heads", "2"}, {"layers", "1"}, {"batch", "3"}});
  check_step({{"attention", "generative"}, {"d_model", "4"}, {"heads", "4"}, {"layers", "1"}, {"batch", "3"}});
  check_step({{"attention", "fastfood"},
              {"samples", "12"},
              {"heads", "1"},
              {"layers", "1"},
              {"batch", "4"}});  // two blocks, of which the second is cut
}

TEST_CASE("a step on a card without tensor cores is the CPU's", "[training][emulated]") {
  emulator::Faults older;
  older.capability = older.ptx = 75;
  const Arranged arranged(older);
  check_step({{"attention", "softmax"}, {"layers", "1"}, {"batch", "3"}, {"dropout", "0.1"}});
  check_step({{"attention", "gmm"}, {"features", "rks"}, {"layers", "1"}, {"batch", "3"}});
  check_step({{"attention", "eva"}, {"layers", "1"}, {"batch", "3"}});
}

TEST_CASE("windows and groups of all heads in one softmax give the CPU's gradients", "[training]") {
  REQUIRE(use_module());
  // Windows that are shorter than a tile of rows, longer, and no divisor of the length; overlaps of none, few and more
  // than a window.
  for (const char* attention : {"local", "eva"})
    for (const auto& [window, overlap] : {std::pair{"5", "0"}, {"7", "20"}, {"64", "3"}, {"90", "30"}, {"200", "8"}}) {
      INFO(attention);
      check_step({{"task", "text"},  // whose classifier reads every token
                  {"attention", attention},
                  {"window", window},
                  {"overlap", overlap},
                  {"length", "150"},
                  {"landmarks", "9"},
                  {"examples", "90"},
                  {"layers", "1"},
                  {"batch", "2"}});
    }
}

TEST_CASE("a step's loss and gradient on examples that end early are the CPU's", "[training]") {
  REQUIRE(use_module());
  for (const char* task : {"listops", "copy", "text"})
    for (const Options::Given& attention : std::vector<Options::Given>{{{"attention", "softmax"}},
                                                                       {{"attention", "local"}},
                                                                       {{"attention", "lara"}},
                                                                       {{"attention", "eva"}},
                                                                       {{"attention", "eva"}, {"group_samples", "2"}},
                                                                       {{"attention", "rfa"}, {"features", "trig"}}})
      check_step(with(with(small_task(task), {{"layers", "1"}, {"batch", "5"}, {"landmarks", "7"}}), attention));
}

TEST_CASE("a step's loss and gradient on pictures are the CPU's", "[training]") {
  REQUIRE(use_module());
  for (const Options::Given& attention : std::vector<Options::Given>{{{"attention", "softmax"}},
                                                                     {{"attention", "local"}},
                                                                     {{"attention", "lara"}},
                                                                     {{"attention", "eva"}},
                                                                     {{"attention", "eva"}, {"group_samples", "2"}}})
    check_step(with(with(small_task("image"), {{"layers", "1"}, {"batch", "3"}}), attention));
}

TEST_CASE("what follows from the lengths of examples is the CPU's", "[training]") {
  REQUIRE(use_module());
  constexpr int kLength = 16, kExamples = 7;
  const std::vector<std::int32_t> lengths = {1, 2, 3, 5, 11, 16}, chosen = {5, 0, 4, -1, 1, 3, 2};
  for (const int segments : {0, 1, 3, 7})
    for (const int reads_mean : {0, 1}) {
      INFO(segments << " segments, " << reads_mean);
      const std::vector<int> widths = {kLength,  kLength, segments * kLength, kLength * segments, segments,
                                       segments, kLength};
      int numbers = 0;
      for (const int width : widths) numbers += kExamples * width;
      /// One array after the other, from `all` on.
      const auto padding = [&](float* all, const std::int32_t* of_all, const std::int32_t* which) {
        std::vector<float*> at;
        for (const int width : widths) at.push_back(width > 0 ? all : nullptr), all += kExamples * width;
        return cuda::Padding{kExamples, kLength, segments, of_all, which, at[0],     at[1],
                             at[2],     at[3],   at[4],    at[5],  at[6], reads_mean};
      };
      std::vector<float> expected(static_cast<std::size_t>(numbers), -1), found = expected;
      HostKernels<float>().padding(padding(expected.data(), lengths.data(), chosen.data()));
      cuda::Session session = cuda::Device::get().open();
      const auto there = [&](const std::vector<std::int32_t>& what) {
        auto* place = session.allocate<std::int32_t>(what.size());
        session.check(session.module().upload(session.context(), place, what.data(), 4 * what.size()));
        return place;
      };
      auto* all = session.allocate<float>(found.size());
      DeviceKernels(session).padding(padding(all, there(lengths), there(chosen)));
      session.check(session.module().download(session.context(), found.data(), all, 4 * found.size()));
      CHECK((found == expected));
      const auto at = found.begin() + 2 * kExamples * kLength;
      for (int row = 0; row < kExamples * segments; ++row) {
        const float sum = std::accumulate(at + row * kLength, at + (row + 1) * kLength, 0.0f);
        CHECK((sum == 0.0f || sum == Approx(1.0f)));  // one mean, or a segment that is not there
      }
    }
}

TEST_CASE("a gradient with one sign wrong would be noticed", "[training]") {
  REQUIRE(use_module());
  Bench bench({{"attention", "gmm"}, {"features", "prf"}});
  const auto opened = bench.on_device();
  DeviceTraining& device = *opened;
  BatchTotals totals;
  const std::vector<double> gradient = bench.true_gradient(totals, 0);
  device.step(bench.batch, 0, 0, 0);
  const std::vector<double> found = gradient_of(device, bench.count());
  std::size_t noticed = 0;
  for (const Parameter& parameter : bench.model.table().all()) {
    INFO(parameter.name);
    const auto from = static_cast<std::ptrdiff_t>(parameter.offset),
               to = from + static_cast<std::ptrdiff_t>(parameter.count);
    std::vector<double> flipped(found.begin() + from, found.begin() + to);
    for (double& g : flipped) g = -g;
    // The bias of k moves all logits of a query alike; its gradient is 0 but for rounding where keys' norms do not
    // count.
    if (parameter.name.find("k_proj.bias") != std::string::npos) continue;
    CHECK(gradient_error(flipped.data(), {gradient.begin() + from, gradient.begin() + to}) > 1);
    ++noticed;
  }
  CHECK(noticed * 10 >= 9 * bench.model.table().all().size());
}

TEST_CASE("training on the device follows training on the CPU", "[training]") {
  REQUIRE(use_module());
  for (const char* clip : {"0", "0.5"}) {
    Bench bench({{"attention", "gmm"},
                 {"features", "prf"},
                 {"layers", "1"},
                 {"batch", "5"},
                 {"dropout", "0.1"},
                 {"weight_decay", "0.1"},
                 {"clip", clip}});
    const auto opened = bench.on_device();
    DeviceTraining& device = *opened;
    AdamW optimiser(bench.model.table());
    BatchPass<float> pass(bench.model, static_cast<Index>(bench.batch.size()));
    constexpr double kRate = 1e-3;
    const std::vector<float> start(bench.model.parameters(), bench.model.parameters() + bench.count());
    for (std::uint32_t step = 0; step < 6; ++step) {
      bench.model.make_rows();
      pass.differentiate(bench.data, bench.batch, bench.plan.model.dropout, {kSeed, step, 0});
      bench.model.kernel_gradient(pass.gradient());
      clip_norm(pass.gradient().data(), bench.count(), bench.plan.training.clip);
      optimiser.apply(bench.model.table(), bench.plan.training, kRate, pass.gradient().data(),
                      bench.model.parameters());
      device.step(bench.batch, step, step, kRate);
    }
    const std::vector<float> found = parameters_of(device, bench.count());
    double apart = 0, moved = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double here = bench.model.parameters()[i];
      apart += (static_cast<double>(found[i]) - here) * (static_cast<double>(found[i]) - here);
      moved += (here - static_cast<double>(start[i])) * (here - static_cast<double>(start[i]));
    }
    // AdamW takes steps of one size also where the gradient is rounding alone.
    CHECK(std::sqrt(apart / moved) < 0.02);
  }
}

TEST_CASE("an evaluation on the device says what the CPU says", "[training]") {
  REQUIRE(use_module());
  Bench bench({{"attention", "eva"}, {"dropout", "0.3"}});
  const auto opened = bench.on_device();
  DeviceTraining& device = *opened;
  std::vector<Index> examples;
  for (Index i = 0; i < 29; ++i) examples.push_back(i);  // two batches and a part
  bench.model.make_rows();
  BatchPass<float> pass(bench.model, 29);
  std::vector<std::uint8_t> expected(29), found(29);
  std::vector<float> expected_logits(29 * 9), logits(29 * 9);
  const auto totals = pass.evaluate(bench.data, examples, expected.data(), expected_logits.data());
  const auto ours = device.evaluate(examples, found.data(), logits.data());
  CHECK(ours.loss == Approx(totals.loss).epsilon(1e-4));
  CHECK(ours.accuracy == Approx(totals.accuracy));
  CHECK(found == expected);
  for (std::size_t i = 0; i < logits.size(); ++i) CHECK(logits[i] == Approx(expected_logits[i]).margin(1e-4));
}

TEST_CASE("a batch that memory has no room for goes through in shards", "[training][emulated]") {
  const Options::Given options = {
      {"attention", "rfa"}, {"features", "trig"}, {"dropout", "0.2"}, {"batch", "29"}, {"layers", "1"}};
  std::vector<double> whole, in_shards;
  double loss = 0;
  Index kept_away = 0;
  {
    const Arranged arranged({});
    Bench bench(options);
    const auto opened = bench.on_device();
    DeviceTraining& device = *opened;
    CHECK(device.shard_examples() == 29);
    const auto totals = device.step(bench.batch, 3, 3, 0);
    loss = totals.loss;
    kept_away = totals.floored;
    whole = gradient_of(device, bench.count());
  }
  emulator::Faults little;
  little.memory = std::uint64_t{1} << 19;
  const Arranged arranged(little);
  Bench bench(options);
  const auto opened = bench.on_device();
  DeviceTraining& device = *opened;
  CHECK(device.shard_examples() < 29);
  CHECK(bench.batch.size() % static_cast<std::size_t>(device.shard_examples()) != 0);  // the last one is not full
  const auto totals = device.step(bench.batch, 3, 3, 0);
  CHECK(totals.loss == Approx(loss).epsilon(1e-6));
  CHECK(totals.floored == kept_away);
  in_shards = gradient_of(device, bench.count());
  check_gradient(bench, in_shards, whole, 1e-5);
  device.step(bench.batch, 3, 3, 0);
  CHECK((gradient_of(device, bench.count()) == in_shards));  // bit for bit
}

TEST_CASE("a step copies nothing but its batch and its sums", "[training][emulated]") {
  const Arranged arranged({});
  Bench bench(Options::Given{{"attention", "gmm"}});
  const auto opened = bench.on_device();
  DeviceTraining& device = *opened;
  Arranged::arrange({});
  device.step(bench.batch, 0, 0, 1e-3);
  const int launches = Arranged::counts().launches, copies = Arranged::counts().copies;
  CHECK(copies == 3);
  CHECK(Arranged::counts().blas_made == 0);
  CHECK(launches > 100);
  Arranged::arrange({});
  device.step(bench.batch, 1, 1, 1e-3);
  CHECK(Arranged::counts().launches == launches);
  CHECK(Arranged::counts().copies == copies);
}

TEST_CASE("threads in another order take the same step", "[training][emulated]") {
  std::vector<double> first;
  for (const std::uint32_t seed : {0u, 7u}) {
    emulator::Faults faults;
    faults.order_seed = seed;
    const Arranged arranged(faults);
    Bench bench({{"attention", "lara"}, {"layers", "1"}, {"batch", "5"}, {"dropout", "0.1"}});
    const auto opened = bench.on_device();
    DeviceTraining& device = *opened;
    device.step(bench.batch, 0, 0, 0);
    const std::vector<double> gradient = gradient_of(device, bench.count());
    if (first.empty()) first = gradient;
    CHECK((gradient == first));
  }
}

TEST_CASE("a loss that is no number changes no parameter and says where it began", "[training]") {
  REQUIRE(use_module());
  Bench bench({{"attention", "rfa"}, {"batch", "4"}});
  for (const auto& [name, place] : {std::pair{"positions.weight", "the embedding"},
                                    {"layers.1.feed.first.weight", "layer 2"},
                                    {"classifier.output.bias", "the classifier"}}) {
    INFO(name);
    const auto opened = bench.on_device();
    DeviceTraining& device = *opened;
    std::vector<float> parameters(bench.model.parameters(), bench.model.parameters() + bench.count());
    const auto& all = bench.model.table().all();
    const auto found = std::find_if(all.begin(), all.end(), [&, n = name](const Parameter& p) { return p.name == n; });
    REQUIRE(found != all.end());
    parameters[static_cast<std::size_t>(found->offset)] = std::numeric_limits<float>::infinity();
    device.set_parameters(parameters.data());
    const auto totals = device.step(bench.batch, 0, 0, 1e-3);
    CHECK(!std::isfinite(totals.loss));
    CHECK(totals.nonfinite == place);
    CHECK((parameters_of(device, bench.count()) == parameters));
  }
}

TEST_CASE("a step on padded examples copies no more than another", "[training][emulated]") {
  const Arranged arranged({});
  Bench bench(with(small_task("text"), {{"attention", "lara"}, {"layers", "1"}, {"batch", "5"}}));
  const auto opened = bench.on_device();
  Arranged::arrange({});
  opened->step(bench.batch, 0, 0, 1e-3);
  CHECK(Arranged::counts().copies == 3);
}

TEST_CASE("heads and windows cost no launch each", "[training][emulated]") {
  const auto launches = [](const Options::Given& options) {
    const Arranged arranged({});
    Bench bench(with({{"layers", "1"}, {"batch", "2"}}, options));
    const auto opened = bench.on_device();
    Arranged::arrange({});
    opened->step(bench.batch, 0, 0, 1e-3);
    return Arranged::counts().launches;
  };
  // Heads of four columns. What generative learns belongs to all heads, whose shares are added up: of five matrices and
  // their biases, of four gains and shifts.
  constexpr int kSharedArrays = 2 * 5 + 2 * 4;
  for (const Options::Given& attention : all_attentions()) {
    INFO(text_of(attention));
    const int one = launches(with(attention, {{"d_model", "4"}, {"heads", "1"}}));
    const int more = attention.front().second == "generative" ? kSharedArrays : 0;
    CHECK(launches(with(attention, {{"d_model", "16"}, {"heads", "4"}})) == one + more);
  }
  CHECK(launches({{"attention", "local"}, {"window", "3"}}) == launches({{"attention", "softmax"}}));
  CHECK(launches({{"attention", "eva"}, {"window", "3"}}) == launches({{"attention", "eva"}, {"window", "16"}}));
}

TEST_CASE("a capture that somebody else breaks is made again, once", "[training][emulated]") {
  emulator::Faults faults;
  for (const int broken : {1, 2}) {
    faults.break_captures = broken;
    const Arranged arranged(faults);
    Bench bench(Options::Given{{"attention", "softmax"}, {"layers", "1"}, {"batch", "3"}});
    if (broken == 1)
      CHECK_NOTHROW(bench.on_device()->step(bench.batch, 0, 0, 1e-3));
    else
      CHECK_THROWS_AS(bench.on_device(), cuda::Fault);
  }
}

TEST_CASE("where a launch lacks memory a run takes smaller shards", "[training][emulated]") {
  emulator::Faults faults;
  faults.fail_launch = 20;
  faults.fails_for_memory = true;
  const Arranged arranged(faults);
  Bench bench(Options::Given{{"attention", "softmax"}, {"layers", "1"}, {"batch", "6"}});
  CHECK(bench.on_device()->shard_examples() == 3);
}

TEST_CASE("a device that fails in a step says so", "[training][emulated]") {
  const Arranged arranged({});
  Bench bench(Options::Given{{"attention", "softmax"}});
  const auto opened = bench.on_device();
  DeviceTraining& device = *opened;
  emulator::Faults faults;
  faults.fail_launch = 40;
  Arranged::arrange(faults);
  CHECK_THROWS_AS(device.step(bench.batch, 0, 0, 1e-3), cuda::Fault);
}

// --- The trainer on it -----------------------------------------------------------------------------------------------

namespace {

Options run_options(const Options::Given& more = {}) {
  return make_train_options("", with(with(small_options(), {{"layers", "1"},
                                                            {"batch", "6"},
                                                            {"steps", "6"},
                                                            {"validate_every", "3"},
                                                            {"validation_examples", "9"},
                                                            {"redraw", "2"},
                                                            {"checkpoint_every", "3"},
                                                            {"attention", "gmm"},
                                                            {"warmup", "1"}}),
                                     more));
}

void run_to_end(Trainer& trainer, const std::filesystem::path& folder = {}) {
  TrainControl control;
  std::optional<RunFolder> here;
  if (!folder.empty()) here.emplace(folder);
  trainer.run(control, here ? &*here : nullptr);
}

}  // namespace

TEST_CASE("a run on the device records what a run on the CPU records", "[training]") {
  REQUIRE(use_module());
  Trainer device(run_options(), {}, Backend::cuda), cpu(run_options(), {}, Backend::cpu);
  device.take_place();
  CHECK(device.place().backend == "cuda");
  CHECK(device.place().why == "asked for");
  // Parameters, gradient and two moments at the least.
  CHECK(device.place().device_bytes > 4 * sizeof(float) * device.weights()->parameters.size());
  run_to_end(device);
  run_to_end(cpu);
  CHECK(device.place().backend.empty());  // it rests
  const Record ours = device.snapshot().record, theirs = cpu.snapshot().record;
  REQUIRE(ours.steps.size() == theirs.steps.size());
  for (std::size_t i = 0; i < ours.steps.size(); ++i) {
    CHECK(ours.steps[i].loss == Approx(theirs.steps[i].loss).epsilon(1e-2));
    CHECK(ours.steps[i].gradient_norm == Approx(theirs.steps[i].gradient_norm).epsilon(3e-2));
    CHECK(ours.steps[i].rate == theirs.steps[i].rate);
  }
  REQUIRE(ours.validations.size() == theirs.validations.size());
  for (std::size_t i = 0; i < ours.validations.size(); ++i) {
    CHECK(ours.validations[i].loss == Approx(theirs.validations[i].loss).epsilon(1e-2));
    REQUIRE(ours.validations[i].eigenvalues.size() == theirs.validations[i].eigenvalues.size());
    for (std::size_t l = 0; l < ours.validations[i].layer_gradients.size(); ++l)
      CHECK(ours.validations[i].layer_gradients[l] == Approx(theirs.validations[i].layer_gradients[l]).epsilon(5e-2));
  }
}

TEST_CASE("a run goes on from its checkpoint, on the device or elsewhere", "[training]") {
  REQUIRE(use_module());
  Trainer whole(run_options(), {}, Backend::cuda);
  run_to_end(whole);
  for (const Backend backend : {Backend::cuda, Backend::cpu}) {
    Folder folder;
    {
      Trainer first(run_options(), {}, Backend::cuda);
      for (int step = 0; step < 3; ++step) first.advance();
      first.save(RunFolder(folder.path()));
    }
    const auto second = Trainer::resume(folder.path(), {}, backend);
    run_to_end(*second, folder.path());
    const Record record = second->snapshot().record, unbroken = whole.snapshot().record;
    REQUIRE(record.steps.size() == unbroken.steps.size());
    for (std::size_t i = 0; i < record.steps.size(); ++i) {
      if (backend == Backend::cuda || i < 3)
        CHECK(record.steps[i].loss == unbroken.steps[i].loss);  // to the last bit
      else
        CHECK(record.steps[i].loss == Approx(unbroken.steps[i].loss).epsilon(1e-2));
    }
  }
}

TEST_CASE("a device that fails in a run stops it with a sentence, and its checkpoint stays", "[training][emulated]") {
  const Arranged arranged({});
  Folder folder;
  Trainer trainer(run_options());
  for (int step = 0; step < 3; ++step) trainer.advance();
  trainer.save(RunFolder(folder.path()));
  emulator::Faults faults;
  faults.lose_at_launch = 30;
  Arranged::arrange(faults);
  std::string sentence;
  try {
    run_to_end(trainer, folder.path());
  } catch (const Error& error) {
    sentence = error.what();
  }
  CHECK_THAT(sentence, Catch::Contains("CUDA device was lost") && Catch::Contains("checkpoint"));
  CHECK(trainer.diverged());
  const auto again = Trainer::resume(folder.path());
  run_to_end(*again, folder.path());  // on the CPU: the device is gone
  CHECK(again->finished());
}

TEST_CASE("without room on the device a run is the CPU's, unless it insists", "[training][emulated]") {
  emulator::Faults little;
  little.memory = 20000;
  const Arranged arranged(little);
  Trainer trainer(run_options());
  trainer.take_place();
  CHECK(trainer.place().backend == "cpu");
  CHECK_THAT(trainer.place().why, Catch::Contains("too little memory"));
  Trainer insists(run_options(), {}, Backend::cuda);
  CHECK_THROWS_WITH(insists.take_place(),
                    Catch::Contains("backend cuda was asked for, but") && Catch::Contains("use auto or cpu"));
}
