// Checkpoints: a run in a folder, to be resumed exactly.
//
//   run.json             options, state and record; names the other two, with checksums of their numbers and its own.
//                        It is written last and renamed, which makes the checkpoint: whatever stops the program
//                        earlier leaves the previous one
//   step-N.safetensors   parameters by name and, until the last step, AdamW's running means as one run of numbers each
//   best-N.safetensors   parameters of the best validation, after step N; nothing of a finished run needs it
//   run.lock             while somebody trains: who (RunFolder)
//
// Format 1, still read, had no checksums, and its option samples counted the features of a head.
#pragma once

#include <filesystem>
#include <memory>

#include "train/trainer.h"

namespace omega::train {

class Checkpoint {
 public:
  static void save(Trainer& trainer, const RunFolder& folder);
  /// Whether another has written to `folder` since this run was read from it or written to it.
  static bool is_behind(const Trainer& trainer, const std::filesystem::path& folder);
  /// `data`: where the data lie now, if not where they did.
  static std::unique_ptr<Trainer> load(const std::filesystem::path& folder, const Progress& progress, Backend backend,
                                       const std::string& data);
};

/// What a folder's run.json says, without its weights: for reports.
struct SavedRun {
  Options options;
  TrainState state;
  Record record;
  std::string data;  // a digest of the files it learns from; empty where its examples are made up
};
SavedRun read_run(const std::filesystem::path& folder);
/// Whether there is a run in `folder`, whatever its state.
bool holds_run(const std::filesystem::path& folder);
/// The names of all files of a run that are in `folder`, whatever its state. What else is there is the user's.
std::vector<std::string> files_of_run(const std::filesystem::path& folder);
/// Throws Error::input where there is none.
void require_run(const std::filesystem::path& folder);
/// Changes what may change of a run that is at rest, without its weights.
void change_run(const RunFolder& folder, std::optional<double> rate, std::optional<Index> redraw);

}  // namespace omega::train
