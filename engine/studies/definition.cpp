#include "studies/definition.h"

#include <algorithm>
#include <set>

#include "core/digest.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "io/reader.h"
#include "studies/findings.h"
#include "studies/measure.h"
#include "studies/papers.h"
#include "synthetic/synthetic.h"

namespace omega::studies {

namespace {

constexpr Index kFormat = 1;
constexpr Index kMostDraws = 1000000, kMostSeeds = 100000;

/// One axis of a block's grid: a name and the values it takes, each with where it stands.
struct GridAxis {
  enum class Of { input, options, parameters, cases };
  Of of = Of::options;
  std::string name;
  std::vector<JsonNode> values;
};

void add_axes(std::vector<GridAxis>& axes, GridAxis::Of of, const std::optional<JsonNode>& node, const std::vector<std::string>& not_axes = {}) {
  if (!node) return;
  for (const std::string& key : node->keys())
    if (std::find(not_axes.begin(), not_axes.end(), key) == not_axes.end()) axes.push_back({of, key, node->at(key).one_or_more()});
}

/// "rfa {features}" with the values of the point.
std::string filled(const JsonNode& where, const std::string& pattern, const StudyPoint& point) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string::npos;
    if (end == std::string::npos) {
      text += pattern[i];
      continue;
    }
    const std::string name = pattern.substr(i + 1, end - i - 1);
    const auto field = point.fields.find(name);
    if (field == point.fields.end()) throw where.error("{" + name + "} stands for no value of this block");
    text += field->second.is_string() ? field->second.get<std::string>() : field->second.dump();
    i = end;
  }
  return text;
}

/// The series of each method in the order in which they come: what tells them apart in every panel.
using SeriesOfMethods = std::map<std::string, std::vector<std::string>>;

class BlockReader {
 public:
  BlockReader(const JsonNode& block, const JsonNode& root, SeriesOfMethods& series, StudyDefinition& into) : block_(block), root_(root), series_(series), into_(into) {
    block_.only({"name", "measure", "method", "series", "group", "x", "input", "options", "parameters", "cases", "draws"});
    start_.block = block_.text_or("name", "main");
    start_.measure = block_.text_or("measure", root.text_or("measure", "error"));
    const auto draws = block_.find("draws") ? block_.find("draws") : root.find("draws");
    if (draws) start_.draws = draws->whole(1, kMostDraws);
    measure_ = find_measure(start_.measure);
    if (!measure_) throw block_.error("there is no measure " + omega::quoted(start_.measure));
    methods_ = block_.find("method");
  }

  void read() {
    std::vector<GridAxis> axes;
    if (block_.find("input")) {
      if (into_.given.text().empty()) read_input(axes);
      else take_given_input();
    }
    add_axes(axes, GridAxis::Of::options, block_.find("options"));
    if (const auto parameters = block_.find("parameters")) {
      parameters->only(measure_->parameters);
      add_axes(axes, GridAxis::Of::parameters, parameters);
    }
    if (const auto cases = block_.find("cases")) axes.push_back({GridAxis::Of::cases, "cases", cases->items()});
    for (const JsonNode& method : methods_ ? methods_->one_or_more() : std::vector<JsonNode>{}) {
      start_.what = {method.text(), {}};
      expand(start_, axes, 0);
    }
    if (!methods_) expand(start_, axes, 0);
  }

 private:
  /// The sequence that takes the place of all: what the study varies about its own has one value then, or none to name.
  void take_given_input() {
    start_.input = into_.given;
    for (const std::string& name : named_input(block_.at("input")).keys()) {
      if (const auto x = block_.find("x"); x && x->text() == name) throw x->error("this study varies " + name + " of its sequences; it cannot be asked of one");
      const auto& options = start_.input.options;
      const auto own = std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.first == name; });
      start_.fields[name] = own == options.end() ? "own" : own->second;
    }
  }

  void read_input(std::vector<GridAxis>& axes) {
    const JsonNode input = named_input(block_.at("input"));
    if (const auto file = input.find("file")) {
      input.only({"file"});
      start_.input.file = file->text();
      start_.fields["file"] = start_.input.file;
      return;
    }
    const JsonNode preset = input.at("preset");
    start_.input.preset = preset.text();
    start_.fields["preset"] = start_.input.preset;
    checked(preset, [&] { find_synthetic(start_.input.preset); });
    add_axes(axes, GridAxis::Of::input, input, {"preset"});
  }

  /// An input of the block's own, or one of those that the study names under "inputs".
  JsonNode named_input(const JsonNode& node) const {
    if (!node.json().is_string()) return node;
    const auto inputs = root_.find("inputs");
    const auto known = inputs ? inputs->find(node.text()) : std::nullopt;
    if (!known) throw node.error("there is no input " + omega::quoted(node.text()) + " among \"inputs\"");
    return *known;
  }

  void expand(const StudyPoint& point, const std::vector<GridAxis>& axes, std::size_t axis) {
    if (axis == axes.size()) return finish(point);
    for (const JsonNode& value : axes[axis].values) {
      StudyPoint next = point;
      apply(next, axes[axis], value);
      expand(next, axes, axis + 1);
    }
  }

  void apply(StudyPoint& point, const GridAxis& axis, const JsonNode& value) {
    switch (axis.of) {
      case GridAxis::Of::input: point.input.options.emplace_back(axis.name, value.scalar()); break;
      case GridAxis::Of::options: point.what.options.emplace_back(axis.name, value.scalar()); break;
      case GridAxis::Of::parameters: point.parameters[axis.name] = value.json(); break;
      case GridAxis::Of::cases: return apply_case(point, value);
    }
    point.fields[axis.name] = value.json();
  }

  /// Options that change together, under one label or at one x.
  void apply_case(StudyPoint& point, const JsonNode& value) {
    value.only({"label", "x", "method", "options", "same_as"});
    if (const auto label = value.find("label")) point.fields["label"] = label->text();
    if (const auto x = value.find("x")) point.fields["x"] = x->number();
    if (const auto method = value.find("method")) point.what.method = method->text();
    if (const auto same = value.find("same_as")) {
      same->only({"method", "options", "noise"});
      point.parameters["same_as"] = same->json();
    }
    const auto options = value.find("options");
    for (const std::string& name : options ? options->keys() : std::vector<std::string>{}) {
      std::erase_if(point.what.options, [&](const auto& given) { return given.first == name; });
      point.what.options.emplace_back(name, options->at(name).scalar());
      point.fields[name] = options->at(name).json();
    }
  }

  template <class Check>
  static void checked(const JsonNode& where, Check check) {
    try {
      check();
    } catch (const Error& problem) {
      throw where.error(problem.what());
    }
  }

  void check_names(const StudyPoint& point) const {
    const JsonNode& where = block_;
    if (measure_->needs_method && point.what.method.empty()) throw where.error("\"method\" is missing here");
    if (!point.what.method.empty()) {
      const auto options = where.find("options");
      checked(methods_.value_or(where), [&] { find_estimator(point.what.method); });
      checked(options.value_or(where), [&] { Options(point.what.method, find_estimator(point.what.method).info.options, point.what.options); });
    }
    if (measure_->needs_method && point.input.text().empty()) where.at("input");  // says that it is missing
    if (!point.input.preset.empty())
      checked(named_input(where.at("input")), [&] { Options(point.input.preset, find_synthetic(point.input.preset).options, point.input.options); });
  }

  void finish(StudyPoint point) {
    point.fields["method"] = point.what.method;
    check_names(point);
    if (const auto x = block_.find("x")) {
      const auto field = point.fields.find(x->text());
      if (field == point.fields.end()) throw x->error(omega::quoted(x->text()) + " is no value of this block");
      point.fields["x"] = field->second;
    }
    point.series = block_.find("series") ? filled(block_.at("series"), block_.at("series").text(), point) : point.what.method;
    if (const auto group = block_.find("group")) point.fields["group"] = filled(*group, group->text(), point);
    point.copy = copy_of(point);
    point.index = static_cast<Index>(into_.points.size());
    if (into_.points.size() * static_cast<std::size_t>(into_.seeds) >= kMostRows)
      throw block_.error("the grid grows beyond " + std::to_string(kMostRows) + " rows here; take fewer values, or cut it into several studies");
    into_.points.push_back(std::move(point));
  }

  int copy_of(const StudyPoint& point) {
    auto& known = series_[point.what.method];
    const auto found = std::find(known.begin(), known.end(), point.series);
    if (found == known.end()) known.push_back(point.series);
    return static_cast<int>(std::find(known.begin(), known.end(), point.series) - known.begin());
  }

  JsonNode block_, root_;
  SeriesOfMethods& series_;
  StudyDefinition& into_;
  StudyPoint start_;
  const Measure* measure_ = nullptr;
  std::optional<JsonNode> methods_;
};

PanelSpec read_panel(const JsonNode& node) {
  node.only({"name", "title", "kind", "of", "x", "rows_by", "y", "low", "high", "references", "x_title", "y_title", "log", "split", "series", "fit_from", "relative_to", "paper", "symmetric"});
  PanelSpec panel;
  panel.name = node.at("name").text();
  panel.title = node.text_or("title", "");
  panel.kind = node.text_or("kind", "lines");
  if (panel.kind != "lines" && panel.kind != "categories" && panel.kind != "map") throw node.at("kind").error("a panel is of kind lines, categories or map");
  panel.of = node.texts_or_none("of");
  panel.x = node.text_or("x", "x");
  panel.y = node.text_or("y", "");
  panel.rows_by = node.text_or("rows_by", "");
  panel.low = node.text_or("low", "");
  panel.high = node.text_or("high", "");
  if (const auto references = node.find("references"))
    for (const std::string& name : references->keys()) {
      panel.references.push_back(name);
      panel.reference_names.push_back(references->at(name).text());
    }
  panel.x_title = node.text_or("x_title", panel.x);
  panel.y_title = node.text_or("y_title", panel.y);
  const std::string log = node.text_or("log", "");
  panel.log_x = log.find('x') != std::string::npos;
  panel.log_y = log.find('y') != std::string::npos;
  panel.log_colour = log.find('c') != std::string::npos;
  panel.split = node.text_or("split", "");
  panel.series = node.texts_or_none("series");
  if (const auto from = node.find("fit_from")) panel.fit_from = from->number();
  panel.relative_to = node.text_or("relative_to", "");
  panel.paper = node.text_or("paper", "");
  panel.symmetric = node.flag_or("symmetric", false);
  if (!panel.paper.empty() && !find_paper_table(panel.paper)) throw node.at("paper").error("there is no table " + omega::quoted(panel.paper) + " among the papers' numbers");
  if (panel.paper.empty() && panel.y.empty()) throw node.error("a panel needs \"y\", or a table of a \"paper\"");
  return panel;
}

FindingSpec read_finding(const JsonNode& node, const std::vector<PanelSpec>& panels) {
  node.only({"kind", "panel", "at", "series", "against", "limit"});
  FindingSpec finding;
  finding.kind = node.at("kind").text();
  const auto kinds = finding_kinds();
  if (std::find(kinds.begin(), kinds.end(), finding.kind) == kinds.end())
    throw node.at("kind").error("there is no finding " + omega::quoted(finding.kind) + closest_hint(finding.kind, kinds) + "; there are " + join(kinds, ", "));
  finding.panel = node.at("panel").text();
  if (std::none_of(panels.begin(), panels.end(), [&](const PanelSpec& p) { return p.name == finding.panel; }))
    throw node.at("panel").error("there is no panel " + omega::quoted(finding.panel));
  if (const auto at = node.find("at"))
    for (const JsonNode& x : at->one_or_more()) finding.at.push_back(x.number());
  finding.series = node.texts_or_none("series");
  finding.against = node.text_or("against", "");
  if (const auto limit = node.find("limit")) finding.limit = limit->number();
  return finding;
}

void check_size(const std::string& size) {
  const auto& sizes = study_sizes();
  if (std::find(sizes.begin(), sizes.end(), size) == sizes.end())
    throw Error::input("there is no size " + omega::quoted(size) + closest_hint(size, sizes) + "; a study runs at " + join(sizes, ", "));
}

}  // namespace

std::string StudyInput::text() const {
  if (preset.empty()) return file;
  std::vector<std::string> set;
  for (const auto& [name, value] : options) set.push_back(name + "=" + value);
  return preset + (set.empty() ? "" : ":" + join(set, ","));
}

void look_at_files(StudyDefinition& study) {
  std::set<std::string> files;
  for (const StudyPoint& point : study.points)
    if (!point.input.file.empty()) files.insert(point.input.file);
  std::string digests;
  for (const std::string& file : files) {
    const auto sequence = load_sequence(std::filesystem::path(file)).sequence;
    digests += digest({{"Q", sequence->q}, {"K", sequence->k}, {"V", sequence->v}});
  }
  study.data = digests;
}

StudyDefinition read_study(const std::string& file_name, const std::string& text, const std::string& size, const StudyInput& input) {
  check_size(size);
  const JsonSource source(file_name, text, size);
  const JsonNode root(source);
  root.only({"format", "name", "title", "about", "paper", "note", "columns", "measure", "seeds", "draws", "inputs", "blocks", "panels", "findings"});
  root.at("format").whole(kFormat, kFormat);
  StudyDefinition study;
  study.name = root.at("name").text();
  study.title = root.at("title").text();
  study.about = root.text_or("about", "");
  study.paper = root.text_or("paper", "");
  study.note = root.text_or("note", "");
  if (const auto columns = root.find("columns")) study.columns = columns->whole(1, 4);
  study.size = size;
  study.text = text;
  study.given = input;
  study.id = digest(size + "\n" + input.text() + "\n" + text);
  if (const auto seeds = root.find("seeds")) study.seeds = seeds->whole(1, kMostSeeds);
  SeriesOfMethods series;
  for (const JsonNode& block : root.at("blocks").items()) BlockReader(block, root, series, study).read();
  if (study.points.empty()) throw root.at("blocks").error("the grid is empty");
  for (const JsonNode& panel : root.at("panels").items()) study.panels.push_back(read_panel(panel));
  if (const auto findings = root.find("findings"))
    for (const JsonNode& finding : findings->items()) study.findings.push_back(read_finding(finding, study.panels));
  return study;
}

}  // namespace omega::studies
