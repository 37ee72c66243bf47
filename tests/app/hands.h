// What tests of panels do with a mouse, and what they compare it with: the engine's own numbers.
#pragma once

#include <QPointF>

#include "app/booth.h"
#include "figures/figure_view.h"

class QWidget;

namespace omegascope::test {

// Cards of the start picture.
inline constexpr int kRfa = 1, kLara = 2;

/// A visible card's result, which must be there.
const CardResult& resultOf(Booth& booth, int card);
/// A row of what an estimator gives when it is asked for its whole map.
std::vector<double> attentionRow(Booth& booth, int card, int query);
/// Where a point of a figure stands.
QPointF pixelOf(const FigureView& view, const omega::studies::Spot& spot);

void moveTo(QWidget& widget, QPointF at, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers modifiers = {});
void drag(QWidget& widget, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = {});
void leave(QWidget& widget);

}  // namespace omegascope::test
