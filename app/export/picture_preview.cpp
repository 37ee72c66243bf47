#include "export/picture_preview.h"

#include <QCheckBox>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <exception>

#include "export/panel_picture.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"

namespace omegascope {

namespace {

constexpr int kPreviewMargin = 12;
constexpr double kMostPreviewPixels = 6e6;  // painted while the user chooses

}  // namespace

PicturePreview::PicturePreview(QWidget* parent) : QWidget(parent) {
  auto* column = bare(new QVBoxLayout(this));
  m_picture = new QLabel;
  m_picture->setAlignment(Qt::AlignCenter);
  m_picture->setWordWrap(true);
  m_picture->setAccessibleName(tr("preview"));
  m_picture->setObjectName(QStringLiteral("preview"));
  m_scroll = new QScrollArea(this);
  m_scroll->setAccessibleName(tr("preview"));
  m_scroll->setWidget(m_picture);
  m_scroll->setWidgetResizable(true);
  m_scroll->setMinimumSize(420, 320);
  auto* bar = new QWidget(this);
  auto* row = FlowLayout::ofBar(*bar, kPreviewMargin);
  m_scaleNote = new QLabel(bar);
  m_fit = new QCheckBox(tr("Fit the preview into the &window"), bar);
  row->addWidget(m_fit);
  row->addWidget(m_scaleNote);
  column->addWidget(m_scroll, 1);
  column->addWidget(bar);
  connect(m_fit, &QCheckBox::toggled, this, &PicturePreview::redrawWanted);
}

/// A panel that cannot be painted so is no reason to end the program.
bool PicturePreview::showPicture(const Panel& panel, const ExportOptions& options) try {
  const QSizeF logical = options.logicalSize();
  const QSize room = m_scroll->viewport()->size() - QSize(2 * kPreviewMargin, 2 * kPreviewMargin);
  const double ratio = devicePixelRatioF();
  double factor = std::min(1.0, std::sqrt(kMostPreviewPixels / (logical.width() * logical.height() * ratio * ratio)));
  if (m_fit->isChecked()) factor = std::min({factor, room.width() / logical.width(), room.height() / logical.height()});
  QPixmap picture =
      QPixmap::fromImage(pixelPicture(panel, options, (logical * factor * ratio).toSize().expandedTo(QSize(1, 1))));
  picture.setDevicePixelRatio(ratio);
  m_picture->setPixmap(picture);
  m_scaleNote->setText(factor < 1 ? tr("Preview at %1 % of its size").arg(qRound(factor * 100))
                                  : tr("Preview at its true size"));
  return true;
} catch (const std::exception& problem) {
  showText(QString::fromUtf8(problem.what()));
  return false;
}

void PicturePreview::showText(const QString& text) {
  m_picture->setText(text);
  m_scaleNote->clear();
}

void PicturePreview::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  emit redrawWanted();
}

}  // namespace omegascope
