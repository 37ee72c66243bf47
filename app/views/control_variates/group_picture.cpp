#include "views/control_variates/group_picture.h"

#include <algorithm>

namespace omegascope {

GroupPicture GroupPicture::of(const omega::Result& result, const omega::Array& v, omega::Index head, int dimX,
                              int dimY) {
  GroupPicture picture;
  const omega::Array &group = result.at("group_at"), &g = result.at("g_at"), &hat = result.at("beta_hat_at"),
                     &star = result.at("beta_star_at");
  const auto keys = static_cast<std::size_t>(group.shape().back()), dims = static_cast<std::size_t>(g.shape().back());
  const auto first = static_cast<std::size_t>(head) * keys * dims;
  const bool fits = static_cast<std::size_t>(v.shape().back()) == dims &&
                    static_cast<std::size_t>(v.shape()[v.shape().size() - 2]) == keys &&
                    first + keys * dims <= v.count();
  if (!fits || dimX < 0 || dimY < 0 || std::max(dimX, dimY) >= static_cast<int>(dims)) return picture;
  const std::size_t shown[2] = {static_cast<std::size_t>(dimX), static_cast<std::size_t>(dimY)};
  picture.pi = result.at("pi_at").to_vector<double>();
  picture.h = result.at("h_at").to_vector<double>();
  int groups = 0;
  for (std::size_t m = 0; m < keys; ++m) {
    picture.group.push_back(static_cast<int>(group.at(m)));
    groups = std::max(groups, picture.group.back() + 1);
    picture.inWindow.push_back(result.at("window_at").at(m) != 0);
    picture.g.push_back(g.at(m * dims + shown[0]));
    for (int i = 0; i < 2; ++i) picture.value[i].push_back(v.at(first + m * dims + shown[i]));
  }
  for (std::size_t c = 0; c < static_cast<std::size_t>(groups); ++c) {
    ShownGroup one;
    for (int i = 0; i < 2; ++i) {
      one.hat[i] = hat.at(c * dims + shown[i]);
      one.star[i] = star.at(c * dims + shown[i]);
    }
    one.weight = result.at("group_weights_at").at(c);
    one.mass = result.at("group_mass_at").at(c);
    picture.groups.push_back(one);
  }
  const omega::Array &counts = result.at("nested_groups_at"), &spreads = result.at("nested_J_at");
  for (std::size_t level = 0; level < counts.count(); ++level)
    if (counts.at(level) > 0 && (picture.levels.empty() || counts.at(level) > picture.levels.back().groups))
      picture.levels.push_back({counts.at(level), spreads.at(level)});
  picture.spreadHat = result.at("J_hat_at").at(0);
  return picture;
}

int GroupPicture::inFront(const Cursor& shown, int pressed, int then) const {
  const int last = static_cast<int>(groups.size()) - 1;  // a choice is kept inside what there is
  const bool isOfKey =
      pressed >= 0 && pressed == shown.key && pressed < keyCount() && std::min(then, last) == shown.proposal;
  return isOfKey ? group[static_cast<std::size_t>(pressed)] : shown.proposal;
}

}  // namespace omegascope
