#include "views/registry.h"

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
PanelKind entry(const char* name, PanelPlace place, Workspace workspace = Workspace::Explore) {
  return {QLatin1String(name), place, workspace,
          [](Workbench& workbench, QWidget* parent) -> Panel* { return new Kind(workbench, parent); }};
}

}  // namespace

const std::vector<PanelKind>& panelKinds() {
  static const std::vector<PanelKind> kinds = {
      entry<WorkloadPanel>("workload", PanelPlace::Left),
      entry<EstimatorsPanel>("estimators", PanelPlace::Left),
      entry<AttentionPanel>("attention", PanelPlace::Centre),
      entry<WeightsPanel>("weights", PanelPlace::CentreBelow),
      entry<MisPanel>("mis", PanelPlace::CentreBelow),
      entry<OutputPanel>("output", PanelPlace::CentreBelow),
      entry<ControlVariatesPanel>("control_variates", PanelPlace::CentreBelow),
      entry<ConvergencePanel>("convergence", PanelPlace::CentreBelow),
      entry<KernelsPanel>("kernels", PanelPlace::CentreBelow),
      entry<NumbersPanel>("numbers", PanelPlace::CentreBelow),
      entry<OmegaSpacePanel>("omega_space", PanelPlace::Right),
      entry<InspectorPanel>("inspector", PanelPlace::RightBelow),
      entry<ScalingPanel>("scaling", PanelPlace::RightBelow),
      entry<ModelViewPanel>("model_view", PanelPlace::RightBelow),
      entry<JobsPanel>("jobs", PanelPlace::RightBelow),
      entry<StudiesPanel>("studies", PanelPlace::Whole, Workspace::Studies),
      entry<RunsPanel>("train_runs", PanelPlace::Left, Workspace::Train),
      entry<NewRunPanel>("train_new", PanelPlace::Left, Workspace::Train),
      entry<CurvesPanel>("train_curves", PanelPlace::Centre, Workspace::Train),
      entry<MeasuresPanel>("train_measures", PanelPlace::CentreBelow, Workspace::Train),
      entry<ExamplesPanel>("train_examples", PanelPlace::CentreBelow, Workspace::Train),
      entry<ConfusionPanel>("train_confusion", PanelPlace::CentreBelow, Workspace::Train),
      entry<HeadsPanel>("train_heads", PanelPlace::Right, Workspace::Train),
      entry<LearnedKernelsPanel>("train_kernels", PanelPlace::RightBelow, Workspace::Train),
      entry<ChancePanel>("chance", PanelPlace::Whole, Workspace::Teach),
      entry<LessonPanel>("lesson", PanelPlace::Strip, Workspace::Teach),
  };
  return kinds;
}

}  // namespace omegascope
