// What high contrast adds to the style of controls.
#include <QImage>
#include <QPainter>
#include <QStyleFactory>
#include <QTabBar>
#include <QTableWidget>
#include <QToolButton>
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "app/dresser.h"
#include "widgets/theme.h"
#include "window/appearance.h"

using namespace omegascope;
using namespace omegascope::test;

TEST_CASE("with high contrast tabs have edges, and what is chosen has a bar; else nothing is added", "[theme]") {
  const Dresser dresser;
  for (const Appearance look : {Appearance::StrongLight, Appearance::StrongDark, Appearance::Light, Appearance::Dark}) {
    INFO(static_cast<int>(look));
    applyAppearance(look);
    QTabBar tabs;
    tabs.setShape(QTabBar::RoundedSouth);
    for (const char* title : {"Weights", "MIS"}) tabs.addTab(QLatin1String(title));
    QToolButton chip;
    chip.setText(QStringLiteral("keys"));
    chip.setAutoRaise(true);
    chip.setCheckable(true);
    chip.setChecked(true);
    for (QWidget* one : std::initializer_list<QWidget*>{&tabs, &chip}) one->resize(one->sizeHint());
    const Theme theme = Theme::of(tabs.palette());
    const QImage drawn = tabs.grab().toImage();
    if (!theme.isStrong) {
      const std::unique_ptr<QStyle> plain(QStyleFactory::create(QStringLiteral("Fusion")));
      tabs.setStyle(plain.get());
      CHECK(tabs.grab().toImage() == drawn);
      tabs.setStyle(nullptr);
      continue;
    }
    const auto inked = [&](QPoint at) { return contrast(drawn.pixelColor(at), theme.window); };
    for (int i = 0; i < 2; ++i) {
      const QRect tab = tabs.tabRect(i);
      CHECK(inked({tab.center().x(), tab.bottom()}) >= 3);
      CHECK(inked({i == 0 ? tab.left() : tab.right(), tab.center().y()}) >= 3);
      CHECK((inked({tab.center().x(), tab.bottom() - 1}) >= 3) == (i == 0));
    }
    const QImage on = chip.grab().toImage();
    CHECK(contrast(on.pixelColor(on.width() / 2, on.height() - 2), theme.chosen()) >= 3);
  }
}

TEST_CASE("the mark of an estimator is seen in the row of Numbers that is chosen", "[theme]") {
  const Dresser dresser;
  for (const Appearance look : {Appearance::StrongLight, Appearance::StrongDark, Appearance::Light, Appearance::Dark}) {
    INFO(static_cast<int>(look));
    applyAppearance(look);
    Booth booth;
    booth.showAllCards();
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("numbers")), {900, 300});
    const QTableWidget& table = *panel->findChild<QTableWidget*>();
    REQUIRE(table.rowCount() > 2);
    for (int row = 0; row < table.rowCount(); ++row) {
      // Along the row of pixels through the middle of the mark.
      const auto contrastOf = [&](QIcon::Mode mode, QPalette::ColorRole ground) {
        QImage drawn(table.iconSize(), QImage::Format_RGB32);
        drawn.fill(table.palette().color(QPalette::Active, ground));
        QPainter painter(&drawn);
        table.item(row, 0)->icon().paint(&painter, drawn.rect(), Qt::AlignCenter, mode);
        painter.end();
        double most = 1;
        for (int x = 3; x + 3 < drawn.width(); ++x)
          most = std::max(most, contrast(drawn.pixelColor(x, drawn.height() / 2), drawn.pixelColor(x, 1)));
        return most;
      };
      INFO(row);
      CHECK(contrastOf(QIcon::Selected, QPalette::Highlight) > 0.8 * contrastOf(QIcon::Normal, QPalette::Base));
    }
  }
}
