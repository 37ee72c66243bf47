#include "train/device/device_training.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace omega::train {

using namespace cuda;

namespace {

constexpr double kShareOfMemory = 0.7;          // of what is free: others work on the device too
constexpr Index kMostExamples = 65535;          // one axis of a grid
constexpr Index kMostNumbers = Index{1} << 31;  // of a matrix: kernels count them in 32 bits

using Drawn = std::vector<DrawnTensors<float>>;

/// The network with what its kernels draw and make of it, all on one tape.
std::unique_ptr<Network<float>> write_network(Tape<float>& tape, const Model<float>& model, Index examples,
                                              NetworkPlaces<float> places, Drawn& drawn) {
  const ModelSettings& settings = model.settings();
  drawn.clear();
  for (Index i = 0; i < settings.layers; ++i) drawn.emplace_back(tape, settings, model.source(i));
  places.shared = [&](Index layer, Range heads) {
    return shared_rows(tape, settings, drawn[static_cast<std::size_t>(layer)], places.parameters, layer, heads);
  };
  return std::make_unique<Network<float>>(tape, settings, places, examples);
}

/// The tape of such a network without memory: all that it needs is counted.
std::unique_ptr<Tape<float>> measured(const Model<float>& model, Index examples) {
  auto tape = std::make_unique<Tape<float>>(examples, model.settings().length, device_style(Device::get().facts()));
  Drawn drawn;
  write_network(*tape, model, examples, {{model.table(), nullptr, nullptr}, {}}, drawn);
  return tape;
}

/// The memory that a shard of so many examples needs.
double bytes_of(const Model<float>& model, Index examples) {
  return static_cast<double>(measured(model, examples)->bytes());
}

/// The fewest equal shards with room for each. What an example needs hardly changes with their number, so two sizes say
/// nearly all.
Index fitting_shard(const Model<float>& model, Index most_examples, double room) {
  const ModelSettings& settings = model.settings();
  const Index of_example = settings.length * std::max({settings.width, settings.hidden, settings.task.columns}),
              most_at_once = std::clamp<Index>(kMostNumbers / of_example, 1, kMostExamples);
  Index shards = (most_examples + most_at_once - 1) / most_at_once;
  const auto examples_of = [&] { return (most_examples + shards - 1) / shards; };
  if (bytes_of(model, examples_of()) <= room) return examples_of();
  const double one = bytes_of(model, 1), each = bytes_of(model, 2) - one;
  if (one > room) return 0;
  shards = std::max(shards, (most_examples + static_cast<Index>((room - one) / each)) /
                                (1 + static_cast<Index>((room - one) / each)));
  while (examples_of() > 1 && bytes_of(model, examples_of()) > room) shards += 1 + shards / 8;
  return examples_of();
}

}  // namespace

/// A graph that is given back with its owner.
class DeviceTraining::Captured {
 public:
  Captured(const ModuleTable& module, Graph* graph) : module_(module), graph_(graph) {}
  ~Captured() { module_.release(graph_); }
  Captured(Captured&&) = delete;
  Graph* get() const { return graph_; }

 private:
  const ModuleTable& module_;
  Graph* graph_;
};

std::unique_ptr<DeviceTraining> DeviceTraining::open(const Model<float>& model, const TaskData& data,
                                                     const TrainingSettings& training, Index most_examples) {
  Device::get().release_idle();  // a run has a context of its own
  const auto free_bytes = static_cast<double>(Device::get().facts().free_bytes);
  const auto of_data = static_cast<double>(data.tokens.size() + data.classes.size() +
                                           4 * sizeof(float) * static_cast<std::size_t>(model.table().count()));
  Index shard = fitting_shard(model, most_examples, kShareOfMemory * free_bytes - of_data);
  if (shard == 0)
    throw Fault(kOutOfMemory, "the CUDA device has too little memory for one example: " +
                                  std::to_string(static_cast<Index>(free_bytes) >> 20) + " MiB are free");
  // What was free may be gone by now.
  for (;; shard = (shard + 1) / 2) try {
      return std::unique_ptr<DeviceTraining>(new DeviceTraining(model, data, training, shard));
    } catch (const Fault& fault) {
      if (fault.status != kOutOfMemory || shard == 1) throw;
    }
}

DeviceTraining::DeviceTraining(const Model<float>& model, const TaskData& data, const TrainingSettings& training,
                               Index shard)
    : session_(Device::get().open()),
      module_(session_.module()),
      training_(training),
      length_(model.settings().length),
      count_(model.table().count()),
      shard_(shard),
      classes_of_task_(model.settings().task.classes),
      drops_(model.settings().dropout > 0),
      kernels_(session_) {
  session_.check(module_.begin(session_.context()));
  const auto count = static_cast<std::uint64_t>(count_);
  for (float** one : {&parameters_, &gradient_, &first_, &second_}) *one = session_.allocate<float>(count);
  decays_ = session_.allocate<std::uint8_t>(count);
  partial_ = session_.allocate<double>(kNormParts);
  numbers_ = session_.allocate<TrainNumbers>(1);
  sums_ = session_.allocate<TrainSums>(1);
  chosen_ = session_.allocate<std::int32_t>(static_cast<std::uint64_t>(shard_));
  labels_ = session_.allocate<std::int32_t>(static_cast<std::uint64_t>(shard_));
  std::vector<std::uint8_t> decays(count);
  for (const Parameter& one : model.table().all())
    std::fill_n(decays.begin() + one.offset, one.count, one.decays ? std::uint8_t{1} : std::uint8_t{0});
  upload(decays_, decays.data(), count);
  clear(first_, count * sizeof(float));
  clear(second_, count * sizeof(float));
  place_data(data);
  if (model.settings().task.pads) {
    const std::vector<std::int32_t> lengths =
        data.lengths.empty() ? std::vector<std::int32_t>(data.classes.size(), static_cast<std::int32_t>(length_))
                             : data.lengths;
    lengths_ = session_.allocate<std::int32_t>(lengths.size());
    upload(lengths_, lengths.data(), lengths.size() * sizeof(std::int32_t));
  }
  set_parameters(model.parameters());
  build(model);
}

DeviceTraining::~DeviceTraining() = default;

/// One byte for each token and for each class.
void DeviceTraining::place_data(const TaskData& data) {
  const auto numbers = static_cast<std::uint64_t>(data.symbols.rows() * data.symbols.cols());
  tokens_ = session_.allocate<std::uint8_t>(data.tokens.size());
  classes_ = session_.allocate<std::uint8_t>(data.classes.size());
  symbols_ = session_.allocate<float>(numbers);
  upload(tokens_, data.tokens.data(), data.tokens.size());
  upload(classes_, data.classes.data(), data.classes.size());
  upload(symbols_, data.symbols.data(), numbers * sizeof(float));
}

void DeviceTraining::build(const Model<float>& model) {
  tape_ = std::make_unique<Tape<float>>(kernels_, *measured(model, shard_));
  network_ = write_network(*tape_, model, shard_,
                           {{model.table(), parameters_, gradient_}, {}, numbers_, sums_, labels_}, drawn_);
  network_->upload_constants();
  set_noise(model);
  // Once without examples, which changes nothing: kernels are loaded when they are first started, and a capture must
  // not do that.
  send({}, 0, TrainNumbers{.weight = 1, .correction = 1, .shrink = 1});
  begin_step();
  pass();
  backward();
  finish_step();
  forward_ = capture([this] { pass(); });
  one_shard_ = capture([this] {
    pass();
    backward();
  });
  whole_ = capture([this] {
    begin_step();
    pass();
    backward();
    finish_step();
  });
}

/// What another thread does meanwhile, such as a wait for the whole device, may break a capture: then once more.
std::unique_ptr<DeviceTraining::Captured> DeviceTraining::capture(const std::function<void()>& work) {
  try {
    return try_capture(work);
  } catch (const Fault& fault) {
    if (fault.status != kFailed) throw;
    return try_capture(work);
  }
}

std::unique_ptr<DeviceTraining::Captured> DeviceTraining::try_capture(const std::function<void()>& work) {
  session_.check(module_.begin_capture(session_.context()));
  Graph* graph = nullptr;
  try {
    work();
  } catch (const Fault&) {
    module_.end_capture(session_.context(), &graph);  // the stream must not go on capturing
    module_.release(graph);
    throw;
  }
  session_.check(module_.end_capture(session_.context(), &graph));
  return std::make_unique<Captured>(module_, graph);
}

// --- The parts of a step ---------------------------------------------------------------------------------------------

void DeviceTraining::begin_step() {
  clear(sums_, sizeof(TrainSums));
  clear(gradient_, static_cast<std::uint64_t>(count_) * sizeof(float));
}

/// From the chosen examples to loss and dlogits.
void DeviceTraining::pass() {
  const Tokens tokens{static_cast<std::int32_t>(shard_),
                      static_cast<std::int32_t>(length_),
                      network_->indicators.columns,
                      tokens_,
                      classes_,
                      symbols_,
                      chosen_,
                      network_->indicators.data,
                      labels_};
  session_.check(module_.tokens(session_.context(), &tokens));
  if (lengths_ != nullptr) network_->fill_padding(lengths_, chosen_);
  tape_->start_forward();
}

void DeviceTraining::backward() { tape_->start_backward(); }

void DeviceTraining::finish_step() {
  const AdamStep adam{count_,
                      parameters_,
                      first_,
                      second_,
                      gradient_,
                      decays_,
                      partial_,
                      static_cast<float>(training_.beta1),
                      static_cast<float>(training_.beta2),
                      static_cast<float>(training_.epsilon),
                      training_.clip,
                      numbers_,
                      sums_};
  session_.check(module_.adam_step(session_.context(), &adam));
}

/// Sends the numbers and examples of one shard; places without an example are −1.
void DeviceTraining::send(std::span<const Index> examples, Index first, TrainNumbers numbers) {
  sent_.assign(static_cast<std::size_t>(shard_), -1);
  const Index count = std::min(shard_, static_cast<Index>(examples.size()) - first);
  for (Index i = 0; i < count; ++i)
    sent_[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(examples[static_cast<std::size_t>(first + i)]);
  numbers.first_example = static_cast<std::int32_t>(first);
  upload(chosen_, sent_.data(), sent_.size() * sizeof(std::int32_t));
  upload(numbers_, &numbers, sizeof numbers);
}

BatchTotals DeviceTraining::totals(Index examples) {
  TrainSums sums{};
  download(&sums, sums_, sizeof sums);
  const double each = 1 / static_cast<double>(examples);
  return {each * sums.loss,
          each * static_cast<double>(sums.correct),
          static_cast<Index>(sums.kept_away),
          {},
          std::sqrt(sums.squares)};
}

BatchTotals DeviceTraining::step(std::span<const Index> examples, std::uint32_t step, Index updates, double rate) {
  const auto count = static_cast<Index>(examples.size());
  const auto updated = static_cast<double>(updates + 1);
  const TrainNumbers numbers{training_.seed,
                             step,
                             0,
                             1 / static_cast<double>(count),
                             static_cast<float>(rate / (1 - std::pow(training_.beta1, updated))),
                             static_cast<float>(1 / std::sqrt(1 - std::pow(training_.beta2, updated))),
                             static_cast<float>(1 - rate * training_.weight_decay),
                             drops_ ? 1 : 0};
  if (count <= shard_) {
    send(examples, 0, numbers);
    session_.check(module_.replay(session_.context(), whole_->get()));
  } else {
    begin_step();
    for (Index first = 0; first < count; first += shard_) {
      send(examples, first, numbers);
      session_.check(module_.replay(session_.context(), one_shard_->get()));
    }
    finish_step();
  }
  BatchTotals all = totals(count);
  if (!std::isfinite(all.loss)) all.nonfinite = first_nonfinite(examples, numbers);
  return all;
}

BatchTotals DeviceTraining::evaluate(std::span<const Index> examples, std::uint8_t* predicted, float* logits) {
  const auto count = static_cast<Index>(examples.size());
  std::vector<float> found(static_cast<std::size_t>(shard_ * classes_of_task_));
  clear(sums_, sizeof(TrainSums));
  for (Index first = 0; first < count; first += shard_) {
    send(examples, first, TrainNumbers{});
    session_.check(module_.replay(session_.context(), forward_->get()));
    const Index now = std::min(shard_, count - first);
    if (predicted == nullptr && logits == nullptr) continue;
    download(found.data(), network_->logits.data, static_cast<std::uint64_t>(now * classes_of_task_) * sizeof(float));
    for (Index e = 0; e < now; ++e) {
      const float* row = found.data() + e * classes_of_task_;
      if (predicted != nullptr)
        predicted[first + e] = static_cast<std::uint8_t>(std::max_element(row, row + classes_of_task_) - row);
      if (logits != nullptr) std::copy_n(row, classes_of_task_, logits + (first + e) * classes_of_task_);
    }
  }
  return totals(count);
}

/// Runs the shards once more, and looks at them layer by layer.
std::string DeviceTraining::first_nonfinite(std::span<const Index> examples, const TrainNumbers& numbers) {
  for (Index first = 0; first < static_cast<Index>(examples.size()); first += shard_) {
    send(examples, first, numbers);
    session_.check(module_.replay(session_.context(), forward_->get()));
    const Index now = std::min(shard_, static_cast<Index>(examples.size()) - first);
    const auto is_finite = [&](const Tensor<float>& x, Index rows) {
      std::vector<float> numbers_there(static_cast<std::size_t>(rows) * static_cast<std::size_t>(x.columns));
      download(numbers_there.data(), x.data, numbers_there.size() * sizeof(float));
      return std::all_of(numbers_there.begin(), numbers_there.end(), [](float value) { return std::isfinite(value); });
    };
    for (std::size_t i = 0; i < network_->inputs.size(); ++i)
      if (!is_finite(network_->inputs[i], now * length_))
        return i == 0 ? "the embedding" : "layer " + std::to_string(i);
    if (!is_finite(network_->logits, now)) return "the classifier";
  }
  return {};
}

// --- State -----------------------------------------------------------------------------------------------------------

void DeviceTraining::set_parameters(const float* parameters) {
  upload(parameters_, parameters, static_cast<std::uint64_t>(count_) * sizeof(float));
}

void DeviceTraining::set_moments(const float* first, const float* second) {
  upload(first_, first, static_cast<std::uint64_t>(count_) * sizeof(float));
  upload(second_, second, static_cast<std::uint64_t>(count_) * sizeof(float));
}

void DeviceTraining::get_parameters(float* parameters) {
  download(parameters, parameters_, static_cast<std::uint64_t>(count_) * sizeof(float));
}

void DeviceTraining::get_moments(float* first, float* second) {
  download(first, first_, static_cast<std::uint64_t>(count_) * sizeof(float));
  download(second, second_, static_cast<std::uint64_t>(count_) * sizeof(float));
}

void DeviceTraining::get_gradient(float* gradient) {
  download(gradient, gradient_, static_cast<std::uint64_t>(count_) * sizeof(float));
}

void DeviceTraining::set_noise(const Model<float>& model) {
  for (std::size_t i = 0; i < drawn_.size(); ++i)
    if (const FrequencySource<float>* source = model.source(static_cast<Index>(i))) drawn_[i].upload(*source, *tape_);
}

}  // namespace omega::train
