// FlowLayout: rows of small controls that go on where the width ends.
#include "widgets/flow_layout.h"

#include <QLabel>
#include <QWidgetItem>
#include <catch2/catch.hpp>
#include <memory>

using namespace omegascope;

namespace {

/// Counts those that exist.
class CountedItem : public QWidgetItem {
 public:
  CountedItem(QWidget* widget, int& alive) : QWidgetItem(widget), m_alive(alive) { ++m_alive; }
  ~CountedItem() override { --m_alive; }

 private:
  int& m_alive;
};

}  // namespace

TEST_CASE("a row that goes takes all of its items along, those behind groups too", "[layout]") {
  int alive = 0;
  QWidget parent;
  auto layout = std::make_unique<FlowLayout>(6, &parent);
  layout->addTogether({new QLabel(QStringLiteral("a"), &parent), new QLabel(QStringLiteral("b"), &parent)});
  layout->addItem(new CountedItem(new QLabel(QStringLiteral("c"), &parent), alive));
  layout->addTogether({new QLabel(QStringLiteral("d"), &parent), new QLabel(QStringLiteral("e"), &parent)});
  layout->addItem(new CountedItem(new QLabel(QStringLiteral("f"), &parent), alive));
  REQUIRE(layout->count() == 4);
  REQUIRE(alive == 2);
  layout.reset();
  CHECK(alive == 0);
}

TEST_CASE("no row ends between widgets that stand together", "[layout]") {
  QWidget parent;
  auto* layout = new FlowLayout(6, &parent);
  auto* lone = new QLabel(QStringLiteral("a rather long name"), &parent);
  auto* name = new QLabel(QStringLiteral("name"), &parent);
  auto* box = new QLabel(QStringLiteral("box"), &parent);
  layout->addWidget(lone);
  layout->addTogether({name, box});
  const int width = lone->sizeHint().width() + 6 + name->sizeHint().width() + 2;  // the name alone would fit
  layout->setGeometry({0, 0, width, layout->heightForWidth(width)});
  CHECK(name->y() > lone->y());
  CHECK(box->y() == name->y());
  CHECK(box->x() > name->x());
}
