// A panel as a picture of some size: pixels, SVG or PDF. What is drawn is the panel's own render().
#pragma once

#include <QByteArray>
#include <QImage>
#include <QStringList>
#include <vector>

#include "export/export_options.h"
#include "views/panel.h"

class QPrinter;

namespace omegascope {

Theme themeOf(const ExportOptions& options);

/// The options, as high as the panel needs to be readable at that width where that is more than was asked for.
ExportOptions readable(const Panel& panel, ExportOptions options);

/// Whether the words around the picture leave room for it; else it is refused.
bool hasRoom(const Panel& panel, const ExportOptions& options);

/// What is left empty in the picture, and which text is smaller than asked, since it lacks room: a sentence each.
QStringList lacksOfRoom(const Panel& panel, const ExportOptions& options);

/// For a dialog: what size the picture has that is `written`, and what of it lacks room.
QString resultText(const Panel& panel, const ExportOptions& written, const QSizeF& asked);

/// This and all below throw omega::Error (input) where the words around the picture leave no room for it.
/// The logical size of the options, drawn in `pixels`: those of the options for a file, fewer for a preview. In one go,
/// up to a few seconds for the largest: whoever handled events meanwhile would get a picture of several moments.
QImage pixelPicture(const Panel& panel, const ExportOptions& options, const QSize& pixels);

QByteArray svgPicture(const Panel& panel, const ExportOptions& options, const QString& description);

/// As large as the page allows, in the proportions of the panel's place on the screen.
void printPicture(QPrinter& printer, const Panel& panel, ExportOptions options);

/// Without the hour at which it was made, by which the same pages would differ. Qt has no way to leave it out.
QByteArray withoutDate(QByteArray pdf);

/// A page for each panel; `beforePage` may throw to stop.
QByteArray pdfPages(const std::vector<const Panel*>& panels, const ExportOptions& options, const QString& title,
                    const QByteArray& provenance, const std::function<void(int)>& beforePage = {});

}  // namespace omegascope
