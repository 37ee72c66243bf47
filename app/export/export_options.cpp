#include "export/export_options.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <cmath>

#include "core/error.h"

namespace omegascope {

namespace {

constexpr double kMillimetresPerInch = 25.4;
constexpr double kLogicalDpi = 96;
constexpr int kMostMillions = 150;  // of pixels

struct ExportWords {
  Q_DECLARE_TR_FUNCTIONS(ExportOptions)
};

}  // namespace

QSize ExportOptions::pixels() const {
  const auto side = [this](double mm) {
    return std::max(1, static_cast<int>(std::lround(mm / kMillimetresPerInch * dpi)));
  };
  return {side(millimetres.width()), side(millimetres.height())};
}

QSizeF ExportOptions::logicalSize() const { return millimetres * (kLogicalDpi / kMillimetresPerInch); }

void ExportOptions::setLogicalSize(const QSizeF& size) { millimetres = size * (kMillimetresPerInch / kLogicalDpi); }

void ExportOptions::setPixels(const QSize& pixels) { millimetres = QSizeF(pixels) * (kMillimetresPerInch / dpi); }

void requireRoom(const QSize& pixels) {
  if (static_cast<double>(pixels.width()) * pixels.height() > 1e6 * kMostMillions)
    throw omega::Error::input("a picture of " + std::to_string(pixels.width()) + "x" + std::to_string(pixels.height()) +
                              " pixels is too large: a PNG has at most " + std::to_string(kMostMillions) +
                              " million; choose a smaller size, fewer dots per inch, or SVG or PDF");
}

std::vector<SizePreset> sizePresets() {
  return {{ExportWords::tr("Single column, 84 mm"), {84, 63}},
          {ExportWords::tr("Double column, 174 mm"), {174, 110}},
          {ExportWords::tr("Slide 16:9, 254 mm"), {254, 142.875}}};
}

const std::vector<ExportFormat>& exportFormats() {
  static const std::vector<ExportFormat> formats = {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf,
                                                    ExportFormat::Csv, ExportFormat::Npz, ExportFormat::Npy,
                                                    ExportFormat::Json};
  return formats;
}

bool isPicture(ExportFormat format) {
  return format == ExportFormat::Png || format == ExportFormat::Svg || format == ExportFormat::Pdf;
}

QString sizeText(const ExportOptions& written, const QSizeF& asked) {
  const QSize pixels = written.pixels();
  const QSizeF paper = written.millimetres;
  const QString size = written.format == ExportFormat::Png
                           ? ExportWords::tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height())
                           : ExportWords::tr("%1 × %2 mm").arg(paper.width(), 0, 'f', 1).arg(paper.height(), 0, 'f', 1);
  return paper == asked ? size : size + ExportWords::tr(": higher than asked, so that all of it can be read");
}

QString suffixOf(ExportFormat format) {
  switch (format) {
    case ExportFormat::Png: return QStringLiteral("png");
    case ExportFormat::Svg: return QStringLiteral("svg");
    case ExportFormat::Pdf: return QStringLiteral("pdf");
    case ExportFormat::Csv: return QStringLiteral("csv");
    case ExportFormat::Npy: return QStringLiteral("npy");
    case ExportFormat::Npz: return QStringLiteral("npz");
    case ExportFormat::Json: return QStringLiteral("json");
  }
  return {};
}

QString titleOf(ExportFormat format) {
  switch (format) {
    case ExportFormat::Png: return ExportWords::tr("PNG picture");
    case ExportFormat::Svg: return ExportWords::tr("SVG drawing");
    case ExportFormat::Pdf: return ExportWords::tr("PDF page");
    case ExportFormat::Csv: return ExportWords::tr("CSV table");
    case ExportFormat::Npy: return ExportWords::tr("NPY array");
    case ExportFormat::Npz: return ExportWords::tr("NPZ arrays");
    case ExportFormat::Json: return ExportWords::tr("JSON table");
  }
  return {};
}

std::optional<ExportFormat> formatOfFile(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  for (const ExportFormat format : exportFormats())
    if (suffixOf(format) == suffix) return format;
  return {};
}

NamedFile namedFile(const QString& path, ExportFormat chosen) {
  if (const auto own = formatOfFile(path)) return {path, *own};
  return {path + QLatin1Char('.') + suffixOf(chosen), chosen};
}

}  // namespace omegascope
