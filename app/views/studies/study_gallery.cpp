#include "views/studies/study_gallery.h"

#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <cmath>

#include "figures/figure_view.h"
#include "language/language.h"

namespace omegascope {

using namespace omega::studies;

namespace {

constexpr int kMargin = 6, kLines = 2;
enum Role { kTitle = Qt::DisplayRole, kQuestion = Qt::UserRole, kState, kPicture };

/// Up to `lines` lines in the width; what is left over is cut off in the last.
void paintLines(QPainter& painter, QRectF area, const QString& text, int lines) {
  QTextLayout layout(text, painter.font());
  const QFontMetricsF metrics(painter.font());
  double y = area.top();
  layout.beginLayout();
  for (int i = 0; i < lines; ++i) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(area.width());
    const bool isLast = i + 1 == lines;
    const QString words = isLast ? metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, area.width())
                                 : text.mid(line.textStart(), line.textLength());
    painter.drawText(QPointF(area.left(), y + metrics.ascent()), words);
    y += metrics.height();
  }
  layout.endLayout();
}

class EntryPainter : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    const int line = QFontMetrics(option.font).height();
    return {120, std::max(StudyGallery::pictureSize().height(), (2 * kLines + 1) * line) + 2 * kMargin};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool isChosen = option.state & QStyle::State_Selected;
    const Theme theme = Theme::of(option.palette);
    painter->save();
    painter->fillRect(option.rect, isChosen ? option.palette.highlight() : option.palette.base());
    const QSize size = StudyGallery::pictureSize();
    const QRect area = option.rect.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    painter->drawPixmap(area.topLeft(), index.data(kPicture).value<QPixmap>());
    QRectF words(area.left() + size.width() + 8, area.top(), area.width() - size.width() - 8, area.height());
    const double line = QFontMetricsF(option.font).height();
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(isChosen ? option.palette.color(QPalette::HighlightedText) : theme.text);
    paintLines(*painter, words, index.data(kTitle).toString(), kLines);
    painter->setFont(option.font);
    if (!isChosen) painter->setPen(theme.faint);
    paintLines(*painter, words.translated(0, kLines * line), index.data(kQuestion).toString(), kLines);
    const double last = words.top() + 2 * kLines * line;
    // Below the picture, where larger text stands, the numbers have more room.
    const double left = last < area.top() + size.height() ? words.left() : area.left();
    paintLines(*painter, {left, last, words.right() - left, line}, index.data(kState).toString(), 1);
    painter->restore();
  }
};

/// A few strokes for each panel to come: rising lines, rows of marks, or cells.
void paintSign(QPainter& painter, const QRectF& area, omega::studies::PanelKind kind, const Theme& theme) {
  using enum omega::studies::PanelKind;
  painter.setPen(QPen(theme.faint, 1));
  painter.drawRect(area);
  const QPen stroke(theme.accent, 1.4);
  painter.setPen(stroke);
  constexpr int kSteps = 3;
  for (int i = 0; i < kSteps; ++i) {
    const double share = (i + 0.5) / kSteps;
    if (kind == map) {
      for (int j = 0; j < kSteps; ++j) {
        const double ink = 0.2 + 0.6 * (i + j) / (2 * kSteps - 2);
        painter.fillRect(QRectF(area.left() + area.width() * i / kSteps, area.top() + area.height() * j / kSteps,
                                area.width() / kSteps, area.height() / kSteps)
                             .adjusted(1, 1, -1, -1),
                         tinted(theme.accent, static_cast<float>(ink)));
      }
    } else if (kind == categories) {
      const QPointF at(area.left() + area.width() * (0.3 + 0.2 * i), area.top() + area.height() * share);
      painter.drawLine(at - QPointF(5, 0), at + QPointF(5, 0));
      painter.drawEllipse(at, 1.5, 1.5);
    } else {
      painter.drawLine(QPointF(area.left() + 3, area.top() + area.height() * 0.25 * (i + 0.6)),
                       QPointF(area.right() - 3, area.top() + area.height() * (0.45 + 0.2 * i)));
    }
  }
}

}  // namespace

QString questionOf(const StudyDefinition& study) {
  const QString about = described(study.about);
  static const QRegularExpression s_end(QStringLiteral("\\. |。"));
  const qsizetype end = about.indexOf(s_end);
  return end < 0 ? about : about.left(end + 1);
}

QPixmap smallPicture(const StudyDefinition& study, const StudyPicture* picture, const QSize& size, const Theme& theme) {
  QPixmap pixmap(size * 2);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(theme.canvas);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool hasRows = picture != nullptr && !picture->summary.figure.panels.empty() && picture->summary.rows > 0;
  if (hasRows) {
    FigureLook look = figureLook(theme);
    look.most = 1;
    look.is_bare = true;
    paintFigure(painter, QRectF(QPointF(), size), picture->summary.figure, look);
    return pixmap;
  }
  const auto count = static_cast<int>(study.panels.size());
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(count)))),
            rows = (count + columns - 1) / columns;
  for (int i = 0; i < count; ++i)
    paintSign(painter,
              QRectF(size.width() * (i % columns) / static_cast<double>(columns),
                     size.height() * (i / columns) / static_cast<double>(rows),
                     size.width() / static_cast<double>(columns), size.height() / static_cast<double>(rows))
                  .adjusted(2, 2, -2, -2),
              study.panels[static_cast<std::size_t>(i)].kind, theme);
  return pixmap;
}

StudyGallery::StudyGallery(QWidget* parent) : QListWidget(parent) {
  setAccessibleName(tr("Studies"));
  setItemDelegate(new EntryPainter(this));
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setUniformItemSizes(true);
}

void StudyGallery::add(const StudyDefinition& study, const QString& title) {
  auto* item = new QListWidgetItem(this);
  item->setData(kTitle, title);
  item->setData(kQuestion, questionOf(study));
  item->setToolTip(
      QStringLiteral("<p><b>%1</b></p><p>%2</p>")
          .arg(QString::fromStdString(study.name).toHtmlEscaped(), described(study.about).toHtmlEscaped()));
}

void StudyGallery::show(int row, const QPixmap& picture, const QString& state) {
  item(row)->setData(kPicture, picture);
  item(row)->setData(kState, state);
}

}  // namespace omegascope
