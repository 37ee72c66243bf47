#include "train/checkpoint.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/digest.h"
#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "io/input_file.h"
#include "io/safetensors.h"

namespace omega::train {

using Json = nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrainState, step, draw, drawn_at, rate, redraw, seconds, best_accuracy, best_step)

namespace {

constexpr const char* kFormat = "omegascope training 2";
constexpr const char* kFeaturesFormat = "omegascope training 1";  // its samples were features
constexpr const char* kRunFile = "run.json";
constexpr const char* kChecksum = "checksum";
constexpr const char *kFirst = "adamw.first", *kSecond = "adamw.second";
constexpr std::uint64_t kLongestRun = std::uint64_t{1} << 30;
constexpr int kDeepest = 16;  // more than a record needs; writing JSON goes down once for each level

std::string step_file(Index step) { return "step-" + std::to_string(step) + ".safetensors"; }
std::string best_file(Index step) { return "best-" + std::to_string(step) + ".safetensors"; }

Array array_of(const float* from, const Shape& shape) {
  Array array(Dtype::f32, shape);
  std::copy_n(from, array.count(), array.data<float>());
  return array;
}

Arrays weights_of(const ParameterTable& table, const float* parameters) {
  Arrays arrays;
  for (const Parameter& parameter : table.all())
    arrays[parameter.name] = array_of(parameters + parameter.offset, parameter.shape);
  return arrays;
}

/// Tensors of a file by name, each asked for with the shape it must have.
class TensorFile {
 public:
  explicit TensorFile(const std::filesystem::path& path) : file_(InputFile::open(path)) {
    for (omega::Tensor& tensor : list_tensors(file_)) tensors_.emplace(tensor.name, std::move(tensor));
  }
  bool has(const std::string& name) const { return tensors_.count(name) > 0; }
  void read(const std::string& name, const Shape& shape, float* into) {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) throw file_.error(name, "is not there: this is the checkpoint of another model");
    if (found->second.shape != shape || found->second.type != "F32")
      throw file_.error(name, "is " + found->second.type + " of " + to_string(found->second.shape) +
                                  ", but this model needs F32 of " + to_string(shape) +
                                  ": this is the checkpoint of another model");
    const Array array = read_tensor(file_, found->second);
    std::copy_n(array.data<float>(), array.count(), into);
    read_.insert_or_assign(name, array);
  }
  void read_weights(const ParameterTable& table, float* into) {
    for (const Parameter& parameter : table.all()) read(parameter.name, parameter.shape, into + parameter.offset);
  }
  /// Holds all that was read against its checksum, which is empty where the format has none.
  void check(const std::string& checksum) const {
    if (!checksum.empty() && digest(read_) != checksum)
      throw file_.error(
          "its numbers are not those that were written: the file is damaged, or of another moment of this run; bring "
          "back a copy of the run's folder, or start the run anew");
  }

 private:
  InputFile file_;
  std::map<std::string, omega::Tensor> tensors_;
  Arrays read_;
};

/// Whether step_file() or best_file() gives this name: step-500-before.safetensors beside them is the user's.
bool is_of_checkpoint(const std::string& name) {
  const std::size_t number = name.find('-') + 1;
  Index step = -1;
  std::from_chars(name.data() + number, name.data() + name.size(), step);
  return step >= 0 && (name == step_file(step) || name == best_file(step));
}

/// Removes the files of earlier checkpoints, once a new run.json no longer names them, and what a program left that was
/// killed while it wrote one: nobody else writes here now.
void remove_others(const std::filesystem::path& folder, std::vector<std::string> kept) {
  kept.insert(kept.end(), {kRunFile, kRunLock});
  std::error_code ignored;
  for (const std::string& name : files_of_run(folder))
    if (!is_among(kept, name)) std::filesystem::remove(folder / name, ignored);
}

Json parse_run(const InputFile& file) {
  const auto is_shallow = [&file](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw file.error("is not the JSON of a training run; its brackets go too deep");
    return true;
  };
  Json json;
  try {
    json = Json::parse(file.all(kLongestRun, "a training run"), is_shallow);
  } catch (const Json::exception&) {
    throw file.error("is not the JSON of a training run; it is damaged");
  }
  const Json format = json.is_object() && json.contains("format") ? json["format"] : Json();
  if (format == kFeaturesFormat) return json;
  if (format != kFormat)
    throw file.error("is not a training run of this version; its format should be \"" + std::string(kFormat) + "\"");
  const Json checksum = json.contains(kChecksum) ? json[kChecksum] : Json();
  json.erase(kChecksum);
  if (checksum != digest(json.dump()))
    throw file.error("does not say what was written; it is damaged, or was changed by hand");
  return json;
}

/// With a checksum of all the rest.
void write_run(const std::filesystem::path& folder, const Json& json) {
  const std::string text = json.dump();
  write_file(folder / kRunFile,
             "{\"" + std::string(kChecksum) + "\":\"" + digest(text) + "\"," + text.substr(1) + "\n");
}

/// Distinguishes this run.json from one written later: each write makes a new file that takes the name.
FileMark mark_of_run(const std::filesystem::path& folder) { return mark_of(folder / kRunFile); }

/// Turns the samples of format 1, which were features, into draws that make the same frequencies.
void count_draws(Options::Given& given) {
  const auto samples =
      std::find_if(given.begin(), given.end(), [](const auto& option) { return option.first == "samples"; });
  if (samples == given.end()) return;
  const Options old = make_train_options("", given);
  const TrainPlan plan = plan_of(old);
  Index draws = old.integer("samples") / (plan.model.has_angles() ? 2 : 1);
  if (plan.model.attention == AttentionKind::gmm) draws /= plan.model.components;
  samples->second = std::to_string(std::max<Index>(1, draws));
}

InputFile open_run(const std::filesystem::path& folder) {
  require_run(folder);
  return InputFile::open(folder / kRunFile);
}

/// Whether training can go on from here, and people can look at it: format 1 has no checksum.
bool is_sound(const SavedRun& run) {
  const TrainState& state = run.state;
  const auto is_until_now = [&](Index step) { return 0 <= step && step <= state.step; };
  const std::size_t classes = run.record.class_names.size();
  const auto& confusion = run.record.confusion;
  return 0 <= state.step && state.step <= run.options.integer("steps") && is_until_now(state.drawn_at) &&
         is_until_now(state.best_step) && state.redraw >= 1 && std::isfinite(state.rate) && state.rate >= 0 &&
         (confusion.empty() || confusion.size() == classes) &&
         std::all_of(confusion.begin(), confusion.end(), [&](const auto& row) { return row.size() == classes; });
}

SavedRun run_from(const InputFile& file, const Json& json) {
  try {
    Options::Given given;
    for (const auto& [name, text] : json.at("options").items()) given.emplace_back(name, text.get<std::string>());
    if (json.at("format") == kFeaturesFormat) count_draws(given);
    SavedRun run{make_train_options("", given), json.at("state").get<TrainState>(), record_from(json.at("record")),
                 json.value("data", "")};
    if (!is_sound(run)) throw file.error("has a state in which no training run can be; it is damaged");
    return run;
  } catch (const Json::exception&) {
    throw file.error("lacks a part of what a training run holds; it is damaged");
  }
}

/// Of examples that were read from files, which may change; empty for those that were drawn.
std::string digest_of_files(const TaskData& data, const Options& options) {
  if (options.word("data").empty()) return {};
  std::string all(data.tokens.begin(), data.tokens.end());
  all.append(data.classes.begin(), data.classes.end());
  return digest(all);
}

std::string checksum_in(const Json& json, const char* of) {
  return json.contains("checksums") ? json["checksums"].value(of, "") : "";
}

}  // namespace

bool holds_run(const std::filesystem::path& folder) {
  std::error_code unreadable;  // as on a disk that went away
  return std::filesystem::exists(folder / kRunFile, unreadable);
}

void require_run(const std::filesystem::path& folder) {
  if (!holds_run(folder))
    throw Error::input(omega::quoted(folder.string()) + " holds no training run: there is no " + std::string(kRunFile) +
                       " in it; give the --output of an `omega train TASK`");
}

std::vector<std::string> files_of_run(const std::filesystem::path& folder) {
  std::vector<std::string> ours;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
    const std::string name = entry.path().filename().string(), left_of = target_of_partial(name);
    const std::string& whole = left_of.empty() ? name : left_of;
    if (name == kRunLock || whole == kRunFile || is_of_checkpoint(whole)) ours.push_back(name);
  }
  return ours;
}

bool Checkpoint::is_behind(const Trainer& trainer, const std::filesystem::path& folder) {
  const FileMark now = mark_of_run(folder);
  return trainer.kept_ && trainer.kept_->folder == folder && now != FileMark() && now != trainer.kept_->mark;
}

void Checkpoint::save(Trainer& trainer, const RunFolder& run_folder) {
  const std::filesystem::path& folder = run_folder.path();
  run_folder.check();
  if (is_behind(trainer, folder))
    throw Error::failure("another program has written to " + omega::quoted(folder.string()) +
                         " since this run was read from it; what is there is as it was, and can be resumed");
  const Snapshot now = trainer.snapshot();
  const ParameterTable& table = trainer.model_.table();
  Arrays arrays = weights_of(table, trainer.model_.parameters());
  if (!trainer.finished()) {
    arrays[kFirst] = array_of(trainer.optimiser_.first(), {table.count()});
    arrays[kSecond] = array_of(trainer.optimiser_.second(), {table.count()});
  }
  write_safetensors(folder / step_file(now.state.step), arrays, {{"format", kFormat}});
  Json json = {{"format", kFormat},
               {"title", title_of(trainer.plan_.model)},
               {"state", now.state},
               {"tensors", step_file(now.state.step)},
               {"record", to_json(now.record)}};
  for (const auto& [name, text] : given_of(trainer.options_)) json["options"][name] = text;
  if (const std::string data = digest_of_files(trainer.data_, trainer.options_); !data.empty()) json["data"] = data;
  json["checksums"]["tensors"] = digest(arrays);
  if (!trainer.best_.empty()) {
    const Arrays best = weights_of(table, trainer.best_.data());
    const bool is_elsewhere = !trainer.kept_ || trainer.kept_->folder != folder;
    if (is_elsewhere || trainer.best_saved_ != now.state.best_step)
      write_safetensors(folder / best_file(now.state.best_step), best, {{"format", kFormat}});
    trainer.best_saved_ = now.state.best_step;
    json["best"] = best_file(now.state.best_step);
    json["checksums"]["best"] = digest(best);
  }
  write_run(folder, json);
  trainer.kept_ = Trainer::Kept{folder, mark_of_run(folder), now.state, now.record.variances.size()};
  remove_others(folder, {step_file(now.state.step), best_file(now.state.best_step)});
}

SavedRun read_run(const std::filesystem::path& folder) {
  const InputFile file = open_run(folder);
  return run_from(file, parse_run(file));
}

void change_run(const RunFolder& folder, std::optional<double> rate, std::optional<Index> redraw) {
  const InputFile file = open_run(folder.path());
  Json json = parse_run(file);
  run_from(file, json);  // whether it is whole
  if (rate) json["state"]["rate"] = *rate;
  if (redraw) json["state"]["redraw"] = *redraw;
  folder.check();
  write_run(folder.path(), json);
}

std::unique_ptr<Trainer> Checkpoint::load(const std::filesystem::path& folder, const Progress& progress,
                                          Backend backend, const std::string& data) {
  const InputFile file = open_run(folder);
  const FileMark mark = mark_of_run(folder);
  const Json json = parse_run(file);
  SavedRun saved = run_from(file, json);
  if (!data.empty()) {
    if (!json.contains("data"))
      throw Error::input("the run in " + omega::quoted(folder.string()) +
                         " learns from examples that are made up, which are nowhere else; leave out the path of data");
    Options::Given given = given_of(saved.options);
    given.emplace_back("data", data);
    saved.options = make_train_options("", given);
  }
  auto trainer = std::make_unique<Trainer>(saved.options, progress, backend);
  if (json.contains("data") && json["data"] != digest_of_files(trainer->data_, saved.options))
    throw Error::input(omega::quoted(saved.options.word("data")) + " is not what the run in " +
                       omega::quoted(folder.string()) +
                       " has learned from so far; bring back the data as they were, or start a new run");
  const ParameterTable& table = trainer->model_.table();
  TensorFile tensors(folder / step_file(saved.state.step));
  tensors.read_weights(table, trainer->model_.parameters());
  const bool is_finished = saved.state.step >= trainer->plan_.training.steps;
  if (!is_finished || tensors.has(kFirst)) {
    tensors.read(kFirst, {table.count()}, trainer->optimiser_.first());
    tensors.read(kSecond, {table.count()}, trainer->optimiser_.second());
  }
  tensors.check(checksum_in(json, "tensors"));
  trainer->optimiser_.set_steps(saved.state.step);
  const std::filesystem::path best_path = folder / best_file(saved.state.best_step);
  // The files of a finished run belong to its user, who may have moved them.
  std::error_code unreadable;
  if (json.contains("best") && (!is_finished || std::filesystem::exists(best_path, unreadable))) {
    trainer->best_.resize(static_cast<std::size_t>(table.count()));
    TensorFile best(best_path);
    best.read_weights(table, trainer->best_.data());
    best.check(checksum_in(json, "best"));
    trainer->best_saved_ = saved.state.best_step;
  }
  trainer->kept_ = Trainer::Kept{folder, mark, saved.state, saved.record.variances.size()};
  trainer->state_ = saved.state;
  trainer->record_ = std::move(saved.record);
  trainer->model_.redraw(trainer->plan_.training.seed, saved.state.draw);
  trainer->model_.make_rows();
  trainer->publish_weights();
  return trainer;
}

}  // namespace omega::train
