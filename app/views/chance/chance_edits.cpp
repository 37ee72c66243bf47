#include "views/chance/chance_edits.h"

#include <QPointF>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/error.h"
#include "importance/curves.h"
#include "importance/functions.h"
#include "language/language.h"

namespace omegascope {

namespace imp = omega::importance;

namespace {

/// The mean and the width of what a handle takes hold of.
template <class State>
auto gaussianOf(State& state, const ChanceHandle& handle) {
  const auto at = static_cast<std::size_t>(handle.index);
  if (handle.of == ChanceHandle::Of::bump) {
    auto& bump = state.game.problem.target.bumps[at];
    return std::tie(bump.mean, bump.sd);
  }
  auto& proposal = state.game.plan.proposals[at];
  return std::tie(proposal.mean, proposal.sd);
}

double rounded(double x) { return std::round(x * 1e4) / 1e4; }  // what a hand means, and a line of a shell shows

/// What of a stroke lies beyond the ends of a drawn curve is no part of it.
void drawStroke(std::vector<double>& heights, double lowest, QPointF from, QPointF to) {
  constexpr double kReach = imp::kDrawnReach;
  if (std::max(from.x(), to.x()) < -kReach || std::min(from.x(), to.x()) > kReach) return;
  const QPointF way = to - from, start = from;
  for (QPointF* end : {&from, &to})
    if (std::abs(end->x()) > kReach) {
      const double x = std::copysign(kReach, end->x());
      *end = {x, start.y() + way.y() * (x - start.x()) / way.x()};
    }
  const auto place = [&](double x) {
    const double part = (x / imp::kDrawnReach + 1) / 2 * static_cast<double>(imp::kDrawnPoints - 1);
    return static_cast<int>(std::lround(std::clamp(part, 0.0, static_cast<double>(imp::kDrawnPoints - 1))));
  };
  const int first = place(from.x()), last = place(to.x());
  const int steps = std::max(1, std::abs(last - first));
  for (int i = 0; i <= steps; ++i) {
    const double part = static_cast<double>(i) / steps;
    const int at =
        static_cast<int>(std::lround(std::lerp(static_cast<double>(first), static_cast<double>(last), part)));
    heights[static_cast<std::size_t>(at)] = std::max(lowest, std::lerp(from.y(), to.y(), part));
  }
}

/// Whether one of them does what this one does.
bool hasMethod(const std::vector<imp::Method>& methods, const imp::Method& method, std::size_t proposals) {
  const auto own = [&](const imp::Method& one) { return imp::without_idle_words(one, proposals); };
  return std::any_of(methods.begin(), methods.end(), [&](const imp::Method& one) { return own(one) == own(method); });
}

}  // namespace

std::vector<ChanceHandle> handlesOf(const ChanceState& state) {
  using Of = ChanceHandle::Of;
  using Grip = ChanceHandle::Grip;
  std::vector<ChanceHandle> all;
  const auto& proposals = state.game.plan.proposals;
  for (int c = 0; c < static_cast<int>(proposals.size()); ++c)
    if (!proposals[static_cast<std::size_t>(c)].is_target)
      for (const Grip grip : {Grip::top, Grip::shoulder}) all.push_back({Of::proposal, c, grip});
  const imp::Target& target = state.game.problem.target;
  if (!state.showTarget || target.is_given || !target.drawn.empty()) return all;
  for (int i = 0; i < static_cast<int>(target.bumps.size()); ++i)
    for (const Grip grip : {Grip::top, Grip::shoulder}) all.push_back({Of::bump, i, grip});
  return all;
}

double meanOf(const ChanceState& state, const ChanceHandle& handle) { return std::get<0>(gaussianOf(state, handle)); }

double sdOf(const ChanceState& state, const ChanceHandle& handle) { return std::get<1>(gaussianOf(state, handle)); }

double placeOf(const ChanceState& state, const ChanceHandle& handle) {
  return meanOf(state, handle) + (handle.grip == ChanceHandle::Grip::shoulder ? sdOf(state, handle) : 0);
}

QString nameOf(const ChanceHandle& handle) {
  return (handle.of == ChanceHandle::Of::proposal ? tr("q%1") : tr("bump %1 of p")).arg(handle.index + 1);
}

void moveHandle(ChanceState& state, const ChanceHandle& handle, double to) {
  if (handle.grip == ChanceHandle::Grip::shoulder) return setSd(state, handle, std::abs(to - meanOf(state, handle)));
  std::get<0>(gaussianOf(state, handle)) = rounded(std::clamp(to, -imp::kMostMean, imp::kMostMean));
}

void setSd(ChanceState& state, const ChanceHandle& handle, double sd) {
  std::get<1>(gaussianOf(state, handle)) = rounded(std::clamp(sd, imp::kLeastSd, imp::kMostSd));
}

void addProposal(ChanceState& state, double mean) {
  imp::Plan& plan = state.game.plan;
  const omega::Index each = plan.samples() / static_cast<omega::Index>(plan.proposals.size()),
                     even = plan.antithetic ? each - each % 2 : each;
  plan.proposals.push_back({rounded(mean), 1, false, std::max<omega::Index>(plan.antithetic ? 2 : 1, even)});
}

void removeOf(ChanceState& state, const ChanceHandle& handle) {
  imp::Plan& plan = state.game.plan;
  if (handle.of == ChanceHandle::Of::bump) {
    auto& bumps = state.game.problem.target.bumps;
    bumps.erase(bumps.begin() + handle.index);
    return;
  }
  plan.proposals.erase(plan.proposals.begin() + handle.index);
  std::vector<imp::Method> kept;  // with fewer proposals two of them may be one
  for (const imp::Method& method : plan.methods)
    if (!hasMethod(kept, method, plan.proposals.size())) kept.push_back(method);
  plan.methods = std::move(kept);
}

void beginDrawing(ChanceState& state) {
  imp::Target& target = state.game.problem.target;
  const double integral = imp::DrawnCurve(target.drawn).integral();
  if (integral > 0)
    for (double& height : target.drawn) height /= integral;
}

double drawnIntegral(const ChanceState& state) {
  const std::vector<double>& drawn = state.game.problem.target.drawn;
  return drawn.empty() ? 1 : imp::DrawnCurve(drawn).integral();
}

void drawTarget(ChanceState& state, QPointF from, QPointF to) {
  imp::Target& target = state.game.problem.target;
  if (target.drawn.empty()) {
    target.drawn = imp::target_by_hand(state.game);
    target.bumps.clear();
    target.is_given = false;
  }
  drawStroke(target.drawn, 0, from, to);
}

void drawIntegrand(ChanceState& state, QPointF from, QPointF to) {
  imp::Integrand& f = state.game.problem.integrand;
  if (f.kind != imp::Integrand::Kind::drawn) {
    f.drawn = imp::integrand_by_hand(state.game);
    f.kind = imp::Integrand::Kind::drawn;
  }
  drawStroke(f.drawn, -std::numeric_limits<double>::infinity(), from, to);
}

// --- Options ---------------------------------------------------------------------------------------------------------

const std::vector<omega::OptionSpec>& chanceOptions() {
  static const std::vector<omega::OptionSpec> all = [] {
    std::vector<omega::OptionSpec> specs = imp::plan_options();
    for (const auto* more : {&imp::method_options(), &imp::integrand_options()})
      specs.insert(specs.end(), more->begin(), more->end());
    return specs;
  }();
  return all;
}

OptionTexts optionsOf(const ChanceState& state) {
  OptionTexts texts;
  for (const auto& given : {imp::given_of(state.game.plan), imp::given_of(state.game.plan.methods.front()),
                            imp::given_of(state.game.problem.integrand)})
    texts.insert(given.begin(), given.end());
  return texts;
}

void setOption(ChanceState& state, const QString& name, const QString& text) {
  OptionTexts texts = optionsOf(state);
  setText(texts, name.toStdString(), text.toStdString());
  const omega::Options options("chance", chanceOptions(), omega::Options::Given(texts.begin(), texts.end()));
  imp::Game& game = state.game;
  imp::Integrand f = imp::integrand_of(options, game.problem.integrand);
  if (f.kind == imp::Integrand::Kind::drawn && f.drawn.empty()) f.drawn = imp::integrand_by_hand(game);
  game.problem.integrand = f;
  game.plan.antithetic = options.flag("antithetic");
  game.plan.replicates = options.integer("replicates");
  const imp::Method before = std::exchange(game.plan.methods.front(), imp::method_of(options));
  imp::keep_apart(game.plan, before);
  if (options.integer("samples") != game.plan.samples() || game.plan.antithetic)
    imp::set_samples(game.plan, options.integer("samples"));
}

void setBeta(ChanceState& state, double beta) {
  imp::Method& method = state.game.plan.methods.front();
  method.beta_mode = imp::BetaMode::fixed;
  method.beta = std::round(beta * 1e3) / 1e3;
}

// --- Estimators ------------------------------------------------------------------------------------------------------

void bringForward(ChanceState& state, std::size_t method) {
  auto& methods = state.game.plan.methods;
  std::rotate(methods.begin(), methods.begin() + static_cast<std::ptrdiff_t>(method),
              methods.begin() + static_cast<std::ptrdiff_t>(method) + 1);
}

bool addMethod(ChanceState& state) {
  auto& methods = state.game.plan.methods;
  if (static_cast<omega::Index>(methods.size()) == imp::kMostMethods) return false;
  std::vector<imp::Method> more(5);
  more[1].rule = imp::Rule::snis;
  more[2].weighting = imp::Weighting::constant;
  more[3].weighting = imp::Weighting::power;
  more[4].control = imp::Control::w;
  more[4].beta_mode = imp::BetaMode::estimated;
  const bool several = state.game.plan.proposals.size() > 1;
  for (const imp::Method& method : more) {
    const bool fits = several || method.weighting == imp::Weighting::balance;
    if (!fits || hasMethod(methods, method, state.game.plan.proposals.size())) continue;
    methods.push_back(method);
    return true;
  }
  return false;
}

void removeMethod(ChanceState& state) {
  auto& methods = state.game.plan.methods;
  if (methods.size() > 1) methods.erase(methods.begin());
}

}  // namespace omegascope
