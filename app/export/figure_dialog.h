// The figure builder: which panels stand on the page, where, and how all of it looks, with a live preview. It edits the
// document's figure, a step of undo at a time.
#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>
#include <vector>

#include "export/figure_motion.h"
#include "export/figure_sheet.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;

namespace omegascope {

class PicturePreview;

class FigureDialog : public QDialog {
  Q_OBJECT

 public:
  /// How exec() ends where the motion of the figure is to be written.
  static constexpr int kPictures = Accepted + 1, kGif = kPictures + 1;

  FigureDialog(Workbench& workbench, const FigureSheet::Find& find, QWidget* parent);

  const FigureSheet& sheet() const { return m_sheet; }
  FigureSheet& sheet() { return m_sheet; }
  ExportFormat format() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void makeTiles(QFormLayout& form);
  void makeTileButtons(QFormLayout& form);
  void makeSizes(QFormLayout& form);
  void makeLooks(QFormLayout& form);
  void makeMotion(QFormLayout& form);
  void makeMoved(QFormLayout& form);
  void makeMotionNumbers(QFormLayout& form);
  void makeMotionExport(QFormLayout& form);
  void enableInMotion(const std::vector<QWidget*>& controls);
  void makeButtons(QFormLayout& form);
  void makeUndo(QFormLayout& form);
  /// Where a number of the figure is kept.
  template <class Number>
  using Spot = std::type_identity_t<std::function<Number&(PaperFigure&)>>;
  /// Makes a box fit for what it shows next.
  template <class Box>
  using Fit = std::type_identity_t<std::function<void(Box*)>>;
  template <class Box, class Number>
  Box* addNumber(QFormLayout& form, const QString& label, const QString& tip, Number low, Number high,
                 const Spot<Number>& spot, const Fit<Box>& fit = {});
  void addCheck(QFormLayout& form, const QString& label, const QString& tip, bool PaperFigure::*member);
  void removeTile();
  void moveTile(int steps);
  void lockColours(bool locked);

  const PaperFigure& figure() const { return m_workbench.document().figure; }
  void edit(const QString& what, const std::function<void(PaperFigure&)>& change);
  int chosen() const;
  const MovableOption* moved() const;
  void fillIn();
  void fillTiles();
  void drawPreview();

  Workbench& m_workbench;
  FigureSheet::Find m_find;
  FigureSheet m_sheet;
  int m_first;  // step of undo that it began at: no further back from here
  PicturePreview* m_preview = nullptr;
  QListWidget* m_tiles = nullptr;
  QPushButton* m_add = nullptr;
  QPushButton* m_remove = nullptr;
  QPushButton* m_up = nullptr;
  QPushButton* m_down = nullptr;
  QComboBox* m_format = nullptr;
  QLabel* m_result = nullptr;
  std::vector<MovableOption> m_movable;
  std::vector<std::function<void()>> m_fill;  // shows what the document says, control by control
  QTimer m_redraw;
  bool m_filling = false;
};

}  // namespace omegascope
