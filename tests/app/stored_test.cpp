// What comes with the program as measured elsewhere: it can be read, is of today's studies, says where it is from, and
// gives way to what is measured here.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QUndoStack>
#include <set>

#include "app/gym.h"
#include "app/studio.h"
#include "export/provenance.h"
#include "jobs/stored.h"
#include "model/settings.h"
#include "studies/assets.h"
#include "views/remedy.h"
#include "views/studies/study_gallery.h"
#include "views/train/run_words.h"

using namespace omegascope;
using namespace omegascope::test;
using omega::studies::Json;

namespace {

StudyDefinition smallStudy(const omega::studies::StudyAsset& asset) {
  return omega::studies::read_study(asset.name + ".json", std::string(asset.text), "small");
}

/// What comes with the program of the study's small size.
std::shared_ptr<const StoredStudy> storedOf(const omega::studies::StudyAsset& asset) {
  INFO(asset.name << " has none, or its question has changed: assets/stored/make_stored.py OMEGA --only "
                  << asset.name);
  auto stored = storedStudy(smallStudy(asset));
  REQUIRE(stored != nullptr);
  return stored;
}

/// Whether the panel shows a label with this in it.
bool shows(Studio& s, const QString& words) {
  const auto labels = s.panel().findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
    return label->isVisibleTo(&s.panel()) && label->text().contains(words);
  });
}

const QString kElsewhere = QStringLiteral("Measured elsewhere");

}  // namespace

TEST_CASE("results of every study come with the program, and are of what the study asks today", "[studies][stored]") {
  int studies = 0;
  for (const auto& asset : omega::studies::study_assets()) {
    INFO(asset.name);
    const StudyDefinition study = smallStudy(asset);
    const auto stored = storedOf(asset);
    CHECK(stored->picture->summary.rows == study.rows());
    CHECK_FALSE(stored->picture->summary.figure.panels.empty());
    CHECK(stored->picture->summary.findings.size() >= study.findings.size());
    CHECK_FALSE(stored->origin.version.isEmpty());
    CHECK_FALSE(stored->origin.machine.isEmpty());
    CHECK(stored->origin.threads > 0);
    ++studies;
  }
  CHECK(studies >= 11);
}

TEST_CASE("rows that were stored are no rows of another size, sequence or question", "[studies][stored]") {
  const auto& asset = omega::studies::study_assets().front();
  CHECK(storedStudy(omega::studies::read_study("a", std::string(asset.text), "toy")) == nullptr);
  omega::studies::StudyInput other;
  other.preset = "clusters";
  CHECK(storedStudy(omega::studies::read_study("a", std::string(asset.text), "small", other)) == nullptr);
  std::string text(asset.text);
  const std::string from = "\"samples\": {\"toy\": [4, 8, 16], \"small\": [4,";
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), "\"samples\": {\"toy\": [4, 8, 16], \"small\": [5,");
  CHECK(storedStudy(omega::studies::read_study("a", text, "small")) == nullptr);
}

TEST_CASE("Studies opens with a figure, and has one of every study", "[studies][stored]") {
  Studio s;
  s.open();
  REQUIRE(s.panel().run() != nullptr);
  REQUIRE(s.panel().view().figure() != nullptr);
  CHECK(shows(s, kElsewhere));
  const auto& gallery = *s.panel().findChild<StudyGallery*>();
  const auto count = static_cast<int>(omega::studies::study_assets().size());
  REQUIRE(gallery.count() == count);
  std::vector<StudyDefinition> studies;
  for (const auto& asset : omega::studies::study_assets()) studies.push_back(smallStudy(asset));
  REQUIRE(waitFor([&] { return std::all_of(studies.begin(), studies.end(), isStoredRead); }));
  for (const auto& asset : omega::studies::study_assets()) storedOf(asset);
  REQUIRE(waitFor([&] {
    int told = 0;
    for (int row = 0; row < count; ++row)
      told += gallery.item(row)->data(Qt::UserRole + 1).toString() == QStringLiteral("measured elsewhere");
    return told == count;
  }));
}

TEST_CASE("a study that is chosen before its stored results had their turn has them in the gallery, too",
          "[studies][stored]") {
  Booth booth;
  const QTemporaryDir folder;
  StudiesPanel panel(booth.workbench());
  panel.setFolder(folder.path());
  panel.show();
  const auto& gallery = *panel.findChild<StudyGallery*>();
  const int last = gallery.count() - 1;
  panel.choose(panel.catalogue().nameAt(last));
  CHECK(gallery.item(last)->data(Qt::UserRole + 1).toString() == QStringLiteral("measured elsewhere"));
}

TEST_CASE("stored rows say where they are from, are no command's, and give way to those measured here",
          "[studies][stored]") {
  Studio s;
  s.choose("bridge", "small");
  const auto stored = s.panel().shownStored();
  REQUIRE(stored != nullptr);
  CHECK(shows(s, stored->origin.machine));
  const QString none = QStringLiteral("none of %1 rows").arg(s.run().study().rows());
  CHECK(shows(s, none));  // "0 of" would stand beside a figure that is there
  CHECK(s.panel().caption().contains(stored->origin.text()));
  CHECK(s.panel().data().rowCount() > 0);
  CHECK(lineOf(s.panel(), s.booth.workbench()).whyNot.contains(QStringLiteral("measured elsewhere")));
  s.press(QStringLiteral("Run it here"));
  CHECK(s.button(QStringLiteral("Run it here")) == nullptr);  // it is under way
  s.rest();
  REQUIRE(s.run().isDone());
  CHECK(s.panel().shownStored() == nullptr);
  CHECK_FALSE((shows(s, kElsewhere) || shows(s, none)));
  CHECK(s.panel().command().contains(QStringLiteral("omega study run bridge --size small")));

  // The same numbers but for the last digits, which the rounding took.
  std::map<std::pair<Json, Json>, double> there;
  for (const Json& row : stored->picture->rows)
    there[{row.at("point"), row.at("seed")}] = row.at("values").at("mse").get<double>();
  for (const Json& row : s.run().picture()->rows)
    CHECK(row.at("values").at("mse").get<double>() ==
          Approx(there.at({row.at("point"), row.at("seed")})).epsilon(1e-3));

  // They can be drawn beside.
  auto* besides = [&] {
    for (QComboBox* box : s.panel().findChildren<QComboBox*>())
      if (box->findText(QStringLiteral("measured elsewhere")) >= 0) return box;
    return static_cast<QComboBox*>(nullptr);
  }();
  REQUIRE(besides != nullptr);
  const std::size_t alone = s.panel().view().drawing().marks.size();
  besides->setCurrentIndex(besides->findText(QStringLiteral("measured elsewhere")));
  emit besides->activated(besides->currentIndex());
  REQUIRE(waitFor([&] { return s.panel().view().drawing().marks.size() > alone; }));

  s.open();  // and stay away after the next start
  s.choose("bridge", "small");
  CHECK(s.panel().shownStored() == nullptr);
  CHECK_FALSE(shows(s, kElsewhere));
}

TEST_CASE("an empty Train offers the runs that come with the program, and they can be looked into", "[train][stored]") {
  Gym gym;
  CHECK(gym.runs().entries().empty());
  auto& curves = gym.panel("train_curves");
  gym.panel("train_heads");
  gym.panel("train_runs");
  const auto buttons = curves.findChildren<RemedyButton*>();
  REQUIRE(buttons.size() == 1);
  REQUIRE(buttons.front()->isVisibleTo(&curves));
  buttons.front()->click();
  const QStringList names = storedRuns();
  REQUIRE(names.size() == 2);
  REQUIRE(gym.runs().entries().size() == 2);
  std::set<std::string> attentions;
  for (const TrainingRuns::Entry& entry : gym.runs().entries()) {
    TrainRun& run = *entry.run;
    INFO(text(run.name()));
    CHECK(names.contains(run.name()));
    gym.runs().setCurrent(&run);
    REQUIRE(waitFor([&] { return gym.runs().seen() != nullptr || !run.error().isEmpty(); }));
    INFO(text(run.error()));
    REQUIRE(gym.runs().seen() != nullptr);
    const TrainPicture& picture = *run.picture();
    CHECK(run.isFinished());
    attentions.insert(omega::train::title_of(picture.plan.model));
    // The preset `class` of today.
    const omega::Options preset = omega::train::make_train_options("class", {});
    for (const char* name : {"task", "length", "examples", "batch", "steps", "rate", "redraw"})
      CHECK(picture.options.value(name) == preset.value(name));
    CHECK(picture.record.steps.size() == static_cast<std::size_t>(picture.plan.training.steps));
    CHECK(picture.record.best_accuracy() > 0.9);
    CHECK(picture.record.gradients.size() == 4);
    CHECK(gym.runs().seen()->view.attention.rows() > 0);
    REQUIRE(run.origin());
    CHECK(stateOf(run).contains(QStringLiteral(" · trained elsewhere · finished")));  // also in a table, in one line
    REQUIRE(waitFor([&] { return gym.says("train_runs", run.origin()->machine.toHtmlEscaped()); }));
    CHECK(lineOf(curves, gym.booth->workbench()).whyNot.contains(QStringLiteral("came with the program")));
  }
  CHECK(attentions.size() == 2);
  CHECK(curves.data().rowCount() > 1000);
  CHECK_FALSE(buttons.front()->isVisibleTo(&curves));
  for (const TrainingRuns::Entry& entry : gym.runs().entries()) gym.runs().setShown(entry.run.get(), false);
  REQUIRE(buttons.front()->isVisibleTo(&curves));  // no run is ticked
  buttons.front()->click();
  CHECK(gym.runs().entries().front().isShown);
  CHECK_FALSE(buttons.front()->isVisibleTo(&curves));
  Settings::setRemovedStoredRuns({});
}

TEST_CASE("runs that come with the program stay away once they were deleted, until they are asked for",
          "[train][stored]") {
  Settings::setRemovedStoredRuns({});
  const QStringList names = storedRuns();
  REQUIRE_FALSE(names.isEmpty());
  const auto count = static_cast<std::size_t>(names.size());
  {
    TrainingRuns runs([] { return 1; });
    REQUIRE(runs.entries().size() == count);
    CHECK_FALSE(runs.lacksStored());
    REQUIRE(runs.current() != nullptr);
    REQUIRE(waitFor([&] { return runs.current()->picture() != nullptr; }));
    CHECK(runs.current()->picture()->plan.model.learns_kernel());  // no panel of Train is empty
    while (!runs.entries().empty()) runs.remove(runs.entries().front().run.get());
    CHECK(runs.lacksStored());
    runs.undoStack()->undo();  // one comes back
    CHECK(runs.entries().size() == 1);
    CHECK(runs.current()->origin());
    runs.undoStack()->redo();
    CHECK(runs.entries().empty());
  }
  {
    TrainingRuns runs([] { return 1; });
    CHECK(runs.entries().empty());
    runs.showStored();
    CHECK(runs.entries().size() == count);
    CHECK_FALSE(runs.lacksStored());
    // A file that somebody deleted is unpacked again.
    const QString folder = runs.current()->folder(), name = runs.current()->name();
    const QStringList all = QDir(folder).entryList(QDir::Files);
    REQUIRE(all.size() >= 3);
    REQUIRE(waitFor([&] { return runs.current()->phase() == TrainRun::Phase::Resting; }));
    REQUIRE(QFile::remove(QDir(folder).filePath(all.back())));
    unpackRun(name, folder);
    CHECK(QDir(folder).entryList(QDir::Files) == all);
  }
  TrainingRuns runs([] { return 1; });
  CHECK(runs.entries().size() == count);
}

TEST_CASE("a run of the program that could not be unpacked was not deleted: the next start tries again",
          "[train][stored]") {
  Settings::setRemovedStoredRuns({});
  const QStringList names = storedRuns();
  REQUIRE(names.size() == 2);
  const QString &blocked = names.front(), &deleted = names.back();
  QString folder, inTheWay;
  {
    TrainingRuns runs([] { return 1; });
    folder = runs.folder() + QStringLiteral("/.stored");
    QDir(folder).removeRecursively();
    REQUIRE(QDir().mkpath(folder));
    inTheWay = folder + QLatin1Char('/') + blocked;
    QFile file(inTheWay);  // in place of a folder, as if the disk were full
    REQUIRE(file.open(QIODevice::WriteOnly));
    REQUIRE(runs.entries().size() == 1);
    CHECK_FALSE(runs.said().isEmpty());
    REQUIRE(runs.current()->name() == deleted);
    runs.remove(runs.current());
    CHECK(Settings::removedStoredRuns() == QStringList{deleted});
  }
  REQUIRE(QFile::remove(inTheWay));
  const auto shown = [] {
    QStringList found;
    TrainingRuns runs([] { return 1; });
    for (const TrainingRuns::Entry& entry : runs.entries()) found << entry.run->name();
    return found;
  };
  CHECK(shown() == QStringList{blocked});
  // An earlier version wrote down both; what was unpacked was deleted, the other one was not.
  QDir(folder + QLatin1Char('/') + blocked).removeRecursively();
  Settings::setRemovedStoredRuns(names);
  CHECK(shown() == QStringList{blocked});
  Settings::setRemovedStoredRuns({});
}

TEST_CASE("beside runs of one's own those that came with the program are not drawn, nor looked into",
          "[train][stored]") {
  Settings::setRemovedStoredRuns({});
  QString own;
  {
    TrainingRuns runs([] { return 1; });
    own = runs.folder() + QStringLiteral("/mine");
    omega::train::Trainer trainer(omega::train::make_train_options("", small({{"steps", "3"}})));
    while (!trainer.finished()) trainer.advance();
    trainer.save(omega::train::RunFolder(own.toStdString()));
  }
  {
    TrainingRuns runs([] { return 1; });
    REQUIRE(runs.entries().size() == 1 + static_cast<std::size_t>(storedRuns().size()));
    CHECK(runs.current()->name() == QStringLiteral("mine"));
    for (const TrainingRuns::Entry& entry : runs.entries())
      CHECK(entry.isShown == (entry.kind == TrainingRuns::Kind::Own));
  }
  QDir(own).removeRecursively();
}

TEST_CASE("studies are listed when somebody looks for the first time, and all that was asked before is there then",
          "[studies]") {
  Booth booth;
  const QTemporaryDir folder;
  StudiesPanel panel(booth.workbench());
  panel.setFolder(folder.path());
  const auto& gallery = *panel.findChild<StudyGallery*>();
  CHECK(gallery.count() == 0);  // reading all of them would make the start of the program longer
  REQUIRE(panel.catalogue().count() > 2);
  const QString third = panel.catalogue().nameAt(2);
  panel.choose(third, QStringLiteral("small"));
  CHECK(panel.subject() == third);
  panel.show();
  CHECK(gallery.count() == panel.catalogue().count());
  CHECK(gallery.currentRow() == 2);
  CHECK(panel.subject() == third);
}
