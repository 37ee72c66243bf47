#include "views/registry.h"

#include <algorithm>

#include "views/attention/attention_panel.h"
#include "views/chance/chance_panel.h"
#include "views/convergence/convergence_panel.h"
#include "views/estimators/estimators_panel.h"
#include "views/inspector/inspector_panel.h"
#include "views/kernels/kernels_panel.h"
#include "views/lesson/lesson_panel.h"
#include "views/mis/mis_panel.h"
#include "views/model_view/model_view_panel.h"
#include "views/omega_space/omega_space_panel.h"
#include "views/output/output_panel.h"
#include "views/scaling/scaling_panel.h"
#include "views/studies/studies_panel.h"
#include "views/train/curves_panel.h"
#include "views/train/new_run_panel.h"
#include "views/train/runs_panel.h"
#include "views/weights/weights_panel.h"
#include "views/workload/workload_panel.h"

namespace omegascope {

namespace {

template <class Kind>
Panel* make(Workbench& workbench, QWidget* parent) {
  return new Kind(workbench, parent);
}

}  // namespace

const std::vector<PanelKind>& panelKinds() {
  static const std::vector<PanelKind> kinds = {
      {QStringLiteral("workload"), make<WorkloadPanel>, Place::Left},
      {QStringLiteral("estimators"), make<EstimatorsPanel>, Place::Left},
      {QStringLiteral("attention"), make<AttentionPanel>, Place::Centre},
      {QStringLiteral("weights"), make<WeightsPanel>, Place::CentreBelow},
      {QStringLiteral("mis"), make<MisPanel>, Place::CentreBelow},
      {QStringLiteral("output"), make<OutputPanel>, Place::CentreBelow},
      {QStringLiteral("control_variates"), makeControlVariatesPanel, Place::CentreBelow},
      {QStringLiteral("convergence"), make<ConvergencePanel>, Place::CentreBelow},
      {QStringLiteral("kernels"), make<KernelsPanel>, Place::CentreBelow},
      {QStringLiteral("numbers"), makeNumbersPanel, Place::CentreBelow},
      {QStringLiteral("omega_space"), make<OmegaSpacePanel>, Place::Right},
      {QStringLiteral("inspector"), make<InspectorPanel>, Place::RightBelow},
      {QStringLiteral("scaling"), make<ScalingPanel>, Place::RightBelow},
      {QStringLiteral("model_view"), make<ModelViewPanel>, Place::RightBelow},
      {QStringLiteral("jobs"), makeJobsPanel, Place::RightBelow},
      {QStringLiteral("studies"), make<StudiesPanel>, Place::Whole, Workspace::Studies},
      {QStringLiteral("train_runs"), make<RunsPanel>, Place::Left, Workspace::Train},
      {QStringLiteral("train_new"), make<NewRunPanel>, Place::Left, Workspace::Train},
      {QStringLiteral("train_curves"), make<CurvesPanel>, Place::Centre, Workspace::Train},
      {QStringLiteral("train_measures"), makeMeasuresPanel, Place::CentreBelow, Workspace::Train},
      {QStringLiteral("train_examples"), makeExamplesPanel, Place::CentreBelow, Workspace::Train},
      {QStringLiteral("train_confusion"), makeConfusionPanel, Place::CentreBelow, Workspace::Train},
      {QStringLiteral("train_heads"), makeHeadsPanel, Place::Right, Workspace::Train},
      {QStringLiteral("train_kernels"), makeLearnedKernelsPanel, Place::RightBelow, Workspace::Train},
      {QStringLiteral("chance"), make<ChancePanel>, Place::Whole, Workspace::Teach},
      {QStringLiteral("lesson"), make<LessonPanel>, Place::Strip, Workspace::Teach},
  };
  return kinds;
}

const PanelKind* panelKind(const QString& name) {
  const auto found = std::find_if(panelKinds().begin(), panelKinds().end(),
                                  [&name](const PanelKind& one) { return one.name == name; });
  return found == panelKinds().end() ? nullptr : &*found;
}

}  // namespace omegascope
