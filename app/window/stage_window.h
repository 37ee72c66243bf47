// StageWindow: what a room sees: one or two panels, what the step says below them, and above all of it the halo of the
// pointer or a lens, the ink of a pen, and a curtain.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

class QLabel;

namespace omegascope {

class HandsField;
class LessonPlayer;
class PanelDock;
class StageGlass;

class StageWindow : public QWidget {
  Q_OBJECT

 public:
  enum class Curtain { Open, Black, White };

  explicit StageWindow(const LessonPlayer& player);
  ~StageWindow() override;

  /// Takes the panels of these docks, the largest first; those that were shown before go back to theirs.
  void showPanels(const std::vector<PanelDock*>& docks);
  /// Shows or hides the parts of panels that only set something.
  void showControls(bool shown);
  /// Shows what the step says now.
  void refresh();
  /// One sentence, for a while; an empty one takes away what was said.
  void say(const QString& sentence);
  /// The notes for the speaker, where there is no other screen for them.
  void showNotes(const QString& html);
  /// For where there is no other screen.
  HandsField& handsField() { return *m_hands; }

  Curtain curtain() const;
  void draw(Curtain curtain);
  bool hasPen() const;
  void setPen(bool on);
  bool hasHalo() const { return m_hasHalo; }
  void setHalo(bool on);
  /// Enlarges what is under the pointer.
  bool hasLens() const { return m_hasLens; }
  void setLens(bool on);
  void wipe();

 signals:
  void resized();
  void closeAsked();

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  struct Place {
    PanelDock* dock = nullptr;
    QWidget* frame = nullptr;
  };

  void giveBack(const Place& place);
  void layOut();
  int layOutStrip();
  void layOutPanels(int height);
  void followWhereNeeded();
  void follow();
  void enlarge(std::optional<QPoint> at);

  const LessonPlayer& m_player;
  std::vector<Place> m_places;
  QLabel *m_read = nullptr, *m_act = nullptr;  // what is read, what is to be answered and done
  QLabel *m_said = nullptr, *m_notes = nullptr;
  StageGlass* m_glass = nullptr;
  HandsField* m_hands = nullptr;
  QTimer m_soon, m_pointer, m_patience;
  bool m_hasHalo = false, m_hasLens = false;
  QPoint m_enlarged;          // what the lens shows
  QElapsedTimer m_lensRests;  // since it was painted
};

}  // namespace omegascope
