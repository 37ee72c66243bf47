#include "train/checkpoint.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "io/input_file.h"
#include "io/safetensors.h"

namespace omega::train {

namespace {

using Json = nlohmann::json;

constexpr const char* kFormat = "omegascope training 1";
constexpr const char* kRunFile = "run.json";
constexpr std::uint64_t kLongestRun = std::uint64_t{1} << 30;

Json to_json(const TrainState& s) {
  return {{"step", s.step}, {"draw", s.draw}, {"drawn_at", s.drawn_at}, {"rate", s.rate}, {"redraw", s.redraw}, {"seconds", s.seconds}, {"best_accuracy", s.best_accuracy}, {"best_step", s.best_step}};
}

TrainState state_from(const Json& json) {
  return {json.at("step").get<Index>(),   json.at("draw").get<std::uint32_t>(), json.at("drawn_at").get<Index>(),        json.at("rate").get<double>(),
          json.at("redraw").get<Index>(), json.at("seconds").get<double>(),     json.at("best_accuracy").get<double>(), json.at("best_step").get<Index>()};
}

std::string step_file(Index step) { return "step-" + std::to_string(step) + ".safetensors"; }
std::string best_file(Index step) { return "best-" + std::to_string(step) + ".safetensors"; }

Array array_of(const float* from, const Shape& shape) {
  Array array(Dtype::f32, shape);
  std::copy_n(from, array.count(), array.data<float>());
  return array;
}

Arrays weights_of(const ParameterTable& table, const float* parameters) {
  Arrays arrays;
  for (const Parameter& parameter : table.all()) arrays[parameter.name] = array_of(parameters + parameter.offset, parameter.shape);
  return arrays;
}

/// Tensors of a file by name, each asked for with the shape it must have.
class TensorFile {
 public:
  explicit TensorFile(const std::filesystem::path& path) : file_(InputFile::open(path)) {
    for (Tensor& tensor : list_tensors(file_)) tensors_.emplace(tensor.name, std::move(tensor));
  }
  void read(const std::string& name, const Shape& shape, float* into) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) throw file_.error(name, "is not there: this is the checkpoint of another model");
    if (found->second.shape != shape || found->second.type != "F32")
      throw file_.error(name, "is " + found->second.type + " of " + to_string(found->second.shape) + ", but this model needs F32 of " + to_string(shape) + ": this is the checkpoint of another model");
    const Array array = read_tensor(file_, found->second);
    std::copy_n(array.data<float>(), array.count(), into);
  }
  void read_weights(const ParameterTable& table, float* into) const {
    for (const Parameter& parameter : table.all()) read(parameter.name, parameter.shape, into + parameter.offset);
  }

 private:
  InputFile file_;
  std::map<std::string, Tensor> tensors_;
};

/// Files of earlier checkpoints, once a new run.json no longer names them.
void remove_others(const std::filesystem::path& folder, const std::vector<std::string>& kept) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool ours = (name.starts_with("step-") || name.starts_with("best-")) && name.ends_with(".safetensors");
    if (ours && std::find(kept.begin(), kept.end(), name) == kept.end()) std::filesystem::remove(entry.path(), ignored);
  }
}

Json parse_run(const InputFile& file) {
  Json json;
  try {
    json = Json::parse(file.all(kLongestRun, "a training run"));
  } catch (const Json::exception&) {
    throw file.error("is not the JSON of a training run; it is damaged");
  }
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) throw file.error("is not a training run of this version; its format should be \"" + std::string(kFormat) + "\"");
  return json;
}

InputFile open_run(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / kRunFile))
    throw Error::input(omega::quoted(folder.string()) + " holds no training run: there is no " + std::string(kRunFile) + " in it; give the --output of an `omega train sparsity`");
  return InputFile::open(folder / kRunFile);
}

SavedRun run_from(const InputFile& file, const Json& json) {
  try {
    Options::Given given;
    for (const auto& [name, text] : json.at("options").items()) given.emplace_back(name, text.get<std::string>());
    return {make_train_options("", given), state_from(json.at("state")), record_from(json.at("record"))};
  } catch (const Json::exception&) {
    throw file.error("lacks a part of what a training run holds; it is damaged");
  }
}

}  // namespace

void Checkpoint::save(Trainer& trainer, const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw Error::failure(omega::quoted(folder.string()) + " cannot be made: " + problem.message());
  const Snapshot now = trainer.snapshot();
  const ParameterTable& table = trainer.model_.table();
  Arrays arrays = weights_of(table, trainer.model_.parameters());
  arrays["adamw.first"] = array_of(trainer.optimiser_.first(), {table.count()});
  arrays["adamw.second"] = array_of(trainer.optimiser_.second(), {table.count()});
  write_safetensors(folder / step_file(now.state.step), arrays, {{"format", kFormat}});
  const bool has_best = !trainer.best_.empty();
  if (has_best && trainer.best_saved_ != now.state.best_step) {
    write_safetensors(folder / best_file(now.state.best_step), weights_of(table, trainer.best_.data()), {{"format", kFormat}});
    trainer.best_saved_ = now.state.best_step;
  }
  Json json = {{"format", kFormat}, {"title", title_of(trainer.plan_.model)}, {"state", to_json(now.state)}, {"tensors", step_file(now.state.step)}, {"record", train::to_json(now.record)}};
  for (const auto& [name, text] : given_of(trainer.options_)) json["options"][name] = text;
  if (has_best) json["best"] = best_file(now.state.best_step);
  write_file(folder / kRunFile, json.dump() + "\n");
  remove_others(folder, {step_file(now.state.step), best_file(now.state.best_step)});
}

SavedRun read_run(const std::filesystem::path& folder) {
  const InputFile file = open_run(folder);
  return run_from(file, parse_run(file));
}

std::unique_ptr<Trainer> Checkpoint::load(const std::filesystem::path& folder, const Progress& progress, Backend backend) {
  const InputFile file = open_run(folder);
  const Json json = parse_run(file);
  SavedRun saved = run_from(file, json);
  auto trainer = std::make_unique<Trainer>(saved.options, progress, backend);
  const ParameterTable& table = trainer->model_.table();
  const TensorFile tensors(folder / step_file(saved.state.step));
  tensors.read_weights(table, trainer->model_.parameters());
  tensors.read("adamw.first", {table.count()}, trainer->optimiser_.first());
  tensors.read("adamw.second", {table.count()}, trainer->optimiser_.second());
  trainer->optimiser_.set_steps(saved.state.step);
  if (json.contains("best")) {
    trainer->best_.resize(static_cast<std::size_t>(table.count()));
    TensorFile(folder / best_file(saved.state.best_step)).read_weights(table, trainer->best_.data());
    trainer->best_saved_ = saved.state.best_step;
  }
  trainer->state_ = saved.state;
  trainer->record_ = std::move(saved.record);
  trainer->model_.redraw(trainer->plan_.training.seed, saved.state.draw);
  trainer->model_.make_rows();
  trainer->publish_weights();
  return trainer;
}

}  // namespace omega::train
