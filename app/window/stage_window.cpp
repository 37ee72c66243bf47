#include "window/stage_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QCursor>
#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "player/lesson_player.h"
#include "views/lesson/lesson_text.h"
#include "views/lesson/step_text.h"
#include "widgets/controls.h"
#include "window/hands_field.h"
#include "window/panel_dock.h"
#include "window/stage_glass.h"

namespace omegascope {

namespace {

constexpr int kPointerMs = 33, kLensMs = 250, kSaidMs = 8000;
constexpr double kEnlarged = 2;
constexpr double kLargest = 7.0 / 6;             // of the strip's text, beside that of the panels
constexpr double kStripShare = 0.36;             // of the height, where a smaller text would do
constexpr double kTableShare = 0.5;              // of the height of the panels, at most
constexpr double kFirst = 0.55, kSecond = 0.74;  // of the width: the first of two panels, both before a third

QLabel* makeText(QWidget* parent) {
  auto* label = wrapped(new QLabel(parent));
  label->setTextFormat(Qt::RichText);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  return label;
}

void showForHands(const QWidget& panel, bool shown) {
  for (QWidget* part : panel.findChildren<QWidget*>())
    if (part->property(kForHands).toBool()) part->setVisible(shown);
}

QString coloured(const QString& html, const QColor& colour) {
  return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), html);
}

QString readHtml(const LessonPlayer& player, const Theme& theme, int width) {
  const omega::lessons::Step* step = player.step();
  if (step == nullptr) return {};
  const QString folder = QFileInfo(QString::fromStdString(player.lesson()->file)).absolutePath();
  const QString where = StageWindow::tr("%1 · step %2 of %3")
                            .arg(QString::fromStdString(player.lesson()->numbered_title()).toHtmlEscaped())
                            .arg(player.stepIndex() + 1)
                            .arg(player.stepCount());
  return QStringLiteral("%1<br><b>%2</b>%3")
      .arg(coloured(where, theme.faint), QString::fromStdString(step->title).toHtmlEscaped(),
           proseHtml(QString::fromStdString(step->prose), theme, folder, width));
}

QString actHtml(const LessonPlayer& player, const Theme& theme) {
  const omega::lessons::Step* step = player.step();
  if (step == nullptr) return {};
  QStringList lines;
  const std::vector<int> hands = player.hands();
  if (step->ask) {
    lines << QStringLiteral("<b>%1</b>").arg(lineHtml(QString::fromStdString(step->ask->question), theme));
    for (std::size_t i = 0; i < step->ask->answers.size(); ++i) {
      const bool isRight = player.isAnswered() && step->ask->answers[i].right;
      const QString line = QStringLiteral("%1 %2 ").arg(i + 1).arg(answerShape(i)) +
                           lineHtml(QString::fromStdString(step->ask->answers[i].text), theme) +
                           answerVerdict(player, i) + handsBarHtml(hands, i, theme);
      lines << (isRight ? QStringLiteral("<b>%1</b>").arg(line) : line);
    }
  }
  if (const QString feedback = feedbackHtml(player, theme); !feedback.isEmpty()) lines << feedback;
  if (const QString task = taskHtml(player, theme); !task.isEmpty()) lines << task;
  for (const QString& problem : {player.missingText(), player.fileProblem()})
    if (!problem.isEmpty()) lines << coloured(problem.toHtmlEscaped(), theme.warning);
  return lines.join(QStringLiteral("<br>"));
}

}  // namespace

StageWindow::StageWindow(const LessonPlayer& player) : QWidget(nullptr, Qt::Window), m_player(player) {
  setObjectName(QStringLiteral("stage"));
  setWindowTitle(tr("Omegascope, for the room"));
  setMinimumSize(320, 240);
  m_read = makeText(this);
  m_act = makeText(this);
  m_said = makeText(this);
  m_notes = makeText(this);
  m_read->setObjectName(QStringLiteral("read"));
  m_act->setObjectName(QStringLiteral("act"));
  m_notes->setObjectName(QStringLiteral("notes"));
  m_hands = new HandsField(this);
  m_said->setObjectName(QStringLiteral("said"));
  for (QLabel* label : {m_said, m_notes}) {
    label->setAutoFillBackground(true);
    label->setFrameShape(QFrame::Box);
    label->setMargin(8);
    label->hide();
  }
  m_glass = new StageGlass(this);
  setOnce(m_soon, 0);
  connect(&m_soon, &QTimer::timeout, this, &StageWindow::layOut);
  m_pointer.setInterval(kPointerMs);
  connect(&m_pointer, &QTimer::timeout, this, &StageWindow::follow);
  setOnce(m_patience, kSaidMs);
  connect(&m_patience, &QTimer::timeout, this, [this] {
    m_said->hide();
    layOut();
  });
}

StageWindow::~StageWindow() {
  for (const Place& place : m_places) giveBack(place);
}

void StageWindow::giveBack(const Place& place) {
  disconnect(place.dock->panel(), nullptr, &m_soon, nullptr);
  showForHands(*place.dock->panel(), true);
  place.dock->takeBack();
  delete place.frame;
}

void StageWindow::showPanels(const std::vector<PanelDock*>& docks) {
  const bool same = docks.size() == m_places.size() &&
                    std::equal(docks.begin(), docks.end(), m_places.begin(),
                               [](const PanelDock* dock, const Place& place) { return dock == place.dock; });
  if (same) return;
  for (const Place& place : std::exchange(m_places, {})) giveBack(place);
  for (PanelDock* dock : docks) {
    auto* frame = new QWidget(this);
    auto* column = bare(new QVBoxLayout(frame));
    column->setSpacing(0);
    auto* title = makeText(frame);
    title->setText(QStringLiteral("<b>%1</b>").arg(dock->panel()->title().toHtmlEscaped()));
    title->setContentsMargins(8, 4, 8, 0);
    title->setVisible(docks.size() > 1);
    column->addWidget(title);
    column->addWidget(dock->lend(), 1);
    dock->panel()->show();
    dock->panel()->setOnTop(true);
    connect(dock->panel(), &Panel::heightChanged, &m_soon, qOverload<>(&QTimer::start));
    frame->show();
    m_places.push_back({dock, frame});
  }
  m_glass->raise();
  layOut();
}

void StageWindow::showControls(bool shown) {
  for (const Place& place : m_places) showForHands(*place.dock->panel(), shown);
}

void StageWindow::refresh() {
  layOut();
  m_glass->raise();
}

void StageWindow::say(const QString& sentence) {
  m_said->setText(sentence.toHtmlEscaped());
  m_said->setVisible(!sentence.isEmpty());
  m_patience.start();
  layOut();
}

void StageWindow::showNotes(const QString& html) {
  m_notes->setText(html);
  m_notes->setVisible(!html.isEmpty());
  layOut();
}

// --- Where things are ------------------------------------------------------------------------------------------------

/// Takes the largest text that leaves the panels their share, in columns that end at about the same height. Returns the
/// height of the strip.
int StageWindow::layOutStrip() {
  const Theme theme = Theme::of(palette());
  const int margin = theme.font.pixelSize() / 2, room = width() - 2 * margin;
  const QString act = actHtml(m_player, theme);
  int height = 0, split = 0;
  for (const double size : {kLargest, (1 + kLargest) / 2, 1.0}) {
    for (QLabel* label : {m_read, m_act}) label->setFont(plotFont(theme.font.pixelSize() * size));
    m_read->setText(readHtml(m_player, theme, room / 2));
    m_act->setText(act);
    height = 0;
    for (const double share : {0.5, 0.42, 0.58, 0.66}) {
      const int left = act.isEmpty() ? room : static_cast<int>(share * room) - margin;
      const int needed =
          std::max(m_read->heightForWidth(left), act.isEmpty() ? 0 : m_act->heightForWidth(room - left - 2 * margin));
      if (height == 0 || needed < height) {
        height = needed;
        split = left;
      }
    }
    if (height <= kStripShare * this->height()) break;
  }
  if (m_player.step() == nullptr) height = 0;
  const int top = this->height() - height - margin;
  m_read->setGeometry(margin, top, split, height);
  m_act->setGeometry(margin + split + 2 * margin, top, room - split - 2 * margin, height);
  m_read->setVisible(height > 0);
  m_act->setVisible(height > 0 && !act.isEmpty());
  return height > 0 ? height + 2 * margin : 0;
}

/// Lays the panels out side by side, a table below the others.
void StageWindow::layOutPanels(int height) {
  std::vector<QWidget*> columns;
  for (const Place& place : m_places) {
    if (!place.dock->panel()->isTable() || m_places.size() == 1) {
      columns.push_back(place.frame);
      continue;
    }
    const int needed = place.frame->layout()->itemAt(0)->sizeHint().height() + place.dock->panel()->heightFor(width()),
              given = std::min(needed, static_cast<int>(kTableShare * height));
    height -= given;
    place.frame->setGeometry(0, height, width(), given);
  }
  const auto count = columns.size();
  const auto edge = [&](std::size_t column) {
    const double share = column == 0       ? 0
                         : column >= count ? 1
                         : count == 2      ? kFirst
                         : column == 1     ? kFirst * kSecond
                                           : kSecond;
    return static_cast<int>(share * width());
  };
  for (std::size_t i = 0; i < count; ++i) columns[i]->setGeometry(edge(i), 0, edge(i + 1) - edge(i), height);
}

void StageWindow::layOut() {
  m_soon.stop();
  int above = height() - layOutStrip();
  if (!m_said->isHidden()) {  // between the panels and the strip: it lies over no picture
    const int lines = m_said->heightForWidth(width());
    above -= lines;
    m_said->setGeometry(0, above, width(), lines);
  }
  layOutPanels(above);
  m_glass->setGeometry(rect());
  const int wide = width() / 2;
  m_notes->setGeometry(width() - wide, 0, wide, m_notes->heightForWidth(wide));
  m_notes->raise();
  m_glass->raise();
  m_hands->setGeometry(width() - wide, m_notes->isVisible() ? m_notes->height() : 0, wide,
                       m_hands->sizeHint().height());
  m_hands->raise();  // it is typed into
}

bool StageWindow::event(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) m_soon.start();
  return QWidget::event(event);
}

void StageWindow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layOut();
  emit resized();
}

void StageWindow::closeEvent(QCloseEvent* event) {
  event->ignore();
  emit closeAsked();
}

// --- Above all -------------------------------------------------------------------------------------------------------

StageWindow::Curtain StageWindow::curtain() const {
  return m_glass->curtain() == QColor(Qt::black)   ? Curtain::Black
         : m_glass->curtain() == QColor(Qt::white) ? Curtain::White
                                                   : Curtain::Open;
}

void StageWindow::draw(Curtain curtain) {
  m_glass->setCurtain(curtain == Curtain::Black   ? QColor(Qt::black)
                      : curtain == Curtain::White ? QColor(Qt::white)
                                                  : QColor());
}

bool StageWindow::hasPen() const { return m_glass->hasPen(); }
void StageWindow::setPen(bool on) { m_glass->setPen(on); }
void StageWindow::wipe() { m_glass->wipe(); }

void StageWindow::setHalo(bool on) {
  m_hasHalo = on;
  followWhereNeeded();
}

void StageWindow::setLens(bool on) {
  m_hasLens = on;
  m_lensRests.invalidate();
  followWhereNeeded();
}

void StageWindow::followWhereNeeded() {
  m_hasHalo || m_hasLens ? m_pointer.start() : m_pointer.stop();
  follow();
}

void StageWindow::follow() {
  const QPoint at = mapFromGlobal(QCursor::pos());
  // The speaker may write in the other window meanwhile.
  const auto here = rect().contains(at) && QApplication::activeWindow() ? std::optional(at) : std::nullopt;
  m_glass->pointAt(m_hasHalo ? here : std::nullopt);
  enlarge(m_hasLens ? here : std::nullopt);
}

/// What is below may change while the pointer rests: so it is painted again, though not as often as the pointer moves.
void StageWindow::enlarge(std::optional<QPoint> at) {
  if (!at || curtain() != Curtain::Open) return m_glass->magnify({}, {});
  if (m_lensRests.isValid() && *at == m_enlarged && m_lensRests.elapsed() < kLensMs) return;
  m_enlarged = *at;
  const int radius = static_cast<int>(m_glass->lensRadius() / kEnlarged);
  const QRect below(at->x() - radius, at->y() - radius, 2 * radius, 2 * radius);
  QPixmap picture(below.size() * kEnlarged * devicePixelRatioF());
  picture.setDevicePixelRatio(kEnlarged * devicePixelRatioF());
  picture.fill(palette().color(QPalette::Window));
  m_glass->stepAside(true);  // it is not below itself
  render(&picture, {}, QRegion(below), QWidget::DrawWindowBackground | QWidget::DrawChildren);
  m_glass->stepAside(false);
  m_glass->magnify(picture, *at);
  m_lensRests.start();
}

}  // namespace omegascope
