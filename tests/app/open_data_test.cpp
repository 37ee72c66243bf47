// Files on the window: read by a worker, mapped where names do not tell, refused with remedies where they cannot be
// read.
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "app/booth.h"
#include "files/array_chooser.h"
#include "files/file_form.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/safetensors.h"
#include "views/workload/patch_picture.h"
#include "views/workload/workload_panel.h"
#include "widgets/banner.h"
#include "window/main_window.h"
#include "window/session_keeper.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

omega::Array ramp(omega::Shape shape, float start) {
  omega::Array array(omega::Dtype::f32, std::move(shape));
  for (std::size_t i = 0; i < array.count(); ++i) array.data<float>()[i] = start + 0.01F * static_cast<float>(i % 37);
  return array;
}

struct Opened {
  QTemporaryDir folder;
  MainWindow window;

  Opened() {
    window.resize(1280, 800);
    window.show();
    REQUIRE(window.settle());
  }
  std::string write(const char* name, const omega::Arrays& arrays) {
    const std::string path = folder.filePath(QLatin1String(name)).toStdString();
    omega::write_npz(path, arrays, "{}");
    return path;
  }
  void open(const std::string& path) {
    window.openFile(QString::fromStdString(path));
    REQUIRE(window.settle());
  }
  const omega::Sizes& sizes() { return window.workbench().snapshot()->sequence->sizes; }
  ArrayChooser* chooser() { return window.findChild<ArrayChooser*>(); }
  /// Clicks the banner's button with this in its label.
  bool click(const QString& part) {
    QCoreApplication::processEvents();  // buttons just put there are laid out
    for (QPushButton* button : window.banner().findChildren<QPushButton*>())
      if (button->isVisibleTo(&window.banner()) && button->text().contains(part)) {
        button->click();
        return window.settle();
      }
    return false;
  }
};

}  // namespace

TEST_CASE("a file whose names tell is opened, one undo step away from what was there", "[open]") {
  Opened o;
  const Document before = o.window.workbench().document();
  o.open(o.write("named.npz", {{"Q", ramp({20, 4}, 0)}, {"K", ramp({30, 4}, 1)}, {"V", ramp({30, 3}, 2)}}));
  CHECK(o.sizes().N == 20);
  CHECK(o.sizes().M == 30);
  CHECK(o.chooser() == nullptr);
  CHECK_FALSE(o.window.banner().isVisible());
  o.window.workbench().store().undoStack()->undo();
  CHECK(o.window.workbench().document() == before);
}

TEST_CASE("unknown names: a table of the arrays with a guess; accepted, it is read so", "[open]") {
  Opened o;
  const Document before = o.window.workbench().document();
  o.open(o.write(
      "odd.npz",
      {{"alpha", ramp({24, 4}, 0)}, {"beta", ramp({18, 4}, 1)}, {"gamma", ramp({18, 5}, 2)}, {"step", ramp({1}, 0)}}));
  REQUIRE(o.chooser() != nullptr);
  CHECK(o.window.workbench().document() == before);
  CHECK(o.chooser()->findChild<QTableWidget*>()->rowCount() == 4);
  CHECK(o.chooser()->options() == OptionTexts{{"q", "alpha"}, {"k", "beta"}, {"v", "gamma"}});
  QPushButton* accept = o.chooser()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
  REQUIRE(waitFor([&] { return accept->isEnabled(); }));

  // A choice that cannot be: said at once, and not to be accepted.
  auto* keys = o.chooser()->findChild<QComboBox*>(QStringLiteral("k"));
  keys->setCurrentIndex(keys->findData(QStringLiteral("gamma")));
  CHECK_FALSE(accept->isEnabled());
  REQUIRE(waitFor([&] {
    for (const QLabel* label : o.chooser()->findChildren<QLabel*>())
      if (label->text().startsWith(QStringLiteral("⚠"))) return true;
    return false;
  }));
  CHECK_FALSE(accept->isEnabled());
  keys->setCurrentIndex(keys->findData(QStringLiteral("beta")));
  REQUIRE(waitFor([&] { return accept->isEnabled(); }));
  accept->click();
  REQUIRE(o.window.settle());
  CHECK(o.sizes().N == 24);
  CHECK(o.sizes().M == 18);
  CHECK(o.sizes().Dv == 5);
}

TEST_CASE("the chooser cancelled: nothing changes", "[open]") {
  Opened o;
  const Document before = o.window.workbench().document();
  o.open(o.write("odd.npz", {{"a1", ramp({8, 2}, 0)}, {"b1", ramp({8, 2}, 1)}, {"c1", ramp({8, 2}, 2)}}));
  REQUIRE(o.chooser() != nullptr);
  o.chooser()->reject();
  REQUIRE(o.window.settle());
  CHECK(o.window.workbench().document() == before);
}

TEST_CASE("a layer that the file has not: a sentence, and the field shows the layer that is shown", "[open]") {
  Opened o;
  omega::Arrays layers;
  for (int layer = 0; layer < 4; ++layer)
    for (const char* role : {"q", "k", "v"})
      layers.emplace("layer" + std::to_string(layer) + "." + role, ramp({10 + layer, 4}, 0));
  o.open(o.write("layers.npz", layers));
  CHECK(o.sizes().N == 10);
  QLineEdit* field = nullptr;
  for (QLineEdit* line : o.window.findChildren<QLineEdit*>())
    if (line->accessibleName() == QStringLiteral("layer")) field = line;
  REQUIRE(field != nullptr);
  const auto type = [&](const QString& layer) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, layer);
    QTest::keyClick(field, Qt::Key_Return);
    REQUIRE(o.window.settle());
    QCoreApplication::processEvents();
  };
  type(QStringLiteral("3"));
  CHECK(o.sizes().N == 13);
  CHECK(field->text() == QStringLiteral("3"));
  const Document before = o.window.workbench().document();
  type(QStringLiteral("6"));
  CHECK(o.chooser() == nullptr);
  CHECK(o.window.banner().isVisible());
  CHECK(o.window.banner().text().contains(QStringLiteral("layer 6")));
  CHECK(o.window.banner().text().contains(QStringLiteral("from 0 to 3")));
  CHECK(o.window.workbench().document() == before);
  CHECK(field->text() == QStringLiteral("3"));
  // Whoever wants other arrays is asked with those that are shown as the guess.
  REQUIRE(o.click(QStringLiteral("Choose arrays")));
  REQUIRE(o.chooser() != nullptr);
  o.chooser()->reject();
  o.window.workbench().fileWanted(QString::fromStdString(before.workload.file), before.workload.fileOptions, true);
  REQUIRE(o.window.settle());
  const QList<ArrayChooser*> choosers = o.window.findChildren<ArrayChooser*>();
  REQUIRE_FALSE(choosers.isEmpty());
  CHECK(choosers.last()->options() == OptionTexts{{"q", "layer3.q"}, {"k", "layer3.k"}, {"v", "layer3.v"}});
}

TEST_CASE("of a file that holds queries, keys and values nobody is asked how to make some", "[open]") {
  Opened o;
  const std::string path = o.folder.filePath(QStringLiteral("model.safetensors")).toStdString();
  omega::write_safetensors(path, {{"q", ramp({9, 2}, 0)}, {"k", ramp({9, 2}, 0)}, {"v", ramp({9, 2}, 0)}}, {});
  o.open(path);
  const auto has = [&](const char* name) {
    const QList<QLineEdit*> lines = o.window.findChildren<QLineEdit*>();
    return std::any_of(lines.begin(), lines.end(),
                       [&](auto* line) { return line->accessibleName() == QLatin1String(name); });
  };
  CHECK(has("head"));
  CHECK_FALSE(has("max tokens"));
  CHECK_FALSE(has("embedding seed"));
}

TEST_CASE("how many heads there are is the file's word, but of texts and images it is usually four", "[open]") {
  Opened o;
  const auto heads = [&] {
    for (const QLineEdit* line : o.window.findChild<FileForm*>()->findChildren<QLineEdit*>())
      if (line->accessibleName() == QStringLiteral("heads")) return line->placeholderText();
    return QString();
  };
  const std::string array = o.folder.filePath(QStringLiteral("one.npy")).toStdString();
  omega::write_npy(array, ramp({9, 4}, 0));
  o.open(array);
  CHECK(heads() == QStringLiteral("as the file says"));
  QFile words(o.folder.filePath(QStringLiteral("words.txt")));
  REQUIRE(words.open(QIODevice::WriteOnly));
  words.write("some words of a text, and some more");
  words.close();
  o.open(words.fileName().toStdString());
  CHECK(heads() == QStringLiteral("4"));
}

TEST_CASE("a value that cannot be meant stays, with what is wrong below it", "[open]") {
  Opened o;
  const QString path = o.folder.filePath(QStringLiteral("words.txt"));
  QFile file(path);
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write("one two three four");
  file.close();
  o.open(path.toStdString());
  const auto field = [&](const char* name) {
    for (QLineEdit* line : o.window.findChildren<QLineEdit*>())
      if (line->accessibleName() == QLatin1String(name)) return line;
    FAIL("no field " << name);
    return static_cast<QLineEdit*>(nullptr);
  };
  CHECK(field("heads")->placeholderText() == QStringLiteral("4"));
  CHECK(field("dim")->placeholderText() == QStringLiteral("32"));
  CHECK(field("max tokens")->placeholderText() == QStringLiteral("4096"));
  CHECK(field("embedding seed")->placeholderText() == QStringLiteral("0"));
  const Document before = o.window.workbench().document();
  const auto type = [&](const QString& dim) {
    field("dim")->setFocus();
    field("dim")->selectAll();
    QTest::keyClicks(field("dim"), dim);
    QTest::keyClick(field("dim"), Qt::Key_Return);
    REQUIRE(o.window.settle());
    QCoreApplication::processEvents();
  };
  const auto isSaid = [&] {
    for (const QLabel* label : o.window.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(QStringLiteral("“dim”"))) return true;
    return false;
  };
  type(QStringLiteral("many"));
  CHECK(field("dim")->text() == QStringLiteral("many"));
  CHECK(isSaid());
  CHECK_FALSE(o.window.banner().isVisible());
  o.window.workbench().selection().lock({-1, 0, 1, -1, -1, -1});  // it stays while the panel is brought up to date
  REQUIRE(o.window.settle());
  CHECK(field("dim")->text() == QStringLiteral("many"));
  CHECK(o.window.workbench().document() == before);
  type(QStringLiteral("8"));
  CHECK_FALSE(isSaid());
  CHECK(o.sizes().D == 8);
}

TEST_CASE("values that are not finite: said where, and read as 0 on demand", "[open]") {
  Opened o;
  const Document before = o.window.workbench().document();
  omega::Array v = ramp({16, 3}, 1);
  v.data<float>()[7] = std::numeric_limits<float>::quiet_NaN();
  o.open(o.write("nan.npz", {{"Q", ramp({16, 3}, 0)}, {"K", ramp({16, 3}, 0)}, {"V", v}}));
  CHECK(o.window.workbench().document() == before);
  REQUIRE(o.window.banner().isVisible());
  CHECK(o.window.banner().text().contains(QStringLiteral("finite")));
  REQUIRE(o.click(QStringLiteral("Read as 0")));
  CHECK(o.window.workbench().document().workload.fileOptions.count("zero-nonfinite") == 1);
  CHECK(o.window.workbench().snapshot()->sequence->v.at(7) == 0);
  CHECK_FALSE(o.window.banner().isVisible());
}

TEST_CASE("a file that cannot be read: a sentence, and the old data stays", "[open]") {
  Opened o;
  const Document before = o.window.workbench().document();
  const QString path = o.folder.filePath(QStringLiteral("text.npy"));
  QFile file(path);
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write("no array at all");
  file.close();
  const auto empty = o.folder.filePath(QStringLiteral("empty.npz"));
  REQUIRE(QFile(empty).open(QIODevice::WriteOnly));
  for (const QString& bad : {path, empty, o.folder.filePath(QStringLiteral("none.npz")), o.folder.path()}) {
    INFO(bad.toStdString());
    o.window.banner().hide();
    o.open(bad.toStdString());
    CHECK(o.window.banner().isVisible());
    CHECK(o.window.banner().text().contains(QFileInfo(bad).fileName()));
    CHECK(o.window.workbench().document() == before);
  }
}

TEST_CASE("the file asked for last is the one that is opened", "[open]") {
  Opened o;
  const std::string first =
      o.write("first.npz", {{"Q", ramp({10, 2}, 0)}, {"K", ramp({10, 2}, 0)}, {"V", ramp({10, 2}, 0)}});
  const std::string last =
      o.write("last.npz", {{"Q", ramp({11, 2}, 0)}, {"K", ramp({11, 2}, 0)}, {"V", ramp({11, 2}, 0)}});
  for (int i = 0; i < 5; ++i) o.window.openFile(QString::fromStdString(first));
  o.open(last);
  CHECK(o.sizes().N == 11);
  CHECK(o.window.workbench().store().undoStack()->count() == 1);
}

TEST_CASE("a file that was written anew is read anew, when it is opened again and when it is computed again",
          "[open]") {
  Opened o;
  const auto write = [&o](omega::Index tokens) {
    return o.write("seq.npz", {{"Q", ramp({tokens, 2}, 0)}, {"K", ramp({tokens, 2}, 0)}, {"V", ramp({tokens, 2}, 0)}});
  };
  o.open(write(10));
  REQUIRE(o.sizes().N == 10);
  const std::string path = write(11);
  o.open(path);
  CHECK(o.sizes().N == 11);
  write(12);
  o.window.workbench().computeAgain();
  REQUIRE(o.window.settle());
  CHECK(o.sizes().N == 12);
  REQUIRE(QFile::remove(QString::fromStdString(path)));
  o.window.workbench().computeAgain();
  REQUIRE(o.window.settle());
  CHECK(o.sizes().N == 12);
  CHECK(o.window.workbench().snapshot()->sequenceError.empty());
}

TEST_CASE("a file that is still being read when another session is opened replaces nothing in that", "[open]") {
  Opened o;
  const std::string data =
      o.write("late.npz", {{"Q", ramp({9, 2}, 0)}, {"K", ramp({9, 2}, 0)}, {"V", ramp({9, 2}, 0)}});
  o.window.openFile(QString::fromStdString(data));
  o.window.sessions().begin();
  REQUIRE(o.window.settle());
  CHECK(o.window.workbench().document().workload.file.empty());
  o.open(data);  // the next one is read as ever
  CHECK(o.sizes().N == 9);
}

TEST_CASE("data that is gone when a session is opened: the session stays, and the data can be located", "[open]") {
  Opened o;
  const std::string data =
      o.write("here.npz", {{"Q", ramp({9, 2}, 0)}, {"K", ramp({9, 2}, 0)}, {"V", ramp({9, 2}, 0)}});
  o.open(data);
  const QString session = o.folder.filePath(QStringLiteral("s.omega"));
  REQUIRE(o.window.sessions().saveTo(session));
  REQUIRE(QFile::rename(QString::fromStdString(data), o.folder.filePath(QStringLiteral("there.npz"))));
  MainWindow other;
  other.resize(1280, 800);
  other.show();
  REQUIRE(other.sessions().open(session));
  REQUIRE(other.settle());
  CHECK(other.workbench().document().workload.file == data);
  REQUIRE(other.banner().isVisible());
  CHECK(other.banner().text().contains(QStringLiteral("here.npz")));
  bool offered = false;
  for (const QPushButton* button : other.banner().findChildren<QPushButton*>())
    offered |= button->text().contains(QStringLiteral("Locate"));
  CHECK(offered);
  other.openFile(o.folder.filePath(QStringLiteral("there.npz")));
  REQUIRE(other.settle());
  CHECK(other.workbench().snapshot()->sequenceError.empty());
  CHECK(other.workbench().snapshot()->sequence->sizes.N == 9);
}

TEST_CASE("a picture is shown in Workload: a click on a patch makes it the query, and it is read again", "[open]") {
  Opened o;
  const QString path = o.folder.filePath(QStringLiteral("picture.png"));
  QImage image(60, 40, QImage::Format_RGB32);  // patches of 2 pixels: 20 rows of 30
  image.fill(Qt::blue);
  REQUIRE(image.save(path));
  auto& picture = *o.window.panel<WorkloadPanel>().findChild<PatchPicture*>();
  CHECK_FALSE(picture.isVisible());
  o.open(path.toStdString());
  o.window.panel<WorkloadPanel>().bringUpToDate();
  REQUIRE(picture.isThere());
  picture.resize(120, 80);
  const QRectF place = picture.placeIn(picture.rect());
  const auto at = [&](int row, int column) {
    return QPoint(qRound(place.left() + (column + 0.5) * place.width() / 30),
                  qRound(place.top() + (row + 0.5) * place.height() / 20));
  };
  CHECK(picture.tokenAt(at(0, 0)) == 0);
  CHECK(picture.tokenAt(at(19, 29)) == 599);
  CHECK(picture.tokenAt({place.right() + 1, place.top()}) == -1);
  const Selection& selection = o.window.workbench().selection();
  QTest::mouseClick(&picture, Qt::LeftButton, Qt::NoModifier, at(2, 11));
  CHECK(selection.locked().query == 71);
  QTest::mouseClick(&picture, Qt::LeftButton, Qt::ShiftModifier, at(3, 1));
  CHECK(selection.locked().key == 91);
  CHECK(selection.locked().query == 71);
  QTest::mouseClick(&picture, Qt::LeftButton, Qt::ControlModifier, at(10, 10));
  CHECK(selection.chosen().keys.size() == 2);  // the locked one is the first

  const auto colourAt = [&](QPoint where) { return picture.grab().toImage().pixelColor(where); };
  CHECK(colourAt(at(15, 20)).blue() > 200);
  const auto moveKey = [&](int index) {
    o.window.workbench().store().change(QStringLiteral("Move key"), [index](Document& d) {
      MovedToken token;
      token.kind = MovedToken::Kind::key;
      token.index = index;
      token.position.assign(32, 0.5);
      d.workload.moved.push_back(token);
    });
    REQUIRE(o.window.settle());
  };
  moveKey(3);
  moveKey(400);
  const auto again = [&]() -> QPushButton* {
    for (QPushButton* button : o.window.panel<WorkloadPanel>().findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Read again")) return button;
    FAIL("no button");
    return nullptr;
  };
  const auto readAgain = [&] {
    again()->click();
    REQUIRE(o.window.settle());
    o.window.panel<WorkloadPanel>().bringUpToDate();
  };
  image.fill(Qt::red);
  REQUIRE(image.save(path));
  readAgain();
  CHECK(colourAt(at(15, 20)).red() > 200);
  CHECK(o.window.workbench().document().workload.moved.size() == 2);

  // With fewer patches what still has its place stays moved.
  REQUIRE(image.copy(0, 0, 30, 10).save(path));
  readAgain();
  CHECK(o.sizes().N == 30 * 10);
  CHECK(o.window.workbench().document().workload.moved.size() == 1);
  CHECK(o.window.banner().text().startsWith(QStringLiteral("1 token moved by hand")));
  REQUIRE(QFile::resize(path, 10));  // damaged
  o.window.workbench().readAgain();
  REQUIRE(o.window.settle());
  CHECK(o.window.workbench().snapshot()->sequence == nullptr);
  o.window.panel<WorkloadPanel>().bringUpToDate();
  CHECK(again()->isVisibleTo(&o.window.panel<WorkloadPanel>()));
  REQUIRE(image.save(path));
  REQUIRE(o.click(QStringLiteral("Read again")));
  CHECK(o.sizes().N == 600);
}

namespace {

/// A sequence of so many tokens in two dimensions, of which key 3 and key 8 are moved by hand.
struct Shrinking : Opened {
  const std::string path = write(10);

  Shrinking() {
    open(path);
    for (const int key : {3, 8}) {
      const auto move = [key](Document& d) { d.workload.moved.push_back({MovedToken::Kind::key, 0, key, {0.5, 0.5}}); };
      window.workbench().store().change(QStringLiteral("Move key"), move);
      REQUIRE(window.settle());
    }
  }
  std::string write(omega::Index tokens, const char* name = "seq.npz") {
    return Opened::write(name, {{"Q", ramp({tokens, 2}, 0)}, {"K", ramp({tokens, 2}, 0)}, {"V", ramp({tokens, 2}, 0)}});
  }
  std::vector<int> moved() {
    std::vector<int> keys;
    for (const MovedToken& token : window.workbench().document().workload.moved) keys.push_back(token.index);
    return keys;
  }
  void readAgain() {
    emit window.workbench().fileWantedAgain();
    REQUIRE(window.settle());
  }
  void undo() {
    window.workbench().store().undoStack()->undo();
    REQUIRE(window.settle());
  }
  bool isSaid() {
    return window.banner().isVisible() && window.banner().text().startsWith(QStringLiteral("1 token moved by hand"));
  }
  /// All is there, with these keys moved.
  void check(const std::vector<int>& keys, omega::Index tokens) {
    CHECK(window.workbench().snapshot()->sequenceError.empty());
    REQUIRE(window.workbench().snapshot()->sequence);
    CHECK(sizes().M == tokens);
    CHECK(moved() == keys);
  }
};

}  // namespace

TEST_CASE("a moved token that its file no longer holds is left out and the rest is shown, whatever is undone",
          "[open]") {
  Shrinking o;
  o.write(6);
  SECTION("read again") {
    o.readAgain();
    o.check({3}, 6);
    CHECK(o.isSaid());
    o.undo();
    o.check({3}, 6);
    CHECK(o.isSaid());
    o.undo();
    o.check({3}, 6);
    o.window.workbench().store().undoStack()->redo();
    REQUIRE(o.window.settle());
    o.check({3}, 6);
  }
  SECTION("read again, and the file is whole once more") {
    o.readAgain();
    o.write(10);
    o.undo();
    o.check({3, 8}, 10);
    CHECK_FALSE(o.window.banner().isVisible());
  }
  SECTION("read with something else that is asked") {
    o.window.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 8; });
    REQUIRE(o.window.settle());
    o.check({3}, 6);
    CHECK(o.isSaid());
    o.undo();
    o.check({3}, 6);
  }
  SECTION("a session opened") {
    const Session session = o.window.session();
    o.window.sessions().begin();
    REQUIRE(o.window.settle());
    o.window.apply(session);
    REQUIRE(o.window.settle());
    o.check({3}, 6);
    CHECK(o.isSaid());
    CHECK_FALSE(o.window.banner().text().contains(QStringLiteral("Undo")));
  }
}

TEST_CASE("a moved token that another file lacks comes back when that is undone, and nothing is said of it any more",
          "[open]") {
  Shrinking o;
  o.window.locateData(QString::fromStdString(o.write(6, "other.npz")));
  REQUIRE(o.window.settle());
  o.check({3}, 6);
  CHECK(o.isSaid());
  CHECK(o.window.banner().text().endsWith(QStringLiteral("Undo brings them back.")));
  o.undo();
  o.check({3, 8}, 10);
  CHECK_FALSE(o.window.banner().isVisible());
}

TEST_CASE("what was read or located in vain can be read again and located still", "[open]") {
  Opened o;
  const std::string data =
      o.write("here.npz", {{"Q", ramp({9, 2}, 0)}, {"K", ramp({9, 2}, 0)}, {"V", ramp({9, 2}, 0)}});
  const QString path = QString::fromStdString(data), away = o.folder.filePath(QStringLiteral("away"));
  o.open(data);
  const Session session = o.window.session();
  o.window.sessions().begin();
  REQUIRE(o.window.settle());
  REQUIRE(QFile::rename(path, away));
  o.window.apply(session);
  REQUIRE(o.window.settle());
  const auto has = [&](const char* part) {
    QCoreApplication::processEvents();
    const QList<QPushButton*> buttons = o.window.banner().findChildren<QPushButton*>();
    return std::any_of(buttons.begin(), buttons.end(), [&](auto* button) {
      return button->isVisibleTo(&o.window.banner()) && button->text().startsWith(QLatin1String(part));
    });
  };
  REQUIRE(has("Locate"));
  for (int i = 0; i < 2; ++i) {
    REQUIRE(o.click(QStringLiteral("Read again")));
    CHECK(o.window.banner().isVisible());
    CHECK(has("Locate"));
    CHECK(has("Read again"));
  }
  const QString broken = o.folder.filePath(QStringLiteral("broken.npz"));
  REQUIRE(QFile(broken).open(QIODevice::WriteOnly));
  o.window.locateData(broken);
  REQUIRE(o.window.settle());
  CHECK(o.window.banner().text().contains(QStringLiteral("broken.npz")));
  CHECK(has("Locate"));
  // The banner's button reads what the banner speaks of.
  o.window.locateData(path);
  REQUIRE(o.window.settle());
  REQUIRE(QFile::rename(away, path));
  REQUIRE(o.click(QStringLiteral("Read again")));
  CHECK(o.window.workbench().snapshot()->sequence);
  CHECK_FALSE(o.window.banner().isVisible());
}

TEST_CASE("a file that cannot be read has no controls of another", "[open]") {
  Opened o;
  const QString path = o.folder.filePath(QStringLiteral("picture.png"));
  QImage image(16, 16, QImage::Format_RGB32);
  image.fill(Qt::blue);
  REQUIRE(image.save(path));
  o.open(path.toStdString());
  auto& panel = o.window.panel<WorkloadPanel>();
  const auto has = [&](const char* name) {
    panel.bringUpToDate();
    const QList<QWidget*> all = panel.findChildren<QWidget*>();
    return std::any_of(all.begin(), all.end(), [&](auto* one) { return one->accessibleName() == QLatin1String(name); });
  };
  REQUIRE(has("patch"));
  Session session = o.window.session();
  session.document.workload.file = o.folder.filePath(QStringLiteral("model.safetensors")).toStdString();
  o.window.apply(session);
  CHECK_FALSE(has("patch"));  // while nobody knows yet
  REQUIRE(o.window.settle());
  CHECK_FALSE(o.window.workbench().snapshot()->sequence);
  CHECK_FALSE(has("patch"));
  o.open(path.toStdString());
  CHECK(has("patch"));
}
