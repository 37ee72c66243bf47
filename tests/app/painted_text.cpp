#include "app/painted_text.h"

#include <qcustomplot.h>

#include <QPaintEngine>
#include <QWidget>
#include <cmath>

namespace omegascope::test {

namespace {

class Memory : public QPaintEngine {
 public:
  Memory() : QPaintEngine(AllFeatures) {}
  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return User; }
  void updateState(const QPaintEngineState& state) override {
    if (state.state() & DirtyTransform) m_transform = state.transform();
  }
  void drawTextItem(const QPointF&, const QTextItem& item) override {
    if (item.text().trimmed().isEmpty()) return;
    const double scale = std::sqrt(std::abs(m_transform.determinant()));
    texts.push_back({item.text(), QFontInfo(item.font()).pixelSize() * scale, where});
  }
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
  void drawPath(const QPainterPath&) override {}
  void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}

  std::vector<PaintedText> texts;
  QString where;

 private:
  QTransform m_transform;
};

class Paper : public QPaintDevice {
 public:
  explicit Paper(QSize size) : m_size(size) {}
  QPaintEngine* paintEngine() const override { return &m_memory; }
  Memory& memory() const { return m_memory; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth: return m_size.width();
      case PdmHeight: return m_size.height();
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY: return 96;
      case PdmDevicePixelRatio: return 1;
      case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
      case PdmDepth: return 32;
      default: return 0;
    }
  }

 private:
  QSize m_size;
  mutable Memory m_memory;
};

}  // namespace

std::vector<PaintedText> paintedTexts(QWidget& window) {
  const Paper paper(window.size());
  QList<QWidget*> all = window.findChildren<QWidget*>();
  all.prepend(&window);
  for (QWidget* widget : all) {
    if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
    paper.memory().where =
        widget->objectName().isEmpty() ? QString::fromLatin1(widget->metaObject()->className()) : widget->objectName();
    if (auto* plot = qobject_cast<QCustomPlot*>(widget)) {
      QCPPainter painter;
      painter.begin(const_cast<Paper*>(&paper));
      painter.setMode(QCPPainter::pmNoCaching);
      plot->toPainter(&painter, plot->width(), plot->height());
      painter.end();
    } else {
      widget->render(const_cast<Paper*>(&paper), QPoint(), QRegion(), QWidget::RenderFlags());
    }
  }
  return paper.memory().texts;
}

}  // namespace omegascope::test
