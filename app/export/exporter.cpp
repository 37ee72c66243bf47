#include "export/exporter.h"

#include <QBuffer>
#include <QDir>
#include <QImageWriter>
#include <atomic>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "export/panel_picture.h"
#include "export/provenance.h"
#include "io/atomic_file.h"
#include "io/npz.h"
#include "jobs/latest_job.h"

namespace omegascope {

namespace {

std::filesystem::path pathOf(const QString& path) { return {path.toStdString()}; }

void writeBytes(const QString& path, const QByteArray& bytes) {
  omega::write_file(pathOf(path), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

// --- PNG -----------------------------------------------------------------------------------------------------------------------

/// Refuses to grow once it was told to stop: the only way to end an encoder early.
class StoppableBuffer : public QBuffer {
 public:
  explicit StoppableBuffer(std::stop_token stop) : m_stop(std::move(stop)) {}

 protected:
  qint64 writeData(const char* data, qint64 length) override { return m_stop.stop_requested() ? -1 : QBuffer::writeData(data, length); }

 private:
  std::stop_token m_stop;
};

QByteArray encodePng(const QImage& image, const Provenance& provenance, const std::stop_token& stop) {
  StoppableBuffer buffer(stop);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter writer(&buffer, "png");
  writer.setText(QStringLiteral("Title"), provenance.title);
  writer.setText(QStringLiteral("Software"), provenance.program);
  writer.setText(QStringLiteral("Description"), provenance.lines().join(QLatin1Char('\n')));
  writer.setText(QStringLiteral("Comment"), QString::fromLatin1(provenance.json()));
  return writer.write(image) ? buffer.data() : QByteArray();
}

/// Packing millions of pixels takes seconds: a worker does it while the window lives.
QByteArray encodePngBeside(const QImage& image, const Provenance& provenance, const ExportProgress& progress) {
  QByteArray bytes;
  std::atomic<bool> done = false;
  LatestJob<QImage> job([&](const QImage& picture, const LatestJob<QImage>::Run& run) {
    bytes = encodePng(picture, provenance, run.stop);
    done = true;
  });
  job.post(image);
  while (!done) progress(0.7);
  return bytes;
}

void writePng(const Panel& panel, const Provenance& provenance, const QString& path, const ExportOptions& options, const ExportProgress& progress) {
  constexpr double kDotsPerMetre = 1000 / 25.4;
  QImage image = pixelPicture(panel, options, options.pixels());
  image.setDotsPerMeterX(qRound(options.dpi * kDotsPerMetre));
  image.setDotsPerMeterY(qRound(options.dpi * kDotsPerMetre));
  const QByteArray bytes = progress ? encodePngBeside(image, provenance, progress) : encodePng(image, provenance, {});
  if (bytes.isEmpty()) throw omega::Error::failure("the picture of " + panel.name().toStdString() + " cannot be packed as PNG");
  writeBytes(path, bytes);
}

// --- Tables --------------------------------------------------------------------------------------------------------------------

QString csvCell(const QString& text) {
  if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n'))) return text;
  return QLatin1Char('"') + QString(text).replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

void addCsvRow(QByteArray& csv, const std::vector<QString>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) csv += ',';
    csv += csvCell(cells[i]).toUtf8();
  }
  csv += '\n';
}

void requireRows(const Panel& panel, const PanelData& data) {
  if (data.columns.empty() || data.rows.empty()) throw omega::Error::input(panel.name().toStdString() + " has no table now; select a query and show an estimator");
}

QByteArray csvOf(const PanelData& data, const Provenance& provenance) {
  QByteArray csv;
  for (const QString& line : provenance.lines()) csv += "# " + line.toUtf8() + '\n';
  addCsvRow(csv, data.columns);
  for (const std::vector<QString>& row : data.rows) addCsvRow(csv, row);
  return csv;
}

nlohmann::ordered_json jsonCell(const QString& text) {
  bool isNumber = false;
  const double value = text.toDouble(&isNumber);
  if (!isNumber || !std::isfinite(value)) return text.toStdString();
  const qlonglong whole = text.toLongLong(&isNumber);
  return isNumber ? nlohmann::ordered_json(whole) : nlohmann::ordered_json(value);
}

QByteArray jsonOf(const PanelData& data, const Provenance& provenance) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array(), rows = nlohmann::ordered_json::array();
  for (const QString& column : data.columns) columns.push_back(column.toStdString());
  for (const std::vector<QString>& row : data.rows) {
    nlohmann::ordered_json cells = nlohmann::ordered_json::array();
    for (const QString& cell : row) cells.push_back(jsonCell(cell));
    rows.push_back(std::move(cells));
  }
  nlohmann::ordered_json whole;
  whole["provenance"] = nlohmann::ordered_json::parse(provenance.json().toStdString());
  whole["columns"] = std::move(columns);
  whole["rows"] = std::move(rows);
  return QByteArray::fromStdString(whole.dump(1)) + '\n';
}

// --- Arrays --------------------------------------------------------------------------------------------------------------------

void writeArrays(const Panel& panel, const Provenance& provenance, const QString& path, const ExportOptions& options) {
  const omega::Arrays arrays = panel.data().arrays;
  const std::string name = panel.name().toStdString();
  if (arrays.empty()) throw omega::Error::input(name + " has no arrays now; choose CSV or JSON");
  if (options.format == ExportFormat::Npz) return omega::write_npz(pathOf(path), arrays, provenance.json().toStdString());
  if (arrays.size() > 1) throw omega::Error::input(name + " has " + std::to_string(arrays.size()) + " arrays and NPY holds one; choose NPZ");
  omega::write_npy(pathOf(path), arrays.begin()->second);
}

}  // namespace

void exportPanel(const Panel& panel, const Workbench& workbench, const QString& path, const ExportOptions& options, const ExportProgress& progress) {
  const Provenance provenance = provenanceOf(panel, workbench);
  switch (options.format) {
    case ExportFormat::Png: return writePng(panel, provenance, path, options, progress);
    case ExportFormat::Svg: return writeBytes(path, svgPicture(panel, options, provenance.lines().join(QLatin1Char('\n'))));
    case ExportFormat::Pdf: {
      const QString title = QStringLiteral("%1 — %2").arg(panel.title(), provenance.sentence());
      return writeBytes(path, pdfPages({&panel}, options, title, provenance.json()));
    }
    case ExportFormat::Csv:
    case ExportFormat::Json: {
      const PanelData data = panel.data();
      requireRows(panel, data);
      return writeBytes(path, options.format == ExportFormat::Csv ? csvOf(data, provenance) : jsonOf(data, provenance));
    }
    case ExportFormat::Npy:
    case ExportFormat::Npz: return writeArrays(panel, provenance, path, options);
  }
}

QString exportName(const Panel& panel, const Workbench& workbench, ExportFormat format) {
  return QStringLiteral("%1_seed%2.%3").arg(panel.name()).arg(workbench.document().seed).arg(suffixOf(format));
}

void exportToFolder(const std::vector<const Panel*>& panels, const Workbench& workbench, const QString& folder, const ExportOptions& options,
                    const ExportProgress& progress) {
  if (!QDir().mkpath(folder)) throw omega::Error::failure("the folder " + omega::quoted(folder.toStdString()) + " cannot be made");
  double done = 0;
  for (const Panel* panel : panels) {
    if (progress) progress(done++ / static_cast<double>(panels.size()));
    if (!isPicture(options.format)) {
      // What a panel does not have now is no reason to leave out the others.
      const PanelData data = panel->data();
      const bool isTable = options.format == ExportFormat::Csv || options.format == ExportFormat::Json;
      if (isTable ? data.rows.empty() : data.arrays.empty()) continue;
    }
    exportPanel(*panel, workbench, QDir(folder).filePath(exportName(*panel, workbench, options.format)), options, progress);
  }
}

void exportToPdf(const std::vector<const Panel*>& panels, const Workbench& workbench, const QString& path, const ExportOptions& options,
                 const ExportProgress& progress) {
  if (panels.empty()) throw omega::Error::input("no panel is open; open one in View, Panels");
  Provenance provenance = provenanceOf(*panels.front(), workbench);
  QStringList names, commands;
  for (const Panel* panel : panels) {
    names << panel->name();
    commands << panel->command().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  }
  commands.removeDuplicates();
  provenance.panel = names.join(QLatin1Char('+'));
  provenance.remake.clear();  // of one of them only
  provenance.commands = commands;
  const QByteArray pdf = pdfPages(panels, options, QStringLiteral("Omegascope — %1").arg(provenance.sentence()), provenance.json(), [&](int page) {
    if (progress) progress(page / static_cast<double>(panels.size()));
  });
  writeBytes(path, pdf);
}

}  // namespace omegascope
