#include "workbench/layers.h"

#include <algorithm>

#include "heads/model.h"
#include "synthetic/synthetic.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

using omega::heads::kLayer;

Layers ofPreset(const Workload& workload) {
  const omega::Synthetic& preset = omega::find_synthetic(workload.preset);
  if (preset.whole.empty()) return {};
  const auto spec = std::find_if(preset.options.begin(), preset.options.end(),
                                 [](const omega::OptionSpec& one) { return one.name == kLayer; });
  const auto given = workload.presetOptions.find(kLayer);
  Layers layers;
  for (int layer = static_cast<int>(spec->minimum); layer <= static_cast<int>(spec->maximum); ++layer)
    layers.all.push_back(layer);
  layers.shown = QString::fromStdString(given == workload.presetOptions.end() ? omega::to_string(spec->default_value)
                                                                              : given->second)
                     .toInt();
  return layers;
}

Layers ofFile(const Workload& workload, const FileFacts& facts) {
  if (facts.layers.empty()) return {};
  const auto given = workload.fileOptions.find(kLayer);
  return {{facts.layers.begin(), facts.layers.end()},
          given == workload.fileOptions.end() ? static_cast<int>(facts.layers.front())
                                              : QString::fromStdString(given->second).toInt()};
}

}  // namespace

Layers layersOf(const Workbench& workbench) {
  const Workload& workload = workbench.document().workload;
  if (workload.file.empty()) return ofPreset(workload);
  const Snapshot& snapshot = *workbench.snapshot();
  const bool isOfFile = snapshot.file && snapshot.document && snapshot.document->workload.file == workload.file;
  return isOfFile ? ofFile(workload, *snapshot.file) : Layers();
}

void showLayer(Workbench& workbench, int layer) {
  if (layersOf(workbench).shown == layer) return;
  workbench.store().change(QObject::tr("Layer %1").arg(layer), [layer](Document& d) {
    d.workload.options()[kLayer] = std::to_string(layer);
    d.workload.moved.clear();  // they belong to tokens that are elsewhere now
  });
}

void moveLayer(Workbench& workbench, int steps) {
  const Layers layers = layersOf(workbench);
  const auto at = std::find(layers.all.begin(), layers.all.end(), layers.shown);
  if (at == layers.all.end()) return;
  const auto next = (at - layers.all.begin()) + steps;
  if (next >= 0 && next < static_cast<std::ptrdiff_t>(layers.all.size()))
    showLayer(workbench, layers.all[static_cast<std::size_t>(next)]);
}

}  // namespace omegascope
