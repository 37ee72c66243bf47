// What heads say in words, and the order of a table of them.
#include "heads/said.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "heads/table.h"

using namespace omega;
using namespace omega::heads;

namespace {

const std::vector<Method> kMethods = {{"rfa", {}}, {"lara", {}}};

/// Heads 0 .. 4 whose norms rise with their number, and with them the error of rfa; that of lara is the same for all.
std::vector<Head> rising() {
  std::vector<Head> heads;
  for (Index h = 0; h < 5; ++h) {
    Head head;
    head.layer = 2;
    head.head = h;
    head.facts = {1, 3, 0.5, 0.5, static_cast<double>(h + 1)};
    Estimate rfa, lara;
    rfa.error = 0.05 * static_cast<double>(h + 1);
    if (h < 4) rfa.needed = Index{1} << h;
    rfa.most = 1024;
    lara.error = 0.08;
    head.estimates = {rfa, lara};
    heads.push_back(head);
  }
  return heads;
}

}  // namespace

TEST_CASE("rank correlation: of what rises together, falls, shares ranks, and stays", "[unit][heads]") {
  CHECK(rank_correlation({1, 2, 3, 4}, {2, 40, 50, 900}) == Approx(1));
  CHECK(rank_correlation({1, 2, 3, 4}, {9, 7, 5, 1}) == Approx(-1));
  CHECK(rank_correlation({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}) == Approx(0.8));
  CHECK(rank_correlation({1, 1, 2, 2}, {1, 1, 2, 2}) == Approx(1));
  CHECK(rank_correlation({1, 2, 3}, {5, 5, 5}) == 0);
}

TEST_CASE("words say which heads are easy for a method, what goes along with that, and who is best", "[unit][heads]") {
  const std::vector<std::string> said = said_of(rising(), kMethods, 0.1);
  CHECK(said ==
        std::vector<std::string>{
            "rfa: within 10 % of exact attention on 2 of 5 heads; easiest layer 2, head 0 (5 %), hardest layer 2, "
            "head 4 (25 %)",
            "rfa: larger errors where ‖q+k‖² is large, rank correlation 1.00",
            "rfa: 10 % takes a budget of 1 to 8 on 4 heads (median 3); 1 head takes more than 1024",
            "lara: within 10 % of exact attention on 5 of 5 heads; easiest layer 2, head 0 (8 %), hardest layer 2, "
            "head 4 (8 %)",
            "lara: neither ‖q+k‖² nor entropy nor distance clearly goes along with the error (rank correlations: "
            "‖q+k‖² 0.00, entropy 0.00, distance 0.00)",
            "smallest error: lara on 4 of 5 heads, rfa on 1"});
  std::vector<Head> few = rising();
  few.resize(4);
  for (const std::string& sentence : said_of(few, kMethods, 0.1))
    CHECK_THAT(sentence, !Catch::Contains("rank correlation"));  // four rise by chance often enough
  CHECK(said_of(few, kMethods, 0.1).size() == 4);
  few.resize(2);
  CHECK(said_of(few, kMethods, 0.1).empty());
}

/// An error that goes along with the norm by a rank correlation below 0.5, which over 72 heads is hardly chance.
TEST_CASE("a weak correlation over many heads is told, as weak; the same over few is not", "[unit][heads]") {
  std::vector<Head> heads;
  for (Index h = 0; h < 72; ++h) {
    Head head = rising()[0];
    head.head = h;
    head.facts.norm2 = static_cast<double>(h);
    head.estimates.resize(1);
    head.estimates[0].error = 61 + static_cast<double>((h * 29) % 72) - 0.71 * static_cast<double>(h);
    heads.push_back(head);
  }
  std::vector<double> norms, errors;
  for (const Head& head : heads) {
    norms.push_back(head.facts.norm2);
    errors.push_back(head.estimates[0].error);
  }
  const double correlation = rank_correlation(norms, errors);
  REQUIRE(correlation < -0.4);
  REQUIRE(correlation > -0.5);
  const std::vector<Method> one = {kMethods[0]};
  CHECK_THAT(join(said_of(heads, one, 0.1), "\n"),
             Catch::Contains("rfa: larger errors where ‖q+k‖² is small, weak rank correlation −0.4") &&
                 !Catch::Contains("neither"));
  std::vector<Head> few = rising();  // ranks 1 2 5 4 3 against 1 2 3 4 5: 0.6, which five heads have by chance
  for (Head& head : few) head.estimates.resize(1);
  std::swap(few[2].estimates[0], few[4].estimates[0]);
  CHECK_THAT(join(said_of(few, one, 0.1), "\n"), Catch::Contains("neither ‖q+k‖² nor entropy nor distance clearly"));
}

TEST_CASE("exact is clearly less than what is not, however uncertain that is", "[unit][heads]") {
  std::vector<Head> heads = rising();
  heads.resize(3);
  for (Head& head : heads) {
    head.estimates[0] = Estimate{};
    head.estimates[0].mse_error = 0;
    head.estimates[1].mse = head.estimates[1].mse_error.emplace(1);
    head.estimates[1].draws = 2;
  }
  CHECK_THAT(said_of(heads, kMethods, 0.1),
             Catch::VectorContains(std::string("rfa: exact on all 3 heads that were measured")) &&
                 Catch::VectorContains(std::string("smallest error: rfa on 3 of 3 heads, lara on 0")));
}

TEST_CASE("what is clear of eight draws is not of two, whose errors are hardly known", "[unit][heads]") {
  std::vector<Head> heads = rising();
  heads.resize(4);
  for (Head& head : heads)
    for (std::size_t m = 0; m < 2; ++m) {  // three standard errors of the difference apart
      Estimate& estimate = head.estimates[m];
      estimate.error = m == 0 ? 0.2 : 0.1;
      estimate.mse = m == 0 ? 0.04 : 0.01;
      estimate.mse_error = 0.01 / std::sqrt(2);
    }
  const auto said = [&](Index draws) {
    for (Head& head : heads)
      for (Estimate& estimate : head.estimates) estimate.draws = draws;
    return said_of(heads, kMethods, 0.1).back();
  };
  CHECK(said(8) ==
        "smallest error: lara on 4 of 4 heads, rfa on 0; 8 draws may not have met errors that are large and rare");
  CHECK(said(2) == "smallest error: clear on none of 4 heads");
}

// Of 16 draws the bound is 16^(−1/4), a half.
TEST_CASE("no error is the smallest on the strength of a tail, and one beside a tail is", "[unit][heads]") {
  std::vector<Head> heads = rising();
  heads.resize(4);
  for (std::size_t h = 0; h < 4; ++h)
    for (std::size_t m = 0; m < 2; ++m) {
      Estimate& estimate = heads[h].estimates[m];
      estimate.error = m == 0 ? 0.2 : 0.1;
      estimate.mse = m == 0 ? 0.04 : 0.01;
      estimate.mse_error = 0.001;
      estimate.draws = 16;
      estimate.share_of_one = m == 0 ? 0.9 : h == 0 ? 0.51 : 0.49;
    }
  CHECK(said_of(heads, kMethods, 0.1).back() ==
        "smallest error: lara on 3 of 4 heads, rfa on 0; not clear on 1; 16 draws may not have met errors that are "
        "large and rare");
}

TEST_CASE("an error that is no number is not measured", "[unit][heads]") {
  std::vector<Head> heads = rising();
  heads[4].estimates[0].error = NAN;
  CHECK(value_text(find_quantity(quantities(kMethods, true), "error rfa"), heads[4]) == "–");
  const std::vector<std::string> said = said_of(heads, kMethods, 0.1);
  CHECK_THAT(said.front(), Catch::Contains("2 of 4 heads") && Catch::Contains("hardest layer 2, head 3 (20 %)"));
  CHECK(said.back() == "smallest error: lara on 3 of 4 heads, rfa on 1");
}

TEST_CASE("the smallest error is clear beyond rounding and chance, or is said not to be", "[unit][heads]") {
  std::vector<Head> heads = rising();
  heads.resize(4);
  for (Head& head : heads)
    for (Estimate& estimate : head.estimates) estimate.error = 1e-8;  // both exact
  CHECK_THAT(join(said_of(heads, kMethods, 0.1), "\n"), Catch::Contains("smallest error: clear on none of 4 heads"));
  for (Head& head : heads)
    for (Estimate& estimate : head.estimates) estimate.error = 0.1;  // the same
  CHECK_THAT(join(said_of(heads, kMethods, 0.1), "\n"), Catch::Contains("smallest error: clear on none of 4 heads"));
  for (std::size_t h = 0; h < 4; ++h) {
    heads[h].estimates[0].error = 0.2, heads[h].estimates[0].mse = 0.04;
    heads[h].estimates[1].mse = 0.01;
    for (Estimate& estimate : heads[h].estimates) estimate.mse_error = h == 3 ? NAN : h == 2 ? 0.01 : 0.002;
  }
  CHECK_THAT(join(said_of(heads, kMethods, 0.1), "\n"),
             Catch::Contains("smallest error: lara on 2 of 4 heads, rfa on 0; not clear on 2"));
}

TEST_CASE("a window that holds most keys is said", "[unit][heads]") {
  std::vector<Head> heads = rising();
  CHECK_THAT(join(said_of(heads, kMethods, 0.1), "\n"), !Catch::Contains("window"));
  heads[0].estimates[1].sees_most = heads[4].estimates[1].sees_most = true;
  CHECK_THAT(join(said_of(heads, kMethods, 0.1), "\n"),
             Catch::Contains("lara: its window holds half of the keys or more on 2 heads, so that much"));
}

TEST_CASE("samples that were tried in vain on some heads fewer than on others: more than the fewest", "[unit][heads]") {
  std::vector<Head> heads = rising();
  heads[3].estimates[0].needed.reset();
  heads[3].estimates[0].most = 64;
  CHECK_THAT(join(said_of(heads, kMethods, 0.1), "\n"),
             Catch::Contains("10 % takes a budget of 1 to 4 on 3 heads (median 2); 2 heads take more than 64"));
}

TEST_CASE("heads are sorted by any quantity, those without it last", "[unit][heads]") {
  std::vector<Head> heads = rising();
  heads[1].problem = "cannot be read";
  heads[1].estimates.clear();
  const std::vector<Quantity> all = quantities(kMethods, true);
  const auto order = [&](const std::string& name) {
    std::vector<Index> numbers;
    for (const Head* head : sorted(heads, find_quantity(all, name))) numbers.push_back(head->head);
    return numbers;
  };
  CHECK(order("norm2") == std::vector<Index>{4, 3, 2, 0, 1});
  CHECK(order("samples rfa") == std::vector<Index>{4, 3, 2, 0, 1});  // the first needs more than was tried
  CHECK(order("error lara") == std::vector<Index>{0, 2, 3, 4, 1});
  CHECK(value_text(find_quantity(all, "error rfa"), heads[0]) == "5 %");
  CHECK(value_text(find_quantity(all, "entropy"), heads[1]) == "–");
  heads[0].facts.norm2 = 1234.4;
  CHECK(value_text(find_quantity(all, "norm2"), heads[0]) == "1234");
  CHECK_THROWS_WITH(find_quantity(all, "entrop"), Catch::Contains("did you mean entropy?"));
}
