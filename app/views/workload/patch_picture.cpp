#include "views/workload/patch_picture.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "jobs/workload_loader.h"
#include "language/language.h"
#include "model/token_names.h"
#include "views/rich_text.h"
#include "widgets/accessible_canvas.h"

namespace omegascope {

namespace {

constexpr double kHighest = 1.5;  // times its width
constexpr int kMostLines = 24;    // of text that it is as high as: controls stand below it
constexpr double kThinnest = 16;  // pixels: a picture of one row is stretched
constexpr double kFrame = 3;      // pixels around the picture that frames need

/// White and black, so that it shows on any colour: one beside the other, or dashes in turn.
void paintFrame(QPainter& painter, const QRectF& patch, bool isDashed) {
  const QRectF around = patch.adjusted(-1, -1, 1, 1);
  painter.setPen(QPen(Qt::white, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(around);
  if (isDashed) {
    QPen dashes(Qt::black, 2, Qt::CustomDashLine, Qt::FlatCap, Qt::MiterJoin);
    dashes.setDashPattern({1.5, 1.5});
    painter.setPen(dashes);
    painter.drawRect(around);
  } else {
    painter.setPen(QPen(Qt::black, 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawRect(around.adjusted(-1.5, -1.5, 1.5, 1.5));
  }
}

}  // namespace

PatchPicture::PatchPicture(Workbench& workbench, QWidget* parent) : QWidget(parent), m_workbench(workbench) {
  nameCanvas(*this, tr("Picture"), [this] { return words(); });
  setMouseTracking(true);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  hide();
}

void PatchPicture::refresh() {
  const Snapshot& snapshot = *m_workbench.snapshot();
  if (m_of != snapshot.file) {
    m_of = snapshot.file;
    m_image = m_scaled = {};
    if (m_of && m_of->picture && snapshot.sequence && snapshot.sequence->grid) {
      const omega::Picture& picture = *m_of->picture;
      m_rows = static_cast<int>(snapshot.sequence->grid->height);
      m_columns = static_cast<int>(snapshot.sequence->grid->width);
      m_image = QImage(picture.rgb.data(), static_cast<int>(picture.width), static_cast<int>(picture.height),
                       static_cast<qsizetype>(3 * picture.width), QImage::Format_RGB888)
                    .copy();
    }
    updateGeometry();
  }
  setVisible(isThere());
  update();
}

QRectF PatchPicture::placeIn(const QRectF& area) const {
  const QRectF room = area.adjusted(kFrame, kFrame, -kFrame, -kFrame);
  const QSizeF size = QSizeF(m_image.size()).scaled(room.size(), Qt::KeepAspectRatio);
  return {room.topLeft(), size.expandedTo(QSizeF(kThinnest, kThinnest)).boundedTo(room.size())};
}

QRectF PatchPicture::patchIn(const QRectF& picture, int token) const {
  const double width = picture.width() / m_columns, height = picture.height() / m_rows;
  return {picture.left() + token % m_columns * width, picture.top() + token / m_columns * height, width, height};
}

void PatchPicture::paint(QPainter& painter, const QRectF& area, bool marked) const {
  if (!isThere()) return;
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(placeIn(area), m_image);
  painter.restore();
  if (marked) paintFrames(painter, placeIn(area));
}

void PatchPicture::paintFrames(QPainter& painter, const QRectF& picture) const {
  const auto frame = [&](int token, bool isKey) {
    if (token >= 0 && token < m_rows * m_columns) paintFrame(painter, patchIn(picture, token), isKey);
  };
  const Cursor shown = m_workbench.selection().shown();
  painter.save();
  painter.setBrush(Qt::NoBrush);
  for (const Member& key : m_workbench.selection().chosen().keys) frame(key.index, true);
  frame(shown.key, true);
  frame(shown.query, false);
  painter.restore();
}

int PatchPicture::tokenAt(QPointF position) const {
  const QRectF picture = placeIn(rect());
  if (!isThere() || !picture.contains(position)) return -1;
  const auto cell = [](double at, double length, int count) {
    return std::clamp(static_cast<int>(at / length * count), 0, count - 1);
  };
  return cell(position.y() - picture.top(), picture.height(), m_rows) * m_columns +
         cell(position.x() - picture.left(), picture.width(), m_columns);
}

int PatchPicture::heightForWidth(int width) const {
  if (!isThere()) return 0;
  const double most = std::min(kHighest * width, static_cast<double>(kMostLines * fontMetrics().height())),
               own = (width - 2 * kFrame) * m_image.height() / m_image.width();
  return static_cast<int>(std::ceil(std::clamp(own, kThinnest, std::max(kThinnest, most)) + 2 * kFrame));
}

QSize PatchPicture::sizeHint() const {
  constexpr int kUsualWidth = 200;
  return {kUsualWidth, heightForWidth(kUsualWidth)};
}

QString PatchPicture::words() const {
  if (!isThere()) return {};
  const Cursor shown = m_workbench.selection().shown();
  QStringList marked;
  if (shown.query >= 0) marked << queryText(sequence(), shown.query);
  if (shown.key >= 0) marked << keyText(sequence(), shown.key);
  return marked.isEmpty() ? tr("%1×%2 patches").arg(m_rows).arg(m_columns)
                          : tr("%1×%2 patches; framed: %3").arg(m_rows).arg(m_columns).arg(marked.join(u", "));
}

/// A large picture is scaled once for each size, not at every move of the pointer.
void PatchPicture::paintEvent(QPaintEvent*) {
  if (!isThere()) return;
  const QRectF picture = placeIn(rect());
  const QSize pixels = (picture.size() * devicePixelRatioF()).toSize();
  if (m_scaled.size() != pixels) m_scaled = m_image.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  QPainter painter(this);
  painter.drawImage(picture, m_scaled);
  paintFrames(painter, picture);
}

void PatchPicture::mouseMoveEvent(QMouseEvent* event) {
  Selection& selection = m_workbench.selection();
  Cursor cursor = selection.locked();
  cursor.query = tokenAt(event->position());
  if (cursor.query < 0) {
    QToolTip::hideText();
    return selection.endHover();
  }
  QToolTip::showText(event->globalPosition().toPoint(), plainTip(queryText(sequence(), cursor.query)), this);
  selection.hover(cursor);
}

void PatchPicture::mousePressEvent(QMouseEvent* event) {
  const int token = tokenAt(event->position());
  if (token < 0 || event->button() != Qt::LeftButton) return;
  Selection& selection = m_workbench.selection();
  if (event->modifiers() & Qt::ControlModifier) return selection.toggleKey(token);
  Cursor cursor = selection.locked();
  (event->modifiers() & Qt::ShiftModifier ? cursor.key : cursor.query) = token;
  selection.lock(cursor);
}

void PatchPicture::leaveEvent(QEvent*) { m_workbench.selection().endHover(); }

}  // namespace omegascope
