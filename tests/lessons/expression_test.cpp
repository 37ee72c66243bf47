// Expressions: what they mean, what they refuse, and that reading one ends, whatever stands in it.
#include "lessons/expression.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "core/error.h"
#include "support/refusal.h"
#include "support/seed.h"

using namespace omega;
using namespace omega::lessons;
using Catch::Matchers::Contains;

namespace {

struct Table : Names {
  std::map<std::string, Value> values = {
      {"a", Value::number(2)},
      {"b", Value::number(-3)},
      {"x.y", Value::array({2, 3}, {1, 2, 3, 4, 5, 6})},
      {"w", Value::array({2, 2}, {1, 0, 0.5, 0.5})},
      {"f", Value::array({2, 2, 1}, {1, 2, 3, 4})},
      {"list", Value::list({1, 2, 4})},
      {"card.draw", Value::word_of("iid")},
      {"card.on", Value::flag(true)},
      {"nan", Value::number(std::nan(""))},
      {"nothing", Value::unknown()},
      {"q[0].mean", Value::number(7)},
  };
  std::set<std::string> events;

  Value value(const std::string& name) const override {
    const auto found = values.find(name);
    return found == values.end() ? Value::unknown() : found->second;
  }
  bool happened(const std::string& event, const std::string& what) const override {
    return events.count(event + " " + what) != 0;
  }
};

Vocabulary vocabulary() {
  Vocabulary known;
  known.refuse = [](const std::string& name) {
    return Table().values.count(name) != 0 ? std::string() : "nothing computes " + name;
  };
  known.words = [](const std::string& name) {
    if (name == "card.draw") return std::vector<std::string>{"iid", "orthogonal"};
    if (name == "card.on") return std::vector<std::string>{"true", "false"};
    return std::vector<std::string>();
  };
  known.refuse_event = [](const std::string& event, const std::string& what) {
    return what == "place.query" ? std::string() : event + " knows no " + what;
  };
  return known;
}

Expression parsed(const std::string& text) { return Expression::parse(text, vocabulary()); }

double number(const std::string& text) {
  const Value value = parsed(text).evaluate(Table());
  INFO(text);
  REQUIRE(value.is_one_number());
  return value.numbers[0];
}

bool holds(const std::string& text) { return parsed(text).holds(Table()); }

std::string complaint(const std::string& text) {
  return omega::test::refusal_of([&] { parsed(text); });
}

}  // namespace

TEST_CASE("expressions: arithmetic with the usual order", "[lessons]") {
  CHECK(number("1 + 2 * 3") == 7);
  CHECK(number("(1 + 2) * 3") == 9);
  CHECK(number("8 / 4 / 2") == 1);
  CHECK(number("5 - 2 - 1") == 2);
  CHECK(number("-a * b") == 6);
  CHECK(number("--a") == 2);
  CHECK(number("1.5e2 + .5") == 150.5);
  CHECK(number("q[0].mean") == 7);
  CHECK(number("sqrt(16) + abs(b) + log(exp(1))") == Approx(8));
  CHECK(number("min(3, 1, list)") == 1);
  CHECK(number("max(list) - median(list)") == 2);
  CHECK(number("dist([0, 3], 4, 0)") == 5);
  CHECK(number("dist([0, 3], [4, 0])") == 5);
  CHECK(number("slope([0, 1, 2], [1, 3, 5])") == Approx(2));
}

TEST_CASE("expressions: arrays by rows, by products and along their axes", "[lessons]") {
  CHECK(number("x.y[1][2]") == 6);
  CHECK(number("sum(x.y)") == 21);
  CHECK(number("mean(x.y)") == 3.5);
  CHECK(number("max(mean(x.y, 0) - [2.5, 3.5, 4.5])") == 0);
  CHECK(number("sum(x.y, 1)[1]") == 15);
  CHECK(number("list @ list") == 21);   // S @ S
  CHECK(number("(w @ f)[0][0]") == 1);  // N×S @ N×S×D
  CHECK(number("(w @ f)[1][0]") == 3.5);
  CHECK(number("(w @ x.y)[1][2]") == 4.5);  // N×S @ S×D
}

TEST_CASE("expressions: what is unknown makes nothing true, and neither does its opposite", "[lessons]") {
  for (const char* text :
       {"nothing > 1", "not nothing > 1", "nan > 1", "not nan > 1", "x.y + list > 0", "x.y[7] > 0", "w @ list > 0",
        "slope(list, [1]) > 0", "sum(list, 3) > 0", "nothing > 1 and a == 2", "list[0.5] > 0", "dist(list, 1) < 9"}) {
    INFO(text);
    CHECK_FALSE(holds(text));
  }
  CHECK(holds("a == 2 or nothing > 1"));
  CHECK(holds("not (a == 3 and nothing > 1)"));
  CHECK(holds("list > 0"));  // all of them
  CHECK_FALSE(holds("list > 1"));
}

TEST_CASE("expressions: words are compared with the names that can be them", "[lessons]") {
  CHECK(holds("card.draw == iid"));
  CHECK(holds("iid == card.draw"));
  CHECK_FALSE(holds("card.draw == orthogonal"));
  CHECK(holds("not card.draw == orthogonal"));
  CHECK(holds("card.on"));
  CHECK(holds("card.on == true and not card.on == false"));
  CHECK_THAT(complaint("card.draw == orthogonl"), Contains("did you mean orthogonal?") && Contains("iid"));
  CHECK_THAT(complaint("card.draw > 2"), Contains("is a word"));
  CHECK_THAT(complaint("card.draw"), Contains("is a word"));
  CHECK_THAT(complaint("a == iid"), Contains("nothing computes iid"));
}

TEST_CASE("expressions: events, and what was visited", "[lessons]") {
  Table table;
  const Expression dragged = parsed("dragged(place.query) and revealed");
  CHECK_FALSE(dragged.holds(table));
  table.events = {"dragged place.query", "revealed "};
  CHECK(dragged.holds(table));

  const Expression visited = parsed("visited(a == 1, a == 2)");
  REQUIRE(visited.visited().size() == 2);
  for (const double a : {1.0, 3.0, 2.0}) {
    CHECK_FALSE(visited.holds(table));
    table.values["a"] = Value::number(a);
    for (const Expression& condition : visited.visited())
      if (condition.holds(table)) table.events.insert("visited " + condition.text());
  }
  CHECK(visited.holds(table));
  CHECK(visited.names() == std::vector<std::string>{"a"});
}

TEST_CASE("expressions: what is no expression is refused with what is wrong", "[lessons]") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "ends too early"},
      {"1 +", "ends too early"},
      {"(1", "at the end ) is missing"},
      {"1)", "is more than an expression"},
      {"1 2", "is more than an expression"},
      {"1 < a < 3", "1 <= x and x <= 2"},
      {"a & b", "has no meaning"},
      {"a = 2", "has no meaning"},
      {"a != 2", "has no meaning"},
      {"2a", "is no number"},
      {"1e", "is no number"},
      {"and", "is missing"},
      {"a or", "ends too early"},
      {"medain(list)", "did you mean median?"},
      {"sqrt()", "takes 1 value, not 0"},
      {"sqrt(1, 2)", "takes 1 value, not 2"},
      {"slope(list)", "takes 2 values, not 1"},
      {"mean(1, 2, 3)", "takes 1 to 2 values, not 3"},
      {"c > 1", "nothing computes c"},
      {"dragged(elsewhere)", "knows no elsewhere"},
      {"dragged()", "needs the names"},
      {"visited()", "needs to be told what"},
      {"visited(visited(a))", "cannot stand in"},
      {"list[1", "] is missing"},
      {"\"a\"", "has no meaning"},
  };
  for (const auto& [text, words] : cases) {
    INFO(text);
    CHECK_THAT(complaint(text), Contains(words));
  }
  CHECK_THAT(complaint(std::string(500, '1')), Contains("at most 400 characters"));
  CHECK_THAT(complaint(std::string(200, '(') + "1" + std::string(199, ')')), Contains("inside each other"));
  CHECK_THAT(complaint(std::string(300, '-') + "1"), Contains("inside each other"));
  std::string nots;
  for (int i = 0; i < 90; ++i) nots += "not ";
  CHECK_THAT(complaint(nots + "a"), Contains("inside each other"));
}

TEST_CASE("expressions: what is made of random pieces is refused or has a value", "[lessons]") {
  const std::vector<std::string> pieces = {
      "1",      "a",   "b",         "list", "x.y",     "w",       "f",       "nan",         "nothing",  "+",    "-",
      "*",      "/",   "@",         "<",    ">=",      "==",      "and",     "or",          "not",      "(",    ")",
      "[",      "]",   ",",         "mean", "sum",     "max",     "dist",    "slope",       "sqrt",     "log",  "min",
      "median", "iid", "card.draw", "0",    "card.on", "dragged", "visited", "place.query", "revealed", "99999"};
  std::mt19937 random(static_cast<unsigned>(test_seed(7)));
  int good = 0;
  for (int i = 0; i < 40000; ++i) {
    std::string text;
    for (std::size_t length = 1 + random() % 9; length > 0; --length) text += pieces[random() % pieces.size()] + " ";
    try {
      const Expression expression = parsed(text);
      const Value value = expression.evaluate(Table());
      if (value.kind == Value::Kind::numbers) CHECK(value.numbers.size() == element_count(value.shape));
      ++good;
    } catch (const Error& error) {  // most of them are none
      INFO(text << ": " << error.what());
      REQUIRE(error.kind() == Error::Kind::input);
    }
  }
  CHECK(good > 200);
}
