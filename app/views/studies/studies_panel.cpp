#include "views/studies/studies_panel.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QToolTip>
#include <QUrl>
#include <QVBoxLayout>
#include <cmath>

#include "studies/assets.h"
#include "views/rich_text.h"
#include "views/studies/figure_legend.h"
#include "views/studies/figure_table.h"
#include "views/studies/rows_model.h"
#include "views/studies/study_gallery.h"
#include "views/studies/study_point.h"
#include "views/studies/study_words.h"

namespace omegascope {

using namespace omega::studies;

namespace {

constexpr int kSteps = 1000;   // of the progress bar
constexpr double kClick = 4;   // a press that moves less is a click
constexpr int kIdLetters = 8;  // of a folder's name: results of another version of a study are in another folder

const std::vector<StudyAsset>& assets() { return study_assets(); }

std::shared_ptr<const StudyDefinition> definitionOf(const QString& name, const QString& size) {
  static std::map<std::pair<QString, QString>, std::shared_ptr<const StudyDefinition>> known;
  auto& found = known[{name, size}];
  for (const StudyAsset& asset : assets())
    if (!found && name.toStdString() == asset.name) found = std::make_shared<const StudyDefinition>(read_study(asset.name + ".json", std::string(asset.text), size.toStdString()));
  return found;
}

QString nameAt(int row) { return QString::fromStdString(assets()[static_cast<std::size_t>(row)].name); }

}  // namespace

StudiesPanel::StudiesPanel(Workbench& workbench, QWidget* parent) : Panel(workbench, QStringLiteral("studies"), tr("Studies"), parent) {
  m_folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/studies");
  auto* columns = new QSplitter(Qt::Horizontal, this);
  m_gallery = new StudyGallery(columns);
  for (int row = 0; row < static_cast<int>(assets().size()); ++row) m_gallery->add(*definitionOf(nameAt(row), m_size));
  auto* right = new QWidget(columns);
  auto* rows = new QVBoxLayout(right);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->addWidget(makeControls());
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
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(6, 4, 6, 4);
  layout->addWidget(columns);
  m_redraw.setSingleShot(true);
  m_redraw.setInterval(0);
  connect(&m_redraw, &QTimer::timeout, this, &StudiesPanel::draw);
  connect(m_gallery, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0) choose(nameAt(row), m_size);
  });
  connect(&workbench, &Workbench::busyChanged, this, [this](bool busy) {
    if (!busy && m_isWaiting) go();
  });
  showAll();
}

StudiesPanel::~StudiesPanel() {
  m_drawing.reset();
  m_runs.clear();
  workbench().setHeld(false);
}

QWidget* StudiesPanel::makeControls() {
  auto* controls = new QWidget(this);
  auto* rows = new QVBoxLayout(controls);
  rows->setContentsMargins(4, 0, 0, 2);
  rows->setSpacing(3);
  auto* row = new QHBoxLayout;
  m_sizes = new QComboBox(controls);
  m_sizes->addItem(tr("small"), QStringLiteral("small"));
  m_sizes->addItem(tr("paper"), QStringLiteral("paper"));
  m_sizes->setToolTip(tr("small ends within minutes; paper has the papers' sizes and takes much longer"));
  m_sizes->setAccessibleName(tr("Size of the study"));
  m_start = new QPushButton(controls);
  m_pause = new QPushButton(controls);
  m_cancel = new QPushButton(tr("Cancel"), controls);
  m_cancel->setToolTip(tr("Stops; the rows that are done stay, and Resume goes on with them"));
  m_progress = new QProgressBar(controls);
  m_progress->setRange(0, kSteps);
  m_progress->setTextVisible(false);
  m_progress->setMinimumWidth(60);
  m_progress->setMaximumHeight(m_start->sizeHint().height() - 8);
  m_progress->setAccessibleName(tr("How much of the study is done"));
  m_besides = new QComboBox(controls);
  m_besides->setAccessibleName(tr("Another run to compare with"));
  m_besides->setToolTip(tr("Draws another run of this study beside this one, faint and hollow"));
  row->addWidget(m_sizes);
  for (QPushButton* button : {m_start, m_pause, m_cancel}) row->addWidget(button);
  row->addWidget(m_progress, 1);
  row->addWidget(m_besides);
  rows->addLayout(row);
  m_status = new QLabel(controls);
  m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_status->setMinimumWidth(1);
  m_error = new QLabel(controls);
  m_error->setWordWrap(true);
  m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
  rows->addWidget(m_status);
  rows->addWidget(m_error);
  connect(m_sizes, &QComboBox::activated, this, [this] { choose(m_name, m_sizes->currentData().toString()); });
  connect(m_start, &QPushButton::clicked, this, &StudiesPanel::pressRun);
  connect(m_pause, &QPushButton::clicked, this, &StudiesPanel::pressPause);
  connect(m_cancel, &QPushButton::clicked, this, &StudiesPanel::pressCancel);
  connect(m_besides, &QComboBox::activated, this, &StudiesPanel::chooseBeside);
  return controls;
}

QWidget* StudiesPanel::makeFigure() {
  m_middle = new QStackedWidget(this);
  m_introduction = new QTextBrowser(m_middle);
  m_introduction->setFrameShape(QFrame::NoFrame);
  auto* page = new QWidget(m_middle);
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  m_legend = new FigureLegend(page);
  m_scroll = new QScrollArea(page);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_plot = new QCustomPlot;
  m_plot->setAccessibleName(tr("The figure of the study"));
  m_plot->setMouseTracking(true);
  m_scroll->setWidget(m_plot);
  rows->addWidget(m_legend);
  rows->addWidget(m_scroll, 1);
  m_middle->addWidget(m_introduction);
  m_middle->addWidget(page);
  m_plot->installEventFilter(this);
  connect(m_legend, &FigureLegend::toggled, &m_redraw, qOverload<>(&QTimer::start));
  connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { m_pressedAt = event->position(); });
  connect(m_plot, &QCustomPlot::mouseMove, this, &StudiesPanel::onMoved);
  connect(m_plot, &QCustomPlot::mouseRelease, this, &StudiesPanel::onReleased);
  return m_middle;
}

QWidget* StudiesPanel::makeTables() {
  auto* tabs = new QTabWidget(this);
  m_findings = new QTextBrowser(tabs);
  m_findings->setFrameShape(QFrame::NoFrame);
  m_findings->setAccessibleName(tr("What the study found"));
  m_rows = new RowsModel(this);
  m_table = new QTableView(tabs);
  m_table->setModel(m_rows);
  m_table->setAccessibleName(tr("The rows of the study"));
  m_table->setToolTip(tr("Double-click a row to ask the same in Explore"));
  m_table->setAlternatingRowColors(true);
  m_table->setShowGrid(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(24);
  tabs->addTab(m_findings, tr("Findings"));
  tabs->addTab(m_table, tr("Rows"));
  tabs->setMinimumHeight(110);
  connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    const Json& row = m_rows->row(index.row());
    openInExplore(row.at("point").get<omega::Index>(), row.at("seed").get<omega::Index>());
  });
  return tabs;
}

// --- Which study -------------------------------------------------------------------------------------------------------------

void StudiesPanel::setFolder(const QString& folder) { m_folder = folder; }

QString StudiesPanel::folderOf(const StudyDefinition& study) const {
  return QStringLiteral("%1/%2-%3-%4").arg(m_folder, QString::fromStdString(study.name), QString::fromStdString(study.size), QString::fromStdString(study.id).left(kIdLetters));
}

StudyRun* StudiesPanel::runOf(const QString& study, const QString& size) {
  const std::shared_ptr<const StudyDefinition> definition = definitionOf(study, size);
  if (!definition) return nullptr;
  std::unique_ptr<StudyRun>& run = m_runs[folderOf(*definition)];
  if (run) return run.get();
  run = std::make_unique<StudyRun>(definition, folderOf(*definition));
  StudyRun* made = run.get();
  workbench().jobs().add(QString::fromStdString(definition->title), made);
  connect(made, &StudyRun::pictureChanged, this, [this, made] {
    if (made != m_run) return;
    if (isOnScreen()) return showPicture();
    m_isFilled = false;  // shown when somebody looks
  });
  connect(made, &StudyRun::progressed, this, [this, made] {
    if (made == m_run && isOnScreen()) showState();
  });
  connect(made, &StudyRun::phaseChanged, this, [this, made] {
    if (made->isExclusive() && made->phase() == StudyRun::Phase::Resting && !m_isWaiting) workbench().setHeld(false);
    fillGallery();
    if (made == m_run) showAll();
    else showState();
  });
  return made;
}

void StudiesPanel::choose(const QString& study, const QString& size) {
  m_size = size;
  fillGallery();
  StudyRun* run = runOf(study, size);
  if (run == nullptr) return;
  m_name = study;
  setRun(run);
}

void StudiesPanel::setRun(StudyRun* run) {
  if (run == m_run) return;
  m_run = run;
  m_beside.reset();
  m_said.clear();
  showAll();
}

/// Other runs of the study that are there: its other size, and what was set aside.
void StudiesPanel::fillBesides() {
  m_besides->clear();
  m_besides->addItem(tr("compare with …"));
  if (m_run == nullptr) return;
  const auto add = [this](const QString& title, const QString& folder, const QString& size) {
    if (folder == m_run->folder() || !QFileInfo::exists(folder)) return;
    m_besides->addItem(title, folder);
    m_besides->setItemData(m_besides->count() - 1, size, Qt::UserRole + 1);
    if (m_beside && m_beside->folder() == folder) m_besides->setCurrentIndex(m_besides->count() - 1);
  };
  for (int i = 0; i < m_sizes->count(); ++i) {
    const QString size = m_sizes->itemData(i).toString();
    add(tr("size %1").arg(m_sizes->itemText(i)), folderOf(*definitionOf(m_name, size)), size);
  }
  for (int number = 1; QFileInfo::exists(QStringLiteral("%1-%2").arg(m_run->folder()).arg(number)); ++number)
    add(tr("set aside %1").arg(number), QStringLiteral("%1-%2").arg(m_run->folder()).arg(number), m_size);
}

void StudiesPanel::chooseBeside(int index) {
  const QString folder = m_besides->itemData(index).toString();
  m_beside.reset();
  if (!folder.isEmpty()) {
    m_beside = std::make_unique<StudyRun>(definitionOf(m_name, m_besides->itemData(index, Qt::UserRole + 1).toString()), folder);
    connect(m_beside.get(), &StudyRun::pictureChanged, &m_redraw, qOverload<>(&QTimer::start));
  }
  m_redraw.start();
}

StudyFigure StudiesPanel::figure() const {
  if (!hasFigure()) return nullptr;
  const std::shared_ptr<const StudyPicture> picture = m_run->picture();
  return {picture, &picture->summary.figure};
}

StudyFigure StudiesPanel::figureBeside() const {
  if (!m_beside || !m_beside->picture()) return nullptr;
  const std::shared_ptr<const StudyPicture> picture = m_beside->picture();
  return {picture, &picture->summary.figure};
}

bool StudiesPanel::hasFigure() const { return m_run != nullptr && m_run->picture() && m_run->picture()->summary.rows > 0; }

StudyRun* StudiesPanel::busyRun() const {
  for (const auto& [folder, run] : m_runs)
    if (run && run->phase() != StudyRun::Phase::Resting) return run.get();
  return nullptr;
}

// --- Running -----------------------------------------------------------------------------------------------------------------

void StudiesPanel::pressRun() {
  if (m_run == nullptr || busyRun() != nullptr) return;
  if (m_run->isDone()) setAside();
  go();
}

void StudiesPanel::pressPause() {
  StudyRun* run = busyRun();
  if (run == nullptr) return;
  m_restsWhileAway = false;
  if (run->isPaused()) return go();
  run->setPaused(true);
  workbench().setHeld(false);
}

void StudiesPanel::pressCancel() {
  m_isWaiting = false;
  m_restsWhileAway = false;
  if (StudyRun* run = busyRun()) run->cancel();
  showState();
}

void StudiesPanel::go() {
  StudyRun* run = busyRun() ? busyRun() : m_run;
  if (run == nullptr) return;
  m_isWaiting = run->isExclusive() && workbench().isBusy() && !workbench().isHeld();
  if (!m_isWaiting) {
    if (run->isExclusive()) workbench().setHeld(true);
    run->phase() == StudyRun::Phase::Resting ? run->start(workbench().threads()) : run->setPaused(false);
  }
  showState();
}

void StudiesPanel::setAside() {
  if (m_run == nullptr || m_run->phase() != StudyRun::Phase::Resting) return;
  m_run->setAside();
  showAll();
}

/// Times are worth something only while nobody works in Explore: they wait until the way back.
void StudiesPanel::hideEvent(QHideEvent* event) {
  Panel::hideEvent(event);
  if (event->spontaneous()) return;
  if (std::exchange(m_isWaiting, false)) m_restsWhileAway = true;
  StudyRun* run = busyRun();
  if (run == nullptr || !run->isExclusive() || run->isPaused()) return;
  m_restsWhileAway = true;
  run->setPaused(true);
  workbench().setHeld(false);
}

void StudiesPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  if (!m_isFilled) refresh();
  if (!event->spontaneous() && std::exchange(m_restsWhileAway, false)) go();
}

// --- What is shown -----------------------------------------------------------------------------------------------------------

void StudiesPanel::fillGallery() {
  if (!m_isFilled) return;
  for (int row = 0; row < m_gallery->count(); ++row) showGalleryEntry(row);
}

void StudiesPanel::showGalleryEntry(int row) {
  const std::shared_ptr<const StudyDefinition> study = definitionOf(nameAt(row), m_size);
  const auto known = m_runs.find(folderOf(*study));
  const StudyRun* run = known != m_runs.end() ? known->second.get() : nullptr;
  if (run == nullptr && QFileInfo::exists(folderOf(*study))) run = runOf(nameAt(row), m_size);
  const StudyPicture* picture = run != nullptr ? run->picture().get() : nullptr;
  QString state = tr("%n row(s)", nullptr, static_cast<int>(study->rows()));
  if (picture != nullptr) state = tr("%1 of %2 rows").arg(picture->summary.rows).arg(study->rows());
  if (run != nullptr && run->phase() != StudyRun::Phase::Resting) state = run->isPaused() ? tr("paused") : tr("running");
  m_gallery->show(row, smallPicture(*study, picture, StudyGallery::pictureSize(), theme()), state);
}

void StudiesPanel::refresh() {
  if (!m_isFilled || m_drawnTheme != theme()) {
    m_isFilled = true;
    fillGallery();
    showAll();
  }
  reportPainted();
}

void StudiesPanel::showAll() {
  m_sizes->setCurrentIndex(std::max(0, m_sizes->findData(m_size)));
  const QSignalBlocker quiet(m_gallery);
  for (int row = 0; row < m_gallery->count(); ++row)
    if (nameAt(row) == m_name) m_gallery->setCurrentRow(row);
  fillBesides();
  showPicture();
  showState();
}

void StudiesPanel::showPicture() {
  m_rows->show(m_run != nullptr ? m_run->picture() : nullptr);
  showFindings();
  draw();
}

void StudiesPanel::draw() {
  const Theme look = theme();
  m_drawnTheme = look;
  const StudyFigure shown = figure();
  m_middle->setCurrentIndex(shown ? 1 : 0);
  m_legend->show(shown.get(), look);
  m_drawing.reset();
  QToolTip::hideText();
  if (!shown) {
    m_introduction->setHtml(introduction());
    return;
  }
  const double width = m_scroll->viewport()->width();
  m_plot->setMinimumHeight(static_cast<int>(wantedHeight(*shown, width)));
  FigureLook figureLook;
  figureLook.theme = look;
  figureLook.size = QSizeF(width, m_plot->height());
  figureLook.hidden = m_legend->hidden();
  figureLook.beside = figureBeside();
  m_drawing = std::make_unique<FigureDrawing>(*m_plot, shown, figureLook);
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QString StudiesPanel::introduction() const {
  if (m_run == nullptr) {
    QString html = tr("<h3>Studies</h3><p>Each asks one question of a grid of sequences, estimators and seeds, draws the answer beside the papers' numbers and says what it found. "
                      "Choose one on the left.</p>");
    std::vector<QStringList> rows;
    for (int row = 0; row < static_cast<int>(assets().size()); ++row) {
      const StudyDefinition& study = *definitionOf(nameAt(row), m_size);
      rows.push_back({QString::fromStdString(study.title).toHtmlEscaped(), QString::number(study.rows()), QString::fromStdString(study.paper).section(QLatin1Char(';'), 0, 0).toHtmlEscaped()});
    }
    return html + tableHtml({tr("study"), tr("rows"), tr("of what")}, rows, theme());
  }
  return introductionOf(*m_run, workbench().threads());
}

void StudiesPanel::showFindings() {
  if (!hasFigure()) {
    m_findings->setHtml(m_run == nullptr ? QString() : tr("<p>Nothing yet: run the study.</p>"));
    return;
  }
  const StudySummary& summary = m_run->picture()->summary;
  QString html;
  for (const Finding& finding : summary.findings) {
    const QString sign = finding.holds ? QStringLiteral("•") : QStringLiteral("<span style=\"color:%1\">✗</span>").arg(theme().warning.name());
    html += QStringLiteral("<p style=\"margin:2px\">%1 %2</p>").arg(sign, QString::fromStdString(finding.text).toHtmlEscaped());
  }
  for (const std::string& missing : summary.figure.missing)
    html += QStringLiteral("<p style=\"margin:2px;color:%1\">%2</p>").arg(theme().faint.name(), tr("Not there: %1").arg(QString::fromStdString(missing).toHtmlEscaped()));
  if (!summary.figure.caption.empty()) html += QStringLiteral("<p style=\"margin:2px;color:%1\">%2</p>").arg(theme().faint.name(), QString::fromStdString(summary.figure.caption).toHtmlEscaped());
  const int scrolled = m_findings->verticalScrollBar()->value();
  m_findings->setHtml(html);
  m_findings->verticalScrollBar()->setValue(scrolled);
}

QString StudiesPanel::stateText() const {
  const QString rows = tr("%1 of %2 rows");
  const StudyRun& run = *m_run;
  const std::size_t done = run.phase() != StudyRun::Phase::Resting && run.sweep().rows > 0 ? run.sweep().done : run.picture() ? run.picture()->summary.rows : 0;
  QStringList parts{rows.arg(done).arg(run.study().rows())};
  if (m_isWaiting) parts << tr("waiting until Explore has its picture");
  else if (run.phase() == StudyRun::Phase::Stopping) parts << tr("stopping");
  else if (run.isPaused()) parts << tr("paused");
  else if (run.phase() == StudyRun::Phase::Running) {
    if (run.sweep().seconds_left) parts << tr("about %1 left").arg(durationText(*run.sweep().seconds_left));
    parts << QString::fromStdString(run.sweep().now);
  } else if (const StudyRun* other = busyRun()) {
    parts << tr("%1 is running").arg(QString::fromStdString(other->study().title));
  } else if (const std::size_t problems = run.picture() ? run.picture()->summary.problems : 0) {
    parts << tr("%n could not be measured", nullptr, static_cast<int>(problems));
  }
  return parts.join(QStringLiteral(" · "));
}

void StudiesPanel::showState() {
  using Phase = StudyRun::Phase;
  const StudyRun* busy = busyRun();
  const bool isBusy = m_run != nullptr && m_run->phase() != Phase::Resting;
  const bool hasRows = m_run != nullptr && m_run->picture() && !m_run->picture()->rows.empty();
  const bool isDone = m_run != nullptr && m_run->isDone();
  m_start->setText(isDone ? tr("Run again") : hasRows ? tr("Resume") : tr("Run"));
  m_start->setToolTip(isDone ? tr("Sets these results aside, where they can be compared with, and begins anew") : hasRows ? tr("Goes on with the rows that are there") : tr("Measures row by row; the figure grows as they come"));
  m_start->setEnabled(m_run != nullptr && busy == nullptr && !m_isWaiting && m_run->isRead());
  m_pause->setText(busy != nullptr && busy->isPaused() ? tr("Go on") : tr("Pause"));
  m_pause->setEnabled(busy != nullptr && busy->phase() == Phase::Running);
  m_cancel->setEnabled(m_isWaiting || (busy != nullptr && busy->phase() == Phase::Running));
  double fraction = 0;
  if (isBusy) fraction = m_run->sweep().fraction;
  else if (hasRows) fraction = static_cast<double>(m_run->picture()->summary.rows) / static_cast<double>(m_run->study().rows());
  m_progress->setValue(static_cast<int>(std::lround(kSteps * fraction)));
  m_status->setText(m_run != nullptr ? stateText() : tr("No study is chosen."));
  m_status->setToolTip(m_run != nullptr ? tr("Results: %1").arg(m_run->folder()) : QString());
  const QString error = m_run != nullptr && !m_run->error().isEmpty() ? m_run->error() : m_said;
  QPalette colours = m_error->palette();
  colours.setColor(QPalette::WindowText, theme().warning);
  if (colours != m_error->palette()) m_error->setPalette(colours);
  m_error->setText(error);
  m_error->setVisible(!error.isEmpty());
}

void StudiesPanel::say(const QString& sentence) {
  m_said = sentence;
  showState();
}

// --- Mouse -------------------------------------------------------------------------------------------------------------------

void StudiesPanel::onMoved(QMouseEvent* event) {
  const FigureDrawing::Spot spot = m_drawing && event->buttons() == Qt::NoButton ? m_drawing->spotAt(event->position()) : FigureDrawing::Spot{};
  m_plot->setCursor(spot.part != nullptr && spot.point() >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  spot.part == nullptr ? QToolTip::hideText() : QToolTip::showText(event->globalPosition().toPoint(), spotText(spot, m_run->study()), m_plot);
}

void StudiesPanel::onReleased(QMouseEvent* event) {
  if (!m_drawing || event->button() != Qt::LeftButton || (event->position() - m_pressedAt).manhattanLength() >= kClick) return;
  const FigureDrawing::Spot spot = m_drawing->spotAt(event->position());
  if (spot.part != nullptr && spot.point() >= 0) openInExplore(spot.point(), 0);
}

void StudiesPanel::openInExplore(omega::Index index, omega::Index seed) {
  const StudyPoint& point = m_run->study().points.at(static_cast<std::size_t>(index));
  const QString whyNot = whyNotInExplore(point);
  say(whyNot);
  if (!whyNot.isEmpty()) return;
  workbench().store().change(tr("Point of %1").arg(m_name), [&](Document& document) { document = inExplore(document, point, seed); });
  emit workbench().workspaceWanted(Workspace::Explore);
}

bool StudiesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_plot && event->type() == QEvent::Resize && m_drawing) m_redraw.start();
  // The plot would keep the wheel for itself.
  if (watched == m_plot && event->type() == QEvent::Wheel) {
    QCoreApplication::sendEvent(m_scroll->verticalScrollBar(), event);
    return true;
  }
  return Panel::eventFilter(watched, event);
}

// --- For all panels ----------------------------------------------------------------------------------------------------------

QString StudiesPanel::help() const {
  return tr("<b>Studies</b><p>Each claim of the papers about error, bias, time and memory as an experiment on sequences that anyone can make again. Rows come one by one and are kept at once: "
            "a study can be paused, cancelled, closed and gone on with. Curves have bands of draws, dotted lines are power laws with their slopes, hollow marks are the papers' own numbers: "
            "from other machines and trained models, so that only their order and trend compare.</p><p><b>Look for</b> the order of the methods and where it turns; what the study found stands below. "
            "Click a point to ask the very same in Explore; click a series in the legend to hide it.</p>");
}

void StudiesPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  painter.fillRect(area, theme.window);
  const StudyFigure shown = figure();
  if (!shown) return paintRichText(painter, area, theme, introduction());
  FigureLook look;
  look.theme = theme;
  look.hidden = m_legend->hidden();
  look.beside = figureBeside();
  paintFigure(painter, area, shown, look);
}

std::vector<LegendEntry> StudiesPanel::legend() const {
  std::vector<LegendEntry> entries;
  if (const StudyFigure shown = figure())
    for (const Curve* curve : legendCurves(*shown))
      if (!m_legend->hidden().contains(legendNameOf(*curve))) entries.push_back(legendEntry(*curve));
  return entries;
}

PanelData StudiesPanel::data() const {
  if (const StudyFigure shown = figure()) return tableOf(*shown);
  PanelData data;
  data.columns = {tr("study"), tr("title"), tr("question"), tr("rows")};
  for (int row = 0; row < static_cast<int>(assets().size()); ++row) {
    const StudyDefinition& study = *definitionOf(nameAt(row), m_size);
    data.rows.push_back({nameAt(row), QString::fromStdString(study.title), questionOf(study), QString::number(study.rows())});
  }
  return data;
}

QString StudiesPanel::caption() const {
  if (m_run == nullptr) return title();
  const std::size_t rows = m_run->picture() ? m_run->picture()->summary.rows : 0;
  return tr("%1; size %2, %3 of %4 rows").arg(QString::fromStdString(m_run->study().title), QString::fromStdString(m_run->study().size)).arg(rows).arg(m_run->study().rows());
}

QString StudiesPanel::command() const {
  return hasFigure() ? QStringLiteral("omega study run %1 --size %2 --resume --output %1-%2").arg(m_name, m_size) : QString();
}

void StudiesPanel::fillMenu(QMenu& menu) {
  menu.addAction(tr("Open the folder of the results"), this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_run->folder())); })->setEnabled(hasFigure());
  menu.addAction(tr("Set these results aside"), this, &StudiesPanel::setAside)->setEnabled(hasFigure() && m_run->phase() == StudyRun::Phase::Resting);
}

}  // namespace omegascope
