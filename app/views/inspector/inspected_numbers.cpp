#include "views/inspector/inspected_numbers.h"

#include <QStringList>

#include "jobs/rows.h"
#include "language/language.h"
#include "model/token_names.h"
#include "views/inspector/selection_values.h"
#include "views/sample_weights.h"
#include "weightings/weighting.h"

namespace omegascope {

namespace {

/// Collects what an estimator gave; what it does not have is left out.
class Group {
 public:
  Group(const QString& title, const CardResult& card, int query)
      : m_group{title, {}}, m_result(card.resultOf(query)), m_row(card.rowOf(query)) {}

  void add(const QString& symbol, const QString& meaning, std::vector<double> values) {
    if (!values.empty()) m_group.numbers.push_back({symbol, meaning, std::move(values), {}});
  }
  void note(const QString& text) { m_group.numbers.push_back({{}, {}, {}, text}); }
  /// Of an N × count table, this query's entry.
  void addOfQuery(const char* name, omega::Index column, const QString& symbol, const QString& meaning) {
    if (m_result.has(name)) add(symbol, meaning, shownElement(m_result.at(name), m_row, column));
  }
  /// Row s of a count × d table, or of this query's own where each query has one.
  void addRow(const char* name, omega::Index row, const QString& symbol, const QString& meaning) {
    if (!m_result.has(name)) return;
    const omega::Array& array = m_result.at(name);
    add(symbol, meaning, rowOf(array, ownRow(array, row, m_row)));
  }
  const omega::Result& result() const { return m_result; }
  omega::Index row() const { return m_row; }
  InspectedGroup take() { return std::move(m_group); }

 private:
  InspectedGroup m_group;
  const omega::Result& m_result;
  omega::Index m_row;  // of the shown query there; −1: it has none
};

InspectedGroup ofQuery(const CardResult& card, const Snapshot& snapshot) {
  Group group(tr("Query"), card, snapshot.query);
  group.add(QStringLiteral("ŷ_n"), tr("this estimate"), card.outputOf(snapshot.query));
  group.add(QStringLiteral("y_n"), card.isCausal() ? tr("causal softmax, the truth") : tr("softmax, the truth"),
            snapshot.heldAgainst(card));
  const omega::Index samples = usedSamples(card, snapshot.query);  // 0 where keys are sampled
  if (group.result().has("ess"))
    group.add(QStringLiteral("ESS_n"),
              samples > 0 ? tr("effective samples, of %1").arg(samples) : tr("effective samples"),
              shownElement(group.result().at("ess"), 0, group.row()));
  return group.take();
}

InspectedGroup ofKey(const CardResult& card, const Snapshot& snapshot, int key) {
  Group group(tr("Key"), card, snapshot.query);
  if (key < 0) {
    group.note(tr("Click a cell of a map to choose a key."));
    return group.take();
  }
  if (snapshot.details.logits)
    group.add(QStringLiteral("q_n·k_m"), tr("logit, scaled by τ"), shownEntry(snapshot.details.logits->all, key));
  if (snapshot.plane)
    group.add(QStringLiteral("π_nm"),
              card.isCausal() && !snapshot.plane->isCausal ? tr("softmax over all keys") : tr("softmax, exact"),
              shownEntry(snapshot.plane->bumpWeights, key));
  const MapImage* image = snapshot.map(card.card);
  if (image == nullptr || snapshot.query < image->map.first_row) return group.take();
  const omega::PooledMap& map = image->map;
  const omega::Index rows = map.is_sampled() ? map.rows_taken : map.row_pool;
  const QString meaning = map.row_pool > 1 || map.col_pool > 1
                              ? tr("map, mean of %1×%2 cells").arg(rows).arg(map.col_pool * map.joined)
                              : tr("its weight in ŷ = A·V");
  group.add(QStringLiteral("A_nm"), meaning,
            shownElement(map.values, (snapshot.query - map.first_row) / map.row_pool, key / map.col_pool));
  return group.take();
}

QString notUsed() { return tr("Not used by this query: its proposal may know later tokens."); }

InspectedGroup ofSample(const CardResult& card, const Snapshot& snapshot, int sample) {
  Group group(tr("Sample"), card, snapshot.query);
  const omega::Index count = sampleCount(group.result());
  if (sample < 0 || sample >= count) {
    if (count > 0)
      group.note(tr("Click a point of Weights to choose one of %n sample(s).", nullptr, static_cast<int>(count)));
    return group.take();
  }
  group.addRow("omega", sample, QStringLiteral("ω_s"), tr("the projection"));
  if (sample >= usedSamples(card, snapshot.query)) {
    group.note(notUsed());
    return group.take();
  }
  group.addRow("f", sample, QStringLiteral("f(ω_s)"), tr("what it says of the values"));
  group.addOfQuery("weights", sample, QStringLiteral("w_ns / Σ_s w_ns"), tr("its share of the weight"));
  group.addOfQuery("log_weights", sample, QStringLiteral("log w_ns"), tr("before dividing by Σ w"));
  group.addOfQuery("alpha", sample, QStringLiteral("α_nc(ω_s)"), tr("share of its own proposal"));
  if (group.result().has("log_proposal"))
    group.add(QStringLiteral("log q_c(ω_s)"), tr("of its proposal"),
              shownElement(group.result().at("log_proposal"), 0, sample));
  const QueryDetails& details = snapshot.details;
  if (details.card == card.card && details.sample == sample)
    group.add(QStringLiteral("log p_n(ω_s)"), tr("of the target"), {details.logTarget});
  return group.take();
}

InspectedGroup ofProposal(const CardResult& card, const Snapshot& snapshot, int proposal) {
  Group group(tr("Proposal"), card, snapshot.query);
  const bool proposals = group.result().has("proposal_means"), groups = group.result().has("group_weights");
  if (!proposals && !groups) return group.take();
  if (proposal < 0) {
    group.note(proposals ? tr("Click a bar of MIS to choose a proposal.")
                         : tr("Choose a proposal in ω-space to see its group."));
    return group.take();
  }
  group.addRow("proposal_means", proposal, QStringLiteral("μ_c"), tr("its mean"));
  if (proposals && proposal >= usedProposals(card, snapshot.query)) {
    group.note(notUsed());
    return group.take();
  }
  if (const ProposalShares* at = snapshot.shares.get(); at && at->card == card.card && at->query == snapshot.query) {
    const QString where = tr("at the ω of sample %1").arg(at->sample);
    group.add(QStringLiteral("α_nc(ω)"), where, shownEntry(at->alpha, proposal));
    const omega::Options& options = card.request->options;
    if (omega::has_balance_part(options) && omega::follows_equation(options))  // else it is another part
      group.add(QStringLiteral("b_c(ω)"), tr("balance part, the same ω"), shownEntry(at->balance, proposal));
  }
  group.addOfQuery("group_weights", proposal, QStringLiteral("G_nc/Z_n"), tr("weight of the group"));
  group.addRow("beta_hat", proposal, QStringLiteral("β̂_c"), tr("stands for its values"));
  return group.take();
}

}  // namespace

QString selectionPath(const Card& card, const Snapshot& snapshot, const Cursor& cursor) {
  QStringList parts = {QString::fromStdString(card.label()), tr("head %1").arg(snapshot.head)};
  if (snapshot.query >= 0) parts << queryText(snapshot.sequence.get(), snapshot.query);
  if (cursor.key >= 0) parts << keyText(snapshot.sequence.get(), cursor.key);
  if (cursor.proposal >= 0) parts << tr("proposal %1").arg(cursor.proposal);
  if (cursor.sample >= 0) parts << tr("sample %1").arg(cursor.sample);
  return parts.join(QStringLiteral(" › "));
}

std::vector<InspectedGroup> inspectedNumbers(const CardResult& card, const Snapshot& snapshot, const Cursor& cursor) {
  std::vector<InspectedGroup> groups;
  if (!card.result || snapshot.query < 0) return groups;
  for (InspectedGroup group : {ofQuery(card, snapshot), ofKey(card, snapshot, cursor.key),
                               ofProposal(card, snapshot, cursor.proposal), ofSample(card, snapshot, cursor.sample)})
    if (!group.numbers.empty()) groups.push_back(std::move(group));
  return groups;
}

}  // namespace omegascope
