// The OpenGL painter of density fields: the same frame, the same picture as paintField().
#pragma once

#include "widgets/field_picture.h"
#include "widgets/gl_canvas.h"

namespace omegascope {

class FieldCanvas : public GlCanvas {
  Q_OBJECT

 public:
  explicit FieldCanvas(QWidget* parent);
  ~FieldCanvas() override;
  void setFrame(FieldFrame frame);

 private:
  struct Overlay {
    GlTexture texture;
    qint64 of = 0;  // the image's cache key
  };

  void createResources() override;
  void releaseResources() override;
  void paintFrame() override;
  void paintGrid();
  void paintOverlay(const QImage& image, Overlay& overlay);
  void paintSprites();

  FieldFrame m_frame;
  GlTexture m_values;
  FloatBuffer m_valuesOf;
  Overlay m_below, m_above;
  GLuint m_instances = 0;
  std::unique_ptr<QOpenGLShaderProgram> m_field, m_points, m_overlay;
};

}  // namespace omegascope
