#include "views/option_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QStyleOptionSpinBox>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "language/language.h"
#include "views/option_number.h"
#include "views/titled_rows.h"
#include "widgets/accessible_slider.h"
#include "widgets/controls.h"
#include "widgets/signs.h"

namespace omegascope {

namespace {

// Sizes are explored in powers of two; the slider ends here, the box goes to the real limit.
constexpr double kSliderLimit = 4096;
constexpr int kPlacesPerOctave = 16;
constexpr int kPlacesPerKey = 4;
constexpr int kRealSteps = 200;
constexpr int kWordLetters = 5;   // of a box of words
constexpr int kLeastSlider = 60;  // room to drag in

class WheelWhenFocused : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    auto* widget = qobject_cast<QWidget*>(watched);
    if (event->type() != QEvent::Wheel || widget == nullptr || widget->hasFocus()) return false;
    event->ignore();
    return true;  // the form scrolls instead of a value changing by accident
  }
};

// Narrow enough for a form beside the pictures at 1280 pixels; a number with more digits gets the room that it needs.
constexpr int kBoxWidth = 68;

void fitBox(QAbstractSpinBox* box, const QSlider* slider) {
  QStyleOptionSpinBox option;
  option.initFrom(box);
  option.frame = box->hasFrame();
  option.buttonSymbols = box->buttonSymbols();
  option.subControls = QStyle::SC_All;
  const int field = box->style()->subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxEditField, box).width();
  constexpr int kMargins = 2 * 2, kCaret = 2;  // a line edit keeps 2 pixels free on each side
  const int text = box->fontMetrics().horizontalAdvance(box->text()) + kMargins + kCaret,
            wanted = std::max(kBoxWidth, text + option.rect.width() - field);
  // A slider that grows under the hand would jump.
  if (wanted > box->width() || !slider->isSliderDown()) box->setFixedWidth(wanted);
}

void calmWheel(QWidget* widget) {
  widget->setFocusPolicy(Qt::StrongFocus);
  widget->installEventFilter(new WheelWhenFocused(widget));
}

// Places are logarithmic, with 0 an octave below 1: every power of two has a place.
int sliderOf(std::int64_t value) {
  return value < 1 ? 0 : static_cast<int>(std::lround((std::log2(static_cast<double>(value)) + 1) * kPlacesPerOctave));
}
std::int64_t valueOf(int slider) {
  return slider < kPlacesPerOctave / 2
             ? 0
             : std::max<std::int64_t>(1, std::llround(std::exp2(static_cast<double>(slider) / kPlacesPerOctave - 1)));
}

/// Every key press moves by at least 1: small numbers have several places each.
void stepByKeys(QSlider* slider) {
  slider->setSingleStep(kPlacesPerKey);
  slider->setPageStep(kPlacesPerOctave);
  QObject::connect(slider, &QSlider::actionTriggered, slider, [slider](int action) {
    const bool up = action == QSlider::SliderSingleStepAdd || action == QSlider::SliderPageStepAdd;
    if (!up && action != QSlider::SliderSingleStepSub && action != QSlider::SliderPageStepSub) return;
    const std::int64_t before = valueOf(slider->value()), after = valueOf(slider->sliderPosition());
    if (after == before) slider->setSliderPosition(sliderOf(before + (up ? 1 : -1)));
  });
}

/// A slider has fewer pixels than places: the pointer would pass over 16 and 256. What it moves within a few pixels of
/// a power of two stays there; not farther than a fifth of an octave, so that 5, 6 and 7 are left between 4 and 8.
void holdPowers(QSlider* slider) {
  QObject::connect(slider, &QSlider::actionTriggered, slider, [slider](int action) {
    if (action != QSlider::SliderMove) return;
    if (std::abs(slider->sliderPosition() - slider->value()) <= 1) return;  // place by place, as no drag over pixels
    constexpr int kHeldPixels = 2, kMostHeld = kPlacesPerOctave / 5;
    const int at = slider->sliderPosition(), power = (at + kPlacesPerOctave / 2) / kPlacesPerOctave * kPlacesPerOctave,
              travel =
                  std::max(1, slider->width() - slider->style()->pixelMetric(QStyle::PM_SliderLength, nullptr, slider));
    const int held = kHeldPixels * (slider->maximum() - slider->minimum()) / travel;
    if (power <= slider->maximum() && power >= slider->minimum() && std::abs(at - power) <= std::min(held, kMostHeld))
      slider->setSliderPosition(power);
  });
}

/// Tiny numbers and those that may be automatic are better typed.
bool fitsSlider(const omega::OptionSpec& spec) {
  return std::holds_alternative<double>(spec.default_value) && !isTiny(spec);
}

}  // namespace

OptionForm::OptionForm(const QString& owner, std::vector<omega::OptionSpec> specs, QWidget* parent, OptionOrigin origin)
    : QWidget(parent), m_owner(owner), m_specs(std::move(specs)), m_origin(std::move(origin)) {
  auto* rows = new TitledRows(this);
  for (const omega::OptionSpec& spec : m_specs) addRow(*rows, spec);
  makeMore(*rows);
  setTips();
  m_usualOptions = optionsOf({});
  setValues({});
}

QString OptionForm::titleOf(const QString& name) const {
  const omega::OptionSpec* spec = omega::option_named(m_specs, name.toStdString());
  return spec ? described(spec->title) : name;
}

QString OptionForm::optionAt(const QWidget* widget) const {
  for (const Row& row : m_rows)
    if (row.control == widget || row.control->isAncestorOf(widget)) return QString::fromStdString(row.spec.name);
  return {};
}

void OptionForm::bringBack(const QString& name) {
  if (const omega::OptionSpec* spec = omega::option_named(m_specs, name.toStdString())) bringBack(*spec);
}

void OptionForm::setTips() {
  const Theme theme = Theme::of(palette());
  for (const Row& row : m_rows)
    for (QWidget* widget : {static_cast<QWidget*>(row.label), row.control})
      widget->setToolTip(optionTip(row.spec, m_origin, theme));
}

void OptionForm::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) setTips();  // symbols have their colours there too
  if (event->type() == QEvent::FontChange && !m_rows.empty()) setValues(m_values);  // digits have another width
}

void OptionForm::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  setInGesture(false);  // the release of the button goes elsewhere
}

bool OptionForm::eventFilter(QObject* watched, QEvent* event) {
  if (qobject_cast<QSlider*>(watched)) {
    if (event->type() == QEvent::MouseButtonPress) setInGesture(true);
    if (event->type() == QEvent::MouseButtonRelease) setInGesture(false);
  } else if (event->type() == QEvent::MouseButtonDblClick) {
    for (const Row& row : m_rows)
      if (row.label == watched) bringBack(row.spec);
  }
  return QWidget::eventFilter(watched, event);
}

/// A press beside the middle of the handle moves the slider before it says that it is pressed: so a gesture begins with
/// the mouse.
void OptionForm::followGesture(QSlider* slider) {
  slider->installEventFilter(this);
  connect(slider, &QSlider::sliderPressed, this, [this] { setInGesture(true); });
  connect(slider, &QSlider::sliderReleased, this, [this] { setInGesture(false); });
}

void OptionForm::setInGesture(bool inGesture) {
  if (std::exchange(m_inGesture, inGesture) == inGesture) return;
  inGesture ? emit gestureBegan() : emit gestureEnded();
}

void OptionForm::addRow(TitledRows& rows, const omega::OptionSpec& spec) {
  Row row;
  row.spec = spec;
  switch (spec.kind) {
    case omega::OptionKind::integer: makeInteger(row); break;
    case omega::OptionKind::real:
      if (!spec.words.empty())
        makeNumberOrWord(row);
      else
        fitsSlider(spec) ? makeReal(row) : makeText(row);
      break;
    case omega::OptionKind::choice: spec.words.empty() ? makeText(row) : makeChoice(row); break;
    case omega::OptionKind::flag: makeFlag(row); break;
    case omega::OptionKind::grid: makeText(row); break;
  }
  row.label = new OptionTitle(described(spec.title), this);
  row.label->setBuddy(row.control);
  row.control->setObjectName(QString::fromStdString(spec.name));
  // A slider and its box are two ways to set an option: whoever hears only one of them hears what it sets.
  const auto inside = row.control->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
  for (QWidget* part : inside + QList<QWidget*>{row.control}) {
    if (part->focusPolicy() == Qt::NoFocus && part != row.control) continue;
    part->setAccessibleName(described(spec.title));
    part->setAccessibleDescription(optionWords(spec));
  }
  rows.addRow(row.label, row.control);
  row.label->installEventFilter(this);
  row.note = wrapped(new QLabel(this));
  row.note->hide();
  rows.addWidget(row.note);
  QLabel* note = row.note;
  for (QLineEdit* line : row.control->findChildren<QLineEdit*>())
    connect(line, &QLineEdit::textEdited, note, &QLabel::hide);
  if (auto* line = qobject_cast<QLineEdit*>(row.control)) connect(line, &QLineEdit::textEdited, note, &QLabel::hide);
  connect(row.label, &QLabel::linkActivated, this, [this, spec] { bringBack(spec); });
  m_rows.push_back(std::move(row));
}

/// A slider, and a box beside it.
template <class Box>
std::pair<QSlider*, Box*> OptionForm::makeNumber(Row& row) {
  row.control = new QWidget(this);
  auto* layout = bare(new QHBoxLayout(row.control));
  auto* slider = new QSlider(Qt::Horizontal, row.control);
  auto* box = new Box(row.control);
  slider->setMinimumWidth(kLeastSlider);
  box->setKeyboardTracking(false);
  box->setFixedWidth(kBoxWidth);
  calmWheel(slider);
  calmWheel(box);
  layout->addWidget(slider, 1);
  layout->addWidget(box);
  followGesture(slider);
  return {slider, box};
}

void OptionForm::makeInteger(Row& row) {
  const auto [slider, box] = makeNumber<LimitedBox<QSpinBox>>(row);
  const auto low = static_cast<std::int64_t>(row.spec.minimum), high = static_cast<std::int64_t>(row.spec.maximum);
  box->setRange(static_cast<int>(low), static_cast<int>(std::min<std::int64_t>(high, std::numeric_limits<int>::max())));
  tellValueOf(
      *slider, [low, high](int at) { return static_cast<double>(std::clamp(valueOf(at), low, high)); },
      [](double value) { return sliderOf(std::llround(value)); });
  slider->setRange(sliderOf(low), sliderOf(static_cast<std::int64_t>(std::min(row.spec.maximum, kSliderLimit))));
  stepByKeys(slider);
  holdPowers(slider);
  const omega::OptionSpec spec = row.spec;
  connect(slider, &QSlider::valueChanged, this,
          [this, spec, low, high](int at) { edit(spec, std::clamp(valueOf(at), low, high)); });
  connect(box, &QSpinBox::valueChanged, this, [this, spec](int value) { edit(spec, std::int64_t{value}); });
  box->onBeyond = [this, spec, low, high](double typed) {
    tellLimit(spec, typed, typed < static_cast<double>(low) ? low : high);
  };
  row.show = [slider = slider, box = box](const omega::OptionValue& value) {
    const QSignalBlocker blockSlider(slider), blockBox(box);
    const std::int64_t number = std::get<std::int64_t>(value);
    if (!slider->isSliderDown()) slider->setValue(sliderOf(number));
    showNumber(box, static_cast<int>(number));
    fitBox(box, slider);
  };
}

void OptionForm::makeReal(Row& row) {
  const auto [slider, box] = makeNumber<LimitedBox<QDoubleSpinBox>>(row);
  const double low = row.spec.minimum, high = row.spec.maximum,
               reach = low < 0 ? high : std::min(high, std::max(2.0, 4 * std::get<double>(row.spec.default_value)));
  box->setDecimals(3);
  box->setRange(low, high);
  box->setSingleStep(kRealStep);
  const auto valueAt = [low, reach](int at) { return low + (reach - low) * at / kRealSteps; };
  const auto placeOf = [low, reach](double value) {
    return static_cast<int>(std::lround((value - low) / (reach - low) * kRealSteps));
  };
  tellValueOf(*slider, valueAt, placeOf);
  slider->setRange(0, kRealSteps);
  const omega::OptionSpec spec = row.spec;
  connect(slider, &QSlider::valueChanged, this, [this, spec, valueAt](int at) { edit(spec, valueAt(at)); });
  connect(box, &QDoubleSpinBox::valueChanged, this, [this, spec](double value) { edit(spec, value); });
  box->onBeyond = [this, spec, low, high](double typed) { tellLimit(spec, typed, typed < low ? low : high); };
  row.show = [placeOf, slider = slider, box = box](const omega::OptionValue& value) {
    const QSignalBlocker blockSlider(slider), blockBox(box);
    const double number = std::get<double>(value);
    if (!slider->isSliderDown()) slider->setValue(placeOf(number));
    showNumber(box, number);
    fitBox(box, slider);
  };
}

void OptionForm::makeChoice(Row& row) {
  auto* box = narrow(new QComboBox(this), kWordLetters);
  for (const std::string& word : row.spec.words) box->addItem(QString::fromStdString(word));
  calmWheel(box);
  const omega::OptionSpec spec = row.spec;
  connect(box, &QComboBox::textActivated, this, [this, spec](const QString& word) { edit(spec, word.toStdString()); });
  row.control = box;
  row.show = [box](const omega::OptionValue& value) {
    box->setCurrentText(QString::fromStdString(std::get<std::string>(value)));
  };
}

/// Words to choose from, and a field for a number.
void OptionForm::makeNumberOrWord(Row& row) {
  auto* box = narrow(new QComboBox(this), kWordLetters);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->addItem(QString::fromStdString(omega::to_string(row.spec.default_value)));
  for (const std::string& word : row.spec.words) box->addItem(QString::fromStdString(word));
  calmWheel(box);
  const omega::OptionSpec spec = row.spec;
  const auto take = [this, spec, box] { editText(spec, box->currentText().trimmed()); };
  connect(box, &QComboBox::textActivated, this, take);
  connect(box->lineEdit(), &QLineEdit::editingFinished, this, [take, box] {
    const bool isTyped = box->lineEdit()->isModified();
    box->lineEdit()->setModified(false);
    if (isTyped) take();
  });
  row.control = box;
  row.show = [box](const omega::OptionValue& value) {
    if (!box->lineEdit()->isModified()) box->setEditText(QString::fromStdString(omega::to_string(value)));
  };
}

void OptionForm::makeFlag(Row& row) {
  auto* box = new QCheckBox(this);
  const omega::OptionSpec spec = row.spec;
  connect(box, &QCheckBox::clicked, this, [this, spec](bool on) { edit(spec, on); });
  row.control = box;
  row.show = [box](const omega::OptionValue& value) { box->setChecked(std::get<bool>(value)); };
}

void OptionForm::makeText(Row& row) {
  auto* line = new QLineEdit(this);
  line->setMinimumWidth(40);
  line->setPlaceholderText(described(row.spec.automatic));
  const omega::OptionSpec spec = row.spec;
  connect(line, &QLineEdit::editingFinished, this, [this, spec, line] {
    line->setModified(false);
    editText(spec, line->text().trimmed());
  });
  row.control = line;
  row.show = [line](const omega::OptionValue& value) {
    if (!line->isModified()) line->setText(QString::fromStdString(omega::to_string(value, "")));
  };
}

void OptionForm::edit(const omega::OptionSpec& spec, const omega::OptionValue& value) {
  try {
    spec.check(m_owner.toStdString(), value);
  } catch (const omega::Error&) {
    setValues(m_values);  // what is refused is shown as it was before
    if (const double* number = std::get_if<double>(&value)) tellLimit(spec, *number, m_options.value(spec.name));
    return;
  }
  emit edited(QString::fromStdString(spec.name),
              value == spec.default_value ? QString() : QString::fromStdString(omega::to_string(value)));
}

void OptionForm::editText(const omega::OptionSpec& spec, const QString& text) {
  if (text.isEmpty()) return edit(spec, spec.default_value);
  // Boxes read numbers as the desktop writes them, so lines do, too.
  bool isNumber = false;
  const double typed = QLocale().toDouble(text, &isNumber);
  const bool isWritten = spec.kind == omega::OptionKind::real && isNumber && text.contains(QLocale().decimalPoint());
  try {
    edit(spec, spec.parse(m_owner.toStdString(), isWritten ? omega::number_text(typed) : text.toStdString()));
  } catch (const omega::Error&) {
    setValues(m_values);
    if (isNumber) tellLimit(spec, typed, m_options.value(spec.name));
  }
}

void OptionForm::tellLimit(const omega::OptionSpec& spec, double typed, const omega::OptionValue& value) {
  if (std::isnan(typed)) return;
  const bool isAbove = typed > spec.maximum, isAtLeast = !spec.minimum_excluded;
  if (!isAbove && (isAtLeast ? typed >= spec.minimum : typed > spec.minimum)) return;
  for (Row& row : m_rows) {
    if (row.spec.name != spec.name) continue;
    row.note->setText((isAbove     ? tr("at most %1 here")
                       : isAtLeast ? tr("at least %1 here")
                                   : tr("more than %1 here"))
                          .arg(QString::fromStdString(omega::number_text(isAbove ? spec.maximum : spec.minimum))));
    row.note->show();
    row.notedOf = omega::to_string(value);
  }
}

omega::Options OptionForm::optionsOf(const OptionTexts& texts) const {
  try {
    return {m_owner.toStdString(), m_specs, givenOf(texts)};
  } catch (const omega::Error&) {
    return {m_owner.toStdString(), m_specs};  // from a session of another version; the card says what is wrong
  }
}

bool OptionForm::isChanged(const Row& row) const {
  const auto textIn = [&](const OptionTexts& texts) {
    const auto found = texts.find(row.spec.name);
    return found == texts.end() ? std::string() : found->second;
  };
  return textIn(m_values) != textIn(m_usual);
}

void OptionForm::setUsual(const OptionTexts& usual) {
  if (std::exchange(m_usual, usual) == usual) return;
  m_usualOptions = optionsOf(usual);
  setValues(m_values);
}

void OptionForm::setValues(const OptionTexts& values) {
  const bool isOther = values != m_values;
  m_values = values;
  const omega::Options before = std::exchange(m_options, optionsOf(values));
  for (const Row& row : m_rows) {
    const omega::OptionValue& value = m_options.value(row.spec.name);
    row.show(value);
    row.label->setChanged(isChanged(row));
    // A note stays where what was typed becomes the limit, until anything else is set.
    const bool isNow = !isOther || value != before.value(row.spec.name);
    if (!isNow || omega::to_string(value) != row.notedOf) row.note->hide();
  }
  showRows();
}

// --- What is folded away ---------------------------------------------------------------------------------------------

void OptionForm::makeMore(TitledRows& rows) {
  m_more = new QToolButton(this);
  m_more->setCheckable(true);
  m_more->setAutoRaise(true);
  m_more->setIcon(signIcon(Sign::options));
  m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_more->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_more->setToolTip(tr("Shows what is seldom changed, too; what is changed is always there"));
  rows.addWidget(m_more);
  connect(m_more, &QToolButton::toggled, this, &OptionForm::showRows);
}

bool OptionForm::shows(const Row& row) const {
  if (!m_options.shows(m_specs, row.spec)) return false;
  return isSet(row) || (!m_isFolded && (!row.spec.is_for_experts || m_more->isChecked()));
}

void OptionForm::showRows() {
  int more = 0;
  for (const Row& row : m_rows) {
    const bool shown = shows(row);
    row.label->setVisible(shown);
    row.control->setVisible(shown);
    if (!shown) row.note->hide();
    more += row.spec.is_for_experts && !isSet(row) && m_options.shows(m_specs, row.spec);
  }
  const bool isOpen = m_more->isChecked();
  m_more->setText(isOpen ? tr("Fewer options") : tr("%n more option(s)", nullptr, more));
  m_more->setAccessibleName(m_more->text());
  m_more->setVisible(more > 0 && !m_isFolded);
}

void OptionForm::setFolded(bool folded) {
  if (std::exchange(m_isFolded, folded) != folded) showRows();
}

bool OptionForm::hasUseFor(const QString& name) const {
  const omega::OptionSpec* spec = omega::option_named(m_specs, name.toStdString());
  return spec != nullptr && m_options.shows(m_specs, *spec);
}

bool OptionForm::isFoldedAway(const QString& name) const {
  return std::any_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
    return row.spec.name == name.toStdString() && m_options.shows(m_specs, row.spec) && !shows(row);
  });
}

void OptionForm::reveal(const QString& name) {
  if (isFoldedAway(name) && m_isFolded) emit unfoldWanted();
  if (isFoldedAway(name)) m_more->setChecked(true);
}

}  // namespace omegascope
