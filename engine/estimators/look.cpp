#include "estimators/look.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "estimators/registry.h"

namespace omega {

namespace {

constexpr int kMarkers = 8;

struct Family {
  Rgb light, dark;
  Marker marker;
  std::vector<std::string> methods;  // those beyond the first start at the next markers and dashes
};

/// The last are the baselines. key_sampling's marker is neither ra's nor rfa's: a lesson shows all three.
std::vector<Family> all_families() {
  std::vector<Family> all = {
      {0x000000, 0xffffff, Marker::plus, {"softmax"}},
      {0x91911a, 0xf9d71c, Marker::circle, {"rfa"}},
      {0x006c5b, 0x00976a, Marker::square, {"ra", "is", "mis"}},
      {0x3117a3, 0x9048ff, Marker::triangle, {"lara"}},
      {0x952f04, 0xdd441c, Marker::diamond, {"eva"}},
      {0xc67195, 0xd278a5, Marker::star, {"gmm", "fastfood", "generative"}},
      {0x007aff,
       0x4dccff,
       Marker::cross,
       {"linear_elu", "local", "nystrom", "linformer", "scatterbrain", "combiner", "clustered", "reformer", "longshort",
        "control_variates", "linear_relu", "hyper", "key_sampling"}},
  };
  for (const Estimator& estimator : estimators()) {
    const std::string& name = estimator.info.name;
    const auto has = [&](const Family& f) { return std::count(f.methods.begin(), f.methods.end(), name) > 0; };
    if (std::none_of(all.begin(), all.end(), has)) all.back().methods.push_back(name);
  }
  return all;
}

using Corners = std::vector<std::array<double, 2>>;

Corners polygon(int corners, double start_degrees, double radius, double inner = 1, double down = 0) {
  Corners places;
  for (int i = 0; i < corners; ++i) {
    const double angle = (start_degrees + 360.0 * i / corners) * std::numbers::pi / 180;
    const double r = i % 2 == 1 ? radius * inner : radius;
    places.push_back({r * std::cos(angle), r * std::sin(angle) + down});
  }
  return places;
}

/// Two crossed bars as one outline.
Corners bars(double turn_degrees, double radius) {
  constexpr double w = 0.3;  // half of a bar's width
  Corners places = {{1, -w}, {1, w},   {w, w},   {w, 1},   {-w, 1}, {-w, w},
                    {-1, w}, {-1, -w}, {-w, -w}, {-w, -1}, {w, -1}, {w, -w}};
  const double cos = radius * std::cos(turn_degrees * std::numbers::pi / 180),
               sin = radius * std::sin(turn_degrees * std::numbers::pi / 180);
  for (auto& place : places) place = {cos * place[0] - sin * place[1], sin * place[0] + cos * place[1]};
  return places;
}

}  // namespace

EstimatorLook look_of(const std::string& method, int copy) {
  static const std::vector<Family> families = all_families();
  static const std::array<std::vector<double>, 6> dashes = {
      {{}, {5, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}, {10, 3}, {3, 1.5, 3, 4}}};
  const Family* family = &families.back();
  int first = 0;
  for (const Family& each : families)
    for (std::size_t i = 0; i < each.methods.size(); ++i)
      if (each.methods[i] == method) {
        family = &each;
        first = static_cast<int>(i);
      }
  return {family->light, family->dark,
          static_cast<Marker>((static_cast<int>(family->marker) + first + copy) % kMarkers),
          // In steps of two, so that a method's second card is not drawn like the next method's first.
          dashes.at(static_cast<std::size_t>(first + 2 * copy) % dashes.size())};
}

Corners corners_of(Marker marker) {
  switch (marker) {
    case Marker::circle: return {};
    case Marker::square: return polygon(4, 45, 0.88 * std::numbers::sqrt2);
    case Marker::triangle: return polygon(3, -90, 1.2, 1.0, 0.2);
    case Marker::down_triangle: return polygon(3, 90, 1.2, 1.0, -0.2);
    case Marker::diamond: return polygon(4, 0, 1.15);
    case Marker::star: return polygon(10, -90, 1.25, 0.45);
    case Marker::plus: return bars(0, 1.1);
    case Marker::cross: return bars(45, 1.15);
  }
  return {};
}

}  // namespace omega
