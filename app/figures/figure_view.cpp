#include "figures/figure_view.h"

#include <QMouseEvent>
#include <cmath>

#include "figures/mark_painter.h"
#include "language/language.h"
#include "widgets/accessible_canvas.h"

namespace omegascope {

using namespace omega::studies;

namespace {

/// What is wrapped or cut, in the language of what is drawn before it is: one line of a sentence has no translation.
void sayWords(Figure& figure) {
  for (FigurePart& part : figure.panels) {
    for (std::string* words : {&part.title, &part.note, &part.band, &part.bars, &part.nothing})
      *words = described(*words).toStdString();
    for (std::vector<std::string>* names : {&part.x.categories, &part.y.categories})
      for (std::string& name : *names) name = described(name).toStdString();
  }
}

/// With the sentence of a panel without data in the language of what is drawn.
Drawing drawingOf(const Figure& figure, const FigureLook& look) {
  Drawing drawing = lay_out(figure, look);
  for (Mark& mark : drawing.marks)
    if (auto* text = std::get_if<TextMark>(&mark))
      if (text->words == kNotMeasuredYet || text->words == kNothingMeasured)
        text->words = described(text->words).toStdString();
  return drawing;
}

}  // namespace

FigureLook figureLook(const Theme& theme, const std::set<std::string>& hidden) {
  const auto rgb = [](const QColor& colour) { return omega::Rgb{colour.rgb() & 0xffffff}; };
  FigureLook look;
  look.text = theme.font.pixelSize();
  look.line = theme.lineScale;
  look.palette = {theme.dark,      rgb(theme.text),   rgb(theme.faint),  rgb(theme.axis),
                  rgb(theme.grid), rgb(theme.canvas), rgb(theme.window), theme.textContrast()};
  look.hidden = hidden;
  return look;
}

LegendEntry legendEntry(const Curve& curve) {
  return {
      described(legend_name(curve)), [curve](QPainter& painter, const QRectF& rect, const Theme& theme) {
        paintMarks(painter, legend_sign(curve, {rect.x(), rect.y(), rect.width(), rect.height()}, figureLook(theme)));
      }};
}

void paintFigure(QPainter& painter, const QRectF& area, const Figure& figure, FigureLook look) {
  look.width = area.width();
  look.height = area.height();
  Figure said = figure;
  sayWords(said);
  painter.save();
  painter.translate(area.topLeft());
  paintMarks(painter, drawingOf(said, look).marks);
  painter.restore();
}

FigureView::FigureView(const QString& name, Height height, QWidget* parent) : QWidget(parent), m_height(height) {
  nameCanvas(*this, name, [this] { return words(); });
  setMouseTracking(true);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void FigureView::show(StudyFigure figure, FigureLook look, StudyFigure beside) {
  if (figure && language() != Language::English) {
    auto said = std::make_shared<Figure>(*figure);
    sayWords(*said);
    figure = std::move(said);
  }
  m_figure = std::move(figure);
  m_beside = std::move(beside);
  m_look = std::move(look);
  m_look.beside = m_beside.get();
  layOut();
  updateGeometry();
}

/// Its title, and what its curves are called.
QString FigureView::words() const {
  if (!m_figure) return {};
  QStringList names;
  for (const Curve* curve : legend_of(*m_figure))
    if (const QString name = described(legend_name(*curve)); m_look.hidden.count(legend_key(*curve)) == 0)
      names << name;
  const QString title = m_figure->title.empty() ? accessibleName() : described(m_figure->title);
  return names.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, names.join(QStringLiteral(", ")));
}

void FigureView::layOut() {
  m_look.width = width();
  m_look.height = height();
  m_drawing = m_figure ? drawingOf(*m_figure, m_look) : Drawing{};
  update();
}

int FigureView::heightForWidth(int width) const {
  constexpr double kLeastText = 0.8;  // of its size
  if (!m_figure) return 0;
  FigureLook look = m_look;
  look.width = width;
  if (m_height == Height::Given) look.text *= kLeastText;
  const Heights heights = heights_of(*m_figure, look);
  return static_cast<int>(std::ceil(m_height == Height::Given ? heights.least : heights.wanted));
}

void FigureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintMarks(painter, m_drawing.marks);
}

void FigureView::resizeEvent(QResizeEvent*) { layOut(); }

void FigureView::mousePressEvent(QMouseEvent* event) { m_pressedAt = event->position(); }

void FigureView::mouseMoveEvent(QMouseEvent* event) {
  emit pointed(event->buttons() == Qt::NoButton ? spotAt(event->position()) : Spot{},
               event->globalPosition().toPoint());
}

void FigureView::mouseReleaseEvent(QMouseEvent* event) {
  constexpr double kClick = 4;  // a press that moves less is a click
  if (event->button() != Qt::LeftButton || (event->position() - m_pressedAt).manhattanLength() >= kClick) return;
  if (const Spot spot = spotAt(event->position()); spot.point() >= 0)
    emit clicked(spot, event->globalPosition().toPoint());
}

void FigureView::leaveEvent(QEvent*) { emit pointed({}, {}); }

}  // namespace omegascope
