// What is said of several numbers is wrong by chance in at most one of twenty cases: on rows that are made, whose truth
// is known. Rates are of 2000 repetitions from one seed; their bounds are beyond 4 standard errors of such a rate.
#include "studies/contrast.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "core/philox.h"
#include "core/text.h"
#include "studies/study_runs.h"
#include "support/z_test.h"

using namespace omega;
using namespace omega::studies;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

constexpr int kRepetitions = 2000;
constexpr double kAtMost = 0.07;  // of wrong sentences, where one of twenty is meant

class Chance {
 public:
  double normal() {
    if (next_ == kBlock) {
      omega::draw_normals({7, block_++, 0, 0, 0}, normals_.data(), kBlock);
      next_ = 0;
    }
    return normals_[next_++];
  }
  /// A factor that is the larger the more two sequences differ.
  double factor(double spread) { return std::exp(spread * normal()); }

 private:
  static constexpr std::size_t kBlock = 4096;
  std::array<double, kBlock> normals_;
  std::size_t next_ = kBlock;
  std::uint32_t block_ = 0;
};

/// One curve for each method at S = 4, 8, 16 and more, asked with so many seeds; of the panel `ratio` in units of rfa.
StudyDefinition asked_of(const std::vector<std::string>& methods, int points, int seeds, const std::string& finding) {
  std::string blocks, sizes;
  for (int i = 0; i < points; ++i) sizes += std::string(i > 0 ? ", " : "") + std::to_string(4 << i);
  for (const std::string& method : methods)
    blocks += std::string(blocks.empty() ? "" : ",") + R"({"method": ")" + method +
              R"(", "x": "samples", "input": {"preset": "smooth"}, "options": {"samples": [)" + sizes + "]}}";
  const bool has_ratio = finding.find("ratio") != std::string::npos;
  return read_study("made.json",
                    R"({"format": 1, "name": "made", "title": "made", "seeds": )" + std::to_string(seeds) +
                        R"(, "blocks": [)" + blocks +
                        R"(], "panels": [{"name": "mse", "y": "mse", "log": "xy", "fit_from": 1})" +
                        (has_ratio ? R"(, {"name": "ratio", "y": "mse", "relative_to": "rfa"})" : "") +
                        R"(], "findings": [)" + finding + "]}",
                    "small");
}

StudyDefinition curves_of(const std::vector<std::string>& methods, int points, int seeds, const std::string& finding) {
  return asked_of(methods, points, seeds, R"({"kind": ")" + finding + R"(", "panel": "mse"})");
}

/// As a sweep writes it, with the error that draws alone give: far too small where sequences differ.
Json row(Index point, Index seed, double mse, const std::vector<double>& blocks = {}) {
  Json values{{"mse", mse}, {"mse_error", 0.01 * mse}, {"draws", 64}, {"rounding", 1e-13}};
  if (!blocks.empty()) values["mse_blocks"] = blocks;
  return {{"point", point}, {"seed", seed}, {"values", values}};
}

std::string said(const StudyDefinition& study, const std::vector<Json>& rows) {
  std::string text;
  for (const Finding& finding : summarise(study, rows).findings) text += finding.text + "\n";
  return text;
}

/// Squared errors of means over the first S of normal numbers, over some draws: they fall as 1/S, and share their
/// noise.
std::vector<std::vector<double>> nested_errors(Chance& chance, int points, int draws) {
  std::vector<std::vector<double>> errors(static_cast<std::size_t>(points));
  for (int draw = 0; draw < draws; ++draw) {
    double sum = 0;
    int samples = 0;
    for (int i = 0; i < points; ++i) {
      for (; samples < (4 << i); ++samples) sum += chance.normal();
      errors[static_cast<std::size_t>(i)].push_back(std::pow(sum / samples, 2));
    }
  }
  return errors;
}

}  // namespace

TEST_CASE("an order between equals is found as often as it says, however much sequences differ", "[studies]") {
  for (const int seeds : {2, 4, 8}) {
    for (const double own : {0.1, 0.6}) {  // what differs between methods on one sequence
      INFO(seeds << " seeds, spread " << own);
      const StudyDefinition study = curves_of({"rfa", "ra"}, 1, seeds, "order");
      Chance chance;
      int wrong = 0, right = 0;
      for (int repetition = 0; repetition < kRepetitions; ++repetition) {
        std::vector<Json> equal, apart;
        for (Index seed = 0; seed < seeds; ++seed) {
          const double sequence = chance.factor(0.7);
          for (Index point = 0; point < 2; ++point) {
            equal.push_back(row(point, seed, sequence * chance.factor(own)));
            apart.push_back(row(point, seed, sequence * (point == 0 ? 2 : 1) * chance.factor(own)));
          }
        }
        wrong += said(study, equal).find(" < ") != std::string::npos ? 1 : 0;
        right += said(study, apart).find("ra < rfa") != std::string::npos ? 1 : 0;
      }
      CHECK(wrong <= kAtMost * kRepetitions);
      CHECK(wrong >= 0.03 * kRepetitions);  // and not by saying nothing at all
      if (seeds >= 4 && own < 0.2) CHECK(right >= 0.99 * kRepetitions);
    }
  }
}

// Lognormal errors of one mean, with a longer tail in one: by simulation it is called less than the other in 6 % of
// cases and more in 1 %; by the logarithms of the seeds' own means in 31 %. The bound is 4 standard errors above.
TEST_CASE("many sequences of few draws are not sure of what is wrong", "[studies]") {
  constexpr int kSeeds = 30, kDraws = 4;
  const StudyDefinition study = curves_of({"rfa", "is"}, 1, kSeeds, "order");
  Chance chance;
  int wrong = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    std::vector<Json> rows;
    for (Index seed = 0; seed < kSeeds; ++seed)
      for (Index point = 0; point < 2; ++point) {
        const double spread = point == 0 ? 0.2 : 1;
        std::vector<double> draws;
        for (int draw = 0; draw < kDraws; ++draw)
          draws.push_back(chance.factor(spread) * std::exp(-spread * spread / 2));
        rows.push_back(row(point, seed, mean(draws), draws));
      }
    wrong += said(study, rows).find(" < ") != std::string::npos ? 1 : 0;
  }
  CHECK(wrong <= 0.095 * kRepetitions);
}

// Where two errors are the same, a ratio is below 1 in 2.5 % of cases, and says what an order says of the same rows. By
// the ratio of the means it was in 11 %. The bound is 4 standard errors above.
TEST_CASE("a ratio lies below 1 by chance as often as one of two equal errors below the other", "[studies]") {
  constexpr int kSeeds = 6;
  const std::vector<std::string> methods{"rfa", "ra"};
  const StudyDefinition below = asked_of(methods, 1, kSeeds, R"({"kind": "below", "panel": "ratio", "limit": 1})"),
                        order = curves_of(methods, 1, kSeeds, "order");
  Chance chance;
  int wrong = 0, unlike = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    std::vector<Json> rows;
    for (Index seed = 0; seed < kSeeds; ++seed)
      for (Index point = 0; point < 2; ++point) rows.push_back(row(point, seed, chance.factor(1)));
    const bool is_below = said(below, rows).find("ra is below 1") != std::string::npos,
               is_less = said(order, rows).find("ra < rfa") != std::string::npos;
    wrong += is_below ? 1 : 0;
    unlike += is_below != is_less ? 1 : 0;
  }
  CHECK(unlike == 0);
  CHECK(wrong <= 0.04 * kRepetitions);
  CHECK(wrong >= 0.01 * kRepetitions);
}

// Of what is said of eight points chance alone makes something wrong in one of twenty cases. At
// the level of one pair it does in 18 % of cases of a loss or of what is below, in 46 % of a best.
TEST_CASE("what is said of many points or pairs is as sure together as an order of two", "[studies]") {
  constexpr int kPoints = 8, kSeeds = 6;
  struct Case {
    StudyDefinition study;
    int points;
    std::function<bool(const std::string&)> is_right;
  };
  const Case cases[] = {
      {curves_of({"ra"}, kPoints, kSeeds, "best"), kPoints,
       [](const std::string& text) {
         return omega::split(text, "≈").size() == kPoints && text.find("uncertain") == std::string::npos;
       }},
      {asked_of({"ra"}, kPoints, kSeeds, R"({"kind": "below", "panel": "mse", "limit": 1})"), kPoints,
       [](const std::string& text) { return text.find("nowhere visibly below") != std::string::npos; }},
      {asked_of({"rfa", "ra"}, kPoints, kSeeds,
                R"({"kind": "loss", "panel": "mse", "series": ["ra"], "against": "rfa"})"),
       2 * kPoints, [](const std::string& text) { return text.empty(); }}};
  for (const Case& one : cases) {
    Chance chance;
    int wrong = 0;
    std::string last;
    for (int repetition = 0; repetition < kRepetitions; ++repetition) {
      std::vector<Json> rows;
      for (Index seed = 0; seed < kSeeds; ++seed)
        for (Index point = 0; point < one.points; ++point) rows.push_back(row(point, seed, 1 + 0.1 * chance.normal()));
      const std::string text = said(one.study, rows);
      if (one.is_right(text)) continue;
      ++wrong;
      last = text;
    }
    INFO(wrong << " wrong, such as: " << last);
    CHECK(wrong <= kAtMost * kRepetitions);
    CHECK(wrong >= 0.01 * kRepetitions);  // and not by saying nothing at all
  }
}

TEST_CASE("the interval of a slope holds the truth as often as it says, also of three nested points", "[studies]") {
  for (const int seeds : {1, 3, 6}) {
    for (const int points : {3, 5}) {
      INFO(seeds << " seeds, " << points << " points");
      const StudyDefinition study = curves_of({"ra"}, points, seeds, "slope");
      Chance chance;
      int held = 0;
      double width = 0;
      for (int repetition = 0; repetition < kRepetitions; ++repetition) {
        std::vector<Json> rows;
        for (Index seed = 0; seed < seeds; ++seed) {
          const double sequence = chance.factor(0.7);
          const auto errors = nested_errors(chance, points, 24);
          for (Index point = 0; point < points; ++point) {
            std::vector<double> blocks(8, 0.0);
            const auto& draws = errors[static_cast<std::size_t>(point)];
            for (std::size_t draw = 0; draw < draws.size(); ++draw) blocks[draw % 8] += sequence * draws[draw] / 3;
            rows.push_back(row(point, seed, sequence * mean(draws), blocks));
          }
        }
        const Curve curve = summarise(study, rows).figure.panels.front().curves.front();
        REQUIRE(curve.fit);
        held += std::abs(curve.fit->slope + 1) <= curve.fit_within ? 1 : 0;
        width += curve.fit_within / kRepetitions;
      }
      CHECK(held >= (1 - kAtMost) * kRepetitions);
      CHECK(held <= 0.97 * kRepetitions);
      CHECK(width < 1);
    }
  }
}

// Lognormal errors whose tail grows with S, in blocks of four draws: the interval holds the truth in 93 % of cases by
// simulation, that of the mean of the blocks' own logarithms in 86 %. The bound is 4 standard errors below.
TEST_CASE("the slope of errors with tails is that of their means, not of their blocks' logarithms", "[studies]") {
  constexpr int kPoints = 5, kDraws = 32;
  const StudyDefinition study = curves_of({"ra"}, kPoints, 1, "slope");
  Chance chance;
  int held = 0;
  double off = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    std::vector<std::vector<double>> blocks(kPoints, std::vector<double>(8, 0.0));
    for (std::size_t draw = 0; draw < kDraws; ++draw) {
      const double z = chance.normal();
      for (int i = 0; i < kPoints; ++i) {
        const double spread = 0.2 * (i + 1);
        blocks[static_cast<std::size_t>(i)][draw % 8] += std::exp(spread * z - spread * spread / 2) / (1 << i) / 4;
      }
    }
    std::vector<Json> rows;
    for (Index point = 0; point < kPoints; ++point) {
      const auto& own = blocks[static_cast<std::size_t>(point)];
      rows.push_back(row(point, 0, mean(own), own));
    }
    const Curve curve = summarise(study, rows).figure.panels.front().curves.front();
    REQUIRE(curve.fit);
    held += std::abs(curve.fit->slope + 1) <= curve.fit_within ? 1 : 0;
    off += (curve.fit->slope + 1) / kRepetitions;
  }
  CHECK(held >= 0.905 * kRepetitions);
  CHECK(std::abs(off) < 0.01);  // it would be 0.057 too steep
}

TEST_CASE("where one draw makes much of the scatter nothing is beyond chance, and a slope says why it has no ±",
          "[studies]") {
  const auto rows_of = [](double share, bool has_blocks) {
    std::vector<Json> rows;
    for (Index point = 0; point < 3; ++point) {
      const double y = std::pow(0.1, point);
      std::vector<double> blocks;
      for (const double part : {0.9, 1.1, 1.0, 0.8, 1.2, 1.0, 0.95, 1.05}) blocks.push_back(y * part);
      if (point == 2) std::swap(blocks[0], blocks[4]);
      rows.push_back(row(point, 0, y, has_blocks ? blocks : std::vector<double>()));
      rows.back()["values"]["mse_share_of_one"] = share;
    }
    return rows;
  };
  const StudyDefinition slope = curves_of({"ra"}, 3, 1, "slope"), order = curves_of({"rfa", "is", "ra"}, 1, 1, "order");
  // 64 draws: the bound is 64^(−1/4), 0.354.
  for (const bool has_blocks : {true, false}) {
    CHECK_THAT(said(order, rows_of(0.3, has_blocks)), Contains("ra < is < rfa"));
    CHECK_THAT(said(order, rows_of(0.4, has_blocks)), Contains("ra ≈ is ≈ rfa"));
  }
  CHECK_THAT(said(slope, rows_of(0.3, true)), Contains("mse: ra ~ samples^-3.322 ± 0.097 ") && !Contains("no ±"));
  const StudySummary tail = summarise(slope, rows_of(0.4, true));
  CHECK(tail.findings.at(0).text ==
        "mse: ra ~ samples^-3.32 from 4 to 16; no ± since one draw makes much of the scatter within a seed");
  CHECK(to_json(tail.figure)["panels"][0]["curves"][0]["fit"]["within"].is_null());
  // One draw of what is larger spoils no comparison.
  std::vector<Json> apart = rows_of(0, false);
  apart[0]["values"]["mse_share_of_one"] = 0.9;
  apart[0]["values"]["mse_error"] = 1e-3;
  apart[1]["values"]["mse_error"] = 1e-3;
  CHECK_THAT(said(order, apart), Contains("is < rfa"));
  // One of what is smaller does, also where its scatter is nothing beside that of the other.
  std::vector<Json> small = rows_of(0, false);
  small[1]["values"]["mse_share_of_one"] = 0.9;
  small[1]["values"]["mse_error"] = 1e-9;
  CHECK_THAT(said(order, small), Contains("ra < is ≈ rfa"));
}

namespace {

/// A row of draws whose mean is `mean`, with the longer a tail the larger `spread` is, as a sweep would write it.
Json row_of_draws(Chance& chance, Index point, Index seed, double mean_of_all, double spread) {
  constexpr std::size_t kDraws = 48, kBlocks = 8;
  std::vector<double> draws, blocks(kBlocks, 0.0);
  for (std::size_t i = 0; i < kDraws; ++i) {
    draws.push_back(mean_of_all * chance.factor(spread) * std::exp(-spread * spread / 2));
    blocks[i % kBlocks] += draws.back() * kBlocks / kDraws;
  }
  const double middle = mean(draws);
  double squares = 0, most = 0;
  for (const double draw : draws) {
    squares += std::pow(draw - middle, 2);
    most = std::max(most, std::pow(draw - middle, 2));
  }
  Json made = row(point, seed, middle, blocks);
  made["values"].update({{"draws", kDraws},
                         {"mse_error", std::sqrt(squares / (kDraws - 1) / kDraws)},
                         {"mse_share_of_one", most / squares}});
  return made;
}

}  // namespace

// By simulation the tail of what is worse makes equals a `<` in 1.2 % of cases at six seeds and 0.6 % at one, where
// 2.5 % are meant, and what is twice as large is found in all and in 94 %.
TEST_CASE("the tail of what is worse makes no false order and hides no true one", "[studies]") {
  for (const int seeds : {1, 6}) {
    INFO(seeds << " seeds");
    const StudyDefinition study = curves_of({"rfa", "is"}, 1, seeds, "order");
    Chance chance;
    int wrong = 0, either = 0, right = 0, tails = 0;
    for (int repetition = 0; repetition < kRepetitions; ++repetition) {
      std::vector<Json> equal, apart;
      double share = 0;
      for (Index seed = 0; seed < seeds; ++seed) {
        equal.push_back(row_of_draws(chance, 0, seed, 1, 0.05));
        equal.push_back(row_of_draws(chance, 1, seed, 1, 1));
        apart.push_back(equal[equal.size() - 2]);
        apart.push_back(row_of_draws(chance, 1, seed, 2, 1));
        share = std::max(share, apart.back()["values"]["mse_share_of_one"].get<double>());
      }
      tails += share > 0.38 ? 1 : 0;  // 48^(−1/4)
      wrong += said(study, equal).find("rfa < is") != std::string::npos ? 1 : 0;
      either += said(study, equal).find(" < ") != std::string::npos ? 1 : 0;
      right += said(study, apart).find("rfa < is") != std::string::npos ? 1 : 0;
    }
    CHECK(tails >= 0.3 * kRepetitions);
    CHECK(wrong <= 0.025 * kRepetitions);
    CHECK(either <= kAtMost * kRepetitions);
    CHECK(right >= 0.9 * kRepetitions);
  }
}

// As the shipped rows of the study bridge are: worse on each of six sequences, with one draw that makes much of it.
TEST_CASE("beside the least stands nothing that every sequence says is worse, whatever its tail", "[studies]") {
  const StudyDefinition study = curves_of({"ra"}, 3, 6, "best");
  std::vector<Json> rows;
  for (Index seed = 0; seed < 6; ++seed)
    for (Index point = 0; point < 3; ++point) {
      rows.push_back(row(point, seed,
                         (1 + 0.01 * static_cast<double>(seed)) * (point == 0   ? 1.4
                                                                   : point == 1 ? 1.3
                                                                                : 1)));
      rows.back()["values"]["mse_share_of_one"] = point == 0 ? 0.6 : 0.1;
    }
  CHECK_THAT(said(study, rows), Contains("least error: ra at 16 (1.02) < ra at 8 (1.33); most: ra at 4 (1.44)"));
  for (Json& one : rows) one["values"]["mse_share_of_one"] = one["point"] == 2 ? 0.8 : 0.1;
  CHECK_THAT(said(study, rows),
             Contains("ra at 16 (1.02) ≈ ra at 8 (1.33) ≈ ra at 4"));  // that of the least does count
}

TEST_CASE("no curve rises where sequences only differ, and one that rises on all of them does", "[studies]") {
  const StudyDefinition study = curves_of({"rfa"}, 6, 6, "rise");
  Chance chance;
  int wrong = 0, right = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    std::vector<Json> flat, rising;
    for (Index seed = 0; seed < 6; ++seed) {
      const double sequence = chance.factor(0.7);
      for (Index point = 0; point < 6; ++point) {
        flat.push_back(row(point, seed, sequence * chance.factor(0.2)));
        rising.push_back(row(point, seed, sequence * std::pow(2.0, point) * chance.factor(0.2)));
      }
    }
    wrong += said(study, flat).find("nothing rises") == std::string::npos ? 1 : 0;
    right += said(study, rising).find("rfa rises") != std::string::npos ? 1 : 0;
  }
  CHECK(wrong <= kAtMost * kRepetitions);
  CHECK(right >= 0.99 * kRepetitions);
}

TEST_CASE("a small step up of a curve that falls is no rise, and a turn is", "[studies]") {
  const StudyDefinition study = curves_of({"rfa"}, 4, 2, "rise");
  const auto rows = [](const std::vector<double>& y) {
    std::vector<Json> all;
    for (Index seed = 0; seed < 2; ++seed)
      for (std::size_t i = 0; i < y.size(); ++i)
        all.push_back(row(static_cast<Index>(i), seed, y[i] * (seed == 0 ? 0.8 : 1.2)));
    return all;
  };
  CHECK_THAT(said(study, rows({100, 10, 11, 1})), Contains("nothing rises beyond chance but for steps of up to ×1.1"));
  CHECK_THAT(said(study, rows({6, 4, 8, 9})), Contains("rfa rises from 4 at 8 to 9 at 32 (×2.25)"));
  CHECK_THAT(said(study, rows({8, 4, 2, 1})), Contains("nothing rises beyond chance\n"));
}

TEST_CASE("no power law runs through the rounding of the arithmetic, nor over a curve that turns", "[studies]") {
  const StudyDefinition study = curves_of({"rfa"}, 5, 2, "slope");
  const auto summary = [&](const std::vector<double>& y) {
    std::vector<Json> all;
    for (Index seed = 0; seed < 2; ++seed)
      for (std::size_t i = 0; i < y.size(); ++i)
        all.push_back(row(static_cast<Index>(i), seed, y[i] * (seed == 0 ? 0.8 : 1.2)));
    return summarise(study, all);
  };
  const StudySummary floor = summary({16e-10, 8e-10, 4e-10, 2e-14, 2e-14});
  REQUIRE(floor.figure.panels[0].curves[0].fit);
  CHECK(floor.figure.panels[0].curves[0].fit->slope == Approx(-1));
  CHECK(floor.figure.panels[0].curves[0].fit_to == 16);
  CHECK(floor.figure.panels[0].curves[0].points.size() == 5);  // they are drawn all the same
  const StudySummary turning = summary({16, 8, 4, 8, 16});
  CHECK_FALSE(turning.figure.panels[0].curves[0].fit);
  REQUIRE(turning.findings.size() == 1);
  CHECK_THAT(turning.findings[0].text, Contains("rfa is no power of samples: it falls and rises"));
}

TEST_CASE("rounding is below nothing", "[studies]") {
  const StudyDefinition study = curves_of({"rfa", "ra"}, 1, 2, "order");
  CHECK_THAT(said(study, {row(0, 0, 2e-14), row(0, 1, 2e-14), row(1, 0, 1e-15), row(1, 1, 1e-15)}),
             Contains("ra ≈ rfa"));
  CHECK_THAT(said(study, {row(0, 0, 2e-12), row(0, 1, 2e-12), row(1, 0, 1e-15), row(1, 1, 1e-15)}),
             Contains("ra < rfa"));
}

TEST_CASE("what has only one sequence is judged by blocks of its draws", "[studies]") {
  const StudyDefinition study = curves_of({"rfa", "ra"}, 1, 1, "order");
  const std::vector<double> near{3, 1, 2, 3, 1, 2, 3, 1}, far{30, 10, 20, 30, 10, 20, 30, 10};
  CHECK_THAT(said(study, {row(0, 0, 2, near), row(1, 0, 2.1, {2.1, 3, 1, 2, 3, 1, 2, 2.7})}), Contains("rfa ≈ ra"));
  CHECK_THAT(said(study, {row(0, 0, 2, near), row(1, 0, 20, far)}), Contains("rfa < ra"));
}

TEST_CASE("one sequence of several says nothing of the others: no order until there are two", "[studies]") {
  const StudyDefinition study = curves_of({"rfa", "ra"}, 1, 6, "order");
  std::vector<Json> rows{row(0, 0, 2), row(1, 0, 2.4)};
  CHECK_THAT(said(study, rows), Contains("rfa ≈ ra") && Contains("(so far 2 of 12 rows)"));
  CHECK_THAT(said(study, rows), !Contains("<"));
  for (Index seed = 1; seed < 6; ++seed)
    for (Index point = 0; point < 2; ++point) rows.push_back(row(point, seed, (point == 0 ? 2 : 2.4) * (1 + seed)));
  CHECK_THAT(said(study, rows), Contains("rfa < ra"));
}

// Points of the two curves lie at (1, 8), (4, 2) and (2, 8), (8, 2): at 2 the first is 4 by the line of its logarithms.
TEST_CASE("errors are ordered at equal cost, between the points of a curve", "[studies]") {
  const StudyDefinition study = read_study("cost.json", R"({
    "format": 1, "name": "cost", "title": "cost", "seeds": 2,
    "blocks": [
      {"method": "rfa", "x": "samples", "input": {"preset": "smooth"}, "options": {"samples": [4, 8]}},
      {"method": "ra", "x": "samples", "input": {"preset": "smooth"}, "options": {"samples": [4, 8]}},
      {"method": "lara", "x": "landmarks", "input": {"preset": "smooth"}, "options": {"landmarks": [4, 8]}}
    ],
    "panels": [{"name": "samples", "y": "mse"}, {"name": "cost", "x": "flops_share", "x_title": "arithmetic", "y": "mse", "log": "xy"}],
    "findings": [{"kind": "order", "panel": "samples", "at": [4]}, {"kind": "order", "panel": "cost"}]})",
                                           "small");
  std::vector<Json> rows;
  const double cost[] = {1, 4, 2, 8, 100, 200}, mse[] = {8, 2, 8, 2, 1, 0.5};
  for (Index point = 0; point < 6; ++point)
    for (Index seed = 0; seed < 2; ++seed) {
      rows.push_back(row(point, seed, mse[point] * (seed == 0 ? 0.8 : 1.2)));
      rows.back()["values"]["flops_share"] = cost[point];
    }
  CHECK_THAT(said(study, rows),
             Contains("x 4: lara < rfa ≈ ra; arithmetic, exact attention = 1: lara 100, rfa 1, ra 2"));
  CHECK_THAT(said(study, rows), Contains("at arithmetic 4: rfa < ra; lara takes more at all its points"));
}

TEST_CASE("a finding speaks of what is measured, says how much is missing, and is silent below four fifths",
          "[studies]") {
  for (const char* kind : {"rise", "slope"}) {
    INFO(kind);
    const StudyDefinition study = curves_of({"rfa"}, 5, 2, kind);
    std::vector<Json> rows;
    for (Index seed = 0; seed < 2; ++seed)
      for (Index point = 0; point < 5; ++point) rows.push_back(row(point, seed, (point + 1) * (seed == 0 ? 0.8 : 1.2)));
    CHECK_THAT(said(study, rows), !Contains("so far"));
    rows.resize(7);  // all points once, two of them twice
    CHECK_THAT(said(study, rows), Contains("(so far 7 of 10 rows)"));
    rows.resize(4);
    CHECK_THAT(said(study, rows), Contains("(so far 4 of 10 rows)"));
    rows.resize(3);
    CHECK(said(study, rows).empty());
    rows.push_back({{"point", 3}, {"seed", 0}, {"problem", "no room"}});
    rows.push_back({{"point", 3}, {"seed", 1}, {"problem", "no room"}});
    CHECK(said(study, rows).empty());  // three of the four that can be
    rows.push_back(row(4, 0, 5));
    CHECK_THAT(said(study, rows), Contains("(so far 4 of 8 rows)"));
  }
}

TEST_CASE("an identity of some of its rows says so", "[studies]") {
  const StudyDefinition study = curves_of({"rfa"}, 2, 2, "identity");
  std::vector<Json> rows;
  for (const auto& [point, seed] : {std::pair(0, 0), std::pair(1, 0), std::pair(0, 1)}) {
    rows.push_back(row(point, seed, 1));
    rows.back()["values"]["difference"] = 0;
  }
  CHECK(said(study, rows) ==
        "mse: rfa at 4: largest difference from what it must be 0\n"
        "mse: rfa at 8: largest difference from what it must be 0 (so far 1 of 2 rows)\n");
}

TEST_CASE("a slope through points of a single draw has no interval: they share their noise", "[studies]") {
  const StudyDefinition study = curves_of({"ra"}, 3, 1, "slope");
  std::vector<Json> rows;
  for (Index point = 0; point < 3; ++point) {
    rows.push_back(row(point, 0, std::pow(0.5, point), {std::pow(0.5, point)}));
    rows.back()["values"].update({{"draws", 1}, {"mse_error", nullptr}});
  }
  CHECK(said(study, rows) == "mse: ra ~ samples^-1 from 4 to 16\n");
  for (Json& times : rows) times["values"].erase("mse_error");  // they have the scatter about the line
  CHECK_THAT(said(study, rows), Contains("mse: ra ~ samples^-1 ± "));
}

// Of right forms at 7 points one curve in twenty is called wrong where there is no limit, and with the limit 4.5 one in
// 20 000, at any number of seeds. By the scatter of two seeds against 4.5 it was two in three.
TEST_CASE("a closed form that is right is called wrong as seldom as is said, however many seeds", "[studies]") {
  constexpr double kError = 0.1;
  for (const int seeds : {1, 2, 4, 8})
    for (const bool has_errors : {true, false})
      for (const bool has_limit : {true, false}) {
        if (seeds == 1 && !has_errors) continue;
        INFO(seeds << " seeds, errors of draws " << has_errors << ", limit " << has_limit);
        const StudyDefinition study =
            read_study("made.json",
                       R"({"format": 1, "name": "made", "title": "made", "measure": "law", "seeds": )" +
                           std::to_string(seeds) + R"(, "blocks": [{"series": "{law}", "x": "sum",
              "parameters": {"law": "positive", "sum": [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4]}}],
            "panels": [{"name": "laws", "y": "variance"}],
            "findings": [{"kind": "law", "panel": "laws")" +
                           (has_limit ? R"(, "limit": 4.5)" : "") + "}]}",
                       "small");
        Chance chance;
        const auto finding_of = [&](double off) {
          std::vector<Json> rows;
          for (Index seed = 0; seed < seeds; ++seed)
            for (Index point = 0; point < 7; ++point) {
              Json values{{"variance", 1 + off + kError * chance.normal()}, {"law", 1}};
              if (has_errors) values["variance_error"] = kError;
              rows.push_back({{"point", point}, {"seed", seed}, {"values", values}});
            }
          return summarise(study, rows).findings.at(0);
        };
        int wrong = 0;
        for (int repetition = 0; repetition < kRepetitions; ++repetition) wrong += finding_of(0).holds ? 0 : 1;
        if (has_limit) CHECK(wrong <= 2);
        if (!has_limit) CHECK(wrong <= kAtMost * kRepetitions);
        if (!has_limit) CHECK(wrong >= 0.03 * kRepetitions);
        const Finding far = finding_of(1);
        CHECK((far.text.find("; by the scatter of the seeds, of which chance allows ") == std::string::npos) ==
              has_errors);
        if (has_errors) CHECK_FALSE(far.holds);
      }
}

TEST_CASE("two seeds of few draws agree with the closed forms of random features", "[studies]") {
  const Folder folder;
  const StudyDefinition study = read_study(
      "laws.json", R"({"format": 1, "name": "laws", "title": "laws", "measure": "law", "seeds": 2, "draws": 2000,
        "blocks": [{"series": "{law}", "x": "difference",
          "parameters": {"law": ["trig", "cosine"], "difference": [0.25, 0.5, 1, 1.5, 2, 3, 4]}}],
        "panels": [{"name": "laws", "y": "variance"}], "findings": [{"kind": "law", "panel": "laws", "limit": 4.5}]})",
      "small");
  run_into(folder / "here", study);
  const StudySummary summary = summarise(study, open_study({folder / "here"}).rows);
  CHECK(summary.findings.size() == 2);
  for (const Finding& finding : summary.findings) {
    INFO(finding.text);
    CHECK(finding.holds);
  }
}
