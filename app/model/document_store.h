// DocumentStore: the one document with the one undo stack. Every control edits through change(); views listen to
// changed().
#pragma once

#include <QObject>
#include <QUndoStack>
#include <functional>
#include <memory>

#include "model/document.h"

namespace omegascope {

class DocumentStore : public QObject {
  Q_OBJECT

 public:
  explicit DocumentStore(QObject* parent = nullptr);

  const Document& document() const { return *m_state->document; }
  std::shared_ptr<const Document> shared() const { return m_state->document; }
  QUndoStack* undoStack() { return &m_undo; }

  /// One undo step that says what it did ("S of rfa 16 → 64"). Between beginGesture and endGesture all changes of one
  /// gesture become a single step, whatever their number.
  void change(const QString& what, const std::function<void(Document&)>& edit);
  /// Corrects what the last change led to, as part of the same step: undo takes both back, redo makes both again.
  void amend(const std::function<void(Document&)>& edit);
  void beginGesture();
  void endGesture();

  /// Whether the document is what the last step of undo made of it: nothing was taken back since.
  bool isOfStep() const { return m_isOfStep; }

  /// Takes another document altogether, as when a session is opened. Clears the undo stack, and nothing is lent.
  void replace(Document document);

  /// What a lesson has while it is open: changes of that are not the user's own. Of Chance: the game, and how things
  /// are shown.
  enum class Lent { Nothing, Chance, Everything };
  void lend(Lent lent);
  /// Whether something of the user's own was changed since the session was begun, opened or saved.
  bool isChanged() const { return isChangedAt(m_undo.index()); }
  /// The same of how it was after that many steps of undo.
  bool isChangedAt(int steps) const;

 signals:
  void changed(const omegascope::Document& before, const omegascope::Document& after);

 private:
  class Step;
  /// One state of the document, shared by the steps that lead to it and from it.
  struct State {
    std::shared_ptr<const Document> document;
  };
  void set(std::shared_ptr<State> state, bool isOfStep);
  void tell();
  bool isOfLesson(const Document& before, Document after) const;

  std::shared_ptr<State> m_state;
  std::shared_ptr<const Document> m_told;  // what the views show
  bool m_isTelling = false, m_isOfStep = false;
  QUndoStack m_undo;
  int m_gesture = 0;  // counts gestures; the id that lets steps of one gesture merge
  bool m_inGesture = false;
  Lent m_lent = Lent::Nothing;
};

}  // namespace omegascope
