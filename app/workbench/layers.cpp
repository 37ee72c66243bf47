#include "workbench/layers.h"

#include <algorithm>

#include "heads/model.h"
#include "synthetic/synthetic.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

using omega::heads::kLayer;

int shownBy(const OptionTexts& options, int usual) {
  const auto given = options.find(kLayer);
  return given == options.end() ? usual : QString::fromStdString(given->second).toInt();
}

Layers ofPreset(const Workload& workload) {
  const omega::Synthetic& preset = omega::find_synthetic(workload.preset);
  if (preset.whole.empty()) return {};
  const auto spec = std::find_if(preset.options.begin(), preset.options.end(),
                                 [](const omega::OptionSpec& one) { return one.name == kLayer; });
  Layers layers;
  for (int layer = static_cast<int>(spec->minimum); layer <= static_cast<int>(spec->maximum); ++layer)
    layers.all.push_back(layer);
  layers.usual = QString::fromStdString(omega::to_string(spec->default_value)).toInt();
  layers.shown = shownBy(workload.presetOptions, layers.usual);
  return layers;
}

Layers ofFile(const Workload& workload, const FileFacts& facts) {
  if (facts.layers.empty()) return {};
  const auto usual = static_cast<int>(facts.layers.front());
  return {{facts.layers.begin(), facts.layers.end()}, shownBy(workload.fileOptions, usual), usual};
}

}  // namespace

Layers layersOf(const Workbench& workbench) {
  const Workload& workload = workbench.document().workload;
  if (workload.file.empty()) return ofPreset(workload);
  const Snapshot& snapshot = *workbench.snapshot();
  const bool isOfFile = snapshot.file && snapshot.document && snapshot.document->workload.file == workload.file;
  return isOfFile ? ofFile(workload, *snapshot.file) : Layers();
}

void chooseLayer(Workload& workload, const Layers& layers, int layer) {
  if (layers.shown != layer) workload.moved.clear();  // they belong to tokens that are elsewhere now
  setText(workload.options(), kLayer, layer == layers.usual ? std::string() : std::to_string(layer));
}

void tellLeftOut(Workbench& workbench, std::size_t count) {
  if (count == 0) return;
  emit workbench.told(
      QObject::tr("%n token(s) moved by hand left out: other tokens are shown now.", nullptr, static_cast<int>(count)));
}

void showLayer(Workbench& workbench, int layer) {
  const Layers layers = layersOf(workbench);
  if (layers.shown == layer) return;
  const std::size_t moved = workbench.document().workload.moved.size();
  workbench.store().change(QObject::tr("Layer %1").arg(layer),
                           [&](Document& d) { chooseLayer(d.workload, layers, layer); });
  tellLeftOut(workbench, moved);
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
