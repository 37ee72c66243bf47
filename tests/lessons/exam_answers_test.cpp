// The key of an exam against its sheet: every answer is found again from what the question prints, by the formula that
// one is expected to know, within the error that the key grants.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>

#include "lessons/lesson_texts.h"

using namespace omega;
using namespace omega::lessons;
using namespace omega::test;

namespace {

/// "−5.314 × 10⁻⁶" is "-5.314e-6".
std::string plain_digits(std::string text) {
  static const std::pair<const char*, const char*> kSigns[] = {{"−", "-"}, {" × 10", "e"}, {"⁻", "-"}, {"⁰", "0"},
                                                               {"¹", "1"}, {"³", "3"},     {"⁴", "4"}, {"⁵", "5"},
                                                               {"⁶", "6"}, {"⁷", "7"},     {"⁸", "8"}, {"⁹", "9"}};
  for (const auto& [from, to] : kSigns)
    for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, std::string(from).size(), to);
  return text;
}

/// All numbers in a text, in their order.
std::vector<double> numbers_in(const std::string& printed) {
  const std::string text = plain_digits(printed);
  std::vector<double> numbers;
  for (const char* at = text.c_str(); *at != 0;) {
    char* end = nullptr;
    const bool begins = std::isdigit(static_cast<unsigned char>(*at)) || *at == '-';
    const double number = begins ? std::strtod(at, &end) : 0;
    if (begins && end != at) numbers.push_back(number);
    at = begins && end != at ? end : at + 1;
  }
  return numbers;
}

double the_number(const std::string& printed) {
  const std::vector<double> all = numbers_in(printed);
  INFO(printed);
  REQUIRE(all.size() == 1);
  return all.front();
}

void check_number(const ExamPart& part, double right, double within) {
  INFO(part.question << " " << part.answer << ", but found " << right);
  CHECK(std::abs(the_number(part.answer) - right) <= within);
}

/// The words of the choice whose letter and beginning the answer names.
std::string choice_of(const ExamPart& part) {
  INFO(part.question << " " << part.answer);
  const auto at = static_cast<std::size_t>(part.answer.front() - 'A');
  REQUIRE(at < part.choices.size());
  REQUIRE(part.answer.substr(1, 2) == ": ");
  const std::string words = part.answer.substr(3);
  CHECK(part.choices[at].compare(0, words.size(), words) == 0);
  return words;
}

double density(double x, double mean, double sd) {
  return std::exp(-0.5 * (x - mean) * (x - mean) / (sd * sd)) / sd;  // times √2π, which cancels
}

void check_shifted(const ExamItem& item) {
  const std::vector<double> said = numbers_in(item.text);  // p = N(0, 1), q = N(μ, 1), S
  REQUIRE(said.size() == 5);
  const double right = said[4] * std::exp(-said[2] * said[2]);
  CHECK(the_number(choice_of(item.parts[0])) == Approx(right).epsilon(1e-3));
}

void check_width(const ExamItem& item) {
  const std::vector<double> said = numbers_in(item.text);  // p = N(0, 1), q = N(0, s²)
  REQUIRE(said.size() >= 4);
  const double square = said[3] * said[3];
  if (square <= 0.5)
    CHECK(item.parts[0].answer == "No: it is ∞.");
  else
    check_number(item.parts[0], square / std::sqrt(2 * square - 1) - 1, 1e-3);
}

void check_weights(const ExamItem& item) {
  double sum = 0, squares = 0, largest = 0;
  REQUIRE(item.table[1].size() == 9);
  for (std::size_t i = 1; i < item.table[1].size(); ++i) {
    const double weight = the_number(item.table[1][i]);
    sum += weight;
    squares += weight * weight;
    largest = std::max(largest, weight);
  }
  check_number(item.parts[0], sum * sum / squares, 0.01 * sum * sum / squares);
  check_number(item.parts[1], largest / sum, 0.01 * largest / sum);
}

/// The lean falls with the number of samples.
void check_ratio(const ExamItem& item) {
  std::map<double, std::string> letters;  // by the lean
  for (std::size_t i = 1; i < item.table.size(); ++i) letters[the_number(item.table[i][1])] = item.table[i][0];
  REQUIRE(letters.size() == 3);
  std::map<std::string, std::string> samples;  // by the letter
  auto row = letters.begin();
  for (const char* count : {"256", "64", "16"}) samples[(row++)->second] = count;
  std::string right;
  for (const auto& [letter, count] : samples) right += (right.empty() ? "" : ", ") + letter + " " + count;
  CHECK(item.parts[0].answer == right);
  const double mean = numbers_in(item.text).at(3),
               law = mean * std::exp(mean * mean) / the_number(item.parts[1].question);
  check_number(item.parts[1], law, 0.1 * law);
}

/// With constant weights nearly every game says half of the truth, which is ½.
void check_nets(const ExamItem& item) {
  const double distance = numbers_in(item.text).at(2), x = the_number(item.parts[0].question);
  const double p = density(x, -distance, 0.5) + density(x, distance, 0.5),
               weight = p / (density(x, -distance, 1) + density(x, distance, 1));
  check_number(item.parts[0], weight, 0.01 * weight);
  double below = 0, all = 0;
  for (std::size_t i = 1; i < item.table.size(); ++i) {
    all += the_number(item.table[i][1]);
    if (numbers_in(item.table[i][0])[0] < 0.35) below += the_number(item.table[i][1]);
  }
  CHECK(all == 200);
  CHECK(choice_of(item.parts[1]) == (below > all / 2 ? "constant" : "balance"));
}

void check_keys(const ExamItem& item) {
  const std::vector<double> query = numbers_in(item.text);
  double sum = 0, first = 0, mean[2] = {0, 0};
  for (std::size_t m = 1; m < item.table.size(); ++m) {
    const std::vector<double> key = numbers_in(item.table[m][1]);
    const double weight = std::exp(query.at(0) * key.at(0) + query.at(1) * key.at(1));
    if (m == 1) first = weight;
    sum += weight;
    for (std::size_t d = 0; d < 2; ++d) mean[d] += weight * key[d];
  }
  check_number(item.parts[0], first / sum, 1e-3);
  const std::vector<double> said = numbers_in(item.parts[1].answer);
  REQUIRE(said.size() == 2);
  for (std::size_t d = 0; d < 2; ++d) CHECK(std::abs(said[d] - (query[d] + mean[d] / sum)) <= 1e-3);
}

/// What the key says of each, in that order: the largest variance, the most flops, the larger bias².
void check_methods(const ExamItem& item) {
  std::vector<std::vector<std::string>> rows(item.table.begin() + 1, item.table.end());
  std::map<std::string, std::string> names;  // by the letter
  const auto take = [&](const std::string& method, std::size_t column) {
    const auto most = std::max_element(rows.begin(), rows.end(), [column](const auto& a, const auto& b) {
      return the_number(a[column]) < the_number(b[column]);
    });
    names[most->front()] = method;
    rows.erase(most);
  };
  REQUIRE(rows.size() == 4);
  take("is", 3);
  take("ra", 4);
  const std::size_t rfa = the_number(rows[0][2]) > the_number(rows[1][2]) ? 0 : 1;
  CHECK(the_number(rows[1 - rfa][1]) < the_number(rows[rfa][1]));
  take("rfa", 2);
  take("lara", 1);
  std::string right;
  for (const auto& [letter, name] : names) right += (right.empty() ? "" : ", ") + letter + " " + name;
  CHECK(item.parts[0].answer == right);
}

/// The value itself is what `omega` says: a test of the command asks it.
void check_order(const ExamItem& item) {
  const double ratio = item.parts[0].value.value();
  CHECK(choice_of(item.parts[0]) == (ratio < 0.5 ? "below ½" : ratio < 2 ? "about 1" : "about 7"));
  CHECK(ratio < 14);
}

void check_window(const ExamItem& item) {
  const double ratio = item.parts[0].value.value();
  CHECK(choice_of(item.parts[0]) == (ratio < 1 ? "smaller" : "larger"));
  CHECK(the_number(item.parts[0].why) == Approx(std::max(ratio, 1 / ratio)).epsilon(1e-3));
}

void check_cost(const ExamItem& item) {
  const double known = numbers_in(item.text).at(0);
  std::map<std::string, double> flops;
  for (std::size_t i = 1; i < item.table.size(); ++i) flops[item.table[i][0]] = the_number(item.table[i][1]);
  const char* const kMethods[] = {"softmax", "rfa", "lara"};
  for (std::size_t m = 0; m < 3; ++m) {
    const double times = the_number(item.parts[m].question) / known,
                 right = flops.at(kMethods[m]) * (m == 0 ? times * times : times);
    CHECK(item.parts[m].question.find(kMethods[m]) != std::string::npos);
    check_number(item.parts[m], right, 0.01 * right);
  }
  const double cross = known * flops.at("lara") / flops.at("softmax");
  check_number(item.parts[3], cross, 0.05 * cross);
}

}  // namespace

TEST_CASE("every answer of an exam follows from what its question prints", "[lessons]") {
  const std::map<std::string, std::function<void(const ExamItem&)>> checks = {
      {"shifted", check_shifted}, {"width", check_width}, {"weights", check_weights}, {"ratio", check_ratio},
      {"nets", check_nets},       {"keys", check_keys},   {"methods", check_methods}, {"order", check_order},
      {"window", check_window},   {"cost", check_cost}};
  std::map<std::string, std::set<std::string>> choices;
  for (const std::uint32_t seed : {1, 2, 3, 4, 5})
    for (const ExamItem& item : exam_of(seed).items) {
      INFO("exam " << seed << ", " << item.name);
      checks.at(item.name)(item);
      for (const ExamPart& part : item.parts)
        if (!part.choices.empty()) choices[item.name].insert(part.answer.substr(0, 1));
    }
  // No question goes the same way each time.
  for (const auto& [name, letters] : choices) {
    INFO(name);
    CHECK(letters.size() >= 2);
  }
}
