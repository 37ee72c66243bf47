// Text and tables of numbers inside panels, the same on the screen and in every export.
#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

#include "widgets/estimator_style.h"
#include "widgets/theme.h"

class QPainter;

namespace omegascope {

/// A number for the screen: locale digits, "–" where there is none.
QString numberText(double value, int digits = 4);
/// A whole number for the screen.
QString countText(qint64 count);
/// "0.0031 ± 2 %": with its standard error as a share of it, where it has one.
QString numberWithError(double value, double error, int digits = 3);
/// "from 256 of 131 072 queries"
QString queriesText(qint64 some, qint64 all);
/// A number with a point and nine digits, for files and the clipboard; empty where there is none.
QString plainNumber(double value);
/// (0.12, −3.4, …), at most `most` of them.
QString vectorText(const std::vector<double>& values, std::size_t most = 4);

/// The marker of an estimator as a letter, and in its colour.
QString markerLetter(const EstimatorStyle& style);
QString markerHtml(const EstimatorStyle& style, const Theme& theme);
/// The text of a tooltip, letter by letter, also where a token in it looks like a tag.
QString plainTip(const QString& text);
/// Cells are HTML; the first `words` columns are aligned left, the others right.
QString tableHtml(const QStringList& header, const std::vector<QStringList>& rows, const Theme& theme, int words = 1);

/// Smaller where it would not fit.
void paintRichText(QPainter& painter, const QRectF& area, const Theme& theme, const QString& html);
/// How high it is where nothing in it is smaller.
double richTextHeight(double width, const Theme& theme, const QString& html);
/// Where a table in it has the rows from the first cell that says `first` to before the next that says `next`; empty
/// where there are none.
QRectF richTextRows(const QRectF& area, const Theme& theme, const QString& html, const QString& first,
                    const QString& next);
/// The paragraph, or the cell of a table, at a point of what paintRichText() paints.
QString richTextAt(const QRectF& area, const Theme& theme, const QString& html, QPointF at);

}  // namespace omegascope
