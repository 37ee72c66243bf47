// Document: everything the user has set, as one value with ==. Undo keeps old ones, a session file stores one, lessons
// and --state replace it. Nothing that is computed lives here, and no widget keeps a parameter of its own.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/options.h"
#include "model/chance_state.h"
#include "model/paper_figure.h"

namespace omegascope {

/// Option values as text, by name; only those that differ from the default.
using OptionTexts = std::map<std::string, std::string>;
/// As the engine takes them.
inline omega::Options::Given givenOf(const OptionTexts& options) { return {options.begin(), options.end()}; }
/// An empty text stands for the default.
void setText(OptionTexts& options, const std::string& name, const std::string& text);

/// A token moved by hand: its new coordinates, scaled as in ω-space.
struct MovedToken {
  enum class Kind { query, key };
  Kind kind = Kind::query;
  int head = 0;
  int index = 0;
  std::vector<double> position;
  bool operator==(const MovedToken&) const = default;
};

/// Where q, k, v come from.
struct Workload {
  std::string preset = "three_clusters";  // a synthetic sequence; empty while a file is open
  OptionTexts presetOptions;
  std::uint32_t presetSeed = 7;
  std::string file;         // as the user named it
  OptionTexts fileOptions;  // how it is read: layer, patch, tokens ...
  std::vector<MovedToken> moved;
  bool operator==(const Workload&) const = default;

  /// Of the preset, or of the file while one is open.
  const OptionTexts& options() const { return file.empty() ? presetOptions : fileOptions; }
  OptionTexts& options() { return file.empty() ? presetOptions : fileOptions; }
  /// Whether both have the same name: the same preset, or the same file read in the same way. Options of a preset may
  /// differ.
  bool hasNameOf(const Workload& other) const {
    return preset == other.preset && file == other.file && fileOptions == other.fileOptions;
  }
};

/// What all estimators are held against.
inline constexpr const char* kTruthMethod = "softmax";

/// One estimator on the screen.
struct Card {
  int id = 0;
  std::string method;
  OptionTexts options;
  bool visible = true;
  int variant = 0;                 // 0, 1, 2 ... among cards of one method: same hue, next dash and marker
  std::vector<double> means = {};  // proposals moved by hand (proposals=given): C×D, scaled; else empty
  bool operator==(const Card&) const = default;

  /// Sets an option; an empty text is its default. Choosing another place drops means that were dragged.
  void set(const std::string& name, const std::string& text);
  /// Sets means by hand; the options that say where proposals stand follow.
  void setMeans(std::vector<double> fresh);
  /// The proposals stand where the options say again.
  void dropMeans();
  /// "lara", "lara b" ...
  std::string label() const;
  bool isTruth() const { return method == kTruthMethod; }
};

enum class MapContent { attention, error };
/// pooled: what the screen can show; every: all N·M cells; around: single rows around the shown query.
enum class MapDetail { pooled, every, around };
/// Where the colours of maps end. robust: at the usual values, past single outliers; all: at the largest; locked: where
/// they were.
enum class MapLimits { robust, all, locked };
enum class Plane { axes, principal, means };
enum class DensityKind { marginal, slice };

/// A mean of ω-space that a plane goes through: of a proposal of a card, or q_n + k_m of the shown query where card is
/// −1.
struct PlaneMean {
  int card = -1;
  int index = 0;
  bool operator==(const PlaneMean&) const = default;
};

/// Where ω-space is cut, and what density is drawn there. What is computed depends on it, but no estimate does.
struct PlaneSettings {
  Plane kind = Plane::principal;
  int axisX = 0, axisY = 1;      // of Plane::axes
  std::vector<PlaneMean> means;  // of Plane::means; where they are not three, the three heaviest q_n + k_m are taken
  DensityKind density = DensityKind::marginal;
  bool line = false;        // only the first direction: densities as curves
  bool allQueries = false;  // also the density of all queries together
  bool operator==(const PlaneSettings&) const = default;
};

/// What views ask for beside the estimates.
struct ViewQuestions {
  MapDetail detail = MapDetail::pooled;
  PlaneSettings plane;
  int kernelAxis = 0;    // of ω-space, along which kernels are drawn
  double kernelSum = 1;  // ‖q + k‖ there
  bool operator==(const ViewQuestions&) const = default;
};

/// What Model view draws of each head.
struct ModelViewSettings {
  std::string quantity;   // a name such as "entropy" or "error lara"; empty: exact attention
  bool isSorted = false;  // the largest first, in place of layers and heads
  double target = 20;     // percent: the relative error that samples have to reach
  bool operator==(const ModelViewSettings&) const = default;
};

/// How things are shown: changing it computes no estimate.
struct ViewSettings {
  MapContent map = MapContent::attention;
  std::string colourMap = "viridis";
  std::string norm = "auto";  // of the colours: auto, linear, sqrt or log
  MapLimits limits = MapLimits::robust;
  double lockedLow = 0, lockedHigh = 1;  // of MapLimits::locked
  bool showTarget = true, showProposals = true, showSamples = true, showTokens = true;
  bool showWeights = true;  // the area of a sample is its weight
  bool showValues = false;  // an arrow from the selected sample: f(ω)
  bool logWeights = false;
  int outputX = 0, outputY = 1;  // which dimensions of y the output panel shows
  ModelViewSettings modelView;
  OptionTexts parts;  // by panel: the one part of its figure that is drawn, of Convergence and Scaling
  std::map<std::string, std::set<std::string>> hidden;  // by panel: keys of its figure's legend that are not drawn
  bool operator==(const ViewSettings&) const = default;
};

struct Document {
  Workload workload;
  std::uint32_t seed = 7;
  std::uint32_t draw = 0;
  std::vector<Card> cards;
  int outputDraws = 32;  // draws behind the clouds and the bias arrow of the output panel
  ViewQuestions asks;
  ViewSettings view;
  ChanceState chance;
  PaperFigure figure;
  /// Whether both ask for the same, however they show it.
  bool asksTheSame(const Document& other) const;
  bool operator==(const Document&) const = default;

  const Card* card(int id) const;
  Card* card(int id);
  /// Another card of a method, visible and with its default options. Its id is one that no card has had before in this
  /// program: after an undo, what was computed of one card never passes for another's.
  Card& add(const std::string& method);

  /// Leaves softmax as the only card, and adds the method where it is another.
  void showAgainstSoftmax(const std::string& method, const omega::Options::Given& options);

  /// The picture the program opens with: three clusters; softmax, rfa and lara visible, ra and eva at hand.
  static Document start();
};

/// A fingerprint of what is asked for as the sequence.
std::string digestOf(const Workload& workload);
nlohmann::json toJson(const Document& document);
/// Throws omega::Error (input) naming the field that is missing or wrong.
Document documentFromJson(const nlohmann::json& json);

}  // namespace omegascope
