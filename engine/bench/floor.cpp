#include "bench/floor.h"

#include <algorithm>
#include <array>

namespace omega {

namespace {

using Part = std::pair<double, const char*>;

Part longest(const Floor& floor) {
  const std::array<Part, 4> parts = {
      {{floor.flops_ms, "flops"}, {floor.exps_ms, "exps"}, {floor.sincos_ms, "sincos"}, {floor.bytes_ms, "bytes"}}};
  return *std::max_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.first < b.first; });
}

}  // namespace

double Floor::ms() const { return longest(*this).first; }
std::string Floor::limit() const { return longest(*this).second; }

Floor floor_of(const Cost& cost, const Peaks& peaks) {
  constexpr double kMilli = 1e3;
  return {kMilli * cost.flops / peaks.flops, kMilli * cost.exps / peaks.exps, kMilli * cost.sincos / peaks.sincos,
          kMilli * cost.bytes / peaks.bandwidth_at(cost.bytes)};
}

}  // namespace omega
