#include "export/table_files.h"

#include <QRegularExpression>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/atomic_file.h"
#include "model/disk.h"

namespace omegascope {

namespace {

constexpr qsizetype kBufferBytes = 1 << 18;
constexpr std::size_t kRowsBetweenReports = 1 << 16;
constexpr int kDigits = 9;

void addInteger(QByteArray& to, qint64 value) {
  char digits[24];
  to.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr - digits);
}

void addNumber(QByteArray& to, double value) {
  if (std::isnan(value)) {  // not "-nan"
    to += "nan";
    return;
  }
  char digits[32];
  to.append(digits,
            std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, kDigits).ptr - digits);
}

/// A table on its way to a file: what was written so far, and who wants to know how far it is.
class FileWriter : public TableWriter {
 public:
  FileWriter(const QString& path, std::size_t rows, const ExportProgress& progress)
      : m_file(pathOf(path)), m_rows(rows), m_progress(progress) {}

  void endRow() override {
    closeRow();
    m_first = true;
    ++m_done;
    if (m_buffer.size() >= kBufferBytes) flush();
    if (m_progress && m_done % kRowsBetweenReports == 0)
      m_progress(static_cast<double>(m_done) / static_cast<double>(m_rows));
  }

  void integer(qint64 cell) override {
    separate();
    addInteger(m_buffer, cell);
  }

  void commit() {
    flush();
    m_file.commit();
  }

 protected:
  virtual void separate() = 0;
  virtual void closeRow() = 0;
  void add(const QByteArray& bytes) { m_buffer += bytes; }
  QByteArray& buffer() { return m_buffer; }
  /// Whether this row has no cell yet; from then on it has one.
  bool isFirst() { return std::exchange(m_first, false); }
  std::size_t done() const { return m_done; }

 private:
  void flush() {
    m_file.write({m_buffer.constData(), static_cast<std::size_t>(m_buffer.size())});
    m_buffer.clear();
  }

  omega::AtomicFile m_file;
  QByteArray m_buffer;
  bool m_first = true;
  std::size_t m_done = 0, m_rows;
  const ExportProgress& m_progress;
};

class CsvWriter : public FileWriter {
 public:
  using FileWriter::FileWriter;

  void comment(const QString& line) { add("# " + line.toUtf8() + '\n'); }

  void text(const QString& cell) override {
    separate();
    static const QRegularExpression s_quoted(QStringLiteral("[,\"\n\r]"));
    if (!cell.contains(s_quoted)) return add(cell.toUtf8());
    add('"' + QString(cell).replace(QLatin1Char('"'), QStringLiteral("\"\"")).toUtf8() + '"');
  }
  void number(double cell) override {
    separate();
    addNumber(buffer(), cell);
  }

 protected:
  void closeRow() override { add("\n"); }

  void separate() override {
    if (!isFirst()) add(",");
  }
};

class JsonWriter : public FileWriter {
 public:
  using FileWriter::FileWriter;

  void begin(const PanelData& data, const Provenance& provenance) {
    nlohmann::ordered_json columns = nlohmann::ordered_json::array();
    for (const QString& column : data.columns) columns.push_back(column.toStdString());
    add("{\"provenance\": " + provenance.json() + ",\n \"columns\": " + QByteArray::fromStdString(columns.dump()) +
        ",\n \"rows\": [");
  }
  void finish() {
    add("\n ]}\n");
    commit();
  }

  /// Texts that are numbers of JSON are written as such, with all their digits; "007" and "1." are names.
  void text(const QString& cell) override {
    const std::string word = cell.toStdString();
    const auto number = nlohmann::json::parse(word, nullptr, false);
    separate();
    add(QByteArray::fromStdString(number.is_number() ? word : nlohmann::json(word).dump()));
  }
  void number(double cell) override {
    separate();
    if (std::isfinite(cell)) return addNumber(buffer(), cell);
    add(std::isnan(cell) ? "\"nan\"" : cell > 0 ? "\"inf\"" : "\"-inf\"");  // JSON has no word for these
  }

 protected:
  void closeRow() override { add("]"); }

  void separate() override { add(!isFirst() ? ", " : done() == 0 ? "\n  [" : ",\n  ["); }
};

class TabbedWriter : public TableWriter {
 public:
  void text(const QString& cell) override { add(cell); }
  void integer(qint64 cell) override { add(QString::number(cell)); }
  void number(double cell) override { add(QString::number(cell, 'g', kDigits)); }
  void endRow() override {
    m_text += QLatin1Char('\n');
    m_first = true;
  }
  QString finished() {
    m_text.chop(1);
    return std::move(m_text);
  }

 private:
  void add(const QString& cell) {
    if (!std::exchange(m_first, false)) m_text += QLatin1Char('\t');
    m_text += cell;
  }

  QString m_text;
  bool m_first = true;
};

void tellColumns(const PanelData& data, TableWriter& table) {
  for (const QString& column : data.columns) table.text(column);
  table.endRow();
}

}  // namespace

void writeCsv(const PanelData& data, const Provenance& provenance, const QString& path,
              const ExportProgress& progress) {
  CsvWriter file(path, data.rowCount() + 1, progress);
  for (const QString& line : provenance.lines()) file.comment(line);
  tellColumns(data, file);
  data.writeTo(file);
  file.commit();
}

void writeJson(const PanelData& data, const Provenance& provenance, const QString& path,
               const ExportProgress& progress) {
  JsonWriter file(path, data.rowCount(), progress);
  file.begin(data, provenance);
  data.writeTo(file);
  file.finish();
}

QString tabbedText(const PanelData& data) {
  TabbedWriter text;
  tellColumns(data, text);
  data.writeTo(text);
  return text.finished();
}

}  // namespace omegascope
