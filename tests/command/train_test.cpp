// omega train: runs that can be stopped, killed and resumed without a trace in their curves, and reports of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/digest.h"
#include "core/text.h"
#include "interrupted_call.h"
#include "train/small_model.h"

using namespace omega::test;

namespace {

const Words kSmall = {"train",       "sparsity", "--length",         "16", "--examples",         "180",
                      "--layers",    "1",        "--heads",          "2",  "--d-model",          "8",
                      "--d-ff",      "8",        "--batch",          "16", "--sparsity",         "0.7",
                      "--samples",   "8",        "--validate-every", "50", "--checkpoint-every", "50",
                      "--attention", "gmm",      "--features",       "prf"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Few steps, and then long enough at what is measured after them to be met there.
Words with_long_end(const std::string& run) {
  return {"train",
          "sparsity",
          "--length",
          "64",
          "--examples",
          "1800",
          "--layers",
          "2",
          "--batch",
          "16",
          "--sparsity",
          "0.7",
          "--samples",
          "32",
          "--steps",
          "3",
          "--validate-every",
          "3",
          "--validation-examples",
          "360",
          "--attention",
          "gmm",
          "--features",
          "rks",
          "--quiet",
          "--threads",
          "1",
          "--output",
          run};
}

/// `omega train` with small sizes of a task, whatever tasks there are; options that would be ignored are refused.
Words small_words(const omega::train::Task& task) {
  const auto sizes = omega::test::with(small_options(), {{"layers", "1"}, {"heads", "1"}, {"attention", "local"}}),
             given = omega::test::with(sizes, small_task(task.name));
  const std::vector<omega::OptionSpec> known = omega::train::train_options();
  const omega::Options options = omega::train::make_train_options("", given);
  Words words = {"train", task.name};
  for (const auto& [name, value] : given) {
    if (name == "task" || !options.shows(known, *omega::option_named(known, name))) continue;
    std::string flag = "--" + name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    words.insert(words.end(), {flag, value});
  }
  return words;
}

void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

Json record_of(const std::string& folder) { return json_of({"train", "report", folder})["runs"][0]["record"]; }

/// Whether the last step is kept and nothing was measured after it.
bool is_at_its_end(const std::string& folder) {
  const Json run = Json::parse(bytes_of(folder + "/run.json"), nullptr, false);
  return run.is_object() && run["state"]["step"] == 3 && run["record"]["variances"].empty();
}

Json curve_of(const std::string& folder) { return json_of({"train", "report", folder})["runs"][0]["record"]["steps"]; }

}  // namespace

TEST_CASE("train writes a run, says each validation, and reports it", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  const std::string out = output_of(with(kSmall, {"--steps", "100", "--output", run}));
  CHECK(out.find("gmm-prf") != std::string::npos);
  CHECK(out.find("step 100/100") != std::string::npos);
  const std::string report = folder.file("report");
  const std::string table = output_of({"train", "report", run, "--output", report});
  CHECK(output_of({"train", "report", run, "--output", report, "--quiet"}).empty());
  CHECK(call({"train", "report", run, "--quiet"}).exit_code == 2);
  CHECK(table.find("gmm-prf") != std::string::npos);
  CHECK(table.find("LARGEST") != std::string::npos);
  CHECK(bytes_of(report + "/curves.svg").find("<polyline") != std::string::npos);
  CHECK(bytes_of(report + "/curves.csv").find("run,100,") != std::string::npos);
  CHECK(bytes_of(report + "/curves.svg").find("Validation loss over time") != std::string::npos);
  CHECK(bytes_of(report + "/curves.svg").find("seconds of training") != std::string::npos);
  CHECK(bytes_of(report + "/curves.svg").find("Memory over accuracy") != std::string::npos);
  CHECK(bytes_of(report + "/curves.csv").find(",validation_accuracy,seconds\n") != std::string::npos);
  CHECK(bytes_of(report + "/eigenvalues.csv").find("run,0,1,7,") != std::string::npos);
  const Json record = json_of({"train", "report", run})["runs"][0]["record"];
  CHECK(record["steps"].size() == 100);
  CHECK(record["variances"].size() == 1);
}

TEST_CASE("a run that is right about nothing is kept, reported and gone on with", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  output_of({"train", "sparsity", "--preset", "quick", "--attention", "eva", "--examples", "200", "--batch", "4",
             "--validation-examples", "20", "--steps", "2", "--quiet", "--output", run});
  Json kept = Json::parse(bytes_of(run + "/run.json"));
  kept["record"]["variances"][0]["gain"] = nullptr;  // 0/0, as JSON has it
  write_bytes(run + "/run.json", kept.dump());
  const std::string line = output_of({"train", "report", run});
  CHECK_THAT(line, Catch::Contains(" - "));
  CHECK_THAT(line, !Catch::Contains("nan"));
  CHECK(record_of(run)["variances"][0]["gain"].is_null());
  output_of({"train", "sparsity", "--resume", "--output", run});
}

TEST_CASE("train writes JSON lines", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run"),
                    out = output_of(with(kSmall, {"--steps", "100", "--json", "--output", run}));
  const std::size_t end = out.find('\n') + 1;
  const Json first = Json::parse(out.substr(0, end));
  CHECK(first["step"] == 50);
  CHECK(first["layer_gradients"].size() == 1);
  // A run at its end says again what it came to.
  CHECK(json_of({"train", "sparsity", "--resume", "--output", run}) == Json::parse(out.substr(end)));
  CHECK_THAT(output_of({"train", "sparsity", "--resume", "--output", run}), Catch::Contains("step 100/100"));
  const Outcome late = call({"train", "sparsity", "--resume", "--rate", "0.01", "--output", run});
  CHECK(late.exit_code == 2);
  CHECK_THAT(late.err, Catch::Contains("has taken all of its steps, so --rate would change nothing"));
}

TEST_CASE("a run that was interrupted or killed goes on as if nothing had been", "[command]") {
  const Folder folder;
  const Words words = with(kSmall, {"--steps", "12000", "--quiet", "--output"});
  const std::string whole = folder.file("whole");
  output_of(with(words, {whole}));
  for (const int signal : {SIGINT, SIGKILL}) {
    const std::string run = folder.file("run" + std::to_string(signal));
    const Outcome ended =
        interrupted_call(with(words, {run}), signal, [&] { return std::filesystem::exists(run + "/run.json"); });
    REQUIRE(ended.exit_code == (signal == SIGINT ? 130 : -SIGKILL));
    CHECK(curve_of(run).size() < 12000);
    output_of({"train", "sparsity", "--resume", "--quiet", "--threads", "1", "--output", run});
    CHECK(curve_of(run) == curve_of(whole));
  }
}

TEST_CASE("a stop gives up a long step, and its run is kept as it was before that", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  const Outcome ended =
      interrupted_call({"train",   "sparsity", "--length",  "4096", "--examples", "180",      "--layers", "1",
                        "--heads", "2",        "--d-model", "8",    "--d-ff",     "8",        "--batch",  "128",
                        "--steps", "1",        "--threads", "1",    "--quiet",    "--output", run},
                       SIGINT, [&] { return std::filesystem::exists(run + "/run.json"); });
  CHECK(ended.exit_code == 130);
  CHECK(ended.is_one_line());
  CHECK_THAT(ended.err, Catch::Contains("stopped after step 0 of 1, which is kept in"));
  CHECK(record_of(run)["steps"].empty());
}

TEST_CASE("a run of any task that was killed goes on as if nothing had been", "[command]") {
  const Folder folder;
  for (const omega::train::Task& task : omega::train::tasks()) {
    INFO(task.name);
    const Words words = with(small_words(task), {"--steps", "800", "--checkpoint-every", "20", "--quiet", "--output"});
    const std::string whole = folder.file("whole" + task.name), run = folder.file("run" + task.name);
    output_of(with(words, {whole}));
    const Outcome ended =
        interrupted_call(with(words, {run}), SIGKILL, [&] { return std::filesystem::exists(run + "/run.json"); });
    REQUIRE(ended.exit_code == -SIGKILL);
    CHECK(curve_of(run).size() < 800);
    output_of({"train", task.name, "--resume", "--quiet", "--threads", "1", "--output", run});
    CHECK(curve_of(run) == curve_of(whole));
  }
}

TEST_CASE("train all goes on where it was, in shards too, and is reported as one", "[command]") {
  const Folder folder;
  const Words words = {"train",
                       "all",
                       "--tasks",
                       "copy,sparsity",
                       "--attentions",
                       "softmax,gmm-prf",
                       "--seeds",
                       "2",
                       "--length",
                       "16",
                       "--examples",
                       "180",
                       "--layers",
                       "1",
                       "--heads",
                       "1",
                       "--d-model",
                       "8",
                       "--d-ff",
                       "8",
                       "--batch",
                       "16",
                       "--samples",
                       "4",
                       "--steps",
                       "20",
                       "--validate-every",
                       "10",
                       "--quiet"};
  const std::string apart = folder.file("apart"), whole = folder.file("whole");
  output_of(with(words, {"--shard", "1/2", "--output", apart}));
  CHECK(json_of({"train", "report", apart})["runs"].size() == 4);
  Words aloud = words;
  aloud.pop_back();
  const std::string rest = output_of(with(aloud, {"--output", apart}));
  CHECK(rest.find("4 of 8 runs to train, roughly ") == 0);
  CHECK(rest.find("8/8 ") != std::string::npos);
  output_of(with(words, {"--output", whole}));
  const Json runs = json_of({"train", "report", apart})["runs"], others = json_of({"train", "report", whole})["runs"];
  REQUIRE(runs.size() == 8);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    CHECK(runs[i]["name"] == others[i]["name"]);
    CHECK(runs[i]["record"]["steps"] == others[i]["record"]["steps"]);
  }
  const std::string report = folder.file("report");
  const std::string table = output_of({"train", "report", whole, "--output", report});
  CHECK(table.find("MiB of values") != std::string::npos);
  CHECK(bytes_of(report + "/summary.csv").find("copy,gmm-prf,2,") != std::string::npos);
  output_of({"train", "report", whole + "/" + runs[0]["name"].get<std::string>(), "--output", folder.file("single")});
  const std::string single = bytes_of(folder.file("single") + "/summary.csv");
  const std::vector<std::string> fields = omega::split(omega::split(single, "\n").at(2), ",");
  REQUIRE(fields.size() > 5);
  CHECK_FALSE(fields[4].empty());  // the accuracy
  CHECK(fields[5].empty());        // the deviation over seeds, which one seed does not tell
  const std::string svg = bytes_of(report + "/curves.svg");
  CHECK(svg.find("Validation accuracy, copy") != std::string::npos);
  CHECK(svg.find("#000000") != std::string::npos);  // softmax
  CHECK(svg.find("#C67195") != std::string::npos);  // gmm
  CHECK(svg.find("#3117A3") == std::string::npos);  // lara, which nobody trained
  CHECK(svg.find("<metadata>{") != std::string::npos);
  for (const char* file : {"summary", "curves", "gradients", "eigenvalues"}) {
    const std::string csv = bytes_of(report + "/" + file + ".csv");
    REQUIRE(csv.starts_with("# {"));
    const Json from = Json::parse(csv.substr(2, csv.find('\n') - 2));
    CHECK(from["command"].get<std::string>().starts_with("omega train report copy-"));
    REQUIRE(from["runs"].size() == 8);
    CHECK(from["runs"][0]["options"]["seed"] == "0");
    CHECK(from["runs"][0]["step"] == 20);
  }
  const Outcome other = call(with(words, {"--rate", "0.5", "--output", whole}));
  CHECK(other.exit_code == 2);
  CHECK(other.err.find("was begun with rate=") != std::string::npos);
}

TEST_CASE("a run that was ended while its variation was measured gets it when it is resumed", "[command]") {
  const Folder folder;
  const std::string whole = folder.file("whole");
  output_of(with_long_end(whole));
  const Json variances = record_of(whole)["variances"];
  REQUIRE(variances.size() == 1);
  for (const int signal : {SIGINT, SIGKILL}) {
    std::string run;
    Outcome ended;
    for (int attempt = 0; run.empty() || !is_at_its_end(run); ++attempt) {  // it may have ended before the signal came
      REQUIRE(attempt < 20);
      run = folder.file("run" + std::to_string(signal) + "-" + std::to_string(attempt));
      ended = interrupted_call(with_long_end(run), signal, [&] { return is_at_its_end(run); });
    }
    INFO(ended.err);
    if (signal == SIGINT) {
      CHECK(ended.exit_code == 130);
      CHECK(ended.is_one_line());
      CHECK(ended.err.find("the last of 3 steps") != std::string::npos);
      CHECK(ended.err.find("--resume measures") != std::string::npos);
      CHECK(ended.err.find("no output") == std::string::npos);
    }
    output_of({"train", "sparsity", "--resume", "--quiet", "--output", run});
    CHECK(record_of(run)["variances"] == variances);
    CHECK(record_of(run)["steps"] == record_of(whole)["steps"]);
    output_of({"train", "sparsity", "--resume", "--quiet", "--output", run});  // nothing is left to do
    CHECK(record_of(run)["variances"] == variances);
  }
}

TEST_CASE("one process writes to a run at a time, and one that was killed hinders nobody", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  std::vector<Outcome> others;
  const Outcome first =
      interrupted_call(with(kSmall, {"--steps", "1000000", "--quiet", "--output", run}), SIGKILL, [&] {
        if (!std::filesystem::exists(run + "/run.json")) return false;
        others.push_back(call({"train", "sparsity", "--resume", "--quiet", "--output", run}));
        others.push_back(call(with(kSmall, {"--steps", "5", "--quiet", "--output", run})));
        return true;
      });
  CHECK(first.exit_code == -SIGKILL);
  REQUIRE(others.size() == 2);
  for (const Outcome& other : others) {
    INFO(other.err);
    CHECK(other.exit_code == 2);
    CHECK(other.is_one_line());
  }
  CHECK(others[0].err.find("is being written by process ") != std::string::npos);
  CHECK(others[1].err.find("holds a run already") != std::string::npos);
  CHECK(std::filesystem::exists(run + "/run.lock"));
  const auto before = curve_of(run).size();  // what the first wrote is no sign that this one listens
  const Outcome next = interrupted_call({"train", "sparsity", "--resume", "--output", run}, SIGINT,
                                        [&] { return curve_of(run).size() >= before + 50; });
  CHECK(next.exit_code == 130);
  CHECK_FALSE(std::filesystem::exists(run + "/run.lock"));
}

TEST_CASE("numbers of a checkpoint that were changed on the disk are refused, not resumed", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  output_of(with(kSmall, {"--steps", "50", "--quiet", "--output", run}));
  const auto resume = [&](const std::string& part) {
    const Outcome outcome = call({"train", "sparsity", "--resume", "--quiet", "--output", run});
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find(part) != std::string::npos);
  };
  const auto flipped = [](const std::string& path, std::size_t from_end) {
    std::string bytes = bytes_of(path);
    const std::string before = bytes;
    for (std::size_t i = 0; i < 4; ++i) bytes[bytes.size() - from_end + i] ^= 1;
    write_bytes(path, bytes);
    return before;
  };
  for (const std::string name : {"/step-50.safetensors", "/best-50.safetensors"}) {
    const std::string before = flipped(run + name, 400);
    resume("not those that were written");
    write_bytes(run + name, before);
  }
  const std::string words = bytes_of(run + "/run.json");
  std::string changed = words;
  changed.replace(changed.find("\"redraw\":100"), 12, "\"redraw\":101");
  write_bytes(run + "/run.json", changed);
  resume("does not say what was written");
  write_bytes(run + "/run.json", words);
  output_of({"train", "sparsity", "--resume", "--quiet", "--output", run});
}

TEST_CASE("a run is reported once, however often its folder is named", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  output_of(with(kSmall, {"--steps", "2", "--quiet", "--output", run}));
  CHECK(json_of({"train", "report", run, run, run + "/", folder.file(".")})["runs"].size() == 1);
  std::filesystem::copy(run, folder.file("other"));
  CHECK(json_of({"train", "report", folder.file("other"), run, run})["runs"].size() == 2);
  std::filesystem::create_directory(folder.file("beside"));
  output_of(with(kSmall, {"--steps", "3", "--quiet", "--output", folder.file("beside/run")}));
  output_of({"train", "report", run, folder.file("beside/run"), "--output", folder.file("report")});
  CHECK(bytes_of(folder.file("report/curves.svg")).find(">beside/run</text>") !=
        std::string::npos);  // another of its name
  CHECK(bytes_of(folder.file("report/curves.csv")).find("\nbeside/run,3,") != std::string::npos);
  CHECK(bytes_of(folder.file("report/summary.csv")).find("\"omega train report run beside/run\"") != std::string::npos);
  const std::string table = output_of({"train", "report", run, folder.file("other")});
  CHECK(table.find("Left out of means, as no further seeds: other (a repeat of run).") != std::string::npos);
  CHECK(json_of({"train", "report", run, folder.file("other")})["left_out"].size() == 1);
}

TEST_CASE("a run that cannot be read does not hide the others of its folder", "[command]") {
  const Folder folder;
  for (const char* name : {"runs/a", "runs/b", "runs/c"})
    output_of(with(kSmall, {"--steps", "2", "--quiet", "--output", folder.file(name)}));
  const std::string cut = folder.file("runs/b/run.json");
  write_bytes(cut, bytes_of(cut).substr(0, 100));
  const Json json = json_of({"train", "report", folder.file("runs")});
  CHECK(json["runs"].size() == 2);
  REQUIRE(json["unreadable"].size() == 1);
  CHECK(json["unreadable"][0].get<std::string>().find("runs/b") != std::string::npos);
  CHECK(output_of({"train", "report", folder.file("runs")}).find("# left out: ") != std::string::npos);
  CHECK(call({"train", "report", folder.file("runs/a"), folder.file("runs/b")}).exit_code == 2);
}

TEST_CASE("runs that were last validated at different steps, or never, are told apart from means", "[command]") {
  const Folder folder;
  for (const std::string seed : {"0", "1", "2"}) {
    const std::string run = folder.file(seed);
    output_of(with(kSmall, {"--steps", "4", "--seed", seed, "--quiet", "--output", run}));
    if (seed == "0") continue;
    auto saved = nlohmann::json::parse(bytes_of(run + "/run.json"));  // as an earlier moment left it
    saved.erase("checksum");
    auto& validations = saved["record"]["validations"];
    if (seed == "1")
      validations.back()["step"] = 3;
    else
      validations.clear();
    const std::string digest = omega::digest(saved.dump());
    saved["checksum"] = digest;
    write_bytes(run + "/run.json", saved.dump());
  }
  const std::string table = output_of({"train", "report", folder.path().string()});
  CHECK(table.find("Of sparsity, gmm-prf, 3 seeds, 1 was never validated, and is in no mean.") != std::string::npos);
  CHECK(table.find("Runs of sparsity, gmm-prf, 3 seeds, were last validated at different steps, from 3 to 4") !=
        std::string::npos);
}

TEST_CASE("data of one's own are told of before the first step, read before a series, and found where they lie now",
          "[command]") {
  const Folder folder;
  const std::string data = folder.file("data.csv"), run = folder.file("run");
  std::ofstream table(data);
  for (int i = 0; i < 60; ++i) table << "pos,good; " << i << "\nneg,bad; " << i << "\n";
  table.close();
  const Words small = {"--length", "16", "--layers", "1",  "--heads", "1", "--d-model", "8",
                       "--d-ff",   "8",  "--batch",  "16", "--steps", "4", "--data",    data};
  CHECK_THAT(output_of(with(with(Words{"train", "text"}, small), {"--output", run})),
             Catch::Contains("labels from column 1, texts from column 2; 2 classes: \"neg\", \"pos\"\n"));
  std::filesystem::rename(data, folder.file("moved.csv"));
  const Words again = {"train", "text", "--resume", "--output", run};
  CHECK(call(again).exit_code == 2);
  output_of(with(again, {"--data", folder.file("moved.csv")}));
  output_of(again);  // the new place is kept
  const Outcome all = call(with(with(Words{"train", "all", "--tasks", "copy,text", "--attentions", "softmax"}, small),
                                {"--output", folder.file("all")}));
  CHECK(all.exit_code == 2);
  CHECK_THAT(all.err, Catch::Contains("there is no such file or folder"));
  CHECK_FALSE(std::filesystem::exists(folder.file("all/copy-softmax-0")));
}

TEST_CASE("a run that was never validated has no best accuracy", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  Words words = with(kSmall, {"--steps", "1000000", "--quiet", "--output", run});
  *(std::find(words.begin(), words.end(), "--validate-every") + 1) = "1000000";
  const Outcome ended = interrupted_call(words, SIGKILL, [&] { return std::filesystem::exists(run + "/run.json"); });
  REQUIRE(ended.exit_code == -SIGKILL);
  const std::string table = output_of({"train", "report", run});
  const std::size_t row = table.find("\nrun ");
  REQUIRE(row != std::string::npos);
  const std::string cells = table.substr(row, table.find('\n', row + 1) - row);
  CHECK(cells.find("0.0") == std::string::npos);
  CHECK(table.find("Gradients at the classifier") == std::string::npos);  // no heading of an empty table
  CHECK(table.find("Eigenvalues of learned") == std::string::npos);
  CHECK(std::count(cells.begin(), cells.end(), '-') == 9);  // that of gmm-prf, and eight numbers
  CHECK(json_of({"train", "report", run})["runs"][0]["best_accuracy"].is_null());
}

TEST_CASE("a report says how measures of variation go together over six runs; over three, why it does not",
          "[command]") {
  const Folder folder;
  Words report = {"train", "report"};
  const auto add_run = [&](int seed) {
    report.push_back(folder.file("run" + std::to_string(seed)));
    output_of(with(kSmall, {"--steps", "1", "--seed", std::to_string(seed), "--quiet", "--output", report.back()}));
    return output_of(report);
  };
  const std::string why = "is said of 6 runs or more: over the ", found = "How measures of variation go together over";
  for (int seed = 0; seed < 6; ++seed) {
    const std::string table = add_run(seed);
    INFO(table);
    CHECK((table.find(why + std::to_string(seed + 1) + " of sparsity") != std::string::npos) ==
          (seed + 1 >= 3 && seed + 1 < 6));
    CHECK((table.find(found) != std::string::npos) == (seed + 1 == 6));
  }
}

TEST_CASE("train refuses what makes no sense, in one line", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  output_of(with(kSmall, {"--steps", "2", "--quiet", "--output", run}));
  for (const auto& [words, part] : std::vector<std::pair<Words, std::string>>{
           {{"train"}, "all or report"},
           {{"train", "sparsty"}, "did you mean"},
           {{"train", "sparsity"}, "--output FOLDER"},
           {{"train", "report"}, "at least one run"},
           {{"train", "report", folder.file("none")}, "no training run"},
           {{"train", "sparsity", "--preset", "clas", "--output", folder.file("a")}, "class"},
           {{"train", "sparsity", "--heads", "5", "--output", folder.file("a")}, "--d-model=64"},
           {{"train", "sparsity", "--output", run}, "--resume"},
           {{"train", "sparsity", "--d-model", "x", "--output", folder.file("new")}, "--d-model is \"x\", but"},
           {{"train", "all", "--validate-every", "x", "--output", folder.file("new")},
            "--validate-every is \"x\", but"},
           {{"train", "sparsity", "--d-model", "3", "--heads", "2", "--output", folder.file("new")},
            "--d-model=3 is no multiple of --heads=2"},
           {{"train", "sparsity", "--output", run, "--resume", "--layers", "2"}, "--layers"},
           {{"train", "sparsity", "--output", folder.file("none"), "--resume"}, "no training run"},
           {{"train", "listops", "--output", run, "--resume"}, "holds a run of sparsity"},
           {{"train", "copy", "--preset", "class", "--output", folder.file("a")}, "copy has no preset"},
           {{"train", "image", "--data", folder.file("none"), "--output", folder.file("a")},
            "there is no such file or folder"},
           {{"train", "all", "--tasks", "copy,cpy", "--output", folder.file("a")}, "did you mean"},
           {{"train", "all", "--attention", "lara", "--output", folder.file("a")}, "--attentions"},
           {{"train", "all", "--group-samples", "4", "--output", folder.file("a")}, "in place of --group-samples"},
           {{"train", "all", "--shard", "3", "--output", folder.file("a")}, "--shard is \"3\", but must be k/n"},
           {{"train", "all", "--shard", "3/2", "--output", folder.file("a")},
            "--shard is \"3/2\", but must be k/2 with k from 1 to 2"},
           {{"train", "all", "--shard", "1/2/3", "--output", folder.file("a")}, "--shard is \"1/2/3\", but must be"},
           {{"train", "sparsity", "--output", run + "/run.json"}, "is a file; give the name of a folder"},
           {{"train", "report", run, "--output", run + "/run.json/in"}, "is a file; give the name of a folder"},
           {{"train", "all", "copy", "--output", folder.file("a")}, "--tasks"},
           {{"train", "all", "--tasks", "copy,needle", "--sparsity", "0.5", "--output", folder.file("a")},
            "--sparsity is an option of sparsity alone"},
           {{"train", "copy", "--sparsity", "0.5", "--output", folder.file("a")}, "and copy would ignore it"},
           {{"train", "sparsity", "--output", folder.path().string()}, "holds the folders of other runs"},
           {{"train", "all", "--output", run}, "holds a run, which would hide"},
           {{"train", "copy", "--window", "4", "--output", folder.file("a")},
            "--window is an option of local, eva alone, and softmax would ignore it"},
           {{"train", "all", "--attentions", "softmax,rfa-trig", "--landmarks", "4", "--output", folder.file("a")},
            "and softmax, rfa would ignore it"},
           {{"train", "copy", "--data", "x", "--output", folder.file("a")}, "--data is an option of image, text"},
           {{"train", "copy", "--attentions", "lara", "--output", folder.file("a")}, "give --attention"},
           {{"train", "copy", "--tasks", "needle", "--output", folder.file("a")}, "--tasks is for train all"},
           {{"train", "copy", "--seeds", "3", "--output", folder.file("a")}, "give --seed"},
           {{"train", "copy", "--shard", "1/2", "--output", folder.file("a")}, "--shard is for train all"},
           {{"train", "report", run, "--attention", "lara"}, "no use for --attention"},
           {{"train", "report", run, "--steps", "3"}, "no use for --steps"},
           {{"train", "report", run, "--preset", "quick"}, "no use for --preset"},
           {{"train", "report", run, "--seeds", "2"}, "no use for --seeds"},
           {{"train", "report", run, "--resume"}, "no use for --resume"},
           {{"train", "copy", "--d_model", "8", "--output", folder.file("a")}, "did you mean --d-model?"},
           {{"train", "copy", "--attention", "sofmax", "--output", folder.file("a")}, "did you mean softmax?"}}) {
    const Outcome outcome = call(words);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find(part) != std::string::npos);
  }
}
