// Training: the same curve on any number of threads and across every interruption, checkpoints that hold or are
// refused, and nothing allocated from step to step.
#include "train/trainer.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "bench/training.h"
#include "core/error.h"
#include "cpu/parallel.h"
#include "estimators/small_problem.h"
#include "support/folder.h"
#include "train/checkpoint.h"
#include "train/series.h"
#include "train/small_model.h"

using namespace omega;
using namespace omega::test;
using namespace omega::train;

namespace {

Options options_of(const Options::Given& more) {
  return make_train_options("", with(with(small_options(), {{"steps", "12"},
                                                            {"validate_every", "4"},
                                                            {"validation_examples", "27"},
                                                            {"redraw", "3"},
                                                            {"checkpoint_every", "5"}}),
                                     more));
}

const Options::Given kKernel = {{"attention", "gmm"}, {"features", "rks"}};

/// The curve: everything that is a function of options and seed, no times.
std::vector<double> curve_of(const Record& record) {
  std::vector<double> curve;
  for (const StepRecord& s : record.steps)
    curve.insert(curve.end(), {s.loss, s.accuracy, s.rate, s.gradient_norm, static_cast<double>(s.floored)});
  for (const ValidationRecord& v : record.validations) curve.insert(curve.end(), {v.loss, v.accuracy});
  for (const GradientRecord& g : record.gradients) curve.insert(curve.end(), {g.mark, g.mean, g.deviation});
  return curve;
}

std::vector<double> whole_curve(const Options& options, int threads = 0) {
  std::vector<double> curve;
  with_threads(threads, [&] {
    Trainer trainer(options);
    while (!trainer.finished()) trainer.advance();
    curve = curve_of(trainer.snapshot().record);
  });
  return curve;
}

void run_until(Trainer& trainer, Index step) {
  while (trainer.snapshot().state.step < step) trainer.advance();
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a curve is the same bit for bit on any number of threads", "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) {
    INFO(text_of(attention));
    const std::vector<double> one = whole_curve(options_of(attention), 1);
    CHECK(one == whole_curve(options_of(attention), 2));
    CHECK(one == whole_curve(options_of(attention), 5));
  }
  const Options dropping = options_of(with(kKernel, {{"dropout", "0.2"}}));
  CHECK(whole_curve(dropping, 1) == whole_curve(dropping, 3));
}

TEST_CASE("another seed is another curve", "[unit][train]") {
  CHECK(whole_curve(options_of({{"seed", "1"}})) != whole_curve(options_of({})));
}

TEST_CASE("a resumed run goes on exactly", "[unit][train]") {
  const Folder folder;
  for (const Options::Given& attention :
       {kKernel, Options::Given{{"attention", "fastfood"}},
        Options::Given{{"attention", "generative"}, {"dropout", "0.1"}}, Options::Given{{"attention", "ra"}},
        Options::Given{{"attention", "mis"}, {"adapt", "true"}},
        Options::Given{{"attention", "eva"}, {"proposals", "learned"}},
        Options::Given{{"attention", "lara"}, {"proposals", "learned"}},
        Options::Given{{"attention", "eva"}, {"group_samples", "2"}}}) {
    INFO(text_of(attention));
    const Options options = options_of(attention);
    for (const Index at : {1, 5, 8}) {
      Trainer first(options);
      run_until(first, at);
      first.save(RunFolder(folder.path()));
      const auto second = Trainer::resume(folder.path());
      CHECK(second->snapshot().state.step == at);
      while (!second->finished()) second->advance();
      CHECK(curve_of(second->snapshot().record) == whole_curve(options));
    }
  }
}

TEST_CASE("a resumed run goes on exactly with every task, on any number of threads", "[unit][train]") {
  const Folder folder;
  for (const Task& task : tasks())
    for (const char* attention : {"eva", "rfa"}) {
      INFO(task.name << " " << attention);
      const Options options = options_of(with(small_task(task.name), {{"attention", attention}}));
      const std::vector<double> curve = whole_curve(options, 1);
      CHECK(whole_curve(options, 3) == curve);
      Trainer first(options);
      run_until(first, 5);
      first.save(RunFolder(folder.path() / (task.name + attention)));
      const auto second = Trainer::resume(folder.path() / (task.name + attention));
      while (!second->finished()) second->advance();
      CHECK(curve_of(second->snapshot().record) == curve);
      CHECK(second->snapshot().record.class_names == second->data().class_names);
      CHECK(second->snapshot().record.bytes > 0);
    }
}

TEST_CASE("a run whose data were changed is not gone on with", "[unit][train]") {
  const Folder folder;
  const auto write = [&](int changed) {
    std::ofstream table(folder.path() / "texts.csv");
    for (int i = 0; i < 90; ++i)
      table << (i % 2) << ",\"" << (i < changed ? "another " : "a ") << "text " << i << "\"\n";
  };
  write(0);
  Trainer trainer(options_of({{"task", "text"}, {"data", (folder.path() / "texts.csv").string()}}));
  run_until(trainer, 2);
  trainer.save(RunFolder(folder.path() / "run"));
  CHECK_NOTHROW(Trainer::resume(folder.path() / "run"));
  write(3);
  CHECK_THAT(message_of([&] { Trainer::resume(folder.path() / "run"); }),
             Catch::Contains("is not what the run in") && Catch::Contains("texts.csv"));
}

TEST_CASE("a series is every task with every attention and seed, and is cut into shards without a rest",
          "[unit][train]") {
  const Folder folder;
  Options::Given given = with(small_options(), {{"steps", "2"}});
  std::erase_if(given, [](const auto& one) { return one.first == "sparsity"; });
  const Series series{{"sparsity", "copy"}, {"softmax", "gmm-rks"}, 2, "quick", given};
  const std::vector<SeriesRun> all = runs_of(series);
  REQUIRE(all.size() == 8);
  CHECK(all[3].name == "sparsity-gmm-rks-1");
  CHECK(all[3].options.word("features") == "rks");
  CHECK(all[3].options.integer("seed") == 1);
  CHECK(all[4].options.word("task") == "copy");
  std::size_t count = 0;
  for (const Index part : {1, 2, 3}) count += shard_of(all, part, 3).size();
  CHECK(count == 8);
  CHECK(shard_of(all, 2, 3).front().name == all[1].name);
  CHECK(state_of(all[0], folder.path()) == Standing::missing);
  Trainer trainer(all[0].options);
  run_until(trainer, 1);
  trainer.save(RunFolder(folder.path() / all[0].name));
  CHECK(state_of(all[0], folder.path()) == Standing::begun);
  run_until(trainer, 2);
  trainer.save(RunFolder(folder.path() / all[0].name));
  CHECK(state_of(all[0], folder.path()) == Standing::complete);
  const SeriesRun other{all[0].name, all[1].options};
  CHECK_THAT(message_of([&] { state_of(other, folder.path()); }), Catch::Contains("was begun with seed=0, not 1"));
  CHECK_THROWS_AS(runs_of({{"copi"}, {"softmax"}, 1, "quick", {}}), Error);
  CHECK(run_folders(folder.path()) == std::vector<std::filesystem::path>{folder.path() / all[0].name});
}

TEST_CASE("a step that is given up changes nothing, and the run goes on exactly", "[unit][train]") {
  const Folder folder;
  for (const Options::Given& attention : {kKernel, Options::Given{{"attention", "lara"}}}) {
    const Options options = options_of(attention);
    Trainer first(options);
    run_until(first, 6);  // the noise is renewed before the next step
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(first.advance(Progress(stop.get_token())), Cancelled);
    CHECK(first.snapshot().state.step == 6);
    first.save(RunFolder(folder.path()));
    const auto second = Trainer::resume(folder.path());
    for (Trainer* trainer : {&first, second.get()}) {
      while (!trainer->finished()) trainer->advance();
      CHECK(curve_of(trainer->snapshot().record) == whole_curve(options));
    }
  }
}

TEST_CASE("a run that is abandoned leaves a checkpoint to go on from exactly", "[unit][train][concurrency]") {
  const Options options = options_of(with(kKernel, {{"steps", "200"}}));
  const Folder folder;
  {
    Trainer trainer(options);
    trainer.save(RunFolder(folder.path()));
    TrainControl control;
    std::jthread other([&] {
      while (trainer.state().step < 9) std::this_thread::yield();
      control.abandon();
    });
    const RunFolder here(folder.path());
    trainer.run(control, &here);
    CHECK(trainer.state().step < 200);
  }
  const auto second = Trainer::resume(folder.path());
  while (!second->finished()) second->advance();
  CHECK(curve_of(second->snapshot().record) == whole_curve(options));
}

TEST_CASE("a changed rate and redraw period are in force at once and are kept by a checkpoint", "[unit][train]") {
  const Folder folder;
  const Options options = options_of(kKernel);
  const auto changed = [&](bool through_file) {
    auto trainer = std::make_unique<Trainer>(options);
    run_until(*trainer, 5);
    trainer->set_rate(0.01);
    trainer->set_redraw(1);
    if (through_file) {
      trainer->save(RunFolder(folder.path()));
      trainer = Trainer::resume(folder.path());
    }
    while (!trainer->finished()) trainer->advance();
    CHECK(trainer->snapshot().state.draw == 1 + 7);  // at step 3, then at every step from 5 on
    return curve_of(trainer->snapshot().record);
  };
  CHECK(changed(false) == changed(true));
  CHECK(changed(false) != whole_curve(options));
}

TEST_CASE("run pauses, steps, resumes and stops as told", "[unit][train][concurrency]") {
  Trainer trainer(options_of(kKernel));
  TrainControl control;
  control.pause();
  std::thread driver([&] { trainer.run(control, {}); });
  const auto wait_for = [&](Index step) {
    while (trainer.snapshot().state.step < step) std::this_thread::yield();
  };
  control.step();
  wait_for(1);
  control.step();
  control.step();
  wait_for(3);
  CHECK(trainer.snapshot().state.step == 3);
  control.resume();
  wait_for(6);
  control.stop();
  driver.join();
  const Index stopped_at = trainer.snapshot().state.step;
  CHECK(stopped_at >= 6);
  std::vector<double> whole = whole_curve(options_of(kKernel));
  for (std::size_t i = 0; i < trainer.snapshot().record.steps.size(); ++i)
    REQUIRE(trainer.snapshot().record.steps[i].loss == whole[5 * i]);
}

TEST_CASE("weights of the latest validation can be looked at from elsewhere", "[unit][train]") {
  Trainer trainer(options_of(kKernel));
  CHECK(trainer.weights()->step == 0);
  run_until(trainer, 4);
  const auto weights = trainer.weights();
  REQUIRE(weights);
  CHECK(weights->step == 4);
  const HeadView now = look_at_head(trainer.model(), trainer.data(), 3, 1, 0);
  run_until(trainer, 7);
  const auto model = trainer.model_of(*weights);
  const HeadView then = look_at_head(*model, trainer.data(), 3, 1, 0);
  for (Index i = 0; i < now.attention.rows() * now.attention.cols(); ++i)
    REQUIRE(now.attention.data()[i] == then.attention.data()[i]);
  for (Index n = 0; n < then.attention.rows(); ++n) {
    float sum = 0;
    for (Index m = 0; m < then.attention.cols(); ++m) sum += then.attention(n, m);
    CHECK(sum == Approx(1).epsilon(1e-3));
  }
}

TEST_CASE("run leaves checkpoints behind, the latest and the best", "[unit][train]") {
  const Folder folder;
  Trainer trainer(options_of(kKernel));
  TrainControl control;
  std::vector<Index> validated;
  const RunFolder here(folder.path());
  trainer.run(control, &here, {}, [&](const ValidationRecord& v) { validated.push_back(v.step); });
  CHECK(validated == std::vector<Index>{4, 8, 12});
  CHECK(std::filesystem::exists(folder.path() / "step-12.safetensors"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "step-10.safetensors"));
  const SavedRun saved = read_run(folder.path());
  CHECK(saved.state.best_accuracy == saved.record.best_accuracy());
  CHECK(std::filesystem::exists(folder.path() / ("best-" + std::to_string(saved.state.best_step) + ".safetensors")));
  CHECK(saved.record.eigenvalues.size() == 4);                 // 2 layers, 2 heads
  CHECK(saved.record.eigenvalues.front().values.size() == 8);  // 2 components of 4 dimensions
}

TEST_CASE("a checkpoint that was cut short or is of another model is refused with a sentence", "[unit][train]") {
  const Folder folder;
  Trainer trainer(options_of(kKernel));
  run_until(trainer, 2);
  trainer.save(RunFolder(folder.path()));
  const auto resume = [&] { Trainer::resume(folder.path()); };
  CHECK(message_of(resume).empty());
  const auto tensors = folder.path() / "step-2.safetensors";
  std::filesystem::resize_file(tensors, std::filesystem::file_size(tensors) - 100);
  CHECK_THAT(message_of(resume), Catch::Contains("step-2.safetensors") && Catch::Contains("cut short"));

  const Folder other;
  Trainer wider(options_of(with(kKernel, {{"d_ff", "7"}})));
  run_until(wider, 2);
  wider.save(RunFolder(other.path()));
  std::filesystem::copy_file(other.path() / "step-2.safetensors", tensors,
                             std::filesystem::copy_options::overwrite_existing);
  CHECK_THAT(message_of(resume), Catch::Contains("feed.first.weight") && Catch::Contains("another model"));
  std::filesystem::remove(tensors);
  CHECK_THAT(message_of(resume), Catch::Contains("step-2.safetensors"));
  std::ofstream(folder.path() / "run.json") << "{\"format\": 3}";
  CHECK_THAT(message_of(resume), Catch::Contains("run.json"));
  std::filesystem::remove(folder.path() / "run.json");
  CHECK_THAT(message_of(resume), Catch::Contains("no training run"));
}

TEST_CASE("a checkpoint that cannot be written is a failure that names the folder", "[unit][train]") {
  const Folder folder;
  const auto file = folder.path() / "file";
  std::ofstream(file) << "no folder";
  Trainer trainer(options_of({}));
  CHECK_THAT(message_of([&] { trainer.save(RunFolder(file)); }),
             Catch::Contains("file\" is a file; give the name of a folder"));
}

TEST_CASE("output variance is measured where there is noise, and can be stopped", "[unit][train]") {
  Trainer plain(options_of({})), noisy(options_of(kKernel));
  CHECK_FALSE(plain.measure_variance(9, 3).has_value());
  std::stop_source stop;
  stop.request_stop();
  CHECK_THROWS_AS(noisy.measure_variance(9, 3, Progress(stop.get_token())), Cancelled);
  CHECK(noisy.snapshot().record.variances.empty());
  REQUIRE(noisy.measure_variance(9, 3).has_value());
  CHECK(noisy.snapshot().record.variances.size() == 1);
}

TEST_CASE("a loss that is not finite stops the run and names step and layer", "[unit][train]") {
  Trainer trainer(options_of({}));
  run_until(trainer, 2);
  for (const Parameter& parameter : trainer.model().table().all())
    if (parameter.name == "layers.1.feed.second.weight") trainer.model().parameters()[parameter.offset] = std::nanf("");
  CHECK_THAT(message_of([&] { trainer.advance(); }),
             Catch::Contains("step 3") && Catch::Contains("layer 2") && Catch::Contains("not a finite number"));
  CHECK(trainer.snapshot().state.step == 2);
}

TEST_CASE("sizes that do not go together are refused", "[unit][train]") {
  for (const auto& [options, word] : std::vector<std::pair<Options::Given, std::string>>{
           {{{"heads", "3"}}, "d_model=8"},
           {{{"attention", "gmm"}, {"features", "trig"}}, "features=trig"},
           {{{"features", "rks"}}, "features=rks"},
           {{{"attention", "lara"}, {"proposals", "zero"}}, "proposals=zero"},
           {{{"attention", "eva"}, {"group_samples", "2"}, {"proposals", "q"}}, "group_samples=2"},
           {{{"attention", "eva"}, {"group_samples", "2"}, {"adapt", "true"}}, "group_samples=2"},
           {{{"batch", "170"}}, "batch=170"}})
    CHECK_THAT(message_of([&, given = options] { plan_of(options_of(given)); }), Catch::Contains(word));
}

TEST_CASE("every attention names the engine's estimator of its heads", "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) {
    INFO(text_of(attention));
    const ModelSettings model = plan_of(options_of(attention)).model;
    const EstimatorOf found = estimator_of(model);
    Arrays given;
    for (const auto& [option, value] : found.options)
      if (option == "proposals" && value == "given") given["mu"] = normals({model.landmarks, model.head_width()}, 4);
    CHECK_NOTHROW(estimate(random_sequence(model.length, model.length, model.head_width(), model.head_width()),
                           found.method, found.options, given));
  }
}

TEST_CASE("the trainer's options of an estimator are those of the attention whose heads it computes", "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) {
    INFO(text_of(attention));
    const ModelSettings model = plan_of(options_of(attention)).model;
    EstimatorOf head = estimator_of(model);
    std::erase_if(head.options, [](const auto& one) { return one.first == "sigma"; });  // where FastFood starts
    const ModelSettings again = plan_of(options_of(trained_as(head.method, head.options))).model;
    CHECK(again.attention == model.attention);
    EstimatorOf same = estimator_of(again);
    std::erase_if(same.options, [](const auto& one) { return one.first == "sigma"; });
    CHECK(same.options == head.options);
    CHECK(title_of(plan_of(options_of(given_of_title(title_of(model)))).model) == title_of(model));
    for (const auto& [option, value] : given_of_title(title_of(model))) CHECK(is_in_titles(option));
  }
  const ModelSettings lara = plan_of(options_of(given_of_title("lara-learned-adapt"))).model,
                      eva = plan_of(options_of(given_of_title("eva-samples49"))).model;
  CHECK(lara.adapts);
  CHECK(lara.learns_proposals());
  CHECK(eva.samples == 49);
  CHECK_THAT(message_of([] { plan_of(options_of(given_of_title("eva-sample"))); }), Catch::Contains("proposals"));
  CHECK_THAT(message_of([] { trained_as("lara", {{"weighting", "balance"}}); }), Catch::Contains("weighting=balance"));
  CHECK_THAT(message_of([] { plan_of(options_of(trained_as("linformer", {}))); }), Catch::Contains("linformer"));
}

TEST_CASE("a title is read back whatever its attention and each of its options are", "[unit][train]") {
  const std::vector<OptionSpec> known = train_options();
  const auto are_for = [&](const std::string& option, const std::string& attention) {
    const OptionSpec& spec = *option_named(known, option);
    return spec.shown_when_option == "attention" && is_among(spec.shown_when_values, attention);
  };
  for (const std::string& attention : option_named(known, "attention")->words) {
    const ModelSettings model = plan_of(options_of({{"attention", attention}})).model;
    INFO(attention);
    for (const char* option : {"landmarks", "adapt", "proposals"})
      CHECK(are_for(option, attention) == model.has_landmarks());
    CHECK(are_for("features", attention) == model.has_features());
    CHECK(are_for("kernel_scale", attention) == model.learns_kernel());
    for (const OptionSpec& spec : known) {
      if (!is_in_titles(spec.name) || !are_for(spec.name, attention)) continue;
      const bool has_words = !spec.words.empty(), is_number = spec.name == "group_samples";
      for (const std::string& text : has_words ? spec.words : std::vector<std::string>{is_number ? "2" : "true"}) {
        const Options::Given given = {{"attention", attention}, {spec.name, text}};
        if (!message_of([&] { plan_of(options_of(given)); }).empty()) continue;  // as features=trig of gmm
        const std::string title = title_of(plan_of(options_of(given)).model);
        INFO(title);
        CHECK(title_of(plan_of(options_of(given_of_title(title))).model) == title);
      }
    }
  }
}

TEST_CASE("what is learned until an accuracy is learned at the first validation that reaches it", "[unit][train]") {
  const Options options = options_of({{"attention", "gmm"}, {"rate", "0.02"}, {"warmup", "0"}, {"steps", "24"}});
  Trainer trainer(options);
  while (!trainer.finished()) trainer.advance();
  const Record whole = trainer.snapshot().record;
  double best = 0;
  for (const ValidationRecord& validation : whole.validations) {
    if (validation.accuracy <= best) continue;
    best = validation.accuracy;
    const Learned learned = learn_until(options, best, 1, {});
    REQUIRE(learned.step);
    CHECK(*learned.step == validation.step);
    CHECK(learned.best_accuracy == best);
  }
  REQUIRE(best > 0);
  REQUIRE(best < 1);
  const Learned never = learn_until(options, 1, 1, {});
  CHECK_FALSE(never.step);
  CHECK(never.best_accuracy == best);
}

TEST_CASE("the seconds until a step are those of validations, and evenly spread between them", "[unit][train]") {
  Record record;
  CHECK(record.seconds_until(7) == 0);
  for (const auto& [step, seconds] : {std::pair{10, 2.0}, std::pair{20, 3.0}, std::pair{40, 11.0}}) {
    ValidationRecord validation;
    validation.step = step;
    validation.seconds = seconds;
    record.validations.push_back(validation);
  }
  for (const auto& [step, seconds] : {std::pair{0, 0.0}, std::pair{5, 1.0}, std::pair{10, 2.0}, std::pair{15, 2.5},
                                      std::pair{40, 11.0}, std::pair{50, 15.0}})
    CHECK(record.seconds_until(step) == Approx(seconds));
}

TEST_CASE("presets are options that go together", "[unit][train]") {
  for (const TrainPreset& preset : train_presets())
    CHECK_NOTHROW(plan_of(make_train_options(preset.name, {{"task", preset.task}})));
  CHECK_THAT(message_of([] { make_train_options("clas", {}); }),
             Catch::Contains("did you mean") && Catch::Contains("class"));
}

TEST_CASE("a step allocates nothing that the engine meters", "[unit][train]") {
  for (const Options::Given& attention : all_attentions()) {
    INFO(text_of(attention));
    Trainer trainer(options_of(attention));
    trainer.advance();
    const std::size_t before = memory::current_bytes();
    const memory::Peak peak;
    run_until(trainer, 3);  // no validation
    CHECK(peak.bytes() == 0);
    CHECK(memory::current_bytes() == before);
  }
}

TEST_CASE("a small model learns the task", "[unit][train]") {
  Trainer trainer(make_train_options("", {{"length", "12"},
                                          {"examples", "1800"},
                                          {"layers", "1"},
                                          {"heads", "2"},
                                          {"d_model", "16"},
                                          {"d_ff", "16"},
                                          {"steps", "250"},
                                          {"batch", "60"},
                                          {"rate", "0.005"},
                                          {"warmup", "20"},
                                          {"sparsity", "0.7"},
                                          {"validation_examples", "180"}}));
  while (!trainer.finished()) trainer.advance();
  CHECK(trainer.snapshot().record.best_accuracy() > 0.3);
}
