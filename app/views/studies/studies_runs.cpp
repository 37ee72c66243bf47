// The runs of the studies panel: how each is made and followed, and how another panel goes on with them.
#include <QFileInfo>
#include <QUrl>
#include <utility>

#include "language/language.h"
#include "views/studies/studies_panel.h"
#include "views/studies/study_controls.h"

namespace omegascope {

using omega::studies::StudyInput;

StudyRun* StudiesPanel::runOf(const QString& study, const QString& size, const StudyInput& input,
                              omega::Precision precision) {
  const std::shared_ptr<const StudyDefinition> definition = m_catalogue.definition(study, size, input, precision);
  if (!definition) return nullptr;
  std::unique_ptr<StudyRun>& run = m_runs[folderOf(*definition)];
  if (run) return run.get();
  run = std::make_unique<StudyRun>(definition, folderOf(*definition));
  StudyRun* made = run.get();
  // One that measures times goes on in Studies only, whose buttons pause it.
  workbench().jobs().add(m_catalogue.titleOf(*definition), made,
                         made->isExclusive() ? JobList::Pause::ByPanel : JobList::Pause::ByUser);
  follow(made);
  return made;
}

void StudiesPanel::follow(StudyRun* made) {
  connect(made, &StudyRun::pictureChanged, this, [this, made] {
    if (made != m_run) return;
    if (isOnScreen()) return showPicture();
    m_isFilled = false;  // shown when somebody looks
  });
  connect(made, &StudyRun::progressed, this, [this, made] {
    if (made == m_run && isOnScreen()) showState();
  });
  connect(made, &StudyRun::phaseChanged, this, [this, made] {
    if (made == m_resting && !made->isPaused()) m_resting = nullptr;  // Jobs let it go on, or cancelled it
    showGalleryEntryOf(*made);
    made == m_run ? showAll() : showState();
    if (made->phase() == StudyRun::Phase::Resting) advance();
  });
}

StudyRun* StudiesPanel::busyRun() const {
  for (const auto& [folder, run] : m_runs)
    if (run && run->phase() != StudyRun::Phase::Resting) return run.get();
  return nullptr;
}

/// Why a study of one's own can be neither changed nor deleted. Its run would go on, and belong to nothing in the list.
QString StudiesPanel::whyNotChanged() const {
  if (!m_catalogue.isOwn(m_name)) return {};
  for (const auto& [folder, run] : m_runs)
    if (run && QString::fromStdString(run->study().name) == m_name && (run->isUnderWay() || isQueued(run.get())))
      return tr("It runs, or waits to, at size %1: cancel that first. The rows that are done stay.")
          .arg(wayText(run->study()));
  return {};
}

// --- Set aside -------------------------------------------------------------------------------------------------------

void StudiesPanel::setAside() {
  if (m_run == nullptr || m_run->phase() != StudyRun::Phase::Resting) return;
  m_aside = m_run->setAside();
  m_asideOf = m_aside.isEmpty() ? nullptr : m_run;
  showAll();
}

void StudiesPanel::takeBack() {
  if (m_asideOf == nullptr) return;
  StudyRun& run = *std::exchange(m_asideOf, nullptr);
  m_beside.reset();  // it may be of the folder that moves
  run.takeBack(m_aside);
  showAll();
}

/// Says where results lie that were set aside, until others are measured in their place.
void StudiesPanel::showAside() {
  const auto isReplaced = [](const StudyRun& run) { return run.isUnderWay() || run.picture(); };
  if (m_asideOf != nullptr && isReplaced(*m_asideOf)) m_asideOf = nullptr;
  if (m_asideOf == nullptr || m_asideOf != m_run) return m_controls->setDone({});
  const auto link = [](const QString& where, const QString& words) {
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(where, words.toHtmlEscaped());
  };
  m_controls->setDone(
      tr("These results lie in %1 now; “compare with …” draws them beside others. %2")
          .arg(link(QUrl::fromLocalFile(m_aside).toString(QUrl::FullyEncoded), QFileInfo(m_aside).fileName()),
               link(QLatin1String(kTakeBack), tr("Undo"))),
      m_aside.toHtmlEscaped());
}

void StudiesPanel::takeOver(StudiesPanel& before) {
  m_run = before.m_run = nullptr;
  for (const auto& [folder, run] : before.m_runs) {
    if (!run) continue;
    run->disconnect(&before);
    follow(run.get());
  }
  m_runs = std::exchange(before.m_runs, {});
  m_queue = std::exchange(before.m_queue, {});
  m_resting = std::exchange(before.m_resting, nullptr);
  m_asideOf = std::exchange(before.m_asideOf, nullptr);
  m_aside = before.m_aside;
  m_controls->sizes->setCurrentIndex(before.m_controls->sizes->currentIndex());
  m_controls->inputs->setCurrentIndex(before.m_controls->inputs->currentIndex());
  m_controls->precisions->setCurrentIndex(before.m_controls->precisions->currentIndex());
  choose(before.m_name, before.m_size);
}

}  // namespace omegascope
