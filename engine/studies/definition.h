// A study: a question, a grid of requests to ask it of, and how to draw and read the answers. All of it is data, read
// from a JSON file (assets/manual/studies.md describes it); what differs between studies is in their files, never in
// code of their own.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/options.h"
#include "core/request.h"
#include "heads/model.h"
#include "io/read_options.h"
#include "studies/json_source.h"
#include "studies/panel_kind.h"

namespace omega::studies {

/// The sequence of a point: a preset with its options, or a file and how it is read.
struct StudyInput {
  std::string preset, file;
  Options::Given options;
  // Of an input in place of the study's own, known even where its file is gone: its sizes, and its heads where a study
  // asks of each.
  Index n = 0, dim = 0;
  std::vector<heads::HeadsOfLayer> heads;

  bool operator==(const StudyInput&) const = default;
  /// "smooth:n=196,dim=16", as the command line takes it, or the file's name.
  std::string text() const;
  ReadOptions reading() const;  // of a file
};

/// A method and its options.
struct StudyMethod {
  std::string method;
  Options::Given options;

  /// With the defaults of those that are not given; throws.
  Options all_options() const;
};

/// One cell of the grid. Every seed makes one row of it.
struct StudyPoint {
  Index index = 0;
  std::string block;
  std::string measure;
  std::string series;  // the name of the curve it belongs to
  int copy = 0;        // how many series of its method come before it in the study
  StudyInput input;
  StudyMethod what;
  Json parameters = Json::object();    // of the measure
  std::map<std::string, Json> fields;  // every value that makes up the point by name, and `x`, `label`
  Index draws = 1;
  std::vector<std::string> varied = {};  // the options that its block has several values for

  /// A value by name, as a text.
  std::optional<std::string> field(const std::string& name) const;
};

/// "rfa {features}" with values in place of names.
std::string fill(const std::string& pattern, const std::function<std::string(const std::string&)>& value);

/// What is drawn where: one panel of the figure, or one for each value of `split`.
struct PanelSpec {
  std::string name;
  std::optional<std::string> title;  // else the number that it shows, and of which group where there are several
  PanelKind kind = PanelKind::lines;
  std::vector<std::string> of;  // blocks
  std::string x = "x", y, low, high;
  std::string rows_by;  // map: the field whose values are its rows
  std::string x_title, y_title;
  std::vector<std::string> references, reference_names;  // further numbers, drawn as lines that y is held against
  bool log_x = false, log_y = false, log_colour = false;
  std::string split;
  std::vector<std::string> series;  // only these; none: all
  double fit_from = -1;             // a power law through x ≥ this; below 0: no fit
  std::string relative_to;          // y in units of the series of that name
  std::string note;                 // a text of the rows, written beside the title
  std::string paper;                // a table of assets/papers.json
  bool symmetric = false;           // an axis about 0
};

/// What is to be found out from a panel, in words.
struct FindingSpec {
  std::string kind, panel;
  std::vector<double> at;           // only at these x; none: all
  std::vector<std::string> series;  // only these; none: all
  std::string against;              // a series to compare with
  double limit = 0;
};

struct StudyDefinition {
  std::string name, title, about, paper, note, size, id;
  Index columns = 0;  // of the figure
  Index seeds = 1;
  std::vector<StudyPoint> points;
  std::vector<PanelSpec> panels;
  std::vector<FindingSpec> findings;
  std::string text;                            // the file
  std::string data;                            // a digest of the files it reads, once a run has looked at them
  std::map<std::string, std::string> digests;  // of each, by input; empty: it could not be read
  std::vector<std::string> said;               // how these were read, one sentence each
  StudyInput given;                            // what replaced the inputs of the file, if anything did
  Precision precision = Precision::f32;        // of its estimates
  std::vector<std::string> cautions;           // sentences on what can be asked, but hardly is what was meant

  std::size_t rows() const { return points.size() * static_cast<std::size_t>(seeds); }
  /// False where all that it measures has a precision of its own: training, times of training, laws.
  bool follows_precision() const;
  /// Whether its figure shows times, or it measures nothing else: they are worth something only where nothing else
  /// computes meanwhile.
  bool measures_times() const;
  /// The blocks of which a sequence in place of their own is asked; none where all that is measured makes its own.
  std::vector<std::string> blocks_of_sequences() const;
};

constexpr std::size_t kMostRows = 1000000;

/// Tells apart what is asked: the study's text, size and precision, and what takes the place of its sequences.
std::string study_id(const StudyDefinition& study, const StudyInput& input);

/// Fills in `data`, `digests` and `said`: rows of other numbers under the same file name are not rows of this study.
void look_at_files(StudyDefinition& study);

/// Reads and checks everything: names, options, measures, panels. Throws Error::input with line and column.
/// `input`: where not empty, the sequence of every point instead of those of the file.
StudyDefinition read_study(const std::string& file_name, const std::string& text, const std::string& size,
                           const StudyInput& input = {}, Precision precision = Precision::f32);

}  // namespace omega::studies
