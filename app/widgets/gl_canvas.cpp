#include "widgets/gl_canvas.h"

#include <QFile>
#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QOpenGLVersionFunctionsFactory>

namespace omegascope {
namespace {

QSurfaceFormat format33() {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(0);
  format.setStencilBufferSize(0);
  return format;
}

OpenGlInfo probe() {
  OpenGlInfo info;
  QOpenGLContext context;
  context.setFormat(format33());
  QOffscreenSurface surface;
  surface.setFormat(format33());
  surface.create();
  if (!context.create() || !context.makeCurrent(&surface)) {
    info.description = QStringLiteral("no OpenGL context could be created");
    return info;
  }
  auto* gl = QOpenGLVersionFunctionsFactory::get<QOpenGLFunctions_3_3_Core>(&context);
  const auto text = [&](GLenum name) {
    return QString::fromLatin1(reinterpret_cast<const char*>(context.functions()->glGetString(name)));
  };
  info.description = QStringLiteral("%1, OpenGL %2").arg(text(GL_RENDERER), text(GL_VERSION));
  info.usable = gl != nullptr && context.format().version() >= qMakePair(3, 3);
  for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software"}) {
    info.software = info.software || text(GL_RENDERER).contains(QLatin1String(name), Qt::CaseInsensitive);
  }
  context.doneCurrent();
  return info;
}

QByteArray shaderText(const char* name) {
  QFile file(QStringLiteral(":/shaders/%1").arg(QLatin1String(name)));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

const OpenGlInfo& openGlInfo() {
  static const OpenGlInfo info = probe();
  return info;
}

PainterKind preferredPainter() {
  const QString platform = QGuiApplication::platformName();
  if (platform == QLatin1String("offscreen") || platform == QLatin1String("minimal")) return PainterKind::Raster;
  return openGlInfo().usable && !openGlInfo().software ? PainterKind::OpenGl : PainterKind::Raster;
}

GlCanvas::GlCanvas(QWidget* parent) : QOpenGLWidget(parent) {
  setFormat(format33());
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setFocusPolicy(Qt::NoFocus);
}

// The context goes after this object, in the destructor of QOpenGLWidget.
GlCanvas::~GlCanvas() { disconnect(m_contextGoes); }

QSize GlCanvas::pixels() const { return (QSizeF(size()) * devicePixelRatioF()).toSize(); }

void GlCanvas::release() {
  if (!m_ready) return;
  m_ready = false;
  makeCurrent();
  releaseResources();
  drop(m_colours);
  m_uploadedMap.reset();
  m_vertices.destroy();
  doneCurrent();
}

void GlCanvas::initializeGL() {
  if (!initializeOpenGLFunctions()) {
    emit failed(QStringLiteral("OpenGL 3.3 is not available"));
    return;
  }
  disconnect(m_contextGoes);
  m_contextGoes = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &GlCanvas::release);
  m_vertices.create();
  m_ready = true;
  createResources();
}

void GlCanvas::paintGL() {
  if (!m_ready) return;
  QOpenGLVertexArrayObject::Binder binder(&m_vertices);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  paintFrame();
}

std::unique_ptr<QOpenGLShaderProgram> GlCanvas::makeProgram(const char* vertex, const char* fragment,
                                                            const char* common) {
  const QByteArray version = "#version 330 core\n";
  auto program = std::make_unique<QOpenGLShaderProgram>();
  const bool compiled =
      program->addShaderFromSourceCode(QOpenGLShader::Vertex, version + shaderText(vertex)) &&
      program->addShaderFromSourceCode(QOpenGLShader::Fragment,
                                       version + (common ? shaderText(common) : QByteArray()) + shaderText(fragment));
  if (!compiled || !program->link()) {
    emit failed(program->log());
    return nullptr;
  }
  return program;
}

void GlCanvas::upload(GlTexture& texture, GLint internalFormat, GLenum format, GLenum type, QSize size,
                      const void* data, qint64 rowLength) {
  if (texture.id == 0) {
    glGenTextures(1, &texture.id);
    texture.size = {};
  }
  glBindTexture(GL_TEXTURE_2D, texture.id);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(rowLength));
  if (texture.size == size) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.width(), size.height(), format, type, data);
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, internalFormat, size.width(), size.height(), 0, format, type, data);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    texture.size = size;
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void GlCanvas::clear(const QColor& background) {
  glClearColor(background.redF(), background.greenF(), background.blueF(), 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void GlCanvas::bind(int unit, const GlTexture& texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture.id);
}

void GlCanvas::drop(GlTexture& texture) {
  if (texture.id != 0) glDeleteTextures(1, &texture.id);
  texture = {};
}

void GlCanvas::setScale(QOpenGLShaderProgram& program, const ColourScale& scale, int unit) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  if (m_uploadedMap != scale.map) {
    const ColourTable& table = colourTable(scale.map);
    // QRgb is 0xAARRGGBB: as packed by GL_UNSIGNED_INT_8_8_8_8_REV and GL_BGRA.
    upload(m_colours, GL_RGBA8, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, QSize(256, 1), table.data());
    m_uploadedMap = scale.map;
  }
  bind(unit, m_colours);
  const Colouriser::Numbers numbers = Colouriser(scale).numbers();
  const auto rgb = [](QRgb c) { return QVector3D(qRed(c), qGreen(c), qBlue(c)) / 255.0f; };
  program.setUniformValue("colours", unit);
  program.setUniformValue("norm", numbers.norm);
  program.setUniformValue("diverging", numbers.diverging);
  program.setUniformValue("offset", numbers.offset);
  program.setUniformValue("factor", numbers.factor);
  program.setUniformValue("paper", rgb(kPaperColour));
  program.setUniformValue("missing", rgb(kMissingColour));
}

}  // namespace omegascope
