#include "app/canvas.h"

#include <QDir>
#include <algorithm>

using namespace omegascope;

int offBy(QRgb a, QRgb b) {
  return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

ImageDifference difference(const QImage& a, const QImage& b) {
  if (a.size() != b.size() || a.isNull()) return {255, 1};
  const QImage x = a.convertToFormat(QImage::Format_RGB32), y = b.convertToFormat(QImage::Format_RGB32);
  ImageDifference result;
  qint64 beyond = 0;
  for (int row = 0; row < x.height(); ++row) {
    const auto* p = reinterpret_cast<const QRgb*>(x.constScanLine(row));
    const auto* q = reinterpret_cast<const QRgb*>(y.constScanLine(row));
    for (int i = 0; i < x.width(); ++i) {
      const int d = offBy(p[i], q[i]);
      result.largest = std::max(result.largest, d);
      beyond += d > 2;
    }
  }
  result.beyond = static_cast<double>(beyond) / (static_cast<double>(x.width()) * x.height());
  return result;
}

void keep(const QImage& image, const QString& name) {
  const QString folder = qEnvironmentVariable("OMEGASCOPE_TEST_PICTURES");
  if (!folder.isEmpty()) image.save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

std::vector<float> attentionLike(int rows, int columns, int seed) {
  std::vector<float> values(static_cast<std::size_t>(rows) * columns);
  for (int n = 0; n < rows; ++n) {
    double sum = 0;
    for (int m = 0; m < columns; ++m) {
      const double x = static_cast<double>(n) / rows, y = static_cast<double>(m) / columns;
      const double score =
          3 * std::cos(9.4 * (x - y)) + 1.5 * std::sin(1.7 * n + 2.3 * m + seed) - 20 * (x - y) * (x - y);
      sum += values[static_cast<std::size_t>(n) * columns + m] = static_cast<float>(std::exp(score));
    }
    for (int m = 0; m < columns; ++m) values[static_cast<std::size_t>(n) * columns + m] /= static_cast<float>(sum);
  }
  return values;
}

DensityScene exampleScene(bool dark, int nodes) {
  DensityScene scene;
  scene.field.columns = scene.field.rows = nodes;
  scene.field.area = QRectF(-4, -4, 8, 8);
  const QPointF centres[] = {{0.2, 1.7}, {-1.6, -0.8}, {1.5, -1.0}};
  std::vector<float> values;
  float largest = -1e30f;
  for (int j = 0; j < nodes; ++j) {
    for (int i = 0; i < nodes; ++i) {
      const QPointF at = scene.field.node(i, j);
      double sum = 0;
      for (const QPointF& c : centres)
        sum += std::exp(-0.5 * (std::pow(at.x() - c.x(), 2) + std::pow(at.y() - c.y(), 2))) / 3;
      values.push_back(static_cast<float>(std::log(sum)));
      largest = std::max(largest, values.back());
    }
  }
  scene.field.values = floatBuffer(std::move(values));
  scene.scale = {dark ? ColourMap::Night : ColourMap::Paper, Norm::Linear, largest - 6.0, largest};
  scene.levels = {largest - 0.5, largest - 1.5, largest - 3.0, largest - 5.0};
  for (int c = 0; c < 3; ++c) {
    FieldEllipse ellipse;
    ellipse.centre = centres[c] + QPointF(0.3, -0.2);
    ellipse.palette = c;
    ellipse.filled = c == 0;
    ellipse.dashed = c == 1;
    ellipse.xy = 0.4 * (c - 1);
    scene.ellipses.push_back(ellipse);
  }
  for (int s = 0; s < 48; ++s) {
    FieldPoint point;
    point.id = s;
    point.at = centres[s % 3] + QPointF(1.3 * std::sin(2.1 * s), 1.1 * std::cos(3.7 * s));
    point.weight = std::pow(0.5 + 0.5 * std::sin(5.3 * s), 2);
    point.palette = s % 3;
    point.shape = static_cast<PointShape>(s % 5);
    point.hollow = s % 7 == 3;
    point.faded = s % 11 == 5;
    point.draggable = s % 4 == 0;
    scene.points.push_back(point);
  }
  scene.points[4].locked = true;
  scene.points[9].hovered = true;
  scene.points[8].label = QStringLiteral("q₁₂");
  FieldArrow arrow;
  arrow.to = {2.2, 2.4};
  arrow.label = QStringLiteral("f(ω)");
  scene.arrows.push_back(arrow);
  return scene;
}
