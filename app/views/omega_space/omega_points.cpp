#include "views/omega_space/omega_points.h"

#include "language/language.h"
#include "views/omega_space/omega_look.h"
#include "views/sample_weights.h"

namespace omegascope {

namespace {

/// An estimator's name and its samples' weights for the shown query.
struct Named {
  const PlaneCard* placed;
  QString name;
  std::vector<double> weights;
};

/// All points in the order of the table; there may be as many as tokens, so they are streamed, not stored.
struct Points {
  std::shared_ptr<const Snapshot> snapshot;
  std::optional<QRectF> area;
  std::vector<Named> cards;

  /// `tell` is given: whose, what, index, x, y and the weight where it has one.
  template <class Tell>
  void each(const Tell& tell) const {
    const OmegaPlane& plane = *snapshot->plane;
    const auto one = [&](const QString& whose, const QString& kind, const std::vector<double>& at, std::size_t i,
                         std::optional<double> weight) {
      const double x = at[2 * i], y = at[2 * i + 1];
      if (!area || area->contains(QPointF(x, y))) tell(whose, kind, i, x, y, weight);
    };
    const QString query = tr("query"), target = tr("target"), key = tr("key"), sample = tr("sample"),
                  proposal = tr("proposal");
    if (snapshot->query >= 0) one({}, query, plane.queries, static_cast<std::size_t>(snapshot->query), {});
    for (std::size_t m = 0; m < plane.bumps.size() / 2; ++m) one({}, target, plane.bumps, m, plane.bumpWeights[m]);
    for (std::size_t m = 0; m < plane.keys.size() / 2; ++m) one({}, key, plane.keys, m, {});
    for (const Named& card : cards) {
      for (std::size_t s = 0; s < card.placed->samples.size() / 2; ++s)
        one(card.name, sample, card.placed->samples, s,
            s < card.weights.size() ? std::optional(card.weights[s]) : std::nullopt);
      for (std::size_t c = 0; c < card.placed->proposals.size() / 2; ++c)
        one(card.name, proposal, card.placed->proposals, c, {});
    }
  }
};

omega::Array pairsOf(const std::vector<double>& flat) {
  return omega::Array::from(flat, {static_cast<omega::Index>(flat.size() / 2), 2});
}

omega::Array listOf(const std::vector<double>& list) {
  return omega::Array::from(list, {static_cast<omega::Index>(list.size())});
}

std::vector<double> centresOf(const omega::Axis& axis) {
  std::vector<double> centres;
  for (omega::Index i = 0; i < axis.count; ++i) centres.push_back(axis.centre(i));
  return centres;
}

/// What is drawn of the plane itself: the target as a mixture, and its density on the grid or along the line.
void addPlane(const OmegaPlane& plane, int query, omega::Arrays& arrays) {
  arrays.emplace("keys", pairsOf(plane.keys));
  arrays.emplace("x", listOf(centresOf(plane.horizontal)));
  if (query < 0) return;
  const auto at = static_cast<std::ptrdiff_t>(2 * query);
  arrays.emplace(
      "query", listOf({plane.queries[static_cast<std::size_t>(at)], plane.queries[static_cast<std::size_t>(at + 1)]}));
  arrays.emplace("target_means", pairsOf(plane.bumps));
  arrays.emplace("target_weights", listOf(plane.bumpWeights));
  if (plane.settings.line) {
    arrays.emplace("target_log_density", listOf(plane.logTargetProfile));
  } else {
    arrays.emplace("y", listOf(centresOf(plane.vertical)));
    const omega::Matrix<double> none, &grid = plane.logTarget ? *plane.logTarget : none;
    arrays.emplace("target_log_density",
                   omega::Array::from(std::vector<double>(grid.data(), grid.data() + grid.rows() * grid.cols()),
                                      {grid.rows(), grid.cols()}));
  }
}

}  // namespace

PanelData omegaPoints(const std::shared_ptr<const Snapshot>& snapshot, const Document& document,
                      const std::optional<QRectF>& area) {
  PanelData data;
  data.columns = {tr("estimator"), tr("kind"), tr("index"), QStringLiteral("x"), QStringLiteral("y"), tr("weight")};
  if (!snapshot->plane) return data;
  Points points{snapshot, area, {}};
  for (const PlaneCard& placed : snapshot->plane->cards) {
    const Card* card = document.card(placed.card);
    const CardResult* result = snapshot->card(placed.card);
    if (card == nullptr || result == nullptr || !result->result) continue;
    points.cards.push_back({&placed, QString::fromStdString(card->label()), weightsOf(*result, snapshot->query)});
    if (result->result->has("omega")) data.arrays.emplace(card->label() + "_omega", result->result->at("omega"));
  }
  addPlane(*snapshot->plane, snapshot->query, data.arrays);
  points.each([&](const auto&...) { ++data.streamedRows; });
  data.stream = [points](TableWriter& table) {
    points.each([&](const QString& whose, const QString& kind, std::size_t index, double x, double y,
                    std::optional<double> weight) {
      table.text(whose);
      table.text(kind);
      table.integer(static_cast<qint64>(index));
      table.number(x);
      table.number(y);
      weight ? table.number(*weight) : table.text({});
      table.endRow();
    });
  };
  return data;
}

}  // namespace omegascope
