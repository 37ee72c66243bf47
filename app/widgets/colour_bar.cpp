#include "widgets/colour_bar.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/accessible_canvas.h"
#include "widgets/ticks.h"

namespace omegascope {
namespace {

constexpr double kUsualThickness = 14, kBarTick = 4, kBarGap = 4, kPaperGap = 3, kArrow = 9;

constexpr int kMostTicks = 6;
constexpr double kWidth = 7.3;  // in letters' heights: ticks such as −0.025 and 1e−10, and the title

constexpr double kLeastLabels = 0.7;  // of the size of other text

double thickness(const Theme& theme) { return kUsualThickness * theme.lineScale; }

}  // namespace

ColourBar::ColourBar(QWidget* parent)
    : QWidget(parent), m_theme(Theme::of(palette())), m_pointer(std::numeric_limits<double>::quiet_NaN()) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  nameCanvas(
      *this, tr("Colours"),
      [this] {
        if (title().isEmpty()) return QString();  // no scale yet
        constexpr int kDigits = 3;
        return tr("Colours of %1, from %2 to %3")
            .arg(title(), formatNumber(m_scale.min, kDigits, m_numbers), formatNumber(m_scale.max, kDigits, m_numbers));
      },
      TabStop::No);
}

int ColourBar::widthFor(const Theme& theme) { return qRound(kWidth * theme.font.pixelSize()); }

void ColourBar::setScale(const ColourScale& scale) {
  m_scale = scale;
  updateGeometry();
  update();
}

void ColourBar::setTitle(const QString& quantity, const QString& unit) {
  m_quantity = quantity;
  m_unit = unit;
  updateGeometry();
  update();
}

void ColourBar::setBeyond(std::optional<double> below, std::optional<double> above) {
  if (below == m_below && above == m_above) return;
  m_below = below;
  m_above = above;
  update();
}

void ColourBar::setTheme(const Theme& theme) {
  m_theme = theme;
  updateGeometry();
  update();
}

void ColourBar::setPointer(double value) {
  m_pointer = value;
  update();
}

QString ColourBar::title() const {
  return m_unit.isEmpty() ? m_quantity : QStringLiteral("%1 (%2)").arg(m_quantity, m_unit);
}

/// Of any number of ticks that there may be room for: more of them may take more digits.
double ColourBar::widestLabel(const Theme& theme, const QLocale& locale) const {
  const QFontMetricsF metrics(theme.font);
  double widest = metrics.horizontalAdvance(QStringLiteral("0.00"));
  for (int count = 1; count <= kMostTicks; ++count)
    for (const Tick& tick : scaleTicks(m_scale, count, locale))
      widest = std::max(widest, metrics.horizontalAdvance(tick.label));
  for (const std::optional<double>& end : {m_below, m_above})
    if (end) widest = std::max(widest, metrics.horizontalAdvance(formatNumber(*end, 2, locale)));
  return std::ceil(widest);
}

QSize ColourBar::sizeHint() const {
  const double title = m_quantity.isEmpty() ? 0 : m_theme.lineHeight() + kBarGap;
  return {
      static_cast<int>(kBarGap + thickness(m_theme) + kBarTick + kBarGap + widestLabel(m_theme, m_numbers) + title + 2),
      200};
}

QRectF ColourBar::barRect(const QRectF& rect, const Theme& theme) const {
  const double height = theme.lineHeight(), half = height / 2 + 2, top = half + (m_above ? height : 0),
               bottom = half + (m_below ? height : 0);
  return {rect.left() + kBarGap, rect.top() + top, thickness(theme), std::max(10.0, rect.height() - top - bottom)};
}

void ColourBar::paintBar(QPainter& painter, const QRectF& bar, const Theme& theme) const {
  const bool paper = m_scale.effectiveNorm() == Norm::Log;
  QRectF scale = bar;
  if (paper) {
    // A swatch at the low end for what has no logarithm.
    QRectF swatch = bar;
    swatch.setTop(bar.bottom() - thickness(theme) * 0.8);
    scale.setBottom(swatch.top() - kPaperGap);
    painter.fillRect(swatch, QColor(kPaperColour));
    painter.setPen(QPen(theme.axis, 1));
    painter.drawRect(swatch);
  }
  // The table as an image: one step of the bar per entry, equal steps of the map's position.
  QImage steps(QSize(1, 256), QImage::Format_RGB32);
  const ColourTable& table = colourTable(m_scale.forGrey(theme.isGrey).map);
  for (int i = 0; i < 256; ++i) steps.setPixel(0, 255 - i, table[i]);
  painter.drawImage(scale, steps);
  painter.setPen(QPen(theme.axis, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(scale);
}

/// An arrow beyond an end of the bar, in the colour that those values have, and how far they go.
void ColourBar::paintBeyond(QPainter& painter, const QRectF& bar, const Theme& theme, const QLocale& locale,
                            bool above) const {
  const double height = theme.lineHeight(), sign = above ? -1 : 1;
  const QPointF end(bar.center().x(), above ? bar.top() - 2 : bar.bottom() + 2), along(0, sign * kArrow),
      across(thickness(theme) / 2, 0);
  painter.setPen(QPen(theme.axis, theme.lineScale));
  painter.setBrush(QColor(colourTable(m_scale.forGrey(theme.isGrey).map)[above ? 255 : 0]));
  painter.drawPolygon(QPolygonF{end + along, end + across, end - across});
  painter.setPen(theme.text);
  // Clear of a tick at the end of the bar, whose label reaches half a line beyond it.
  const double middle = (above ? bar.top() : bar.bottom()) + sign * (height + 1);
  painter.drawText(QRectF(bar.right() + kBarTick + 3, middle - height / 2, 200, height),
                   Qt::AlignLeft | Qt::AlignVCenter, formatNumber(above ? *m_above : *m_below, 2, locale));
}

void ColourBar::paintTicks(QPainter& painter, const QRectF& bar, const Theme& theme, const QLocale& locale) const {
  const double height = theme.lineHeight(), room = bar.height();
  const bool paper = m_scale.effectiveNorm() == Norm::Log;
  const double swatch = paper ? thickness(theme) * 0.8 + kPaperGap : 0;
  const double paperAt = bar.bottom() - thickness(theme) * 0.4;
  const auto along = [&](double position) { return bar.bottom() - swatch - position * (room - swatch); };
  const auto label = [&](double at, const QString& text) {
    painter.setPen(QPen(theme.axis, theme.lineScale));
    painter.drawLine(QPointF(bar.right(), at), QPointF(bar.right() + kBarTick, at));
    painter.setPen(theme.text);
    painter.drawText(QRectF(bar.right() + kBarTick + 3, at - height / 2, 200, height), Qt::AlignLeft | Qt::AlignVCenter,
                     text);
  };
  const double each = 2 * height;
  double last = -1e9;
  if (paper) label(last = paperAt, locale.toString(0));
  for (const Tick& tick : scaleTicks(m_scale, std::clamp(static_cast<int>(room / each), 1, kMostTicks), locale)) {
    const double at = along(m_scale.position(tick.value));
    if (std::abs(at - last) < 0.62 * each) continue;
    label(at, tick.label);
    last = at;
  }
  if (std::isnan(m_pointer)) return;
  const double at = m_scale.isPaper(m_pointer) ? paperAt : along(m_scale.position(m_pointer));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.text);
  const QPointF tip(bar.left() + 2, at);
  painter.drawPolygon(QPolygonF{tip, tip + QPointF(-6, -4), tip + QPointF(-6, 4)});
}

void ColourBar::paintTo(QPainter& painter, const QRectF& rect, const Theme& theme, const QLocale& locale) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(theme.font);
  const QRectF bar = barRect(rect, theme);
  paintBar(painter, bar, theme);
  // Numbers with many digits are set smaller: behind them the title needs its room.
  const double height = theme.lineHeight(), labels = bar.right() + kBarTick + 3, widest = widestLabel(theme, locale),
               room = std::max(1.0, rect.right() - labels - (title().isEmpty() ? 0 : kBarGap + height));
  if (widest > room) painter.setFont(theme.scaled(theme.shrunk(std::max(kLeastLabels, room / widest))));
  paintTicks(painter, bar, theme, locale);
  if (m_above) paintBeyond(painter, bar, theme, locale, true);
  if (m_below) paintBeyond(painter, bar, theme, locale, false);
  painter.setFont(theme.font);
  // The quantity alone where there is no room for its unit as well.
  const QFontMetricsF metrics(theme.font);
  const QString whole = title();
  const QString text = metrics.horizontalAdvance(whole) <= rect.height()
                           ? whole
                           : metrics.elidedText(m_quantity, Qt::ElideRight, rect.height());
  painter.setPen(theme.text);
  painter.translate(labels + std::min(widest, room) + kBarGap + height / 2, rect.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-rect.height() / 2, -height / 2, rect.height(), height), Qt::AlignCenter, text);
  painter.restore();
}

void ColourBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.window);
  paintTo(painter, rect(), m_theme, m_numbers);
}

void ColourBar::mouseDoubleClickEvent(QMouseEvent*) { emit doubleClicked(); }

}  // namespace omegascope
