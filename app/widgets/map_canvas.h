// The OpenGL painter of heat maps: the same frame, the same picture as paintMap().
#pragma once

#include "widgets/gl_canvas.h"
#include "widgets/map_picture.h"

namespace omegascope {

class MapCanvas : public GlCanvas {
  Q_OBJECT

 public:
  explicit MapCanvas(QWidget* parent);
  ~MapCanvas() override;
  void setFrame(MapFrame frame);

 private:
  void createResources() override;
  void releaseResources() override;
  void paintFrame() override;
  void paintBlocks();
  void uploadWindow();

  MapFrame m_frame;
  GlTexture m_values, m_blocks;
  FloatBuffer m_uploaded;  // what m_values holds a window of
  QRect m_window;          // in blocks
  std::unique_ptr<QOpenGLShaderProgram> m_map, m_fill;
};

}  // namespace omegascope
