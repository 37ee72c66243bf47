// The runs of the studies panel: how each is made and followed, and how another panel goes on with them.
#include "language/language.h"
#include "views/studies/studies_panel.h"
#include "views/studies/study_controls.h"

namespace omegascope {

using omega::studies::StudyInput;

StudyRun* StudiesPanel::runOf(const QString& study, const QString& size, const StudyInput& input) {
  const std::shared_ptr<const StudyDefinition> definition = m_catalogue.definition(study, size, input);
  if (!definition) return nullptr;
  std::unique_ptr<StudyRun>& run = m_runs[folderOf(*definition)];
  if (run) return run.get();
  run = std::make_unique<StudyRun>(definition, folderOf(*definition));
  StudyRun* made = run.get();
  // One that measures times goes on in Studies only, whose buttons pause it.
  workbench().jobs().add(described(definition->title), made,
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
    fillGallery();
    made == m_run ? showAll() : showState();
    if (made->phase() == StudyRun::Phase::Resting) advance();
  });
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
  m_controls->sizes->setCurrentIndex(before.m_controls->sizes->currentIndex());
  m_controls->inputs->setCurrentIndex(before.m_controls->inputs->currentIndex());
  choose(before.m_name, before.m_size);
}

}  // namespace omegascope
