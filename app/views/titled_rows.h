// The rows of a form of options: titles, and controls beside or below them.
#pragma once

#include <QEvent>
#include <QLabel>
#include <algorithm>

#include "widgets/placing_layout.h"

namespace omegascope {

/// What an option is called, bold and with a way back where it is changed.
class OptionTitle : public QLabel {
 public:
  OptionTitle(const QString& title, QWidget* parent) : QLabel(title, parent), m_title(title) { setWordWrap(true); }

  void setChanged(bool changed) {
    m_isChanged = changed;
    setText(changed ? QStringLiteral("<b>%1</b> <a href=\"default\" title=\"default\">↺</a>").arg(m_title) : m_title);
  }
  /// In one line.
  int wholeWidth() const { return widthOf(words()); }
  int longestWord() const {
    int longest = 0;
    for (const QString& word : words().split(QLatin1Char(' '))) longest = std::max(longest, widthOf(word));
    return longest;
  }

 protected:
  void changeEvent(QEvent* event) override {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_isChanged) return;
    clear();  // a link has the colour of when its text was set, and the same text is not set again
    setChanged(true);
  }

 private:
  QString words() const { return m_isChanged ? m_title + QStringLiteral(" ↺") : m_title; }
  int widthOf(const QString& words) const {
    QFont bold = font();
    bold.setBold(m_isChanged);
    return QFontMetrics(bold).horizontalAdvance(words) + 2;
  }

  QString m_title;
  bool m_isChanged = false;
};

/// Rows of a title and a control beside it, or of one widget. Titles have one width: where that would take too much
/// from the controls, the long ones are broken between words; where not even their words have room, they stand above.
/// All of it follows from the width alone, at once: whoever lays out twice may show what is between.
class TitledRows : public PlacingLayout {
  static constexpr int kTitleGap = 6;  // between titles and controls
  static constexpr int kRowGap = 3;

 public:
  explicit TitledRows(QWidget* parent) : PlacingLayout(parent) {}

  void addRow(OptionTitle* title, QWidget* control) {
    addWidget(title);
    addWidget(control);
  }
  Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
  QSize minimumSize() const override {
    int width = 0;
    for (const Line& line : lines())
      width = std::max({width, line.control->minimumSize().width(), line.title ? line.title->longestWord() : 0});
    return {width, heightForWidth(std::max(width, sizeHint().width()))};
  }
  QSize sizeHint() const override {
    int title = 0, control = 0, alone = 0;
    for (const Line& line : lines()) {
      int& part = line.title ? control : alone;
      part = std::max(part, line.control->sizeHint().width());
      if (line.title) title = std::max(title, line.title->wholeWidth() + kTitleGap);
    }
    const int width = std::max(alone, title + control);
    return {width, heightForWidth(width)};
  }

 private:
  struct Line {
    const OptionTitle* title = nullptr;
    QLayoutItem *titleItem = nullptr, *control = nullptr;
  };

  /// Those that are shown.
  std::vector<Line> lines() const {
    std::vector<Line> lines;
    Line line;
    for (const auto& item : m_items) {
      if (const auto* title = dynamic_cast<const OptionTitle*>(item->widget())) {
        line = {title, item.get(), nullptr};
        continue;
      }
      line.control = item.get();
      if (!item->isEmpty()) lines.push_back(line);
      line = {};
    }
    return lines;
  }

  static int heightOf(const QLayoutItem& item, int width) {
    return item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height();
  }

  int place(const QRect& rect, bool move) const override {
    const std::vector<Line> all = lines();
    int control = 0, word = 0, widest = 0;
    for (const Line& line : all) {
      if (line.title == nullptr) continue;
      control = std::max(control, line.control->minimumSize().width());
      word = std::max(word, line.title->longestWord());
    }
    const int room = rect.width() - kTitleGap - control;
    const auto isBeside = [&](const Line& line) {
      return line.title != nullptr && (word <= room || line.title->wholeWidth() <= room);
    };
    for (const Line& line : all)
      if (isBeside(line)) widest = std::max(widest, line.title->wholeWidth());
    const int titles = std::min(widest, room), rest = rect.width() - titles - kTitleGap;
    int y = rect.top();
    const auto put = [&](QLayoutItem* item, int x, int width, int height) {
      if (move) item->setGeometry(QRect(rect.left() + x, y, width, height));
    };
    for (const Line& line : all) {
      const bool beside = isBeside(line);
      if (line.title != nullptr && !beside) {
        const int height = heightOf(*line.titleItem, rect.width());
        put(line.titleItem, 0, rect.width(), height);
        y += height;
      }
      const int width = beside ? rest : rect.width();
      int height = heightOf(*line.control, width);
      if (beside) {
        height = std::max(height, heightOf(*line.titleItem, titles));
        put(line.titleItem, 0, titles, height);
      }
      put(line.control, rect.width() - width, width, height);
      y += height + kRowGap;
    }
    return y - rect.top() - (all.empty() ? 0 : kRowGap);
  }
};

}  // namespace omegascope
