// What has a size in pixels, and must have another one with larger text.
#pragma once

#include <functional>

class QTableView;
class QWidget;

namespace omegascope {

/// `fit` is called now, and again whenever the widget's font changes.
void fitToText(QWidget& widget, std::function<void()> fit);
/// Rows are as high as a line of text and a little air.
void fitRows(QTableView& table);

}  // namespace omegascope
