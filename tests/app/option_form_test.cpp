// The controls of options.
#include <catch2/catch.hpp>

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QProxyStyle>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QStyleOptionSlider>
#include <QTest>
#include <QToolButton>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "app/dresser.h"
#include "app/hands.h"
#include "app/window_booth.h"
#include "estimators/registry.h"
#include "train/settings.h"
#include "views/estimators/estimator_card.h"
#include "views/option_form.h"
#include "window/tool_bar.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// A whole number as its form shows it and edits it.
struct WholeNumber {
  OptionForm form{QStringLiteral("rfa"), {omega::OptionSpec::integer("samples", 64, 0, 1 << 20, "How many.")}};
  QSlider* slider = form.findChild<QSlider*>();
  std::int64_t edited = -1;

  WholeNumber() {
    QObject::connect(&form, &OptionForm::edited, &form,
                     [this](const QString&, const QString& text) { edited = text.isEmpty() ? 64 : text.toLongLong(); });
  }
  void show(std::int64_t value) { form.setValues({{"samples", std::to_string(value)}}); }
};

/// As the app's: a press on the groove takes the handle there.
class Jumping : public QProxyStyle {
 public:
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    return hint == SH_Slider_AbsoluteSetButtons ? static_cast<int>(Qt::LeftButton)
                                                : QProxyStyle::styleHint(hint, option, widget, data);
  }
};

/// The controls of one option of the estimator that is visible first.
struct SamplesOfRfa : Window {
  OptionForm* form = nullptr;
  QSlider* slider = nullptr;
  QSpinBox* box = nullptr;

  SamplesOfRfa() {
    for (OptionForm* each : window.panel(QStringLiteral("estimators"))->findChildren<OptionForm*>())
      if (form == nullptr && each->isVisible()) form = each;
    REQUIRE(form != nullptr);
    slider = form->findChild<QSlider*>();
    box = form->findChild<QSpinBox*>();
    REQUIRE(slider != nullptr);
    REQUIRE(box != nullptr);
  }
  std::string samples() { return workbench().document().cards[1].options.at("samples"); }
  int steps() { return workbench().store().undoStack()->count(); }
};

}  // namespace

TEST_CASE("a drag of a slider is one step, wherever its handle is pressed", "[options][window]") {
  SamplesOfRfa w;
  Jumping style;
  w.slider->setStyle(&style);
  QStyleOptionSlider option;
  option.initFrom(w.slider);
  option.orientation = Qt::Horizontal;
  option.minimum = w.slider->minimum();
  option.maximum = w.slider->maximum();
  option.sliderPosition = option.sliderValue = w.slider->value();
  const QRect handle = style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, w.slider);
  const Document before = w.workbench().document();
  for (const int off : {-4, 0, 4, 30}) {
    INFO("pressed " << off << " pixels off the middle");
    const QPoint at = handle.center() + QPoint(off, 0);
    drag(*w.slider, at, at + QPoint(20, 0));
    CHECK(w.steps() == 1);
    CHECK(w.samples() != before.cards[1].options.at("samples"));
    w.workbench().store().undoStack()->undo();
    CHECK(w.workbench().document() == before);
    w.settle();
  }
  w.slider->setStyle(nullptr);
}

TEST_CASE("a number that was typed is undone by Ctrl+Z at once; while it is typed, Ctrl+Z is the line's",
          "[options][window]") {
  SamplesOfRfa w;
  w.window.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&w.window));
  const auto type = [&](const QString& text) {
    w.box->setFocus();
    w.box->selectAll();
    QTest::keyClicks(w.box, text);
  };
  const auto undo = [&] {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QCoreApplication::processEvents();
  };
  const std::string before = w.samples();
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
    type(QStringLiteral("25"));
    QTest::keyClick(w.box, key);
    w.settle();
    CHECK(w.samples() == "25");
    CHECK(w.box->hasFocus());
    undo();
    CHECK(w.samples() == before);
    w.settle();
    CHECK(w.box->text() == QString::fromStdString(before));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    CHECK(w.samples() == "25");
    undo();
  }
  w.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 99; });
  type(QStringLiteral("31"));
  undo();
  CHECK(w.workbench().document().seed == 99);  // nothing but the line was undone
  CHECK(w.samples() == before);
}

TEST_CASE("a number that is half typed stays while the same is shown again, and is taken", "[options]") {
  OptionForm form{QStringLiteral("rfa"),
                  {omega::OptionSpec::integer("samples", 64, 0, 1 << 20, "How many."),
                   omega::OptionSpec::real("spread", 1.0 / 3, 0, 100, "How far.")}};
  std::map<QString, QString> edited;
  QObject::connect(&form, &OptionForm::edited, &form,
                   [&](const QString& name, const QString& text) { edited[name] = text; });
  for (const char* name : {"samples", "spread"}) {
    INFO(name);
    auto* box = form.findChild<QWidget*>(QLatin1String(name))->findChild<QAbstractSpinBox*>();
    REQUIRE(box != nullptr);
    const QString before = box->text();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("25"));
    form.setValues({});  // as each picture that arrives does
    CHECK(box->text() == QStringLiteral("25"));
    QTest::keyClick(box, Qt::Key_Return);
    CHECK(edited[QLatin1String(name)] == QStringLiteral("25"));
    form.setValues({{name, "25"}});
    form.setValues({});  // undo
    CHECK(box->text() == before);
  }
}

TEST_CASE("a query or a seed beyond what there is becomes the last there is, and it is said", "[options][window]") {
  Window w;
  const auto boxNamed = [&](const char* name) {
    for (QAbstractSpinBox* box : w.window.findChild<ToolBar*>()->findChildren<QAbstractSpinBox*>())
      if (box->accessibleName() == QLatin1String(name)) return box;
    return static_cast<QAbstractSpinBox*>(nullptr);
  };
  const auto type = [](QAbstractSpinBox* box, const char* text) {
    REQUIRE(box != nullptr);
    box->selectAll();
    QTest::keyClicks(box, QString::fromLatin1(text));
    QTest::keyClick(box, Qt::Key_Return);
  };
  const int last = w.workbench().selection().limits().queries - 1;
  type(boxNamed("query n"), "500");
  CHECK(w.workbench().selection().locked().query == last);
  CHECK(w.window.statusBar()->currentMessage() == QStringLiteral("query n: at most %1 here").arg(last));
  type(boxNamed("seed"), "5000000000");
  CHECK(w.workbench().document().seed == 4294967295u);
  CHECK(w.window.statusBar()->currentMessage() == QStringLiteral("seed: at most 4294967295 here"));
  w.window.statusBar()->clearMessage();
  type(boxNamed("query n"), "-5");
  CHECK(w.workbench().selection().locked().query == -1);
  CHECK(w.window.statusBar()->currentMessage().isEmpty());
}

TEST_CASE("a query that is half typed stays while pictures arrive, and is taken", "[options][window]") {
  Window w;
  w.workbench().selection().lock(Cursor{});
  w.settle();
  QSpinBox* query = nullptr;
  for (QSpinBox* box : w.window.findChildren<QSpinBox*>())
    if (box->accessibleName() == QStringLiteral("query n")) query = box;
  REQUIRE(query != nullptr);
  REQUIRE(query->text() == QStringLiteral("none"));
  query->selectAll();
  QTest::keyClicks(query, QStringLiteral("1"));
  w.workbench().store().change(QStringLiteral("Redraw"), [](Document& d) { ++d.draw; });
  w.settle();
  CHECK(query->text() == QStringLiteral("1"));
  QTest::keyClick(query, Qt::Key_Return);
  CHECK(w.workbench().selection().locked().query == 1);
}

TEST_CASE("a form that goes while its slider is held ends the gesture", "[options][window]") {
  SamplesOfRfa w;
  const auto check = [&](QSlider& slider, const std::function<void(Document&)>& change) {
    QTest::mousePress(&slider, Qt::LeftButton, {}, slider.rect().center());
    w.workbench().store().change(QStringLiteral("gone"), change);
    w.settle();
    const int before = w.steps();
    for (const std::uint32_t seed : {11, 12})
      w.workbench().store().change(QStringLiteral("seed"), [seed](Document& d) { d.seed = seed; });
    CHECK(w.steps() == before + 2);
    w.workbench().store().endGesture();
  };
  check(*w.slider, [](Document& d) { d.cards.erase(d.cards.begin() + 1); });
  auto* form = w.window.panel(QStringLiteral("workload"))->findChild<OptionForm*>();
  REQUIRE((form != nullptr && form->isVisible()));
  REQUIRE(form->findChild<QSlider*>() != nullptr);
  check(*form->findChild<QSlider*>(), [](Document& d) {
    d.workload = Workload{};
    d.workload.preset = "spiral";
  });
}

TEST_CASE("the slider of a whole number stops at 0 and at every power of two", "[options]") {
  WholeNumber number;
  REQUIRE(number.slider != nullptr);
  std::set<std::int64_t> reached;
  number.show(4096);
  for (int at = number.slider->minimum(); at <= number.slider->maximum(); ++at) {
    number.slider->setValue(at);
    reached.insert(number.edited);
  }
  CHECK(reached.contains(0));
  for (std::int64_t power = 1; power <= 4096; power *= 2) {
    INFO(power);
    CHECK(reached.contains(power));
  }
  CHECK(*reached.rbegin() == 4096);
}

TEST_CASE("every key on the slider of a whole number changes the number", "[options]") {
  WholeNumber number;
  REQUIRE(number.slider != nullptr);
  for (const std::int64_t start : {0, 1, 2, 3, 5, 16, 63, 100, 4000})
    for (const auto action : {QSlider::SliderSingleStepAdd, QSlider::SliderPageStepAdd, QSlider::SliderSingleStepSub,
                              QSlider::SliderPageStepSub}) {
      const bool up = action == QSlider::SliderSingleStepAdd || action == QSlider::SliderPageStepAdd;
      if (start == 0 && !up) continue;
      number.show(start);
      number.edited = start;
      number.slider->triggerAction(action);
      INFO(start << (up ? " up: " : " down: ") << number.edited);
      CHECK((up ? number.edited > start : number.edited < start));
    }
}

TEST_CASE("an option that is a number or a word takes both, typed or chosen, and nothing else", "[options]") {
  OptionForm form{QStringLiteral("rfa"),
                  {omega::OptionSpec::real("spread", 1, 0, 100, "How far.").or_words({"optimal", "full"})}};
  auto* box = form.findChild<QComboBox*>();
  REQUIRE(box != nullptr);
  QStringList edits;
  QObject::connect(&form, &OptionForm::edited, &form, [&](const QString&, const QString& text) { edits << text; });
  const auto type = [&](const char* text) {
    box->lineEdit()->selectAll();
    QTest::keyClicks(box->lineEdit(), QString::fromLatin1(text));
    QTest::keyClick(box->lineEdit(), Qt::Key_Return);
  };
  CHECK(box->currentText() == QStringLiteral("1"));
  type("2.5");
  CHECK(edits.value(0) == QStringLiteral("2.5"));
  form.setValues({{"spread", "2.5"}});
  type("full");
  CHECK(edits.value(edits.size() - 1) == QStringLiteral("full"));
  form.setValues({{"spread", "full"}});
  CHECK(box->currentText() == QStringLiteral("full"));
  const auto before = edits.size();
  type("wide");
  CHECK(edits.size() == before);
  CHECK(box->currentText() == QStringLiteral("full"));
  box->setCurrentIndex(box->findText(QStringLiteral("optimal")));
  emit box->textActivated(QStringLiteral("optimal"));
  CHECK(edits.value(edits.size() - 1) == QStringLiteral("optimal"));
  form.setValues({{"spread", "optimal"}});
  type("1");  // the default is no change
  CHECK(edits.value(edits.size() - 1).isEmpty());
}

TEST_CASE("a number is typed as the desktop writes it, or with a point", "[options]") {
  const QLocale before;
  QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
  OptionForm form{QStringLiteral("rfa"), {omega::OptionSpec::real("spread", 1, 0, 100, "How far.").or_words({"full"})}};
  auto* line = form.findChild<QComboBox*>()->lineEdit();
  QString edited;
  QObject::connect(&form, &OptionForm::edited, &form, [&](const QString&, const QString& text) { edited = text; });
  for (const char* text : {"2,5", "2.5"}) {
    edited.clear();
    line->selectAll();
    QTest::keyClicks(line, QString::fromLatin1(text));
    QTest::keyClick(line, Qt::Key_Return);
    CHECK(edited == QStringLiteral("2.5"));
  }
  QLocale::setDefault(before);
}

TEST_CASE("a number beyond its limits becomes the limit, and the limit is said while it stands", "[options]") {
  OptionForm form{QStringLiteral("rfa"),
                  {omega::OptionSpec::integer("samples", 16, 2, 64, "How many."),
                   omega::OptionSpec::real("spread", 1, 0, 3, "How far."), omega::OptionSpec::scale()}};
  form.show();
  OptionTexts values;
  QObject::connect(&form, &OptionForm::edited, &form, [&](const QString& name, const QString& text) {
    setText(values, name.toStdString(), text.toStdString());
    form.setValues(values);
  });
  const auto type = [](QWidget* box, const char* text) {
    box->setFocus();
    QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(box, QString::fromLatin1(text));
    QTest::keyClick(box, Qt::Key_Return);
  };
  const auto said = [&] {
    QStringList all;
    for (const QLabel* label : form.findChildren<QLabel*>())
      if (label->isVisible() && label->text().endsWith(QStringLiteral("here"))) all << label->text();
    return all.join(QLatin1Char('\n'));
  };
  auto* samples = form.findChild<QSpinBox*>();
  type(samples, "500");
  CHECK(values["samples"] == "64");
  CHECK(said() == QStringLiteral("at most 64 here"));
  type(samples, "1");
  CHECK(values["samples"] == "2");
  CHECK(said() == QStringLiteral("at least 2 here"));
  type(samples, "32");
  CHECK(values["samples"] == "32");
  CHECK(said().isEmpty());
  auto* spread = form.findChild<QDoubleSpinBox*>();
  type(spread, "12.5");
  CHECK(values["spread"] == "3");
  CHECK(said() == QStringLiteral("at most 3 here"));
  form.setValues({});  // as an undo would
  CHECK(said().isEmpty());
  values.clear();
  form.reveal(QStringLiteral("scale"));
  type(form.findChild<QLineEdit*>(QStringLiteral("scale")), "0");
  CHECK(values.empty());
  CHECK(said() == QStringLiteral("more than 0 here"));
  values = {{"spread", "2"}};
  form.setValues(values);  // another option
  CHECK(said().isEmpty());
  type(samples, "2");
  type(samples, "0");  // it is 2 already
  CHECK(said() == QStringLiteral("at least 2 here"));
  form.setValues(values);  // the same again, as with every new picture
  CHECK(said() == QStringLiteral("at least 2 here"));
  type(samples, "2");
  CHECK(said().isEmpty());
  type(form.findChild<QLineEdit*>(QStringLiteral("scale")), "nan");  // no number, so beyond none
  CHECK(said().isEmpty());
}

TEST_CASE("what counts as unchanged need not be the default, and is what comes back", "[options]") {
  WholeNumber number;
  const auto& title = *number.form.findChild<QLabel*>();
  number.form.setUsual({{"samples", "256"}});
  CHECK(title.text().contains(QStringLiteral("↺")));
  number.show(256);
  CHECK_FALSE(title.text().contains(QStringLiteral("↺")));
  CHECK_FALSE(number.form.hasChanges());
  number.show(16);
  CHECK(title.text().contains(QStringLiteral("↺")));
  emit const_cast<QLabel&>(title).linkActivated(QString());
  CHECK(number.edited == 256);
}

TEST_CASE("a form calls options by their titles; files, keys and the manual by their names", "[options]") {
  OptionForm form(QStringLiteral("train"), omega::train::train_options());
  form.setValues({{"d_model", "32"}});
  QWidget* control = form.findChild<QWidget*>(QStringLiteral("d_model"));
  REQUIRE(control != nullptr);
  CHECK(control->accessibleName() == QStringLiteral("width of the model"));
  CHECK(control->toolTip().contains(QStringLiteral("d_model")));
  CHECK(form.titleOf(QStringLiteral("d_model")) == QStringLiteral("width of the model"));
  CHECK(form.optionAt(control->findChild<QSpinBox*>()) == QStringLiteral("d_model"));
  CHECK(form.optionAt(&form).isEmpty());
  bool isLabelled = false;
  for (const QLabel* label : form.findChildren<QLabel*>()) {
    CHECK_FALSE(label->text().contains(QLatin1Char('_')));
    isLabelled = isLabelled ||
                 (label->buddy() == control && label->text().contains(QStringLiteral("<b>width of the model</b>")));
  }
  CHECK(isLabelled);
}

TEST_CASE("options for experts are folded away until they are changed or asked for", "[options]") {
  OptionForm form(QStringLiteral("lara"), omega::find_estimator("lara").info.options);
  const auto isShown = [&](const char* name) {
    const QWidget* control = form.findChild<QWidget*>(QLatin1String(name));
    REQUIRE(control != nullptr);
    return !control->isHidden();
  };
  QToolButton* more = form.findChild<QToolButton*>();
  REQUIRE(more != nullptr);
  CHECK((isShown("landmarks") && isShown("weighting") && !isShown("clamp") && !isShown("scale")));
  CHECK((form.isFoldedAway(QStringLiteral("clamp")) && !form.isFoldedAway(QStringLiteral("weighting"))));
  const QString before = more->text();
  form.setValues({{"clamp", "0.1"}});  // what is changed stays in sight
  CHECK((isShown("clamp") && !isShown("scale")));
  CHECK(more->text() != before);  // one less
  more->click();
  CHECK((isShown("clamp") && isShown("scale") && isShown("landmarks")));
  more->click();
  CHECK_FALSE(isShown("scale"));
  form.setFolded(true);
  CHECK((isShown("clamp") && !isShown("scale") && !isShown("landmarks") && more->isHidden()));
  CHECK(form.hasChanges());
  CHECK(form.isFoldedAway(QStringLiteral("landmarks")));
  CHECK_FALSE(form.isFoldedAway(QStringLiteral("clamp")));
  form.setFolded(false);
  form.reveal(QStringLiteral("landmarks"));  // is there already
  CHECK_FALSE(more->isChecked());
  form.reveal(QStringLiteral("scale"));
  CHECK((more->isChecked() && isShown("scale")));
  form.setValues({{"weighting", "balance"}});
  CHECK_FALSE(isShown("clamp"));  // means nothing now, whatever is asked for
}

TEST_CASE("long titles leave the sliders of a narrow form room to drag in", "[options]") {
  OptionForm form(QStringLiteral("lara"), omega::find_estimator("lara").info.options);
  form.setValues({{"landmarks", "16"}});
  QWidget* control = form.findChild<QWidget*>(QStringLiteral("per_proposal"));
  QLabel* title = nullptr;
  for (QLabel* label : form.findChildren<QLabel*>())
    if (control != nullptr && label->buddy() == control) title = label;
  REQUIRE(title != nullptr);
  form.show();
  int widest = 0;  // titles have one column: what the widest control leaves
  for (const QLabel* label : form.findChildren<QLabel*>())
    if (label->buddy() != nullptr && label->buddy()->isVisible())
      widest = std::max({widest, label->buddy()->minimumWidth(), label->buddy()->minimumSizeHint().width()});
  const int line = title->fontMetrics().height(), whole = title->fontMetrics().horizontalAdvance(title->text()),
            beside = whole + widest + 20;
  for (const int width : {150, 180, 232, beside - 40, beside, 500}) {
    form.resize(width, 900);
    const bool isBeside = width == beside - 40 || width >= beside;
    const auto isBroken = [&] { return title->heightForWidth(title->width()) > 3 * line / 2; };
    const auto isLaidOut = [&] {
      const QList<QLabel*> all = form.findChildren<QLabel*>();
      return (!isBeside || (control->x() > title->x() && isBroken() == (width < beside))) &&
             std::all_of(all.begin(), all.end(), [](const QLabel* label) {
               return !label->isVisible() || label->height() >= label->heightForWidth(label->width());
             });
    };
    INFO(width << " is " << form.width());
    CHECK(waitFor(isLaidOut));
    int sliders = 0, labels = 0;
    for (const QSlider* slider : form.findChildren<QSlider*>())
      if (slider->isVisible() && ++sliders > 0) CHECK(slider->width() >= 60);
    for (const QLabel* label : form.findChildren<QLabel*>()) labels += label->isVisible();
    CHECK((sliders > 0 && labels > sliders));
  }
}

TEST_CASE("rows of options have all their room as soon as the form has its size", "[options]") {
  for (const char* method : {"lara", "mis", "eva", "rfa"}) {
    OptionForm form(QLatin1String(method), omega::find_estimator(method).info.options);
    form.show();
    for (const int width : {300, 232, 227, 180, 150}) {
      // What is settled on the way, nobody waits for: a picture may be taken at once.
      form.resize(width, form.height());
      form.resize(form.width(), form.heightForWidth(form.width()));
      INFO(method << " " << width);
      int bottom = 0;
      for (const QWidget* part : form.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!part->isVisible()) continue;
        INFO(text(part->objectName()));
        CHECK(part->geometry().right() < form.width());
        CHECK(part->width() >= part->minimumWidth());
        CHECK(part->height() >=
              (part->hasHeightForWidth() ? part->heightForWidth(part->width()) : part->minimumSizeHint().height()));
        bottom = std::max(bottom, part->geometry().bottom() + 1);
      }
      CHECK(bottom == form.height());
    }
  }
}

TEST_CASE("a drag over the slider of a whole number stops at the powers of two, and between them", "[options]") {
  OptionForm form(QStringLiteral("rfa"), omega::find_estimator("rfa").info.options);
  form.resize(232, 400);
  form.show();
  auto* slider = form.findChild<QSlider*>();
  const auto* box = form.findChild<QSpinBox*>();
  REQUIRE((slider != nullptr && box != nullptr));
  QObject::connect(&form, &OptionForm::edited, &form, [&](const QString& name, const QString& text) {
    form.setValues(text.isEmpty() ? OptionTexts{} : OptionTexts{{name.toStdString(), text.toStdString()}});
  });
  Jumping style;
  slider->setStyle(&style);
  std::set<int> reached;
  const QPoint begin(2, slider->height() / 2);
  QTest::mousePress(slider, Qt::LeftButton, {}, begin);
  for (int x = 0; x <= slider->width(); ++x) {
    moveTo(*slider, begin + QPoint(x, 0), Qt::LeftButton);
    reached.insert(box->value());
  }
  QTest::mouseRelease(slider, Qt::LeftButton);
  for (int power = 2; power <= 4096; power *= 2) {
    INFO(power);
    CHECK(reached.contains(power));
  }
  CHECK(reached.size() > 20);
  slider->setStyle(nullptr);
}

TEST_CASE("the way back to a default has the colours of the window", "[options]") {
  const Dresser dresser;
  const auto titleOf = [](OptionForm& form) {
    form.resize(300, 400);
    form.show();
    return form.findChild<QLabel*>();
  };
  const auto make = [] {
    auto form = std::make_unique<OptionForm>(QStringLiteral("rfa"), omega::find_estimator("rfa").info.options);
    form->setValues({{"samples", "16"}});
    return form;
  };
  applyAppearance(Appearance::Light);
  const auto old = make();
  const QImage light = titleOf(*old)->grab().toImage();
  applyAppearance(Appearance::Dark);
  const auto fresh = make();
  const QImage dark = titleOf(*fresh)->grab().toImage();
  CHECK(dark != light);
  CHECK(waitFor([&] { return titleOf(*old)->grab().toImage() == dark; }));
}

TEST_CASE("a folded card says what of it was changed", "[options][window]") {
  SamplesOfRfa w;
  auto* card = qobject_cast<EstimatorCard*>(w.form->parentWidget());
  REQUIRE(card != nullptr);
  QToolButton* fold = nullptr;
  for (QToolButton* button : card->findChildren<QToolButton*>())
    if (button->accessibleName() == QStringLiteral("Show or hide its options")) fold = button;
  REQUIRE(fold != nullptr);
  REQUIRE(fold->isChecked());
  const QWidget* features = w.form->findChild<QWidget*>(QStringLiteral("features"));
  REQUIRE(features != nullptr);
  CHECK((w.box->isVisible() && features->isVisible()));
  fold->click();
  CHECK((w.box->isVisible() && !features->isVisible()));  // samples are not those of the paper
  w.workbench().store().change(QStringLiteral("default"), [](Document& d) { d.cards[1].options.clear(); });
  w.settle();
  CHECK_FALSE(w.form->isVisible());
  w.form->reveal(QStringLiteral("samples"));
  CHECK(fold->isChecked());
  CHECK((w.box->isVisible() && features->isVisible()));
}
