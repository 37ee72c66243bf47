#include "window/dock_layout.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QEvent>
#include <QLayout>
#include <QMenuBar>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QToolBar>
#include <algorithm>
#include <iterator>
#include <utility>

#include "widgets/controls.h"
#include "window/panel_dock.h"

namespace omegascope {

namespace {

constexpr double kLeft = 0.21;           // of the window's width
constexpr double kWideLeft = 0.36;       // the same beside one column only
constexpr double kThreeColumns = 715;    // pixels that they need, at the usual size of text
constexpr double kStrip = 0.3;           // of its height
constexpr double kUpper = 0.57;          // of the height of two panels in the middle
constexpr int kLevels = 8;               // of nested widgets
constexpr quint32 kShares = 0x4f6d5368;  // what a state that has shares begins with; Qt's own begins with 255

}  // namespace

DockLayout::DockLayout(QMainWindow& window, std::vector<PanelDock*> docks)
    : QObject(&window), m_window(window), m_docks(std::move(docks)) {
  // The columns at the sides are as high as the window; set before any dock is there, or else their heights add up for
  // a moment.
  for (const auto& [corner, area] :
       {std::pair(Qt::TopLeftCorner, Qt::LeftDockWidgetArea), std::pair(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea),
        std::pair(Qt::TopRightCorner, Qt::RightDockWidgetArea),
        std::pair(Qt::BottomRightCorner, Qt::RightDockWidgetArea)})
    window.setCorner(corner, area);
  // Without a central widget the columns at the sides grow a little with every new layout of what is in them.
  auto* nothing = new QWidget(&window);
  nothing->setMaximumHeight(0);
  window.setCentralWidget(nothing);
  window.installEventFilter(this);
  setOnce(m_soon, 0);
  setOnce(m_rests, 0);
  connect(&m_rests, &QTimer::timeout, this, &DockLayout::noteRest);
  connect(&m_soon, &QTimer::timeout, this, [this] {
    if (m_isResting) return;
    m_wasNarrow = isNarrow();
    if (fold()) return;
    if (m_kept) {
      m_shares.clear();
      share();
    } else if (!isMaximised()) {
      giveShares(m_shares);
    }
    m_isNew = false;
  });
  const auto moved = [this] {
    if (!m_arranging) release();
  };
  for (PanelDock* dock : m_docks) {
    connect(dock, &QDockWidget::topLevelChanged, this, moved);
    connect(dock, &QDockWidget::dockLocationChanged, this, moved);
    connect(dock->toggleViewAction(), &QAction::triggered, this, moved);
    dock->installEventFilter(this);
    connect(dock->panel(), &Panel::heightChanged, &m_soon, qOverload<>(&QTimer::start));
    dock->setVisible(isOf(dock, m_workspace));
  }
}

bool DockLayout::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &m_window) {
    // Opened or closed: the others give it room, or take its room. Not where the whole window comes or goes.
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) m_shares.clear();
    if (event->type() == QEvent::Resize) m_rests.start();
    return QObject::eventFilter(watched, event);
  }
  // A window that becomes small may crush some docks: as it grows again they have the shares that they had at rest.
  if (event->type() == QEvent::Resize) {
    if (m_shares.isEmpty() && !m_kept) m_shares = m_atRest;
    m_sizeTold = m_window.size();
  }
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show) m_soon.start();
  // Larger text needs another arrangement, even in place of the user's own, which would not fit the screen.
  if (event->type() == QEvent::FontChange && isNarrow() != m_wasNarrow) {
    if (!std::exchange(m_isOtherText, true)) m_sizeBefore = m_window.size();
    m_soon.start();
  }
  // Only the lines between the docks give the window itself a press.
  if (event->type() == QEvent::MouseButtonPress) release();
  return QObject::eventFilter(watched, event);
}

void DockLayout::release() {
  m_kept = m_wasKeptUnstaged = m_isNew = false;
  m_shares.clear();
  m_rests.start();
}

const PanelKind& DockLayout::kindOf(const PanelDock* dock) const {
  return panelKinds()[static_cast<std::size_t>(std::find(m_docks.begin(), m_docks.end(), dock) - m_docks.begin())];
}

/// Arranges two columns or three, as there is room; returns whether that changed anything.
bool DockLayout::fold() {
  const bool isOtherText = std::exchange(m_isOtherText, false);
  const bool mayArrange = (m_kept || isOtherText) && m_stage.isEmpty() && !isMaximised();
  if (!mayArrange || isNarrow() == isFolded()) return false;
  arrange();
  if (!isOtherText || m_window.isMaximized() || m_window.isFullScreen()) return true;
  m_window.layout()->activate();
  m_window.resize(m_sizeBefore);  // three columns of the larger text may have widened it
  return true;
}

bool DockLayout::isNarrow() const { return m_window.width() < kThreeColumns * screenLook().text; }

bool DockLayout::isFolded() const {
  for (PanelDock* dock : ownDocks())
    if (kindOf(dock).place == Place::Right) return m_window.dockWidgetArea(dock) == Qt::TopDockWidgetArea;
  return isNarrow();
}

Place DockLayout::placeOf(const PanelDock* dock) const {
  const Place place = kindOf(dock).place;
  if (!m_isNarrow) return place;
  return place == Place::Right ? Place::Centre : place == Place::RightBelow ? Place::CentreBelow : place;
}

std::vector<PanelDock*> DockLayout::ownDocks() const {
  std::vector<PanelDock*> own;
  std::copy_if(m_docks.begin(), m_docks.end(), std::back_inserter(own),
               [this](const PanelDock* dock) { return isOf(dock, m_workspace); });
  return own;
}

PanelDock* DockLayout::firstAt(Place place) const {
  for (PanelDock* dock : ownDocks())
    if (placeOf(dock) == place) return dock;
  return nullptr;
}

void DockLayout::arrange() {
  m_arranging = true;
  m_unmaximised.clear();
  m_shares.clear();
  m_window.centralWidget()->show();
  showMaximised(nullptr);
  if (std::exchange(m_isNarrow, isNarrow()) != m_isNarrow) m_left.clear();  // the others are placed anew as well
  placeDocks();
  share();
  m_arranging = false;
  m_window.setFocus();
  m_kept = m_isNew = true;
  m_soon.start();
}

/// Takes the docks out first: an arrangement that was restored knows the docks of every workspace, and would keep a
/// second place for them.
void DockLayout::placeDocks() {
  for (PanelDock* dock : m_docks)
    if (!isOf(dock, m_workspace)) dock->hide();
  for (PanelDock* dock : ownDocks()) {
    dock->setFloating(false);
    m_window.removeDockWidget(dock);
  }
  for (PanelDock* dock : ownDocks()) {
    const Place place = placeOf(dock);
    PanelDock* first = firstAt(place);
    if (place == Place::Strip)
      m_window.addDockWidget(Qt::BottomDockWidgetArea, dock);
    else if (place == Place::Left && (!m_isNarrow || dock == first))
      m_window.addDockWidget(Qt::LeftDockWidgetArea, dock);
    else if (dock != first)
      m_window.tabifyDockWidget(first, dock);
    else if (place == Place::CentreBelow)
      m_window.splitDockWidget(firstAt(Place::Centre), dock, Qt::Vertical);
    else
      m_window.addDockWidget(
          place == Place::Centre || place == Place::Whole ? Qt::TopDockWidgetArea : Qt::RightDockWidgetArea, dock);
    dock->show();
  }
  for (const Place place : {Place::Left, Place::Centre, Place::CentreBelow, Place::Right, Place::RightBelow})
    if (PanelDock* first = firstAt(place)) first->raise();
}

bool DockLayout::restore(const QByteArray& state) {
  unmaximise();
  setWorkspace(Workspace::Explore);
  release();
  QList<DockBefore> shares;
  bool wasKept = false;
  const bool isRestored = m_window.restoreState(withoutShares(state, shares, wasKept), kVersion);
  m_isNarrow = isFolded();
  m_kept = isRestored && wasKept;
  if (isRestored) m_shares = shares;  // docks were shown and hidden by now
  m_soon.start();
  return isRestored;
}

QByteArray DockLayout::state() const {
  if (m_unstaged.contains(m_workspace)) return m_unstagedStates.at(m_workspace);
  return isMaximised() ? m_unmaximisedState : withShares(m_window.saveState(kVersion));
}

/// What was kept before a lesson chose is kept as it was: docks that come back have their sizes only later.
QByteArray DockLayout::endInExplore() {
  unmaximise();
  const QByteArray before =
      m_unstaged.contains(Workspace::Explore) ? m_unstagedStates.at(Workspace::Explore) : QByteArray();
  unstage();
  setWorkspace(Workspace::Explore);
  return !before.isEmpty() ? before : m_isNew ? QByteArray() : state();
}

/// Qt keeps the sizes of docks in pixels, which say little in a window of another size.
QByteArray DockLayout::withShares(const QByteArray& state) const {
  const QList<DockBefore> docks = seen();
  QByteArray bytes;
  QDataStream out(&bytes, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_0);
  out << kShares << state << static_cast<qint32>(docks.size());
  for (const DockBefore& one : docks) out << one.dock->panel()->name() << one.size << one.room << one.wasOnTop;
  out << (m_kept && docks.size() == static_cast<qsizetype>(ownDocks().size()));  // none was closed
  return bytes;
}

QByteArray DockLayout::withoutShares(const QByteArray& state, QList<DockBefore>& docks, bool& wasKept) const {
  QDataStream in(state);
  in.setVersion(QDataStream::Qt_6_0);
  quint32 begin = 0;
  QByteArray inner;
  qint32 count = 0;
  in >> begin;
  if (begin != kShares) return state;
  in >> inner >> count;
  for (qint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
    QString name;
    DockBefore one;
    in >> name >> one.size >> one.room >> one.wasOnTop;
    for (PanelDock* dock : m_docks)
      if (dock->panel()->name() == name) one.dock = dock;
    if (one.dock != nullptr && !one.size.isEmpty() && !one.room.isEmpty()) docks << one;
  }
  in >> wasKept;  // false where an earlier version did not say it
  return inner;
}

/// How wide the lines between docks are.
int DockLayout::handle() const {
  return m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &m_window);
}

int DockLayout::rowsOf(int height) const {
  int rows = height - m_window.menuBar()->sizeHint().height() - m_window.statusBar()->sizeHint().height() -
             2 * handle();  // above and below what is in the middle
  for (const QToolBar* bar : m_window.findChildren<QToolBar*>())
    if (!bar->isHidden()) rows -= bar->sizeHint().height();
  return rows;
}

// In shares of the room there is: asking for more would make the window grow.
void DockLayout::share() {
  m_window.centralWidget()->setMaximumHeight(0);
  const auto give = [&](std::initializer_list<std::pair<Place, double>> parts, Qt::Orientation orientation) {
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const auto& [place, part] : parts)
      if (PanelDock* dock = firstAt(place)) {
        docks << dock;
        sizes << static_cast<int>(part * (orientation == Qt::Horizontal ? m_window.width() : rows()));
      }
    m_window.resizeDocks(docks, sizes, orientation);
  };
  if (m_isNarrow)
    give({{Place::Left, kWideLeft}, {Place::Centre, 1 - kWideLeft}}, Qt::Horizontal);
  else
    give({{Place::Left, kLeft}, {Place::Centre, 0.47}, {Place::Right, 0.32}}, Qt::Horizontal);
  give({{Place::Centre, kUpper}, {Place::CentreBelow, 1 - kUpper}}, Qt::Vertical);
  const double upper = m_workspace == Workspace::Train ? 0.5 : 0.6;
  give({{Place::Right, upper}, {Place::RightBelow, 1 - upper}}, Qt::Vertical);
  give({{Place::Whole, 1 - kStrip}, {Place::Strip, kStrip}}, Qt::Vertical);
  if (!m_isNarrow) shareLeft(static_cast<int>(kLeft * m_window.width()));
}

/// The first dock has the height it needs at this width; the others share what is left equally.
void DockLayout::shareLeft(int width) {
  QList<PanelDock*> docks;
  QList<int> heights;
  for (PanelDock* dock : ownDocks())
    if (kindOf(dock).place == Place::Left) docks << dock;
  if (docks.size() < 2) return;
  const int needed = docks.front()->titleBarWidget()->sizeHint().height() + docks.front()->panel()->heightFor(width);
  heights << needed;
  for (qsizetype i = 1; i < docks.size(); ++i)
    heights << std::max(1, (rows() - needed) / static_cast<int>(docks.size() - 1));
  m_window.resizeDocks(QList<QDockWidget*>(docks.begin(), docks.end()), heights, Qt::Vertical);
}

// --- Workspaces, and one panel for the whole window ------------------------------------------------------------------

DockLayout::DockBefore DockLayout::asItIs(PanelDock* dock, QSize room) const {
  return {dock, dock->size() + QSize(0, heightOfTabs(dock)), room, dock->panel()->isOnScreen()};
}

QList<DockLayout::DockBefore> DockLayout::seen() const {
  QList<DockBefore> docks;
  for (PanelDock* dock : ownDocks()) {
    if (!dock->toggleViewAction()->isChecked()) continue;
    DockBefore one = asItIs(dock, {m_window.width(), rows()});
    // What it is to have counts, where it has not got it yet, or a small window crushes it.
    for (const DockBefore& share : m_shares)
      if (share.dock == dock && share.wasOnTop == one.wasOnTop) one = share;
    docks.push_back(one);
  }
  return docks;
}

/// What each has once nothing moves any more. Where the window is resized, docks may be laid out before that is told:
/// then they are not at rest.
void DockLayout::noteRest() {
  if (m_window.size() != m_sizeTold) return;
  if (!m_window.isVisible() || m_isNew || m_kept || m_isResting || isMaximised() || !m_shares.isEmpty()) return;
  m_atRest.clear();
  for (PanelDock* dock : m_docks)
    if (dock->isVisible()) m_atRest.push_back(asItIs(dock, {m_window.width(), rows()}));
}

/// In the room that there is now.
void DockLayout::giveShares(const QList<DockBefore>& all) {
  QList<QDockWidget*> docks;
  QList<int> widths, heights;
  for (const DockBefore& before : all) {
    if (!before.wasOnTop || before.dock->isFloating() || before.dock->isHidden()) continue;
    docks << before.dock;
    widths << std::max(1, before.size.width() * m_window.width() / before.room.width());
    heights << std::max(1, before.size.height() * rows() / before.room.height());
  }
  m_window.resizeDocks(docks, widths, Qt::Horizontal);
  m_window.resizeDocks(docks, heights, Qt::Vertical);
}

/// The height of the tabs of a dock: its place is that much higher than the dock.
int DockLayout::heightOfTabs(PanelDock* dock) const {
  const QList<QDockWidget*> others = m_window.tabifiedDockWidgets(dock);
  const auto isOpen = [](const QDockWidget* other) { return other->toggleViewAction()->isChecked(); };
  if (dock->isFloating() || std::none_of(others.begin(), others.end(), isOpen)) return 0;
  for (const QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
    if (tabs->isVisible()) return tabs->height();
  return 0;
}

void DockLayout::showAgain(const QList<DockBefore>& all) {
  for (const DockBefore& before : all) before.dock->show();
  for (const DockBefore& before : all)
    if (before.wasOnTop && !before.dock->isFloating()) before.dock->raise();
  giveShares(all);
  m_shares = all;
}

void DockLayout::setWorkspace(Workspace workspace) {
  if (workspace == m_workspace) return;
  unmaximise();
  const bool kept = m_kept;
  m_arranging = true;
  const QList<DockBefore> here = seen();
  for (const DockBefore& before : here) before.dock->hide();
  for (PanelDock* dock : m_docks)
    if (kindOf(dock).place == Place::Strip && !isOf(dock, workspace)) dock->hide();
  if (std::exchange(m_isNew, false))
    m_left.erase(m_workspace);
  else
    m_left[m_workspace] = here;
  m_workspace = workspace;
  if (const auto left = m_left.find(workspace); left != m_left.end() && !left->second.isEmpty()) {
    showAgain(left->second);
    m_isNarrow = isFolded();
  } else {
    m_isNarrow = isNarrow();  // whatever the user has made of the one that goes
    placeDocks();
    m_isNew = true;
    QTimer::singleShot(0, this, &DockLayout::share);
  }
  m_arranging = false;
  m_kept = kept;
  m_window.setFocus();  // a field that is hidden does not hand the keys to the next one in the tool bar
  m_soon.start();
  emit workspaceChanged();
}

// --- What a lesson shows ---------------------------------------------------------------------------------------------

/// Makes the strip as wide as the window, below the side columns too.
void DockLayout::widenStrip(bool wide) {
  m_window.setCorner(Qt::BottomLeftCorner, wide ? Qt::BottomDockWidgetArea : Qt::LeftDockWidgetArea);
  m_window.setCorner(Qt::BottomRightCorner, wide ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
}

void DockLayout::showStrip() {
  m_arranging = true;  // it is not the user who moves it
  widenStrip(true);
  for (PanelDock* dock : m_docks) {
    if (kindOf(dock).place != Place::Strip) continue;
    if (m_window.dockWidgetArea(dock) != Qt::BottomDockWidgetArea && !dock->isFloating())
      m_window.addDockWidget(Qt::BottomDockWidgetArea, dock);
    dock->show();
  }
  m_arranging = false;
}

void DockLayout::stage(const QStringList& panels) {
  if (std::any_of(panels.begin(), panels.end(), panelKind)) {
    if (const PanelKind* first = panelKind(panels.front())) setWorkspace(first->workspace);
    unmaximise();
    m_isNarrow = isFolded();  // an arrangement that was restored may be another one
    const QList<DockBefore> here = seen();
    if (!m_unstaged.contains(m_workspace)) m_unstagedStates[m_workspace] = state();
    const bool wasKept = m_unstaged.empty() ? m_kept : m_wasKeptUnstaged;
    m_unstaged.try_emplace(m_workspace, here);
    m_arranging = true;
    for (PanelDock* dock : ownDocks()) {
      const bool sets = m_workspace == Workspace::Explore && kindOf(dock).place == Place::Left;
      if (kindOf(dock).place != Place::Strip) dock->setVisible(sets || panels.contains(dock->panel()->name()));
    }
    for (auto name = panels.rbegin(); name != panels.rend(); ++name)
      for (PanelDock* dock : ownDocks())
        if (dock->panel()->name() == *name) dock->raise();
    m_arranging = false;
    release();
    m_wasKeptUnstaged = wasKept;
  }
  showStrip();
  m_stage = panels;
  QTimer::singleShot(0, this, &DockLayout::shareStage);
}

/// What the first panel of a step lacks to be seen at all it has from the others in the middle; they are shown at their
/// least then, which Qt sees to.
void DockLayout::spareForFirst(const QList<QDockWidget*>& middle, QList<int>& heights) const {
  for (qsizetype i = 0; i < middle.size(); ++i) {
    auto* dock = static_cast<PanelDock*>(middle[i]);
    if (dock->panel()->name() != m_stage.front()) continue;
    const int needed = dock->titleBarWidget()->sizeHint().height() + dock->panel()->heightFor(dock->width()),
              had = heights[i], lacking = std::max(0, needed - had);
    for (int& height : heights) height = std::max(1, height == had ? height + lacking : height - lacking);
    return;
  }
}

void DockLayout::shareStage() {
  if (m_stage.isEmpty()) return;
  QList<QDockWidget*> whole, columns, strip, middle, right;
  QList<int> widths, stripHeights;
  QList<double> parts;  // of the height that the strip leaves
  for (PanelDock* dock : m_docks) {
    if (!dock->isVisible() || dock->isFloating()) continue;
    const Place place = placeOf(dock);
    const bool isFirst = dock->panel()->name() == m_stage.front();
    if (place == Place::Strip) {
      dock->panel()->bringUpToDate();  // the step that it was opened for
      strip << dock;
      const int needed = dock->titleBarWidget()->sizeHint().height() + dock->panel()->heightFor(m_window.width());
      stripHeights << std::min(needed, static_cast<int>(kStrip * m_window.height()));
    }
    if (place == Place::Whole) whole << dock;
    if (place == Place::Right || place == Place::RightBelow) right << dock;
    if (place != Place::Left && place != Place::Right && place != Place::Centre && place != Place::CentreBelow)
      continue;
    columns << dock;
    widths << static_cast<int>((place == Place::Left ? kLeft : isFirst ? 0.45 : 0.34) * m_window.width());
    if (place != Place::Centre && place != Place::CentreBelow) continue;
    middle << dock;
    parts << (place == Place::Centre ? kUpper : 1 - kUpper);
  }
  // With nothing in the middle the strip would take its height from the columns, and nothing would take the width.
  const bool isHollow = middle.isEmpty() && !right.isEmpty();
  m_window.centralWidget()->setMaximumHeight(isHollow ? QWIDGETSIZE_MAX : 0);
  if (isHollow)
    for (QDockWidget* dock : right) {
      if (!columns.contains(dock)) columns << dock, widths << 0;
      widths[columns.indexOf(dock)] = static_cast<int>((1 - kLeft) * m_window.width());
    }
  m_window.resizeDocks(columns, widths, Qt::Horizontal);
  // Qt takes from a dock only what another dock is to have: the strip and all above it have their heights together.
  const int left = rows() - (stripHeights.isEmpty() ? 0 : *std::max_element(stripHeights.begin(), stripHeights.end()));
  const bool hasBoth = std::adjacent_find(parts.begin(), parts.end(), std::not_equal_to<>()) != parts.end();
  QList<int> heights;
  for (const double part : parts) heights << static_cast<int>(hasBoth ? part * (left - handle()) : left);
  if (hasBoth && m_isNarrow) spareForFirst(middle, heights);
  m_window.resizeDocks(middle + whole + strip, heights + QList<int>(whole.size(), left) + stripHeights, Qt::Vertical);
  if (m_workspace == Workspace::Explore && !m_isNarrow) shareLeft(static_cast<int>(kLeft * m_window.width()));
}

bool DockLayout::isStaged() const {
  const PanelKind* first = m_stage.isEmpty() ? nullptr : panelKind(m_stage.front());
  return first != nullptr && first->workspace == m_workspace;
}

void DockLayout::unstage() {
  m_stage.clear();
  m_window.centralWidget()->setMaximumHeight(0);
  widenStrip(false);
  if (m_unstaged.empty()) return;
  m_arranging = true;
  for (const auto& [workspace, docks] : std::exchange(m_unstaged, {})) {
    if (workspace != m_workspace) {
      m_left[workspace] = docks;
      continue;
    }
    for (PanelDock* dock : ownDocks())
      dock->setVisible(
          std::any_of(docks.begin(), docks.end(), [dock](const DockBefore& one) { return one.dock == dock; }));
    showAgain(docks);
  }
  for (PanelDock* dock : m_docks)
    if (kindOf(dock).place == Place::Strip && !isOf(dock, m_workspace)) dock->hide();
  m_arranging = false;
  m_kept = m_wasKeptUnstaged;
}

void DockLayout::rest() {
  m_isResting = m_arranging = true;
  // The contents of the docks, and the font, may ask for more room; they must not get it.
  m_window.layout()->setEnabled(false);
  // Those that float are windows of their own: they would stay.
  for (PanelDock* dock : m_docks)
    if (dock->isFloating() && dock->isVisible()) m_outside.emplace_back(dock, dock->geometry());
  for (const auto& [dock, place] : m_outside) dock->hide();
}

void DockLayout::wake() {
  for (const auto& [dock, place] : std::exchange(m_outside, {})) {
    dock->setGeometry(place);
    dock->show();
  }
  // Level by level, the contents of the docks say that they need no more room than before.
  for (int level = 0; level < kLevels; ++level) QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  m_window.layout()->setEnabled(true);
  m_soon.stop();  // it is not new
  m_isResting = m_arranging = false;
}

void DockLayout::toggleMaximised(PanelDock* dock) {
  if (dock->isFloating()) return dock->setWindowState(dock->windowState() ^ Qt::WindowMaximized);
  if (isMaximised()) return unmaximise();
  m_unmaximisedState = state();
  m_wasKept = m_kept;
  release();
  if (!dock->isAncestorOf(m_window.focusWidget())) dock->panel()->setFocus();  // the others are hidden
  for (const DockBefore& before : seen())
    if (!before.dock->isFloating()) m_unmaximised.push_back(before);
  for (const DockBefore& before : m_unmaximised) before.dock->setVisible(before.dock == dock);
  m_window.centralWidget()->hide();  // else a column at the side would keep its width, and it would have the rest
  showMaximised(dock);
}

void DockLayout::unmaximise() {
  if (!isMaximised()) return;
  m_window.centralWidget()->show();
  showAgain(std::exchange(m_unmaximised, {}));
  showMaximised(nullptr);
  m_kept = m_wasKept;
}

/// The buttons in the titles say what they do then.
void DockLayout::showMaximised(const PanelDock* dock) {
  for (PanelDock* one : m_docks) one->setMaximised(one == dock);
}

}  // namespace omegascope
