#include "export/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>

#include "export/panel_picture.h"

namespace omegascope {

namespace {

constexpr double kBasePoints = 9;  // 12 logical pixels, the text of canvases
constexpr int kPreviewDelayMs = 80;
constexpr int kPreviewMargin = 12;

}  // namespace

ExportDialog::ExportDialog(const Panel& preview, bool all, QWidget* parent) : QDialog(parent), m_panel(preview), m_all(all) {
  setWindowTitle(all ? tr("Export all panels") : tr("Export %1").arg(preview.title()));
  auto* layout = new QHBoxLayout(this);
  m_preview = new QLabel(this);
  m_preview->setAlignment(Qt::AlignCenter);
  m_preview->setMinimumSize(420, 320);
  m_preview->setFrameShape(QFrame::StyledPanel);
  m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  m_preview->setAccessibleName(tr("preview"));
  layout->addWidget(m_preview, 1);
  makeForm();
  m_redraw.setSingleShot(true);
  m_redraw.setInterval(kPreviewDelayMs);
  connect(&m_redraw, &QTimer::timeout, this, &ExportDialog::drawPreview);
  resize(900, 460);
  fillIn(remembered(all ? QStringLiteral("all") : preview.name()));
}

void ExportDialog::makeForm() {
  auto* side = new QWidget(this);
  auto* form = new QFormLayout(side);
  form->setContentsMargins(0, 0, 0, 0);
  m_format = new QComboBox(side);
  for (const ExportFormat format : exportFormats()) {
    if (m_all && format == ExportFormat::Npy) continue;
    m_format->addItem(m_all && format == ExportFormat::Pdf ? tr("One PDF, a page for each panel") : titleOf(format), static_cast<int>(format));
  }
  form->addRow(tr("&Format"), m_format);
  makeSizeRows(*form);
  m_colours = new QComboBox(side);
  m_colours->addItems({tr("Light"), tr("Dark"), tr("Grey")});
  form->addRow(tr("&Colours"), m_colours);
  m_points = new QDoubleSpinBox(side);
  m_points->setRange(5, 36);
  m_points->setDecimals(1);
  m_points->setSuffix(tr(" pt"));
  form->addRow(tr("&Text size"), m_points);
  m_transparent = new QCheckBox(tr("Transparent &background"), side);
  m_title = new QCheckBox(tr("&Name of the panel above"), side);
  form->addRow(QString(), m_transparent);
  form->addRow(QString(), m_title);
  m_result = new QLabel(side);
  m_result->setWordWrap(true);
  form->addRow(m_result);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, side);
  buttons->addButton(tr("Export …"), QDialogButtonBox::AcceptRole);
  form->addRow(buttons);
  side->setFixedWidth(330);
  static_cast<QHBoxLayout*>(layout())->addWidget(side);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  for (QComboBox* box : {m_format, m_colours}) connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::onEdited);
  for (QDoubleSpinBox* box : {m_width, m_height, m_dpi, m_points}) connect(box, &QDoubleSpinBox::valueChanged, this, &ExportDialog::onEdited);
  for (QCheckBox* box : {m_transparent, m_title}) connect(box, &QCheckBox::toggled, this, &ExportDialog::onEdited);
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
  m_dpi->setRange(36, 2400);
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
  m_transparent->setChecked(options.transparent);
  m_title->setChecked(options.withTitle);
  const auto& presets = sizePresets();
  const auto preset = std::find_if(presets.begin(), presets.end(), [&](const SizePreset& p) { return p.millimetres == options.millimetres; });
  m_preset->setCurrentIndex(preset == presets.end() ? m_preset->count() - 1 : static_cast<int>(preset - presets.begin()));
  m_filling = false;
  chooseUnit(m_unit->currentIndex());
}

void ExportDialog::choosePreset(int index) {
  if (index == m_preset->count() - 1) return m_width->setFocus();
  if (index < static_cast<int>(sizePresets().size()))
    m_options.millimetres = sizePresets()[static_cast<std::size_t>(index)].millimetres;
  else
    m_options.millimetres = QSizeF(m_panel.size()) * (25.4 / 96);
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

QSizeF ExportDialog::enteredMillimetres() const {
  const QSizeF entered(m_width->value(), m_height->value());
  const bool isPixels = m_unit->currentIndex() == static_cast<int>(Unit::Pixels);
  return isPixels ? entered * (25.4 / m_dpi->value()) : entered;
}

void ExportDialog::onEdited() {
  if (m_filling) return;
  // A size that was only shown rounded stays as exact as it was chosen.
  const QSizeF entered = enteredMillimetres(), before = m_options.millimetres;
  const bool isSame = std::abs(entered.width() - before.width()) < 0.06 && std::abs(entered.height() - before.height()) < 0.06;
  if (!isSame) {
    m_options.millimetres = entered;
    m_preset->setCurrentIndex(m_preset->count() - 1);
  }
  m_options.format = static_cast<ExportFormat>(m_format->currentData().toInt());
  m_options.dpi = m_dpi->value();
  m_options.colours = static_cast<ExportColours>(m_colours->currentIndex());
  m_options.textScale = m_points->value() / kBasePoints;
  m_options.transparent = m_transparent->isChecked();
  m_options.withTitle = m_title->isChecked();
  const bool picture = isPicture(m_options.format);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_preset, m_width, m_height, m_unit, m_colours, m_points, m_transparent, m_title}) widget->setEnabled(picture);
  m_dpi->setEnabled(m_options.format == ExportFormat::Png || m_unit->currentIndex() == static_cast<int>(Unit::Pixels));
  const QSize pixels = m_options.pixels();
  m_result->setText(m_options.format == ExportFormat::Png ? tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height())
                    : picture                             ? tr("%1 × %2 mm, text stays text").arg(m_options.millimetres.width(), 0, 'f', 1).arg(m_options.millimetres.height(), 0, 'f', 1)
                                                          : tr("The numbers behind the picture, with what made them"));
  m_redraw.start();
}

void ExportDialog::drawPreview() {
  const QSizeF logical = m_options.logicalSize();
  const QSize room = m_preview->size() - QSize(2 * kPreviewMargin, 2 * kPreviewMargin);
  const double ratio = devicePixelRatioF();
  // True size where there is room for it, smaller elsewhere.
  const double factor = std::min({1.0, room.width() / logical.width(), room.height() / logical.height()});
  QPixmap picture = QPixmap::fromImage(pixelPicture(m_panel, m_options, (logical * factor * ratio).toSize().expandedTo(QSize(1, 1))));
  picture.setDevicePixelRatio(ratio);
  m_preview->setPixmap(picture);
  m_preview->setToolTip(factor < 1 ? tr("Preview at %1 % of its size").arg(qRound(factor * 100)) : tr("Preview at its true size"));
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  m_redraw.start();
}

ExportOptions ExportDialog::options() const { return m_options; }

ExportOptions ExportDialog::remembered(const QString& panel) {
  QSettings settings;
  settings.beginGroup(QStringLiteral("export/") + panel);
  ExportOptions o;
  if (const auto format = formatOfFile(QStringLiteral("x.") + settings.value(QStringLiteral("format")).toString())) o.format = *format;
  const QSizeF size = settings.value(QStringLiteral("millimetres"), o.millimetres).toSizeF();
  if (size.width() >= 1 && size.height() >= 1) o.millimetres = size;
  o.dpi = std::clamp(settings.value(QStringLiteral("dpi"), o.dpi).toDouble(), 36.0, 2400.0);
  o.colours = static_cast<ExportColours>(std::clamp(settings.value(QStringLiteral("colours"), 0).toInt(), 0, 2));
  o.textScale = std::clamp(settings.value(QStringLiteral("text_scale"), 1).toDouble(), 0.5, 4.0);
  o.transparent = settings.value(QStringLiteral("transparent"), false).toBool();
  o.withTitle = settings.value(QStringLiteral("title"), false).toBool();
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
  settings.setValue(QStringLiteral("transparent"), options.transparent);
  settings.setValue(QStringLiteral("title"), options.withTitle);
}

}  // namespace omegascope
