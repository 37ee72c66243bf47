// MapPager: turns pages of maps where not all fit at a size at which they can be read.
#pragma once

#include <QWidget>
#include <vector>

class QLabel;
class QToolButton;

namespace omegascope {

class MapPager : public QWidget {
  Q_OBJECT

 public:
  explicit MapPager(QWidget* parent);

  /// Which of `count` maps are shown where `fitting` have room; if `keepsFirst`, the first is on every page, to compare
  /// with. The pager is hidden where there is one page.
  std::vector<std::size_t> show(int count, int fitting, bool keepsFirst);

 signals:
  void turned();

 private:
  void turn(int pages);

  QToolButton* m_back = nullptr;
  QToolButton* m_forward = nullptr;
  QLabel* m_text = nullptr;
  int m_page = 0, m_pages = 1;
};

}  // namespace omegascope
