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
  drop(m_values);
  drop(m_blocks);
  m_uploaded.reset();
  m_map.reset();
  m_fill.reset();
}

void MapCanvas::uploadWindow() {
  const MapLevel& level = m_frame.level;
  const auto [left, right] = seen(m_frame.columns);
  const auto [top, bottom] = seen(m_frame.rows);
  const QRect needed(QPoint(left, top), QPoint(right, bottom));
  if (m_uploaded == level.values && m_window.contains(needed)) return;
  const int stride = static_cast<int>(level.columns);
  const QRect all(0, 0, stride, static_cast<int>(level.rows));
  // A border around it, so that a pan does not upload each time.
  const int dx = needed.width() / 4, dy = needed.height() / 4;
  m_window = needed.adjusted(-dx, -dy, dx, dy).intersected(all);
  m_uploaded = level.values;
  const float* corner = level.values.get() + qint64(m_window.top()) * stride + m_window.left();
  upload(m_values, GL_R32F, GL_RED, GL_FLOAT, m_window.size(), corner, stride);
}

void MapCanvas::paintBlocks() {
  const std::vector<int>&columns = m_frame.columns, &rows = m_frame.rows;
  if (seen(columns).second < 0 || seen(rows).second < 0) return;
  glActiveTexture(GL_TEXTURE0);
  uploadWindow();
  const int length = static_cast<int>(std::max(columns.size(), rows.size()));
  std::vector<int> blocks(2 * std::size_t(length), -1);
  std::copy(columns.begin(), columns.end(), blocks.begin());
  std::copy(rows.begin(), rows.end(), blocks.begin() + length);
  upload(m_blocks, GL_R32I, GL_RED_INTEGER, GL_INT, QSize(length, 2), blocks.data());

  m_map->bind();
  setScale(*m_map, m_frame.scale, 2);
  bind(0, m_values);
  bind(1, m_blocks);
  m_map->setUniformValue("values", 0);
  m_map->setUniformValue("blocks", 1);
  const GLint first[] = {m_window.left(), m_window.top()};
  glUniform2iv(m_map->uniformLocation("first"), 1, first);
  m_map->setUniformValue("height", pixels().height());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void MapCanvas::paintFrame() {
  clear(m_frame.background);
  if (!m_map || !m_fill) return;
  paintBlocks();

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
