// What heads say in words, and the order of a table of them.
#include "heads/said.h"

#include <catch2/catch.hpp>

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
    rfa.was_asked = true;
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
            "rfa: it is hard where ‖q+k‖² is large, rank correlation 1.00",
            "rfa: 10 % takes 1 to 8 samples (median 3); 1 head takes more than 1024",
            "lara: within 10 % of exact attention on 5 of 5 heads; easiest layer 2, head 0 (8 %), hardest layer 2, "
            "head 4 (8 %)",
            "lara: neither norms nor entropy nor distance tell which (rank correlations: ‖q+k‖² 0.00, entropy "
            "0.00, distance 0.00)",
            "smallest error of 5 of 5 heads: lara on 4, rfa on 1"});
  std::vector<Head> few = rising();
  few.resize(2);
  CHECK(said_of(few, kMethods, 0.1).empty());
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
  CHECK_THROWS_WITH(find_quantity(all, "entrop"), Catch::Contains("did you mean entropy?"));
}
