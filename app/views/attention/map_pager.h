// MapPager: turns through maps where not all have room at a size at which they can be read.
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

  /// Which of `count` maps are shown where `fitting` have room; the first, to compare with, on every page if it is
  /// kept. Can be seen only where there are several pages.
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
