// Options: every kind takes what it should, and refuses everything else in one sentence that names the option, what was
// given and what is allowed.
#include "core/options.h"

#include <catch2/catch.hpp>

#include "core/error.h"
#include "core/text.h"
#include "support/refusal.h"

using namespace omega;

namespace {

const std::vector<OptionSpec>& specs() {
  static const std::vector<OptionSpec> all = {
      OptionSpec::integer("samples", 64, 1, 65536, "How many."),
      OptionSpec::real("beta", 1, 0, 100, "How strong."),
      OptionSpec::choice("draw", {"iid", "orthogonal"}, "How."),
      OptionSpec::flag("antithetic", false, "Whether."),
      OptionSpec::grid_of("An image."),
      OptionSpec::scale(),
  };
  return all;
}

Options with(const std::string& name, const std::string& value) { return {"toy", specs(), {{name, value}}}; }

std::string refusal(const std::string& name, const std::string& value) {
  return omega::test::refusal_of([&] { with(name, value); });
}

struct Wrong {
  std::string name, value, allowed;
};

}  // namespace

TEST_CASE("without anything given every option has its default", "[unit][options]") {
  const Options options("toy", specs());
  CHECK(options.integer("samples") == 64);
  CHECK(options.real("beta") == 1.0);
  CHECK(options.word("draw") == "iid");
  CHECK_FALSE(options.flag("antithetic"));
  CHECK_FALSE(options.grid().has_value());
  CHECK(std::holds_alternative<std::monostate>(options.value("scale")));
  CHECK(options.values().size() == specs().size());
}

TEST_CASE("each kind of option reads its values, ends included", "[unit][options]") {
  CHECK(with("samples", "1").integer("samples") == 1);
  CHECK(with("samples", "65536").integer("samples") == 65536);
  CHECK(with("beta", "0").real("beta") == 0);
  CHECK(with("beta", "100").real("beta") == 100);
  CHECK(with("beta", "1e-3").real("beta") == 1e-3);
  CHECK(with("beta", "2").real("beta") == 2.0);
  CHECK(with("draw", "orthogonal").word("draw") == "orthogonal");
  CHECK(with("antithetic", "true").flag("antithetic"));
  CHECK_FALSE(with("antithetic", "false").flag("antithetic"));
  CHECK(with("grid", "14x7").grid() == Grid{14, 7});
  CHECK(with("grid", "1X9").grid() == Grid{1, 9});
  CHECK(with("scale", "0.125").real("scale") == 0.125);
  enum class Draw { iid, orthogonal };
  CHECK(with("draw", "orthogonal").choice<Draw>("draw") == Draw::orthogonal);
}

TEST_CASE("the last of several values counts", "[unit][options]") {
  CHECK(Options("toy", specs(), {{"samples", "3"}, {"samples", "5"}}).integer("samples") == 5);
}

TEST_CASE("a wrong value is refused in one sentence with the option, the value and what is allowed",
          "[unit][options]") {
  const std::string count = "a whole number from 1 to 65536", strength = "a number from 0 up to 100",
                    one_of = "one of iid, orthogonal";
  const std::string yes_no = "true or false", sides = "HxW with whole numbers of at least 1",
                    positive = "a number above 0 up to 1e+06";
  const std::vector<Wrong> wrongs = {
      {"samples", "0", count},       {"samples", "65537", count},   {"samples", "-4", count},
      {"samples", "+4", count},      {"samples", "4.0", count},     {"samples", "1e3", count},
      {"samples", "", count},        {"samples", " 4", count},      {"samples", "4 ", count},
      {"samples", "four", count},    {"samples", "0x10", count},    {"samples", "99999999999999999999", count},
      {"beta", "-0.001", strength},  {"beta", "100.001", strength}, {"beta", "nan", strength},
      {"beta", "inf", strength},     {"beta", "1e400", strength},   {"beta", "1,5", strength},
      {"beta", "", strength},        {"beta", "1.5x", strength},    {"draw", "Iid", one_of},
      {"draw", "", one_of},          {"draw", "iid ", one_of},      {"draw", "0", one_of},
      {"antithetic", "yes", yes_no}, {"antithetic", "1", yes_no},   {"antithetic", "True", yes_no},
      {"antithetic", "", yes_no},    {"grid", "14", sides},         {"grid", "x14", sides},
      {"grid", "14x", sides},        {"grid", "0x14", sides},       {"grid", "14x-1", sides},
      {"grid", "14x14x3", sides},    {"grid", "14 x 14", sides},    {"grid", "1.5x2", sides},
      {"scale", "0", positive},      {"scale", "-1", positive},     {"scale", "automatic", positive},
  };
  for (const Wrong& wrong : wrongs) {
    const std::string sentence = refusal(wrong.name, wrong.value);
    INFO(sentence);
    CHECK(sentence.rfind("option " + wrong.name + " of toy is " + omega::quoted(wrong.value), 0) == 0);
    CHECK(sentence.find(wrong.allowed) != std::string::npos);
  }
}

TEST_CASE("a value in memory of the wrong type or range is refused like a text", "[unit][options]") {
  Options options("toy", specs());
  options.set("toy", specs(), "samples", std::int64_t{7});
  CHECK(options.integer("samples") == 7);
  const Options before = options;
  CHECK_THROWS_WITH(options.set("toy", specs(), "samples", 7.0),
                    Catch::Contains("samples") && Catch::Contains("whole number"));
  CHECK_THROWS_WITH(options.set("toy", specs(), "samples", std::monostate{}), Catch::Contains("samples"));
  CHECK_THROWS_WITH(options.set("toy", specs(), "beta", std::int64_t{1}), Catch::Contains("beta"));
  CHECK_THROWS_WITH(options.set("toy", specs(), "antithetic", std::string("true")), Catch::Contains("antithetic"));
  CHECK_THROWS_WITH(options.set("toy", specs(), "draw", std::string("sobol")),
                    Catch::Contains("\"sobol\"") && Catch::Contains("iid, orthogonal"));
  CHECK_THROWS_WITH(options.set("toy", specs(), "grid", Grid{0, 3}), Catch::Contains("grid"));
  CHECK(options == before);  // a refused value changes nothing
  CHECK_NOTHROW(options.set("toy", specs(), "scale", std::monostate{}));
}

TEST_CASE("an unknown option is refused with all there are, and the nearest one", "[unit][options]") {
  const std::string sentence = refusal("sampels", "4");
  CHECK(sentence ==
        "toy has no option \"sampels\" (did you mean samples?); it has samples, beta, draw, antithetic, grid, scale");
  CHECK(refusal("Beta", "1").find("did you mean beta?") != std::string::npos);
  CHECK(refusal("temperature", "1").find("did you mean") == std::string::npos);
  CHECK(refusal("", "1").find("has no option \"\"") != std::string::npos);
}

TEST_CASE("a name that is near is offered, and no other", "[unit][options]") {
  const std::vector<std::string> known = {"softmax", "rfa", "ra", "mis", "lara", "u", "S", "--n", "--heads", "smooth"};
  const auto offered = [&](const std::string& given) { return closest_hint(given, known); };
  for (const auto& [given, name] : std::vector<std::pair<std::string, std::string>>{{"sofmax", "softmax"},
                                                                                    {"softmaxx", "softmax"},
                                                                                    {"raf", "rfa"},
                                                                                    {"RFA", "rfa"},
                                                                                    {"rba", "rfa"},
                                                                                    {"LARRA", "lara"},
                                                                                    {"rx", "ra"},
                                                                                    {"msi", "mis"},
                                                                                    {"s", "S"},
                                                                                    {"-heads", "--heads"},
                                                                                    {"--hed", "--heads"},
                                                                                    {"smoot", "smooth"}})
    CHECK(offered(given) == " (did you mean " + name + "?)");
  for (const std::string given :
       {"x", "r", "a", "nn", "--k", "--m", "ab", "xyz", "map", "data", "random", "", "--", "-"})
    CHECK(offered(given).empty());
  CHECK(refusal("draw", "orthogonl").ends_with(", but must be one of iid, orthogonal (did you mean orthogonal?)"));
  CHECK(refusal("draw", "sobol").ends_with(", but must be one of iid, orthogonal"));
}

TEST_CASE("text from outside cannot break a sentence", "[unit][options]") {
  CHECK(refusal("draw", "a\nb\x01").find("\"a\\x0ab\\x01\"") != std::string::npos);
  CHECK(refusal("draw", "\xff\xfe").find("\\xff\\xfe") != std::string::npos);
  CHECK(refusal("draw", std::string(5000, 'a')).size() < 400);
  CHECK(refusal("draw", "ξ").find("\"ξ\"") != std::string::npos);
}

TEST_CASE("asking for an option as what it is not is our bug, not the user's", "[unit][options]") {
  const Options options("toy", specs());
  for (const auto& wrong :
       {+[](const Options& o) { o.integer("beta"); }, +[](const Options& o) { o.flag("nothing"); },
        +[](const Options& o) { o.real("scale"); }, +[](const Options& o) { o.choice<int>("samples"); }}) {
    try {
      wrong(options);
      FAIL("accepted");
    } catch (const Error& error) {
      CHECK(error.kind() == Error::Kind::failure);
    }
  }
}

TEST_CASE("options are equal when all their values are", "[unit][options]") {
  CHECK(with("samples", "64") == Options("toy", specs()));
  CHECK_FALSE(with("samples", "63") == Options("toy", specs()));
}
