// The Train workspace as tests use it: small runs, in a folder of their own, that are closed and found again.
#pragma once

#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <catch2/catch.hpp>
#include <map>

#include "app/booth.h"
#include "jobs/training_runs.h"
#include "train/checkpoint.h"
#include "train/small_model.h"

namespace omegascope::test {

using Given = omega::Options::Given;

inline Given small(const Given& more = {}) {
  Given all = {{"length", "12"},
               {"examples", "900"},
               {"layers", "2"},
               {"heads", "2"},
               {"d_model", "8"},
               {"d_ff", "8"},
               {"samples", "8"},
               {"landmarks", "3"},
               {"window", "5"},
               {"overlap", "1"},
               {"sparsity", "0.7"},
               {"steps", "40"},
               {"batch", "20"},
               {"validate_every", "5"},
               {"validation_examples", "45"},
               {"checkpoint_every", "10"},
               {"warmup", "4"}};
  return omega::test::with(std::move(all), more);
}

/// Everything of a curve that is a function of options and seed.
inline std::vector<double> curveOf(const omega::train::Record& record) {
  std::vector<double> curve;
  for (const omega::train::StepRecord& s : record.steps)
    curve.insert(curve.end(), {s.loss, s.accuracy, s.rate, s.gradient_norm});
  for (const omega::train::ValidationRecord& v : record.validations) curve.insert(curve.end(), {v.loss, v.accuracy});
  return curve;
}

inline std::vector<double> wholeCurve(const Given& options) {
  omega::train::Trainer trainer(omega::train::make_train_options("", options));
  while (!trainer.finished()) trainer.advance();
  return curveOf(trainer.snapshot().record);
}

struct Gym {
  QTemporaryDir folder;
  std::unique_ptr<Booth> booth;
  std::map<QString, std::unique_ptr<Panel>> panels;

  Gym() { open(); }
  /// As if the program ended and began again.
  void open() {
    close();
    booth = std::make_unique<Booth>();
    runs().setFolder(folder.path());
  }
  void close() {
    panels.clear();
    booth.reset();
  }
  TrainingRuns& runs() { return booth->workbench().training(); }
  TrainRun& run() { return *runs().current(); }
  template <class Kind = Panel>
  Kind& panel(const char* name) {
    auto& shown = panels[QLatin1String(name)];
    if (!shown) shown = booth->show(kindOf(QLatin1String(name)), {900, 620});
    return static_cast<Kind&>(*shown);
  }
  TrainRun& start(const Given& options) { return *runs().create({}, omega::train::make_train_options("", options)); }
  void press(const QString& label) {
    for (QToolButton* button : panel("train_runs").findChildren<QToolButton*>())
      if (button->text() == label && button->isEnabled()) return button->click();
    FAIL("there is no button " << label.toStdString() << " to press");
  }
  bool says(const char* name, const QString& part) {
    for (const QLabel* label : panel(name).findChildren<QLabel*>())
      if (label->text().contains(part)) return true;
    return false;
  }
  void rest(const TrainRun& run) {
    REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
    INFO(text(run.error()));
    REQUIRE(run.error().isEmpty());
  }
  /// Until a paused run rests between two steps: it writes what it has learned then. One that keeps no checkpoints on
  /// its way and has learned something.
  void untilStill(const TrainRun& run) {
    REQUIRE(waitFor([&] {
      const omega::Index step = run.trainer()->state().step;
      return omega::train::read_run(run.folder().toStdString()).state.step == step && run.picture()->state.step == step;
    }));
  }
  void untilStep(const TrainRun& run, omega::Index step) {
    REQUIRE(waitFor([&] { return run.picture() && run.picture()->state.step >= step; }));
  }
};

}  // namespace omegascope::test
