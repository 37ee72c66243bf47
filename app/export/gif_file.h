// GifFile: pictures one after another as an animated GIF, over and over.
#pragma once

#include <QByteArray>
#include <QImage>
#include <memory>

struct GifFileType;

namespace omegascope {

class GifFile {
 public:
  /// For pictures of this size, each shown so long; `comment` says where they come from. Throws omega::Error, here and
  /// below.
  GifFile(const QSize& size, int milliseconds, const QByteArray& comment);
  GifFile(const GifFile&) = delete;

  void add(const QImage& picture);
  /// The file; nothing can be added any more.
  QByteArray take();

 private:
  struct Closer {
    void operator()(GifFileType* file) const;
  };
  QByteArray m_bytes;
  std::unique_ptr<GifFileType, Closer> m_file;  // writes into m_bytes
  QSize m_size;
  int m_milliseconds;
};

/// The 256 commonest colours of a picture, or as many as it has: of those that are alike, their mean.
QList<QRgb> commonColours(const QImage& picture);

}  // namespace omegascope
