#include "app/hands.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <catch2/catch.hpp>

#include "run/runner.h"

namespace omegascope::test {

const CardResult& resultOf(Booth& booth, int card) {
  const CardResult* result = booth.workbench().snapshot()->card(card);
  REQUIRE(result != nullptr);
  REQUIRE(result->result != nullptr);
  return *result;
}

std::vector<double> attentionRow(Booth& booth, int card, int query) {
  omega::Request request = *resultOf(booth, card).request;
  request.want = {{"y", "attention"}};
  const omega::Array map = omega::run(request).at("attention");
  const auto length = static_cast<std::size_t>(map.shape().back());
  std::vector<double> row(length);
  map.copy_to(row.data(), static_cast<std::size_t>(query) * length, length);
  return row;
}

QPointF pixelOf(const FigureView& view, const omega::studies::Spot& spot) {
  const omega::studies::Position place = omega::studies::place_of(view.drawing(), spot);
  return {place.x, place.y};
}

void moveTo(QWidget& widget, QPointF at, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) {
  QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, buttons, modifiers);
  QApplication::sendEvent(&widget, &move);
}

void drag(QWidget& widget, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers) {
  QTest::mousePress(&widget, Qt::LeftButton, modifiers, from.toPoint());
  for (int step = 1; step <= 4; ++step) moveTo(widget, from + (to - from) * (step / 4.0), Qt::LeftButton, modifiers);
  QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to.toPoint());
}

void leave(QWidget& widget) {
  QEvent event(QEvent::Leave);
  QApplication::sendEvent(&widget, &event);
}

}  // namespace omegascope::test
