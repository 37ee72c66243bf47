// When a run is kept, what is left to do after its last step, and folders that hold something else than was written.
#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/error.h"
#include "support/folder.h"
#include "support/refusal.h"
#include "train/checkpoint.h"
#include "train/small_model.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;
using Catch::Contains;

namespace {

const Options::Given kRare = {{"steps", "12"},
                              {"validate_every", "4"},
                              {"validation_examples", "27"},
                              {"redraw", "3"},
                              {"checkpoint_every", "100000"},
                              {"checkpoint_seconds", "86400"},
                              {"attention", "gmm"},
                              {"features", "rks"},
                              {"samples", "2"}};

Options rarely(const Options::Given& more = {}) {
  return make_train_options("", with(with(small_options(), kRare), more));
}

Index kept_step(const Folder& folder) { return read_run(folder.path()).state.step; }

std::vector<std::string> names_in(const Folder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<double> losses_of(const Record& record) {
  std::vector<double> losses;
  for (const StepRecord& step : record.steps) losses.push_back(step.loss);
  return losses;
}

bool same(const VarianceRecord& a, const VarianceRecord& b) {
  return a.step == b.step && a.passes == b.passes && a.rsd == b.rsd && a.inconsistency == b.inconsistency &&
         a.voting_accuracy == b.voting_accuracy && a.gain == b.gain && a.examples == b.examples;
}

void run_to_end(Trainer& trainer, const Folder& folder) {
  TrainControl control;
  const RunFolder here(folder.path());
  trainer.run(control, &here);
}

/// A run in a thread of its own, that is told what to do.
struct Driven {
  Folder folder;
  Trainer trainer;
  TrainControl control;
  std::jthread thread;

  explicit Driven(const Options& options) : trainer(options) {
    control.pause();
    thread = std::jthread([this] {
      const RunFolder here(folder.path());
      trainer.run(control, &here);
    });
  }
  ~Driven() { control.stop(); }
  /// What is not there yet: run.json comes with the first checkpoint.
  template <class Until>
  void wait_for(Until&& until) const {
    while (!holds_run(folder.path()) || !until(read_run(folder.path()).state)) std::this_thread::yield();
  }
};

}  // namespace

TEST_CASE("a pause and a change are kept at once, whatever the options say", "[unit][train][concurrency]") {
  Driven run(rarely());
  run.wait_for([](const TrainState& kept) { return kept.step == 0; });
  for (Index step = 1; step < 4; ++step) {
    run.control.step();
    run.wait_for([&](const TrainState& kept) { return kept.step == step; });
  }
  run.trainer.set_rate(0.25);
  run.wait_for([](const TrainState& kept) { return kept.rate == 0.25; });
  run.trainer.set_redraw(2);
  run.wait_for([](const TrainState& kept) { return kept.redraw == 2; });
  CHECK(kept_step(run.folder) == 3);
}

TEST_CASE("no more work is at stake than the options allow, and by default no more than half a minute",
          "[unit][train]") {
  CHECK(plan_of(make_train_options("", {})).training.checkpoint_seconds <= 30);
  for (const TrainPreset& preset : train_presets())
    CHECK(plan_of(make_train_options(preset.name, {{"task", preset.task}})).training.checkpoint_seconds <= 30);
  const auto kept_at_validations = [](const Options& options) {
    const Folder folder;
    Trainer trainer(options);
    TrainControl control;
    const RunFolder here(folder.path());
    std::vector<Index> kept;
    trainer.run(control, &here, {}, [&](const ValidationRecord&) { kept.push_back(kept_step(folder)); });
    CHECK(kept_step(folder) == 12);
    return kept;
  };
  // Seen before the step's own checkpoint.
  CHECK(kept_at_validations(rarely()) == std::vector<Index>{0, 0, 0});
  CHECK(kept_at_validations(rarely({{"checkpoint_seconds", "0"}})) == std::vector<Index>{3, 7, 11});
  CHECK(kept_at_validations(rarely({{"checkpoint_every", "2"}})) == std::vector<Index>{2, 6, 10});
}

TEST_CASE("what is measured after the last step is measured once, also of a run that was ended before",
          "[unit][train]") {
  const Folder whole, killed;
  Trainer unbroken(rarely());
  run_to_end(unbroken, whole);
  REQUIRE(unbroken.complete());
  REQUIRE(unbroken.snapshot().record.variances.size() == 1);
  {
    Trainer trainer(rarely());
    while (!trainer.finished()) trainer.advance();
    trainer.save(RunFolder(killed.path()));
  }
  auto trainer = Trainer::resume(killed.path());
  CHECK(trainer->finished());
  CHECK_FALSE(trainer->complete());
  {
    TrainControl stopped;
    stopped.stop();
    const RunFolder here(killed.path());
    trainer->run(stopped, &here);
    CHECK_FALSE(trainer->complete());
  }
  run_to_end(*trainer, killed);
  CHECK(trainer->complete());
  run_to_end(*trainer, killed);
  const SavedRun saved = read_run(killed.path());
  REQUIRE(saved.record.variances.size() == 1);
  CHECK(same(saved.record.variances.front(), unbroken.snapshot().record.variances.front()));
  CHECK(losses_of(saved.record) == losses_of(unbroken.snapshot().record));
  // Nothing varies where nothing is drawn.
  Trainer plain(make_train_options(
      "", with(with(small_options(), kRare), {{"attention", "softmax"}, {"features", "automatic"}})));
  while (!plain.finished()) plain.advance();
  CHECK(plain.complete());
}

TEST_CASE("a run in memory does not overwrite what another has written since", "[unit][train]") {
  const Folder folder;
  Trainer older(rarely());
  while (older.state().step < 2) older.advance();
  older.save(RunFolder(folder.path()));
  CHECK_FALSE(older.is_behind(RunFolder(folder.path())));
  {
    const auto newer = Trainer::resume(folder.path());
    while (newer->state().step < 5) newer->advance();
    newer->save(RunFolder(folder.path()));
  }
  older.advance();
  CHECK(older.is_behind(RunFolder(folder.path())));
  CHECK_THROWS_WITH(older.save(RunFolder(folder.path())),
                    Contains("another program has written") && Contains("can be resumed"));
  CHECK(kept_step(folder) == 5);
}

TEST_CASE("what a killed program left half-written is gone after the next checkpoint", "[unit][train]") {
  const Folder folder;
  for (const char* name : {".step-7.safetensors.partial-123-0", ".best-4.safetensors.partial-123-0",
                           ".run.json.partial-123-1", ".mine.partial-123-0", "step.partial-1-0"})
    std::ofstream(folder.file(name)) << "half";
  Trainer trainer(rarely());
  trainer.save(RunFolder(folder.path()));
  CHECK(names_in(folder) ==
        std::vector<std::string>{".mine.partial-123-0", "run.json", "step-0.safetensors", "step.partial-1-0"});
}

TEST_CASE("a run leaves alone what its user put beside its checkpoints", "[unit][train]") {
  const Folder folder;
  std::vector<std::string> names = {".best-7.safetensors.partial-of-mine",
                                    ".step-7-mine.safetensors.partial-123-0",
                                    "best-7 (copy).safetensors",
                                    "best-so-far.safetensors",
                                    "best-.safetensors",
                                    "step--7.safetensors",
                                    "step-07.safetensors",
                                    "step-7-before.safetensors",
                                    "step-7.safetensors.bak",
                                    "step-before-i-change-the-rate.safetensors"};
  for (const std::string& name : names) std::ofstream(folder.file(name)) << "mine";
  std::ofstream(folder.file("step-7.safetensors")) << "of an earlier checkpoint";
  std::ofstream(folder.file("best-7.safetensors")) << "of an earlier checkpoint";
  Trainer trainer(rarely());
  trainer.save(RunFolder(folder.path()));
  names.insert(names.end(), {"run.json", "step-0.safetensors"});
  std::sort(names.begin(), names.end());
  CHECK(names_in(folder) == names);
  CHECK(bytes_of(folder.file("step-7-before.safetensors")) == "mine");
}

TEST_CASE("a folder in which a run is trained is refused, and forgotten where nothing came of it", "[unit][train]") {
  const Folder folder;
  const auto inner = folder.path() / "a" / "run";
  {
    const RunFolder here(inner);
    CHECK_THROWS_WITH(RunFolder(inner), Contains("run\" is being written by"));
    CHECK_FALSE(was_interrupted(inner));
  }
  CHECK_FALSE(std::filesystem::exists(inner));
  {
    const RunFolder here(inner);
    Trainer(rarely()).save(here);
  }
  CHECK(holds_run(inner));
}

TEST_CASE("a folder that cannot be looked into holds no run, and stops nobody", "[unit][train]") {
  const Folder folder;
  const auto circle = folder.path() / "circle";
  std::filesystem::create_directory_symlink(circle, circle);
  CHECK_FALSE(holds_run(circle));
  CHECK_THROWS_WITH(read_run(circle), Contains("holds no training run"));
}

TEST_CASE("rate and redraw of a run at rest change in its folder, and nothing else does", "[unit][train]") {
  const Folder folder;
  Trainer trainer(rarely());
  while (trainer.state().step < 3) trainer.advance();
  trainer.save(RunFolder(folder.path()));
  change_run(RunFolder(folder.path()), 0.125, {});
  change_run(RunFolder(folder.path()), {}, 5);
  const auto changed = Trainer::resume(folder.path());
  CHECK(changed->state().rate == 0.125);
  CHECK(changed->state().redraw == 5);
  trainer.set_rate(0.125);
  trainer.set_redraw(5);
  for (Trainer* one : {&trainer, changed.get()})
    while (!one->finished()) one->advance();
  CHECK(losses_of(changed->snapshot().record) == losses_of(trainer.snapshot().record));
}

TEST_CASE("a number of a checkpoint that is not the one that was written is refused", "[unit][train]") {
  const Folder folder;
  Trainer trainer(rarely());
  while (trainer.state().step < 6) trainer.advance();
  trainer.save(RunFolder(folder.path()));
  const std::string step = "step-6.safetensors", best = "best-4.safetensors";
  for (const std::string& name : {step, best}) {
    const auto path = folder.path() / name;
    const std::string bytes = bytes_of(path);
    for (const std::size_t from_end : {std::size_t{1}, std::size_t{4}, std::size_t{1000}}) {
      std::string changed = bytes;
      changed[changed.size() - from_end] ^= 1;
      std::ofstream(path, std::ios::binary) << changed;
      CHECK_THROWS_WITH(Trainer::resume(folder.path()), Contains(name) && Contains("not those that were written"));
    }
    std::ofstream(path, std::ios::binary) << bytes;
  }
  // A checkpoint of the same model at another moment, under this one's name.
  const Folder other;
  while (trainer.state().step < 7) trainer.advance();
  trainer.save(RunFolder(other.path()));
  const std::string bytes = bytes_of(folder.path() / step);
  std::filesystem::copy_file(other.path() / "step-7.safetensors", folder.path() / step,
                             std::filesystem::copy_options::overwrite_existing);
  CHECK_THROWS_WITH(Trainer::resume(folder.path()), Contains(step));
  std::ofstream(folder.path() / step, std::ios::binary) << bytes;
  CHECK_NOTHROW(Trainer::resume(folder.path()));
}

TEST_CASE("a finished run keeps what it takes to look at it; nothing else has to be there", "[unit][train]") {
  const Folder folder;
  Trainer trainer(rarely());
  while (!trainer.finished()) {
    if (trainer.state().step == 3) {
      trainer.save(RunFolder(folder.path()));
      CHECK(bytes_of(folder.path() / "step-3.safetensors").find("adamw.first") != std::string::npos);
    }
    trainer.advance();
  }
  trainer.save(RunFolder(folder.path()));
  const TrainState end = trainer.state();
  const auto step = folder.path() / ("step-" + std::to_string(end.step) + ".safetensors"),
             best = folder.path() / ("best-" + std::to_string(end.best_step) + ".safetensors");
  CHECK(bytes_of(step).find("adamw") == std::string::npos);
  REQUIRE(std::filesystem::remove(best));
  const auto opened = Trainer::resume(folder.path());
  CHECK(opened->finished());
  CHECK(opened->weights()->parameters == trainer.weights()->parameters);
  CHECK(losses_of(opened->snapshot().record) == losses_of(trainer.snapshot().record));
  // One that still learns needs all of it.
  const Folder other;
  Trainer young(rarely());
  while (young.state().step < 5) young.advance();
  young.save(RunFolder(other.path()));
  REQUIRE(std::filesystem::remove(other.path() / ("best-" + std::to_string(young.state().best_step) + ".safetensors")));
  CHECK_THROWS_AS(Trainer::resume(other.path()), Error);
}

TEST_CASE("a run of the first format goes on with the frequencies it had", "[unit][train]") {
  // samples=8 were 8 features: 4 frequencies of rks, 2 for each component. The losses are those with which that version
  // went on.
  const Folder folder;
  std::filesystem::copy(std::string(OMEGA_SOURCE_DIR) + "/tests/train/fixtures/format_1", folder.path());
  CHECK_NOTHROW(change_run(RunFolder(folder.path()), 0.001, {}));
  const auto trainer = Trainer::resume(folder.path());
  CHECK(trainer->state().step == 40);
  CHECK(trainer->plan().model.samples == 2);
  CHECK(trainer->plan().model.frequencies() == 4);
  const std::vector<double> expected = {2.2228193536169245, 2.185566264633804, 2.3118473305694542,
                                        2.25558170853741,   2.321617863588736, 2.319116400558079};
  for (const double loss : expected) {
    trainer->advance();
    CHECK(trainer->snapshot().record.steps.back().loss == Approx(loss).epsilon(1e-5));
  }
  // The first 40 as that version wrote them: a rate of 0.001 after 100 steps of warm-up.
  for (const StepRecord& s : trainer->snapshot().record.steps)
    CHECK(s.rate == Approx(1e-5 * static_cast<double>(s.step)));
  trainer->save(RunFolder(folder.path()));
  const SavedRun kept = read_run(folder.path());  // as one of today
  CHECK(kept.options.integer("samples") == 2);
  CHECK(Trainer::resume(folder.path())->state().step == 46);
}

TEST_CASE("a state in which no run can be is refused, and brackets that go too deep", "[unit][train][bad_input]") {
  const Folder folder;
  std::filesystem::copy(std::string(OMEGA_SOURCE_DIR) + "/tests/train/fixtures/format_1", folder.path());
  const std::string sound = bytes_of(folder.path() / "run.json");  // of the format that has no checksum
  const auto complaint = [&](const std::string& text) {
    std::ofstream(folder.path() / "run.json", std::ios::binary) << text;
    return refusal_of([&] { read_run(folder.path()); });
  };
  CHECK_NOTHROW(read_run(folder.path()));
  for (const auto& [from, to] : {std::pair{"\"step\":40}", "\"step\":-1000000}"},
                                 {"\"step\":40}", "\"step\":401}"},
                                 {"\"drawn_at\":35", "\"drawn_at\":41"},
                                 {"\"best_step\":20", "\"best_step\":-1"},
                                 {"\"redraw\":7,\"seconds\"", "\"redraw\":0,\"seconds\""},
                                 {"\"confusion\":[[3,", "\"confusion\":[["}}) {
    INFO(to);
    std::string text = sound;
    REQUIRE(text.find(from) != std::string::npos);
    CHECK_THAT(complaint(text.replace(text.find(from), std::string(from).size(), to)),
               Contains("no training run can be"));
  }
  for (const std::size_t depth : {std::size_t{18}, std::size_t{1000000}})
    CHECK_THAT(complaint(std::string(depth, '[') + std::string(depth, ']')), Contains("too deep"));
}

TEST_CASE("samples are the draws of a head: each component has as many frequencies of its own", "[unit][train]") {
  for (const std::string features : {"rks", "prf"}) {
    const ModelSettings paper =
        plan_of(make_train_options("paper", {{"attention", "gmm"}, {"features", features}})).model;
    CHECK(paper.samples == 64);
    CHECK(paper.components == 2);
    CHECK(paper.frequencies() == 128);
    CHECK(paper.features_of_head() == (features == "rks" ? 256 : 128));
    CHECK(Model<float>(paper).rows(0).rows == paper.heads * 128);
    const Options::Given engines = estimator_of(paper).options;
    CHECK(std::find(engines.begin(), engines.end(), std::pair<std::string, std::string>("frequencies", "64")) !=
          engines.end());
  }
  for (const Options::Given& attention : std::vector<Options::Given>{{{"attention", "fastfood"}},
                                                                     {{"attention", "generative"}, {"features", "rks"}},
                                                                     {{"attention", "rfa"}, {"features", "trig"}}})
    CHECK(plan_of(make_train_options("paper", attention)).model.frequencies() == 64);
  const ModelSettings alike = plan_of(make_train_options_of("", {{"attention", "gmm"}, {"features", "rks"}}, 64)).model;
  CHECK(alike.features_of_head() == 64);
  CHECK(alike.samples == 16);
  CHECK_THROWS_WITH(make_train_options_of("", {{"attention", "gmm"}, {"features", "rks"}}, 6), Contains("features=6"));
}

TEST_CASE("a folder for a run on a full disk is not left behind", "[unit][train]") {
  const Folder folder;
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit none{0, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &none);
  CHECK_THROWS_WITH(RunFolder(folder / "some/run"), Contains("cannot be written"));
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, was);
  CHECK_FALSE(std::filesystem::exists(folder / "some"));
}

TEST_CASE("a run goes on with its data where they lie now, and with no others", "[unit][train]") {
  const Folder folder;
  const auto write = [&](const std::string& name, const std::string& good) {
    std::ofstream table(folder / name);
    for (int i = 0; i < 60; ++i) table << "pos," << good << i << "\nneg,bad " << i << "\n";
  };
  write("data.csv", "good ");
  write("other.csv", "fine ");
  const auto options = [&](const std::string& data) {
    return make_train_options("", with(small_options(), {{"task", "text"}, {"length", "16"}, {"data", data}}));
  };
  Trainer(options(folder.file("data.csv"))).save(RunFolder(folder / "run"));
  std::filesystem::rename(folder / "data.csv", folder / "moved.csv");
  CHECK_THROWS_WITH(Trainer::resume(folder / "run"), Contains("there is no such file or folder"));
  const auto resumed = [&](const std::string& data) {
    return Trainer::resume(folder / "run", {}, Backend::cpu, folder.file(data));
  };
  CHECK_THROWS_WITH(resumed("other.csv"), Contains("other.csv\" is not what the run in"));
  resumed("moved.csv")->save(RunFolder(folder / "run"));
  CHECK(Trainer::resume(folder / "run")->options().word("data") == folder.file("moved.csv"));
  Trainer(make_train_options("", small_options())).save(RunFolder(folder / "made up"));
  CHECK_THROWS_WITH(Trainer::resume(folder / "made up", {}, Backend::cpu, folder.file("moved.csv")),
                    Contains("examples that are made up"));
}
