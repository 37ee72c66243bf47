#include "importance/game_json.h"

#include <limits>

#include "core/named.h"
#include "core/words.h"
#include "importance/presets.h"

namespace omega::importance {

namespace {

/// One value and what it is called.
class Node {
 public:
  Node(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

  void only(const std::vector<std::string>& known) const {
    if (!json_.is_object()) throw Error::input(where_ + " must be an object, { ... }");
    for (const auto& item : json_.items())
      if (!is_among(known, item.key()))
        throw Error::input(where_ + " has no " + omega::quoted(item.key()) + closest_hint(item.key(), known) +
                           "; there can be " + join(known, ", "));
  }
  bool has(const std::string& key) const { return json_.contains(key); }
  Node at(const std::string& key) const {
    if (!has(key)) throw Error::input(where_ + " has no " + omega::quoted(key) + ", which it needs");
    return {json_[key], where_ + "." + key};
  }
  bool is_text() const { return json_.is_string(); }
  std::string text() const {
    if (!is_text()) throw Error::input(where_ + " must be a text in double quotes");
    return json_.get<std::string>();
  }
  double number() const {
    if (!json_.is_number())
      throw Error::input(where_ + " is " + omega::quoted(json_.dump()) + ", but must be a number");
    return json_.get<double>();
  }
  Index whole() const {
    if (!json_.is_number_integer() || json_ < 0 || json_ > std::numeric_limits<int>::max())
      throw Error::input(where_ + " is " + omega::quoted(json_.dump()) + ", but must be a whole number of at least 1");
    return json_.get<Index>();
  }
  bool flag() const {
    if (!json_.is_boolean()) throw Error::input(where_ + " must be true or false");
    return json_.get<bool>();
  }
  std::vector<Node> items() const {
    if (!json_.is_array()) throw Error::input(where_ + " must be a list, [ ... ]");
    std::vector<Node> all;
    for (std::size_t i = 0; i < json_.size(); ++i) all.emplace_back(json_[i], where_ + "[" + std::to_string(i) + "]");
    return all;
  }
  std::vector<double> numbers() const {
    std::vector<double> all;
    for (const Node& item : items()) all.push_back(item.number());
    return all;
  }
  double number_or(const std::string& key, double otherwise) const { return has(key) ? at(key).number() : otherwise; }
  /// As an option's text.
  std::string scalar() const {
    if (is_text()) return text();
    if (json_.is_number_integer() || json_.is_boolean()) return json_.dump();
    if (json_.is_number()) return number_text(number());
    throw Error::input(where_ + " must be one word, number, true or false");
  }
  const std::string& where() const { return where_; }

 private:
  const Json& json_;
  std::string where_;
};

Bump read_bump(const Node& node) {
  node.only({"weight", "mean", "sd"});
  return {node.number_or("weight", 1), node.at("mean").number(), node.at("sd").number()};
}

Target read_target(const Node& node) {
  node.only({"mixture", "drawn", "given"});
  Target target;
  if (node.has("mixture") + node.has("drawn") + node.has("given") != 1)
    throw Error::input(node.where() + " must have one of mixture, drawn and given");
  if (node.has("mixture"))
    for (const Node& item : node.at("mixture").items()) target.bumps.push_back(read_bump(item));
  if (node.has("drawn")) {
    target.drawn = node.at("drawn").numbers();
    if (target.drawn.empty()) throw Error::input(node.where() + ".drawn is empty");
  }
  if (!node.has("given")) return target;
  const Node given = node.at("given");
  given.only({"weights", "means", "sd"});
  const std::vector<double> weights = given.at("weights").numbers(), means = given.at("means").numbers();
  if (weights.size() != means.size())
    throw Error::input(given.where() + " has " + std::to_string(weights.size()) + " weights and " +
                       std::to_string(means.size()) + " means, but must have as many of each");
  target.is_given = true;
  for (std::size_t m = 0; m < means.size(); ++m)
    target.bumps.push_back({weights[m], means[m], given.number_or("sd", 1)});
  return target;
}

Integrand::Kind kind_of(const Node& node) {
  return static_cast<Integrand::Kind>(place_of(node.where(), node.text(), integrand_words()));
}

Integrand read_integrand(const Node& node) {
  Integrand f;
  if (node.is_text()) {
    f.kind = kind_of(node);
    if (f.kind == Integrand::Kind::drawn || f.kind == Integrand::Kind::given)
      throw Error::input(node.where() + " is " + omega::quoted(node.text()) +
                         ", which needs its numbers: an object, { ... }");
    return f;
  }
  node.only({"kind", "at", "k", "heights", "values"});
  f.kind = kind_of(node.at("kind"));
  const std::vector<std::pair<Integrand::Kind, std::string>> own = {{Integrand::Kind::above, "at"},
                                                                    {Integrand::Kind::cos, "k"},
                                                                    {Integrand::Kind::drawn, "heights"},
                                                                    {Integrand::Kind::given, "values"}};
  for (const auto& [kind, key] : own)
    if (node.has(key) && kind != f.kind)
      throw Error::input(node.where() + "." + key + " means nothing for " + omega::quoted(node.at("kind").text()));
  f.at = node.number_or("at", f.at);
  f.k = node.number_or("k", f.k);
  if (f.kind == Integrand::Kind::drawn) f.drawn = node.at("heights").numbers();
  if (f.kind == Integrand::Kind::given) f.values = node.at("values").numbers();
  return f;
}

std::vector<Proposal> read_proposals(const Node& node, bool needs_counts, Index otherwise) {
  std::vector<Proposal> proposals;
  for (const Node& item : node.items()) {
    item.only({"mean", "sd", "target", "count"});
    Proposal proposal;
    proposal.is_target = item.has("target") && item.at("target").flag();
    if (!proposal.is_target) {
      proposal.mean = item.at("mean").number();
      proposal.sd = item.at("sd").number();
    } else if (item.has("mean") || item.has("sd")) {
      throw Error::input(item.where() + " is the target: it has no mean and sd of its own");
    }
    proposal.count = item.has("count") || needs_counts ? item.at("count").whole() : otherwise;
    proposals.push_back(proposal);
  }
  return proposals;
}

Options::Given given_options(const Node& node, const std::vector<OptionSpec>& specs) {
  Options::Given given;
  for (const OptionSpec& spec : specs)
    if (node.has(spec.name)) given.emplace_back(spec.name, node.at(spec.name).scalar());
  return given;
}

void refuse_idle_words(const Node& node, const Method& before, const Method& method, std::size_t proposals) {
  if (node.has("weighting") && proposals == 1 && !method.is_optimal() && !before.is_optimal())
    throw Error::input(node.at("weighting").where() +
                       " means nothing with one proposal, unless it is optimal: give several, or leave it out");
  for (const char* word : {"beta_mode", "beta"})
    if (node.has(word) && method.control == Control::none)
      throw Error::input(node.at(word).where() +
                         " means nothing without a control variate: give control, too (x, x2 or w), or leave it out");
  if (node.has("beta") && method.beta_mode != BetaMode::fixed)
    throw Error::input(node.at("beta").where() + " means nothing where beta_mode is " +
                       (method.beta_mode == BetaMode::best ? "best" : "estimated") + ": take fixed, or leave it out");
}

/// The options over those of `before`.
Method read_method(const Node& node, const Method& before, std::size_t proposals, IdleWords idle) {
  Options::Given given = given_of(before);
  for (const auto& one : given_options(node, method_options())) given.push_back(one);
  const Method method = method_of(Options(node.where(), method_options(), given));
  if (idle == IdleWords::refused) refuse_idle_words(node, before, method, proposals);
  return method;
}

void read_plan(const Node& node, Plan& plan, IdleWords idle) {
  const Options options(node.where(), plan_options(), given_options(node, plan_options()));
  if (node.has("antithetic")) plan.antithetic = options.flag("antithetic");
  if (node.has("replicates")) plan.replicates = options.integer("replicates");
  if (node.has("proposals")) {
    const Index before = plan.proposals.empty() ? 0 : plan.samples();
    const std::vector<Node> items = node.at("proposals").items();
    // Proposals without numbers of their own share the plan's samples.
    plan.proposals = read_proposals(node.at("proposals"), !node.has("samples") && before == 0, 1);
    if (!node.has("samples") && before > 0 &&
        std::none_of(items.begin(), items.end(), [](const Node& item) { return item.has("count"); }))
      set_all_samples(plan, before, node.where() + ".samples");
  }
  if (node.has("samples")) set_all_samples(plan, options.integer("samples"), node.where() + ".samples");
  if (plan.methods.empty()) plan.methods.emplace_back();
  plan.methods[0] = read_method(node, plan.methods[0], plan.proposals.size(), idle);
  if (node.has("compare")) {
    plan.methods.resize(1);
    for (const Node& item : node.at("compare").items()) {
      item.only(names_of(method_options()));
      plan.methods.push_back(read_method(item, {}, plan.proposals.size(), idle));
    }
  }
  if (idle == IdleWords::refused)  // those of a preset may have had some
    for (Method& method : plan.methods) method = without_idle_words(method, plan.proposals.size());
}

Json to_json(const Method& method) {
  Json json = Json::object();
  for (const auto& [name, text] : given_of(method)) json[name] = text;
  if (json.contains("beta")) json["beta"] = method.beta;
  return json;
}

Json to_json(const Target& target) {
  if (!target.drawn.empty()) return {{"drawn", target.drawn}};
  if (target.is_given) {
    Json weights = Json::array(), means = Json::array();
    for (const Bump& bump : target.bumps) {
      weights.push_back(bump.weight);
      means.push_back(bump.mean);
    }
    return {{"given", {{"weights", weights}, {"means", means}, {"sd", target.bumps.front().sd}}}};
  }
  Json mixture = Json::array();
  for (const Bump& bump : target.bumps)
    mixture.push_back({{"weight", bump.weight}, {"mean", bump.mean}, {"sd", bump.sd}});
  return {{"mixture", mixture}};
}

Json to_json(const Integrand& f) {
  const std::string& word = integrand_words()[static_cast<std::size_t>(f.kind)];
  switch (f.kind) {
    case Integrand::Kind::above: return {{"kind", word}, {"at", f.at}};
    case Integrand::Kind::cos: return {{"kind", word}, {"k", f.k}};
    case Integrand::Kind::drawn: return {{"kind", word}, {"heights", f.drawn}};
    case Integrand::Kind::given: return {{"kind", word}, {"values", f.values}};
    default: return word;
  }
}

}  // namespace

Game game_from_json(const Json& json, const std::string& where, IdleWords idle) {
  const Node node(json, where);
  std::vector<std::string> known = {"preset", "target", "integrand", "proposals"};
  for (const std::vector<OptionSpec>* specs : {&plan_options(), &method_options()})
    for (const std::string& name : names_of(*specs)) known.push_back(name);
  known.push_back("compare");
  node.only(known);
  Game game;
  if (node.has("preset")) game = find_preset(node.at("preset").text()).game;
  const bool is_new = !node.has("preset");
  if (is_new || node.has("target")) game.problem.target = read_target(node.at("target"));
  if (is_new || node.has("integrand")) game.problem.integrand = read_integrand(node.at("integrand"));
  if (is_new) node.at("proposals");
  read_plan(node, game.plan, idle);
  check(game);
  return game;
}

Json to_json(const Game& game) {
  Json json{{"target", to_json(game.problem.target)}, {"integrand", to_json(game.problem.integrand)}};
  json["proposals"] = Json::array();
  for (const Proposal& q : game.plan.proposals)
    json["proposals"].push_back(q.is_target ? Json{{"target", true}, {"count", q.count}}
                                            : Json{{"mean", q.mean}, {"sd", q.sd}, {"count", q.count}});
  json["replicates"] = game.plan.replicates;
  if (game.plan.antithetic) json["antithetic"] = true;
  json.update(to_json(game.plan.methods.front()));
  if (game.plan.methods.size() == 1) return json;
  json["compare"] = Json::array();
  for (std::size_t m = 1; m < game.plan.methods.size(); ++m) json["compare"].push_back(to_json(game.plan.methods[m]));
  return json;
}

}  // namespace omega::importance
