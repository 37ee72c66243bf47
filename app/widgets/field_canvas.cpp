#include "widgets/field_canvas.h"

#include <cstddef>

namespace omegascope {

FieldCanvas::FieldCanvas(QWidget* parent) : GlCanvas(parent) {}

FieldCanvas::~FieldCanvas() { release(); }

void FieldCanvas::setFrame(FieldFrame frame) {
  m_frame = std::move(frame);
  update();
}

void FieldCanvas::createResources() {
  m_field = makeProgram("canvas.vert", "density_field.frag", "colormap.glsl");
  m_points = makeProgram("points.vert", "points.frag");
  m_overlay = makeProgram("canvas.vert", "overlay.frag");
  glGenBuffers(1, &m_instances);
}

void FieldCanvas::releaseResources() {
  drop(m_values);
  drop(m_below.texture);
  drop(m_above.texture);
  m_below.of = m_above.of = 0;
  m_valuesOf.reset();
  glDeleteBuffers(1, &m_instances);
  m_field.reset();
  m_points.reset();
  m_overlay.reset();
}

void FieldCanvas::paintGrid() {
  const FieldGrid& grid = m_frame.field;
  if (grid.isEmpty()) return;
  glActiveTexture(GL_TEXTURE0);
  if (m_valuesOf != grid.values || m_values.size != QSize(grid.columns, grid.rows)) {
    upload(m_values, GL_R32F, GL_RED, GL_FLOAT, QSize(grid.columns, grid.rows), grid.values.get());
    m_valuesOf = grid.values;
  }
  m_field->bind();
  setScale(*m_field, m_frame.scale, 1);
  bind(0, m_values);
  m_field->setUniformValue("values", 0);
  m_field->setUniformValue("origin", m_frame.originX, m_frame.originY);
  m_field->setUniformValue("perPixel", m_frame.stepX, m_frame.stepY);
  const GLint size[] = {grid.columns, grid.rows};
  glUniform2iv(m_field->uniformLocation("size"), 1, size);
  m_field->setUniformValue("height", pixels().height());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void FieldCanvas::paintOverlay(const QImage& image, Overlay& overlay) {
  if (image.isNull()) return;
  glActiveTexture(GL_TEXTURE0);
  if (overlay.of != image.cacheKey()) {
    upload(overlay.texture, GL_RGBA8, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, image.size(), image.constBits(),
           image.bytesPerLine() / 4);
    overlay.of = image.cacheKey();
  }
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  m_overlay->bind();
  bind(0, overlay.texture);
  m_overlay->setUniformValue("image", 0);
  m_overlay->setUniformValue("height", pixels().height());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_BLEND);
}

void FieldCanvas::paintSprites() {
  if (m_frame.sprites.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, m_instances);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(m_frame.sprites.size() * sizeof(Sprite)),
               m_frame.sprites.data(), GL_STREAM_DRAW);
  const auto attribute = [this](GLuint index, GLint count, std::size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, sizeof(Sprite), reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(index, 1);
  };
  attribute(0, 3, offsetof(Sprite, x));
  attribute(1, 4, offsetof(Sprite, red));
  attribute(2, 2, offsetof(Sprite, shape));
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
  m_points->bind();
  m_points->setUniformValue("canvas", QVector2D(pixels().width(), pixels().height()));
  m_points->setUniformValue("height", pixels().height());
  m_points->setUniformValue("halo", QVector3D(qRed(m_frame.halo), qGreen(m_frame.halo), qBlue(m_frame.halo)) / 255.0f);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(m_frame.sprites.size()));
  glDisable(GL_BLEND);
  for (GLuint index = 0; index < 3; ++index) glDisableVertexAttribArray(index);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void FieldCanvas::paintFrame() {
  clear(m_frame.background);
  if (!m_field || !m_points || !m_overlay) return;
  paintGrid();
  paintOverlay(m_frame.below, m_below);
  paintSprites();
  paintOverlay(m_frame.above, m_above);
}

}  // namespace omegascope
