#include "window/help_popup.h"

#include <QDesktopServices>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QScreen>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "math_text/math_view.h"
#include "math_text/symbol_colours.h"
#include "views/panel.h"
#include "views/word_tips.h"

namespace omegascope {

namespace {

constexpr int kWidth = 440;
constexpr int kMargin = 10;

QLabel* makeText(const QString& html, QWidget* parent) {
  const Theme theme = Theme::of(parent->palette());
  auto* label = new QLabel(withWords(withSymbols(html, theme), theme), parent);
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  explainWords(*label);
  label->setOpenExternalLinks(false);
  QObject::connect(label, &QLabel::linkActivated, parent, [parent](const QString& link) {
    parent->close();
    QDesktopServices::openUrl(QUrl(link));
  });
  label->setFixedHeight(label->heightForWidth(kWidth - 2 * kMargin - 2));
  return label;
}

/// What its signs stand for: the picture itself says it only where it has room for that.
QLabel* makeLegend(const std::vector<LegendEntry>& entries, QWidget* parent) {
  const Theme theme = Theme::of(parent->palette());
  const double width = kWidth - 2 * kMargin - 2, ratio = parent->devicePixelRatioF();
  const PlacedLegend placed(entries, width, theme);
  QPixmap picture((QSizeF(width, placed.height()) * ratio).toSize());
  picture.setDevicePixelRatio(ratio);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  placed.paint(painter, {0, 0}, theme);
  painter.end();
  QStringList texts;
  for (const LegendEntry& entry : entries) texts << entry.text;
  auto* label = new QLabel(parent);
  label->setPixmap(picture);
  label->setAccessibleName(texts.join(QStringLiteral("; ")));
  return label;
}

}  // namespace

HelpPopup::HelpPopup(const omegascope::Panel& panel, QWidget* parent) : QFrame(parent, Qt::Popup) {
  setAttribute(Qt::WA_DeleteOnClose);
  setFrameShape(QFrame::StyledPanel);
  setObjectName(QStringLiteral("help"));
  setAccessibleName(tr("Help: %1").arg(panel.title()));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  layout->setSpacing(6);
  // Formulas stand before the last paragraph, which says what to look for.
  const QString text = panel.help();
  const QStringList formulas = panel.equations();
  const auto look = formulas.isEmpty() ? -1 : text.lastIndexOf(QStringLiteral("<p><b>"));
  layout->addWidget(makeText(look < 0 ? text : text.left(look), this));
  if (const std::vector<LegendEntry> signs = panel.legend(); !signs.empty()) layout->addWidget(makeLegend(signs, this));
  if (!formulas.isEmpty()) {
    auto* view = new MathView(this);
    view->setFormulas(formulas);
    view->setFixedHeight(view->heightForWidth(kWidth - 2 * kMargin - 2));
    layout->addWidget(view);
  }
  if (look >= 0) layout->addWidget(makeText(text.mid(look), this));
  layout->addWidget(
      makeText(QStringLiteral("<a href=\"manual:panel/%1\">%2</a>").arg(panel.name(), tr("In the manual")), this));
  setFixedWidth(kWidth);
  adjustSize();
}

void HelpPopup::popUp(QPoint below) {
  const QRect room = screen()->availableGeometry();
  move(std::clamp(below.x(), room.left(), std::max(room.left(), room.right() - width())),
       std::clamp(below.y(), room.top(), std::max(room.top(), room.bottom() - height())));
  show();
}

}  // namespace omegascope
