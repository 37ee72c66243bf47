// Bad calls: exit code 2, nothing on standard output, one line on standard error that names the culprit, no file.
#include <catch2/catch.hpp>
#include <fstream>
#include <limits>

#include "command/calls.h"
#include "io/builders.h"
#include "io/npz.h"

using namespace omega;
using namespace omega::test;

namespace {

struct BadCall {
  Words words;
  std::string culprit;  // must be named
};

/// The files that calls go wrong on.
struct Files {
  Folder folder;
  std::string good = sequence_in(folder, "good.npz", 12, 12, 4);
  std::string cross = sequence_in(folder, "cross.npz", 12, 20, 4);
  std::string output = folder.file("out.npz");

  Files() {
    const Arrays arrays = read_npz(good);
    const Array q = arrays.at("Q"), k = arrays.at("K"), v = arrays.at("V");
    write_npz(folder.file("no_q.npz"), {{"K", k}, {"V", v}, {"keys", k}}, "");
    write_npz(folder.file("flat.npz"), {{"Q", q.reshaped({48})}, {"K", k}, {"V", v}}, "");
    write_npz(folder.file("dims.npz"), {{"Q", q.reshaped({24, 2})}, {"K", k}, {"V", v}}, "");
    write_npz(folder.file("values.npz"), {{"Q", q}, {"K", k}, {"V", v.reshaped({24, 2})}}, "");
    std::vector<float> broken(48, 1.0F);
    broken[5] = std::numeric_limits<float>::quiet_NaN();
    write_npz(folder.file("nan.npz"), {{"Q", Array::from(broken, {12, 4})}, {"K", k}, {"V", v}}, "");
    write_npz(folder.file("eps.npz"),
              {{"Q", q}, {"K", k}, {"V", v}, {"eps", Array::from(std::vector<float>(15), {5, 3})}}, "");
    write_npz(folder.file("huge.npz"), {{"Q", Array::from(std::vector<double>(48, 1e39), {12, 4})}, {"K", k}, {"V", v}},
              "");
    write_npz(folder.file("u.npz"),
              {{"Q", q}, {"K", k}, {"V", v}, {"u", Array::from(std::vector<float>(12, 1.5F), {12, 1})}}, "");
    const std::string words = npy(npy_literal("<U1", "(1,)"), std::string(4, 'a')), numbers = npy_floats({12, 4});
    std::ofstream(folder.file("words.npz"), std::ios::binary)
        << zipped({ZipMember::stored("Q.npy", numbers), ZipMember::stored("K.npy", numbers),
                   ZipMember::stored("V.npy", numbers), ZipMember::stored("eps.npy", words)});
    std::ofstream(folder.file("empty.npz"));
    std::ofstream(folder.file("text.npz")) << "this is no archive";
  }
  std::string file(const std::string& name) const { return folder.file(name); }
};

void check_all(const Files& files, const std::vector<BadCall>& calls) {
  const std::size_t before = files.folder.count();
  for (const BadCall& bad : calls) {
    std::string line = "omega";
    for (const std::string& word : bad.words) line += " " + word;
    const Outcome outcome = call(bad.words);
    INFO(line);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.rfind("omega: ", 0) == 0);
    CHECK(outcome.err.find(bad.culprit) != std::string::npos);
  }
  CHECK(files.folder.count() == before);
}

/// `omega estimate` with a good input and output, and `more`.
Words estimate(const Files& files, const std::string& method, const Words& more) {
  Words words{"estimate", "--method", method, "--input", files.good, "--output", files.output};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words estimate_on(const Files& files, const std::string& input) {
  return {"estimate", "--method", "rfa", "--input", files.file(input), "--output", files.output};
}

}  // namespace

TEST_CASE("bad words on the command line", "[command]") {
  const Files files;
  check_all(files, {
                       {{}, "subcommand"},
                       {{"lisst"}, "did you mean list"},
                       {{"--bogus"}, "--bogus"},
                       {{"estmate", "--method", "rfa"}, "did you mean estimate"},
                       {{"list", "extra"}, "extra"},
                       {{"list", "--jsn"}, "did you mean --json"},
                       {{"list", "--json=yes"}, "--json"},
                       {{"list", "-x"}, "-x"},
                       {{"list", "--threads"}, "--threads"},
                       {{"list", "--threads", "many"}, "many"},
                       {{"list", "--threads", "-1"}, "-1"},
                       {{"list", "--threads", "1.5"}, "1.5"},
                       {{"list", "--threads", "99999"}, "99999"},
                       {{"list", "--precision", "f16"}, "f16"},
                       {{"list", "--precision", "F32"}, "F32"},
                       {{"list", "--backend", "gpu"}, "gpu"},
                       {{"list", "--backend", "cuda"}, "cuda"},
                       {{"list", "--threads", "1", "--threads", "2"}, "--threads"},
                       {{"devices", "cpu"}, "cpu"},
                       {{"describe"}, "METHOD"},
                       {{"describe", "larra"}, "did you mean lara"},
                       {{"describe", "nothing"}, "; or give a word such as bias"},
                       {{"describe", "biass"}, "; or give a word such as bias (did you mean bias?)"},
                       {{"describe", "lara", "rfa"}, "rfa"},
                       {{"describe", ""}, "METHOD"},
                       {{"describe", "\n\x1b[31m"}, "\\x1b"},
                   });
}

TEST_CASE("behind -- no word is an option", "[command]") {
  const Files files;
  CHECK(output_of({"info", "--", files.good}) == output_of({"info", files.good}));
  CHECK(output_of({"list", "--"}) == output_of({"list"}));
  check_all(files, {
                       {{"info", "--", "-no.npz"}, "\"-no.npz\": there is no such file"},
                       {{"info", "--", files.good, "-no.npz"}, "info has no use for \"-no.npz\""},
                       {{"render", "--", "-x.npz", "--panel", "attention"},
                        "\"--panel\" is no option where it stands; it goes behind render and before any --"},
                       {{"compare", "--", "--budget", "4"}, "\"--budget\" is no option where it stands"},
                   });
}

TEST_CASE("bad calls of estimate", "[command]") {
  const Files files;
  check_all(files, {
                       {{"estimate"}, "--method"},
                       {{"estimate", "--method", "rfa"}, "--input"},
                       {{"estimate", "--method", "rfa", "--input", files.good}, "--output"},
                       {{"estimate", "--method", "rfa", "--input", files.good, "--output", ""}, "--output"},
                       {estimate(files, "rffa", {}), "did you mean rfa"},
                       {estimate(files, "", {}), "--method"},
                       {estimate(files, "rfa", {"--method", "lara"}), "--method"},
                       {estimate(files, "rfa", {"--move", "q:0=1,1,1,1"}), "q:0:12=0.5,-1.25"},
                       {estimate(files, "rfa", {"--move", "q:0:12=1,1,1,1"}), "12 queries"},
                       {estimate(files, "rfa", {"--move", "k:1:0=1,1,1,1"}), "1 head"},
                       {estimate(files, "rfa", {"--move", "k:0:0=1,1"}), "must have 4"},
                       {estimate(files, "rfa", {"--move", "q:0:0=1,1,1,1", "--move", "q:0:0=2,1,1,1"}), "two places"},
                       {estimate(files, "rfa", {"--move", "k:0:0=1,1,1,1e39"}), "finite as float32"},
                       {estimate(files, "rfa", {"--move", "k:0:0=1e20,1e20,1e20,1e20"}), "float32"},
                       {estimate(files, "lara", {"--given", "mu"}), "--given is \"mu\", but must be NAME=VALUE"},
                       {estimate(files, "lara", {"--given", "mu=[[1,2],[3]]"}), "rows of equal length"},
                       {estimate(files, "lara", {"--given", "mu=[1,[2]]"}), "rows of equal length"},
                       {estimate(files, "lara", {"--given", "mu=[[[[[1]]]]]"}), "rows of equal length"},
                       {estimate(files, "lara", {"--given", "mu=[]"}), "rows of equal length"},
                       {estimate(files, "lara", {"--given", "mu=[true]"}), "rows of equal length"},
                       {estimate(files, "lara", {"--given", "mu=[1e999]"}), "rows of equal length"},
                       {estimate(files, "lara", {"--given", "mu=" + std::string(100000, '[')}), "rows of equal length"},
                       {estimate(files, "lara", {"--given", "mv=[[1,2]]"}), "did you mean mu"},
                       {estimate(files, "lara", {"--given", "mu=[1]", "--given", "mu=[1]"}), "twice"},
                       {estimate(files, "lara", {"--opt", "proposals=given", "--given", "mu=[[1,2]]"}), "mu is 1x2"},
                       {estimate(files, "lara", {"--opt", "landmarks=4", "--given", "mu=[[1,2]]"}),
                        "which lara reads with proposals=given, but not with these options"},
                       {estimate(files, "rfa", {"--opt", "samples"}),
                        "--opt is \"samples\", but must be NAME=VALUE; `omega describe METHOD` lists the names"},
                       {estimate(files, "rfa", {"--opt", "=4"}), "=4"},
                       {estimate(files, "rfa", {"--opt", ""}), "--opt"},
                       {estimate(files, "rfa", {"--opt"}), "--opt"},
                       {estimate(files, "rfa", {"--opt", "sample=4"}), "did you mean samples"},
                       {estimate(files, "rfa", {"--opt", "samples="}), "samples"},
                       {estimate(files, "rfa", {"--opt", "samples=four"}), "four"},
                       {estimate(files, "rfa", {"--opt", "samples=0"}), "samples"},
                       {estimate(files, "rfa", {"--opt", "samples=-3"}), "-3"},
                       {estimate(files, "rfa", {"--opt", "samples=1.5"}), "1.5"},
                       {estimate(files, "rfa", {"--opt", "samples=99999999999999999999"}), "samples"},
                       {estimate(files, "rfa", {"--opt", "samples=4", "--opt", "samples=8"}), "twice"},
                       {estimate(files, "rfa", {"--opt", "features=cos"}), "features"},
                       {estimate(files, "rfa", {"--opt", "features=positiv"}), "did you mean positive"},
                       {estimate(files, "rfa", {"--opt", "scale=nan"}), "scale"},
                       {estimate(files, "rfa", {"--opt", "scale=0"}), "scale"},
                       {estimate(files, "rfa", {"--opt", "scale=inf"}), "scale"},
                       {estimate(files, "softmax", {"--opt", "causal=yes"}), "causal"},
                       {estimate(files, "nystrom", {"--opt", "causal=false"}),
                        "nystrom has no option causal: its landmarks are means of all keys; leave it out"},
                       {{"compare", "--methods", "softmax,rfa,reformer", "--opt", "causal=true"},
                        "reformer has no option causal: only its full form is built here"},
                       {estimate(files, "lara", {"--opt", "clamp=2"}), "clamp"},
                       {estimate(files, "lara", {"--opt", "grid=3"}), "grid"},
                       {estimate(files, "lara", {"--opt", "grid=3x5"}), "3x5"},
                       {estimate(files, "lara", {"--opt", "proposals=given"}), "mu"},
                       {estimate(files, "reformer", {"--opt", "buckets=7"}), "buckets"},
                       {estimate(files, "eva", {"--opt", "groups=0", "--opt", "window=0"}), "groups"},
                       {estimate(files, "rfa", {"--seed", "4294967296"}), "4294967296"},
                       {estimate(files, "rfa", {"--seed", "-1"}), "-1"},
                       {estimate(files, "rfa", {"--seed", "1e3"}), "1e3"},
                       {estimate(files, "rfa", {"--seed", ""}), "--seed"},
                       {estimate(files, "rfa", {"--draw", "4294967296"}), "--draw"},
                       {estimate(files, "rfa", {"--draw", "x"}), "--draw"},
                       {estimate(files, "rfa", {"--want", "weight"}), "did you mean weights"},
                       {estimate(files, "rfa", {"--want", "y,,ess"}), "out of y, attention, omega"},
                       {estimate(files, "rfa", {"--want", "y,"}), "out of y, attention, omega"},
                       {estimate(files, "rfa", {"--want", ""}), "--want"},
                       {estimate(files, "rfa", {"--want", "y,y"}), "twice"},
                       {{"estimate", "--method", "rfa", "--input", files.good, "--output", files.file("out.csv")},
                        "can hold one array, but there are several"},
                       {estimate(files, "softmax", {"--want", "omega"}), "omega"},
                       {estimate(files, "rfa", {"--backend", "cuda"}), "cuda"},
                       {estimate(files, "rfa", {"--landmarks", "4"}), "--landmarks"},
                       {estimate(files, "rfa", {"--preset", "smooth"}), "--preset"},
                       {estimate(files, "rfa", {"extra"}), "extra"},
                   });
}

TEST_CASE("an empty text for an option is refused, not taken for none", "[command]") {
  const Files files;
  check_all(files, {
                       {{"compare", "--preset", ""}, "--preset is an empty text; give it a value, or leave it out"},
                       {{"compare", "--output", ""}, "--output is an empty text"},
                       {{"compare", "--input", "", "--draws", "1"}, "--input is an empty text"},
                       {{"compare", "--queries", ""}, "--queries is an empty text"},
                       {{"compare", "--preset=", "--draws", "1"}, "\"--preset=\" has no value behind its ="},
                       {{"compare", "--backend", ""}, "--backend is an empty text"},
                       {{"heads", "--sort", ""}, "--sort is an empty text"},
                       {{"heads", "--target", ""}, "--target is an empty text"},
                       {{"study", "plot", "", "--output", "x.svg"}, "STUDY is an empty text"},
                       {{"lesson", "list", "--folder", ""}, "--folder is an empty text"},
                       {{"bench", ""}, "WHAT is an empty text"},
                       {{"render", files.good, "--panel", "weights", "--output", files.output, "--size", ""},
                        "--size is an empty text"},
                   });
}

TEST_CASE("bad input files", "[command]") {
  const Files files;
  check_all(files,
            {
                {estimate_on(files, "missing.npz"), "missing.npz"},
                {estimate_on(files, ""), "folder"},
                {estimate_on(files, "empty.npz"), "empty.npz"},
                {estimate_on(files, "text.npz"), "text.npz"},
                {estimate_on(files, "no_q.npz"), "keys"},
                {estimate_on(files, "flat.npz"), "Q"},
                {estimate_on(files, "dims.npz"), "2 dimensions"},
                {estimate_on(files, "values.npz"), "24 values"},
                {estimate_on(files, "nan.npz"), "[1, 1]"},
                {estimate_on(files, "nan.npz"), "--zero-nonfinite reads them as 0, --allow-nonfinite as they are"},
                {estimate_on(files, "eps.npz"), "eps"},
                {estimate_on(files, "words.npz"),
                 "the member eps of the input holds words, but rfa takes numbers by this name"},
                {{"compare", "--methods", "softmax,rfa", "--input", files.file("words.npz")}, "member eps"},
                {estimate_on(files, "huge.npz"),
                 "Q holds 1e+39 at [0, 0], which is beyond float32; --precision f64 holds it"},
                {{"estimate", "--method", "ra", "--input", files.file("u.npz"), "--output", files.output, "--opt",
                  "samples=1"},
                 "u holds 1.5 at [0, 0]"},
                {{"estimate", "--method", "local", "--input", files.cross, "--output", files.output}, "20 keys"},
                {{"estimate", "--method", "rfa", "--input", "/dev/zero", "--output", files.output}, "/dev/zero"},
                {{"compare", "--input", files.file("missing.npz")}, "missing.npz"},
                {{"compare", "--input", files.file("nan.npz")}, "nan.npz"},
            });
}

TEST_CASE("bad calls of synth", "[command]") {
  const Files files;
  check_all(files, {
                       {{"synth"}, "PRESET"},
                       {{"synth", "spiral"}, "--output"},
                       {{"synth", "spirale", "--output", files.output}, "did you mean spiral"},
                       {{"synth", "spiral", "--dim", "4", "--output", files.output}, "dim"},
                       {{"synth", "spiral", "--n", "0", "--output", files.output}, "n"},
                       {{"synth", "spiral", "--n", "many", "--output", files.output}, "many"},
                       {{"synth", "spiral", "--radius", "-1", "--output", files.output}, "radius"},
                       {{"synth", "spiral", "--radis", "1", "--output", files.output}, "did you mean --radius"},
                       {{"synth", "clusters", "--order", "random", "--output", files.output}, "random"},
                       {{"synth", "gaussian", "--seed", "4294967296", "--output", files.output}, "--seed"},
                       {{"synth", "gaussian", "--heads", "0", "--output", files.output}, "heads"},
                       {{"synth", "needle", "--dim", "1", "--output", files.output}, "dim"},
                   });
}

TEST_CASE("bad calls of compare", "[command]") {
  const Files files;
  check_all(
      files,
      {
          {{"compare", "--methods", "rfa,larra"}, "did you mean lara"},
          {{"compare", "--methods", ""}, "--methods"},
          {{"compare", "--methods", "rfa,rfa"}, "twice"},
          {{"compare", "--draws", "0"}, "--draws"},
          {{"compare", "--draws", "x"}, "--draws"},
          {{"compare", "--budget", "0"}, "samples"},
          {{"compare", "--budget", "lots"}, "lots"},
          {{"compare", "--seed", "4294967296"}, "--seed"},
          {{"compare", "--opt", "lara.landmark=3"}, "landmark"},
          {{"compare", "--opt", "mis.landmarks=3"}, "mis"},
          {{"compare", "--opt", "nonsense=3"}, "nonsense"},
          {{"compare", "--opt", "lara.landmarks"}, "landmarks"},
          {{"compare", "--preset", "three_cluster"}, "did you mean three_clusters"},
          {{"compare", "--preset", "image"},
           "which is a file to make with `omega synth image --output FILE` and to give by --input"},
          {{"heads", "--preset", "text:n=50"}, "`omega synth text --output FILE` and to give by --input"},
          {{"study", "describe", "bias", "--preset", "image"}, "`omega synth image --output FILE`"},
          {{"compare", "--preset", "smooth:n"}, "`omega synth --list` shows the options of smooth"},
          {{"compare", "--preset", "smooth:"}, "`omega synth --list` shows the options of smooth"},
          {{"compare", "--preset", "smooth:n=4,n=5"}, "--preset sets \"n\" twice; set it once"},
          {{"heads", "--preset", "smooth:n=4,n=5"}, "--preset sets \"n\" twice"},
          {{"study", "describe", "bias", "--preset", "smooth:n=4,n=5"}, "--preset sets \"n\" twice"},
          {{"compare", "--opt", ".samples=3"}, "METHOD.NAME=VALUE for one method"},
          {{"compare", "--opt", "rfa.samples=3", "--opt", "rfa.samples=4"}, "\"rfa.samples\" twice"},
          {{"compare", "--queries", "ALL"}, "\"ALL\", but must be all, or a whole number from 16 to"},
          {{"compare", "--queries", "15"}, "all, or a whole number from 16 to"},
          {{"compare", "--preset", "smooth:seed=x"}, "seed"},
          {{"compare", "--preset", "smooth:m=3"}, "\"m\""},
          {{"compare", "--preset", "smooth", "--input", files.good}, "--preset"},
          {{"compare", "--output", files.file("table.txt")}, "table.txt"},
          {{"compare", "--quiet"}, "give --output FILE, or leave out --quiet"},
          {{"heads", "--quiet"}, "give --output FILE, or leave out --quiet"},
          {{"compare", "--methods", "softmax,linear_elu", "--budget", "4"},
           "--budget means nothing for softmax, linear_elu"},
          {{"compare", "--budget", "4", "--opt", "samples=8"}, "--budget and --opt samples both set samples of rfa"},
          {{"heads", "--methods", "rfa", "--budget", "4", "--opt", "rfa.samples=8"},
           "--budget is set anew by --opt for each of the methods"},
          {{"compare", "--methods", "lara", "--opt", "lamdmarks=3"}, "did you mean landmarks"},
          {{"compare", "--methods", "softmax,lara", "--given", "mu=[[1,2]]"},
           "which lara reads with proposals=given, but not with these options"},
          {{"compare", "--methods", "rfa", "--given", "eps=[[1,2]]"}, "each draw here has noise of its own"},
          {{"compare", "--methods", "lara", "--given", "u=[1,2]"}, "each draw here has noise of its own"},
      });
}

TEST_CASE("who gives an array that is not read is told what to change with these options", "[command]") {
  const Files files;
  const auto given = [&](const std::string& method, const std::string& option, const std::string& array) {
    return estimate(files, method, {"--opt", option, "--given", array});
  };
  check_all(files, {{given("lara", "evaluate=true", "eps=[[[1,2]]]"),
                     "\"eps\" is given, which lara reads with evaluate=false, but not with these options"},
                    {given("lara", "evaluate=true", "u=[[1,2]]"), "evaluate=false and proposals=single"},
                    {given("longshort", "rank=0", "eps=[[1,2]]"), "which longshort reads with rank>0, but"}});
}

TEST_CASE("bad calls of bench", "[command]") {
  const Files files;
  check_all(files, {
                       {{"bench", "--case", "larra64"}, "did you mean lara64"},
                       {{"bench", "--case", ""}, "--case"},
                       {{"bench", "--case", "lara64,lara64"}, "twice"},
                       {{"bench", "--case", "gmm-rks63"}, "multiple of 4"},
                       {{"bench", "--case", "lara99999999"}, "lara99999999"},
                       {{"bench", "--case", "lara64", "--opt", "landmarks=3"}, "--case lara"},
                       {{"bench", "--case", "lara", "--opt", "landmarks=0"}, "landmarks"},
                       {{"bench", "--case", "lara", "--opt", "window=3"}, "window"},
                       {{"bench", "--case", "lara", "--opt", "landmarks"}, "landmarks"},
                       {{"bench", "--case", "reformer", "--opt", "buckets=7"}, "buckets"},
                       {{"bench", "--n", "0"}, "--n"},
                       {{"bench", "--n", "1024,"}, "must be whole numbers with commas between them, such as 1,2"},
                       {{"bench", "--n", "1024,1024"}, "--n has \"1024\" twice; leave one of them out"},
                       {{"bench", "--n", "many"}, "many"},
                       {{"bench", "--n", "99999999999"}, "--n"},
                       {{"bench", "--heads", "0"}, "--heads"},
                       {{"bench", "--dim", "1.5"}, "1.5"},
                       {{"bench", "--threads", "1,x"}, "x"},
                       {{"bench", "--threads", "-1"}, "-1"},
                       {{"bench", "--ms", "-5"}, "-5"},
                       {{"bench", "--seed", "x"}, "--seed"},
                       {{"bench", "--precision", "f64"}, "f32"},
                       {{"bench", "--peaks", "--threads", "many"}, "many"},
                       {{"bench", "extra"}, "extra"},
                       {{"bench", "--cases", "lara64"}, "did you mean --case"},
                       {{"bench", "--batch", "3"}, "bench has no use for --batch, an option of bench train;"},
                       {{"bench", "train", "--heads", "3"}, "bench train has no use for --heads, an option of bench;"},
                       {{"bench", "train", "--dim", "3"}, "bench train has no use for --dim"},
                       {{"bench", "train", "--seed", "3"}, "bench train has no use for --seed"},
                       {{"bench", "train", "--opt", "samples=3"}, "bench train has no use for --opt"},
                       {{"bench", "train", "--list"}, "bench train has no use for --list"},
                       {{"bench", "train", "--n", "3"}, "from 4 to 2048"},
                   });
}

TEST_CASE("what an action has no use for is refused, not passed over", "[command]") {
  const Files files;
  check_all(files,
            {
                {{"study", "list", "--size", "toy"},
                 "study list has no use for --size, an option of study describe, study run; leave it out"},
                {{"study", "list", "bias"}, "study list has no use for \"bias\"; leave it out"},
                {{"study", "describe", "bias", "--output", "here"}, "no use for --output"},
                {{"study", "describe", "bias", "--shard", "1/2"}, "no use for --shard"},
                {{"study", "plot", "here", "--size", "toy"}, "study plot has no use for --size"},
                {{"study", "merge", "here", "--resume"}, "study merge has no use for --resume"},
                {{"study", "plot", "here", "--input", files.good}, "no use for --input"},
                {{"lesson", "list", "--seed", "3"}, "no use for --seed, an option of lesson exam"},
                {{"lesson", "list", "one-cloud"}, "no use for \"one-cloud\""},
                {{"lesson", "handout", "one-cloud", "--seed", "3"}, "no use for --seed"},
                {{"lesson", "handout", "one-cloud", "--dark"}, "no use for --dark"},
                {{"lesson", "exam", "--folder", files.file("")}, "lesson exam has no use for --folder"},
                {{"lesson", "check", "--keys", "B"}, "no use for --keys"},
                {{"lesson", "play", "one-cloud", "--screenshots", files.file("shots")}, "give --keys too"},
                {{"synth", "spiral", "--list"}, "synth --list has no use for \"spiral\""},
                {{"synth", "--list", "--radius", "2"}, "synth --list has no use for --radius"},
                {{"train", "--list", "--steps", "3"}, "train --list has no use for --steps"},
                {{"train", "text", "--data", files.good, "--output", files.file("run")},
                 "holds zero bytes, so it is not text; rows of a label and a text were expected"},
                {{"render", files.good, "--output", files.file("w.png")}, "render needs --panel NAME or --figure"},
                {{"render", files.good, "--panel", "weights", "--output", files.file("w.png"), "--precision", "f64"},
                 "leave --precision at f32"},
                {{"render", files.good, "--panel", "weights", "--output", files.file("w.png"), "--backend", "cpu"},
                 "leave --backend at auto"},
                {{"train", "all", "--resume", "--output", files.output}, "leave out --resume"},
                {{"bench", "--list", "--n", "64"}, "bench --list has no use for --n, an option of bench, bench train;"},
                {{"bench", "--peaks", "--n", "64"}, "bench --peaks has no use for --n"},
                {{"lesson", "handout", "one-cloud", "--json"}, "lesson handout has no use for --json; leave it out"},
                {{"lesson", "play", "one-cloud", "--keys", "right", "--json"}, "lesson play has no use for --json"},
                {{"render", files.good, "--panel", "weights", "--output", files.file("w.png"), "--json"},
                 "render has no use for --json"},
            });
  output_of({"study", "list", "--quiet", "--threads", "1"});  // what every subcommand takes is no action's own
}
