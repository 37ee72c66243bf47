#include "train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "train/checkpoint.h"
#include "train/device/device_training.h"
#include "train/streams.h"

namespace omega::train {

namespace {

constexpr double kTrainingShare = 0.8;
constexpr double kMarks[] = {0.2, 0.4, 0.6, 0.8};
constexpr Index kGradientExamples = 50, kGradientDraws = 50;

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Of made-up data as many of each class; of the user's own as they are, so that the chance of all is that of these.
std::vector<Index> examples_to_validate(const TaskData& data, std::span<const Index> all, Index count) {
  return data.is_made_up() ? balanced_subset(data, all, count) : proportional_subset(data, all, count);
}

}  // namespace

// --- TrainControl ----------------------------------------------------------------------------------------------------

void TrainControl::pause() {
  const std::scoped_lock lock(mutex_);
  paused_ = true;
}

void TrainControl::resume() {
  const std::scoped_lock lock(mutex_);
  paused_ = false;
  changed_.notify_all();
}

void TrainControl::step() {
  const std::scoped_lock lock(mutex_);
  paused_ = true;
  ++allowed_;
  changed_.notify_all();
}

void TrainControl::stop() {
  told_to_stop_.request_stop();
  const std::scoped_lock lock(mutex_);
  changed_.notify_all();
}

void TrainControl::abandon() {
  abandoned_.request_stop();
  stop();
}

bool TrainControl::next(const std::stop_token& stop, const std::function<void()>& resting) {
  // A signal handler may have asked for the stop, and can wake nobody: look again now and then.
  constexpr auto kLook = std::chrono::milliseconds(100);
  const auto is_stopped = [&] { return told_to_stop_.stop_requested() || stop.stop_requested(); };
  std::unique_lock lock(mutex_);
  while (!is_stopped() && paused_ && allowed_ == 0) {
    if (resting) {
      lock.unlock();
      resting();
      lock.lock();
      if (is_stopped() || !paused_ || allowed_ > 0) continue;  // somebody said so meanwhile
    }
    changed_.wait_for(lock, kLook);
  }
  if (is_stopped()) return false;
  if (paused_) --allowed_;
  return true;
}

// --- Trainer ---------------------------------------------------------------------------------------------------------

bool is_complete(const TrainPlan& plan, const TrainState& state, const Record& record) {
  const bool is_measured =
      !plan.model.has_noise() || (!record.variances.empty() && record.variances.back().step == state.step);
  return state.step >= plan.training.steps && is_measured;
}

Trainer::Trainer(const Options& options, const Progress& progress, Backend backend)
    : options_(options),
      plan_(plan_of(options)),
      data_(make_data(plan_, progress)),
      split_(split_by_class(data_, kTrainingShare)),
      validation_(examples_to_validate(data_, split_.validation, plan_.training.validation_examples)),
      model_(plan_.model),
      pass_(model_, std::max<Index>(plan_.training.batch, static_cast<Index>(validation_.size()))),
      optimiser_(model_.table()),
      backend_(backend),
      order_(split_.training),
      batch_(static_cast<std::size_t>(plan_.training.batch)),
      predicted_(validation_.size()) {
  if (static_cast<Index>(split_.training.size()) < plan_.training.batch || validation_.empty())
    throw Error::input("examples=" + std::to_string(data_.count()) + " are too few for batch=" +
                       std::to_string(plan_.training.batch) + "; use more examples or a smaller batch");
  state_.rate = plan_.training.rate;
  state_.redraw = plan_.training.redraw;
  record_.class_names = data_.class_names;
  record_.chance = data_.chance();
  record_.steps.reserve(static_cast<std::size_t>(std::min<Index>(plan_.training.steps, 1 << 20)));
  model_.initialise(plan_.training.seed);
  model_.redraw(plan_.training.seed, 0);
  model_.make_rows();
  publish_weights();
}

Trainer::~Trainer() = default;

Trainer::Place Trainer::place() const {
  const std::scoped_lock lock(mutex_);
  return place_;
}

// --- The device ------------------------------------------------------------------------------------------------------

void Trainer::take_place() {
  if (!place().backend.empty()) return;
  if (backend_ != Backend::cpu) open_device();
  if (device_ || !place().backend.empty()) return;
  const std::scoped_lock lock(mutex_);
  place_ = {"cpu", "asked for"};
}

/// Uses the device if it has room, otherwise the CPU, unless the CPU was ruled out.
void Trainer::open_device() {
  std::string against;
  cuda::Device& device = cuda::Device::get();
  try {
    if (device.available()) {
      device_ = DeviceTraining::open(model_, data_, plan_.training, plan_.training.batch);
      device_->set_moments(optimiser_.first(), optimiser_.second());
    } else {
      against = device.why();
    }
  } catch (const cuda::Fault& fault) {
    device_.reset();
    against = fault.what();
  }
  if (!device_ && backend_ == Backend::cuda)
    throw Error::input("backend cuda was asked for, but " + against + "; use auto or cpu");
  const std::scoped_lock lock(mutex_);
  if (device_)
    place_ = {"cuda", backend_ == Backend::cuda ? "asked for" : "there is a CUDA device", device_->bytes()};
  else
    place_ = {"cpu", against};
}

/// What the device held is lost with it.
template <class Work>
auto Trainer::on_device(Work&& work) {
  try {
    return work(*device_);
  } catch (const cuda::Fault& fault) {
    lost_ = true;
    device_.reset();
    throw Error::failure(std::string(fault.what()) + "; the last checkpoint is as it was, and can be resumed");
  }
}

void Trainer::fetch_from_device() {
  if (!device_ || !behind_) return;
  on_device([this](DeviceTraining& device) {
    device.get_parameters(model_.parameters());
    device.get_moments(optimiser_.first(), optimiser_.second());
  });
  model_.make_rows();
  behind_ = false;
}

void Trainer::leave_device() {
  {
    const std::scoped_lock lock(mutex_);
    place_ = {};
  }
  fetch_from_device();
  device_.reset();
}

void Trainer::check_not_lost() const {
  if (lost_)
    throw Error::failure(
        "what this run had learned since its last checkpoint was lost with the CUDA device; resume the checkpoint");
}

Model<float>& Trainer::model() {
  fetch_from_device();
  return model_;
}

std::unique_ptr<Trainer> Trainer::resume(const std::filesystem::path& folder, const Progress& progress, Backend backend,
                                         const std::string& data) {
  return Checkpoint::load(folder, progress, backend, data);
}

void Trainer::set_rate(double rate) {
  const std::scoped_lock lock(mutex_);
  state_.rate = rate;
}

void Trainer::set_redraw(Index redraw) {
  const std::scoped_lock lock(mutex_);
  state_.redraw = std::max<Index>(1, redraw);
}

Snapshot Trainer::snapshot() const {
  const std::scoped_lock lock(mutex_);
  return {state_, record_};
}

TrainState Trainer::state() const {
  const std::scoped_lock lock(mutex_);
  return state_;
}

std::shared_ptr<const Weights> Trainer::weights() const {
  const std::scoped_lock lock(mutex_);
  return weights_;
}

/// Every `redraw` steps.
void Trainer::renew_noise() {
  {
    const std::scoped_lock lock(mutex_);
    if (state_.step - state_.drawn_at < state_.redraw) return;
    ++state_.draw;
    state_.drawn_at = state_.step;
  }
  model_.redraw(plan_.training.seed, state_.draw);
  if (device_) on_device([this](DeviceTraining& device) { device.set_noise(model_); });
}

/// Batch after batch through the training examples in an order of each epoch's own (Fisher and Yates); what is left
/// over at the end of an epoch is skipped.
void Trainer::choose_batch() {
  const Index per_epoch = static_cast<Index>(split_.training.size()) / plan_.training.batch;
  const Index epoch = state_.step / per_epoch;
  if (epoch != epoch_) {
    epoch_ = epoch;
    order_ = split_.training;
    for (Index i = static_cast<Index>(order_.size()); i-- > 1;) {
      double u = 0;
      draw_uniforms(address_of(plan_.training.seed, Purpose::order, 0, i, static_cast<std::uint32_t>(epoch)), &u, 1);
      std::swap(order_[static_cast<std::size_t>(i)], order_[static_cast<std::size_t>(u * static_cast<double>(i + 1))]);
    }
  }
  const auto first = order_.begin() + state_.step % per_epoch * plan_.training.batch;
  std::copy(first, first + plan_.training.batch, batch_.begin());
}

BatchTotals Trainer::step_on_cpu(double rate, const Progress& progress) {
  model_.make_rows();
  BatchTotals totals = pass_.differentiate(data_, batch_, plan_.model.dropout,
                                           {plan_.training.seed, static_cast<std::uint32_t>(state_.step), 0}, progress);
  model_.kernel_gradient(pass_.gradient());
  float* gradient = pass_.gradient().data();
  totals.norm = clip_norm(gradient, model_.table().count(), plan_.training.clip);
  if (totals.is_number()) optimiser_.apply(model_.table(), plan_.training, rate, gradient, model_.parameters());
  return totals;
}

BatchTotals Trainer::step_on_device(double rate) {
  BatchTotals totals = on_device([&](DeviceTraining& device) {
    return device.step(batch_, static_cast<std::uint32_t>(state_.step), optimiser_.steps(), rate);
  });
  if (totals.is_number()) optimiser_.set_steps(optimiser_.steps() + 1);
  behind_ = true;
  return totals;
}

void Trainer::advance(const Progress& progress) {
  take_step(progress);
  if (lacks_validation()) validate(progress);
}

void Trainer::take_step(const Progress& progress) {
  check_not_lost();
  take_place();
  const auto start = Clock::now();
  renew_noise();
  choose_batch();
  const double rate = rate_after(plan_.training, state().rate, state_.step);
  const BatchTotals totals = device_ ? step_on_device(rate) : step_on_cpu(rate, progress);
  diverged_ = !totals.is_number();
  if (diverged_)
    throw Error::failure("step " + std::to_string(state_.step + 1) + ": the " +
                         (std::isfinite(totals.loss) ? "gradient" : "loss") + " is not a finite number" +
                         (totals.nonfinite.empty() ? "" : ", first in " + totals.nonfinite) +
                         "; the last checkpoint is as it was; resume it with a lower rate");
  const std::scoped_lock lock(mutex_);
  ++state_.step;
  state_.seconds += seconds_since(start);
  record_.steps.push_back({state_.step, totals.loss, totals.accuracy, rate, totals.norm, totals.floored});
}

bool Trainer::lacks_validation() const {
  const bool is_due = state_.step % plan_.training.validate_every == 0 || finished();
  return is_due && (record_.validations.empty() || record_.validations.back().step != state_.step);
}

/// On the device where steps are; parameters and the gradient of the last step then come from there.
BatchTotals Trainer::look_at_validation(const Progress& progress) {
  if (!device_) {
    model_.make_rows();
    return pass_.evaluate(data_, validation_, predicted_.data(), nullptr, progress);
  }
  fetch_from_device();
  BatchTotals totals = on_device([this](DeviceTraining& device) {
    device.get_gradient(pass_.gradient().data());
    return device.evaluate(validation_, predicted_.data(), nullptr);
  });
  clip_norm(pass_.gradient().data(), model_.table().count(), plan_.training.clip);
  return totals;
}

void Trainer::validate(const Progress& progress) {
  const auto totals = look_at_validation(progress);
  ValidationRecord validation{state_.step,
                              totals.loss,
                              totals.accuracy,
                              state_.seconds,
                              0,
                              layer_norms(model_.table(), pass_.gradient().data(), plan_.model.layers),
                              {}};
  const Index before = record_.validations.empty() ? 0 : record_.validations.back().step;
  const double seconds_before = record_.validations.empty() ? 0 : record_.validations.back().seconds;
  validation.steps_per_second =
      static_cast<double>(state_.step - before) / std::max(1e-9, state_.seconds - seconds_before);
  std::vector<HeadEigenvalues> eigenvalues = covariance_eigenvalues(model_);
  for (const HeadEigenvalues& head : eigenvalues) {
    const double sum = std::accumulate(head.values.begin(), head.values.end(), 0.0);
    validation.eigenvalues.push_back(
        {head.values.front(), head.values.back(), sum / static_cast<double>(head.values.size())});
  }
  record_gradients(totals.accuracy, progress);
  keep_best(totals.accuracy);
  publish_weights();
  const std::scoped_lock lock(mutex_);
  record_.bytes = device_ ? place_.device_bytes : pass_.bytes();
  const auto classes = static_cast<std::size_t>(data_.class_count());
  record_.confusion.assign(classes, std::vector<Index>(classes));
  for (std::size_t e = 0; e < validation_.size(); ++e)
    ++record_.confusion[data_.classes[static_cast<std::size_t>(validation_[e])]][predicted_[e]];
  record_.eigenvalues = std::move(eigenvalues);
  record_.validations.push_back(std::move(validation));
}

void Trainer::publish_weights() {
  auto weights = std::make_shared<Weights>(
      Weights{state_.step, state_.draw, {model_.parameters(), model_.parameters() + model_.table().count()}});
  const std::scoped_lock lock(mutex_);
  weights_ = std::move(weights);
}

/// Table 14: at each mark that validation passes for the first time.
void Trainer::record_gradients(double accuracy, const Progress& progress) {
  for (const double mark : kMarks) {
    const bool known = std::any_of(record_.gradients.begin(), record_.gradients.end(),
                                   [&](const GradientRecord& g) { return g.mark == mark; });
    if (known || accuracy < mark) continue;
    const std::vector<Index> examples = proportional_subset(data_, split_.validation, kGradientExamples);
    const GradientStatistics found =
        gradient_statistics(model_, data_, examples, kGradientDraws, plan_.training.seed, state_.draw, progress);
    const std::scoped_lock lock(mutex_);
    record_.gradients.push_back({mark, state_.step, found.mean, found.deviation, static_cast<Index>(examples.size())});
  }
}

void Trainer::keep_best(double accuracy) {
  if (accuracy <= state_.best_accuracy) return;
  best_.assign(model_.parameters(), model_.parameters() + model_.table().count());
  const std::scoped_lock lock(mutex_);
  state_.best_accuracy = accuracy;
  state_.best_step = state_.step;
}

void Trainer::run(TrainControl& control, const RunFolder* folder, const std::stop_token& stop,
                  const std::function<void(const ValidationRecord&)>& validated) {
  try {
    keep(folder);  // so that it is found again, whatever happens
    run_steps(control, folder, stop, validated);
  } catch (const std::exception&) {
    try {
      leave_device();
    } catch (const Error&) {  // the first one says more
    }
    throw;
  }
  leave_device();
  if (!finished() || complete()) return;
  try {
    measure_variance(kVarianceExamples, kVariancePasses, Progress(stop.stop_possible() ? stop : control.stopped()));
  } catch (const Cancelled&) {
    return;  // the last step is kept, and the next run() begins here
  }
  keep(folder);
}

void Trainer::keep(const RunFolder* folder) {
  if (folder == nullptr) return;
  folder->show_life();
  if (!is_kept()) save(*folder);
}

void Trainer::run_steps(TrainControl& control, const RunFolder* folder, const std::stop_token& stop,
                        const std::function<void(const ValidationRecord&)>& validated) {
  const Progress abandoned(control.abandoned()), step(stop.stop_possible() ? stop : control.abandoned());
  while (!finished() && control.next(stop, [&] { keep(folder); })) {
    if (folder != nullptr) folder->show_life();
    if (must_keep(0)) keep(folder);
    const std::size_t before = record_.validations.size();
    const auto start = Clock::now();
    try {
      take_step(step);
      if (lacks_validation()) validate(abandoned);
    } catch (const Cancelled&) {
      if (lacks_validation()) return;  // a checkpoint of now would go on without it
      break;
    }
    if (validated && record_.validations.size() > before) validated(record_.validations.back());
    const double seconds = seconds_since(start);
    unkept_seconds_ += seconds;
    if (must_keep(seconds)) keep(folder);
  }
  keep(folder);
}

bool Trainer::is_kept() const {
  const std::scoped_lock lock(mutex_);
  return kept_ && kept_->state.step == state_.step && kept_->state.rate == state_.rate &&
         kept_->state.redraw == state_.redraw && kept_->variances == record_.variances.size();
}

/// Whether to write a checkpoint now: if the next step takes as long as the last one, more work would be at stake than
/// the options allow; or something was changed.
bool Trainer::must_keep(double last_step) const {
  const TrainState now = state();
  const bool is_changed = !kept_ || kept_->state.rate != now.rate || kept_->state.redraw != now.redraw;
  return is_changed || now.step % plan_.training.checkpoint_every == 0 ||
         unkept_seconds_ + last_step >= plan_.training.checkpoint_seconds;
}

void Trainer::save(const RunFolder& folder) {
  check_not_lost();
  fetch_from_device();
  Checkpoint::save(*this, folder);
  unkept_seconds_ = 0;
}

bool Trainer::is_behind(const RunFolder& folder) const { return Checkpoint::is_behind(*this, folder.path()); }

std::optional<VarianceRecord> Trainer::measure_variance(Index examples, Index passes, const Progress& progress) {
  if (!plan_.model.has_noise()) return {};
  fetch_from_device();
  VarianceRecord found = output_variance(model_, pass_, data_, proportional_subset(data_, validation_, examples),
                                         passes, plan_.training.seed, state_.draw, progress);
  found.step = state_.step;
  const std::scoped_lock lock(mutex_);
  record_.variances.push_back(found);
  return found;
}

std::unique_ptr<Model<float>> Trainer::model_of(const Weights& weights) const {
  auto model = std::make_unique<Model<float>>(plan_.model);
  model->initialise(plan_.training.seed);  // what is drawn once and never learned
  std::copy(weights.parameters.begin(), weights.parameters.end(), model->parameters());
  model->redraw(plan_.training.seed, weights.draw);
  model->make_rows();
  return model;
}

}  // namespace omega::train
