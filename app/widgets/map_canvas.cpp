#include "widgets/map_canvas.h"

#include <algorithm>

namespace omegascope {
namespace {

// First and last block on the canvas; empty where there is none.
std::pair<int, int> seen(const std::vector<int>& blocks) {
  const auto inside = [](int b) { return b >= 0; };
  const auto first = std::find_if(blocks.begin(), blocks.end(), inside);
  if (first == blocks.end()) return {0, -1};
  return {*first, *std::find_if(blocks.rbegin(), blocks.rend(), inside)};
}

}  // namespace

MapCanvas::MapCanvas(QWidget* parent) : GlCanvas(parent) {}

MapCanvas::~MapCanvas() { release(); }

void MapCanvas::setFrame(MapFrame frame) {
  m_frame = std::move(frame);
  update();
}

void MapCanvas::createResources() {
  m_map = makeProgram("canvas.vert", "heat_map.frag", "colormap.glsl");
  m_fill = makeProgram("fill.vert", "fill.frag");
}

void MapCanvas::releaseResources() {
  for (Uploaded& uploaded : m_uploaded) {
    drop(uploaded.values);
    drop(uploaded.blocks);
  }
  m_uploaded.clear();
  m_map.reset();
  m_fill.reset();
}

void MapCanvas::uploadWindow(const MapLayer& layer, Uploaded& uploaded) {
  const auto [left, right] = seen(layer.columns);
  const auto [top, bottom] = seen(layer.rows);
  const QRect needed(QPoint(left, top), QPoint(right, bottom));
  if (uploaded.of == layer.tile.values && uploaded.window.contains(needed)) return;
  const int stride = static_cast<int>(layer.tile.region.blockColumns());
  const QRect all(0, 0, stride, static_cast<int>(layer.tile.region.blockRows()));
  // A border around it, so that a pan does not upload each time.
  const int dx = needed.width() / 4, dy = needed.height() / 4;
  uploaded.window = needed.adjusted(-dx, -dy, dx, dy).intersected(all);
  uploaded.of = layer.tile.values;
  const float* corner = layer.tile.values.get() + qint64(uploaded.window.top()) * stride + uploaded.window.left();
  upload(uploaded.values, GL_R32F, GL_RED, GL_FLOAT, uploaded.window.size(), corner, stride);
}

void MapCanvas::paintLayer(const MapLayer& layer, Uploaded& uploaded) {
  if (seen(layer.columns).second < 0 || seen(layer.rows).second < 0) return;
  glActiveTexture(GL_TEXTURE0);
  uploadWindow(layer, uploaded);
  const int length = static_cast<int>(std::max(layer.columns.size(), layer.rows.size()));
  std::vector<int> blocks(2 * std::size_t(length), -1);
  std::copy(layer.columns.begin(), layer.columns.end(), blocks.begin());
  std::copy(layer.rows.begin(), layer.rows.end(), blocks.begin() + length);
  upload(uploaded.blocks, GL_R32I, GL_RED_INTEGER, GL_INT, QSize(length, 2), blocks.data());

  m_map->bind();
  setScale(*m_map, m_frame.scale, 2);
  bind(0, uploaded.values);
  bind(1, uploaded.blocks);
  m_map->setUniformValue("values", 0);
  m_map->setUniformValue("blocks", 1);
  const GLint first[] = {uploaded.window.left(), uploaded.window.top()};
  glUniform2iv(m_map->uniformLocation("first"), 1, first);
  m_map->setUniformValue("height", pixels().height());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void MapCanvas::paintFrame() {
  const QColor background = QColor::fromRgb(m_frame.background);
  glClearColor(background.redF(), background.greenF(), background.blueF(), 1);
  glClear(GL_COLOR_BUFFER_BIT);
  if (!m_map || !m_fill) return;
  if (m_uploaded.size() < m_frame.layers.size()) m_uploaded.resize(m_frame.layers.size());
  for (std::size_t i = 0; i < m_frame.layers.size(); ++i) paintLayer(m_frame.layers[i], m_uploaded[i]);

  if (m_frame.fills.empty()) return;
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
  m_fill->bind();
  m_fill->setUniformValue("canvas", QVector2D(pixels().width(), pixels().height()));
  for (const Fill& fill : m_frame.fills) {
    m_fill->setUniformValue("rect",
                            QVector4D(fill.rect.left(), fill.rect.top(), fill.rect.width(), fill.rect.height()));
    m_fill->setUniformValue("colour", fill.colour);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  glDisable(GL_BLEND);
}

}  // namespace omegascope
