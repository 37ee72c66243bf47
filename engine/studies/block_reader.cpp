#include "studies/block_reader.h"

#include <algorithm>
#include <filesystem>

#include "core/named.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "estimators/registry.h"
#include "heads/model.h"
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
    if (!is_among(not_axes, key)) axes.push_back({of, key, node->at(key).one_or_more()});
}

/// A value of the point by name; the length and the dimension of its sequence are there also where no option says them.
std::string value_of(const JsonNode& where, const std::string& name, const StudyPoint& point) {
  if (const auto field = point.field(name)) return *field;
  if (!point.input.preset.empty() && name == "n") return std::to_string(sizes_of(point.input).N);
  if (!point.input.preset.empty() && name == "dim") return std::to_string(sizes_of(point.input).D);
  throw where.error("{" + name + "} stands for no value of this block");
}

/// The options that a sequence is made with, also those that nobody gave; of a file, how it is read.
Options::Given options_in_force(const StudyInput& input) {
  if (input.preset.empty()) return input.options;
  Options::Given all;
  const Options options(input.preset, find_synthetic(input.preset).options, input.options);
  for (const auto& [name, value] : options.values())
    if (!std::holds_alternative<std::monostate>(value)) all.emplace_back(name, to_string(value));
  return all;
}

/// "rfa {features}" with the values of the point.
std::string filled(const JsonNode& where, const std::string& pattern, const StudyPoint& point) {
  return fill(pattern, [&](const std::string& name) { return value_of(where, name, point); });
}

/// A value of the grid, and what it is called: "{n}" is a number again once it is filled in.
std::pair<std::string, Json> filled_value(const JsonNode& value, const StudyPoint& point) {
  const std::string text = value.scalar();
  if (text.find('{') == std::string::npos) return {text, value.json()};
  const std::string now = filled(value, text, point);
  const Json number = Json::parse(now, nullptr, false);
  return {now, number.is_number() ? number : Json(now)};
}

class BlockReader {
 public:
  BlockReader(const JsonNode& block, const JsonNode& root, BlocksRead& before, StudyDefinition& into)
      : block_(block), root_(root), before_(before), into_(into) {
    block_.only({"name", "measure", "method", "series", "group", "x", "input", "options", "parameters", "cases",
                 "draws", "own"});
    start_.block = block_.text_or("name", kMainBlock);
    start_.measure = block_.text_or("measure", root.text_or("measure", "error"));
    const auto draws = block_.find("draws") ? block_.find("draws") : root.find("draws");
    if (draws) start_.draws = draws->whole(1, kMostDraws);
    measure_ = find_measure(start_.measure);
    if (!measure_) throw block_.error("there is no measure " + omega::quoted(start_.measure));
    methods_ = block_.find("method");
  }

  void read() {
    if (!block_.flag_or("own", true) && !into_.given.text().empty()) return;
    std::vector<GridAxis> axes;
    if (block_.find("input")) {
      if (into_.given.text().empty())
        read_input(axes);
      else
        take_given_input();
    }
    add_axes(axes, GridAxis::Of::options, block_.find("options"));
    for (const GridAxis& axis : axes)
      if (axis.of == GridAxis::Of::options && axis.values.size() > 1) start_.varied.push_back(axis.name);
    if (const auto parameters = block_.find("parameters")) {
      parameters->only(measure_->parameters);
      add_axes(axes, GridAxis::Of::parameters, parameters);
    }
    if (const auto cases = block_.find("cases")) axes.push_back({GridAxis::Of::cases, "cases", cases->items()});
    const std::vector<JsonNode> methods = methods_ ? methods_->one_or_more() : std::vector<JsonNode>{};
    check_size(axes, methods);
    const std::vector<StudyPoint> starts = this->starts();
    for (const JsonNode& method : methods)
      for (StudyPoint start : starts) {
        start.what = {method.text(), {}};
        expand(start, axes, 0);
      }
    if (methods.empty()) expand(start_, axes, 0);
  }

 private:
  /// Where the grid begins: once, or for every layer and head of the sequence that takes the place of the study's own.
  std::vector<StudyPoint> starts() const {
    const bool are_heads = measure_->of_heads && !into_.given.text().empty() && block_.find("input");
    return are_heads ? starts_of_heads() : std::vector<StudyPoint>{start_};
  }

  std::vector<StudyPoint> starts_of_heads() const {
    StudyInput& given = into_.given;
    const heads::Model model = !given.preset.empty()
                                   ? heads::Model::of_preset(given.preset, given.options, kDefaultDataSeed)
                               : given.heads.empty() ? heads::Model::of_file(given.file, given.options)
                                                     : heads::Model::of_outline(given.heads, given.options);
    if (given.preset.empty()) given.heads = model.outline();
    std::vector<StudyPoint> all;
    for (const Index layer : model.layers()) {
      const Index count = model.chooses_heads() ? model.heads_of(layer) : 1;
      for (Index head = 0; head < count; ++head) {
        StudyPoint start = start_;
        start.input.options = model.options_of(layer, model.first_head() + head);
        start.fields["layer"] = layer == heads::kNoLayer ? Json("") : Json(layer);
        start.fields["head"] = model.first_head() + head;
        all.push_back(std::move(start));
      }
    }
    return all;
  }

  /// Of the given sequence; of its first head that can be read where heads are asked one by one, as the others then say
  /// why they cannot.
  Sizes sizes_of_given() const {
    if (!measure_->of_heads) return sizes_of(into_.given);
    std::optional<Error> why;
    StudyInput one = into_.given;
    for (const StudyPoint& start : starts_of_heads()) try {
        one.options = start.input.options;
        return sizes_of(one);
      } catch (const Error& error) {
        if (!why) why = error;
      }
    throw *why;
  }

  /// One sequence in place of all of the study's: what the study varies about them then has one value, or none.
  void take_given_input() {
    StudyInput& given = into_.given;
    if (given.n == 0) {
      const Sizes sizes = sizes_of_given();
      given.n = sizes.N;
      given.dim = sizes.D;
    }
    start_.input = given;
    start_.fields["input"] =
        given.preset.empty() ? std::filesystem::path(given.file).filename().string() : given.preset;
    start_.fields.insert({{"n", given.n}, {"dim", given.dim}});
    const Options::Given options = options_in_force(given);
    for (const std::string& name : named_input(block_.at("input")).keys()) {
      if (measure_->of_heads && (name == "layer" || name == "head")) continue;  // starts() says which
      if (const auto x = block_.find("x"); x && x->text() == name)
        throw x->error("this study varies " + name + " of its sequences; it cannot be asked of one");
      const auto own =
          std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.first == name; });
      if (own == options.end() && !start_.fields.contains(name)) nameless_.push_back(name);
      start_.fields.emplace(name, own == options.end() ? "own" : own->second);
    }
  }

  /// "is, radius {radius}" of a sequence that has no radius: the part between commas becomes the name of the sequence.
  std::string of_given(const std::string& pattern) const {
    std::vector<std::string> parts = split(pattern, ",");
    for (std::string& part : parts) {
      const bool is_nameless = std::any_of(nameless_.begin(), nameless_.end(), [&](const std::string& name) {
        return part.find("{" + name + "}") != std::string::npos;
      });
      if (is_nameless) part = &part == &parts.front() ? "{input}" : " {input}";
    }
    return omega::join(parts, ",");
  }

  void read_input(std::vector<GridAxis>& axes) {
    const JsonNode given = block_.at("input"), input = named_input(given);
    if (given.json().is_string()) start_.fields["input"] = given.text();
    if (const auto file = input.find("file")) {
      std::vector<std::string> known = names_of(read_option_specs());
      known.push_back("file");
      input.only(known);
      start_.input.file = file->text();
      start_.fields["file"] = start_.input.file;
      return add_axes(axes, GridAxis::Of::input, input, {"file"});
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

  /// Counts the rows before the grid is spread out.
  void check_size(const std::vector<GridAxis>& axes, const std::vector<JsonNode>& methods) const {
    double rows = static_cast<double>(std::max<std::size_t>(1, methods.size())) * static_cast<double>(into_.seeds);
    for (const GridAxis& axis : axes) rows *= static_cast<double>(axis.values.size());
    if (rows + static_cast<double>(into_.rows()) <= static_cast<double>(kMostRows)) return;
    throw block_.error("this block makes " + number_text(rows) + " rows, which would take about " +
                       duration_text(rows * seconds_of_a_row(axes, methods)) + " here, and a study has at most " +
                       std::to_string(kMostRows) + "; take fewer values or seeds, or cut it into several studies");
  }

  /// The mean over the first and the last point of the grid, without spreading it out.
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

  void apply(StudyPoint& point, const GridAxis& axis, const JsonNode& value) const {
    switch (axis.of) {
      case GridAxis::Of::input: point.input.options.emplace_back(axis.name, value.scalar()); break;
      case GridAxis::Of::options: return set_option(point, axis.name, value);
      case GridAxis::Of::parameters: point.parameters[axis.name] = value.json(); break;
      case GridAxis::Of::cases: return apply_case(point, value);
    }
    point.fields[axis.name] = value.json();
  }

  static void set_option(StudyPoint& point, const std::string& name, const JsonNode& value) {
    const auto [text, field] = filled_value(value, point);
    std::erase_if(point.what.options, [&](const auto& given) { return given.first == name; });
    point.what.options.emplace_back(name, text);
    point.fields[name] = field;
  }

  /// Options that change together, under one label or at one x.
  void apply_case(StudyPoint& point, const JsonNode& value) const {
    value.only({"label", "x", "method", "options", "same_as"});
    if (const auto label = value.find("label")) point.fields["label"] = label->text();
    if (const auto x = value.find("x")) point.fields["x"] = x->number();
    if (const auto method = value.find("method")) point.what.method = method->text();
    if (const auto same = value.find("same_as")) point.parameters["same_as"] = same_as(*same, point);
    const auto options = value.find("options");
    for (const std::string& name : options ? options->keys() : std::vector<std::string>{})
      set_option(point, name, options->at(name));
  }

  /// The method whose numbers the point must have: checked here, since it is looked up only when the point is measured.
  Json same_as(const JsonNode& node, const StudyPoint& point) const {
    node.only({"method", "options", "noise"});
    if (start_.measure != "error") throw node.error("only the measure error can hold a point against another method");
    const JsonNode method = node.at("method");
    Json same{{"method", method.text()}, {"options", Json::object()}};
    checked(method, [&] { find_estimator(method.text()); });
    Options::Given given;
    const auto options = node.find("options");
    for (const std::string& name : options ? options->keys() : std::vector<std::string>{}) {
      given.emplace_back(name, filled_value(options->at(name), point).first);
      same["options"][name] = given.back().second;
    }
    checked(options.value_or(method), [&] { options_of(find_estimator(method.text()).info, given); });
    if (const auto noise = node.find("noise")) {
      if (!noise->json().is_string() || noise->text() != "omega")
        throw noise->error(
            "the noise can only be \"omega\": the samples that the point itself has drawn; without it, "
            "both draw from the same seed");
      same["noise"] = noise->text();
    }
    return same;
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
    if (measure_->needs_method && point.what.method.empty()) throw where.error("\"method\" is missing here");
    if (measure_->needs_method && point.input.text().empty()) where.at("input");  // says that it is missing
    checked(where.find("parameters").value_or(where), [&] { measure_->check(point); });
    if (!point.what.method.empty()) {
      const auto options = where.find("options");
      checked(methods_.value_or(where), [&] { find_estimator(point.what.method); });
      checked(options.value_or(where), [&] { options_of(find_estimator(point.what.method).info, point.what.options); });
    }
    if (!point.input.file.empty() && into_.given.text().empty())
      checked(named_input(where.at("input")), [&] { point.input.reading(); });
    if (!point.input.preset.empty())
      checked(named_input(where.at("input")),
              [&] { Options(point.input.preset, find_synthetic(point.input.preset).options, point.input.options); });
  }

  void finish(StudyPoint point) {
    point.fields["method"] = point.what.method;
    check_names(point);
    if (const auto x = block_.find("x")) {
      const auto field = point.fields.find(x->text());
      if (field == point.fields.end()) {
        std::vector<std::string> names;
        for (const auto& [name, value] : point.fields) names.push_back(name);
        throw x->error(omega::quoted(x->text()) + " is no value of this block" + closest_hint(x->text(), names) +
                       "; there are " + omega::join(names, ", "));
      }
      point.fields["x"] = field->second;
    }
    point.series =
        block_.find("series") ? filled(block_.at("series"), block_.at("series").text(), point) : point.what.method;
    if (const auto group = block_.find("group")) point.fields["group"] = filled(*group, of_given(group->text()), point);
    const auto [known, is_new] = before_.points.emplace(request_text(point), into_.points.size());
    if (!is_new) return join(into_.points[known->second], point.series);
    point.copy = static_cast<int>(place_among(before_.series[point.what.method], point.series));
    point.index = static_cast<Index>(into_.points.size());
    into_.points.push_back(std::move(point));
  }

  /// All that a point asks, also the options that are left to their defaults, and where it is drawn.
  static std::string request_text(const StudyPoint& point) {
    Json asked{point.block, point.measure, point.what.method, point.input.text(), point.parameters, point.draws};
    if (!point.fields.contains("label")) asked.push_back(point.series);
    for (const char* place : {"x", "group"}) asked.push_back(point.field(place).value_or(""));
    if (point.what.method.empty()) return asked.dump();
    const Options options = point.what.all_options();
    for (const auto& [name, value] : options.values()) asked.push_back(name + "=" + to_string(value));
    return asked.dump();
  }

  /// A request that is there already makes no new row, but has one more name.
  void join(StudyPoint& there, const std::string& name) {
    if (there.series == name) return;
    auto& known = before_.series[there.what.method];
    const auto old = std::find(known.begin(), known.end(), there.series);
    there.series += " = " + name;
    *old = there.series;
  }

  JsonNode block_, root_;
  BlocksRead& before_;
  StudyDefinition& into_;
  StudyPoint start_;
  std::vector<std::string> nameless_;  // what the study varies and the given sequence lacks
  const Measure* measure_ = nullptr;
  std::optional<JsonNode> methods_;
};

}  // namespace

void read_block(const JsonNode& block, const JsonNode& root, BlocksRead& before, StudyDefinition& into) {
  BlockReader(block, root, before, into).read();
}

}  // namespace omega::studies
