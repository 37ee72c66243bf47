#include "export/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "export/panel_picture.h"
#include "export/picture_preview.h"
#include "export/provenance.h"
#include "views/vertical_scroll.h"
#include "widgets/controls.h"
#include "widgets/theme.h"

namespace omegascope {

namespace {

constexpr int kPreviewDelayMs = 80;

constexpr std::pair<const char*, bool ExportOptions::*> kSwitches[] = {
    {"transparent", &ExportOptions::transparent},  {"title", &ExportOptions::withTitle},
    {"legend", &ExportOptions::withLegend},        {"with_caption", &ExportOptions::withCaption},
    {"visible_only", &ExportOptions::visibleOnly}, {"outlines", &ExportOptions::outlines}};

}  // namespace

ExportDialog::ExportDialog(const Panel& preview, const Workbench& workbench, Of of, QWidget* parent)
    : QDialog(parent), m_panel(preview), m_usualCaption(captionOf(preview, workbench)), m_all(of == Of::AllPanels) {
  setWindowTitle(m_all ? tr("Export all panels") : tr("Export %1").arg(preview.title()));
  auto* row = new QHBoxLayout(this);
  m_preview = new PicturePreview(this);
  row->addWidget(m_preview, 1);
  makeForm();
  setOnce(m_redraw, kPreviewDelayMs);
  connect(&m_redraw, &QTimer::timeout, this, &ExportDialog::drawPreview);
  connect(m_preview, &PicturePreview::redrawWanted, this, [this] { m_redraw.start(); });
  resize(QSize(1030, 600).boundedTo(screen()->availableSize()));  // a double column is seen whole
  fillIn(remembered(m_all ? QStringLiteral("all") : preview.name()));
}

void ExportDialog::makeForm() {
  auto* scroll = new VerticalScroll(this);
  auto* side = new QWidget(scroll);
  auto* rows = bare(new QVBoxLayout(side));
  auto* form = m_form = new QFormLayout;
  rows->addLayout(form);
  m_format = new QComboBox(side);
  for (const ExportFormat format : exportFormats()) {
    if (m_all && format == ExportFormat::Npy) continue;
    m_format->addItem(m_all && format == ExportFormat::Pdf ? tr("One PDF, a page for each panel") : titleOf(format),
                      static_cast<int>(format));
  }
  form->addRow(tr("&Format"), m_format);
  m_array = new QComboBox(side);
  for (const auto& [name, array] : m_panel.data().arrays) m_array->addItem(QString::fromStdString(name));
  m_array->setToolTip(tr("NPY holds one array"));
  form->addRow(tr("&Array"), m_array);
  makeSizeRows(*form);
  m_colours = new QComboBox(side);
  m_colours->addItems({tr("Light"), tr("Dark"), tr("Grey")});
  form->addRow(tr("&Colours"), m_colours);
  m_points = new QDoubleSpinBox(side);
  m_points->setRange(5, 36);
  m_points->setDecimals(1);
  m_points->setSuffix(tr(" pt"));
  form->addRow(tr("&Text size"), m_points);
  makeChecks(*form);
  m_result = wrapped(new QLabel(side));
  rows->addWidget(m_result);
  rows->addStretch();
  scroll->setWidget(side);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_export = buttons->addButton(tr("Export …"), QDialogButtonBox::AcceptRole);
  constexpr int kWide = 330;
  scroll->setFixedWidth(std::max(qRound(kWide * std::max(1.0, screenLook().text)), scroll->minimumSizeHint().width()));
  auto* column = new QVBoxLayout;
  column->addWidget(scroll, 1);
  column->addWidget(buttons);  // always in sight
  static_cast<QHBoxLayout*>(layout())->addLayout(column);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  listen();
}

void ExportDialog::makeChecks(QFormLayout& form) {
  const auto add = [&](const QString& text, const QString& tip) {
    auto* box = new QCheckBox(text, this);
    box->setToolTip(tip);
    form.addRow(QString(), box);
    return box;
  };
  m_legend =
      add(tr("&Legend"), tr("What colours, markers and lines stand for, above the picture; not every panel needs one"));
  m_title = add(tr("&Name of the panel above"), {});
  m_withCaption = new QCheckBox(tr("Ca&ption"), this);
  m_caption = new QLineEdit(this);
  m_caption->setPlaceholderText(m_usualCaption);
  m_caption->setToolTip(tr("Below the picture; left empty: %1").arg(m_usualCaption));
  m_caption->setAccessibleName(tr("caption"));
  form.addRow(m_withCaption, m_caption);
  m_visibleOnly =
      add(tr("Visible &range only"), tr("Where the panel is zoomed: the part that is seen; else everything"));
  m_outlines = add(tr("Text as &outlines"),
                   tr("For programs without the font: letters become shapes and can no longer be edited or searched"));
  m_transparent = add(tr("Transparent &background"), {});
  m_checks = {{m_transparent, &ExportOptions::transparent}, {m_title, &ExportOptions::withTitle},
              {m_legend, &ExportOptions::withLegend},       {m_withCaption, &ExportOptions::withCaption},
              {m_visibleOnly, &ExportOptions::visibleOnly}, {m_outlines, &ExportOptions::outlines}};
}

void ExportDialog::listen() {
  for (QComboBox* box : {m_format, m_colours, m_array})
    connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::onEdited);
  for (QDoubleSpinBox* box : {m_width, m_height, m_dpi, m_points})
    connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::onEdited);
  for (const auto& [box, option] : m_checks) connect(box, &QCheckBox::toggled, this, &ExportDialog::onEdited);
  connect(m_caption, &QLineEdit::textEdited, this, &ExportDialog::onEdited);
}

void ExportDialog::makeSizeRows(QFormLayout& form) {
  m_preset = new QComboBox(this);
  for (const SizePreset& preset : sizePresets()) m_preset->addItem(preset.title);
  m_preset->addItem(tr("As on the screen"));
  m_preset->addItem(tr("Own size"));
  form.addRow(tr("&Size"), m_preset);
  auto* row = new QHBoxLayout;
  m_width = new QDoubleSpinBox(this);
  m_height = new QDoubleSpinBox(this);
  m_width->setAccessibleName(tr("width"));
  m_height->setAccessibleName(tr("height"));
  m_unit = new QComboBox(this);
  m_unit->addItems({tr("mm"), tr("px")});
  m_unit->setAccessibleName(tr("unit"));
  row->addWidget(m_width, 1);
  row->addWidget(new QLabel(QStringLiteral("×"), this));
  row->addWidget(m_height, 1);
  row->addWidget(m_unit);
  form.addRow(tr("Width × height"), row);
  m_dpi = new QDoubleSpinBox(this);
  m_dpi->setRange(PaperFigure::kLeastDpi, PaperFigure::kMostDpi);
  m_dpi->setDecimals(0);
  m_dpi->setToolTip(tr("Dots per inch of PNG pictures; SVG and PDF are as sharp as the printer"));
  form.addRow(tr("&Dots per inch"), m_dpi);
  connect(m_preset, &QComboBox::activated, this, &ExportDialog::choosePreset);
  connect(m_unit, &QComboBox::currentIndexChanged, this, &ExportDialog::chooseUnit);
}

void ExportDialog::fillIn(const ExportOptions& options) {
  m_filling = true;
  m_options = options;
  m_format->setCurrentIndex(std::max(0, m_format->findData(static_cast<int>(options.format))));
  m_dpi->setValue(options.dpi);
  m_colours->setCurrentIndex(static_cast<int>(options.colours));
  m_points->setValue(options.textScale * kBasePoints);
  for (const auto& [box, option] : m_checks) box->setChecked(options.*option);
  m_caption->setText(options.caption);
  m_array->setCurrentIndex(std::max(0, m_array->findText(options.array)));
  const std::vector<SizePreset> presets = sizePresets();
  const auto preset = std::find_if(presets.begin(), presets.end(),
                                   [&](const SizePreset& p) { return p.millimetres == options.millimetres; });
  m_preset->setCurrentIndex(preset == presets.end() ? m_preset->count() - 1
                                                    : static_cast<int>(preset - presets.begin()));
  m_filling = false;
  chooseUnit(m_unit->currentIndex());
}

void ExportDialog::choosePreset(int index) {
  if (index == m_preset->count() - 1) return m_width->setFocus();
  if (index < static_cast<int>(sizePresets().size()))
    m_options.millimetres = sizePresets()[static_cast<std::size_t>(index)].millimetres;
  else
    m_options.setLogicalSize(m_panel.size());
  chooseUnit(m_unit->currentIndex());
}

/// Shows the same size in the other unit.
void ExportDialog::chooseUnit(int index) {
  m_filling = true;
  const bool isPixels = index == static_cast<int>(Unit::Pixels);
  const QSizeF size = isPixels ? QSizeF(m_options.pixels()) : m_options.millimetres;
  for (QDoubleSpinBox* box : {m_width, m_height}) {
    box->setDecimals(isPixels ? 0 : 1);
    box->setRange(isPixels ? 64 : 20, isPixels ? 20000 : 2000);
  }
  m_width->setValue(size.width());
  m_height->setValue(size.height());
  m_filling = false;
  onEdited();
}

void ExportDialog::onEdited() {
  if (m_filling) return;
  // A size that was only shown rounded stays as exact as it was chosen.
  const bool isPixels = m_unit->currentIndex() == static_cast<int>(Unit::Pixels);
  const QSizeF entered = QSizeF(m_width->value(), m_height->value()) * (isPixels ? 25.4 / m_dpi->value() : 1);
  const QSizeF before = m_options.millimetres;
  const double rounding = 0.6 * (isPixels ? 25.4 / m_dpi->value() : 0.1);  // of the last digit that is shown
  const bool isSame =
      std::abs(entered.width() - before.width()) < rounding && std::abs(entered.height() - before.height()) < rounding;
  if (!isSame) {
    m_options.millimetres = entered;
    m_preset->setCurrentIndex(m_preset->count() - 1);
  }
  readForm();
  enableWhatMatters();
  const ExportOptions written = readable(m_panel, options());
  m_result->setText(isPicture(written.format) ? sizeText(written, m_all ? written.millimetres : m_options.millimetres)
                                              : tr("The numbers behind the picture, with what made them"));
  m_redraw.start();
}

void ExportDialog::readForm() {
  m_options.format = static_cast<ExportFormat>(m_format->currentData().toInt());
  m_options.dpi = m_dpi->value();
  m_options.colours = static_cast<ExportColours>(m_colours->currentIndex());
  m_options.textScale = m_points->value() / kBasePoints;
  for (const auto& [box, option] : m_checks) m_options.*option = box->isChecked();
  m_options.caption = m_caption->text();
  m_options.array = m_array->currentText();
}

void ExportDialog::enableWhatMatters() {
  const ExportFormat format = m_options.format;
  const bool picture = isPicture(format), table = isTable(format);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_preset, m_width, m_height, m_unit, m_colours, m_points,
                                                         m_transparent, m_title, m_withCaption})
    widget->setEnabled(picture);
  m_dpi->setEnabled(format == ExportFormat::Png ||
                    (picture && m_unit->currentIndex() == static_cast<int>(Unit::Pixels)));
  m_legend->setEnabled(picture && (m_all || !m_panel.legend().empty()));
  m_caption->setEnabled(picture && m_withCaption->isChecked());
  m_visibleOnly->setEnabled((picture || table) && (m_all || m_panel.isZoomed()));
  m_outlines->setEnabled(format == ExportFormat::Svg || format == ExportFormat::Pdf);
  m_form->setRowVisible(m_array, format == ExportFormat::Npy);
  m_array->setEnabled(m_array->count() > 1);
}

void ExportDialog::drawPreview() {
  const bool picture = isPicture(m_options.format);
  if (!picture) m_preview->showText(tableSummary());
  const ExportOptions written = readable(m_panel, options());
  const bool isShown = picture && m_preview->showPicture(m_panel, written);
  m_export->setEnabled(isShown || !picture);
  if (isShown && !m_all) m_result->setText(resultText(m_panel, written, m_options.millimetres));
}

/// What a file without a picture holds: columns and rows, or arrays and their shapes.
QString ExportDialog::tableSummary() const {
  const PanelData data = m_options.visibleOnly && m_panel.isZoomed() ? m_panel.visibleData() : m_panel.data();
  if (isTable(m_options.format))
    return tr("%n row(s) of", nullptr, static_cast<int>(data.rowCount())) + QLatin1Char('\n') +
           QStringList(data.columns.begin(), data.columns.end()).join(QStringLiteral(", "));
  QStringList lines;
  for (const auto& [name, array] : data.arrays)
    if (m_options.format == ExportFormat::Npz || QString::fromStdString(name) == m_options.array)
      lines << QStringLiteral("%1: %2 %3")
                   .arg(QString::fromStdString(name), QString::fromStdString(omega::to_string(array.type())),
                        QString::fromStdString(omega::to_string(array.shape())));
  for (const auto& [name, list] : data.texts)
    if (m_options.format == ExportFormat::Npz)
      lines << QStringLiteral("%1: str %2").arg(QString::fromStdString(name)).arg(list.size());
  return lines.isEmpty() ? tr("This panel has no arrays now.") : lines.join(QLatin1Char('\n'));
}

ExportOptions ExportDialog::options() const {
  ExportOptions complete = m_options;
  if (complete.caption.isEmpty()) complete.caption = m_usualCaption;
  return complete;
}

void ExportDialog::rememberChoice() const { remember(m_all ? QStringLiteral("all") : m_panel.name(), m_options); }

ExportOptions ExportDialog::remembered(const QString& panel) {
  QSettings settings;
  settings.beginGroup(QStringLiteral("export/") + panel);
  ExportOptions o;
  if (const auto format = formatOfFile(QStringLiteral("x.") + settings.value(QStringLiteral("format")).toString()))
    o.format = *format;
  const QSizeF size = settings.value(QStringLiteral("millimetres"), o.millimetres).toSizeF();
  if (size.width() >= 1 && size.height() >= 1) o.millimetres = size;
  o.dpi = std::clamp(settings.value(QStringLiteral("dpi"), o.dpi).toDouble(), PaperFigure::kLeastDpi,
                     PaperFigure::kMostDpi);
  o.colours = static_cast<ExportColours>(std::clamp(settings.value(QStringLiteral("colours"), 0).toInt(), 0, 2));
  o.textScale = std::clamp(settings.value(QStringLiteral("text_scale"), 1).toDouble(), 0.5, 4.0);
  for (const auto& [key, option] : kSwitches) o.*option = settings.value(QLatin1String(key), o.*option).toBool();
  o.caption = settings.value(QStringLiteral("caption")).toString();
  o.array = settings.value(QStringLiteral("array")).toString();
  return o;
}

void ExportDialog::remember(const QString& panel, const ExportOptions& options) {
  QSettings settings;
  settings.beginGroup(QStringLiteral("export/") + panel);
  settings.setValue(QStringLiteral("format"), suffixOf(options.format));
  settings.setValue(QStringLiteral("millimetres"), options.millimetres);
  settings.setValue(QStringLiteral("dpi"), options.dpi);
  settings.setValue(QStringLiteral("colours"), static_cast<int>(options.colours));
  settings.setValue(QStringLiteral("text_scale"), options.textScale);
  for (const auto& [key, option] : kSwitches) settings.setValue(QLatin1String(key), options.*option);
  settings.setValue(QStringLiteral("caption"), options.caption);
  settings.setValue(QStringLiteral("array"), options.array);
}

}  // namespace omegascope
