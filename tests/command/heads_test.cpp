// omega heads: what is in the table, that it is what omega compare says of each head, orders, files, and bad words.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <sstream>

#include "command/calls.h"
#include "io/npz.h"
#include "io/safetensors.h"
#include "synthetic/synthetic.h"

using namespace omega;
using namespace omega::test;

namespace {

const std::string kModelFile = std::string(OMEGA_SOURCE_DIR) + "/assets/data/minilm_l6.safetensors";

const Json& head_of(const Json& json, int layer, int head) {
  for (const Json& one : json["heads"])
    if (one["layer"] == layer && one["head"] == head) return one;
  FAIL("no head " << head << " of layer " << layer);
  return json;
}

std::string said_wrong(const std::vector<std::string>& words) {
  const Outcome outcome = call(words);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.is_one_line());
  return outcome.err;
}

/// Two layers of a model of which a capture noted that no token sees later ones.
std::string causal_model_in(const Folder& folder) {
  Arrays arrays;
  for (const char* layer : {"0", "1"}) {
    const auto sequence = make_synthetic("gaussian", {{"n", "16"}, {"dim", "4"}, {"heads", "2"}}, 7);
    arrays.insert({{"layers." + std::string(layer) + ".q", sequence->q},
                   {"layers." + std::string(layer) + ".k", sequence->k},
                   {"layers." + std::string(layer) + ".v", sequence->v}});
  }
  write_safetensors(folder.file("causal.safetensors"), arrays, {{"causal", "all"}});
  return folder.file("causal.safetensors");
}

const std::string kCausalNote = "no token sees later ones (all layers): estimates with causal=true";

std::ptrdiff_t times_said(const std::string& part, const std::vector<std::string>& sentences) {
  return std::count_if(sentences.begin(), sentences.end(),
                       [&](const std::string& one) { return one.find(part) != std::string::npos; });
}

std::ptrdiff_t notes_in(const std::vector<std::string>& sentences) { return times_said(kCausalNote, sentences); }

/// The lines for people that say how the input was read.
std::vector<std::string> remarks(const std::vector<std::string>& words) {
  std::vector<std::string> found;
  std::istringstream lines(output_of(words));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("# ")) found.push_back(line);
  return found;
}

double compared(const std::vector<std::string>& input, const std::string& method) {
  std::vector<std::string> words{"compare", "--methods", method, "--budget", "16", "--draws", "4", "--seed", "5"};
  words.insert(words.end(), input.begin(), input.end());
  return json_of(words)["methods"][0]["mse"].get<double>();
}

}  // namespace

TEST_CASE("heads: each error is that of compare on that head, of the preset and of its file", "[command]") {
  const std::vector<std::string> asked{"heads",   "--methods", "rfa,lara", "--budget", "16",
                                       "--draws", "4",         "--seed",   "5"};
  const Json preset = json_of(asked);
  REQUIRE(preset["heads"].size() == 72);
  std::vector<std::string> of_file = asked;
  of_file.insert(of_file.end(), {"--input", kModelFile, "--layer", "4"});
  const Json file = json_of(of_file);
  REQUIRE(file["heads"].size() == 12);
  for (const int head : {0, 9}) {
    const std::string number = std::to_string(head);
    for (const std::string method : {"rfa", "lara"}) {
      const double mse = compared({"--input", kModelFile, "--layer", "4", "--head", number}, method);
      CHECK(head_of(preset, 4, head)["mse " + method] == mse);
      CHECK(head_of(file, 4, head)["mse " + method] == mse);
      CHECK(mse == compared({"--preset", "minilm:layer=4,head=" + number}, method));
    }
  }
  CHECK(preset["said"].size() == 5);
}

TEST_CASE("heads: a table for people, sorted, and the samples that an error needs", "[command]") {
  const std::string text = output_of({"heads", "--preset", "minilm:layer=2,n=24", "--methods", "rfa", "--draws", "2",
                                      "--target", "0.5", "--sort", "norm2"});
  for (const char* part : {"minilm: 12 heads, 2 draws", "entropy", "‖q+k‖²", "budget needed by rfa", "within 50 %"})
    CHECK_THAT(text, Catch::Contains(part));
  const Json json =
      json_of({"heads", "--preset", "minilm:layer=2,n=24", "--methods", "rfa", "--draws", "2", "--sort", "norm2"});
  REQUIRE(json["heads"].size() == 12);
  double before = INFINITY;
  for (const Json& head : json["heads"]) {
    CHECK(head["norm2"].get<double>() <= before);
    before = head["norm2"].get<double>();
  }
}

TEST_CASE("heads says that it reads all layers, and its command has its order", "[command]") {
  CHECK_THAT(output_of({"heads", "--help"}), Catch::Contains("(default: all)"));
  const Folder folder;
  const std::string file = causal_model_in(folder);
  const Json json = json_of({"heads", "--input", file, "--methods", "rfa", "--draws", "1", "--sort", "error rfa"});
  CHECK_THAT(json["input"]["how"][0].get<std::string>(), Catch::StartsWith("2 layers, from 0 to 1; "));
  CHECK_THAT(json["command"].get<std::string>(),
             Catch::Contains(" --input causal.safetensors ") && Catch::Contains(" --sort 'error rfa'"));
}

TEST_CASE("heads: where one method is causal, each error is still that of compare", "[command]") {
  const std::vector<std::string> asked{
      "--preset", "minilm:layer=2,head=3,n=24", "--methods", "rfa,lara,nystrom", "--opt", "rfa.causal=true", "--draws",
      "2"};
  const auto with = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    all.insert(all.end(), asked.begin(), asked.end());
    return json_of(all);
  };
  const Json heads = with({"heads"})["heads"], compared = with({"compare", "--queries", "all"})["methods"];
  REQUIRE(heads.size() == 1);
  REQUIRE(compared.size() == 3);
  for (const Json& method : compared) CHECK(heads[0]["mse " + method["method"].get<std::string>()] == method["mse"]);
}

TEST_CASE("heads and its study measure what can be read of a file, and say why the rest cannot", "[command]") {
  const Folder folder;
  const std::string file = folder.file("part.safetensors");
  Arrays arrays;
  for (const std::string layer : {"layers.0.", "layers.1."}) {
    const auto sequence = make_synthetic("gaussian", {{"n", "12"}, {"dim", "4"}, {"heads", "3"}}, 7);
    arrays.insert({{layer + "q", sequence->q}, {layer + "k", sequence->k}, {layer + "v", sequence->v}});
  }
  arrays["layers.1.v"] = arrays["layers.1.v"].as(Dtype::f64);
  arrays["layers.1.v"].data<double>()[12 * 4 + 1] = NAN;  // of head 1
  const auto sequence = make_synthetic("gaussian", {{"n", "12"}, {"dim", "3"}, {"heads", "3"}}, 7);
  arrays.insert({{"layers.2.q", arrays["layers.0.q"]}, {"layers.2.k", sequence->k}, {"layers.2.v", sequence->v}});
  write_safetensors(file, arrays, {});
  const Json heads = json_of({"heads", "--input", file, "--methods", "rfa", "--draws", "1"})["heads"];
  REQUIRE(heads.size() == 7);
  const auto measured = [](const std::string& folder_of_rows) {
    std::map<std::pair<Index, Index>, bool> all;
    std::istringstream rows(bytes_of(folder_of_rows + "/rows.jsonl"));
    std::size_t problems = 0;
    for (std::string line; std::getline(rows, line);) {
      const Json row = Json::parse(line);
      if (row.contains("problem")) ++problems;
      if (row.contains("values")) all[{row["values"]["layer"], row["values"]["head"]}] = true;
    }
    return std::pair(all.size(), problems);
  };
  const Words run{"study", "run", "heads", "--size", "toy", "--quiet", "--input", file, "--output"};
  const auto into = [&](const std::string& place, const Words& more) {
    Words words = run;
    words.push_back(folder.file(place));
    words.insert(words.end(), more.begin(), more.end());
    output_of(words);
    return measured(folder.file(place));
  };
  constexpr std::size_t kMethods = 5;
  CHECK(into("all", {}) == std::pair<std::size_t, std::size_t>(5, 2 * kMethods));
  CHECK(into("one", {"--layer", "1", "--head", "2"}) == std::pair<std::size_t, std::size_t>(1, 0));
  Words no_head = run;
  no_head.insert(no_head.end(), {folder.file("none"), "--head", "3"});
  CHECK_THAT(said_wrong(no_head), Catch::Contains("--head must be from 0 to 2"));
  CHECK_THAT(said_wrong({"study", "run", "heads", "--layer", "1", "--output", folder.file("none")}),
             Catch::Contains("says how to read a file"));
  CHECK_THAT(said_wrong({"study", "plot", folder.file("all"), "--layer", "1"}),
             Catch::Contains("--layer, an option of study describe, study run"));
}

TEST_CASE("heads and its study count over batch and heads", "[command]") {
  const Folder folder;
  const std::string file = folder.file("batch.npz");
  const auto sequence = make_synthetic("gaussian", {{"n", "12"}, {"dim", "4"}, {"heads", "6"}}, 7);
  const Shape shape{2, 3, 12, 4};
  write_npz(
      file,
      {{"Q", sequence->q.reshaped(shape)}, {"K", sequence->k.reshaped(shape)}, {"V", sequence->v.reshaped(shape)}}, "");
  const Words words{"heads", "--input", file, "--methods", "rfa", "--draws", "2"};
  Words of_one = words;
  of_one.insert(of_one.end(), {"--head", "4"});
  const Json all = json_of(words)["heads"], one = json_of(of_one)["heads"];
  REQUIRE(all.size() == 6);
  REQUIRE(one.size() == 1);
  CHECK(one[0] == all[4]);
  CHECK(json_of({"compare", "--input", file, "--head", "4", "--methods", "rfa", "--draws", "2"})["methods"][0]["mse"] ==
        all[4]["mse rfa"]);
  CHECK(Json::parse(output_of({"study", "describe", "heads", "--size", "toy", "--input", file, "--json"}))["points"] ==
        5 * 6);
}

TEST_CASE("heads: tables and a figure in files", "[command]") {
  const Folder folder;
  for (const char* name : {"heads.csv", "heads.json", "heads.svg"})
    output_of({"heads", "--preset", "minilm:layer=1,n=16", "--methods", "lara", "--budget", "4", "--draws", "1",
               "--output", folder.file(name), "--quiet"});
  const std::string csv = bytes_of(folder.file("heads.csv")), svg = bytes_of(folder.file("heads.svg"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 14);
  CHECK_THAT(csv, Catch::StartsWith("# omega heads --preset minilm:layer=1,n=16 --methods lara --budget 4"));
  CHECK_THAT(csv,
             Catch::Contains("layer,head,entropy,keys,largest,distance,norm2,error lara,mse lara,ess lara,problem"));
  CHECK(Json::parse(bytes_of(folder.file("heads.json")))["heads"].size() == 12);
  CHECK_THAT(svg, Catch::StartsWith("<?xml") || Catch::StartsWith("<svg"));
  CHECK_THAT(svg, Catch::Contains("error of lara"));
}

TEST_CASE("one head of a file takes its part of the arrays that are given for all", "[command]") {
  const Folder folder;
  const std::string file = folder.file("learned.npz"), whole = folder.file("whole.npz"), one = folder.file("one.npz");
  const auto sequence = make_synthetic("gaussian", {{"n", "12"}, {"dim", "4"}, {"heads", "3"}}, 7);
  const auto like = [](const Shape& shape) {
    Array array(Dtype::f64, shape);
    for (std::size_t i = 0; i < array.count(); ++i) array.data<double>()[i] = 0.1 * static_cast<double>(i % 7) - 0.2;
    return array;
  };
  // As many heads as components: an array of all could be taken for one of each component.
  write_npz(file,
            {{"Q", sequence->q},
             {"K", sequence->k},
             {"V", sequence->v},
             {"mu", like({3, 3, 4})},
             {"S", like({3, 3, 4})},
             {"eps", like({3, 8, 4})}},
            "");
  const Words gmm{"--method", "gmm",           "--opt",   "features=prf", "--opt", "components=3",
                  "--opt",    "frequencies=8", "--quiet", "--input",      file};
  const auto estimate = [&](Words words, const std::string& output) {
    words.insert(words.begin(), "estimate");
    words.insert(words.end(), {"--output", output});
    output_of(words);
    return read_npz(output).at("y");
  };
  Words of_one = gmm;
  of_one.insert(of_one.end(), {"--head", "1"});
  const Array all = estimate(gmm, whole), own = estimate(of_one, one);
  REQUIRE(own.shape() == Shape{12, 4});
  for (std::size_t i = 0; i < own.count(); ++i) CHECK(own.at(i) == all.at(own.count() + i));
  const auto heads_with = [&](const Words& more) {
    Words words{"heads", "--methods",     "gmm",     "--opt", "features=prf", "--opt", "components=3",
                "--opt", "frequencies=8", "--input", file,    "--draws",      "2"};
    words.insert(words.end(), more.begin(), more.end());
    return json_of(words)["heads"];
  };
  const Json of_all = heads_with({});
  REQUIRE(of_all.size() == 3);
  CHECK(of_all[1]["error gmm"].is_number());
  CHECK(heads_with({"--head", "1"})[0]["error gmm"] == of_all[1]["error gmm"]);
  CHECK_THAT(said_wrong({"heads", "--methods", "none", "--budget", "8"}), Catch::Contains("--methods is none"));
  const Json none = json_of({"heads", "--methods", "none", "--input", file});
  CHECK(none["methods"].empty());
  CHECK(none["heads"].size() == 3);
}

TEST_CASE("heads: a figure has percents, its first layer on top, and a mark and a sentence for what has no number",
          "[command]") {
  const Folder folder;
  const auto good = make_synthetic("gaussian", {{"n", "16"}, {"dim", "4"}, {"heads", "2"}}, 7),
             other = make_synthetic("gaussian", {{"n", "16"}, {"dim", "3"}, {"heads", "2"}}, 7);
  write_safetensors(folder.file("part.safetensors"),
                    {{"layers.0.q", good->q},
                     {"layers.0.k", good->k},
                     {"layers.0.v", good->v},
                     {"layers.4.q", good->q},
                     {"layers.4.k", other->k},
                     {"layers.4.v", good->v}},
                    {});
  const std::string json_file = folder.file("heads.json"), figure = folder.file("heads.svg");
  for (const std::string& file : {json_file, figure})
    call({"heads", "--input", folder.file("part.safetensors"), "--methods", "rfa", "--draws", "2", "--quiet",
          "--output", file});
  const std::string svg = bytes_of(figure);
  CHECK_THAT(svg, Catch::Contains("error of rfa (%)"));
  CHECK_THAT(svg, Catch::Contains("Not measured: layer 4"));
  CHECK_THAT(svg, Catch::Contains(">!<"));
  const auto height_of = [&](const std::string& words) {
    const std::size_t at = svg.find(">" + words + "<");
    REQUIRE(at != std::string::npos);
    const std::size_t from = svg.rfind(" y=\"", at) + 4;
    return std::stod(svg.substr(from, svg.find('"', from) - from));
  };
  CHECK(height_of("4") > height_of("!") - 20);
  CHECK(height_of("!") > height_of(formatted("%.2g", head_of(Json::parse(bytes_of(json_file)), 0, 0)["entropy"])));
}

TEST_CASE("heads: what is wrong is one sentence", "[command]") {
  CHECK_THAT(said_wrong({"heads", "--sort", "entropi"}), Catch::Contains("did you mean entropy?"));
  CHECK_THAT(said_wrong({"heads", "--target", "2"}), Catch::Contains("a number above 0 up to 1"));
  CHECK_THAT(said_wrong({"heads", "--opt", "rfa.samples=0"}), Catch::Contains("a whole number from 1"));
  CHECK_THAT(said_wrong({"heads", "--opt", "eva.groups=4"}), Catch::Contains("--methods does not name"));
  CHECK_THAT(said_wrong({"heads", "--input", kModelFile, "--preset", "minilm"}), Catch::Contains("only one of them"));
  CHECK_THAT(said_wrong({"heads", "--output", "heads"}), Catch::Contains(".csv, .json or .svg"));
  CHECK_THAT(said_wrong({"heads", "--layer", "2"}), Catch::Contains("minilm:layer=3"));
  CHECK_THAT(said_wrong({"heads", "--output", "heads.txt"}), Catch::Contains(".svg"));
  CHECK_THAT(said_wrong({"heads", "--input", kModelFile, "--layer", "9"}), Catch::Contains("from 0 to 5"));
}

TEST_CASE("heads and studies say how a file was read as compare does, each sentence once", "[command]") {
  const Folder folder;
  const std::string model = causal_model_in(folder);
  const auto with = [&](Words words, const Words& more) {
    words.insert(words.end(), {"--input", model});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const Words heads{"heads", "--methods", "rfa", "--budget", "4", "--draws", "1"};
  const Words compare{"compare", "--layer", "1", "--methods", "softmax,rfa", "--budget", "4", "--draws", "2"};
  const Words study{"study", "run", "heads", "--size", "toy", "--output", folder.file("rows")};
  for (const Words& words : {with(heads, {}), with(heads, {"--layer", "1"}), with(compare, {}), with(study, {}),
                             Words{"study", "plot", folder.file("rows")}}) {
    INFO(words.front());
    CHECK(notes_in(remarks(words)) == 1);
  }
  output_of(with(heads, {"--quiet", "--output", folder.file("heads.csv")}));
  CHECK_THAT(bytes_of(folder.file("heads.csv")), Catch::Contains("\n# in the model " + kCausalNote));
  for (const Words& words : {with(heads, {}), with(compare, {}), Words{"study", "plot", folder.file("rows")}})
    CHECK(notes_in(json_of(words).at("input").at("how").get<std::vector<std::string>>()) == 1);
  // Who asks for causal attention needs no such advice, but where one of several methods does not.
  const Words causal{"--opt", "causal=true"};
  const Words estimate{"estimate", "--layer", "0", "--method", "rfa", "--output", folder.file("out.npz")};
  CHECK(notes_in(remarks(with(estimate, {}))) == 1);
  for (const Words& words : {with(heads, causal), with(compare, causal), with(estimate, causal)}) {
    INFO(words.front());
    CHECK(notes_in(remarks(words)) == 0);
  }
  for (const Words& words : {heads, compare})
    CHECK(notes_in(remarks(with(words, {"--opt", "causal=true", "--opt", "rfa.causal=false"}))) == 1);
}

TEST_CASE("heads: how a picture was cut, and what was read as 0, is said", "[command]") {
  const Folder folder;
  output_of({"synth", "image", "--output", folder.file("picture.png")});
  const auto cut =
      remarks({"heads", "--input", folder.file("picture.png"), "--methods", "rfa", "--budget", "4", "--draws", "1"});
  REQUIRE_FALSE(cut.empty());
  CHECK_THAT(cut.front(), Catch::Contains("pixels became"));
  Array q(Dtype::f32, {2, 8, 4});
  std::fill_n(q.data<float>(), q.count(), 0.5F);
  const Array k = Array::from(q.to_vector<float>(), q.shape());
  q.data<float>()[37] = INFINITY;
  write_safetensors(folder.file("bad.safetensors"), {{"q", q}, {"k", k}, {"v", k}}, {});
  const auto read = remarks({"heads", "--input", folder.file("bad.safetensors"), "--zero-nonfinite", "--methods", "rfa",
                             "--budget", "4", "--draws", "1"});
  CHECK(times_said("1 value that is not finite was read as 0", read) == 1);
  // Without that, it is said how; of which file, where no head can be looked at.
  const auto heads_of = [&](const char* file) {
    return call({"heads", "--methods", "rfa", "--budget", "4", "--draws", "1", "--input", folder.file(file)});
  };
  CHECK_THAT(heads_of("bad.safetensors").out, Catch::Contains("\n--zero-nonfinite reads values"));
  q.data<float>()[3] = INFINITY;
  write_safetensors(folder.file("worse.safetensors"), {{"q", q}, {"k", k}, {"v", k}}, {});
  const Outcome none = heads_of("worse.safetensors");
  CHECK(none.exit_code == 2);
  for (const char* part :
       {"head 0: 1 value of its queries is not finite", "; --zero-nonfinite reads values", "worse.safetensors\")"})
    CHECK_THAT(none.err, Catch::Contains(part));
}
