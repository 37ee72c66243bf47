// Pages made from what the window holds: its panels, its menus with their keys, the lessons on its shelf.
#pragma once

#include "lessons/shelf.h"
#include "manual/page_writer.h"

class QAction;
class QMenuBar;

namespace omegascope {

class Panel;

/// Its `?`, with its formulas.
ManualPage panelPage(const Panel& panel, const QString& workspace, const Theme& theme);
/// What a student may read before and after: no answers, no notes for the speaker. `shelf` has the lessons before it.
ManualPage lessonPage(const omega::lessons::Lesson& lesson, const omega::lessons::Shelf& shelf, const Theme& theme);
/// `own`: those of the manual's window.
ManualPage keysPage(const QMenuBar& menus, const QList<QAction*>& own, const Theme& theme);

}  // namespace omegascope
