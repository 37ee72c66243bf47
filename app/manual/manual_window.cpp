#include "manual/manual_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QListWidget>
#include <QPrintDialog>
#include <QPrinter>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include "language/language.h"
#include "manual/manual_view.h"
#include "widgets/signs.h"

namespace omegascope {

namespace {

constexpr int kSideWidth = 270, kMessageMs = 4000, kMostHits = 60, kZoomStep = 10;

/// A tool of the window's bar, and keys that work without it. `sign`: what stands there in place of its text.
template <class Act>
QAction* addTool(QToolBar& bar, const QString& text, const QList<QKeySequence>& keys, Act act,
                 const QString& sign = {}) {
  QWidget& window = *bar.parentWidget();
  auto* action = new QAction(text, &window);
  action->setIconText(sign.isEmpty() ? text : sign);
  action->setShortcuts(keys);
  action->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys.front().toString(QKeySequence::NativeText)));
  QObject::connect(action, &QAction::triggered, &window, act);
  window.addAction(action);
  bar.addAction(action);
  return action;
}

template <class Act>
QAction* addTool(QToolBar& bar, Sign sign, const QString& text, const QList<QKeySequence>& keys, Act act) {
  QAction* action = addTool(bar, text, keys, act);
  action->setIcon(signIcon(sign));
  return action;
}

}  // namespace

ManualWindow::ManualWindow(std::function<ManualSources()> sources, QWidget* parent)
    : QMainWindow(parent), m_sources(std::move(sources)) {
  setObjectName(QStringLiteral("manual"));
  setAttribute(Qt::WA_QuitOnClose, false);
  resize(980, 720);
  m_view = new ManualView(this);
  makeBar();
  auto* both = new QSplitter(this);
  both->addWidget(makeSide());
  both->addWidget(m_view);
  both->setStretchFactor(1, 1);
  both->setChildrenCollapsible(false);
  both->setSizes({kSideWidth, width() - kSideWidth});
  setCentralWidget(both);
  // The view itself knows the new place only after it has told of it.
  connect(m_view, &ManualView::sourceChanged, this, [this](const QUrl& url) { showPage(url.path()); });
  connect(m_view, &ManualView::appAsked, this, &ManualWindow::appAsked);
  renew();
  m_view->open(QStringLiteral("contents"));
}

void ManualWindow::makeBar() {
  QToolBar* bar = addToolBar(tr("Manual"));
  bar->setMovable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  addWays(*bar);
  bar->addSeparator();
  addTextSizes(*bar);
  bar->addSeparator();
  addTakingAlong(*bar);
  auto* leaving = new QAction(tr("Clear the search, or close"), this);
  leaving->setShortcut(Qt::Key_Escape);
  connect(leaving, &QAction::triggered, this, [this] { leave(); });
  addAction(leaving);
  auto* room = new QWidget(bar);
  room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(room);
  addFinding(*bar);
}

void ManualWindow::addWays(QToolBar& bar) {
  QAction* back =
      addTool(bar, Sign::back, withoutMnemonic(tr("&Back")), {Qt::ALT | Qt::Key_Left}, [this] { m_view->backward(); });
  QAction* forward =
      addTool(bar, Sign::forward, tr("Forward"), {Qt::ALT | Qt::Key_Right}, [this] { m_view->forward(); });
  back->setEnabled(false);
  forward->setEnabled(false);
  connect(m_view, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
  connect(m_view, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
  addTool(bar, tr("Contents"), {Qt::ALT | Qt::Key_Home}, [this] { m_view->open(QStringLiteral("contents")); });
  const auto search = [this] {
    m_search->setFocus();
    m_search->selectAll();
  };
  addTool(bar, tr("Search the manual"), {Qt::CTRL | Qt::Key_K, Qt::Key_F1}, search, tr("Search"));
}

void ManualWindow::addTextSizes(QToolBar& bar) {
  const auto zoomBy = [this](int percent) { return [this, percent] { m_view->setZoom(m_view->zoom() + percent); }; };
  addTool(bar, tr("Smaller text"), {QKeySequence::ZoomOut}, zoomBy(-kZoomStep), QStringLiteral("A−"));
  addTool(bar, tr("Larger text"), {QKeySequence::ZoomIn, Qt::CTRL | Qt::Key_Equal}, zoomBy(kZoomStep),
          QStringLiteral("A+"));
  const auto restore = [this] { m_view->setZoom(100); };
  addTool(bar, tr("Normal text"), {Qt::CTRL | Qt::Key_0}, restore, QStringLiteral("A"));
}

void ManualWindow::addTakingAlong(QToolBar& bar) {
  const auto copy = [this] {
    QApplication::clipboard()->setText(m_view->text());
    statusBar()->showMessage(m_view->textCursor().hasSelection() ? tr("Selection copied") : tr("Page copied"),
                             kMessageMs);
  };
  addTool(bar, tr("Copy the selection, or the page"), {QKeySequence::Copy}, copy, tr("Copy"));
  addTool(
      bar, tr("Print the page"), {QKeySequence::Print}, [this] { print(); }, tr("Print …"));
}

void ManualWindow::addFinding(QToolBar& bar) {
  m_find = new QLineEdit(&bar);
  m_find->setPlaceholderText(tr("Find on this page"));
  m_find->setAccessibleName(m_find->placeholderText());
  m_find->setClearButtonEnabled(true);
  m_find->setMaximumWidth(200);
  bar.addWidget(m_find);
  addTool(bar, Sign::search, tr("Find on this page"), {QKeySequence::Find}, [this] {
    m_find->setFocus();
    m_find->selectAll();
  });
  addTool(bar, Sign::down, tr("Next place"), {QKeySequence::FindNext}, [this] { findAgain(false); });
  addTool(bar, Sign::up, tr("Previous place"), {QKeySequence::FindPrevious}, [this] { findAgain(true); });
  connect(m_find, &QLineEdit::returnPressed, this, [this] { findAgain(false); });
  connect(m_find, &QLineEdit::textChanged, this, &ManualWindow::light);
}

void ManualWindow::light(const QString& text) {
  const int count = m_view->light(text);
  if (text.isEmpty()) return;  // the page stays where it is
  m_view->moveCursor(QTextCursor::Start);
  m_view->goToNext(text);
  statusBar()->showMessage(count == 0 ? tr("Nothing on this page has “%1”").arg(text) : tr("%n place(s)", "", count),
                           kMessageMs);
}

QWidget* ManualWindow::makeSide() {
  auto* side = new QWidget(this);
  auto* layout = new QVBoxLayout(side);
  layout->setContentsMargins(6, 6, 0, 6);
  m_search = new QLineEdit(side);
  m_search->setPlaceholderText(tr("Search all pages"));
  m_search->setAccessibleName(m_search->placeholderText());
  m_search->setClearButtonEnabled(true);
  m_contents = new QTreeWidget(side);
  m_contents->setHeaderHidden(true);
  m_contents->setAccessibleName(tr("Contents"));
  m_hits = new QListWidget(side);
  m_hits->setAccessibleName(tr("Places found"));
  m_hits->setWordWrap(true);
  m_hits->setAlternatingRowColors(true);
  m_lists = new QStackedWidget(side);
  m_lists->addWidget(m_contents);
  m_lists->addWidget(m_hits);
  layout->addWidget(m_search);
  layout->addWidget(m_lists, 1);
  connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
  connect(m_search, &QLineEdit::returnPressed, this, [this] {
    if (m_hits->currentItem() != nullptr) emit m_hits->itemActivated(m_hits->currentItem());
  });
  const auto go = [this](const QString& place) {
    if (!place.isEmpty()) m_view->open(place);
  };
  const auto goToPage = [go](QTreeWidgetItem* item) { go(item->data(0, Qt::UserRole).toString()); };
  connect(m_contents, &QTreeWidget::itemClicked, this, goToPage);
  connect(m_contents, &QTreeWidget::itemActivated, this, goToPage);
  const auto goToHit = [go](QListWidgetItem* item) { go(item->data(Qt::UserRole).toString()); };
  connect(m_hits, &QListWidget::itemClicked, this, goToHit);
  connect(m_hits, &QListWidget::itemActivated, this, goToHit);
  return side;
}

void ManualWindow::renew() {
  ManualSources sources = m_sources();
  sources.keys = actions();
  auto renewed = std::make_unique<ManualBook>(sources, Theme::of(palette()));
  m_view->setBook(renewed.get());
  m_book = std::move(renewed);
  fillContents();
  search(m_search->text());
}

void ManualWindow::fillContents() {
  m_contents->clear();
  QTreeWidgetItem* chapter = nullptr;
  for (const ManualPage& page : m_book->pages()) {
    if (chapter == nullptr || chapter->text(0) != page.chapter) {
      chapter = new QTreeWidgetItem(m_contents, {page.chapter});
      QFont bold = font();
      bold.setBold(true);
      chapter->setFont(0, bold);
    }
    auto* item = new QTreeWidgetItem(chapter, {page.title});
    item->setData(0, Qt::UserRole, page.id);
    item->setToolTip(0, page.title);
  }
  m_contents->expandAll();
  showPage(m_view->place().section(QLatin1Char('#'), 0, 0));
}

void ManualWindow::showPage(const QString& id) {
  const ManualPage* page = m_book ? m_book->page(id) : nullptr;
  if (page == nullptr) return;
  setWindowTitle(tr("%1 – Manual of Omegascope").arg(page->title));
  for (QTreeWidgetItemIterator at(m_contents); *at != nullptr; ++at)
    if ((*at)->data(0, Qt::UserRole).toString() == page->id) {
      m_contents->setCurrentItem(*at);
      m_contents->scrollToItem(*at, QAbstractItemView::PositionAtCenter);
    }
  m_view->light(m_lists->currentWidget() == m_hits ? m_search->text().section(QLatin1Char(' '), 0, 0) : m_find->text());
}

void ManualWindow::open(const QString& place) {
  show();
  raise();
  activateWindow();
  m_view->open(place);
  // Once more when the window has its size.
  QTimer::singleShot(0, m_view, [this] { m_view->scrollToAnchor(m_view->place().section(QLatin1Char('#'), 1)); });
  m_view->setFocus();
}

void ManualWindow::search(const QString& typed) {
  m_hits->clear();
  m_lists->setCurrentWidget(typed.trimmed().isEmpty() ? static_cast<QWidget*>(m_contents) : m_hits);
  if (typed.trimmed().isEmpty()) return;
  const QList<ManualHit> hits = m_book->search(typed);
  for (const ManualHit& hit : hits.mid(0, kMostHits)) {
    auto* item =
        new QListWidgetItem(hit.excerpt.isEmpty() ? hit.title : hit.title + QLatin1Char('\n') + hit.excerpt, m_hits);
    item->setData(Qt::UserRole, hit.place);
  }
  if (hits.isEmpty()) {
    auto* item = new QListWidgetItem(tr("No page has all of these words; try fewer, or a part of one."), m_hits);
    item->setFlags(Qt::NoItemFlags);
  }
  m_hits->setCurrentRow(hits.isEmpty() ? -1 : 0);
}

QStringList ManualWindow::found() const {
  QStringList places;
  for (int i = 0; i < m_hits->count(); ++i)
    if (const QString place = m_hits->item(i)->data(Qt::UserRole).toString(); !place.isEmpty()) places << place;
  return places;
}

void ManualWindow::findAgain(bool backwards) { m_view->goToNext(m_find->text(), backwards); }

void ManualWindow::print() {
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(windowTitle());
  QPrintDialog dialog(&printer, this);
  dialog.setWindowTitle(tr("Print the page"));
  if (dialog.exec() != QDialog::Accepted) return;
  m_view->printTo(printer, ManualBook(m_sources(), Theme::light()));
  statusBar()->showMessage(tr("Page printed"), kMessageMs);
}

void ManualWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::FontChange) setIconSize(QSize());  // signs are as large as text asks
  if (m_book == nullptr) return;
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange) renew();
  if (event->type() == QEvent::FontChange) m_view->setZoom(m_view->zoom());
}

void ManualWindow::leave() {
  if (m_search->text().isEmpty() && m_find->text().isEmpty()) {
    close();
    return;
  }
  m_search->clear();
  m_find->clear();
}

}  // namespace omegascope
