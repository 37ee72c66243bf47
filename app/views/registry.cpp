#include "views/registry.h"

#include <algorithm>

#include "views/attention/attention_panel.h"
#include "views/chance/chance_panel.h"
#include "views/control_variates/control_variates_panel.h"
#include "views/convergence/convergence_panel.h"
#include "views/estimators/estimators_panel.h"
#include "views/inspector/inspector_panel.h"
#include "views/jobs/jobs_panel.h"
#include "views/kernels/kernels_panel.h"
#include "views/lesson/lesson_panel.h"
#include "views/mis/mis_panel.h"
#include "views/model_view/model_view_panel.h"
#include "views/numbers/numbers_panel.h"
#include "views/omega_space/omega_space_panel.h"
#include "views/output/output_panel.h"
#include "views/scaling/scaling_panel.h"
#include "views/studies/studies_panel.h"
#include "views/train/confusion_panel.h"
#include "views/train/curves_panel.h"
#include "views/train/examples_panel.h"
#include "views/train/heads_panel.h"
#include "views/train/learned_kernels_panel.h"
#include "views/train/measures_panel.h"
#include "views/train/new_run_panel.h"
#include "views/train/runs_panel.h"
#include "views/weights/weights_panel.h"
#include "views/workload/workload_panel.h"

namespace omegascope {

namespace {

template <class Kind>
PanelKind entry(const char* name, Place place, Workspace workspace = Workspace::Explore) {
  return {QLatin1String(name), place, workspace,
          [](Workbench& workbench, QWidget* parent) -> Panel* { return new Kind(workbench, parent); }};
}

}  // namespace

const std::vector<PanelKind>& panelKinds() {
  static const std::vector<PanelKind> kinds = {
      entry<WorkloadPanel>("workload", Place::Left),
      entry<EstimatorsPanel>("estimators", Place::Left),
      entry<AttentionPanel>("attention", Place::Centre),
      entry<WeightsPanel>("weights", Place::CentreBelow),
      entry<MisPanel>("mis", Place::CentreBelow),
      entry<OutputPanel>("output", Place::CentreBelow),
      entry<ControlVariatesPanel>("control_variates", Place::CentreBelow),
      entry<ConvergencePanel>("convergence", Place::CentreBelow),
      entry<KernelsPanel>("kernels", Place::CentreBelow),
      entry<NumbersPanel>("numbers", Place::CentreBelow),
      entry<OmegaSpacePanel>("omega_space", Place::Right),
      entry<InspectorPanel>("inspector", Place::RightBelow),
      entry<ScalingPanel>("scaling", Place::RightBelow),
      entry<ModelViewPanel>("model_view", Place::RightBelow),
      entry<JobsPanel>("jobs", Place::RightBelow),
      entry<StudiesPanel>("studies", Place::Whole, Workspace::Studies),
      entry<RunsPanel>("train_runs", Place::Left, Workspace::Train),
      entry<NewRunPanel>("train_new", Place::Left, Workspace::Train),
      entry<CurvesPanel>("train_curves", Place::Centre, Workspace::Train),
      entry<MeasuresPanel>("train_measures", Place::CentreBelow, Workspace::Train),
      entry<ExamplesPanel>("train_examples", Place::CentreBelow, Workspace::Train),
      entry<ConfusionPanel>("train_confusion", Place::CentreBelow, Workspace::Train),
      entry<HeadsPanel>("train_heads", Place::Right, Workspace::Train),
      entry<LearnedKernelsPanel>("train_kernels", Place::RightBelow, Workspace::Train),
      entry<ChancePanel>("chance", Place::Whole, Workspace::Teach),
      entry<LessonPanel>("lesson", Place::Strip, Workspace::Teach),
  };
  return kinds;
}

const PanelKind* panelKind(const QString& name) {
  const auto found = std::find_if(panelKinds().begin(), panelKinds().end(),
                                  [&name](const PanelKind& one) { return one.name == name; });
  return found == panelKinds().end() ? nullptr : &*found;
}

}  // namespace omegascope
