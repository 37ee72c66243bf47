// One estimator in the list: chip, name, eye, error, cost, and its options as a form.
#pragma once

#include <QFrame>

#include "model/snapshot.h"
#include "widgets/theme.h"

class QLabel;
class QMenu;
class QToolButton;

namespace omegascope {

class EstimatorChip;
class OptionForm;
class Workbench;

class EstimatorCard : public QFrame {
  Q_OBJECT

 public:
  EstimatorCard(Workbench& workbench, int card, QWidget* parent = nullptr);

  int card() const { return m_card; }
  const std::string& method() const { return m_method; }
  void refresh(const Theme& theme);
  /// Shows its options.
  void unfold();
  /// Scrolls to it, and gives it the keyboard, unless it has that.
  void bringForward();

 signals:
  /// The card was clicked: its estimator comes forward.
  void chosen(int card);
  /// It was moved, or its copy was added.
  void placed(int card);

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeHeader();
  void fillMenu();
  void addMoves(QMenu& menu);
  /// To the place of the card before it (−1), or behind it (1); where there is none, nothing.
  void move(int by);
  bool canMove(int by) const;
  void showOptions();
  QString factsOf(const CardResult* result) const;
  /// The card as it is now; null between its removal and that of this widget.
  const Card* now() const;
  /// One step of undo; in its words %1 is the card's label.
  void change(const QString& what, const std::function<void(Document&, Card&)>& edit);

  Workbench& m_workbench;
  int m_card;
  bool m_wasVisible = false;
  const std::string m_method;
  EstimatorChip* m_chip = nullptr;
  QToolButton* m_eye = nullptr;
  QToolButton* m_fold = nullptr;
  QToolButton* m_menu = nullptr;
  QLabel* m_name = nullptr;
  QLabel* m_facts = nullptr;
  OptionForm* m_form = nullptr;
};

}  // namespace omegascope
