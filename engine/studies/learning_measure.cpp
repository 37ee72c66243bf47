// learning: how many steps of training it takes until validation first reaches an accuracy, by the point's method.
#include "bench/training.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

constexpr double kDefaultAccuracy = 0.8;
constexpr const char* kNeverThere = "at every point a run never got there";

double accuracy_of(const StudyPoint& point) { return point.parameters.value("accuracy", kDefaultAccuracy); }

/// The preset's, the point's parameters over them, and its method's options over both.
Options options_of_run(const StudyPoint& point, Index seed) {
  Options::Given given;
  for (const auto& [name, value] : point.parameters.items())
    if (name != "preset" && name != "accuracy") given.emplace_back(name, text_of(value));
  for (const auto& own : train::trained_as(point.what.method, point.what.options)) given.push_back(own);
  given.emplace_back("seed", std::to_string(seed));
  return train::make_train_options(point.parameters.value("preset", ""), given);
}

MeasuredRow measure_learning(const MeasureJob& job) {
  const Learned learned =
      learn_until(options_of_run(job.point, job.seed), accuracy_of(job.point), job.threads, job.part(0, 1));
  MeasuredRow row;
  row.values["steps"] = learned.step ? Json(*learned.step) : Json();
  row.values["best_accuracy"] = 100 * learned.best_accuracy;
  row.machine["seconds"] = learned.step ? Json(learned.seconds) : Json();  // up to that step
  return row;
}

}  // namespace

Measure learning_measure() {
  Measure measure;
  measure.follows_precision = false;
  measure.name = "learning";
  measure.summary =
      "How many steps of training it takes until validation first reaches an accuracy, and the best accuracy; every "
      "seed is another run. Parameters are the trainer's options.";
  measure.parameters = {"preset", "accuracy"};
  for (const OptionSpec& spec : train::train_options())
    if (spec.shown_when_option != "attention" && spec.name != "attention" && spec.name != "seed")
      measure.parameters.push_back(spec.name);
  measure.values = {"steps", "best_accuracy", "seconds"};
  measure.of_machine = measure.times = {"seconds"};
  measure.without = {{"steps", kNeverThere}, {"seconds", kNeverThere}};
  measure.needs_method = false;  // nor a sequence: a run draws its own examples
  measure.seconds = [](const StudyPoint& point, int threads) {
    return training_seconds(train::plan_of(options_of_run(point, 0)), threads);
  };
  measure.check = [](const StudyPoint& point) {
    if (const double accuracy = accuracy_of(point); !(accuracy > 0 && accuracy <= 1))
      throw Error::input("accuracy is " + point.parameters["accuracy"].dump() + ", but must be above 0 and at most 1");
    train::plan_of(options_of_run(point, 0));
  };
  measure.run = measure_learning;
  return measure;
}

}  // namespace omega::studies
