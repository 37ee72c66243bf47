#include "views/studies/studies_panel.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QMessageBox>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QShowEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QToolTip>
#include <QUrl>
#include <QVBoxLayout>

#include "core/error.h"
#include "figures/figure_legend.h"
#include "figures/figure_table.h"
#include "language/language.h"
#include "model/settings.h"
#include "views/studies/rows_model.h"
#include "views/studies/study_controls.h"
#include "views/studies/study_editor.h"
#include "views/studies/study_gallery.h"
#include "views/studies/study_point.h"
#include "views/studies/study_words.h"
#include "widgets/controls.h"
#include "widgets/text_fit.h"

namespace omegascope {

using namespace omega::studies;

namespace {

const QString kOwn = QStringLiteral("/own");  // the folder of the user's studies, beside those of results
constexpr int kIdLetters = 8;  // of a folder's name: results of another version of a study are in another folder

}  // namespace

StudiesPanel::StudiesPanel(Workbench& workbench, QWidget* parent)
    : FigurePanel(workbench, QStringLiteral("studies"), tr("Studies"), FigureView::Height::Wanted, parent),
      m_folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/studies")),
      m_catalogue(m_folder + kOwn) {
  auto* columns = new QSplitter(Qt::Horizontal, this);
  m_gallery = new StudyGallery(columns);
  auto* right = new QWidget(columns);
  auto* rows = bare(new QVBoxLayout(right));
  rows->addWidget(m_controls = new StudyControls(right));
  auto* below = new QSplitter(Qt::Vertical, right);
  below->addWidget(makeFigure());
  below->addWidget(makeTables());
  below->setStretchFactor(0, 5);
  below->setStretchFactor(1, 1);
  below->setSizes({620, 170});
  rows->addWidget(below, 1);
  columns->setStretchFactor(0, 0);
  columns->setStretchFactor(1, 1);
  columns->setSizes({300, 900});
  columns->setChildrenCollapsible(false);
  auto* layout = inset(new QHBoxLayout(this), kPanelMargins);
  layout->addWidget(columns);
  setOnce(m_redraw, 0);
  connect(&m_redraw, &QTimer::timeout, this, &StudiesPanel::draw);
  connect(m_gallery, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0) choose(m_catalogue.nameAt(row), m_size);
  });
  connectControls();
  connect(&m_reading, &QTimer::timeout, this, &StudiesPanel::readNextStored);
  connect(&workbench, &Workbench::busyChanged, this, [this](bool busy) {
    if (!busy) advance();
  });
  // What was said of Explore's sequence is true of no other.
  connect(&workbench.store(), &DocumentStore::changed, this, [this](const Document& before, const Document& after) {
    if (!m_said.isEmpty() && before.workload != after.workload) say({});
  });
}

StudiesPanel::~StudiesPanel() {
  m_queue.clear();
  m_asideOf = nullptr;
  m_runs.clear();
}

void StudiesPanel::connectControls() {
  connect(m_controls->sizes, &QComboBox::activated, this,
          [this] { choose(m_name, m_controls->sizes->currentData().toString()); });
  for (const QComboBox* of : {m_controls->inputs, m_controls->precisions})
    connect(of, &QComboBox::activated, this, [this] { choose(m_name, m_size); });
  connect(m_controls->start, &QPushButton::clicked, this, &StudiesPanel::pressRun);
  connect(m_controls->pause, &QPushButton::clicked, this, &StudiesPanel::pressPause);
  connect(m_controls->cancel, &QPushButton::clicked, this, &StudiesPanel::pressCancel);
  connect(m_controls->edit, &QPushButton::clicked, this, &StudiesPanel::edit);
  connect(m_controls->besides, &QComboBox::activated, this, &StudiesPanel::chooseBeside);
  connect(m_controls, &StudyControls::linkActivated, this, [this](const QString& link) {
    link == QLatin1String(kTakeBack) ? takeBack() : void(QDesktopServices::openUrl(QUrl(link)));
  });
}

QWidget* StudiesPanel::makeFigure() {
  m_middle = new QStackedWidget(this);
  auto* before = new QWidget(m_middle);
  auto* column = bare(new QVBoxLayout(before));
  m_introduction = makePage(tr("What the study asks"), before);
  column->addWidget(m_introduction, 1);
  column->addWidget(remedyButton(), 0, Qt::AlignLeft);
  auto* page = new QWidget(m_middle);
  auto* rows = inset(new QVBoxLayout(page), {}, 0);
  auto* scroll = new QScrollArea(page);
  scroll->setAccessibleName(tr("Figure of the study"));
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(m_view);
  rows->addWidget(makeNote());
  rows->addWidget(m_legend);
  rows->addWidget(scroll, 1);
  m_middle->addWidget(before);
  m_middle->addWidget(page);
  connect(m_view, &FigureView::pointed, this, &StudiesPanel::onPointed);
  connect(m_view, &FigureView::clicked, this, &StudiesPanel::onClicked);
  return m_middle;
}

QWidget* StudiesPanel::makeTables() {
  auto* tabs = new QTabWidget(this);
  for (QWidget* one : {static_cast<QWidget*>(tabs), static_cast<QWidget*>(tabs->tabBar())})
    one->setAccessibleName(tr("Of the study"));
  m_findings = makePage(tr("What the study found"), tabs);
  m_rows = new RowsModel(this);
  m_table = readOnly(new QTableView(tabs));
  m_table->setModel(m_rows);
  m_table->setAccessibleName(tr("The rows of the study"));
  m_table->setToolTip(tr("Double-click a row to ask the same in Explore"));
  m_table->setShowGrid(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_table->horizontalHeader()->setResizeContentsPrecision(40);  // rows: all of them would take long
  fitRows(*m_table);
  tabs->addTab(m_findings, tr("Findings"));
  tabs->addTab(m_table, tr("Rows"));
  tabs->setMinimumHeight(110);
  connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    const Json& row = m_rows->row(index.row());
    openInExplore(row.at("point").get<omega::Index>(), row.at("seed").get<omega::Index>());
  });
  return tabs;
}

// --- Which study -----------------------------------------------------------------------------------------------------

void StudiesPanel::setFolder(const QString& folder) {
  m_folder = folder;
  m_catalogue = StudyCatalogue(folder + kOwn);
  if (m_gallery->count() > 0) listStudies();
}

/// When somebody looks for the first time: it reads every study.
void StudiesPanel::listStudies() {
  const QSignalBlocker quiet(m_gallery);
  m_gallery->clear();
  for (int row = 0; row < m_catalogue.count(); ++row) {
    const std::shared_ptr<const StudyDefinition> study = m_catalogue.shownAt(row, m_size);
    m_gallery->add(*study, m_catalogue.titleOf(*study));
  }
  if (!m_catalogue.problems().empty()) say(m_catalogue.problems().front());
  fillGallery();
}

QString StudiesPanel::folderOf(const StudyDefinition& study) const {
  return QStringLiteral("%1/%2-%3-%4")
      .arg(m_folder, QString::fromStdString(study.name), QString::fromStdString(study.size),
           QString::fromStdString(study.id).left(kIdLetters));
}

void StudiesPanel::choose(const QString& study, const QString& size) {
  if (m_size != size) {
    m_size = size;
    fillGallery();
  }
  if (m_catalogue.rowOf(study) < 0) return;
  const std::shared_ptr<const StudyDefinition> own = m_catalogue.shownAt(m_catalogue.rowOf(study), size);
  const QString at = QString::fromStdString(own->size);
  const auto precision = own->follows_precision() ? m_controls->precision() : omega::Precision::f32;
  QString refused =
      at == size ? QString()
                 : tr("It has no size %1 and is shown at %2.").arg(described(size.toStdString()), described(own->size));
  StudyRun* run = nullptr;
  try {
    if (m_controls->inputs->currentIndex() > 0 && !own->blocks_of_sequences().empty())
      run = runOf(study, at, inputOf(workbench().document().workload, *own), precision);
  } catch (const omega::Error& error) {
    refused = QString::fromUtf8(error.what());
    m_controls->inputs->setCurrentIndex(0);
  }
  if (run == nullptr) run = runOf(study, at, {}, precision);
  m_name = study;
  setRun(run);
  if (at != size) showAll();                                    // its size stands there again
  if (m_isFilled) showGalleryEntry(m_catalogue.rowOf(m_name));  // its stored results were read now, before their turn
  say(refused);
}

void StudiesPanel::setRun(StudyRun* run) {
  if (run == m_run) return;
  m_run = run;
  m_beside.reset();
  m_storedBeside.reset();
  m_said.clear();
  showAll();
}

/// "Explore's sequence" is the one that is there now, but for a study that is on its way. False where the study cannot
/// be asked of that: it says so then, and has its own.
bool StudiesPanel::followExplore() {
  if (m_run == nullptr || m_controls->inputs->currentIndex() == 0 || m_run->isUnderWay() || isQueued(m_run))
    return true;
  choose(m_name, m_size);
  return m_controls->inputs->currentIndex() > 0;
}

StudyFigure StudiesPanel::figure() const {
  if (!hasFigure()) return nullptr;
  const std::shared_ptr<const StudyPicture> picture = shownPicture();
  return {picture, &picture->summary.figure};
}

// --- Running ---------------------------------------------------------------------------------------------------------

/// Begins, goes on with what is there or was paused, or stands in the queue.
void StudiesPanel::pressRun() {
  if (m_run == nullptr || !followExplore()) return;
  m_run->isUnderWay() ? void(m_resting = m_run) : m_queue.push_back(m_run);
  showGalleryEntryOf(*m_run);
  advance();
}

void StudiesPanel::pressPause() {
  m_resting = nullptr;
  m_run->setPaused(true);
  showState();
}

void StudiesPanel::pressCancel() {
  std::erase(m_queue, m_run);
  m_run->cancel();
  showGalleryEntryOf(*m_run);
  showState();
}

bool StudiesPanel::mustWait(const StudyRun& run) const {
  return run.isExclusive() && (!isOnScreen() || (workbench().isBusy() && !workbench().isHeld()));
}

void StudiesPanel::advance() {
  if (m_runs.empty() || m_isAdvancing) return;
  const QScopedValueRollback once(m_isAdvancing, true);  // what is set aside or begins says so from within
  if (m_resting != nullptr && !mustWait(*m_resting)) std::exchange(m_resting, nullptr)->setPaused(false);
  while (busyRun() == nullptr) {
    const auto next =
        std::find_if(m_queue.begin(), m_queue.end(), [this](const StudyRun* run) { return !mustWait(*run); });
    if (next == m_queue.end()) break;
    StudyRun* run = *next;
    m_queue.erase(next);
    // Not over results that could not be moved, which says so; those that are gone are in nobody's way.
    const bool areInTheWay = run->isDone() && run->setAside().isEmpty() && QFileInfo::exists(run->folder());
    if (!areInTheWay) run->start(workbench().threads());
  }
  showState();
}

/// Times are worth something only while nobody works in Explore: they wait until the way back.
void StudiesPanel::hideEvent(QHideEvent* event) {
  Panel::hideEvent(event);
  if (event->spontaneous()) return;
  StudyRun* run = busyRun();
  if (run == nullptr || !run->isExclusive() || run->isPaused()) return;
  m_resting = run;
  run->setPaused(true);
}

void StudiesPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  if (!m_isFilled) refresh();
  if (event->spontaneous()) return;
  followExplore();
  advance();
}

// --- What is shown ---------------------------------------------------------------------------------------------------

void StudiesPanel::fillGallery() {
  if (!m_isFilled) return;
  for (int row = 0; row < m_gallery->count(); ++row) showGalleryEntry(row);
  m_nextStored = 0;
  m_reading.start(0);
}

void StudiesPanel::showGalleryEntry(int row) {
  const QString name = m_catalogue.nameAt(row);
  const std::shared_ptr<const StudyDefinition> study = m_catalogue.shownAt(row, m_size);
  const auto known = m_runs.find(folderOf(*study));
  const StudyRun* run = known != m_runs.end() ? known->second.get() : nullptr;
  if (run == nullptr && QFileInfo::exists(folderOf(*study))) run = runOf(name, QString::fromStdString(study->size), {});
  const StudyPicture* picture = run != nullptr ? run->picture().get() : nullptr;
  const bool isMeasured = picture != nullptr && picture->summary.rows > 0;
  const auto stored = !isMeasured && isStoredRead(*study) ? storedStudy(*study) : nullptr;
  QString state = tr("%n row(s)", nullptr, static_cast<int>(study->rows()));
  if (picture != nullptr) state = tr("%1 of %2 rows").arg(picture->summary.rows).arg(study->rows());
  if (stored) {
    picture = stored->picture.get();
    state = tr("measured elsewhere");
  }
  if (run != nullptr && run->isUnderWay()) state = run->isPaused() ? tr("paused") : tr("running");
  if (isQueued(run)) state = tr("queued");
  if (m_catalogue.isOwn(name)) state = tr("your own") + QStringLiteral(" · ") + state;
  m_gallery->show(row, smallPicture(*study, picture, StudyGallery::pictureSize(), theme()), state);
}

/// The others are as they were, and painting them all takes longer than a click may.
void StudiesPanel::showGalleryEntryOf(const StudyRun& run) {
  const int row = m_catalogue.rowOf(QString::fromStdString(run.study().name));
  if (m_isFilled && row >= 0) showGalleryEntry(row);
}

void StudiesPanel::refresh() {
  if (!m_isFilled || m_drawnTheme != theme()) {
    if (m_gallery->count() == 0) listStudies();
    m_isFilled = true;
    if (m_run == nullptr) chooseFirst();
    fillGallery();
    showAll();
  }
  reportPainted();
}

void StudiesPanel::showAll() {
  m_controls->sizes->setCurrentIndex(std::max(
      0, m_controls->sizes->findData(m_run != nullptr ? QString::fromStdString(m_run->study().size) : m_size)));
  m_controls->inputs->setVisible(m_run == nullptr || !m_run->study().blocks_of_sequences().empty());
  m_controls->precisions->setVisible(m_run != nullptr && m_run->study().follows_precision());
  const QSignalBlocker quiet(m_gallery);
  m_gallery->setCurrentRow(m_catalogue.rowOf(m_name));
  fillBesides();
  showPicture();
  showState();
}

void StudiesPanel::showPicture() {
  const int columns = m_rows->columnCount();
  m_rows->show(shownPicture());
  if (m_rows->columnCount() != columns || m_sizedFor != m_run) sizeColumns();
  showFindings();
  draw();
}

/// To what stands in their first rows; then they are the user's.
void StudiesPanel::sizeColumns() {
  constexpr int kWidest = 40;  // text sizes
  m_sizedFor = m_run;
  m_table->resizeColumnsToContents();
  for (int column = 0; column < m_rows->columnCount(); ++column)
    m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), kWidest * theme().font.pixelSize()));
}

void StudiesPanel::draw() {
  m_drawnTheme = theme();
  m_middle->setCurrentIndex(hasFigure() ? 1 : 0);
  QToolTip::hideText();
  if (!hasFigure()) m_introduction->setHtml(nothingYet());
  showFigure();
}

QString StudiesPanel::nothingYet() const {
  return m_run != nullptr ? introductionOf(*m_run, workbench().threads())
                          : introductionOf(m_catalogue, m_size, theme());
}

void StudiesPanel::showFindings() {
  const int scrolled = m_findings->verticalScrollBar()->value();
  m_findings->setHtml(m_run == nullptr ? QString()
                      : hasFigure()    ? findingsHtml(shownPicture()->summary, theme())
                                       : tr("<p>Nothing yet: run the study.</p>"));
  m_findings->verticalScrollBar()->setValue(scrolled);
}

QString StudiesPanel::stateText() const {
  const QString rows = tr("%1 of %2 rows");
  const StudyRun& run = *m_run;
  // Whichever is ahead: a row counts in the sweep before it is in the picture, and where it pauses, after that.
  const std::size_t shown = run.picture() ? run.picture()->summary.rows : 0;
  const std::size_t done =
      run.phase() == StudyRun::Phase::Resting ? shown : std::max<std::size_t>(shown, run.sweep().done);
  QStringList parts{done == 0 && shownStored() ? tr("none of %1 rows is measured here").arg(run.study().rows())
                                               : rows.arg(done).arg(run.study().rows())};
  const StudyRun* busy = busyRun();
  if (isQueued(m_run) && busy != nullptr)
    parts << tr("queued, number %1 behind %2")
                 .arg(std::find(m_queue.begin(), m_queue.end(), m_run) - m_queue.begin() + 1)
                 .arg(m_catalogue.titleOf(busy->study()));
  else if (isQueued(m_run) || m_resting == m_run)
    parts << tr("waiting until Explore has its picture");
  else if (run.phase() == StudyRun::Phase::Stopping)
    parts << tr("stopping");
  else if (run.isPaused())
    parts << tr("paused");
  else if (run.phase() == StudyRun::Phase::Running) {
    if (run.sweep().seconds_left) parts << tr("about %1 left").arg(durationText(*run.sweep().seconds_left));
    parts << QString::fromStdString(run.sweep().now);
  } else if (busy != nullptr) {
    parts << (busy->isPaused() ? tr("%1 is paused") : tr("%1 is running")).arg(m_catalogue.titleOf(busy->study()));
  } else if (const std::size_t problems = run.picture() ? run.picture()->summary.problems : 0) {
    parts << tr("%n could not be measured", nullptr, static_cast<int>(problems));
  }
  return parts.join(QStringLiteral(" · "));
}

void StudiesPanel::showState() {
  using Phase = StudyRun::Phase;
  const StudyRun* busy = busyRun();
  const bool isBusy = m_run != nullptr && m_run->isUnderWay(),
             isWaiting = isQueued(m_run) || (m_run != nullptr && m_resting == m_run);
  const bool isPaused = isBusy && m_run->isPaused() && !isWaiting;
  const bool hasRows = m_run != nullptr && m_run->picture() && !m_run->picture()->rows.empty();
  const bool isDone = m_run != nullptr && m_run->isDone();
  QPushButton* start = m_controls->start;
  start->setText(isDone ? tr("Run again") : hasRows || isBusy ? tr("Resume") : tr("Run"));
  QString tip = isDone              ? tr("Sets these results aside, where they can be compared with, and begins anew")
                : isBusy || hasRows ? tr("Goes on with the rows that are there")
                                    : tr("Measures row by row; the figure grows as they come");
  if (busy != nullptr && busy != m_run) tip += tr(", when %1 is done").arg(m_catalogue.titleOf(busy->study()));
  start->setToolTip(tip);
  start->setEnabled(m_run != nullptr && m_run->isRead() && !isWaiting && (!isBusy || isPaused));
  m_controls->pause->setEnabled(isBusy && m_run->phase() == Phase::Running && !isPaused);
  m_controls->cancel->setEnabled(isWaiting || (isBusy && m_run->phase() == Phase::Running));
  m_controls->setEdit(m_run != nullptr, whyNotChanged());
  double fraction = 0;
  if (isBusy)
    fraction = m_run->sweep().fraction;
  else if (hasRows)
    fraction = static_cast<double>(m_run->picture()->summary.rows) / static_cast<double>(m_run->study().rows());
  m_controls->setFraction(fraction);
  m_controls->setState(m_run != nullptr ? stateText() : tr("No study is chosen."),
                       m_run != nullptr ? tr("Results: %1").arg(m_run->folder()) : QString());
  showAside();
  m_controls->setError(m_run != nullptr && !m_run->error().isEmpty() ? m_run->error() : m_said, theme());
  showNote();
}

void StudiesPanel::say(const QString& sentence) {
  m_said = sentence;
  showState();
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

void StudiesPanel::onPointed(const Spot& spot, const QPoint& at) {
  m_view->setCursor(spot.part != nullptr && spot.point() >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  spot.part == nullptr ? QToolTip::hideText()
                       : QToolTip::showText(at, spotText(spot, m_run->study(), workbench().document()), m_view);
}

void StudiesPanel::onClicked(const Spot& spot, const QPoint& at) {
  if (saysWhyNot(spot.point())) return;
  if (m_run->study().seeds == 1) return openInExplore(spot.point(), 0);
  // The figure shows the mean over seeds: which of them is asked for?
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const auto& [seed, words] : seedsOf(shownPicture()->rows, spot.point()))
    menu->addAction(words, this, [this, index = spot.point(), seed = seed] { openInExplore(index, seed); });
  menu->popup(at);
}

/// Whether Explore cannot show a point: then it is said at once.
bool StudiesPanel::saysWhyNot(omega::Index index) {
  const StudyPoint& point = m_run->study().points.at(static_cast<std::size_t>(index));
  const QString whyNot = whyNotInExplore(point, workbench().document());
  say(whyNot);
  return !whyNot.isEmpty();
}

void StudiesPanel::openInExplore(omega::Index index, omega::Index seed) {
  if (saysWhyNot(index)) return;
  const StudyPoint& point = m_run->study().points.at(static_cast<std::size_t>(index));
  workbench().store().change(tr("Point of %1").arg(m_name),
                             [&](Document& document) { document = inExplore(document, point, seed); });
  emit workbench().workspaceWanted(Workspace::Explore);
}

// --- For all panels --------------------------------------------------------------------------------------------------

QString StudiesPanel::help() const {
  return tr(
      "<b>Studies</b><p>Claims of the papers about error, bias, time and memory, though not every one, as experiments "
      "on sequences that anyone can make again. Rows come one by one and are kept at once: a study can be paused, "
      "cancelled, closed and resumed; one that is run while another one runs begins after it. Bars are two standard "
      "errors; what bands hold is said above each plot; thin pale lines are power laws with their slopes, hollow marks "
      "are the papers' own numbers: from other machines and trained models, so that only their order and trend "
      "compare.</p><p><b>Look for</b> the order of the methods and where it turns; what the study found stands below. "
      "Before you have run a study, results are shown that were measured elsewhere and came with the program; the line "
      "above them says where. Click a point to ask the very same in Explore; click a series in the legend to hide "
      "it.</p>");
}

PanelData StudiesPanel::data() const {
  if (const StudyFigure shown = figure()) return tableOf(*shown);
  PanelData data;
  data.columns = {tr("study"), tr("title"), tr("question"), tr("rows")};
  for (int row = 0; row < m_catalogue.count(); ++row) {
    const StudyDefinition& study = *m_catalogue.shownAt(row, m_size);
    data.rows.push_back(
        {m_catalogue.nameAt(row), m_catalogue.titleOf(study), questionOf(study), QString::number(study.rows())});
  }
  return data;
}

QString StudiesPanel::caption() const {
  if (m_run == nullptr) return title();
  if (const auto stored = shownStored())
    return tr("%1; size %2, measured elsewhere (%3)")
        .arg(described(m_run->study().title), wayText(m_run->study()), stored->origin.text());
  const std::size_t rows = m_run->picture() ? m_run->picture()->summary.rows : 0;
  return tr("%1; size %2, %3 of %4 rows")
      .arg(described(m_run->study().title), wayText(m_run->study()), QString::number(rows),
           QString::number(m_run->study().rows()));
}

QString StudiesPanel::command() const {
  const bool isOwn = m_catalogue.isOwn(m_name);
  return hasOwnRows()
             ? runLine(m_run->study(), isOwn ? m_folder + kOwn + QStringLiteral("/%1.json").arg(m_name) : m_name)
             : QString();
}

void StudiesPanel::fillMenu(QMenu& menu) {
  const QString noRows = hasOwnRows() ? QString() : tr("Nothing of this study was measured here.");
  restFor(*menu.addAction(tr("Open the folder of the results"), this,
                          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_run->folder())); }),
          noRows);
  const bool isResting = hasOwnRows() && m_run->phase() == StudyRun::Phase::Resting;
  restFor(*menu.addAction(tr("Set these results aside"), this, &StudiesPanel::setAside),
          isResting || !noRows.isEmpty() ? noRows : tr("The study is under way: cancel that first."));
  menu.addSeparator();
  menu.addAction(tr("Add the file of a study …"), this, &StudiesPanel::addFile);
  QAction* remove = menu.addAction(tr("Delete this study …"), this, &StudiesPanel::removeStudy);
  restFor(*remove, m_catalogue.isOwn(m_name) ? whyNotChanged() : tr("This is no study of your own."));
}

// --- Studies of one's own --------------------------------------------------------------------------------------------

void StudiesPanel::edit() {
  StudyEditor editor(m_catalogue, m_name, QString::fromStdString(m_run->study().size), workbench().threads(), this);
  if (editor.exec() == QDialog::Accepted) showOwn(editor.saved());
}

void StudiesPanel::showOwn(const QString& study) {
  listStudies();
  choose(study, m_size);
}

void StudiesPanel::addFile() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Add the file of a study"), Settings::folderFor(QStringLiteral("study")), tr("Studies (*.json)"));
  if (!path.isEmpty()) add(path);
}

void StudiesPanel::add(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return say(tr("%1 cannot be read: %2").arg(path, file.errorString()));
  try {
    showOwn(m_catalogue.save(QString::fromUtf8(file.readAll()), {}, path));
  } catch (const omega::Error& error) {
    say(QString::fromUtf8(error.what()));
  }
}

void StudiesPanel::removeStudy() {
  if (QMessageBox::question(this, tr("Delete a study"),
                            tr("Delete the study %1? Its results stay on the disk.").arg(m_name)) != QMessageBox::Yes)
    return;
  try {
    m_catalogue.remove(m_name);
  } catch (const omega::Error& error) {
    return say(QString::fromUtf8(error.what()));
  }
  listStudies();
  choose(m_catalogue.nameAt(0), m_size);
}

}  // namespace omegascope
