#include "studies/definition.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/digest.h"
#include "core/named.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "heads/model.h"
#include "io/reader.h"
#include "studies/block_reader.h"
#include "studies/findings.h"
#include "studies/measure.h"
#include "studies/papers.h"

namespace omega::studies {

namespace {

constexpr Index kFormat = 1;
constexpr Index kMostSeeds = 100000;

/// Every word of a list must be known, or the panel or finding would silently be about nothing.
void check_known(const JsonNode& node, const std::string& word, const std::string& what,
                 const std::vector<std::string>& known) {
  if (!is_among(known, word))
    throw node.error("there is no " + what + " " + omega::quoted(word) + " here" + closest_hint(word, known) +
                     "; there can be " + join(known, ", "));
}

void only_known(const JsonNode& node, const std::string& key, const std::string& what,
                const std::vector<std::string>& known) {
  if (const auto list = node.find(key))
    for (const JsonNode& item : list->one_or_more()) check_known(item, item.text(), what, known);
}

std::vector<std::string> block_names(const JsonNode& root) {
  std::vector<std::string> names;
  for (const JsonNode& block : root.at("blocks").items()) place_among(names, block.text_or("name", kMainBlock));
  return names;
}

/// What the curves of a panel are called.
std::vector<std::string> curve_names(const StudyDefinition& study, const PanelSpec& panel) {
  std::vector<std::string> names;
  for (const StudyPoint& point : study.points)
    if (panel.of.empty() || is_among(panel.of, point.block))
      place_among(names, panel.kind == PanelKind::categories ? point.block : point.series);
  return names;
}

/// A sequence of one's own may leave blocks out, and its curves with them.
void check_curves(const JsonNode& node, const std::vector<std::string>& keys, const StudyDefinition& study,
                  const PanelSpec& panel) {
  if (!study.given.text().empty()) return;
  for (const std::string& key : keys) only_known(node, key, "series", curve_names(study, panel));
}

/// A number or a value that no row of the panel's blocks has would leave it empty.
void check_values(const JsonNode& node, const StudyDefinition& study, const PanelSpec& panel) {
  std::set<std::string> values = {"series"}, numbers;
  for (const StudyPoint& point : study.points) {
    if (!panel.of.empty() && !is_among(panel.of, point.block)) continue;
    for (const auto& [name, value] : point.fields) values.insert(name);
    const Measure& measure = *find_measure(point.measure);
    numbers.insert(measure.values.begin(), measure.values.end());
  }
  if (numbers.empty()) return;  // blocks that a sequence of one's own leaves out
  const auto among = [](const std::set<std::string>& names) { return std::vector(names.begin(), names.end()); };
  for (const std::string key : {"y", "low", "high", "note"}) only_known(node, key, "number", among(numbers));
  if (const auto references = node.find("references"))
    for (const std::string& name : references->keys())
      check_known(references->at(name), name, "number", among(numbers));
  for (const std::string key : {"split", "rows_by"}) only_known(node, key, "value", among(values));
  numbers.merge(values);
  only_known(node, "x", "value", among(numbers));
}

/// What all blocks of a panel call their x, where they have one name for it.
std::string common_x(const JsonNode& root, const PanelSpec& panel) {
  std::vector<std::string> names;
  for (const JsonNode& block : root.at("blocks").items())
    if (panel.of.empty() || is_among(panel.of, block.text_or("name", kMainBlock)))
      place_among(names, block.text_or("x", panel.x));
  return names.size() == 1 ? names.front() : panel.x;
}

PanelKind panel_kind(const JsonNode& node) {
  const std::vector<std::string>& names = panel_kind_names();
  const auto found = std::find(names.begin(), names.end(), node.text());
  if (found == names.end()) throw node.error("a panel is of kind lines, categories or map");
  return static_cast<PanelKind>(found - names.begin());
}

PanelSpec read_panel(const JsonNode& node, const JsonNode& root, const StudyDefinition& study) {
  node.only({"name",    "title",   "kind", "of",    "x",      "rows_by",  "y",           "low",  "high",  "references",
             "x_title", "y_title", "log",  "split", "series", "fit_from", "relative_to", "note", "paper", "symmetric"});
  PanelSpec panel;
  panel.name = node.at("name").text();
  if (const auto kind = node.find("kind")) panel.kind = panel_kind(*kind);
  only_known(node, "of", "block", block_names(root));
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
  panel.x_title = node.text_or("x_title", panel.x == "x" ? common_x(root, panel) : panel.x);
  panel.y_title = node.text_or("y_title", panel.y);
  const std::string log = node.text_or("log", "");
  if (log.find_first_not_of("xyc") != std::string::npos)
    throw node.at("log").error("the axes that can be logarithmic are x, y and c, the colours of a map");
  panel.log_x = log.find('x') != std::string::npos;
  panel.log_y = log.find('y') != std::string::npos;
  panel.log_colour = log.find('c') != std::string::npos;
  panel.split = node.text_or("split", "");
  if (const auto title = node.find("title")) panel.title = title->text();
  panel.series = node.texts_or_none("series");
  if (const auto from = node.find("fit_from")) panel.fit_from = from->number();
  panel.relative_to = node.text_or("relative_to", "");
  panel.note = node.text_or("note", "");
  panel.paper = node.text_or("paper", "");
  panel.symmetric = node.flag_or("symmetric", false);
  if (!panel.paper.empty() && !find_paper_table(panel.paper))
    throw node.at("paper").error("there is no table " + omega::quoted(panel.paper) + " among the papers' numbers");
  check_curves(node, {"series", "relative_to"}, study, panel);
  check_values(node, study, panel);
  if (panel.paper.empty() && panel.y.empty()) throw node.error("a panel needs \"y\", or a table of a \"paper\"");
  return panel;
}

/// Where several points of a curve have one place, they are drawn over each other. Empty where none have.
std::string caution_of(const PanelSpec& panel, const StudyDefinition& study) {
  const bool has_lines = panel.kind != PanelKind::map && !panel.y.empty() && panel.references.empty();
  if (!has_lines) return "";
  std::map<std::vector<std::string>, std::vector<const StudyPoint*>> places;
  const std::vector<const StudyPoint*>* fullest = nullptr;
  for (const StudyPoint& point : study.points) {
    const bool is_shown = (panel.of.empty() || is_among(panel.of, point.block)) &&
                          (panel.series.empty() || is_among(panel.series, point.series)) &&
                          is_among(find_measure(point.measure)->values, panel.y);
    const bool has_categories = panel.kind == PanelKind::categories;
    const auto x = has_categories ? std::optional(point.series) : point.field(panel.x);
    if (!is_shown || !x) continue;  // an x that is measured is each point's own
    const std::string group = panel.split == "series" ? point.series : point.field(panel.split).value_or("");
    auto& here = places[{group, has_categories ? point.block : point.series, point.what.method, *x}];
    here.push_back(&point);
    if (fullest == nullptr || here.size() > fullest->size()) fullest = &here;
  }
  if (fullest == nullptr || fullest->size() < 2) return "";
  std::vector<std::string> apart;
  for (const auto& [name, value] : fullest->front()->fields)
    if (name != "x" &&
        std::any_of(fullest->begin(), fullest->end(), [&](auto* p) { return p->field(name) != text_of(value); }))
      apart.push_back(name);
  if (apart.empty()) apart.emplace_back("block");
  return "panel " + omega::quoted(panel.name) + ": up to " + std::to_string(fullest->size()) +
         " points of a curve stand at one place, for neither series nor x tells " + join(apart, ", ") +
         "; put what tells them apart into \"series\"";
}

std::vector<const StudyPoint*> points_of(const PanelSpec& panel, const StudyDefinition& study) {
  std::vector<const StudyPoint*> points;
  for (const StudyPoint& point : study.points)
    if (panel.of.empty() || is_among(panel.of, point.block)) points.push_back(&point);
  return points;
}

bool has_number(const StudyPoint& point, const std::string& name) {
  return is_among(find_measure(point.measure)->values, name);
}

/// What a finding is about besides the number of its panel; empty: nothing.
std::string number_of(const std::string& finding) {
  static const std::map<std::string, std::string> numbers = {{"law", "law"},
                                                             {"verdict", "verdict"},
                                                             {"identity", "difference"},
                                                             {"prediction", "predicted"},
                                                             {"disturbed", "others_cpus"}};
  const auto found = numbers.find(finding);
  return found == numbers.end() ? "" : found->second;
}

/// The numbers at which the points of a panel stand; none where they are measured, or are words.
std::vector<double> places_of(const PanelSpec& panel, const StudyDefinition& study) {
  std::vector<double> places;
  for (const StudyPoint* point : points_of(panel, study))
    if (const auto x = point->fields.find(panel.x); x != point->fields.end() && x->second.is_number())
      places.push_back(x->second.get<double>());
  return places;
}

/// Of a panel whose x is a word, and of a finding at places where nothing is. Empty where all is well.
std::string caution_of_x(const PanelSpec& panel, const StudyDefinition& study) {
  const auto points = points_of(panel, study);
  const bool has_x = panel.kind != PanelKind::lines || points.empty() || panel.y.empty() ||
                     !places_of(panel, study).empty() ||
                     std::any_of(points.begin(), points.end(), [&](auto* p) { return has_number(*p, panel.x); });
  return has_x ? ""
               : "panel " + omega::quoted(panel.name) +
                     ": its x is no number of any point, and nothing is drawn; kind categories has words";
}

/// Of errors these two are known only where they are asked for.
bool is_asked(const StudyPoint& point, const std::string& number) {
  if (point.measure != "error") return true;
  return number == "difference" ? point.parameters.contains("same_as")
                                : number != "predicted" || point.field("predict") == "true";
}

std::string caution_of(const FindingSpec& finding, const StudyDefinition& study) {
  const PanelSpec& panel = *named(study.panels, finding.panel);
  const auto points = points_of(panel, study);
  const std::string number = number_of(finding.kind), says_nothing = "finding " + finding.kind + " of panel " +
                                                                     omega::quoted(panel.name) + " says nothing: ";
  if (finding.kind == "slope" && panel.fit_from < 0)
    return says_nothing + "its panel has no \"fit_from\", beyond which the power law goes through the points";
  if (!number.empty() && std::none_of(points.begin(), points.end(), [&](auto* p) { return has_number(*p, number); }))
    return says_nothing + "no row of the panel has the number " + number;
  if (!number.empty() && std::none_of(points.begin(), points.end(), [&](auto* p) { return is_asked(*p, number); }))
    return says_nothing + "no point asks for the number " + number;
  const std::vector<double> places = places_of(panel, study);
  const auto is_there = [&](double x) { return std::find(places.begin(), places.end(), x) != places.end(); };
  if (places.empty() || finding.at.empty() || std::any_of(finding.at.begin(), finding.at.end(), is_there)) return "";
  return says_nothing + "no point stands where \"at\" says";
}

FindingSpec read_finding(const JsonNode& node, const StudyDefinition& study) {
  node.only({"kind", "panel", "at", "series", "against", "limit"});
  FindingSpec finding;
  finding.kind = node.at("kind").text();
  const auto kinds = finding_kinds();
  if (!is_among(kinds, finding.kind))
    throw node.at("kind").error("there is no finding " + omega::quoted(finding.kind) +
                                closest_hint(finding.kind, kinds) + "; there are " + join(kinds, ", "));
  finding.panel = node.at("panel").text();
  const PanelSpec* panel = named(study.panels, finding.panel);
  if (panel == nullptr) throw node.at("panel").error("there is no panel " + omega::quoted(finding.panel));
  check_curves(node, {"series", "against"}, study, *panel);
  if (const auto at = node.find("at"))
    for (const JsonNode& x : at->one_or_more()) finding.at.push_back(x.number());
  finding.series = node.texts_or_none("series");
  finding.against = node.text_or("against", "");
  if (const auto limit = node.find("limit")) finding.limit = limit->number();
  if (finding.kind == "loss" && finding.series.empty()) throw node.error("a loss needs the \"series\" that may lose");
  if ((finding.kind == "loss" || finding.kind == "crossover") && finding.against.empty())
    throw node.error("this finding needs the series that others are held \"against\"");
  if (finding.kind == "prediction" && panel->kind != PanelKind::categories)
    throw node.error("a prediction needs a panel of kind categories");
  return finding;
}

void check_size(const std::string& size) {
  if (!is_among(study_sizes(), size))
    throw Error::input("there is no size " + omega::quoted(size) + closest_hint(size, study_sizes()) +
                       "; a study runs at " + join(study_sizes(), ", "));
}

void check_precision(const StudyDefinition& study) {
  if (study.precision == Precision::f64 && !study.follows_precision())
    throw Error::input("nothing that " + study.name + " measures follows --precision; leave it at f32");
}

}  // namespace

std::string StudyInput::text() const {
  std::vector<std::string> set;
  for (const auto& [name, value] : options) set.push_back(name + "=" + value);
  return (preset.empty() ? file : preset) + (set.empty() ? "" : ":" + join(set, ","));
}

ReadOptions StudyInput::reading() const {
  ReadOptions reading;
  for (const auto& [name, value] : options) reading.set(name, value);
  return reading;
}

bool StudyDefinition::follows_precision() const {
  return std::any_of(points.begin(), points.end(),
                     [](const StudyPoint& point) { return find_measure(point.measure)->follows_precision; });
}

bool StudyDefinition::measures_times() const {
  const auto shows_times = [](const StudyPoint& point, const PanelSpec& panel) {
    const std::vector<std::string>& times = find_measure(point.measure)->times;
    return (panel.of.empty() || is_among(panel.of, point.block)) &&
           (is_among(times, panel.x) || is_among(times, panel.y));
  };
  return std::any_of(points.begin(), points.end(), [&](const StudyPoint& point) {
    return find_measure(point.measure)->exclusive ||
           std::any_of(panels.begin(), panels.end(), [&](const PanelSpec& panel) { return shows_times(point, panel); });
  });
}

std::vector<std::string> StudyDefinition::blocks_of_sequences() const {
  std::vector<std::string> blocks;
  for (const StudyPoint& point : points)
    if (!point.input.text().empty()) place_among(blocks, point.block);
  return blocks;
}

Options StudyMethod::all_options() const { return {method, find_estimator(method).info.options, options}; }

std::optional<std::string> StudyPoint::field(const std::string& name) const {
  const auto found = fields.find(name);
  return found == fields.end() ? std::nullopt : std::optional(text_of(found->second));
}

std::string fill(const std::string& pattern, const std::function<std::string(const std::string&)>& value) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string::npos;
    text += end == std::string::npos ? std::string(1, pattern[i]) : value(pattern.substr(i + 1, end - i - 1));
    if (end != std::string::npos) i = end;
  }
  return text;
}

namespace {

/// What is said of reading it, but for which head was taken: a study may ask every one, each as an input of its own.
std::vector<std::string> how_read(const StudyInput& input, const Loaded& loaded) {
  ReadOptions all_heads = input.reading();
  if (!all_heads.head) return loaded.contents.said;
  all_heads.head.reset();
  return outline_sequence(InputFile::open(input.file), all_heads).said;
}

}  // namespace

std::string study_id(const StudyDefinition& study, const StudyInput& input) {
  return digest(study.size + (study.precision == Precision::f64 ? " f64" : "") + "\n" + input.text() + "\n" +
                study.text);
}

void look_at_files(StudyDefinition& study) {
  std::map<std::string, const StudyPoint*> files;
  for (const StudyPoint& point : study.points)
    if (!point.input.file.empty()) files.emplace(point.input.text(), &point);
  study.digests.clear();
  heads::Remarks remarks;
  for (const auto& [text, point] : files) try {
      const StudyInput& input = point->input;
      const Loaded loaded = load_sequence(std::filesystem::path(input.file), input.reading());
      study.digests[text] = digest_of(*loaded.sequence, loaded.contents.others);
      for (const std::string& sentence : how_read(input, loaded)) remarks.add(sentence);
    } catch (const Error&) {
      if (!find_measure(point->measure)->of_heads) throw;  // of several heads the row of each says why
      study.digests[text] = "";
    }
  study.said = remarks.all();
  study.data.clear();
  for (const auto& [text, one] : study.digests) study.data += one;
}

StudyDefinition read_study(const std::string& file_name, const std::string& text, const std::string& size,
                           const StudyInput& input, Precision precision) {
  check_size(size);
  if (!is_utf8(input.file))
    throw Error::input("the path " + omega::quoted(input.file) +
                       " is not UTF-8, and the rows of a study keep nothing else; give the file another name");
  const JsonSource source(file_name, text, size);
  const JsonNode root(source);
  root.only({"format", "name", "title", "about", "paper", "note", "columns", "measure", "seeds", "draws", "inputs",
             "blocks", "panels", "findings"});
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
  study.precision = precision;
  study.id = study_id(study, input);
  if (const auto seeds = root.find("seeds")) study.seeds = seeds->whole(1, kMostSeeds);
  BlocksRead before;
  for (const JsonNode& block : root.at("blocks").items()) read_block(block, root, before, study);
  if (study.points.empty()) throw root.at("blocks").error("the grid is empty");
  if (!input.text().empty() && study.blocks_of_sequences().empty())
    throw Error::input(study.name + " makes its own examples and asks of no sequence; leave --" +
                       (input.preset.empty() ? "input" : "preset") + " out");
  for (const JsonNode& panel : root.at("panels").items()) study.panels.push_back(read_panel(panel, root, study));
  if (const auto findings = root.find("findings"))
    for (const JsonNode& finding : findings->items()) study.findings.push_back(read_finding(finding, study));
  if (input.text().empty()) {  // one sequence in place of several may bring their points together
    for (const PanelSpec& panel : study.panels)
      for (const std::string& caution : {caution_of(panel, study), caution_of_x(panel, study)})
        if (!caution.empty()) study.cautions.push_back(caution);
    for (const FindingSpec& finding : study.findings)
      if (const std::string caution = caution_of(finding, study); !caution.empty()) study.cautions.push_back(caution);
  }
  check_precision(study);
  return study;
}

}  // namespace omega::studies
