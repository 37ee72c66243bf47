// Panel: what every view is: a title, a help text, something to draw, the numbers behind it, and the command that makes
// them.
// A panel draws itself on any QPainter, so that screen, PNG, SVG and PDF show the same.
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

#include "views/legend.h"
#include "views/panel_data.h"
#include "views/remedy.h"
#include "widgets/theme.h"
#include "workbench/workbench.h"

class QLayout;
class QMenu;

namespace omegascope {

/// A property of parts of panels that only set something: a room does not see them unless they are wanted.
constexpr char kForHands[] = "forHands";

class Panel : public QWidget {
  Q_OBJECT

 public:
  /// `name` is the word for --panel, file names and settings: "attention".
  Panel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent = nullptr);

  const QString& name() const { return m_name; }
  const QString& title() const { return m_title; }

  /// What this is and, in a last paragraph that begins in bold, what to look for: rich text.
  virtual QString help() const = 0;
  /// What the help shows between the two, in the notation of math_text/math_parser.h; empty where nothing is computed.
  virtual QStringList equations() const { return {}; }
  /// Paints the current picture into `area`, in its own theme and size: for exports and the gallery, which have painted
  /// the ground it stands on.
  virtual void render(QPainter& painter, const QRectF& area, const Theme& theme) const = 0;
  /// The legend that others paint above such an area: not of a panel that puts its own where it belongs, if the theme
  /// wants legends.
  virtual std::vector<LegendEntry> legendAbove() const { return legend(); }
  /// The height of such an area below which its text would not fit; 0 where it fits into any.
  virtual double leastHeight(double /*width*/, const Theme& /*theme*/) const { return 0; }
  /// Whether it tells how large errors are: not while a lesson asks about them.
  bool showsErrors() const { return m_showsErrors; }
  void showErrors(bool shown);
  /// Whether there is more to see than words about what is not there yet.
  virtual bool hasPicture() const { return true; }
  virtual PanelData data() const = 0;
  /// What its signs stand for, where the picture does not say it.
  virtual std::vector<LegendEntry> legend() const { return {}; }
  /// The estimator it is about, for the names of its files; empty where it shows several.
  virtual QString subject() const { return {}; }
  /// What it is about where that is not the sequence of the session, from which no session makes the picture again.
  virtual QString caption() const { return {}; }
  /// What it shows of the picture of Explore: the estimates, or what is computed beside them while it can be seen.
  virtual Work work() const { return Work::nothing; }
  /// What it shows too once that is there, without waiting for it.
  virtual Work workBeside() const { return Work::nothing; }
  /// Whether some of that is from before the last change.
  virtual bool isOld() const { return work() != Work::nothing && (m_workbench.isStale() || snapshot().isOld(work())); }
  /// Whether only a part is shown: render() and visibleData() are of that part, renderWhole() and data() of everything.
  virtual bool isZoomed() const { return false; }
  virtual void renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const {
    render(painter, area, theme);
  }
  virtual PanelData visibleData() const { return data(); }
  /// The lines for a shell that compute what is shown; empty where there are none. What is copied is one line for all
  /// of it: see lineOf() of export/provenance.h.
  virtual QString command() const { return {}; }
  /// A sentence where no line could give these numbers again, whatever the session holds.
  virtual QString whyNoCommand() const { return {}; }
  /// Whether anybody can see it: a tab behind another is visible to Qt, but not on top.
  bool isOnScreen() const { return isVisible() && m_onTop; }
  void setOnTop(bool onTop);
  /// For a picture without a window: measures what it would measure by itself in a while, and waits for it.
  virtual void complete() {}
  /// Where a part stands that a lesson may point at or cover, in the panel's own coordinates; null where it has no
  /// place of its own, flat where it is scrolled out of sight. The parts are those of engine/lessons/marks.cpp.
  virtual QRectF placeOf(const QString& /*part*/) const { return {}; }
  /// Brings such a part into sight, where the panel scrolls.
  virtual void scrollTo(const QString& /*part*/) {}
  /// Other places that say the same as a part, and are covered with it.
  virtual QStringList saysAlso(const QString& /*part*/) const { return {}; }
  /// How high it must be to show everything at that width.
  virtual int heightFor(int width) const;
  /// A table of a few rows, wide and low: in a room it stands below what is drawn.
  virtual bool isTable() const { return false; }
  /// Options for the ⋮ menu, above export and copy.
  virtual void fillMenu(QMenu&) {}
  /// Catches up with what changed while the panel could not be seen: before an export.
  void bringUpToDate();

 signals:
  /// heightFor() has changed.
  void heightChanged();
  /// It shows something other than before.
  void painted();

 protected:
  /// The snapshot, the selection or the way things are shown changed; called only while the panel can be seen.
  virtual void refresh() = 0;
  /// The panel came on screen, or left it.
  virtual void onSeen(bool) {}
  /// Something else that it shows has changed.
  void refreshIfVisible();
  /// Call at the end of refresh(): the next frame of the window shows this snapshot.
  void reportPainted();

  std::vector<const Card*> visibleCards() const;
  /// Lines for what these cards estimate, `want` of it; none for a card that could not run.
  QString estimatesOf(const std::vector<const Card*>& cards, const QString& want) const;

  /// An estimator comes forward, or steps back where it was in front already.
  void toggleCard(int card);
  /// Keeps room between what a layout holds for a lesson's rings, which are wider before an audience.
  void keepRoomForRings(QLayout& layout) const;
  /// A preview that `widget` began ends when the pointer leaves it.
  void endHoverOnLeave(QWidget* widget) { widget->installEventFilter(this); }

  /// Why there is nothing to show at all: the sequence is not there yet, or cannot be made. Empty where it is there.
  QString missingText() const;
  /// Whether some of it is old, and the new one on its way.
  bool isUpdating() const { return isOld() && m_workbench.isBusy(); }
  /// Whether the first estimate of a visible card that `fits` is still to come; and the sentence that stands in its
  /// place.
  bool isMissing(const std::function<bool(const Card&)>& fits) const;
  QString comingText() const;
  /// The button for what the panel lacks; made when it is asked for first, to be put into the layout.
  RemedyButton* remedyButton();
  /// Shows that button with a remedy, or hides it where that is none.
  void offer(const Remedy& remedy);
  /// Whether a panel is about the whole sequence or about the chosen query.
  enum class Shows { Sequence, Query };
  /// What helps a panel that shows cards that `fits` accepts, `method` first: another sequence, such a card, a query,
  /// or computing what was cancelled.
  Remedy usualRemedy(const std::string& method, const std::function<bool(const Card&)>& fits, Shows shows) const;
  /// The same for a panel that shows any card.
  Remedy usualRemedy(Shows shows = Shows::Sequence) const;
  int dims() const;  // of the values; 0 while no query is shown
  /// Which of them is drawn along an axis.
  int shownDim(bool vertical) const;

  Workbench& workbench() const { return m_workbench; }
  const Snapshot& snapshot() const { return *m_workbench.snapshot(); }
  Theme theme() const { return Theme::of(palette()); }

  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  /// `now`, or, where nobody sees the panel, that it waits to be seen.
  QString orWhenShown(const QString& now) const;
  Remedy remedyOfSequence() const;
  Remedy remedyOfCards(const std::string& method, const std::function<bool(const Card&)>& fits) const;

  Workbench& m_workbench;
  QString m_name, m_title;
  RemedyButton* m_remedy = nullptr;
  bool m_outdated = true, m_onTop = true, m_showsErrors = true;
};

}  // namespace omegascope
