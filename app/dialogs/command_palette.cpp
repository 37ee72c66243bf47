#include "dialogs/command_palette.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "model/settings.h"
#include "widgets/controls.h"
#include "widgets/theme.h"

namespace omegascope {

namespace {

using Kind = PaletteEntry::Kind;

enum Role { kTitle = Qt::UserRole, kWhere, kKeys, kSort, kPlaces, kIsPossible };

constexpr int kLetters = 84;        // of a row
constexpr double kRowHeight = 1.7;  // of a line of text
constexpr int kGap = 10, kMargin = 6;
const QString kTick = QStringLiteral("✓");

/// With the letters that were found bold and underlined. Returns where it ends.
double paintMarked(QPainter& painter, const QRectF& room, const QString& text, const QList<int>& places,
                   const QColor& ink) {
  if (text.isEmpty() || room.width() <= 0) return room.left();
  QFont bold = painter.font();
  bold.setBold(true);
  const QString shown = QFontMetricsF(bold).elidedText(text, Qt::ElideRight, room.width());
  QTextCharFormat mark;
  mark.setFontWeight(QFont::Bold);
  mark.setFontUnderline(true);
  QList<QTextLayout::FormatRange> marks;
  for (const int place : places)
    if (place < shown.size()) marks << QTextLayout::FormatRange{place, 1, mark};
  QTextLayout layout(shown, painter.font());
  layout.setFormats(marks);
  layout.beginLayout();
  QTextLine line = layout.createLine();
  line.setLineWidth(2 * room.width());
  layout.endLayout();
  painter.setPen(ink);
  layout.draw(&painter, {room.left(), room.center().y() - line.height() / 2});
  return room.left() + line.naturalTextWidth();
}

/// Its name, what it is in, its keys, and what it is.
class RowPainter : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {1, static_cast<int>(kRowHeight * option.fontMetrics.height())};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyle* style = option.widget->style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const Theme theme = Theme::of(option.palette);
    const bool isChosen = option.state.testFlag(QStyle::State_Selected), isPossible = index.data(kIsPossible).toBool();
    const QColor other = isChosen ? option.palette.color(QPalette::HighlightedText)
                                  : option.palette.color(QPalette::Disabled, QPalette::Text),
                 faint = isPossible && !isChosen ? theme.faint : other,
                 ink = isPossible && !isChosen ? theme.text : other;
    painter->save();
    painter->setFont(option.font);
    QRectF room = QRectF(option.rect).adjusted(kGap, 0, -kGap, 0);
    const auto atRight = [&](const QString& text, double width, const QColor& colour) {
      painter->setPen(colour);
      painter->drawText(QRectF(room.right() - width, room.top(), width, room.height()),
                        Qt::AlignRight | Qt::AlignVCenter, text);
      room.setRight(room.right() - width - kGap);
    };
    atRight(index.data(kSort).toString(), option.fontMetrics.averageCharWidth() * 10, faint);
    const QString keys = index.data(kKeys).toString();
    if (!keys.isEmpty()) atRight(keys, option.fontMetrics.horizontalAdvance(keys), ink);
    if (index.data(Qt::CheckStateRole).isValid()) {
      painter->setPen(ink);
      painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, kTick);
      room.setLeft(room.left() + option.fontMetrics.horizontalAdvance(kTick) + kGap / 2);
    }
    paintNames(*painter, room, index, ink, faint);
    painter->restore();
  }

 private:
  /// The places count in the path, where the title comes last; here it comes first.
  static void paintNames(QPainter& painter, QRectF room, const QModelIndex& index, const QColor& ink,
                         const QColor& faint) {
    const QString title = index.data(kTitle).toString(), where = index.data(kWhere).toString();
    const int before = static_cast<int>(within(where, title).size() - title.size());
    QList<int> ofTitle, ofWhere;
    for (const int place : index.data(kPlaces).value<QList<int>>())
      place >= before ? ofTitle << place - before : ofWhere << place;
    room.setLeft(paintMarked(painter, room, title, ofTitle, ink) + kGap);
    paintMarked(painter, room, where, ofWhere, faint);
  }
};

}  // namespace

/// What was found. A row is asked for what it says when it is in sight: nothing is made for the hundreds that are not.
class CommandPalette::Rows : public QAbstractListModel {
 public:
  using QAbstractListModel::QAbstractListModel;

  void lookThrough(PaletteIndex index) {
    beginResetModel();
    m_index = std::move(index);
    m_hits.clear();
    endResetModel();
  }
  void find(const QString& typed) {
    beginResetModel();
    m_isAsked = !typed.trimmed().isEmpty();
    m_hits = m_index.find(typed);
    endResetModel();
  }

  const PaletteEntry& entry(int row) const { return m_index.entry(m_hits[static_cast<std::size_t>(row)]); }
  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_hits.size());
  }
  QVariant data(const QModelIndex& index, int role) const override {
    const PaletteHit& hit = m_hits[static_cast<std::size_t>(index.row())];
    const PaletteEntry& entry = m_index.entry(hit);
    switch (role) {
      case Qt::DisplayRole: return entry.path();
      case Qt::ToolTipRole: return entry.tip;
      case Qt::CheckStateRole: return entry.isOn ? QVariant(Qt::Checked) : QVariant();
      case kTitle: return entry.title;
      case kWhere: return entry.where;
      case kKeys: return entry.keys;
      case kSort: return sortOf(entry, hit);
      case kPlaces: return QVariant::fromValue(hit.places);
      case kIsPossible: return entry.isPossible;
      default: return {};
    }
  }

 private:
  QString sortOf(const PaletteEntry& entry, const PaletteHit& hit) const {
    if (!entry.isPossible) return CommandPalette::tr("not now");
    return hit.isRecent && !m_isAsked ? CommandPalette::tr("recent") : CommandPalette::tr(nameOf(entry.kind));
  }

  PaletteIndex m_index;
  std::vector<PaletteHit> m_hits;
  bool m_isAsked = false;
};

CommandPalette::CommandPalette(std::function<std::vector<PaletteEntry>()> gather, QWidget* window)
    : QFrame(window), m_gather(std::move(gather)) {
  hide();
  setObjectName(QStringLiteral("command_palette"));
  setAccessibleName(tr("Command palette"));
  setFrameStyle(QFrame::Box | QFrame::Plain);
  setAutoFillBackground(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  m_typed = new QLineEdit(this);
  m_typed->setAccessibleName(accessibleName());
  m_typed->setClearButtonEnabled(true);
  m_rows = new Rows(this);
  m_list = new QListView(this);
  m_list->setModel(m_rows);
  m_list->setAccessibleName(tr("What was found"));
  m_list->setFocusPolicy(Qt::NoFocus);  // the line above keeps the keyboard
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setUniformItemSizes(true);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setItemDelegate(new RowPainter(m_list));
  m_said = wrapped(new QLabel(this));
  m_said->hide();
  layout->addWidget(m_typed);
  layout->addWidget(m_said);
  layout->addWidget(m_list, 1);
  m_typed->installEventFilter(this);
  window->installEventFilter(this);
  connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::list);
  connect(m_typed, &QLineEdit::returnPressed, this, &CommandPalette::choose);
  connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
  connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &CommandPalette::tellCurrent);
}

void CommandPalette::openFor(Scope scope) {
  QWidget* focus = QApplication::focusWidget();
  if (focus == nullptr) focus = window()->focusWidget();
  if (!isVisible()) m_before = focus;
  m_scope = scope;
  const bool isAll = scope == Scope::Everything;
  m_typed->setAccessibleName(isAll ? accessibleName() : tr("Find setting"));
  m_typed->setPlaceholderText(isAll ? tr("An action, setting, panel, preset, method, study, run or lesson …")
                                    : tr("Part of its name: samples, noise, proposals …"));
  m_nothing = isAll ? tr("Nothing has that name; try another word, or a part of one.")
                    : tr("No setting and no estimator that can be added has that name.");
  std::vector<PaletteEntry> entries = m_gather();
  if (!isAll)
    std::erase_if(entries,
                  [](const PaletteEntry& one) { return one.kind != Kind::Setting && one.kind != Kind::Method; });
  m_typed->clear();
  m_rows->lookThrough({std::move(entries), Settings::recentCommands()});
  list();
  place();
  show();
  raise();
  activateWindow();
  m_typed->setFocus(Qt::ShortcutFocusReason);
}

/// The keyboard goes first: a widget that is hidden hands it to whatever comes next.
void CommandPalette::leave() {
  if (!isVisible()) return;
  QWidget* target = m_before != nullptr && m_before->isVisible() ? m_before.data() : parentWidget();
  if (target->window() != window()) target->activateWindow();
  target->setFocus(Qt::OtherFocusReason);
  hide();
}

QStringList CommandPalette::shown() const {
  QStringList paths;
  for (int row = 0; row < m_rows->rowCount(); ++row) paths << m_rows->entry(row).path();
  return paths;
}

void CommandPalette::list() {
  m_rows->find(m_typed->text());
  m_list->setCurrentIndex(m_rows->index(0));
  tellCurrent();  // where nothing was found, too
}

/// For people who listen: the keyboard stays in the line, so the line has to say which row is chosen.
void CommandPalette::tellCurrent() {
  const QModelIndex row = m_list->currentIndex();
  QStringList parts;
  for (const int role : std::initializer_list<int>{Qt::DisplayRole, kSort, kKeys})
    if (const QString part = row.data(role).toString(); !part.isEmpty()) parts << part;
  m_typed->setAccessibleDescription(parts.join(QStringLiteral(", ")));
  say(m_rows->rowCount() == 0 ? m_nothing : QString());
}

void CommandPalette::say(const QString& sentence) {
  m_said->setText(sentence);
  m_said->setVisible(!sentence.isEmpty());
}

void CommandPalette::choose() {
  const QModelIndex row = m_list->currentIndex();
  if (!row.isValid()) return;
  const PaletteEntry entry = m_rows->entry(row.row());
  if (!entry.isPossible) {
    const QString whyNot = entry.whyNot.isEmpty() ? tr("This cannot be done now.") : entry.whyNot;
    m_typed->setAccessibleDescription(whyNot);
    return say(whyNot);
  }
  leave();
  Settings::addRecentCommand(entry.id);
  entry.act();
}

void CommandPalette::place() {
  const QSize room = parentWidget()->size();
  const QFontMetrics metrics = fontMetrics();
  const QSize size(std::min(room.width() - 4 * kGap, kLetters * metrics.averageCharWidth()),
                   std::min(room.height() * 2 / 3, static_cast<int>(18 * kRowHeight * metrics.height())));
  setGeometry(QRect({(room.width() - size.width()) / 2, room.height() / 12}, size));
}

/// Takes the keys that move through the list, and the one that leaves, whatever they do in the window.
bool CommandPalette::takesKey(QEvent& event) {
  const int key = static_cast<QKeyEvent&>(event).key();
  const bool moves = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
  if (!moves && key != Qt::Key_Escape) return false;
  if (event.type() == QEvent::ShortcutOverride)
    event.accept();
  else if (moves)
    QCoreApplication::sendEvent(m_list, &event);
  else
    leave();
  return true;
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget()) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    return QFrame::eventFilter(watched, event);
  }
  if (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride)
    if (takesKey(*event)) return true;
  if (event->type() == QEvent::FocusOut) {
    const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
    // It stays while another program or the line's own menu is used; a click elsewhere is meant for what is there.
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) hide();
  }
  return QFrame::eventFilter(watched, event);
}

void CommandPalette::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::FontChange && isVisible()) place();
}

}  // namespace omegascope
