#include "export/sheet_pdf.h"

#include <QBuffer>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTableWidget>
#include <QTextDocument>
#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>

#include "about/about.h"
#include "core/error.h"
#include "core/text.h"
#include "export/panel_booth.h"
#include "export/panel_picture.h"
#include "export/provenance.h"
#include "export/restyling_device.h"
#include "io/atomic_file.h"
#include "language/language.h"
#include "model/disk.h"
#include "player/lesson_state.h"
#include "views/cover.h"
#include "views/legend.h"
#include "views/lesson/lesson_text.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

using omega::lessons::Sheet;
using omega::lessons::SheetBlock;
using Kind = SheetBlock::Kind;

// All lengths are in 1/96 inch.
constexpr int kDpi = 1200;
constexpr double kMillimetre = 96 / 25.4;
constexpr QSizeF kPage{210 * kMillimetre, 297 * kMillimetre};
constexpr QMarginsF kMargins{18 * kMillimetre, 16 * kMillimetre, 18 * kMillimetre, 18 * kMillimetre};
constexpr double kTextScale = 1.15;
constexpr double kGap = 7, kLine = 8 * kMillimetre, kFrame = 50 * kMillimetre;
constexpr double kBox = 11, kIndent = 44;
constexpr double kTitleHeight = 44;
constexpr double kCommandText = 0.7;  // 7.2 pt
constexpr int kMostMoreLines = 3;     // to write on, where a page has room to spare
constexpr double kLeastFrame = 0.75;  // of its height, where a page lacks room

constexpr double kUnbroken = 1e5;  // wider than any line
const QString kReadOn = QStringLiteral(" \\");

QString qt(const std::string& text) { return QString::fromStdString(text); }

/// Of a line for a shell; what stands in quotes is one of them.
QStringList wordsOf(const QString& command) {
  static const QRegularExpression s_word(QStringLiteral("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+"));
  QStringList words;
  for (auto match = s_word.globalMatch(command); match.hasNext();) words << match.next().captured();
  return words;
}

double pageWidth() { return kPage.width() - kMargins.left() - kMargins.right(); }
double pageHeight() { return kPage.height() - kMargins.top() - kMargins.bottom(); }

/// A block somewhere on a page.
struct Placed {
  const SheetBlock* block;
  double top, height;
  double bottom() const { return top + height; }
};
using PageOfBlocks = std::vector<Placed>;

class SheetPainter {
 public:
  /// Computes what its pictures show.
  SheetPainter(const Sheet& sheet, int threads, const ExportProgress& progress)
      : m_sheet(sheet), m_theme(Theme::light(kTextScale)) {
    m_theme.window = m_theme.canvas;
    for (std::size_t i = 0; i < sheet.blocks.size(); ++i) {
      const auto tell = [progress, done = static_cast<double>(i) / static_cast<double>(sheet.blocks.size())] {
        if (progress) progress(done);
      };
      tell();
      if (sheet.blocks[i].kind == Kind::picture)
        m_shown.emplace(&sheet.blocks[i], shownBy(sheet.blocks[i], threads, tell));
    }
  }

  std::vector<PageOfBlocks> pages() const {
    std::vector<PageOfBlocks> pages(1);
    double top = kTitleHeight;
    double lack = 0;  // by how much the step runs over the page, which is squeezed where the step ends
    for (std::size_t i = 0; i < m_sheet.blocks.size(); ++i) {
      const SheetBlock& block = m_sheet.blocks[i];
      if (lack > 0 && begins(block)) top -= squeeze(pages.back(), std::exchange(lack, 0));
      bool turns = block.kind == Kind::page;
      if (!turns && lack == 0 && !hasRoom(pages, top, i)) {
        lack = lackToSqueeze(pages.back(), top, i);
        turns = lack == 0;
      }
      if (turns) {
        pages.emplace_back();
        top = 0;
      }
      if (block.kind == Kind::page) continue;
      pages.back().push_back({&block, top, heightOf(block)});
      top = pages.back().back().bottom() + kGap;
    }
    if (lack > 0) squeeze(pages.back(), lack);
    for (PageOfBlocks& page : pages) useSpareRoom(page);
    return pages;
  }

  void paint(QPainter& painter, const PageOfBlocks& page, int number, int count) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(kMargins.left(), kMargins.top());
    if (number == 1) {
      painter.setFont(m_theme.scaled(kHeadText));
      painter.setPen(m_theme.text);
      painter.drawText(QRectF(0, 0, pageWidth(), kTitleHeight), Qt::AlignLeft | Qt::AlignTop, qt(m_sheet.title));
    }
    for (const Placed& placed : page)
      paintBlock(painter, *placed.block, QRectF(0, placed.top, pageWidth(), placed.height));
    painter.setFont(m_theme.scaled(kSmallText));
    painter.setPen(m_theme.faint);
    const QRectF foot(0, pageHeight() + 4, pageWidth(), 20);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, qt(m_sheet.foot));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, qt(m_sheet.page_of).arg(number).arg(count));
  }

 private:
  /// What a block of pictures shows, until it is painted: how high it is depends on it.
  struct Shown {
    std::unique_ptr<PanelBooth> booth;
    std::vector<std::unique_ptr<Panel>> panels;
    std::vector<QRectF> places;  // from the block's corner
    std::unique_ptr<QTextDocument> commands;
    double height = 0;
  };

  /// More lines to write on, each space as many.
  static void useSpareRoom(PageOfBlocks& page) {
    const auto spaces =
        std::count_if(page.begin(), page.end(), [](const Placed& one) { return one.block->kind == Kind::space; });
    if (spaces == 0) return;
    const double spare = pageHeight() - page.back().bottom();
    const int more = std::clamp(static_cast<int>(spare / kLine / static_cast<double>(spaces)), 0, kMostMoreLines);
    double down = 0;
    for (Placed& one : page) {
      one.top += down;
      if (one.block->kind != Kind::space) continue;
      one.height += more * kLine;
      down += more * kLine;
    }
  }

  /// Whether a block fits on the last page. What belongs together stays together, but the first page has more than the
  /// words before the first step.
  bool hasRoom(const std::vector<PageOfBlocks>& pages, double top, std::size_t i) const {
    const PageOfBlocks& page = pages.back();
    const bool isHeading = m_sheet.blocks[i].kind == Kind::heading;
    const bool isFirstStep =
        isHeading && pages.size() == 1 &&
        std::none_of(page.begin(), page.end(), [](const Placed& one) { return one.block->kind == Kind::heading; });
    const double height = heightOf(m_sheet.blocks[i]), together = isHeading ? heightFrom(i) : heightWithLine(i);
    return page.empty() || top + (isFirstStep || together > pageHeight() ? height : together) <= pageHeight();
  }

  /// By how much the rest of a step runs over the page, where fewer lines to write on make up for it: rather that than
  /// its last words on a page of their own. Else 0.
  double lackToSqueeze(PageOfBlocks page, double top, std::size_t i) const {
    if (m_sheet.blocks[i].kind == Kind::heading) return 0;
    for (std::size_t j = i; j < endOf(i); ++j) {
      page.push_back({&m_sheet.blocks[j], top, heightOf(m_sheet.blocks[j])});
      top = page.back().bottom() + kGap;
    }
    const double over = page.back().bottom() - pageHeight();
    const double spare = std::accumulate(page.begin(), page.end(), 0.0,
                                         [](double sum, const Placed& one) { return sum + spareOf(one); });
    return over > 0 && over <= spare ? over : 0;
  }

  /// How much lower a block can still be: one line to write on stays.
  static double spareOf(const Placed& one) {
    if (one.block->kind == Kind::space) return one.height - kLine;
    return one.block->kind == Kind::frame ? one.height - kLeastFrame * kFrame : 0;
  }

  /// Takes that much height away: first from frames, then whole lines, the last ones first. Returns how much it took.
  static double squeeze(PageOfBlocks& page, double lack) {
    double taken = 0;
    for (const Kind kind : {Kind::frame, Kind::space})
      for (auto one = page.rbegin(); one != page.rend() && taken < lack; ++one) {
        if (one->block->kind != kind) continue;
        const double wanted = kind == Kind::space ? std::ceil((lack - taken) / kLine) * kLine : lack - taken;
        const double less = std::min(wanted, spareOf(*one));
        one->height -= less;
        for (auto below = page.rbegin(); below != one; ++below) below->top -= less;
        taken += less;
      }
    return taken;
  }

  /// From a heading to the next one is a step, or a question.
  static bool begins(const SheetBlock& block) { return block.kind == Kind::heading || block.kind == Kind::page; }
  std::size_t endOf(std::size_t first) const {
    std::size_t end = first + 1;
    while (end < m_sheet.blocks.size() && !begins(m_sheet.blocks[end])) ++end;
    return end;
  }

  /// What is left of a step: it stays on one page where it fits.
  double heightFrom(std::size_t first) const {
    double height = -kGap;
    for (std::size_t i = first; i < endOf(first); ++i) height += heightOf(m_sheet.blocks[i]) + kGap;
    return height;
  }

  /// Of words that are answered below: with the first line to write on.
  double heightWithLine(std::size_t first) const {
    const double height = heightOf(m_sheet.blocks[first]);
    const bool hasLines = first + 1 < endOf(first) && m_sheet.blocks[first + 1].kind == Kind::space;
    return hasLines ? height + kGap + kLine : height;
  }

  // --- Text ----------------------------------------------------------------------------------------------------------

  std::unique_ptr<QTextDocument> documentOf(const QString& html, double width, double scale = 1) const {
    auto document = std::make_unique<QTextDocument>();
    document->setDocumentMargin(0);
    document->setDefaultFont(m_theme.scaled(scale));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document->setDefaultTextOption(option);
    document->setDefaultStyleSheet(
        QStringLiteral("p { margin-top: 0; margin-bottom: 4px; } td, th "
                       "{ padding-top: 1px; padding-bottom: 1px; padding-left: 4px; "
                       "padding-right: 4px; }"));
    document->setHtml(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(m_theme.text.name(), html));
    document->setTextWidth(width);
    return document;
  }

  std::unique_ptr<QTextDocument> documentOf(const SheetBlock& block) const {
    const QString folder = qt(m_sheet.folder), text = qt(block.text);
    const int width = static_cast<int>(pageWidth());
    switch (block.kind) {
      case Kind::heading: return documentOf(QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped()), pageWidth(), 1.2);
      case Kind::note: return documentOf(proseHtml(text, m_theme, folder, width), pageWidth(), 0.9);
      case Kind::goal:
        return documentOf(QStringLiteral("<p><i>%1</i></p>").arg(lineHtml(text, m_theme, folder, width)), pageWidth());
      case Kind::question:
        return documentOf(QStringLiteral("<p><b>%1</b></p>").arg(lineHtml(text, m_theme, folder, width)), pageWidth());
      case Kind::command: return commandsIn({text}, 0.8);
      case Kind::table: return documentOf(tableOf(block), pageWidth());
      default: return documentOf(proseHtml(text, m_theme, folder, width), pageWidth());
    }
  }

  /// Lines for a shell, broken where the shell reads on: in the middle of a word a copied one would be another.
  std::unique_ptr<QTextDocument> commandsIn(const QStringList& commands, double scale) const {
    const QString code = QStringLiteral("<code>%1</code>");
    const auto fits = [&](const QString& line) {
      return documentOf(code.arg(line.toHtmlEscaped()), kUnbroken, scale)->idealWidth() <= pageWidth();
    };
    QStringList lines;
    for (const QString& command : commands) {
      QString line;
      for (const QString& word : wordsOf(command)) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        const bool isFull = !line.isEmpty() && !fits(longer + kReadOn);
        if (isFull) lines << (line + kReadOn).toHtmlEscaped();
        line = isFull ? word : longer;
      }
      lines << line.toHtmlEscaped();
    }
    return documentOf(code.arg(lines.join(QStringLiteral("<br>"))), pageWidth(), scale);
  }

  QString tableOf(const SheetBlock& block) const {
    QString html = QStringLiteral("<table border=\"1\" cellspacing=\"0\" style=\"border-collapse:collapse\">");
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      const QString cell = r == 0 ? QStringLiteral("th") : QStringLiteral("td");
      html += QStringLiteral("<tr>");
      for (const std::string& text : block.rows[r])
        html += QStringLiteral("<%1>%2</%1>").arg(cell, lineHtml(qt(text), m_theme));
      html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
  }

  QString choiceOf(const std::vector<std::string>& row) const {
    return QStringLiteral("<b>%1</b>&nbsp; %2").arg(qt(row[0]), lineHtml(qt(row[1]), m_theme));
  }

  // --- Blocks --------------------------------------------------------------------------------------------------------

  double heightOf(const SheetBlock& block) const {
    switch (block.kind) {
      case Kind::page: return 0;
      case Kind::space: return block.lines * kLine;
      case Kind::frame: return kFrame;
      case Kind::picture: return m_shown.at(&block).height;
      case Kind::choices: {
        double height = 0;
        for (const auto& row : block.rows)
          height += documentOf(choiceOf(row), pageWidth() - kIndent)->size().height() + 3;
        return height;
      }
      default: return documentOf(block)->size().height() + (block.kind == Kind::heading ? kGap : 0);
    }
  }

  void paintBlock(QPainter& painter, const SheetBlock& block, const QRectF& area) {
    switch (block.kind) {
      case Kind::page: return;
      case Kind::space: return paintLines(painter, area);
      case Kind::frame:
        painter.setPen(QPen(m_theme.faint, 0.8));
        painter.setBrush(Qt::NoBrush);
        return painter.drawRect(area);
      case Kind::picture: return paintPictures(painter, block, area);
      case Kind::choices: return paintChoices(painter, block, area);
      default:
        paintDocument(painter, *documentOf(block), area.topLeft() + QPointF(0, block.kind == Kind::heading ? kGap : 0));
    }
  }

  static void paintDocument(QPainter& painter, QTextDocument& document, QPointF at) {
    painter.save();
    painter.translate(at);
    document.drawContents(&painter);
    painter.restore();
  }

  void paintLines(QPainter& painter, const QRectF& area) const {
    const auto lines = static_cast<int>(std::lround(area.height() / kLine));
    painter.setPen(QPen(m_theme.faint, 0.6));
    for (int i = 1; i <= lines; ++i)
      painter.drawLine(QPointF(area.left(), area.top() + i * kLine - 2),
                       QPointF(area.right(), area.top() + i * kLine - 2));
  }

  void paintChoices(QPainter& painter, const SheetBlock& block, const QRectF& area) const {
    double top = area.top();
    int index = 0;
    for (const auto& row : block.rows) {
      const QRectF box(area.left() + 14, top + 2, kBox, kBox);
      painter.setPen(QPen(m_theme.text, 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(box);
      if (index++ == block.ticked) {
        painter.setPen(QPen(m_theme.text, 2));
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.bottomLeft(), box.topRight());
      }
      const auto document = documentOf(choiceOf(row), pageWidth() - kIndent);
      paintDocument(painter, *document, {area.left() + kIndent, top});
      top += document->size().height() + 3;
    }
  }

  // --- Pictures ------------------------------------------------------------------------------------------------------

  static bool isTable(const std::string& panel) { return panel == "numbers"; }

  /// Those of a step that have room: a game of chance takes a row by itself, as a table does; of others there are two.
  static std::vector<QRectF> placesOf(const SheetBlock& block, const Document& document) {
    // A game of chance has three pictures in one, and its numbers beside them.
    if (block.panels[0] == "chance") return {{0, 0, pageWidth(), 112 * kMillimetre}};
    const std::size_t count = std::min<std::size_t>(2, block.panels.size());
    const bool isPair = count == 2 && !isTable(block.panels[0]) && !isTable(block.panels[1]);
    if (isPair) {
      const double width = (pageWidth() - kGap) / 2, height = 66 * kMillimetre;
      return {{0, 0, width, height}, {width + kGap, 0, width, height}};
    }
    std::vector<QRectF> places;
    double top = 0;
    for (std::size_t i = 0; i < count; ++i) {
      places.push_back(isTable(block.panels[i]) ? QRectF(0, top, pageWidth(), tableHeight(document))
                                                : QRectF(0, top, 140 * kMillimetre, 74 * kMillimetre));
      top = places.back().bottom() + kGap;
    }
    return places;
  }

  /// A title, a header, a row for each estimator, and a line for what is remarked of it.
  static double tableHeight(const Document& document) {
    constexpr double kHeads = 52, kRow = 18, kRemark = 18;
    const auto cards =
        std::count_if(document.cards.begin(), document.cards.end(), [](const Card& card) { return card.visible; });
    return kHeads + static_cast<double>(cards) * (kRow + kRemark);
  }

  static Session sessionOf(const SheetBlock& block) {
    if (!block.session.empty()) return readSession(qt(block.session));
    Session session;
    session.document = omegascope::documentOf(block.state, Document::start());
    session.locked = cursorOf(block.state, session.document);
    return session;
  }

  /// What is covered of a panel.
  static QStringList partsOf(const SheetBlock& block, const QString& panel) {
    QStringList parts;
    for (const std::string& mark : block.covered)
      if (const QStringList words = qt(mark).split(QLatin1Char('.')); words[0] == panel) parts << words.value(1);
    return parts;
  }

  Shown shownBy(const SheetBlock& block, int threads, const std::function<void()>& meanwhile) const {
    const Session session = sessionOf(block);
    Shown shown;
    shown.booth = std::make_unique<PanelBooth>(session, threads, meanwhile);
    shown.places = placesOf(block, session.document);
    QStringList commands;
    for (std::size_t i = 0; i < shown.places.size(); ++i) {
      const PanelKind& kind = panelKindOf(qt(block.panels[i]));
      shown.panels.push_back(shown.booth->show(kind, shown.places[i].size().toSize()));
      shown.panels.back()->showErrors(block.tells_errors);
      setCovered(*shown.panels.back(), partsOf(block, shown.panels.back()->name()));
      commands << commandsOf(*shown.panels.back());
    }
    commands.removeDuplicates();
    shown.commands = commandsIn(commands, kCommandText);
    shown.height = shown.places.back().bottom() + (commands.isEmpty() ? 0 : kGap / 2 + shown.commands->size().height());
    return shown;
  }

  void paintPictures(QPainter& painter, const SheetBlock& block, const QRectF& area) {
    const Shown& shown = m_shown.at(&block);
    for (std::size_t i = 0; i < shown.places.size(); ++i)
      paintPanel(painter, *shown.panels[i], shown.booth->workbench().document(),
                 shown.places[i].translated(area.topLeft()));
    paintDocument(painter, *shown.commands, area.topLeft() + QPointF(0, shown.places.back().bottom() + kGap / 2));
  }

  /// The columns that the panel shows, and below them what it remarks; empty where it has no table yet.
  static QString numbersOf(const Panel& panel, const Document& document, const Theme& theme) {
    const auto* table = panel.findChild<const QTableWidget*>();
    if (table == nullptr || table->isHidden() || table->rowCount() == 0) return {};
    const int remark = table->columnCount() - 1;
    std::vector<int> columns(static_cast<std::size_t>(remark));
    std::iota(columns.begin(), columns.end(), 0);
    std::erase_if(columns, [&](int column) { return table->isColumnHidden(column); });
    QStringList header;
    for (const int column : columns) header << table->horizontalHeaderItem(column)->text().toHtmlEscaped();
    std::vector<QStringList> rows;
    QString remarks;
    for (int r = 0; r < table->rowCount(); ++r) {
      const Card* card = document.card(table->item(r, 0)->data(Qt::UserRole).toInt());
      const QString name = card ? markedLabel(*card, theme) : table->item(r, 0)->text().toHtmlEscaped();
      QStringList row{name};
      for (const int column : columns)
        if (column > 0) row << table->item(r, column)->text().toHtmlEscaped();
      rows.push_back(row);
      if (const QString said = table->item(r, remark)->text(); !said.isEmpty())
        remarks += QStringLiteral("<div>%1: %2</div>").arg(name, said.toHtmlEscaped());
    }
    return tableHtml(header, rows, theme) + remarks;
  }

  static void paintPanel(QPainter& painter, const Panel& panel, const Document& document, const QRectF& area) {
    Theme theme = Theme::light();
    theme.window = theme.canvas;
    theme.isGrey = true;
    const std::vector<LegendEntry> legend = panel.hasPicture() ? panel.legendAbove() : std::vector<LegendEntry>();
    const QString title = panel.title();
    painter.save();
    painter.translate(area.topLeft());
    painter.setClipRect(QRectF(QPointF(), area.size()));
    QRectF room(QPointF(), area.size());
    painter.setFont(theme.bold());
    painter.setPen(theme.text);
    const double line = QFontMetricsF(theme.bold()).height() + 4;
    painter.drawText(QRectF(4, 0, room.width(), line), Qt::AlignLeft | Qt::AlignVCenter, title);
    room.adjust(0, line, 0, 0);
    if (const QString numbers = panel.isTable() ? numbersOf(panel, document, theme) : QString(); !numbers.isEmpty()) {
      paintRichText(painter, room, theme, numbers);
    } else {  // of what is not there yet: what to do for it, and room to draw into
      const PlacedLegend placed(legend, room.width(), theme);
      placed.paint(painter, room.topLeft(), theme);
      room.adjust(0, placed.height(), 0, 0);
      panel.render(painter, room, theme);
    }
    painter.setPen(QPen(theme.grid, 0.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(QPointF(), area.size()));
    painter.restore();
  }

  const Sheet& m_sheet;
  Theme m_theme;
  std::map<const SheetBlock*, Shown> m_shown;
};

QByteArray pdfOf(const Sheet& sheet, int threads, const ExportProgress& progress) {
  const NumbersOfFiles numbers;
  QByteArray pdf;
  QBuffer buffer(&pdf);
  buffer.open(QIODevice::WriteOnly);
  SheetPainter sheetPainter(sheet, threads, progress);
  const std::vector<PageOfBlocks> pages = sheetPainter.pages();
  const int count = static_cast<int>(pages.size());
  QPdfWriter writer(&buffer);
  writer.setTitle(qt(sheet.title));
  writer.setCreator(qt(sheet.foot));
  writer.setResolution(kDpi);
  writer.setPageLayout({QPageSize(QPageSize::A4), QPageLayout::Portrait, QMarginsF()});
  QPainter painter(&writer);
  painter.setRenderHint(QPainter::LosslessImageRendering);
  for (int i = 0; i < count; ++i) {
    if (progress) progress(1);
    if (i > 0) writer.newPage();
    painter.save();
    painter.scale(kDpi / 96.0, kDpi / 96.0);
    {
      RestylingDevice device(painter, kPage, {true, false});
      QPainter grey(&device);
      sheetPainter.paint(grey, pages[static_cast<std::size_t>(i)], i + 1, count);
    }
    painter.restore();
  }
  painter.end();
  return withoutDate(pdf);
}

void requirePdf(const char* option, const QString& path) {
  if (!path.isEmpty() && !path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive))
    throw omega::Error::input(std::string(option) + " is " + omega::quoted(path.toStdString()) +
                              ", but must end in .pdf");
}

void writePaper(Sheet sheet, const Sheet& key, const PaperJob& job, const ExportProgress& progress) {
  if (job.answers) sheet.append(key);
  // Both are written before either takes its place: one stopped halfway leaves an older pair as it was.
  std::deque<omega::AtomicFile> files;
  const auto draw = [&](const Sheet& one, const QString& path) {
    if (path.isEmpty()) return;
    const QByteArray pdf = pdfOf(one, job.threads, progress);
    files.emplace_back(pathOf(path)).write({pdf.constData(), static_cast<std::size_t>(pdf.size())});
  };
  draw(sheet, job.output);
  draw(key, job.key);
  for (omega::AtomicFile& file : files) file.commit();
}

void check(const PaperJob& job) {
  requirePdf("--output", job.output);
  requirePdf("--key", job.key);
}

std::string sheetProgram() { return std::string("Omegascope ") + omega::program_version(); }

}  // namespace

void writeHandout(const omega::lessons::Lesson& lesson, const PaperJob& job, const ExportProgress& progress) {
  check(job);
  Sheet key;
  const auto make = [&](const std::stop_token& stop) { key = key_of(lesson, sheetProgram(), omega::Progress(stop)); };
  if (job.answers || !job.key.isEmpty()) progress ? runBeside(make, 0, progress) : make({});
  writePaper(handout_of(lesson, sheetProgram()), key, job, progress);
}

void writeAnswers(const omega::lessons::Lesson& lesson, const omega::lessons::GivenAnswers& given,
                  const std::vector<omega::lessons::KeptNote>& notes, const PaperJob& job,
                  const ExportProgress& progress) {
  check(job);
  const NumbersOfFiles numbers;
  const auto written = [](double value, int digits) { return numberText(value, digits).toStdString(); };
  writePaper(answers_of(lesson, given, notes, sheetProgram(), written), {}, job, progress);
}

void writeExam(std::uint32_t seed, const PaperJob& job, const ExportProgress& progress) {
  check(job);
  const auto exam = omega::lessons::make_exam(seed, job.threads, [&](double from, double) {
    if (progress) progress(from);
    return omega::Progress();
  });
  writePaper(sheet_of(exam, sheetProgram()), key_of(exam, sheetProgram()), job, progress);
}

}  // namespace omegascope
