#include "export/gif_file.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/error.h"

namespace omegascope {

namespace {

constexpr int kMostColours = 256;
constexpr int kLargestSide = 65535;

void require(bool isGood) {
  if (!isGood) throw omega::Error::failure("the pictures could not be packed as GIF");
}

int appendTo(GifFileType* file, const GifByteType* bytes, int count) {
  static_cast<QByteArray*>(file->UserData)->append(reinterpret_cast<const char*>(bytes), count);
  return count;
}

/// Every reader of GIF knows this extension: it says how often the pictures are repeated.
void repeatForever(GifFileType* file) {
  constexpr GifByteType kForever[] = {1, 0, 0};
  require(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
          EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
          EGifPutExtensionBlock(file, sizeof kForever, kForever) == GIF_OK && EGifPutExtensionTrailer(file) == GIF_OK);
}

}  // namespace

QList<QRgb> commonColours(const QImage& picture) {
  struct Cell {
    qint64 red = 0, green = 0, blue = 0, count = 0;
  };
  constexpr int kBits = 5;  // of each colour: what differs in the others is alike
  std::vector<Cell> cells(1 << 3 * kBits);
  const QImage pixels = picture.convertToFormat(QImage::Format_RGB32);
  for (int y = 0; y < pixels.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(pixels.constScanLine(y));
    for (int x = 0; x < pixels.width(); ++x) {
      const int r = qRed(line[x]), g = qGreen(line[x]), b = qBlue(line[x]), shift = 8 - kBits;
      Cell& cell = cells[static_cast<std::size_t>((r >> shift << kBits | g >> shift) << kBits | b >> shift)];
      cell.red += r;
      cell.green += g;
      cell.blue += b;
      ++cell.count;
    }
  }
  std::erase_if(cells, [](const Cell& cell) { return cell.count == 0; });
  std::stable_sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.count > b.count; });
  if (cells.size() > kMostColours) cells.resize(kMostColours);
  QList<QRgb> colours;
  for (const Cell& cell : cells) {
    const auto mean = [&cell](qint64 sum) { return static_cast<int>((sum + cell.count / 2) / cell.count); };
    colours << qRgb(mean(cell.red), mean(cell.green), mean(cell.blue));
  }
  return colours;
}

GifFile::GifFile(const QSize& size, int milliseconds, const QByteArray& comment)
    : m_size(size), m_milliseconds(milliseconds) {
  if (std::max(size.width(), size.height()) > kLargestSide)
    throw omega::Error::input("a GIF has at most 65535 pixels a side; choose fewer dots per inch");
  m_file.reset(EGifOpen(&m_bytes, appendTo, nullptr));
  require(m_file != nullptr);
  EGifSetGifVersion(m_file.get(), true);
  require(EGifPutScreenDesc(m_file.get(), size.width(), size.height(), 8, 0, nullptr) == GIF_OK);
  repeatForever(m_file.get());
  require(EGifPutComment(m_file.get(), comment.constData()) == GIF_OK);
}

void GifFile::Closer::operator()(GifFileType* file) const { EGifCloseFile(file, nullptr); }

void GifFile::add(const QImage& picture) {
  const QList<QRgb> colours = commonColours(picture);
  QImage indices = picture.convertToFormat(QImage::Format_RGB32)
                       .convertToFormat(QImage::Format_Indexed8, colours, Qt::ThresholdDither);
  std::array<GifColorType, kMostColours> table{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(colours.size()); ++i) {
    const QRgb colour = colours[static_cast<qsizetype>(i)];
    table[i] = {static_cast<GifByteType>(qRed(colour)), static_cast<GifByteType>(qGreen(colour)),
                static_cast<GifByteType>(qBlue(colour))};
  }
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, std::max(1, m_milliseconds / 10), NO_TRANSPARENT_COLOR};
  GifByteType extension[4];
  const auto length = static_cast<int>(EGifGCBToExtension(&control, extension));
  ColorMapObject* map = GifMakeMapObject(kMostColours, table.data());
  const bool isBegun = map != nullptr &&
                       EGifPutExtension(m_file.get(), GRAPHICS_EXT_FUNC_CODE, length, extension) == GIF_OK &&
                       EGifPutImageDesc(m_file.get(), 0, 0, m_size.width(), m_size.height(), false, map) == GIF_OK;
  GifFreeMapObject(map);
  require(isBegun && indices.size() == m_size);
  for (int y = 0; y < m_size.height(); ++y)
    require(EGifPutLine(m_file.get(), indices.scanLine(y), m_size.width()) == GIF_OK);
}

QByteArray GifFile::take() {
  require(EGifCloseFile(m_file.release(), nullptr) == GIF_OK);
  return std::move(m_bytes);
}

}  // namespace omegascope
