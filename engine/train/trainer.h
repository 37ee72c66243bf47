// Trainer: one run, step by step. It owns the data, the model and the record; whoever drives it calls advance() from
// one thread (run() does, under a TrainControl that others pause and stop), while any thread may ask for a snapshot.
//
// A run is a function of its options and of the changes made while it ran: the same curve, bit for bit, on any number
// of threads, and with any pauses, checkpoints and resumptions in between. On a CUDA device it is the same curve but
// for rounding.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "core/request.h"
#include "io/input_file.h"
#include "train/batch_pass.h"
#include "train/measures.h"
#include "train/optimiser.h"
#include "train/record.h"
#include "train/run_folder.h"
#include "train/settings.h"

namespace omega::train {

class DeviceTraining;

/// Run, pause, one step, stop: asked for by any thread, obeyed by run() between two steps; abandon() also within one.
class TrainControl {
 public:
  void pause();
  void resume();
  void step();  // one step, then pause
  void stop();
  /// Stops at once: the step under way is given up.
  void abandon();
  std::stop_token abandoned() const { return abandoned_.get_token(); }

  /// Waits while paused, and calls `resting` now and then; returns whether to take a step. A stop token stops too.
  bool next(const std::stop_token& stop = {}, const std::function<void()>& resting = {});
  /// Whether it was told to stop, for work that looks at it on its way.
  std::stop_token stopped() const { return told_to_stop_.get_token(); }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool paused_ = false;
  Index allowed_ = 0;  // single steps asked for while paused
  std::stop_source told_to_stop_, abandoned_;
};

/// What changes from step to step beside the numbers themselves.
struct TrainState {
  Index step = 0;          // steps done
  std::uint32_t draw = 0;  // of the noise in use
  Index drawn_at = 0;      // the step at which it was drawn
  double rate = 0;         // learning rate before warm-up and decay; may change while running
  Index redraw = 0;        // likewise
  double seconds = 0;      // of training so far
  double best_accuracy = -1;
  Index best_step = 0;
};

/// What a run looks like at one moment; never changes.
struct Snapshot {
  TrainState state;
  Record record;
};

/// What outputs' variance is measured on at the end of a run: so many examples of a validation, classes in proportion.
constexpr Index kVarianceExamples = 450, kVariancePasses = 20;

/// Whether the last step was taken and what is measured after it is known: how outputs vary with the noise, where there
/// is any.
bool is_complete(const TrainPlan& plan, const TrainState& state, const Record& record);

/// Weights at one moment, with the noise in use: what a probe looks at.
struct Weights {
  Index step = 0;
  std::uint32_t draw = 0;
  std::vector<float> parameters;
};

class Trainer {
 public:
  /// Steps on a CUDA device where there is one with room, unless `backend` says otherwise. Throws Error::input where
  /// `backend` insists on CUDA and CUDA cannot be used.
  explicit Trainer(const Options& options, const Progress& progress = {}, Backend backend = Backend::automatic);
  ~Trainer();
  /// Goes on where the checkpoint in `folder` stands, with its data, which may lie at `data` meanwhile. Throws
  /// Error::input where there is none, it is damaged, or the data are others.
  static std::unique_ptr<Trainer> resume(const std::filesystem::path& folder, const Progress& progress = {},
                                         Backend backend = Backend::automatic, const std::string& data = {});

  const Options& options() const { return options_; }
  const TrainPlan& plan() const { return plan_; }
  const TaskData& data() const { return data_; }
  const Split& split() const { return split_; }
  bool finished() const { return state_.step >= plan_.training.steps; }
  bool complete() const { return is_complete(plan_, state_, record_); }
  /// Whether numbers stopped being finite, or the device failed: the run can only go on from a checkpoint.
  bool diverged() const { return diverged_ || lost_; }

  /// One step, and a validation where one is due. Throws Error::failure, naming step and layer, where the loss or the
  /// gradient is not finite. If the step is given up (Cancelled), nothing has changed but the noise, as that step would
  /// have changed it.
  void advance(const Progress& progress = {});
  /// Until complete or told to stop. Checkpoints into `folder` (null: none) at the start, as often as the options say,
  /// while paused, after each change of rate or redraw, and at the end. `stop` gives up the step under way, but not a
  /// validation: until that is done, no checkpoint can be written.
  void run(TrainControl& control, const RunFolder* folder, const std::stop_token& stop = {},
           const std::function<void(const ValidationRecord&)>& validated = {});

  /// Any thread may set these; they are in force from the next step on.
  void set_rate(double rate);
  void set_redraw(Index redraw);
  Snapshot snapshot() const;
  TrainState state() const;
  /// The weights of the start, of the checkpoint that the run was resumed from, or of the latest validation.
  std::shared_ptr<const Weights> weights() const;

  /// Writes the checkpoint of now, and the best weights beside it. Throws Error::failure where another has written
  /// there since.
  void save(const RunFolder& folder);
  bool is_behind(const RunFolder& folder) const;

  /// Where steps are computed: "cpu" or "cuda", why there, and how much of a device's memory they take.
  struct Place {
    std::string backend, why;
    std::uint64_t device_bytes = 0;
  };
  Place place() const;

  // For the driving thread.
  Model<float>& model();
  /// Moves the run to where steps are computed, if it is not there yet. advance() and run() do this, and run() moves it
  /// back at its end, so that a run at rest holds nothing on the device.
  void take_place();
  /// How much outputs vary with the noise; records nothing and returns nothing where there is none. run() does it at
  /// the end.
  std::optional<VarianceRecord> measure_variance(Index examples = kVarianceExamples, Index passes = kVariancePasses,
                                                 const Progress& progress = {});
  /// A model with given weights, to look at in another thread.
  std::unique_ptr<Model<float>> model_of(const Weights& weights) const;

 private:
  friend class Checkpoint;

  /// The latest checkpoint, as it was read or written.
  struct Kept {
    std::filesystem::path folder;
    FileMark mark;
    TrainState state;
    std::size_t variances = 0;
  };

  void open_device();
  void leave_device();
  void check_not_lost() const;
  template <class Work>
  auto on_device(Work&& work);
  bool is_kept() const;
  bool must_keep(double last_step) const;
  void keep(const RunFolder* folder);
  void run_steps(TrainControl& control, const RunFolder* folder, const std::stop_token& stop,
                 const std::function<void(const ValidationRecord&)>& validated);
  void take_step(const Progress& progress);
  void renew_noise();
  void choose_batch();
  BatchTotals step_on_cpu(double rate, const Progress& progress);
  BatchTotals step_on_device(double rate);
  BatchTotals look_at_validation(const Progress& progress);
  void fetch_from_device();
  bool lacks_validation() const;
  void validate(const Progress& progress);
  void record_gradients(double accuracy, const Progress& progress);
  void publish_weights();
  void keep_best(double accuracy);

  Options options_;
  TrainPlan plan_;
  TaskData data_;
  Split split_;
  std::vector<Index> validation_;  // the examples of a validation
  Model<float> model_;
  BatchPass<float> pass_;
  AdamW optimiser_;
  Backend backend_;                         // as asked for
  std::unique_ptr<DeviceTraining> device_;  // has the parameters where it is there
  bool behind_ = false;                     // whether model_ and optimiser_ are behind the device
  std::vector<Index> order_, batch_;        // this epoch's order of the training examples; the batch
  Index epoch_ = -1;
  bool diverged_ = false;
  bool lost_ = false;  // the device failed, and what it held went with it
  std::vector<std::uint8_t> predicted_;
  std::vector<float> best_;  // parameters of the best validation
  Index best_saved_ = -1;    // its step, where it is on disk
  std::optional<Kept> kept_;
  double unkept_seconds_ = 0;  // of work since then
  mutable std::mutex mutex_;   // of what follows, which other threads read
  TrainState state_;
  Place place_;
  Record record_;
  std::shared_ptr<const Weights> weights_;
};

}  // namespace omega::train
