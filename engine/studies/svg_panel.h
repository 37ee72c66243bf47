// One panel of a figure in its box.
#pragma once

#include "studies/figure.h"
#include "studies/svg_canvas.h"

namespace omega::studies::svg {

/// The look of a curve.
Style style_of(const Curve& curve);

/// The height a panel wants, for a given width.
double wanted_height(const Panel& panel, double width);

void draw_panel(Canvas& canvas, const Panel& panel, const Box& box);

}  // namespace omega::studies::svg
