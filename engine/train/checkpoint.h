// Checkpoints: a run in a folder, to be resumed exactly.
//
//   run.json             options, state and record; names the other two. Written last and renamed, it is what makes a
//                        checkpoint: whatever stops the program before leaves the one before
//   step-N.safetensors   parameters by name, and AdamW's running means as one run of numbers each
//   best-N.safetensors   parameters of the best validation, after step N
#pragma once

#include <filesystem>
#include <memory>

#include "train/trainer.h"

namespace omega::train {

class Checkpoint {
 public:
  static void save(Trainer& trainer, const std::filesystem::path& folder);
  static std::unique_ptr<Trainer> load(const std::filesystem::path& folder, const Progress& progress, Backend backend);
};

/// What a folder's run.json says, without its weights: for reports.
struct SavedRun {
  Options options;
  TrainState state;
  Record record;
};
SavedRun read_run(const std::filesystem::path& folder);

}  // namespace omega::train
