#include "studies/block_reader.h"

#include <algorithm>

#include "core/text.h"
#include "cpu/parallel.h"
#include "estimators/registry.h"
#include "studies/measure.h"
#include "synthetic/synthetic.h"

namespace omega::studies {

namespace {

constexpr Index kMostDraws = 1000000;

/// One axis of a block's grid: a name and the values it takes, each with where it stands.
struct GridAxis {
  enum class Of { input, options, parameters, cases };
  Of of = Of::options;
  std::string name;
  std::vector<JsonNode> values;
};

void add_axes(std::vector<GridAxis>& axes, GridAxis::Of of, const std::optional<JsonNode>& node,
              const std::vector<std::string>& not_axes = {}) {
  if (!node) return;
  for (const std::string& key : node->keys())
    if (std::find(not_axes.begin(), not_axes.end(), key) == not_axes.end())
      axes.push_back({of, key, node->at(key).one_or_more()});
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

class BlockReader {
 public:
  BlockReader(const JsonNode& block, const JsonNode& root, SeriesOfMethods& series, StudyDefinition& into)
      : block_(block), root_(root), series_(series), into_(into) {
    block_.only(
        {"name", "measure", "method", "series", "group", "x", "input", "options", "parameters", "cases", "draws"});
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
      if (into_.given.text().empty())
        read_input(axes);
      else
        take_given_input();
    }
    add_axes(axes, GridAxis::Of::options, block_.find("options"));
    if (const auto parameters = block_.find("parameters")) {
      parameters->only(measure_->parameters);
      add_axes(axes, GridAxis::Of::parameters, parameters);
    }
    if (const auto cases = block_.find("cases")) axes.push_back({GridAxis::Of::cases, "cases", cases->items()});
    const std::vector<JsonNode> methods = methods_ ? methods_->one_or_more() : std::vector<JsonNode>{};
    check_size(axes, methods);
    for (const JsonNode& method : methods) {
      start_.what = {method.text(), {}};
      expand(start_, axes, 0);
    }
    if (methods.empty()) expand(start_, axes, 0);
  }

 private:
  /// The sequence that takes the place of all: what the study varies about its own has one value then, or none to name.
  void take_given_input() {
    start_.input = into_.given;
    for (const std::string& name : named_input(block_.at("input")).keys()) {
      if (const auto x = block_.find("x"); x && x->text() == name)
        throw x->error("this study varies " + name + " of its sequences; it cannot be asked of one");
      const auto& options = start_.input.options;
      const auto own =
          std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.first == name; });
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

  /// Counted before it is spread out.
  void check_size(const std::vector<GridAxis>& axes, const std::vector<JsonNode>& methods) const {
    double rows = static_cast<double>(std::max<std::size_t>(1, methods.size())) * static_cast<double>(into_.seeds);
    for (const GridAxis& axis : axes) rows *= static_cast<double>(axis.values.size());
    if (rows + static_cast<double>(into_.rows()) <= static_cast<double>(kMostRows)) return;
    throw block_.error("this block makes " + number_text(rows) + " rows, which would take about " +
                       duration_text(rows * seconds_of_a_row(axes, methods)) + " here, and a study has at most " +
                       std::to_string(kMostRows) + "; take fewer values or seeds, or cut it into several studies");
  }

  /// The mean of the first and the last of the grid, which is not spread out.
  double seconds_of_a_row(const std::vector<GridAxis>& axes, const std::vector<JsonNode>& methods) const {
    double seconds = 0;
    for (const bool last : {false, true}) {
      StudyPoint point = start_;
      if (!methods.empty()) point.what.method = (last ? methods.back() : methods.front()).text();
      for (const GridAxis& axis : axes) apply(point, axis, last ? axis.values.back() : axis.values.front());
      check_names(point);
      seconds += measure_->seconds(point, hardware_threads()) / 2;
    }
    return seconds;
  }

  void expand(const StudyPoint& point, const std::vector<GridAxis>& axes, std::size_t axis) {
    if (axis == axes.size()) return finish(point);
    for (const JsonNode& value : axes[axis].values) {
      StudyPoint next = point;
      apply(next, axes[axis], value);
      expand(next, axes, axis + 1);
    }
  }

  static void apply(StudyPoint& point, const GridAxis& axis, const JsonNode& value) {
    switch (axis.of) {
      case GridAxis::Of::input: point.input.options.emplace_back(axis.name, value.scalar()); break;
      case GridAxis::Of::options: point.what.options.emplace_back(axis.name, value.scalar()); break;
      case GridAxis::Of::parameters: point.parameters[axis.name] = value.json(); break;
      case GridAxis::Of::cases: return apply_case(point, value);
    }
    point.fields[axis.name] = value.json();
  }

  /// Options that change together, under one label or at one x.
  static void apply_case(StudyPoint& point, const JsonNode& value) {
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
    } catch (const Json::exception&) {
      throw where.error(
          "a value here is missing, or of the wrong kind: a word where a number must be, or a number where a word");
    }
  }

  void check_names(const StudyPoint& point) const {
    const JsonNode& where = block_;
    checked(where.find("parameters").value_or(where), [&] { measure_->check(point); });
    if (measure_->needs_method && point.what.method.empty()) throw where.error("\"method\" is missing here");
    if (!point.what.method.empty()) {
      const auto options = where.find("options");
      checked(methods_.value_or(where), [&] { find_estimator(point.what.method); });
      checked(options.value_or(where),
              [&] { Options(point.what.method, find_estimator(point.what.method).info.options, point.what.options); });
    }
    if (measure_->needs_method && point.input.text().empty()) where.at("input");  // says that it is missing
    if (!point.input.preset.empty())
      checked(named_input(where.at("input")),
              [&] { Options(point.input.preset, find_synthetic(point.input.preset).options, point.input.options); });
  }

  void finish(StudyPoint point) {
    point.fields["method"] = point.what.method;
    check_names(point);
    if (const auto x = block_.find("x")) {
      const auto field = point.fields.find(x->text());
      if (field == point.fields.end()) throw x->error(omega::quoted(x->text()) + " is no value of this block");
      point.fields["x"] = field->second;
    }
    point.series =
        block_.find("series") ? filled(block_.at("series"), block_.at("series").text(), point) : point.what.method;
    if (const auto group = block_.find("group")) point.fields["group"] = filled(*group, group->text(), point);
    point.copy = copy_of(point);
    point.index = static_cast<Index>(into_.points.size());
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

}  // namespace

void read_block(const JsonNode& block, const JsonNode& root, SeriesOfMethods& series, StudyDefinition& into) {
  BlockReader(block, root, series, into).read();
}

}  // namespace omega::studies
