// What comes with the program as measured elsewhere: it can be read, is of today's studies, says where it is from, and
// gives way to what is measured here.
#include <QComboBox>

#include "app/studio.h"
#include "export/provenance.h"
#include "jobs/stored.h"
#include "studies/assets.h"
#include "views/studies/study_gallery.h"

using namespace omegascope;
using namespace omegascope::test;
using omega::studies::Json;

namespace {

StudyDefinition smallStudy(const omega::studies::StudyAsset& asset) {
  return omega::studies::read_study(asset.name + ".json", std::string(asset.text), "small");
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
    INFO(asset.name << ": where its question has changed, run assets/stored/make_stored.py again");
    const StudyDefinition study = smallStudy(asset);
    const auto stored = storedStudy(study);
    REQUIRE(stored != nullptr);
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
  REQUIRE(waitFor([&] {
    int told = 0;
    for (int row = 0; row < count; ++row)
      told += gallery.item(row)->data(Qt::UserRole + 1).toString() == QStringLiteral("measured elsewhere");
    return told == count;
  }));
}

TEST_CASE("stored rows say where they are from, are no command's, and give way to those measured here",
          "[studies][stored]") {
  Studio s;
  s.choose("bridge", "small");
  const auto stored = s.panel().shownStored();
  REQUIRE(stored != nullptr);
  CHECK(shows(s, stored->origin.machine));
  CHECK(s.panel().caption().contains(stored->origin.text()));
  CHECK(s.panel().data().rowCount() > 0);
  CHECK(lineOf(s.panel(), s.booth.workbench()).whyNot.contains(QStringLiteral("measured elsewhere")));
  s.press(QStringLiteral("Run it here"));
  CHECK(s.button(QStringLiteral("Run it here")) == nullptr);  // it is under way
  s.rest();
  REQUIRE(s.run().isDone());
  CHECK(s.panel().shownStored() == nullptr);
  CHECK_FALSE(shows(s, kElsewhere));
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
