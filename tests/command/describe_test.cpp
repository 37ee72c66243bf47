// omega list, describe, devices, --help, --version: everything that is there is shown, as text and as JSON.
#include <algorithm>
#include <catch2/catch.hpp>

#include "command/calls.h"
#include "estimators/registry.h"

using namespace omega;
using namespace omega::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::size_t widest(const std::string& text) {
  std::size_t most = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    most = std::max(most, columns(text.substr(start, end - start)));
    start = end + 1;
  }
  return most;
}

Json row_of(const std::string& method, const std::string& list, const std::string& name) {
  const Json json = json_of({"describe", method});  // lives as long as what is read of it
  for (const Json& row : json[list])
    if (row["name"] == name) return row;
  return {};
}

}  // namespace

TEST_CASE("list shows every method on one line", "[command]") {
  const std::string text = output_of({"list"});
  const Json json = json_of({"list"});
  CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) == estimators().size() + 1);
  CHECK(widest(text) <= 100);
  REQUIRE(json["methods"].size() == estimators().size());
  for (std::size_t i = 0; i < estimators().size(); ++i) {
    CHECK(contains(text, "\n" + estimators()[i].info.name + " "));
    CHECK(json["methods"][i]["name"] == estimators()[i].info.name);
    CHECK(json["methods"][i]["paper"] == estimators()[i].info.paper);
  }
}

TEST_CASE("words and traits say the same of bias", "[command]") {
  for (const char* method : {"mis", "lara"}) {
    const Json json = json_of({"describe", method});
    CHECK(json["traits"]["unbiased"]["holds"] == false);
    std::string ways;
    for (const Json& way : json["traits"]["unbiased"]["reversed_by"]) ways += way.get<std::string>() + " ";
    for (const char* way : {"clamp=0", "weighting=balance", "weighting=power"}) CHECK_THAT(ways, Catch::Contains(way));
    CHECK((ways.find("normalise=none and one of ") != std::string::npos) == (std::string(method) == "lara"));
  }
  // Who calls itself unbiased is so with its defaults, or says with which options.
  int said = 0;
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    std::vector<std::string> sentences = {info.summary};
    for (const OptionSpec& spec : info.options) sentences.push_back(spec.help);
    if (info.traits(Options(info.name, info.options)).unbiased) continue;
    for (const std::string& sentence : sentences) {
      if (!contains(sentence, "nbiased")) continue;
      INFO(info.name << ": " << sentence);
      CHECK(contains(sentence, "nbiased with "));
      ++said;
    }
  }
  CHECK(said >= 2);
}

TEST_CASE("traits say what turns them round, alone or together, and what must stay as it is", "[command]") {
  const auto ways = [](const std::string& method, const std::string& trait) {
    const Json json = json_of({"describe", method});  // lives as long as what is read of it
    return json["traits"][trait]["reversed_by"].get<std::vector<std::string>>();
  };
  using Ways = std::vector<std::string>;
  CHECK(ways("key_sampling", "unbiased") == Ways{"normalise=none", "value_power=0 and sampler=exact"});
  CHECK(ways("key_sampling", "knows_values") == Ways{"value_power>0"});
  CHECK(ways("key_sampling", "deterministic") == Ways{"sampler=lsh and bits=0"});
  CHECK(ways("key_sampling", "linear") ==
        Ways{"normalise=none", "sampler=exact", "sampler=lsh", "exact_keys>0", "causal=true and value_power>0"});
  CHECK(ways("ra", "deterministic") == Ways{"variant=biased and evaluate=true"});  // refused without the other
  CHECK(ways("lara", "knows_values") == Ways{"weighting=optimal"});                // taken in two dimensions alone
  CHECK(ways("softmax", "unbiased") == Ways{"products=tf32", "products=bf16"});    // causal softmax is a truth, too
}

TEST_CASE("describe shows every option, array and output of every method", "[command]") {
  const Sizes sizes{{}, 1, 64, 64, 8, 8};
  const Arrays none;
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    INFO(info.name);
    const std::string text = output_of({"describe", info.name});
    const Json json = json_of({"describe", info.name});
    CHECK(contains(text, info.title));
    for (const Equation& equation : all_equations(info)) {
      const std::string with = equation.when.is_always() ? "" : "  (with " + equation.when.text() + ")";
      for (const std::string& line : lines_of(equation.lines)) CHECK(contains(text, "\n  " + line + with + "\n"));
    }
    REQUIRE(json["options"].size() == info.options.size());
    for (const OptionSpec& spec : info.options) {
      CHECK(contains(text, "  " + spec.name + "=" + to_string(spec.default_value, spec.automatic)));
      CHECK(contains(text, spec.allowed()));
      CHECK(json["options"][static_cast<std::size_t>(&spec - info.options.data())]["title"] == spec.title);
    }
    const Options defaults(info.name, info.options);
    const Problem problem{sizes, defaults, none};
    for (const ArraySpec& spec : info.arrays(problem)) CHECK(contains(text, "\n  " + spec.name + "  "));
    for (const OutputSpec& spec : info.outputs(problem)) CHECK(contains(text, "\n  " + spec.name + "  "));
    CHECK(json["traits"]["unbiased"]["holds"] == info.traits(defaults).unbiased);
  }
}

TEST_CASE("describe gives shapes in symbols, and says under which options they exist", "[command]") {
  const std::string text = output_of({"describe", "lara"});
  CHECK(contains(text, "eps  landmarks x per_proposal x D  (not with draw=halton or evaluate=true)\n"));
  CHECK(contains(text, "mu  landmarks x D  (with proposals=given)"));
  CHECK(contains(text, "alpha_at  N x any x landmarks  (with omega_at given)"));
  CHECK(contains(text, "attention  N x M"));
  CHECK(contains(text,
                 "u  landmarks x per_proposal  (with evaluate=false and one of proposals=mixture, proposals=single)"));
  CHECK(contains(text, "\n      landmarks x D with evaluate=true.\n"));
  CHECK(contains(output_of({"describe", "eva"}), "eps  groups x D  (not with evaluate=true or groups=0)\n"));
  const Json beta = row_of("eva", "outputs", "beta_hat");
  CHECK(beta["with"] == Json::array());
  CHECK(beta["without"] == Json({"partition=complement", "groups=0", "group_weight=exact and samples>1"}));
  // Sizes whose defaults are equal, or one the double of the other, keep their own names.
  CHECK(contains(output_of({"describe", "reformer"}), "eps  hashes x D x buckets/2\n"));
  CHECK(contains(output_of({"describe", "eva"}), "eps  groups x D  (not with"));
  CHECK(contains(output_of({"describe", "scatterbrain"}), "eps  samples x D  (not with draw=halton)\n"));
  CHECK(contains(output_of({"describe", "gmm"}), "omega  components·frequencies x D\n"));
}

TEST_CASE("describe says of arrays and outputs which numbers and which changes together bring or take them",
          "[command]") {
  struct Expected {
    const char *method, *list, *name;
    std::vector<std::string> with, without;
  };
  const std::string few_groups = "groups>0 and query_at given";
  for (const Expected& e : std::vector<Expected>{
           {"lara", "outputs", "predicted_variance", {"predict=true"}, {}},  // in two dimensions alone
           {"mis", "outputs", "predicted_rare", {"predict=true"}, {}},
           {"lara",
            "outputs",
            "log_weights",
            {},
            {"weighting=own", "proposals≠standard and proposals≠given and causal=true"}},
           {"mis", "arrays", "shift", {"evaluate=false and draw=halton"}, {}},
           {"key_sampling", "outputs", "error_bound", {}, {"sampler=lsh", "samples=1"}},
           {"key_sampling", "outputs", "weights", {}, {"sampler=lsh", "causal=true and exact_keys>0"}},
           {"key_sampling", "arrays", "eps", {"bits>0 and sampler=lsh"}, {}},
           {"hyper", "outputs", "denominator_error", {}, {"samples=1"}},
           {"hyper", "arrays", "eps", {}, {"bits=0"}},
           {"longshort", "arrays", "eps", {}, {"rank=0"}},
           {"ra", "arrays", "eps", {}, {"variant=biased and evaluate=true"}},
           {"eva", "outputs", "omega", {}, {"partition=complement", "groups=0"}},
           {"eva", "outputs", "J_hat_at", {few_groups}, {}},
           {"eva", "arrays", "query_at", {}, {"groups=0"}}}) {
    const Json row = row_of(e.method, e.list, e.name);
    INFO(e.method << " " << row.dump());
    CHECK(row["with"] == Json(e.with));
    CHECK(row["without"] == Json(e.without));
    CHECK_FALSE(row["shape"].get<std::string>().empty());
  }
}

TEST_CASE("describe gives every shape that an output may have", "[command]") {
  for (const char* method : {"is", "rfa"}) {
    const Json others = row_of(method, "outputs", "f")["other_shapes"];
    REQUIRE(others.size() == 1);
    CHECK(others[0]["shape"] == "N x samples x Dv");
    CHECK_THAT(others[0]["with"][0].get<std::string>(), Catch::EndsWith("causal=true"));
  }
  const Json omega = row_of("mis", "outputs", "omega");
  CHECK(omega["shape"] == "landmarks·per_proposal x D");
  CHECK(omega["other_shapes"] == Json::parse(R"([
    {"shape": "2·landmarks·per_proposal x D", "with": ["evaluate=false and antithetic=true"]},
    {"shape": "landmarks x D", "with": ["evaluate=true"]}])"));
  CHECK(row_of("softmax", "outputs", "attention")["other_shapes"].empty());  // N x N where M = N
  CHECK(row_of("lara", "outputs", "y")["other_shapes"].empty());
}

TEST_CASE("devices names the processor and why there is no CUDA", "[command]") {
  CHECK(contains(output_of({"devices"}), "cuda"));
  const Json json = json_of({"devices"});
  CHECK(json["devices"][0]["threads"].get<int>() >= 1);
  CHECK(json["devices"][1]["available"] == false);
}

TEST_CASE("list tells what CUDA computes of each method", "[command]") {
  const Json methods = json_of({"list"})["methods"];
  REQUIRE(methods.size() == estimators().size());
  int supported = 0;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const CudaMethod& method = estimators()[i].cuda;
    INFO(methods[i]["name"].get<std::string>());
    CHECK(methods[i]["cuda"]["supported"] == !method.outputs.empty());
    if (!method) continue;
    CHECK(methods[i]["cuda"]["outputs"] == Json(method.outputs));
    ++supported;
  }
  CHECK(supported >= 10);
}

TEST_CASE("help pages have what a manual has", "[command]") {
  for (const char* name : {"list", "describe", "synth", "estimate", "compare", "devices"}) {
    const std::string page = output_of({name, "--help"});
    INFO(name);
    for (const char* part :
         {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT CODES", "--threads", "--precision", "--json"})
      CHECK(contains(page, part));
    CHECK(page == output_of({name, "-h"}));
    CHECK(contains(output_of({"--help"}), std::string("\n    ") + name + " "));
  }
  CHECK(contains(output_of({"--version"}), "omega "));
  CHECK_FALSE(contains(output_of({"devices", "--help"}), "\nOPTIONS\n"));  // it has none of its own
}

TEST_CASE("the version is JSON where that is asked for, beside a subcommand too", "[command]") {
  const std::string text = output_of({"--version"});
  for (const Words& words : {Words{"--version"}, Words{"list", "--version"}}) {
    const Json json = json_of(words);
    CHECK(json["program"] == "omega");
    for (const char* part : {"version", "commit", "compiler", "instructions", "cuda"})
      CHECK(contains(text, json[part].get<std::string>()));
  }
}

TEST_CASE("no page offers --json of a subcommand that refuses it", "[command]") {
  CHECK_FALSE(contains(output_of({"render", "--help"}), "--json"));
  CHECK(contains(output_of({"heads", "--help"}), "--json"));
  std::string page = output_of({"lesson", "--help"});
  std::replace(page.begin(), page.end(), '\n', ' ');
  for (std::size_t at = page.find("  "); at != std::string::npos; at = page.find("  ", at)) page.erase(at, 1);
  CHECK(contains(page, "instead of text; not of render, lesson handout and lesson play."));
}

TEST_CASE("help says what values a switch of train takes", "[command]") {
  CHECK(contains(output_of({"train", "--help"}), "--adapt true|false"));
}

TEST_CASE("no page says of train and study that a stop leaves nothing", "[command]") {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{}, {"train"}, {"study"}}) {
    std::vector<std::string> call = words;
    call.push_back("--help");
    const std::string page = output_of(call);
    CHECK(contains(page, "train and study keep"));
    CHECK_FALSE(contains(page, "no output was"));
  }
}

TEST_CASE("common options stand before or after the subcommand", "[command]") {
  CHECK(output_of({"--json", "list"}) == output_of({"list", "--json"}));
}

TEST_CASE("standard output that cannot be written is a failure", "[command]") {
  const std::string command = std::string(OMEGA_BINARY_DIR) + "/omega list > /dev/full 2> /dev/null";
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 1);
}
