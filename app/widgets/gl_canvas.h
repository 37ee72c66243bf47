// What the OpenGL painters share: is OpenGL 3.3 there, the canvas widget, programs, textures.
#pragma once

#include <QOpenGLFunctions_3_3_Core>
#include <QOpenGLShaderProgram>
#include <QOpenGLVertexArrayObject>
#include <QOpenGLWidget>
#include <memory>
#include <optional>

#include "widgets/colour_maps.h"

namespace omegascope {

enum class PainterKind { Raster, OpenGl };

struct OpenGlInfo {
  bool usable = false;    // 3.3 core
  bool software = false;  // drawn by the processor
  QString description;    // renderer and version, or why not
};

// Asked once; needs a QGuiApplication.
const OpenGlInfo& openGlInfo();

// What new canvases use: OpenGL where a graphics card draws it. Software OpenGL draws the same picture on the same
// processor as the raster painter, with more copies.
PainterKind preferredPainter();

struct GlTexture {
  GLuint id = 0;
  QSize size;
};

// A QOpenGLWidget that takes no mouse events, survives a change of its context (floating docks) and says when OpenGL
// does not work after all.
class GlCanvas : public QOpenGLWidget, protected QOpenGLFunctions_3_3_Core {
  Q_OBJECT

 public:
  explicit GlCanvas(QWidget* parent);
  ~GlCanvas() override;

 signals:
  void failed(const QString& why);

 protected:
  virtual void createResources() = 0;
  virtual void releaseResources() = 0;
  virtual void paintFrame() = 0;
  // For the destructors of derived classes.
  void release();

  // Shader files by name; `common` goes in front of the fragment shader.
  std::unique_ptr<QOpenGLShaderProgram> makeProgram(const char* vertex, const char* fragment,
                                                    const char* common = nullptr);
  // (Re)allocates where the size changed, and uploads `rowLength` texels per row from `data`.
  void upload(GlTexture& texture, GLint internalFormat, GLenum format, GLenum type, QSize size, const void* data,
              qint64 rowLength = 0);
  void clear(const QColor& background);
  void bind(int unit, const GlTexture& texture);
  void drop(GlTexture& texture);
  void setScale(QOpenGLShaderProgram& program, const ColourScale& scale, int unit);

  QSize pixels() const;

 private:
  void initializeGL() override;
  void paintGL() override;

  QOpenGLVertexArrayObject m_vertices;
  GlTexture m_colours;
  std::optional<ColourMap> m_uploadedMap;
  QMetaObject::Connection m_contextGoes;
  bool m_ready = false;
};

}  // namespace omegascope
