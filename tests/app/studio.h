// The panel of studies, with a folder of its own: choose, press, wait.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "views/studies/studies_panel.h"

namespace omegascope::test {

struct Studio {
  QTemporaryDir folder;
  Booth booth;
  std::unique_ptr<Panel> shown;

  Studio() { open(); }
  void open() {
    shown.reset();
    shown = booth.show(kindOf(QStringLiteral("studies")), {1100, 760});
    panel().setFolder(folder.path());
  }
  StudiesPanel& panel() { return static_cast<StudiesPanel&>(*shown); }
  StudyRun& run() { return *panel().run(); }
  std::size_t rows() { return run().picture() ? run().picture()->rows.size() : 0; }
  void choose(const char* study, const char* size = "toy") {
    panel().choose(QLatin1String(study), QLatin1String(size));
    REQUIRE(panel().run() != nullptr);
    REQUIRE(waitFor([&] { return run().isRead(); }));
  }
  /// The button of that name; null where it cannot be pressed.
  QPushButton* button(const QString& label) {
    for (QPushButton* each : panel().findChildren<QPushButton*>())
      if (each->text() == label && each->isEnabled()) return each;
    return nullptr;
  }
  void press(const QString& label) {
    QPushButton* found = button(label);
    if (found == nullptr) FAIL("there is no button " << label.toStdString() << " to press");
    found->click();
  }
  /// Whether a label of the panel has these words.
  bool says(const QString& words) {
    const auto labels = panel().findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->text().contains(words); });
  }
  void rest() {
    REQUIRE(waitFor([&] { return run().phase() == StudyRun::Phase::Resting; }));
  }
  void runAll(const char* study) {
    choose(study);
    press(QStringLiteral("Run"));
    rest();
    INFO(text(run().error()));
    REQUIRE(run().isDone());
  }
};

}  // namespace omegascope::test
