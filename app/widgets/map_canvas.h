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
  struct Uploaded {
    GlTexture values, blocks;
    FloatBuffer of;  // what `values` holds a window of
    QRect window;    // in blocks
  };

  void createResources() override;
  void releaseResources() override;
  void paintFrame() override;
  void paintLayer(const MapLayer& layer, Uploaded& uploaded);
  void uploadWindow(const MapLayer& layer, Uploaded& uploaded);

  MapFrame m_frame;
  std::vector<Uploaded> m_uploaded;
  std::unique_ptr<QOpenGLShaderProgram> m_map, m_fill;
};

}  // namespace omegascope
