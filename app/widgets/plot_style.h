// One style for all QCustomPlot plots: fonts, axes with units, grid, legend, estimator pens; light or dark.
#pragma once

#include <qcustomplot.h>

#include <QLocale>
#include <vector>

#include "widgets/estimator_style.h"
#include "widgets/theme.h"
#include "widgets/ticks.h"

namespace omegascope {

enum class AxisKind { Linear, Log10, Log2, Index };

// Everything but the data; again after each change of the theme. Call before styleGraph().
void applyStyle(QCustomPlot& plot, const Theme& theme);

// "memory" and "MiB" make "memory (MiB)". Sets scale, ticker and number format; exports pass QLocale::c().
void styleAxis(QCPAxis& axis, const QString& title, const QString& unit, AxisKind kind,
               const QLocale& locale = QLocale());

/// The legend in rows of its own above everything: it lies over no curve.
void putLegendAbove(QCustomPlot& plot);
/// Once the plot is filled: shows that legend where its rows leave so many lines of text to everything else; where they
/// do not, curves have its room. Returns whether it is shown.
bool fitLegendAbove(QCustomPlot& plot, double leastLines);

/// What an axis is called where its title has no room; until it is styled anew.
void setShortTitle(QCPAxis& axis, const QString& words);

/// Ticks at these places only: the first of them always, and of the others as many as have room, well apart. The axis
/// must be styled already: its scale says what is apart.
void setTicks(QCPAxis& axis, const std::vector<Tick>& ticks);

// A mark at each point, or, where there are many, at about twenty of them.
void thinMarks(QCPGraph& graph);

// Line, marker and dash of an estimator; the marker is thinned where there are many points. A faded graph (another one
// is in the foreground) keeps 35 % of its ink.
void styleGraph(QCPGraph& graph, const EstimatorStyle& style, const Theme& theme, bool faded = false);
QCPScatterStyle scatterStyle(const EstimatorStyle& style, const Theme& theme, bool hollow = false);

// The band between two graphs (10-90 % over replicates, say) in a light tint of the estimator.
QBrush bandBrush(const EstimatorStyle& style);

// Paints the plot into an area, also for SVG or any other vector format that cannot clip: geometry is cut at the axes
// before it is painted.
void paintPlot(QCustomPlot& plot, QPainter& painter, const QRectF& area);

/// Points without a line, each with its mark.
QCPGraph* addMarks(QCPAxis& x, QCPAxis& y, const std::vector<QPointF>& points, const QCPScatterStyle& style);
/// A straight line, which ends at the edges of the axes.
QCPItemLine* addLine(QCPAxis& x, QCPAxis& y, QPointF from, QPointF to, const QPen& pen);
/// Words beside a point; `where`: on which side of them the point stands.
QCPItemText* addWords(QCPAxis& x, QCPAxis& y, QPointF at, const QString& words, Qt::Alignment where,
                      const Theme& theme);

/// A title in bold above the upper left corner of one of a plot's rectangles.
void addTitle(QCustomPlot& plot, QCPAxisRect* rect, const QString& words, const Theme& theme);

}  // namespace omegascope
