// The tool bar: draw, step and redraw; seed, layer, head and query; pin; workspaces. Below it, until it is dismissed,
// one line for a first visit.
#pragma once

#include <QToolBar>
#include <map>
#include <utility>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace omegascope {

class Opening;
class Workbench;

class ToolBar : public QToolBar {
  Q_OBJECT

 public:
  ToolBar(Workbench& workbench, QWidget* parent);
  /// What plays the samples.
  void follow(Opening* opening);
  /// Whether the controls of Explore's sequence are shown: in another workspace they would change what nobody sees.
  void setExploring(bool exploring);
  /// Adds them at the right end; where there is no room for all, one button at the left opens a list of them.
  void addWorkspaces(const QList<QAction*>& workspaces);

 signals:
  void redrawRequested();
  /// A number beyond what its box takes was typed: what it can be.
  void limited(const QString& sentence);

 protected:
  bool event(QEvent* event) override;

 private:
  /// From the widest to the narrowest: words beside signs; signs alone; and one button for all workspaces.
  enum class Form { Words, Signs, Folded };

  int widthIn(Form form);
  int buttonWidth(QAction* action, Form form);
  void setForm(Form form);
  void fit();
  template <class Box>
  Box* addNumber(const QString& label, const QString& tip, int low, decltype(Box().maximum()) high);
  QComboBox* addChoice(const QString& label, const QString& tip);
  void addCaptioned(const QString& label, const QString& tip, QWidget* box);
  void addNumbers();
  static void showChoice(QComboBox* box, std::vector<int>& there, const std::vector<int>& numbers, int shown);
  static QString queryTip();
  void showQueryName();
  void refresh();
  void showPlaying();

  Workbench& m_workbench;
  Opening* m_opening = nullptr;
  QList<QAction*> m_ofExplore, m_ofLayers, m_workspaces;
  QAction* m_workspaceChoice = nullptr;
  Form m_form = Form::Words;
  bool m_isExploring = true;
  /// Kept until an action, the font or the style changes.
  std::map<std::pair<QAction*, Form>, int> m_buttonWidths;
  QAction* m_draw = nullptr;
  QAction* m_step = nullptr;
  QAction* m_pin = nullptr;
  QDoubleSpinBox* m_seed = nullptr;
  std::vector<int> m_layers, m_heads;  // in the boxes
  QComboBox* m_layer = nullptr;
  QComboBox* m_head = nullptr;
  QSpinBox* m_query = nullptr;
};

/// "Drag a point in ω-space ...": gone for ever once it is closed.
QToolBar* makeHintBar(QWidget* parent);

}  // namespace omegascope
