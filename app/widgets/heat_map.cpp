#include "widgets/heat_map.h"

#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/heat_map_style.h"
#include "widgets/map_canvas.h"

namespace omegascope {

namespace {

/// Pixels of a map for each logical one in a vector format, which gets the map once as an image: whole pixels for each
/// cell, so that all cells are alike; several where there are few cells, so that what a viewer smooths is a fraction of
/// a cell.
double vectorRatio(const MapTransform& at) {
  constexpr double kFine = 1000, kMost = 4096;  // pixels along the map
  const double longest = std::max({1, at.canvas().width(), at.canvas().height()});
  const double cell = std::min(at.cellWidth(), at.cellHeight());
  return std::min(std::max(1.0, std::floor(kFine * cell / longest)) / cell, kMost / longest);
}

/// In which block each of these cells is; -1 for none.
std::vector<int> blocksOf(const std::vector<qint64>& cells, int factor) {
  std::vector<int> blocks(cells.size());
  std::transform(cells.begin(), cells.end(), blocks.begin(),
                 [factor](qint64 cell) { return cell < 0 ? -1 : static_cast<int>(cell / factor); });
  return blocks;
}

/// Written in place of a map: what it would show, and why there is none.
void paintWords(QPainter& painter, const QRectF& rect, const Theme& theme, const QString& title,
                const QStringList& why) {
  if (why.isEmpty()) return;
  painter.save();
  painter.setFont(theme.font);
  painter.setPen(theme.faint);
  painter.drawText(rect, Qt::AlignCenter | Qt::TextWordWrap, title + QLatin1Char('\n') + why.join(QLatin1Char('\n')));
  painter.restore();
}

}  // namespace

HeatMap::HeatMap(QWidget* parent) : CanvasWidget(parent) { setPainter(preferredPainter()); }

GlCanvas* HeatMap::makeCanvas() { return new MapCanvas(this); }

void HeatMap::setSource(MapSource source) {
  if (source.rows() != m_source.rows() || source.columns() != m_source.columns()) m_view = {};
  m_source = std::move(source);
  renew();
}

void HeatMap::setMarks(const MapMarks& marks) {
  if (marks == m_marks) return;
  const bool brackets = marks.rowsFirst != m_marks.rowsFirst || marks.rowsLast != m_marks.rowsLast;
  m_marks = marks;
  if (m_canvas || brackets) {
    renew();
  } else {
    update();  // rings are painted above the picture
  }
}

void HeatMap::setView(const MapView& view) {
  m_view = view;
  renew();
}

void HeatMap::bringIntoSight(qint64 row, qint64 column) {
  const MapTransform at = transform();
  const QRectF& seen = at.plot();
  const auto missing = [](double from, double to, double first, double last) {
    const double middle = (from + to) / 2;
    return middle < first ? first - from : middle > last ? last - to : 0;
  };
  const auto x = static_cast<double>(column), y = static_cast<double>(row);
  const QPointF by(column < 0 ? 0 : missing(at.xOf(x), at.xOf(x + 1), seen.left(), seen.right()),
                   row < 0 ? 0 : missing(at.yOf(y), at.yOf(y + 1), seen.top(), seen.bottom()));
  if (!by.isNull()) changeView(at.panned(by));
}

QString HeatMap::poolingText() const { return pooledBadge(transform().factor(devicePixelRatioF()), m_labels).text; }

MapTransform HeatMap::transform() const { return transformIn(rect(), {m_theme, m_numbers}); }

MapTransform HeatMap::transformIn(const QRectF& rect, const MapStyle& style, Extent extent) const {
  const QRectF plot = mapPlotRect(rect, m_labels, m_source.rows(), style);
  return MapTransform(m_source.rows(), m_source.columns(), plot, extent == Extent::Visible ? m_view : MapView{},
                      m_stretched);
}

std::optional<std::pair<qint64, qint64>> HeatMap::cellAt(QPointF position) const {
  if (m_source.isEmpty()) return {};
  return transform().cellShownAt(position, devicePixelRatioF());
}

MapFrame HeatMap::frameFor(const MapTransform& transform, const Theme& theme, double pixelRatio, bool withMarks) const {
  MapFrame frame;
  const QRect canvas = transform.canvas();
  frame.pixels = QSize(qRound(canvas.width() * pixelRatio), qRound(canvas.height() * pixelRatio));
  frame.background = theme.window.rgb();
  frame.scale = m_scale.forGrey(theme.isGrey);
  if (!m_source.isEmpty()) {
    frame.level = m_source.level(transform.factor(pixelRatio));
    frame.columns = blocksOf(transform.cellColumns(pixelRatio), frame.level.factor.columns);
    frame.rows = blocksOf(transform.cellRows(pixelRatio), frame.level.factor.rows);
  }
  if (withMarks) {
    frame.fills = markFills(m_marks, transform, pixelRatio);
    if (const QColor over = veil(theme); over.alpha() > 0)
      frame.fills.push_back({QRect(QPoint(0, 0), frame.pixels), over});
  }
  return frame;
}

QColor HeatMap::veil(const Theme& theme) const {
  QColor colour = theme.window;
  colour.setAlpha(m_faded ? 166 : m_stale ? 110 : 0);
  return colour;
}

QImage HeatMap::rasterCanvas() const {
  QImage image = paintMap(frameFor(transform(), m_theme, devicePixelRatioF(), true));
  image.setDevicePixelRatio(devicePixelRatioF());
  return image;
}

void HeatMap::renew() {
  if (m_canvas) m_canvas->setVisible(!m_source.isEmpty());
  if (m_canvas && !m_source.isEmpty()) {
    const MapTransform at = transform();
    m_canvas->setGeometry(at.canvas());
    static_cast<MapCanvas*>(m_canvas)->setFrame(frameFor(at, m_theme, devicePixelRatioF(), true));
  }
  m_picture = {};
  update();
}

void HeatMap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.window);
  if (m_source.isEmpty())
    return paintWords(painter, rect(), m_theme, m_labels.title,
                      m_stale ? QStringList{tr("computing …")} : m_labels.badges);
  const MapTransform at = transform();
  const MapStyle style{m_theme, m_numbers};
  const double ratio = devicePixelRatioF();
  if (!m_canvas) {
    if (m_picture.isNull()) m_picture = paintMap(frameFor(at, m_theme, ratio, false));
    painter.drawImage(QRectF(at.canvas()), m_picture);
    painter.save();
    painter.setClipRect(at.canvas());
    painter.translate(at.canvas().topLeft());
    painter.scale(1 / ratio, 1 / ratio);
    for (const Fill& fill : markFills(m_marks, at, ratio)) painter.fillRect(fill.rect, fill.colour);
    painter.restore();
    painter.fillRect(at.canvas(), veil(m_theme));
  }
  paintMapFurniture(painter, rect(), at, style, {m_labels, m_marks, m_stale, pooledBadge(at.factor(ratio), m_labels)});
}

void HeatMap::paintTo(QPainter& painter, const QRectF& rect, const Theme& theme, const QLocale& locale, bool withMarks,
                      Extent extent) const {
  if (m_source.isEmpty()) return paintWords(painter, rect, theme, m_labels.title, m_labels.badges);
  const MapStyle style{theme, locale};
  painter.save();
  painter.translate(rect.topLeft());
  const QRectF own(QPointF(0, 0), rect.size());
  painter.fillRect(own, theme.window);
  const MapTransform at = transformIn(own, style, extent);
  const QPaintEngine* engine = painter.paintEngine();
  const bool raster = engine && engine->type() == QPaintEngine::Raster;
  const double ratio = raster ? painter.deviceTransform().m11() : vectorRatio(at);
  const QImage image = paintMap(frameFor(at, theme, ratio, withMarks));
  painter.drawImage(QRectF(at.canvas()), image);
  paintMapFurniture(painter, own, at, style,
                    {m_labels, withMarks ? m_marks : MapMarks{}, false, pooledBadge(at.factor(ratio), m_labels)});
  painter.restore();
}

void HeatMap::changeView(const MapView& view) {
  const MapView old = this->view();
  m_view = view;
  if (this->view() == old) return;
  renew();
  emit viewChanged(this->view());
}

void HeatMap::step(const ViewStep& step) {
  if (step.isWhole) return fit();
  const MapTransform at = transform();
  const QSizeF seen = at.visibleRect().size();
  const QPointF by(step.pan.x() * seen.width(), step.pan.y() * seen.height());
  changeView(step.zoom == 1 ? at.panned(by) : at.zoomed(step.zoom, at.plot().center()));
}

void HeatMap::hover(QPointF position) {
  const auto cell = cellAt(position).value_or(std::pair<qint64, qint64>{-1, -1});
  if (cell == m_lastHover) return;
  m_lastHover = cell;
  emit cellHovered(cell.first, cell.second);
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  m_dragFrom = event->position();
  m_dragView = view();
  m_dragged = m_clickedCell = false;
}

/// The title by itself says all that the line above the map may have no room for.
bool HeatMap::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return CanvasWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (help->pos().y() >= transform().visibleRect().top()) return CanvasWidget::event(event);
  QStringList lines = m_labels.badges;
  lines.prepend(m_labels.title);
  if (const QString pooling = poolingText(); !pooling.isEmpty()) lines << pooling;
  QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
  return true;
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) {
  if (!m_dragFrom) return hover(event->position());
  const QPointF by = event->position() - *m_dragFrom;
  if (!m_dragged && by.manhattanLength() < 4) return;
  m_dragged = true;
  setCursor(Qt::ClosedHandCursor);
  m_view = m_dragView;
  changeView(transform().panned(by));
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_dragFrom) return;
  const bool clicked = !m_dragged;
  m_dragFrom.reset();
  unsetCursor();
  if (!clicked) return hover(event->position());
  const auto cell = cellAt(event->position());
  m_clickedCell = cell.has_value();
  if (cell)
    emit cellClicked(cell->first, cell->second, event->modifiers());
  else if (event->position().y() < transform().visibleRect().top())
    emit titleClicked();
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (m_clickedCell) emit clickTakenBack(view().zoom > 1);
  fit();
}

void HeatMap::wheelEvent(QWheelEvent* event) {
  if (m_source.isEmpty() || event->angleDelta().y() == 0) return event->ignore();
  changeView(transform().zoomed(std::pow(2.0, event->angleDelta().y() / 240.0), event->position()));
  hover(event->position());
  event->accept();
}

void HeatMap::leaveEvent(QEvent*) {
  if (m_lastHover.first < 0) return;
  m_lastHover = {-1, -1};
  emit cellHovered(-1, -1);
}

}  // namespace omegascope
