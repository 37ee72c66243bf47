#include "model/document_store.h"

#include <QUndoCommand>
#include <algorithm>
#include <utility>

namespace omegascope {

namespace {
constexpr int kUndoDepth = 200;
}

/// Documents are small values: a step keeps the whole of before and after.
class DocumentStore::Step : public QUndoCommand {
 public:
  Step(DocumentStore* store, const QString& what, std::shared_ptr<State> before, std::shared_ptr<State> after,
       int gesture, bool isOfLesson)
      : QUndoCommand(what),
        m_store(store),
        m_before(std::move(before)),
        m_after(std::move(after)),
        m_gesture(gesture),
        m_isOfLesson(isOfLesson) {}

  // Views are told only when the stack is done: one may answer with a change of its own, as a field does that is
  // hidden with a number half typed.
  void undo() override { m_store->set(m_before, false); }
  void redo() override { m_store->set(m_after, true); }
  int id() const override { return m_gesture; }
  bool isOfLesson() const { return m_isOfLesson; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = static_cast<const Step*>(other);
    m_after = next->m_after;
    m_isOfLesson = m_isOfLesson && next->m_isOfLesson;
    setText(next->text());
    // A gesture that ends where it began leaves no step behind.
    const bool isBack = *m_after->document == *m_before->document;
    if (isBack) m_store->set(m_before, false);
    setObsolete(isBack);
    return true;
  }

 private:
  DocumentStore* m_store;
  std::shared_ptr<State> m_before, m_after;
  int m_gesture;
  bool m_isOfLesson;
};

DocumentStore::DocumentStore(QObject* parent)
    : QObject(parent),
      m_state(std::make_shared<State>(State{std::make_shared<Document>(Document::start())})),
      m_told(m_state->document) {
  m_undo.setUndoLimit(kUndoDepth);
  connect(&m_undo, &QUndoStack::indexChanged, this, &DocumentStore::tell);
}

void DocumentStore::set(std::shared_ptr<State> state, bool isOfStep) {
  m_state = std::move(state);
  m_isOfStep = isOfStep;
}

void DocumentStore::change(const QString& what, const std::function<void(Document&)>& edit) {
  auto after = std::make_shared<Document>(document());
  edit(*after);
  if (*after == document()) return;
  const bool isLent = isOfLesson(document(), *after);
  m_undo.push(new Step(this, what, m_state, std::make_shared<State>(State{std::move(after)}),
                       m_inGesture ? m_gesture : -1, isLent));
}

void DocumentStore::amend(const std::function<void(Document&)>& edit) {
  auto after = std::make_shared<Document>(document());
  edit(*after);
  if (*after == document()) return;
  m_state->document = std::move(after);
  tell();
}

void DocumentStore::beginGesture() {
  ++m_gesture;
  m_inGesture = true;
}

void DocumentStore::endGesture() { m_inGesture = false; }

void DocumentStore::replace(Document document) {
  m_undo.clear();
  m_inGesture = false;
  m_lent = Lent::Nothing;
  set(std::make_shared<State>(State{std::make_shared<Document>(std::move(document))}), false);
  tell();
}

// Where nothing was changed but by lessons, that is where changes are counted from: a long lesson must not push the end
// of the stack there.
void DocumentStore::lend(Lent lent) {
  m_lent = lent;
  if (!isChanged()) m_undo.setClean();
}

bool DocumentStore::isOfLesson(const Document& before, Document after) const {
  if (m_lent != Lent::Chance) return m_lent == Lent::Everything;
  after.chance = before.chance;
  after.view = before.view;
  after.asks = before.asks;
  return after == before;
}

bool DocumentStore::isChangedAt(int steps) const {
  const int clean = m_undo.cleanIndex();
  if (clean < 0) return true;
  for (int i = std::min(clean, steps); i < std::max(clean, steps); ++i)
    if (!static_cast<const Step*>(m_undo.command(i))->isOfLesson()) return true;
  return false;
}

/// Tells change after change, also those that views make on hearing of one.
void DocumentStore::tell() {
  if (m_isTelling) return;
  m_isTelling = true;
  while (m_told != m_state->document) {
    const std::shared_ptr<const Document> after = m_state->document, before = std::exchange(m_told, after);
    emit changed(*before, *after);
  }
  m_isTelling = false;
}

}  // namespace omegascope
