#include "views/attention/map_pager.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "widgets/controls.h"
#include "widgets/signs.h"

namespace omegascope {

MapPager::MapPager(QWidget* parent) : QWidget(parent) {
  auto* row = bare(new QHBoxLayout(this));
  m_back = makeSignButton(signIcon(Sign::back), tr("The maps before these"), this);
  m_text = new QLabel(this);
  m_text->setToolTip(tr("More maps are shown at once in a larger panel: Ctrl+M lets it fill the window"));
  m_forward = makeSignButton(signIcon(Sign::forward), tr("The maps after these"), this);
  for (QWidget* part : std::initializer_list<QWidget*>{m_back, m_text, m_forward}) row->addWidget(part);
  connect(m_back, &QToolButton::clicked, this, [this] { turn(-1); });
  connect(m_forward, &QToolButton::clicked, this, [this] { turn(1); });
  hide();
}

void MapPager::turn(int pages) {
  m_page = std::clamp(m_page + pages, 0, m_pages - 1);
  emit turned();
}

std::vector<std::size_t> MapPager::show(int count, int fitting, bool keepsFirst) {
  const int kept = keepsFirst && fitting > 1 && fitting < count ? 1 : 0, each = std::max(1, fitting - kept),
            others = count - kept;
  m_pages = std::max(1, (others + each - 1) / each);
  m_page = std::clamp(m_page, 0, m_pages - 1);
  // The last page begins earlier, so that it is full too.
  const int begin = kept + std::clamp(others - each, 0, m_page * each), end = std::min(count, begin + each);
  std::vector<std::size_t> shown;
  if (kept > 0) shown.push_back(0);
  for (int i = begin; i < end; ++i) shown.push_back(static_cast<std::size_t>(i));
  m_text->setText(begin + 1 == end ? tr("map %1 of %2").arg(end).arg(count)
                                   : tr("maps %1–%2 of %3").arg(begin + 1).arg(end).arg(count));
  m_back->setEnabled(m_page > 0);
  m_forward->setEnabled(m_page + 1 < m_pages);
  setVisible(m_pages > 1);
  return shown;
}

}  // namespace omegascope
