#include "window/appearance.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "language/language.h"
#include "widgets/signs.h"
#include "widgets/theme.h"
#include "window/main_window.h"

namespace omegascope {

namespace {

constexpr double kRound = 3;  // pixels, at corners

/// Whether it is a flat button that is switched on: Fusion would draw it as pressed, in grey.
bool isSwitchedOn(QStyle::PrimitiveElement element, const QStyleOption& option) {
  const QStyle::State pressed = option.state & QStyle::State_Sunken;
  return element == QStyle::PE_PanelButtonTool && (option.state & QStyle::State_AutoRaise) &&
         (option.state & QStyle::State_On) && !pressed;
}

void paintButton(QPainter& painter, const QStyleOption& option, const QPen& edge, const QBrush& ground) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(edge);
  painter.setBrush(ground);
  painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kRound, kRound);
  painter.restore();
}

/// With high contrast, what is chosen among others has a bar at one of its sides: its ground alone would hardly tell.
void paintBar(QPainter& painter, const Theme& theme, QRect rect, bool isBelow) {
  const int height = static_cast<int>(3 * theme.lineScale);
  rect.adjust(2, 1, -2, -1);
  isBelow ? rect.setTop(rect.bottom() + 1 - height) : rect.setHeight(height);
  painter.fillRect(rect, theme.accent);
}

void paintSwitchedOn(QPainter& painter, const QStyleOption& option) {
  const Theme theme = Theme::of(option.palette);
  const bool isEnabled = option.state & QStyle::State_Enabled;
  paintButton(painter, option, isEnabled ? QPen(theme.accent) : QPen(Qt::NoPen), theme.chosen());
  if (theme.isStrong && isEnabled) paintBar(painter, theme, option.rect, true);
}

/// On the side away from its page.
void paintBarOfTab(QPainter& painter, const QStyleOptionTab& tab) {
  const bool isBelow = tab.shape == QTabBar::RoundedSouth || tab.shape == QTabBar::TriangularSouth;
  if (tab.state & QStyle::State_Selected) paintBar(painter, Theme::of(tab.palette), tab.rect, isBelow);
}

/// A word that can be switched on, and is off: without an edge it would look like any text. In a bar it is known by its
/// place.
bool isWordSwitchedOff(const QWidget* widget) {
  const auto* button = qobject_cast<const QToolButton*>(widget);
  return button != nullptr && button->isCheckable() && !button->isChecked() && button->autoRaise() &&
         button->icon().isNull() && !qobject_cast<const QToolBar*>(button->parentWidget());
}

void paintSwitchedOff(QPainter& painter, const QStyleOption& option) {
  const Theme theme = Theme::of(option.palette);
  paintButton(painter, option, option.state & QStyle::State_Enabled ? theme.axis : theme.grid, Qt::NoBrush);
}

/// Fusion, but for what looks or handles better here: a press on a slider's groove takes the handle there and goes on
/// as a drag, which is one gesture and one undo step.
class Style : public QProxyStyle {
 public:
  Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
  using QProxyStyle::polish;
  void polish(QWidget* widget) override {
    QProxyStyle::polish(widget);
    if (auto* box = qobject_cast<QComboBox*>(widget)) giveLabel(*box);
  }
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    switch (hint) {
      case SH_FocusFrame_AboveWidget: return 1;
      case SH_EtchDisabledText: return 0;  // its second, white copy made what is off the brightest on a dark window
      case SH_DialogButtonBox_ButtonsHaveIcons: return 0;  // stock pictures, made for light windows
      case SH_Slider_AbsoluteSetButtons: return static_cast<int>(Qt::LeftButton);
      default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
  }
  /// Boxes to tick and handles to drag are as large as text and lines ask for.
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
      case PM_IndicatorWidth:
      case PM_IndicatorHeight:
      case PM_SliderThickness:
      case PM_SliderControlThickness:
      case PM_SliderLength: return qRound(usual * screenLook().lines);
      case PM_ButtonIconSize:
      case PM_ToolBarIconSize: return signSize();
      case PM_FocusFrameHMargin:
      case PM_FocusFrameVMargin: return qRound(2 * screenLook().lines);
      default: return usual;
    }
  }
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ComboBox || control == CC_SpinBox) drawEdge(*painter, option->rect, option->palette);
    if (control == CC_ToolButton && isWordSwitchedOff(widget)) paintSwitchedOff(*painter, *option);
    if (control == CC_Slider)
      drawEdge(*painter, subControlRect(CC_Slider, option, SC_SliderHandle, widget), option->palette);
  }
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override {
    QProxyStyle::drawControl(element, option, painter, widget);
    const auto* tab = element == CE_TabBarTabShape ? qstyleoption_cast<const QStyleOptionTab*>(option) : nullptr;
    if (tab == nullptr || !screenLook().isStrong) return;
    drawFrame(*painter, tab->rect, tab->palette);
    paintBarOfTab(*painter, *tab);
  }
  /// The line between the docks and the empty centre below them moves nothing: it gets no handle.
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    const auto* window =
        element == PE_IndicatorDockWidgetResizeHandle ? qobject_cast<const QMainWindow*>(widget) : nullptr;
    if (window && window->centralWidget() && option->rect.bottom() + 1 >= window->centralWidget()->y() &&
        option->rect.width() > option->rect.height())
      return;
    if (isSwitchedOn(element, *option)) return paintSwitchedOn(*painter, *option);
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    // Fusion's outline is a little darker than the window: on a dark one an empty box could not be seen.
    if (element == PE_IndicatorCheckBox) drawFrame(*painter, option->rect, option->palette);
    if (element == PE_PanelButtonCommand || element == PE_FrameLineEdit)
      drawEdge(*painter, option->rect, option->palette);
  }

 private:
  /// On Linux a screen reader takes what is chosen for the name of a box, and says the label whose buddy it is before:
  /// where none is seen, there is a hidden one.
  static void giveLabel(QComboBox& box) {
    QWidget* parent = box.parentWidget();
    if (parent == nullptr || box.accessibleName().isEmpty()) return;
    for (const QLabel* label : parent->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly))
      if (label->buddy() == &box) return;
    auto* label = new QLabel(asButtonText(box.accessibleName()), parent);
    label->setBuddy(&box);
    QObject::connect(&box, &QObject::destroyed, label, &QObject::deleteLater);
    label->hide();
  }

  /// Fusion's edges are a little darker than the window: with high contrast that is white or black.
  static void drawEdge(QPainter& painter, const QRect& rect, const QPalette& palette) {
    if (screenLook().isStrong) drawFrame(painter, rect, palette);
  }

  static void drawFrame(QPainter& painter, const QRect& rect, const QPalette& palette) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(palette.color(QPalette::PlaceholderText));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
    painter.restore();
  }
};

bool isDark(Appearance appearance, const QPalette& desktop) {
  return appearance == Appearance::Dark || appearance == Appearance::StrongDark ||
         (appearance == Appearance::FollowDesktop && Theme::of(desktop).dark);
}

QPalette& desktopPalette() {
  static QPalette palette;
  return palette;
}

Appearance& applied() {
  static Appearance appearance = Appearance::FollowDesktop;
  return appearance;
}

std::optional<int>& startText() {
  static std::optional<int> percent;
  return percent;
}

std::optional<DrawingScale>& roomLook() {
  static std::optional<DrawingScale> look;
  return look;
}

/// Boxes, handles and signs grow with the width of lines, but Qt tells no widget when that changes: so each is made to
/// ask its style anew. Windows with docks are left out: they would share out their room again, and hear of it from what
/// is in them.
void tellOfLines() {
  for (QWidget* widget : QApplication::allWidgets()) {
    if (qobject_cast<QMainWindow*>(widget)) continue;
    QEvent changed(QEvent::StyleChange);
    QApplication::sendEvent(widget, &changed);
  }
}

}  // namespace

void setUpAppearance() {
  loadFonts();
  desktopPalette() = QApplication::palette();
  QApplication::setStyle(new Style);
  applyAppearance(Settings::appearance());
}

Appearance appliedAppearance() { return applied(); }

void applyAppearance(Appearance appearance) {
  applied() = appearance;
  const double text = shownTextPercent() / 100.0;
  const bool isStrong = appearance == Appearance::StrongLight || appearance == Appearance::StrongDark;
  const DrawingScale own = isStrong ? DrawingScale::strongOfText(text) : DrawingScale::ofText(text);
  const double lines = screenLook().lines;
  setScreenLook(roomLook().value_or(own));
  const bool dark = isDark(appearance, desktopPalette());
  const Theme theme = dark ? Theme::night(screenLook()) : Theme::light(screenLook());
  QApplication::setPalette(paletteOf(theme));
  QApplication::setFont(theme.font);
  // Qt posts it. A box that is told of lines before it has its letters would keep room for the old ones.
  QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationFontChange);
  if (screenLook().lines != lines) tellOfLines();
}

void applyRoomLook(const std::optional<DrawingScale>& look) {
  if (std::exchange(roomLook(), look) != look) applyAppearance(applied());
}

QStringList appearanceNames() {
  return {QObject::tr("Follow the desktop"), QObject::tr("Light"), QObject::tr("Dark"),
          QObject::tr("Light, high contrast"), QObject::tr("Dark, high contrast")};
}

void setAppearance(Appearance appearance) {
  Settings::setAppearance(appearance);
  applyAppearance(appearance);
}

void startWithTextPercent(int percent) {
  startText() = std::clamp(percent, Settings::kLeastTextPercent, Settings::kMostTextPercent);
}

int shownTextPercent() { return startText().value_or(Settings::textPercent()); }

void setTextPercent(int percent) {
  startText().reset();
  Settings::setTextPercent(percent);
  applyAppearance(applied());
}

void chooseLanguage(Language language, MainWindow& window) {
  Settings::setLanguage(codeOf(language));
  if (language == omegascope::language()) return;
  setLanguage(language);
  emit window.languageChanged();
}

}  // namespace omegascope
