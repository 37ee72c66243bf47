// One panel of a figure in its box: its axes, and lines, categories or a map.
#pragma once

#include "studies/figure_layout.h"

namespace omega::studies {

/// How a curve looks.
LineMark line_of(const Curve& curve, const FigureLook& look);
PointMark marker_of(const Curve& curve, const FigureLook& look, Position at);

/// What its title and note take above the axes, and the axes' words below.
double head_height(const FigurePart& panel, double width, const FigureLook& look);
double foot_height(const FigureLook& look);

/// Adds its marks; `beside` is the same panel of another run, or null.
PlacedPanel add_panel(Marks& marks, const FigurePart& panel, const FigurePart* beside, const Box& box, double head,
                      const FigureLook& look);

}  // namespace omega::studies
