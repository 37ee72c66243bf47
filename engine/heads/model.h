// A model as its layers and heads: a file whose arrays are numbered, a preset that has layers, or any sequence, which
// is one layer of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/options.h"
#include "core/progress.h"
#include "core/sequence.h"

namespace omega::heads {

/// The options of files and of presets that choose one.
inline constexpr const char *kLayer = "layer", *kHead = "head", *kHeads = "heads";
/// Stands for the number of a layer that has none.
constexpr Index kNoLayer = -1;

/// All heads of a layer. Values that are not finite are let in: only the heads that have some cannot be looked at.
struct Layer {
  std::shared_ptr<const Sequence> sequence;
  Arrays given;                   // parameters that the file gives
  std::vector<std::string> said;  // how it was read, one sentence each
};

/// What is said of how layers are read. What is said of several in the same words, but for numbers in the names of
/// arrays, is kept of the first alone.
class Remarks {
 public:
  /// Whether it is new.
  bool add(const std::string& sentence);
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_, without_numbers_;
};

/// The heads of a layer that are asked, from the first on. `count` is 0 where options choose none: then it is all one.
struct HeadsOfLayer {
  Index layer = kNoLayer, first = 0, count = 0;
  bool operator==(const HeadsOfLayer&) const = default;
};

class Model {
 public:
  /// Read as the options say: where they choose a layer or a head, there is only that one.
  static Model of_file(const std::filesystem::path& file, const Options::Given& options = {});
  /// All heads of a layer, and all layers, unless the options choose.
  static Model of_preset(const std::string& name, const Options::Given& options, std::uint32_t seed);

  /// What outline() said of a file before, which need not be there any more: no layer of it can be read.
  static Model of_outline(const std::vector<HeadsOfLayer>& outline, const Options::Given& options);
  std::vector<HeadsOfLayer> outline() const;

  const std::string& title() const { return title_; }
  /// In order; kNoLayer alone where layers have no numbers.
  const std::vector<Index>& layers() const { return layers_; }
  Layer layer(Index number, const Progress& progress = {}) const { return read_(number, progress); }
  /// How many heads a layer has, without reading its numbers where a file's headers tell; 1 of a layer that cannot be
  /// read, which is one head that says why.
  Index heads_of(Index layer) const { return count_(layer); }
  /// Whether options choose a head.
  bool chooses_heads() const { return has_heads_; }
  /// The options of the preset, or of the file, that read one head alone where they can; `head` as the model counts.
  Options::Given options_of(Index layer, Index head) const;
  /// The number of the first head of a layer as the model counts them, over batch and heads: the one that the options
  /// chose, or 0.
  Index first_head() const { return first_head_; }

 private:
  std::string title_;
  std::vector<Index> layers_;
  Index first_head_ = 0;
  Options::Given options_;  // as they were given
  bool has_heads_ = true;   // that options can choose
  std::function<Layer(Index, const Progress&)> read_;
  std::function<Index(Index)> count_;
};

}  // namespace omega::heads
