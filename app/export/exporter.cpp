#include "export/exporter.h"

#include <QBuffer>
#include <QDir>
#include <QImageWriter>
#include <atomic>
#include <exception>
#include <filesystem>

#include "core/error.h"
#include "core/text.h"
#include "export/panel_picture.h"
#include "export/provenance.h"
#include "export/table_files.h"
#include "io/npz.h"
#include "jobs/latest_job.h"
#include "language/language.h"
#include "model/disk.h"

namespace omegascope {

namespace {

constexpr double kPaintingShare = 0.6;  // of the time that a PNG takes; the rest is packing

// --- PNG -------------------------------------------------------------------------------------------------------------

/// Refuses to grow once it was told to stop: the only way to end an encoder early.
class StoppableBuffer : public QBuffer {
 public:
  explicit StoppableBuffer(std::stop_token stop) : m_stop(std::move(stop)) {}

 protected:
  qint64 writeData(const char* data, qint64 length) override {
    return m_stop.stop_requested() ? -1 : QBuffer::writeData(data, length);
  }

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

/// Packing millions of pixels takes seconds.
QByteArray encodePngBeside(const QImage& image, const Provenance& provenance, const ExportProgress& progress) {
  QByteArray bytes;
  runBeside([&](const std::stop_token& stop) { bytes = encodePng(image, provenance, stop); }, kPaintingShare, progress);
  return bytes;
}

void writePng(const Panel& panel, const Provenance& provenance, const QString& path, const ExportOptions& options,
              const ExportProgress& progress) {
  if (progress) progress(0);
  exportImage(pixelPicture(panel, options, options.pixels()), provenance, options.dpi, path, progress);
}

// --- Arrays ----------------------------------------------------------------------------------------------------------

const omega::Array& chosenArray(const omega::Arrays& arrays, const std::string& panel, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [each, array] : arrays) names.push_back(each);
  if (name.empty() && arrays.size() > 1)
    throw omega::Error::input(panel + " has " + std::to_string(arrays.size()) +
                              " arrays and NPY holds one; choose one of " + omega::join(names, ", ") + ", or NPZ");
  if (name.empty()) return arrays.begin()->second;
  const auto found = arrays.find(name);
  if (found == arrays.end())
    throw omega::Error::input(panel + " has no array " + omega::quoted(name) + omega::closest_hint(name, names) +
                              "; it has " + omega::join(names, ", "));
  return found->second;
}

/// Arrays are always whole.
bool showsPart(const Panel& panel, const ExportOptions& options) {
  return options.visibleOnly && panel.isZoomed() && (isPicture(options.format) || isTable(options.format));
}

/// What a panel that is empty lacks, as its own button calls it.
std::string firstStep(const Panel& panel) {
  const auto* button = panel.findChild<const RemedyButton*>();
  if (button == nullptr || button->isHidden()) return "select a query and show an estimator";
  return "what it needs first: " + button->text().toStdString();
}

Provenance withNote(Provenance provenance, const PanelData& data) {
  if (!data.note.isEmpty()) provenance.notes << data.note;
  return provenance;
}

void writeArrays(const Panel& panel, const Provenance& provenance, const QString& path, const ExportOptions& options) {
  const InEnglish words;
  const PanelData data = panel.data();
  const omega::Arrays& arrays = data.arrays;
  const std::string name = panel.name().toStdString();
  if (arrays.empty())
    throw omega::Error::input(name + (data.rowCount() > 0
                                          ? " has no arrays now; choose CSV or JSON"
                                          : " shows nothing now that could be exported; let it show something first"));
  if (options.format == ExportFormat::Npz)
    return omega::write_npz(pathOf(path), arrays, withNote(provenance, data).json().toStdString(), omega::Lasts::kept,
                            data.texts);
  omega::write_npy(pathOf(path), chosenArray(arrays, name, options.array.toStdString()));
}

void writeTable(const Panel& panel, const Provenance& provenance, const QString& path, const ExportOptions& options,
                const ExportProgress& progress) {
  const InEnglish words;
  const PanelData data = showsPart(panel, options) ? panel.visibleData() : panel.data();
  if (data.columns.empty() || data.rowCount() == 0)
    throw omega::Error::input(panel.name().toStdString() + " has no table now; " + firstStep(panel));
  (options.format == ExportFormat::Csv ? writeCsv : writeJson)(data, withNote(provenance, data), path, progress);
}

}  // namespace

void runBeside(const std::function<void(const std::stop_token&)>& work, double share, const ExportProgress& progress) {
  std::exception_ptr problem;
  std::atomic<bool> done = false;
  LatestJob<bool> job([&](bool, const LatestJob<bool>::Run& run) {
    try {
      work(run.stop);
    } catch (...) {
      problem = std::current_exception();
    }
    done = true;
  });
  job.post(true);
  while (!done) progress(share);
  if (problem) std::rethrow_exception(problem);
}

void keepFiles(const std::vector<std::string>& files, const QString& path) {
  for (const std::string& file : files)
    if (std::error_code none; !file.empty() && std::filesystem::equivalent(pathOf(path), file, none))
      throw omega::Error::input(omega::quoted(path.toStdString()) +
                                " is the very file of the session's data, which would be lost; give another file");
}

void exportPanel(const Panel& panel, const Workbench& workbench, const QString& path, const ExportOptions& asked,
                 const ExportProgress& progress) {
  const ExportOptions options = readable(panel, asked);
  Provenance provenance = provenanceOf(panel, workbench, options.format);
  provenance.isPart = showsPart(panel, options);
  switch (options.format) {
    case ExportFormat::Png: return writePng(panel, provenance, path, options, progress);
    case ExportFormat::Svg:
      return writeBytes(path, svgPicture(panel, options, provenance.lines().join(QLatin1Char('\n'))));
    case ExportFormat::Pdf: {
      const QString title = QStringLiteral("%1 — %2").arg(panel.title(), provenance.sentence());
      return writeBytes(path, pdfPages({&panel}, options, title, provenance.json()));
    }
    case ExportFormat::Csv:
    case ExportFormat::Json: return writeTable(panel, provenance, path, options, progress);
    case ExportFormat::Npy:
    case ExportFormat::Npz: return writeArrays(panel, provenance, path, options);
  }
}

void exportImage(QImage image, const Provenance& provenance, double dpi, const QString& path,
                 const ExportProgress& progress) {
  constexpr double kDotsPerMetre = 1000 / 25.4;
  image.setDotsPerMeterX(qRound(dpi * kDotsPerMetre));
  image.setDotsPerMeterY(qRound(dpi * kDotsPerMetre));
  const QByteArray bytes = progress ? encodePngBeside(image, provenance, progress) : encodePng(image, provenance, {});
  if (bytes.isEmpty())
    throw omega::Error::failure("the picture of " + provenance.panel.toStdString() + " cannot be packed as PNG");
  writeBytes(path, bytes);
}

QString exportName(const Panel& panel, const Workbench& workbench, ExportFormat format) {
  QStringList parts{panel.name()};
  if (const QString subject = panel.subject(); !subject.isEmpty())
    parts << QString(subject).replace(QLatin1Char(' '), QLatin1Char('_'));
  if (panel.caption().isEmpty()) parts << QStringLiteral("seed%1").arg(workbench.document().seed);
  return parts.join(QLatin1Char('_')) + QLatin1Char('.') + suffixOf(format);
}

QString whyNoPicture(const Panel& panel) {
  if (panel.hasPicture()) return {};
  return panel.name() + QStringLiteral(" has no picture now, only words; ") + QString::fromStdString(firstStep(panel));
}

bool hasNothing(const Panel& panel, ExportFormat format) {
  if (isPicture(format)) return !panel.hasPicture();
  const PanelData data = panel.data();
  return isTable(format) ? data.rowCount() == 0 : data.arrays.empty();
}

void exportToFolder(const std::vector<const Panel*>& panels, const Workbench& workbench, const QString& folder,
                    const ExportOptions& options, const ExportProgress& progress, const BeforePanel& before) {
  makeFolder(folder);
  const auto count = static_cast<double>(panels.size());
  double done = -1;
  ExportProgress ofAll;  // each file takes an equal share of the way
  if (progress) ofAll = [&](double ofFile) { progress((done + ofFile) / count); };
  for (const Panel* panel : panels) {
    ++done;
    if (before) before(*panel);
    if (progress) progress(done / count);
    // What a panel does not have now is no reason to leave out the others.
    if (!isPicture(options.format) && hasNothing(*panel, options.format)) continue;
    exportPanel(*panel, workbench, QDir(folder).filePath(exportName(*panel, workbench, options.format)), options,
                ofAll);
  }
}

void exportToPdf(const std::vector<const Panel*>& panels, const Workbench& workbench, const QString& path,
                 const ExportOptions& options, const ExportProgress& progress, const BeforePanel& before) {
  if (panels.empty()) throw omega::Error::input("no panel is open; open one in View, Panels");
  Provenance provenance = provenanceOf(*panels.front(), workbench);
  QStringList names, commands, whyNone, notes;
  for (const Panel* panel : panels) {
    const Provenance own = provenanceOf(*panel, workbench);
    names << own.panel;
    provenance.isPart |= showsPart(*panel, options);
    commands << own.commands;
    notes << own.notes;
    if (!own.whyNoCommand.isEmpty()) whyNone << own.whyNoCommand;
  }
  commands.removeDuplicates();
  whyNone.removeDuplicates();
  notes.removeDuplicates();
  provenance.panel = names.join(QLatin1Char('+'));
  provenance.remake.clear();  // of one of them only
  provenance.commands = commands;
  provenance.notes = notes;
  provenance.whyNoCommand = whyNone.join(QLatin1Char(' '));
  const QByteArray pdf = pdfPages(panels, options, QStringLiteral("Omegascope — %1").arg(provenance.sentence()),
                                  provenance.json(), [&](int page) {
                                    if (before) before(*panels[static_cast<std::size_t>(page)]);
                                    if (progress) progress(page / static_cast<double>(panels.size()));
                                  });
  writeBytes(path, pdf);
}

}  // namespace omegascope
