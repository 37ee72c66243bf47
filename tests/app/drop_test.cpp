// Files and links dragged onto the window: what letting go would do is said, and done.
#include <QApplication>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QUrl>
#include <catch2/catch.hpp>

#include "app/window_booth.h"
#include "model/shell_line.h"
#include "studies/assets.h"
#include "views/lesson/lesson_panel.h"
#include "views/studies/studies_panel.h"
#include "window/dock_layout.h"
#include "window/drop_zone.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

const char* const kShortLesson = R"lesson(# A short one

```json lesson
{"format": 1, "name": "short", "minutes": 1, "goal": "Nothing but a look.", "start": {"workload": "three_clusters"}}
```

## Look
At the weights.
```json step
{"show": ["weights"]}
```
)lesson";

/// A window with a pointer that drags something over it.
struct Dragged {
  Window w;
  QTemporaryDir folder;
  DropZone& zone = *w.window.findChild<DropZone*>();

  QString write(const char* name, const QByteArray& bytes) const {
    QFile file(folder.filePath(QLatin1String(name)));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return file.fileName();
  }
  static void enter(QWidget& widget, const QMimeData& data, bool& accepted) {
    QDragEnterEvent event(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    event.ignore();
    QApplication::sendEvent(&widget, &event);
    accepted = event.isAccepted();
  }
  /// What is said of it; empty where it is not taken.
  QString hover(const QMimeData& data) {
    bool accepted = false;
    enter(w.window, data, accepted);
    if (!accepted) return {};
    enter(zone, data, accepted);
    REQUIRE(accepted);
    REQUIRE(zone.isVisible());
    REQUIRE(zone.geometry() == w.window.rect());
    return zone.text();
  }
  void drop(const QMimeData& data) {
    QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&zone, &event);
    CHECK_FALSE(zone.isVisible());
    QCoreApplication::processEvents();  // it is opened when the program that it comes from goes on
    w.settle();
  }
  QString dropFiles(const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    const QString said = hover(data);
    if (!said.isEmpty()) drop(data);
    return said;
  }
};

}  // namespace

TEST_CASE("a file that is dragged onto the window: what it is, is said, and letting go opens it", "[drop]") {
  Dragged dragged;
  Workbench& bench = dragged.w.workbench();
  SECTION("a session") {
    const QString path = dragged.folder.filePath(QStringLiteral("seven.omega"));
    Session session = startSession();
    session.document.seed = 23;
    writeSession(path, session);
    CHECK(dragged.dropFiles({path}) == QStringLiteral("Open the session seven.omega"));
    CHECK(bench.document() == session.document);
  }
  SECTION("data, and others with them") {
    const QString path = dragged.write("rows.csv", "1,0,0\n0,1,0\n0,0,1\n1,1,0\n");
    const QString said = dragged.dropFiles({path, dragged.write("more.csv", "1,2\n")});
    CHECK(said == QStringLiteral("Look at the attention of rows.csv, the first of 2"));
    CHECK(bench.document().workload.file == path.toStdString());
  }
  SECTION("a lesson") {
    CHECK(dragged.dropFiles({dragged.write("short.md", kShortLesson)}) == QStringLiteral("Play the lesson short.md"));
    const LessonPlayer& player = dragged.w.window.lessonPanel().player();
    REQUIRE(player.lesson() != nullptr);
    CHECK(player.lesson()->name == "short");
  }
  SECTION("a text that only ends like a lesson") {
    CHECK(dragged.dropFiles({dragged.write("notes.md", "Just some words to attend to, and more words.\n")}) ==
          QStringLiteral("Look at the attention of notes.md"));
    CHECK(dragged.w.window.lessonPanel().player().lesson() == nullptr);
  }
  SECTION("a study") {
    auto& studies = static_cast<StudiesPanel&>(*dragged.w.window.panel(QStringLiteral("studies")));
    studies.setFolder(dragged.folder.path());
    QByteArray study = QByteArray::fromStdString(std::string(omega::studies::study_assets().front().text));
    const QByteArray name =
        "\"name\": \"" + QByteArray::fromStdString(omega::studies::study_assets().front().name) + "\"";
    REQUIRE(study.contains(name));
    study.replace(study.indexOf(name), name.size(), "\"name\": \"dropped\"");  // the first: parts may be called so too
    CHECK(dragged.dropFiles({dragged.write("dropped.json", study)}) == QStringLiteral("Add the study dropped.json"));
    CHECK(dragged.w.window.layoutOfDocks().workspace() == Workspace::Studies);
    CHECK(studies.subject() == QStringLiteral("dropped"));
  }
}

TEST_CASE("a link that is dragged onto the window opens it; other words are nobody's", "[drop]") {
  Dragged dragged;
  Session session = startSession();
  session.document.seed = 29;
  QMimeData link, words;
  link.setText(windowLine(session).text);
  words.setText(QStringLiteral("just words"));
  CHECK(dragged.hover(words).isEmpty());
  CHECK_FALSE(dragged.zone.isVisible());
  CHECK(dragged.hover(link) == QStringLiteral("Open the window that this link describes"));
  dragged.drop(link);
  CHECK(dragged.w.workbench().document() == session.document);
}

TEST_CASE("what is dragged away again leaves nothing behind", "[drop]") {
  Dragged dragged;
  const Document before = dragged.w.workbench().document();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(dragged.write("rows.csv", "1,0\n0,1\n"))});
  SECTION("from inside") {
    REQUIRE_FALSE(dragged.hover(data).isEmpty());
    QDragLeaveEvent event;
    QApplication::sendEvent(&dragged.zone, &event);
  }
  SECTION("before it was inside") {
    bool accepted = false;
    Dragged::enter(dragged.w.window, data, accepted);
    REQUIRE(accepted);
    REQUIRE(dragged.zone.isVisible());
    QDragLeaveEvent event;
    QApplication::sendEvent(&dragged.w.window, &event);
  }
  CHECK(waitFor([&] { return !dragged.zone.isVisible(); }));
  CHECK(dragged.w.workbench().document() == before);
}
