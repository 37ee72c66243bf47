// omega compare: what is in the table, budgets, options for one method or all, methods that do not fit.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <limits>

#include "command/interrupted_call.h"
#include "io/npz.h"

using namespace omega;
using namespace omega::test;

namespace {

const Json& row(const Json& json, const std::string& method) {
  for (const Json& one : json["methods"])
    if (one["method"] == method) return one;
  FAIL("no row of " << method);
  return json;
}

}  // namespace

TEST_CASE("compare without arguments runs on the built-in example", "[command]") {
  const std::string text = output_of({"compare"});
  CHECK(text.find("three_clusters") != std::string::npos);
  for (const char* part : {"softmax", "rfa", "ra", "lara", "eva", "landmarks=16", "bias²", "ESS", "MiB", "±"})
    CHECK(text.find(part) != std::string::npos);
}

TEST_CASE("compare on three_clusters finds what was measured elsewhere", "[command]") {
  const Json json = json_of({"compare", "--preset", "three_clusters", "--budget", "16", "--draws", "500", "--methods",
                             "softmax,rfa,lara,ra"});
  const Json &rfa = row(json, "rfa"), &lara = row(json, "lara"), &ra = row(json, "ra"), &softmax = row(json, "softmax");
  CHECK(rfa["mse"].get<double>() == Approx(0.062).epsilon(0.2));
  CHECK(lara["mse"].get<double>() == Approx(0.0082).epsilon(0.2));
  CHECK(rfa["ess_share"].get<double>() == Approx(0.37).margin(0.04));
  CHECK(lara["ess_share"].get<double>() == Approx(0.42).margin(0.04));
  CHECK(rfa["mse"].get<double>() == Approx(rfa["bias2"].get<double>() + rfa["variance"].get<double>()).epsilon(0.01));
  CHECK(rfa["bias2"].get<double>() > 3 * rfa["bias2_error"].get<double>());
  CHECK(ra["verdict"].get<std::string>().find("no bias visible at 500 draws") != std::string::npos);
  CHECK(softmax["mse"].get<double>() < 1e-12);
  CHECK(softmax["draws"] == 1);
  CHECK(rfa["milliseconds"].get<double>() > 0);
  CHECK(rfa["peak_bytes"].get<double>() > 0);
}

TEST_CASE("what a head has learned is compared, not drawn anew", "[command]") {
  const Folder folder;
  Arrays arrays{{"Q", Array::from(std::vector<float>(32, 0.5f), {8, 4})},
                {"K", Array(Dtype::f32, {8, 4})},
                {"V", Array(Dtype::f32, {8, 2})}};
  for (const char* name : {"K", "V"})
    for (std::size_t i = 0; i < arrays.at(name).count(); ++i)
      arrays.at(name).data<float>()[i] = static_cast<float>(i % 7) - 3;
  const auto mse = [&](const std::string& file, const std::string& method) {
    write_npz(folder.file(file), arrays, {});
    const Json json = json_of({"compare", "--input", folder.file(file), "--draws", "8", "--methods", method});
    return row(json, method)["mse"].get<double>();
  };
  const double drawn = mse("drawn.npz", "fastfood"), network = mse("drawn.npz", "generative");
  arrays["S"] = Array::from(std::vector<float>(64, 0.05f), {16, 4});
  arrays["W4"] = Array::from(std::vector<float>(16, 0.0f), {4, 4});
  const double learned = mse("learned.npz", "fastfood");
  CHECK(std::abs(learned - drawn) > 0.05 * drawn);
  CHECK(std::abs(mse("learned.npz", "generative") - network) > 0.05 * network);
  arrays["eps"] = Array::from(std::vector<float>(64 * 4, 0.1f), {64, 4});  // noise stays aside
  CHECK(mse("noise.npz", "fastfood") == learned);
}

TEST_CASE("effective sample sizes that are no number are not shown as one, and the table says of which draws they are",
          "[command]") {
  const Folder folder;
  std::vector<float> broken(32, 0.5F);
  broken[5] = std::numeric_limits<float>::quiet_NaN();
  const Array nan = Array::from(broken, {8, 4});
  write_npz(folder.file("nan.npz"), {{"Q", nan}, {"K", nan}, {"V", nan}}, {});
  const auto said = [](const Words& words) {
    std::string text = output_of(words);
    std::replace(text.begin(), text.end(), '\n', ' ');  // wherever its lines end
    return text;
  };
  CHECK_THAT(
      said({"compare", "--input", folder.file("nan.npz"), "--allow-nonfinite", "--draws", "2", "--methods", "rfa"}),
      !Catch::Contains("nan%") && Catch::Contains("ESS as share of the samples; "));
  CHECK_THAT(said({"compare", "--methods", "rfa", "--draws", "9"}),
             Catch::Contains("ESS as share of the samples, of the first 8 draws; "));
}

TEST_CASE("weights with heavy tails are undecided, with the reason, and never biased", "[command]") {
  const Folder folder;
  const std::string input = folder.file("s.npz");
  output_of({"synth", "large_norms", "--n", "64", "--norm", "4", "--output", input});
  const Words call = {"compare", "--input", input, "--methods", "is,mis,ra,rfa", "--draws", "256"};
  const Json json = json_of(call);
  for (const char* method : {"is", "mis"})
    CHECK_THAT(row(json, method)["verdict"].get<std::string>(),
               Catch::StartsWith("undecided: one of 256 draws makes "));
  CHECK(row(json, "ra")["verdict"] == "no bias visible at 256 draws");
  CHECK_THAT(row(json, "rfa")["verdict"].get<std::string>(), Catch::StartsWith("biased at 256 draws: "));
  const std::string text = output_of(call);
  CHECK_THAT(text, Catch::Contains(" undecided ") && Catch::Contains("is: undecided: one of 256 draws makes ") &&
                       Catch::Contains("will hardly settle it"));
  for (const char* preset : {"spiral", "two_camps"})
    CHECK_THAT(row(json_of({"compare", "--preset", preset, "--methods", "is", "--draws", "256"}), "is")["verdict"]
                   .get<std::string>(),
               Catch::StartsWith("undecided: "));
  const Json unclamped =
      json_of({"compare", "--methods", "mis", "--budget", "16", "--opt", "clamp=0", "--draws", "256"});
  CHECK_THAT(row(unclamped, "mis")["verdict"].get<std::string>(), !Catch::StartsWith("biased"));
}

TEST_CASE("a bias that the equations do not have is shown beside them", "[command]") {
  const Json json = json_of({"compare", "--preset", "two_camps:distance=8", "--methods", "mis", "--budget", "16",
                             "--opt", "weighting=constant", "--draws", "512", "--seed", "1"});
  CHECK_THAT(row(json, "mis")["verdict"].get<std::string>(),
             Catch::StartsWith("biased at 512 draws: ") && Catch::Contains("yet its equations have none"));
}

TEST_CASE("one draw cannot tell a bias", "[command]") {
  const std::string text = output_of({"compare", "--draws", "1"});
  CHECK(text.find("no bias visible") == std::string::npos);
  CHECK(text.find("none visible") == std::string::npos);
  CHECK_THAT(text, Catch::Contains("undecided: 1 draw cannot tell bias from variance; 10 or more can."));
}

TEST_CASE("a budget sets each method's own option, and options for one method win", "[command]") {
  const Json json =
      json_of({"compare", "--preset", "gaussian:n=64", "--draws", "2", "--budget", "8", "--methods",
               "rfa,is,ra,lara,mis,nystrom,eva,linear_elu", "--opt", "lara.landmarks=4", "--opt", "scale=0.1"});
  const std::vector<std::pair<std::string, std::string>> budgets = {{"rfa", "samples"},       {"is", "samples"},
                                                                    {"ra", "samples"},        {"mis", "landmarks"},
                                                                    {"nystrom", "landmarks"}, {"eva", "groups"}};
  for (const auto& [method, option] : budgets) CHECK(row(json, method)["options"][option] == 8);
  CHECK(row(json, "lara")["options"]["landmarks"] == 4);
  for (const Json& one : json["methods"]) CHECK(one["options"]["scale"] == 0.1);
}

TEST_CASE("the budget of the example leaves methods alone that have none, or an option of their own", "[command]") {
  const auto command = [](const Words& more) {
    Words words{"compare", "--draws", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return json_of(words);
  };
  CHECK(command({"--methods", "softmax"})["command"].get<std::string>().find("--budget") == std::string::npos);
  const Json json = command({"--methods", "softmax,rfa,lara", "--opt", "samples=8"});
  CHECK(row(json, "rfa")["options"]["samples"] == 8);
  CHECK(row(json, "lara")["options"]["landmarks"] == 16);
  CHECK(json["command"].get<std::string>().find(" --opt samples=8 --opt lara.landmarks=16") != std::string::npos);
}

TEST_CASE("the same seed gives the same errors, on any number of threads", "[command]") {
  const auto errors = [](const char* threads) {
    Json json = json_of({"compare", "--draws", "4", "--threads", threads});
    for (Json& one : json["methods"]) one.erase("milliseconds"), one.erase("peak_bytes");
    return json;
  };
  CHECK(errors("1") == errors("2"));
}

TEST_CASE("a method that does not fit is a row with its reason", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 12, 20, 4);
  const Json json = json_of({"compare", "--input", input, "--methods", "softmax,local", "--draws", "2"});
  CHECK(row(json, "local")["problem"].get<std::string>().find("20 keys") != std::string::npos);
  CHECK(row(json, "softmax")["problem"].is_null());
  CHECK(output_of({"compare", "--input", input, "--methods", "softmax,local", "--draws", "2"}).find("not run: ") !=
        std::string::npos);
  CHECK(call({"compare", "--input", input, "--methods", "local"}).exit_code == 2);
}

TEST_CASE("a causal method is compared with causal softmax", "[command]") {
  const Json json = json_of(
      {"compare", "--preset", "gaussian:n=32", "--methods", "local", "--opt", "window=32", "--opt", "causal=true"});
  CHECK(row(json, "local")["mse"].get<double>() < 1e-10);
  // Without a bias against it, though far from softmax that sees all keys.
  const Json unbiased =
      json_of({"compare", "--preset", "gaussian:n=16", "--methods", "ra", "--draws", "400", "--opt", "causal=true"});
  CHECK(row(unbiased, "ra")["bias2"].get<double>() < 4 * row(unbiased, "ra")["bias2_error"].get<double>());
}

TEST_CASE("errors from some queries are those of all within their standard errors, and say so", "[command]") {
  const Words call = {"compare", "--preset", "gaussian:n=2048,dim=16", "--methods", "softmax,rfa,lara", "--draws", "4"};
  const auto with = [&](const char* queries) {
    Words words = call;
    words.insert(words.end(), {"--queries", queries});
    return words;
  };
  const Json all = json_of(call), some = json_of(with("128"));
  CHECK(all["queries"] == 2048);
  CHECK(some["queries"] == 128);
  CHECK(some["command"].get<std::string>().find(" --queries 128") != std::string::npos);
  for (const char* method : {"rfa", "lara"}) {
    const double away = row(some, method)["mse"].get<double>() - row(all, method)["mse"].get<double>(),
                 error = row(some, method)["mse_error"].get<double>();
    CHECK(away != 0);
    CHECK(std::abs(away) < 4 * error);
    CHECK(error < row(some, method)["mse"].get<double>());
    CHECK(row(some, method)["milliseconds"].get<double>() > 0);
  }
  CHECK(row(some, "softmax")["mse"].get<double>() < 1e-10);
  CHECK(row(some, "softmax")["milliseconds"].is_null());  // of 128 queries alone
  CHECK(json_of(with("128"))["methods"][1]["mse"] == row(some, "rfa")["mse"]);
  const std::string text = output_of(with("128"));
  CHECK_THAT(text, Catch::Contains("errors from 128 of 2048 queries") && Catch::Contains("over draws and queries"));
  CHECK(json_of(with("all"))["queries"] == 2048);
  CHECK(json_of(with("5000"))["queries"] == 2048);
  CHECK_THAT(output_of(call), !Catch::Contains("queries"));
  CHECK(omega::test::call(with("15")).exit_code == 2);
}

TEST_CASE("a window that holds most keys is said", "[command]") {
  const Words call = {"compare", "--preset", "three_clusters", "--methods", "rfa,eva", "--draws", "2", "--opt"};
  Words wide = call, narrow = call;
  wide.push_back("eva.window=64");
  narrow.push_back("eva.window=8");
  CHECK_THAT(output_of(wide), Catch::Contains("eva: windows hold half of the keys or more"));
  CHECK_THAT(output_of(narrow), !Catch::Contains("windows hold"));
}

TEST_CASE("an error that few queries make is said to be uncertain beyond its standard error", "[command]") {
  for (const auto& [preset, method, is_of_few] : {std::tuple("clusters:n=2048,dim=64", "lara", true),
                                                  std::tuple("gaussian:n=2048,dim=16", "linear_elu", false)}) {
    INFO(method);
    const Words call = {"compare", "--preset", preset, "--methods", method, "--draws", "1", "--queries", "128"};
    CHECK((row(json_of(call), method)["share_of_few_queries"].get<double>() >= 0.25) == is_of_few);
    CHECK((output_of(call).find(std::string(method) + ": 4 queries make") != std::string::npos) == is_of_few);
  }
}

// The weights of is have a tail: of these draws, which are always the same, one makes three quarters of the scatter.
TEST_CASE("an error that one draw makes is said to be uncertain beyond its standard error", "[command]") {
  const Words call = {"compare", "--preset", "three_clusters:n=24", "--methods", "is,rfa", "--budget", "16"};
  CHECK(row(json_of(call), "is")["share_of_one_draw"].get<double>() > 0.6);
  CHECK(row(json_of(call), "rfa")["share_of_one_draw"].get<double>() < 0.3);
  const std::string text = output_of(call);
  CHECK_THAT(text, Catch::Contains("is: one of 64 draws makes 76 % of the scatter of the MSE"));
  CHECK_THAT(text, !Catch::Contains("rfa: one of"));
  const Folder folder;
  Words into = call;
  into.insert(into.end(), {"--output", folder.file("t.csv"), "--quiet"});
  output_of(into);
  const std::vector<std::string> lines = lines_of(bytes_of(folder.file("t.csv")));
  const auto heading = split(lines.at(1), ","), is = split(lines.at(2), ",");
  for (const char* share : {"largest_share", "share_of_one_draw"}) {
    const auto column = std::find(heading.begin(), heading.end(), share) - heading.begin();
    CHECK(std::stod(is.at(static_cast<std::size_t>(column))) == row(json_of(call), "is")[share].get<double>());
  }
}

TEST_CASE("beyond a stated amount of work errors are from some queries, unless all are asked for", "[command]") {
  const Words call = {"compare", "--preset", "gaussian:n=32768,dim=32", "--methods", "linear_elu,rfa", "--budget", "8",
                      "--draws", "2"};
  const Json json = json_of(call);
  CHECK(json["queries"] == 256);
  CHECK(row(json, "linear_elu")["mse_error"].get<double>() > 0);
  CHECK(row(json, "rfa")["mse_error"].get<double>() < 0.5 * row(json, "rfa")["mse"].get<double>());
}

TEST_CASE("the table goes into CSV and JSON files", "[command]") {
  const Folder folder;
  CHECK(output_of({"compare", "--draws", "2", "--quiet", "--output", folder.file("table.csv")}).empty());
  std::string csv = bytes_of(folder.file("table.csv"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 7);
  CHECK(csv.rfind("# {", 0) == 0);
  csv.erase(0, csv.find('\n') + 1);
  std::size_t commas = static_cast<std::size_t>(std::count(csv.begin(), csv.end(), ','));
  CHECK(commas >= 6 * 19);  // a verdict may have one of its own
  output_of({"compare", "--draws", "2", "--output", folder.file("table.json")});
  CHECK(Json::parse(bytes_of(folder.file("table.json")))["methods"].size() == 5);
}

TEST_CASE("Ctrl+C stops a comparison", "[command]") {
  const Folder folder;
  const Outcome outcome = interrupted_call({"compare", "--preset", "gaussian:n=2000", "--methods", "ra", "--budget",
                                            "64", "--draws", "1000", "--output", folder.file("t.csv")},
                                           SIGINT);
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.is_one_line());
  CHECK(folder.count() == 0);
}
