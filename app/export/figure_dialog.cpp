#include "export/figure_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSpinBox>
#include <QUndoStack>
#include <algorithm>

#include "export/panel_picture.h"
#include "export/picture_preview.h"
#include "language/language.h"
#include "views/attention/attention_panel.h"
#include "views/option_number.h"
#include "views/option_tips.h"
#include "views/registry.h"
#include "views/vertical_scroll.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"

namespace omegascope {

namespace {

constexpr int kRedrawMs = 80;
const QString kFigureFormat = QStringLiteral("figure/format");

struct ColumnWidth {
  QString title;
  double millimetres;
};

/// Of the export dialog, then of common venues.
std::vector<ColumnWidth> columnWidths() {
  std::vector<ColumnWidth> widths;
  for (const SizePreset& preset : sizePresets()) widths.push_back({preset.title, preset.millimetres.width()});
  for (const auto& [title, millimetres] : {std::pair(FigureDialog::tr("ICML, one column, 83 mm"), 82.6),
                                           std::pair(FigureDialog::tr("ICML, both columns, 171 mm"), 171.5),
                                           std::pair(FigureDialog::tr("NeurIPS, ICLR: text, 140 mm"), 139.7),
                                           std::pair(FigureDialog::tr("ACL, one column, 77 mm"), 77.0),
                                           std::pair(FigureDialog::tr("ACL, both columns, 160 mm"), 160.0),
                                           std::pair(FigureDialog::tr("IEEE, one column, 89 mm"), 88.9),
                                           std::pair(FigureDialog::tr("IEEE, both columns, 182 mm"), 181.9)})
    widths.push_back({title, millimetres});
  return widths;
}

}  // namespace

FigureDialog::FigureDialog(Workbench& workbench, const FigureSheet::Find& find, QWidget* parent)
    : QDialog(parent),
      m_workbench(workbench),
      m_find(find),
      m_sheet(workbench, find),
      m_first(workbench.store().undoStack()->index()) {
  setWindowTitle(tr("Figure"));
  auto* row = new QHBoxLayout(this);
  m_preview = new PicturePreview(this);
  row->addWidget(m_preview, 1);
  auto* scroll = new VerticalScroll(this);
  auto* side = new QWidget(scroll);
  auto* form = new QFormLayout(side);
  makeTiles(*form);
  makeSizes(*form);
  makeLooks(*form);
  makeMotion(*form);
  makeUndo(*form);
  scroll->setWidget(side);
  auto* column = new QVBoxLayout;
  column->addWidget(scroll, 1);
  auto* last = new QFormLayout;  // always in sight
  makeButtons(*last);
  column->addLayout(last);
  row->addLayout(column);
  setOnce(m_redraw, kRedrawMs);
  connect(&m_redraw, &QTimer::timeout, this, &FigureDialog::drawPreview);
  const auto redraw = [this] { m_redraw.start(); };
  connect(m_preview, &PicturePreview::redrawWanted, this, redraw);
  connect(&workbench, &Workbench::snapshotChanged, this, redraw);
  connect(&workbench.store(), &DocumentStore::changed, this, &FigureDialog::fillIn);
  resize(QSize(1200, 760).boundedTo(screen()->availableSize()));
  fillIn();
}

// --- Edits -----------------------------------------------------------------------------------------------------------

void FigureDialog::edit(const QString& what, const std::function<void(PaperFigure&)>& change) {
  if (!m_filling) m_workbench.store().change(what, [&change](Document& document) { change(document.figure); });
}

int FigureDialog::chosen() const {
  return std::clamp(m_tiles->currentRow(), 0, static_cast<int>(figure().tiles.size()) - 1);
}

void FigureDialog::removeTile() {
  const int index = chosen();
  edit(tr("Remove from the figure"), [index](PaperFigure& f) {
    if (f.tiles.size() > 1) f.tiles.erase(f.tiles.begin() + index);
  });
}

void FigureDialog::moveTile(int steps) {
  const int from = chosen(), to = from + steps;
  if (to < 0 || to >= static_cast<int>(figure().tiles.size())) return;
  edit(tr("Order of the figure"),
       [from, to](PaperFigure& f) { std::iter_swap(f.tiles.begin() + from, f.tiles.begin() + to); });
  m_tiles->setCurrentRow(to);
}

/// The scale is that of the maps in the window: what is locked here is locked there.
void FigureDialog::lockColours(bool locked) {
  auto* maps = qobject_cast<AttentionPanel*>(m_find(QStringLiteral("attention")));
  if (m_filling || maps == nullptr) return;
  maps->bringUpToDate();
  maps->setLocked(locked);
}

// --- Controls --------------------------------------------------------------------------------------------------------

void FigureDialog::makeTiles(QFormLayout& form) {
  m_tiles = new QListWidget;
  m_tiles->setAccessibleName(tr("Panels of the figure"));
  m_tiles->setToolTip(
      tr("In the order of their letters, row by row; Delete removes the chosen one, and Alt with an "
         "arrow moves it"));
  m_tiles->setMaximumHeight(130);
  m_tiles->installEventFilter(this);
  form.addRow(m_tiles);
  makeTileButtons(form);
  const auto tile = [this](PaperFigure& f) -> FigureTile& { return f.tiles[static_cast<std::size_t>(chosen())]; };
  addNumber<QSpinBox>(form, tr("Columns of the &panel"), tr("How many columns the chosen panel is wide"), 1,
                      PaperFigure::kMostColumns, [tile](PaperFigure& f) -> int& { return tile(f).columns; });
  addNumber<QSpinBox>(form, tr("S&hare of the height"),
                      tr("How high the row of the chosen panel is, relative to the other rows"), 1,
                      PaperFigure::kMostShare, [tile](PaperFigure& f) -> int& { return tile(f).share; });
  connect(m_tiles, &QListWidget::currentRowChanged, this, [this] {
    if (!m_filling) fillIn();
  });
}

void FigureDialog::makeTileButtons(QFormLayout& form) {
  auto* bar = new QWidget;
  auto* row = FlowLayout::ofBar(*bar, 6);
  const auto add = [&](const QString& text, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    row->addWidget(button);
    return button;
  };
  auto* menu = new QMenu(this);
  for (const PanelKind& kind : panelKinds())
    if (const Panel* panel = kind.place == Place::Left ? nullptr : m_find(kind.name))
      menu->addAction(panel->title(), this, [this, name = kind.name.toStdString()] {
        edit(tr("Add to the figure"), [&](PaperFigure& f) { f.tiles.push_back({name}); });
        m_tiles->setCurrentRow(m_tiles->count() - 1);
      });
  m_add = add(tr("&Add"), tr("Another panel, behind the others"));
  m_add->setMenu(menu);
  m_remove = add(tr("&Remove"), tr("The chosen panel goes; a figure has one at least"));
  m_up = add(tr("&Up"), tr("The chosen panel changes places with the one before"));
  m_down = add(tr("Dow&n"), tr("The chosen panel changes places with the next one"));
  connect(m_remove, &QPushButton::clicked, this, &FigureDialog::removeTile);
  connect(m_up, &QPushButton::clicked, this, [this] { moveTile(-1); });
  connect(m_down, &QPushButton::clicked, this, [this] { moveTile(1); });
  form.addRow(bar);
}

bool FigureDialog::eventFilter(QObject* watched, QEvent* event) {
  const auto* key = event->type() == QEvent::KeyPress ? static_cast<const QKeyEvent*>(event) : nullptr;
  if (watched != m_tiles || key == nullptr) return QDialog::eventFilter(watched, event);
  const bool isAlt = key->modifiers().testFlag(Qt::AltModifier);
  if (key->key() == Qt::Key_Delete)
    removeTile();
  else if (isAlt && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down))
    moveTile(key->key() == Qt::Key_Up ? -1 : 1);
  else
    return QDialog::eventFilter(watched, event);
  return true;
}

template <class Box, class Number>
Box* FigureDialog::addNumber(QFormLayout& form, const QString& label, const QString& tip, Number low, Number high,
                             const Spot<Number>& spot, const Fit<Box>& fit) {
  auto* box = new Box;
  box->setKeyboardTracking(false);  // a typed number is one step of undo
  box->setRange(low, high);
  box->setToolTip(tip);
  form.addRow(label, box);
  const QString what = tr("%1 of the figure").arg(withoutMnemonic(label));
  connect(box, &Box::valueChanged, this,
          [=, this](Number value) { edit(what, [&](PaperFigure& f) { spot(f) = value; }); });
  m_fill.emplace_back([=, this] {
    PaperFigure shown = figure();
    if (fit) fit(box);
    box->setValue(spot(shown));
  });
  return box;
}

void FigureDialog::addCheck(QFormLayout& form, const QString& label, const QString& tip, bool PaperFigure::*member) {
  auto* box = new QCheckBox(label);
  box->setToolTip(tip);
  form.addRow(QString(), box);
  const QString what = tr("%1 of the figure").arg(withoutMnemonic(label));
  connect(box, &QCheckBox::toggled, this, [=, this](bool on) { edit(what, [=](PaperFigure& f) { f.*member = on; }); });
  m_fill.emplace_back([=, this] { box->setChecked(figure().*member); });
}

void FigureDialog::makeSizes(QFormLayout& form) {
  using F = PaperFigure;
  addNumber<QSpinBox>(form, tr("Colu&mns"), tr("How many panels stand side by side"), 1, F::kMostColumns,
                      [](PaperFigure& f) -> int& { return f.columns; });
  auto* widths = new QComboBox;
  for (const ColumnWidth& width : columnWidths()) widths->addItem(width.title, width.millimetres);
  widths->addItem(tr("Own size"));
  widths->setToolTip(tr("How wide a column of common venues is"));
  form.addRow(tr("&Size"), widths);
  connect(widths, &QComboBox::activated, this, [this, widths](int index) {
    const QVariant width = widths->itemData(index);
    if (width.isValid()) edit(tr("Width of the figure"), [&](PaperFigure& f) { f.width = width.toDouble(); });
  });
  m_fill.emplace_back([this, widths] {
    const int index = widths->findData(figure().width);
    widths->setCurrentIndex(index >= 0 ? index : widths->count() - 1);
  });
  const auto add = [&](const QString& label, const QString& tip, double low, double high, double F::*member) {
    auto* box = addNumber<QDoubleSpinBox>(form, label, tip, low, high,
                                          [member](PaperFigure& f) -> double& { return f.*member; });
    box->setDecimals(1);
    return box;
  };
  const QString ofAll = tr("Of the whole figure");
  add(tr("W&idth"), ofAll, F::kLeastSide, F::kMostSide, &F::width)->setSuffix(tr(" mm"));
  add(tr("Hei&ght"), ofAll, F::kLeastSide, F::kMostSide, &F::height)->setSuffix(tr(" mm"));
  add(tr("&Text size"),
      tr("Of the figure's text, on paper; where a panel lacks room for its words they become smaller, and a line below "
         "says so"),
      F::kLeastPoints, F::kMostPoints, &F::points)
      ->setSuffix(tr(" pt"));
  add(tr("&Dots per inch"), tr("Dots per inch of PNG pictures; SVG and PDF are as sharp as the printer"), F::kLeastDpi,
      F::kMostDpi, &F::dpi)
      ->setDecimals(0);
}

void FigureDialog::makeLooks(QFormLayout& form) {
  auto* colours = new QComboBox;
  colours->addItems({tr("Light"), tr("Dark"), tr("Grey")});
  form.addRow(tr("&Colours"), colours);
  connect(colours, &QComboBox::activated, this, [this](int index) {
    edit(tr("Colours of the figure"), [index](PaperFigure& f) { f.colours = static_cast<ExportColours>(index); });
  });
  m_fill.emplace_back([this, colours] { colours->setCurrentIndex(static_cast<int>(figure().colours)); });
  addCheck(form, tr("L&etters a, b, c"), tr("One above each panel, for the caption"), &PaperFigure::letters);
  addCheck(form, tr("Names &of the panels"), tr("Above each panel, behind its letter"), &PaperFigure::titles);
  addCheck(form, tr("&Legends"), tr("What colours, markers and lines stand for, above each panel that needs one"),
           &PaperFigure::legends);
  addCheck(form, tr("Rings around the selection"), tr("Rows, keys and samples that are selected are marked"),
           &PaperFigure::cross);
  auto* locked = new QCheckBox(tr("Colour scale loc&ked"));
  locked->setToolTip(
      tr("All maps keep the colours that they share now, whatever their values become: for figures that are compared"));
  locked->setEnabled(m_find(QStringLiteral("attention")) != nullptr);
  form.addRow(QString(), locked);
  connect(locked, &QCheckBox::toggled, this, &FigureDialog::lockColours);
  m_fill.emplace_back([this, locked] { locked->setChecked(m_workbench.document().view.limits == MapLimits::locked); });
}

/// Null where nothing moves, or something that is not there now.
const MovableOption* FigureDialog::moved() const {
  const FigureMotion& motion = figure().motion;
  const auto now = std::find_if(m_movable.begin(), m_movable.end(), [&](const MovableOption& one) {
    return one.card == motion.card && one.spec.name == motion.option;
  });
  return now == m_movable.end() ? nullptr : &*now;
}

void FigureDialog::makeMotion(QFormLayout& form) {
  m_movable = movableOptions(m_workbench.document());
  makeMoved(form);
  makeMotionNumbers(form);
  makeMotionExport(form);
}

void FigureDialog::makeMoved(QFormLayout& form) {
  auto* box = new QComboBox;
  box->addItem(tr("Nothing"));
  for (const MovableOption& one : m_movable) {
    box->addItem(one.title);
    box->setItemData(box->count() - 1, optionTip(one.spec, {}, Theme::of(palette())), Qt::ToolTipRole);
  }
  box->setToolTip(
      tr("A picture for each of its values: samples that grow one after another, or a number drawn from one value to "
         "another"));
  form.addRow(tr("What mo&ves"), box);
  connect(box, &QComboBox::activated, this, [this](int index) {
    edit(tr("Motion of the figure"), [&](PaperFigure& f) {
      f.motion = index > 0 ? usualMotion(m_movable[static_cast<std::size_t>(index) - 1], f.motion) : FigureMotion();
    });
  });
  m_fill.emplace_back([this, box] {
    const MovableOption* now = moved();
    // −1: something that is not there now.
    box->setCurrentIndex(figure().motion.option.empty() ? 0
                         : now == nullptr               ? -1
                                                        : static_cast<int>(now - m_movable.data()) + 1);
  });
}

void FigureDialog::makeMotionNumbers(QFormLayout& form) {
  using F = PaperFigure;
  const auto add = [&](const QString& label, const QString& tip, double FigureMotion::*value) {
    constexpr double kMost = 1e9;
    const auto fit = [this, value](OptionNumber* box) {
      if (const MovableOption* now = moved()) box->setOption(now->spec, figure().motion.*value);
    };
    return addNumber<OptionNumber>(
        form, label, tip, -kMost, kMost, [value](PaperFigure& f) -> double& { return f.motion.*value; }, fit);
  };
  auto* from = add(tr("First value"), tr("Of the first picture"), &FigureMotion::from);
  auto* to = add(tr("Last value"), tr("Of the last picture"), &FigureMotion::to);
  auto* count =
      addNumber<QSpinBox>(form, tr("Pictures"), tr("How many; fewer where there are fewer whole numbers"),
                          F::kLeastFrames, F::kMostFrames, [](PaperFigure& f) -> int& { return f.motion.frames; });
  auto* each = addNumber<QSpinBox>(form, tr("Each for"), tr("How long a GIF shows each picture"), F::kLeastMilliseconds,
                                   F::kMostMilliseconds, [](PaperFigure& f) -> int& { return f.motion.milliseconds; });
  each->setSuffix(tr(" ms"));
  enableInMotion({from, to, count, each});
}

void FigureDialog::makeMotionExport(QFormLayout& form) {
  auto* button = new QPushButton(tr("Export motion"));
  button->setAutoDefault(false);
  button->setToolTip(tr("As PNG pictures in a folder, numbered from 001, or as one animated GIF"));
  auto* ways = new QMenu(this);
  ways->addAction(tr("PNG pictures …"), this, [this] { done(kPictures); });
  ways->addAction(tr("Animated GIF …"), this, [this] { done(kGif); });
  button->setMenu(ways);
  form.addRow(QString(), button);
  enableInMotion({button});
}

/// Where nothing moves there is nothing to be set.
void FigureDialog::enableInMotion(const std::vector<QWidget*>& controls) {
  m_fill.emplace_back([this, controls] {
    for (QWidget* control : controls) control->setEnabled(!figure().motion.option.empty());
  });
}

void FigureDialog::makeButtons(QFormLayout& form) {
  m_format = new QComboBox;
  for (const ExportFormat format : exportFormats())
    if (isPicture(format)) m_format->addItem(titleOf(format), static_cast<int>(format));
  m_format->setCurrentIndex(
      std::max(0, m_format->findData(QSettings().value(kFigureFormat, static_cast<int>(ExportFormat::Pdf)))));
  form.addRow(tr("&Format"), m_format);
  connect(m_format, &QComboBox::activated, this,
          [this] { QSettings().setValue(kFigureFormat, static_cast<int>(format())); });
  connect(m_format, &QComboBox::currentIndexChanged, this, [this] { m_redraw.start(); });
  m_result = wrapped(new QLabel);
  form.addRow(m_result);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(tr("Export …"), QDialogButtonBox::AcceptRole);
  form.addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

/// The steps of the document, but none from before the dialog: those cannot be seen here.
void FigureDialog::makeUndo(QFormLayout& form) {
  QUndoStack* steps = m_workbench.store().undoStack();
  auto* row = new QHBoxLayout;
  const auto add = [&](const QString& text, const QList<QKeySequence>& keys, const std::function<void()>& act) {
    auto* button = new QPushButton(text);
    button->setAutoDefault(false);
    button->setToolTip(keys.front().toString(QKeySequence::NativeText));
    row->addWidget(button);
    auto* action = new QAction(this);
    action->setShortcuts(keys);
    addAction(action);
    connect(action, &QAction::triggered, this, act);
    connect(button, &QPushButton::clicked, this, act);
    return button;
  };
  QPushButton* undo = add(tr("Undo"), {QKeySequence(Qt::CTRL | Qt::Key_Z)}, [this, steps] {
    if (steps->index() > m_first) steps->undo();
  });
  QPushButton* redo =
      add(tr("Redo"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
          [steps] { steps->redo(); });
  const auto enable = [this, steps, undo, redo] {
    undo->setEnabled(steps->index() > m_first);
    redo->setEnabled(steps->canRedo());
  };
  connect(steps, &QUndoStack::indexChanged, this, [this, enable, last = steps->index()](int index) mutable {
    if (index == last) m_first = std::max(0, m_first - 1);  // a full history drops its oldest step for a new one
    last = index;
    enable();
  });
  enable();
  form.addRow(row);
}

ExportFormat FigureDialog::format() const { return static_cast<ExportFormat>(m_format->currentData().toInt()); }

// --- What is shown ---------------------------------------------------------------------------------------------------

void FigureDialog::fillTiles() {
  const int row = chosen();
  QStringList texts;
  for (std::size_t i = 0; i < figure().tiles.size(); ++i) {
    const QString name = QString::fromStdString(figure().tiles[i].panel);
    const Panel* panel = m_find(name);
    texts << QStringLiteral("%1  %2").arg(letterOf(i), panel ? panel->title() : name);
  }
  while (m_tiles->count() > texts.size()) delete m_tiles->takeItem(m_tiles->count() - 1);
  for (int i = 0; i < texts.size(); ++i) {
    if (i == m_tiles->count()) m_tiles->addItem(QString());
    m_tiles->item(i)->setText(texts[i]);
  }
  m_tiles->setCurrentRow(row);
  m_add->setEnabled(texts.size() < PaperFigure::kMostTiles);
  m_remove->setEnabled(texts.size() > 1);
  m_up->setEnabled(row > 0);
  m_down->setEnabled(row + 1 < texts.size());
}

void FigureDialog::fillIn() {
  m_filling = true;
  fillTiles();
  for (const auto& fill : m_fill) fill();
  m_filling = false;
  m_redraw.start();
}

void FigureDialog::drawPreview() {
  m_sheet.bringUpToDate();
  const ExportOptions asked = m_sheet.options(format()), written = readable(m_sheet, asked);
  const bool isShown = m_preview->showPicture(m_sheet, written);
  m_result->setText(isShown ? resultText(m_sheet, written, asked.millimetres) : QString());
}

}  // namespace omegascope
