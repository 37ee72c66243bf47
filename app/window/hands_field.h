// HandsField: where a speaker writes how many hands went up for each answer: "12 30 5", "A12 B30 C5", or one letter for
// each hand, as keypads in a room would send them.
#pragma once

#include <QLineEdit>
#include <optional>
#include <vector>

class QLabel;

namespace omegascope {

/// How many hands each of so many answers has; none where the text does not say so.
std::optional<std::vector<int>> handsIn(const QString& text, std::size_t answers);

class HandsField : public QLineEdit {
  Q_OBJECT

 public:
  explicit HandsField(QWidget* parent);

  /// Shows it, empty, and takes the keyboard.
  void ask();

 signals:
  void given(const QString& text);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void placeName();

  QLabel* m_name = nullptr;  // before what is typed: a placeholder goes with the first digit
};

}  // namespace omegascope
