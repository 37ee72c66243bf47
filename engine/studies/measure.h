// Measures: what a row of a study is made of. A measure takes a point and a seed and gives numbers by name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/progress.h"
#include "diagnostics/draws.h"
#include "studies/definition.h"

namespace omega::studies {

/// The sizes of an input, known before it is made (a file is read for them).
Sizes sizes_of(const StudyInput& input);

/// A digest of all that a file gives: its sequence and its further arrays.
std::string digest_of(const Sequence& sequence, const Arrays& others);

/// The arithmetic of one estimate, with what exponentials and sines cost; that of exact attention of the same sequence.
double arithmetic(const StudyPoint& point, const Sizes& sizes);
double exact_arithmetic(const StudyPoint& point, const Sizes& sizes);

/// How many queries of each head stand for all in a point's errors: its parameter, or by the work; 0: all.
Index queries_of(const StudyPoint& point, const Sizes& sizes);
/// Checks that parameter. Throws Error::input.
void check_queries(const StudyPoint& point);

/// About how long one estimate takes: its arithmetic at an ordinary speed; and that of all draws of a point.
double estimate_seconds(const StudyPoint& point, int threads);
double seconds_of_draws(const StudyPoint& point, int threads);
/// That of a row of errors: its draws, those whose effective samples are counted again, and what is predicted beside.
double seconds_of_errors(const StudyPoint& point, int threads);

/// A file gives other numbers than when its study began: rows of both would be of no sequence.
class ChangedFile : public Error {
 public:
  explicit ChangedFile(const std::string& file);
};

/// The sequences of a sweep and their exact attention: points next to each other mostly share them.
class SharedInputs {
 public:
  /// `digests`: of what files gave when the study began, by input; of others what they give first. Throws ChangedFile
  /// where one gives something else when it is read again.
  SharedInputs(int threads, Precision precision, std::map<std::string, std::string> digests = {})
      : threads_(threads), precision_(precision), digests_(std::move(digests)) {}

  /// Of a file as it is at hand, whatever became of it since.
  Sizes sizes(const StudyInput& input, Index seed);

  /// The request of a point and a seed, without noise of its own. `seed` numbers data and noise alike.
  Request request(const StudyPoint& point, Index seed);
  /// Of as many queries of each head as the point says, or as the work allows.
  const Truth& truth(const StudyPoint& point, const Request& request, Progress& progress);
  const Truth& truth_of_all(const Request& request, Progress& progress);
  /// The mean squared error of exact attention itself, in the precision of the estimates.
  double rounding(const Truth& truth, const Request& request, Progress& progress);
  /// What errors grow with: norm2, the mean of ‖q_n + k_m‖² over all pairs, scaled, which the weights of samples of ω
  /// grow with; and, of short sequences, spread, the mean over queries of exp(entropy of π_n): over how many keys
  /// attention is spread.
  void add_causes(Json& values, const Truth& truth, const Request& request, Progress& progress);

 private:
  const std::shared_ptr<const Sequence>& sequence(const StudyInput& input, Index seed);
  void take(const StudyInput& input, Index seed);

  int threads_;
  Precision precision_;
  std::map<std::string, std::string> digests_;
  StudyInput latest_;
  Index latest_seed_ = -1;
  std::shared_ptr<const Sequence> sequence_;
  Arrays given_;
  std::unique_ptr<Truths> truths_;
  std::map<const void*, double> roundings_, spreads_;  // by the truth they are held against
  std::map<double, double> norms_;                     // mean ‖q_n + k_m‖², by the scale
};

struct MeasureJob {
  const StudyPoint& point;
  Index seed = 0;
  int threads = 0;
  SharedInputs& inputs;
  const std::function<Progress(double first, double last)>& part;  // progress of a part of this row
  const std::vector<Json>& before;                                 // the rows of this sweep so far

  Progress part_of_run(Index number, Index all) const;
  Progress part_of_draw(Index draw) const { return part_of_run(draw, point.draws); }
};

struct MeasuredRow {
  Json values = Json::object();   // the same wherever and however often it is measured
  Json machine = Json::object();  // times and bytes
};

/// The values that a figure draws as a band about another, and what lies between them.
struct Band {
  std::string low, high, words;
};

struct Measure {
  std::string name;
  std::string summary;
  std::vector<std::string> parameters;  // those a block may give
  std::vector<std::string> values;      // the names of what its rows can hold
  std::vector<std::string> of_machine;  // those of them that are times and bytes
  std::vector<std::string> times;       // the times among these, which anything else that computes makes longer
  std::vector<std::string> of_theory;   // closed forms, and what is predicted or promised
  Band band = {};
  std::map<std::string, std::string> without = {};  // what it means where no row has the value of that name
  bool needs_method = true;
  bool exclusive = false;         // nothing else of this program may run meanwhile, whatever is drawn of it
  bool follows_precision = true;  // of the study; else it has its own
  bool smallest_first = false;    // rows go by the length of their sequence
  bool of_heads = false;          // asked of a given input, it is asked of every layer and head in it
  std::function<void(const StudyPoint&)> check = [](const StudyPoint&) {};  // of parameters; throws
  std::function<double(const StudyPoint&, int threads)> seconds;            // about how long a row takes
  std::function<MeasuredRow(const MeasureJob&)> run;
};

const std::vector<Measure>& measures();
/// Null where there is none of that name.
const Measure* find_measure(const std::string& name);

Measure error_measure();
Measure bias_measure();
Measure time_measure();
Measure step_measure();
Measure learning_measure();
Measure law_measure();
Measure kernel_measure();
Measure coverage_measure();
Measure conditioning_measure();
Measure head_measure();

/// A number for JSON: null where it is not finite.
Json finite(double value);

}  // namespace omega::studies
