#include "jobs/plane_drawing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/error.h"
#include "diagnostics/gaussian_mixture.h"
#include "diagnostics/principal_plane.h"
#include "jobs/rows.h"

namespace omegascope {

namespace {

constexpr omega::Index kFieldCells = 96;
constexpr omega::Index kLineCells = 257;
// The mixture of all queries' targets has N·M components in D dimensions; beyond these, every k-th query stands for
// all.
constexpr omega::Index kMostComponents = 1 << 16;
constexpr omega::Index kMostMixtureNumbers = 1 << 22;

/// One dimension is shown on the line y = 0 of a plane whose second axis is empty.
omega::Matrix<double> paddedToPlane(omega::Matrix<double> rows) {
  if (rows.cols() > 1) return rows;
  omega::Matrix<double> padded(rows.rows(), 2, 0.0);
  for (omega::Index r = 0; r < rows.rows(); ++r) padded(r, 0) = rows(r, 0);
  return padded;
}

std::span<const double> spanOf(const omega::Matrix<double>& rows, omega::Index row) {
  return {rows.row(row), static_cast<std::size_t>(rows.cols())};
}

omega::Matrix<double> proposalsOf(const omega::Result& result) {
  if (!result.has("proposal_means")) return {};
  const omega::Array& means = result.at("proposal_means");
  return paddedToPlane(rowsOf(means, 0, means.shape()[0]));
}

/// Σ of a method that draws from N(0, Σ); nothing where it is the identity.
omega::Matrix<double> spreadOf(const omega::Result& result, omega::Index dims) {
  if (!result.has("proposal_covariance")) return {};
  const omega::Array& covariance = result.at("proposal_covariance");
  omega::Matrix<double> padded(dims, dims, 0.0);
  bool isStandard = true;
  for (omega::Index i = 0, own = covariance.shape().back(); i < dims; ++i)
    for (omega::Index j = 0; j < dims; ++j) {
      const double unit = i == j ? 1 : 0;
      padded(i, j) = i < own && j < own ? covariance.at(static_cast<std::size_t>(i * own + j)) : unit;
      isStandard = isStandard && padded(i, j) == unit;
    }
  return isStandard ? omega::Matrix<double>() : std::move(padded);
}

/// The factor that queries and keys are scaled by.
double factorOf(const PlaneQuestion& question) { return std::sqrt(question.scale); }

/// Tokens as they are shown, made where they are needed.
omega::Points pointsOf(const omega::Array& tokens, double factor) {
  return {tokens.shape()[0], std::max<omega::Index>(2, tokens.shape()[1]), [&tokens, factor](omega::Range range) {
            return paddedToPlane(rowsOf(tokens, range.begin, range.size(), factor));
          }};
}

omega::Moments momentsOf(const omega::Sequence& head, double factor, const omega::Progress& progress) {
  return omega::moments_of_pairs(pointsOf(head.q, factor), pointsOf(head.k, factor), progress);
}

/// How many keys a query sees.
omega::Index keysOf(const omega::Sequence& head, bool isCausal, omega::Index query) {
  return isCausal ? std::min(head.sizes.M, query + 1) : head.sizes.M;
}

omega::Index keysOf(const PlaneQuestion& question) { return keysOf(*question.head, question.isCausal, question.query); }

omega::GaussianMixture targetOf(const PlaneQuestion& question) {
  const omega::Sequence& head = *question.head;
  const double factor = factorOf(question);
  const omega::Matrix<double> own = pointsOf(head.q, factor).some({question.query, question.query + 1});
  return omega::target_mixture(spanOf(own, 0), paddedToPlane(rowsOf(head.k, 0, keysOf(question), factor)));
}

/// The three heaviest q_n + k_m that are not on one line.
std::optional<omega::Subspace> throughHeaviest(const omega::GaussianMixture& target, std::vector<PlaneMean>& found) {
  std::vector<int> order(target.log_weights.size());
  std::iota(order.begin(), order.end(), 0);
  constexpr std::size_t kTried = 64;  // beyond these the weights are dust
  const std::size_t tried = std::min(order.size(), kTried);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(tried), order.end(), [&](int a, int b) {
    return target.log_weights[static_cast<std::size_t>(a)] > target.log_weights[static_cast<std::size_t>(b)];
  });
  for (std::size_t second = 1; second < tried; ++second)
    for (std::size_t third = second + 1; third < tried; ++third) try {
        omega::Subspace plane = omega::plane_through(
            spanOf(target.means, order[0]), spanOf(target.means, order[second]), spanOf(target.means, order[third]));
        found = {{-1, order[0]}, {-1, order[second]}, {-1, order[third]}};
        return plane;
      } catch (const omega::Error&) {
        // On one line: the next.
      }
  return {};
}

/// Where a chosen mean is; nothing where it no longer exists.
std::optional<std::vector<double>> positionOf(const PlaneMean& mean, const PlaneQuestion& question,
                                              const std::optional<omega::GaussianMixture>& target) {
  const auto rowAt = [&](const omega::Matrix<double>& rows) -> std::optional<std::vector<double>> {
    if (mean.index < 0 || mean.index >= rows.rows()) return {};
    const std::span<const double> row = spanOf(rows, mean.index);
    return std::vector<double>(row.begin(), row.end());
  };
  if (mean.card < 0) return target ? rowAt(target->means) : std::nullopt;
  const auto of = question.results.find(mean.card);
  return of != question.results.end() ? rowAt(proposalsOf(*of->second)) : std::nullopt;
}

std::optional<omega::Subspace> throughMeans(const PlaneQuestion& question,
                                            const std::optional<omega::GaussianMixture>& target, OmegaPlane& shown) {
  if (shown.settings.means.size() == 3) {
    std::vector<std::vector<double>> points;
    for (const PlaneMean& mean : shown.settings.means)
      if (auto position = positionOf(mean, question, target)) points.push_back(std::move(*position));
    try {
      if (points.size() == 3) return omega::plane_through(points[0], points[1], points[2]);
      shown.note = "one of the three chosen means is not there";
    } catch (const omega::Error&) {
      shown.note = "the three chosen means lie on one line";
    }
    return {};
  }
  if (!target) {
    shown.note = "no query is selected";
    return {};
  }
  std::optional<omega::Subspace> plane = throughHeaviest(*target, shown.settings.means);
  if (!plane) shown.note = "all q_n + k_m lie on one line";
  return plane;
}

/// The view covers every target's bulk, so that it stays still while the query changes.
void setAxes(OmegaPlane& shown, const omega::Subspace& plane) {
  omega::Matrix<double> corners(2, 2);
  // The coordinates of q + k are those of q plus those of k, but the plane's origin counts only once.
  const omega::Matrix<double> zero = plane.coordinates(omega::Matrix<double>(1, plane.dims(), 0.0));
  for (omega::Index axis = 0; axis < 2; ++axis) {
    const auto range = [axis](const std::vector<double>& pairs) {
      auto at = static_cast<std::size_t>(axis);
      double low = pairs[at], high = low;
      for (at += 2; at < pairs.size(); at += 2) low = std::min(low, pairs[at]), high = std::max(high, pairs[at]);
      return std::pair(low, high);
    };
    const auto [q_low, q_high] = range(shown.queries);
    const auto [k_low, k_high] = range(shown.keys);
    const double at_zero = zero(0, axis);
    corners(0, axis) = std::min({at_zero, q_low, k_low, q_low + k_low - at_zero});
    corners(1, axis) = std::max({at_zero, q_high, k_high, q_high + k_high - at_zero});
  }
  shown.horizontal = omega::covering_axis(corners, 0, shown.settings.line ? kLineCells : kFieldCells, 2.5);
  shown.vertical = omega::covering_axis(corners, 1, kFieldCells, 2.5);
}

omega::Section sectionOf(const OmegaPlane& shown) {
  return shown.settings.density == DensityKind::marginal ? omega::Section::marginal : omega::Section::slice;
}

/// `moments` are those of all q_n + k_m.
omega::Subspace chosenPlane(const PlaneQuestion& question, const omega::Moments& moments, OmegaPlane& shown,
                            const omega::Progress& progress) {
  PlaneSettings& settings = shown.settings;
  const auto dims = static_cast<int>(moments.mean.size());
  // Two dimensions are seen whole; a line through them may still be chosen.
  if (question.head->sizes.D == 1 || (dims == 2 && !settings.line))
    settings.kind = Plane::axes, settings.axisX = 0, settings.axisY = 1;
  if (settings.kind == Plane::means) {
    std::optional<omega::GaussianMixture> target;  // its means may say which plane
    if (question.query >= 0) target = targetOf(question);
    if (std::optional<omega::Subspace> plane = throughMeans(question, target, shown)) return *plane;
    settings.kind = Plane::principal;
    settings.means.clear();
  }
  if (settings.kind == Plane::principal) return omega::principal_directions(moments, 2, progress);
  settings.axisX = std::clamp(settings.axisX, 0, dims - 1);
  settings.axisY = std::clamp(settings.axisY, 0, dims - 1);
  if (settings.axisX == settings.axisY) settings.axisY = (settings.axisX + 1) % dims;
  return omega::axis_plane(dims, settings.axisX, settings.axisY);
}

/// The k where every k-th query is in the density of all.
omega::Index stepOf(const omega::Sizes& sizes) {
  const omega::Index fit =
      std::min(kMostComponents, kMostMixtureNumbers / std::max<omega::Index>(2, sizes.D)) / sizes.M;
  const omega::Index most = std::max<omega::Index>(1, fit);
  return (sizes.N + most - 1) / most;
}

/// The density of so many unit Gaussians: on a plane each is a product of its two axes.
omega::Cost costOfBumps(const PlaneSettings& settings, double count) {
  constexpr double kCells = kFieldCells * kFieldCells, kExpsOfPlane = 2.0 * kFieldCells, kLine = kLineCells;
  return settings.line ? omega::Cost{6 * kLine * count, kLine * count, 0}
                       : omega::Cost{2 * kCells * count, kExpsOfPlane * count, 8 * kExpsOfPlane * count};
}

}  // namespace

DrawnPlane drawnPlane(const PlaneQuestion& question, const omega::Progress& progress) {
  const omega::Sequence& head = *question.head;
  const double factor = factorOf(question);
  OmegaPlane shown;
  shown.settings = question.settings;
  shown.scale = question.scale;
  const omega::Moments moments = momentsOf(head, factor, progress);
  std::optional<omega::Moments> steady;
  if (question.original != question.head) steady = momentsOf(*question.original, factor, progress);
  const omega::Subspace plane = chosenPlane(question, steady ? *steady : moments, shown, progress);
  shown.origin.assign(plane.origin().begin(), plane.origin().end());
  shown.axisX.assign(plane.basis().row(0), plane.basis().row(0) + plane.dims());
  shown.axisY.assign(plane.basis().row(1), plane.basis().row(1) + plane.dims());
  const omega::Subspace space = shown.settings.line ? omega::Subspace(plane.origin(), {shown.axisX}) : plane;
  shown.varianceShare = omega::variance_share(space, moments);
  shown.queries = flat(plane.coordinates(pointsOf(head.q, factor), progress));
  shown.keys = flat(plane.coordinates(pointsOf(head.k, factor), progress));
  setAxes(shown, plane);
  return {std::move(shown), plane, space};
}

// In the subspace the target is a mixture, too: its components stand where their means project to, in a slice with the
// weight that their distance leaves. No mean is made in all dimensions: a long sequence has too many.
void addTarget(DrawnPlane& drawn, const PlaneQuestion& question, const omega::Progress& progress) {
  OmegaPlane& shown = drawn.shown;
  const omega::Array& keys = question.head->k;
  const omega::Index M = keysOf(question), rank = drawn.space.rank(), dims = drawn.space.dims();
  const double factor = factorOf(question);
  std::vector<double> query = rowOf(question.head->q, question.query);
  for (double& x : query) x *= factor;
  omega::GaussianMixture seen{omega::Matrix<double>(M, rank), omega::target_log_weights(query, keys, factor, M)};
  std::vector<double> weights = seen.log_weights,
                      bumps(shown.keys.begin(), shown.keys.begin() + static_cast<std::ptrdiff_t>(2 * M));
  for (double& weight : weights) weight = std::exp(weight);
  const omega::Matrix<double> zero = drawn.plane.coordinates(omega::Matrix<double>(1, dims, 0.0));
  const std::vector<double>& queries = shown.queries;
  for (std::size_t i = 0; i < bumps.size(); ++i)
    bumps[i] += queries[2 * static_cast<std::size_t>(question.query) + i % 2] - zero.data()[i % 2];
  for (omega::Index m = 0; m < M; ++m)
    for (omega::Index r = 0; r < rank; ++r) seen.means(m, r) = bumps[static_cast<std::size_t>(2 * m + r)];
  if (sectionOf(shown) == omega::Section::slice)
    omega::fade_to_slice(seen, omega::squared_offsets(query, keys, factor, drawn.space.origin().first(query.size())),
                         dims);
  shown.isCausal = question.isCausal;
  shown.bumps = std::move(bumps);
  shown.bumpWeights = std::move(weights);
  const omega::Subspace whole = rank == 1 ? omega::axis_line(1, 0) : omega::axis_plane(2, 0, 1);
  if (rank == 1)
    shown.logTargetProfile =
        omega::log_density_profile(seen, whole, omega::Section::marginal, shown.horizontal, progress);
  else
    shown.logTarget = std::make_shared<const omega::Matrix<double>>(
        omega::log_density_grid(seen, whole, omega::Section::marginal, shown.horizontal, shown.vertical, progress));
}

AllQueries drawnQueries(const omega::Sequence& head, bool isCausal, const DrawnPlane& drawn,
                        const omega::Progress& progress) {
  const double factor = std::sqrt(drawn.shown.scale);
  const omega::Matrix<double> k = paddedToPlane(rowsOf(head.k, 0, head.sizes.M, factor));
  const omega::Points q = pointsOf(head.q, factor);
  const omega::Index D = k.cols(), step = stepOf(head.sizes), count = (q.rows + step - 1) / step;
  std::vector<double> weights, means;
  weights.reserve(static_cast<std::size_t>(count * k.rows()));
  means.reserve(static_cast<std::size_t>(count * k.rows() * D));
  for (omega::Index n = 0; n < q.rows; n += step) {
    const omega::View<const double> seen(k.data(), keysOf(head, isCausal, n), D);
    const omega::GaussianMixture target = omega::target_mixture(spanOf(q.some({n, n + 1}), 0), seen);
    means.insert(means.end(), target.means.data(), target.means.data() + target.means.rows() * D);
    for (const double log_weight : target.log_weights) weights.push_back(std::exp(log_weight));
    progress.check();
  }
  const omega::GaussianMixture all =
      omega::make_mixture(weights, omega::View<const double>(means.data(), std::ssize(weights), D));
  const OmegaPlane& shown = drawn.shown;
  AllQueries queries{shown.horizontal, shown.vertical, {}, {}, static_cast<int>(count)};
  if (shown.settings.line)
    queries.logProfile = omega::log_density_profile(all, drawn.space, sectionOf(shown), shown.horizontal, progress);
  else
    queries.log = std::make_shared<const omega::Matrix<double>>(
        omega::log_density_grid(all, drawn.space, sectionOf(shown), shown.horizontal, shown.vertical, progress));
  return queries;
}

PlaneCard placedCard(const omega::Result& result, int row, const DrawnPlane& drawn, const omega::Progress& progress) {
  PlaneCard placed;
  if (omega::Matrix<double> samples = samplesOf(result, row); samples.rows() > 0)
    placed.samples = flat(drawn.plane.coordinates(paddedToPlane(std::move(samples))));
  const omega::Matrix<double> means = proposalsOf(result);
  if (means.rows() > 0) placed.proposals = flat(drawn.plane.coordinates(means));
  const omega::Matrix<double> spread = spreadOf(result, drawn.space.dims());
  if (spread.rows() > 0) {
    const auto along = [&](const std::vector<double>& e, const std::vector<double>& f) {
      return e.empty() || f.empty() ? 0 : omega::projected_covariance(spread, e, f);
    };
    placed.isStandard = false;
    placed.xx = along(drawn.shown.axisX, drawn.shown.axisX);
    placed.xy = along(drawn.shown.axisX, drawn.shown.axisY);
    placed.yy = along(drawn.shown.axisY, drawn.shown.axisY);
  }
  if (!drawn.shown.settings.line || !result.has("log_proposal")) return placed;
  if (spread.rows() > 0) {
    placed.logProfile = omega::log_normal_profile(spread, drawn.space, sectionOf(drawn.shown), drawn.shown.horizontal);
    return placed;
  }
  // Without proposals of its own a method that weighs samples draws them from N(0, I).
  const omega::Matrix<double> origin(1, drawn.space.dims(), 0.0);
  const omega::Matrix<double>& centres = means.rows() > 0 ? means : origin;
  const std::vector<double> alike(static_cast<std::size_t>(centres.rows()), 1.0);
  placed.logProfile = omega::log_density_profile(omega::make_mixture(alike, centres), drawn.space,
                                                 sectionOf(drawn.shown), drawn.shown.horizontal, progress);
  return placed;
}

omega::Cost costOf(const PlaneQuestion& question) {
  const omega::Sizes& sizes = question.head->sizes;
  const double tokens = static_cast<double>(sizes.N + sizes.M), D = static_cast<double>(sizes.D);
  const double bumps = question.query >= 0 ? static_cast<double>(sizes.M) : 0;
  return costOfBumps(question.settings, bumps) + omega::Cost{2 * tokens * D * D, 0, 8 * tokens * D};
}

omega::Cost costOfQueries(const omega::Sizes& sizes, const PlaneSettings& settings) {
  const omega::Index step = stepOf(sizes), count = (sizes.N + step - 1) / step;
  const double means = static_cast<double>(count * sizes.M), D = static_cast<double>(sizes.D);
  return costOfBumps(settings, means) + omega::Cost{2 * means * D, 0, 8 * means * D};
}

}  // namespace omegascope
