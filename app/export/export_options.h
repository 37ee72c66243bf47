// What a user chooses when a panel is exported: the format, and size, colours and text of pictures.
#pragma once

#include <QSize>
#include <QSizeF>
#include <QString>
#include <optional>
#include <vector>

#include "model/paper_figure.h"

namespace omegascope {

enum class ExportFormat { Png, Svg, Pdf, Csv, Npy, Npz, Json };

constexpr double kBasePoints = 9;  // of the text of canvases, 12 logical pixels

struct ExportOptions {
  ExportFormat format = ExportFormat::Png;
  QSizeF millimetres{174, 110};
  double dpi = 300;
  ExportColours colours = ExportColours::Light;
  double textScale = 1;
  bool transparent = false;
  bool withTitle = false;
  bool withLegend = true;
  bool withCaption = false;
  QString caption;          // below the picture
  bool visibleOnly = true;  // of what is zoomed into: that part; else everything
  bool outlines = false;    // SVG and PDF: text as paths
  QString array;            // the one that NPY holds, where a panel has several
  bool operator==(const ExportOptions&) const = default;

  /// The size of a pixel picture.
  QSize pixels() const;
  /// What the panel is laid out in: 1/96 inch, so that text has its size in points on paper.
  QSizeF logicalSize() const;
  void setLogicalSize(const QSizeF& size);
  void setPixels(const QSize& pixels);
};

/// Throws omega::Error (input) where a pixel picture of that size is more than a PNG may be.
void requireRoom(const QSize& pixels);

/// Text columns of journals, and a slide.
struct SizePreset {
  QString title;
  QSizeF millimetres;
};
std::vector<SizePreset> sizePresets();

const std::vector<ExportFormat>& exportFormats();
bool isPicture(ExportFormat format);
inline bool isTable(ExportFormat format) { return format == ExportFormat::Csv || format == ExportFormat::Json; }
/// "992 × 744 pixels", "84.0 × 63.0 mm": of a picture as it is `written`, which may be higher than asked.
QString sizeText(const ExportOptions& written, const QSizeF& asked);
QString suffixOf(ExportFormat format);
/// "PNG picture", for dialogs.
QString titleOf(ExportFormat format);
/// The format that the ending of a file's name says.
std::optional<ExportFormat> formatOfFile(const QString& path);

/// A file as a user named it: its ending decides, not the chosen format, whose ending is added where there is none.
struct NamedFile {
  QString path;
  ExportFormat format = ExportFormat::Png;
};
NamedFile namedFile(const QString& path, ExportFormat chosen);

}  // namespace omegascope
