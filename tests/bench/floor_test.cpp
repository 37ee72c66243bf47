// Floors against arithmetic done by hand.
#include "bench/floor.h"

#include <catch2/catch.hpp>

#include "bench/cases.h"
#include "run/request_facts.h"

using namespace omega;

namespace {

/// 100 Gflop/s, 2 Gexp/s, 1 Gpair/s; 40 GB/s up to 1 MiB, 10 GB/s from 4 MiB.
Peaks round_peaks() {
  Peaks peaks;
  peaks.flops = 100e9;
  peaks.exps = 2e9;
  peaks.sincos = 1e9;
  peaks.bandwidths = {{1 << 20, 40e9}, {4 << 20, 10e9}};
  return peaks;
}

Cost cost_of(const std::string& name, Index n) { return cost_of(case_request(find_case(name), n, 1, 64, 0)); }

}  // namespace

TEST_CASE("bandwidth between two sizes goes by the logarithm of the size", "[bench]") {
  const Peaks peaks = round_peaks();
  CHECK(peaks.bandwidth_at(1000) == 40e9);
  CHECK(peaks.bandwidth_at(1 << 20) == 40e9);
  CHECK(peaks.bandwidth_at(2 << 20) == Approx(25e9));  // halfway: √(1·4) = 2
  CHECK(peaks.bandwidth_at(4 << 20) == Approx(10e9));
  CHECK(peaks.bandwidth_at(1e12) == 10e9);
}

TEST_CASE("the floor is the longest part", "[bench]") {
  const Floor arithmetic = floor_of({50e6, 0.4e6, 100e3, 0.1e6}, round_peaks());
  CHECK(arithmetic.flops_ms == Approx(0.5));
  CHECK(arithmetic.exps_ms == Approx(0.2));
  CHECK(arithmetic.sincos_ms == Approx(0.1));
  CHECK(arithmetic.bytes_ms == Approx(0.0025));
  CHECK(arithmetic.ms() == Approx(0.5));
  CHECK(arithmetic.limit() == "flops");
  CHECK(floor_of({1, 4e6, 1, 1}, round_peaks()).limit() == "exps");
  CHECK(floor_of({1, 4e6, 1, 1}, round_peaks()).ms() == Approx(2));
  CHECK(floor_of({1, 1, 1, 3e6}, round_peaks()).limit() == "sincos");
  CHECK(floor_of({1, 1, 40e6, 0}, round_peaks()).limit() == "bytes");
  CHECK(floor_of({1, 1, 40e6, 0}, round_peaks()).ms() == Approx(4));
}

// One head of N = 1024 tokens and D = 64, a multiply-add being two operations; q, k, v and y are 16·N·D bytes.
TEST_CASE("the counts of the cases are those of their equations", "[bench]") {
  const double N = 1024, D = 64;
  struct Expected {
    std::string name;
    double flops, exps, sincos;
  };
  for (const Expected& e :
       std::vector<Expected>{{"softmax", 4 * N * N * D, N * N, 0},
                             {"ra", 6 * N * N * D, 2 * N * N, 0},
                             {"rfa64", 8 * N * 64 * D, 2 * N * 64, 0},
                             {"lara64", 10 * N * 64 * D, 3 * N * 64, 0},
                             {"local64", 4 * N * 64 * D, N * 64, 0},
                             {"eva-w64-c64", 4 * N * (64 + 64 + 1) * D, N * (64 + 64 + 1), 0},
                             {"nystrom16", 8 * N * 16 * D + 48 * 16 * 16 * 16, 2 * N * 16 + 16 * 16, 0},
                             {"linformer16", 8 * N * 16 * D, N * 16, 0},
                             {"gmm-prf64", 2 * N * (2 * 64 * D + 2 * 64 * (D + 1)), 2 * N * 64, 0},
                             {"gmm-rks64", 2 * N * (2 * 32 * D + 2 * 64 * (D + 1)), 0, 2 * N * 32}}) {
    INFO(e.name);
    const Cost cost = cost_of(e.name, 1024);
    CHECK(cost.flops == e.flops);
    CHECK(cost.exps == e.exps);
    CHECK(cost.sincos == e.sincos);
    CHECK(cost.bytes == Approx(16 * N * D + (e.name == "linformer16" ? 4 * 16 * N : 0)));
  }
}

TEST_CASE("a projection that the heads share is read once for all", "[bench]") {
  const Request request = case_request(find_case("linformer16"), 1024, 4, 64, 0);
  CHECK(cost_of(request).bytes == Approx(4 * 16 * 1024 * 64 + 4 * 16 * 1024));
}

TEST_CASE("the quadrature of predictions counts where they are wanted, and that of optimal weights always", "[bench]") {
  const auto flops = [](const char* weighting, const char* predict, const std::set<std::string>& want) {
    BenchCase what = find_case("lara64");
    what.options.insert(what.options.end(), {{"weighting", weighting}, {"predict", predict}});
    Request request = case_request(what, 256, 1, 2, 0);
    request.want = want;
    return cost_of(request).flops;
  };
  const double plain = flops("balance", "false", {"y"});
  CHECK(flops("balance", "true", {"y"}) == plain);  // what is timed
  CHECK(flops("balance", "true", {"predicted_variance"}) > 10 * plain);
  CHECK(flops("optimal", "false", {"y"}) > 10 * plain);
  CHECK(flops("optimal", "true", {"y"}) == flops("optimal", "false", {"y"}));
}
