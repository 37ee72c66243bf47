#include "views/inspector/inspected_numbers.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace omegascope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("omegascope::InspectorPanel", text); }

/// One row of the flattened leading axes; empty where there is none.
std::vector<double> rowOf(const omega::Array& array, omega::Index row) {
  const auto length = static_cast<std::size_t>(array.shape().back());
  if (row < 0 || (static_cast<std::size_t>(row) + 1) * length > array.count()) return {};
  std::vector<double> values(length);
  array.copy_to(values.data(), static_cast<std::size_t>(row) * length, length);
  return values;
}

std::vector<double> elementOf(const omega::Array& array, omega::Index row, omega::Index column) {
  const omega::Index length = array.shape().back();
  if (row < 0 || column < 0 || column >= length || static_cast<std::size_t>(row * length + column) >= array.count()) return {};
  return {array.at(static_cast<std::size_t>(row * length + column))};
}

std::vector<double> entryOf(const std::vector<double>& values, int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= values.size()) return {};
  return {values[static_cast<std::size_t>(index)]};
}

/// Collects what an estimator gave; what it has not is left out.
class Group {
 public:
  Group(const QString& title, const CardResult& card, int query) : m_group{title, {}}, m_card(card), m_query(query) {}

  void add(const QString& symbol, const QString& meaning, std::vector<double> values) {
    if (!values.empty()) m_group.numbers.push_back({symbol, meaning, std::move(values), {}});
  }
  void note(const QString& text) { m_group.numbers.push_back({{}, {}, {}, text}); }
  /// Of an N × count table, this query's entry.
  void addOfQuery(const char* name, omega::Index column, const QString& symbol, const QString& meaning) {
    if (m_card.result->has(name)) add(symbol, meaning, elementOf(m_card.result->at(name), m_query, column));
  }
  /// Row s of a count × d table, or of this query's own where each query has one.
  void addRow(const char* name, omega::Index row, const QString& symbol, const QString& meaning) {
    if (!m_card.result->has(name)) return;
    const omega::Array& array = m_card.result->at(name);
    if (array.rank() == 3) row += m_query * array.shape()[1];
    add(symbol, meaning, rowOf(array, row));
  }
  InspectedGroup take() { return std::move(m_group); }

 private:
  InspectedGroup m_group;
  const CardResult& m_card;
  int m_query;
};

/// How many samples the shown query has; 0 where the estimator does not sample.
omega::Index sampleCount(const omega::Result& result) {
  if (!result.has("omega")) return 0;
  const omega::Shape& shape = result.at("omega").shape();
  return shape[shape.size() - 2];
}

InspectedGroup ofQuery(const CardResult& card, const Snapshot& snapshot) {
  Group group(tr("Query"), card, snapshot.query);
  group.addRow("y", snapshot.query, tr("ŷ<sub>n</sub>"), tr("this estimate"));
  group.add(tr("y<sub>n</sub>"), tr("softmax, the truth"), snapshot.truth);
  if (card.result->has("ess")) group.add(tr("ESS<sub>n</sub>"), tr("effective samples, of %1").arg(sampleCount(*card.result)), entryOf(card.result->at("ess").to_vector<double>(), snapshot.query));
  return group.take();
}

InspectedGroup ofKey(const CardResult& card, const Snapshot& snapshot, int key) {
  Group group(tr("Key"), card, snapshot.query);
  if (key < 0) {
    group.note(tr("Click a cell of a map to choose a key."));
    return group.take();
  }
  group.add(tr("q<sub>n</sub>·k<sub>m</sub>"), tr("logit, scaled by τ"), entryOf(snapshot.details.logits, key));
  if (snapshot.plane) group.add(tr("π<sub>nm</sub>"), tr("softmax, exact"), entryOf(snapshot.plane->bumpWeights, key));
  const MapImage* image = snapshot.map(card.card);
  if (image == nullptr) return group.take();
  const bool pooled = image->map.row_pool > 1 || image->map.col_pool > 1;
  const QString meaning = pooled ? tr("map, mean of %1×%2 cells").arg(image->map.row_pool).arg(image->map.col_pool) : tr("its weight in ŷ = A·V");
  group.add(tr("A<sub>nm</sub>"), meaning, elementOf(image->map.values, snapshot.query / image->map.row_pool, key / image->map.col_pool));
  return group.take();
}

InspectedGroup ofSample(const CardResult& card, const Snapshot& snapshot, int sample) {
  Group group(tr("Sample"), card, snapshot.query);
  const omega::Index count = sampleCount(*card.result);
  if (sample < 0 || sample >= count) {
    if (count > 0) group.note(tr("Click a bar of Weights to choose one of %1 samples.").arg(count));
    return group.take();
  }
  group.addRow("omega", sample, tr("ω<sub>s</sub>"), tr("the projection"));
  group.addRow("f", sample, tr("f(ω<sub>s</sub>)"), tr("what it says of the values"));
  group.addOfQuery("weights", sample, tr("w<sub>ns</sub>/Σw"), tr("its share of the weight"));
  group.addOfQuery("log_weights", sample, tr("log w<sub>ns</sub>"), tr("before sharing"));
  group.addOfQuery("alpha", sample, tr("α<sub>nc</sub>(ω<sub>s</sub>)"), tr("share of its own proposal"));
  if (card.result->has("log_proposal")) group.add(tr("log q(ω<sub>s</sub>)"), tr("of its proposal"), entryOf(card.result->at("log_proposal").to_vector<double>(), sample));
  const QueryDetails& details = snapshot.details;
  if (details.card == card.card && details.sample == sample) group.add(tr("log p<sub>n</sub>(ω<sub>s</sub>)"), tr("of the target"), {details.logTarget});
  return group.take();
}

InspectedGroup ofProposal(const CardResult& card, const Snapshot& snapshot, int proposal) {
  Group group(tr("Proposal"), card, snapshot.query);
  const bool proposals = card.result->has("proposal_means"), groups = card.result->has("group_weights");
  if (!proposals && !groups) return group.take();
  if (proposal < 0) {
    group.note(proposals ? tr("Click a bar of MIS to choose a proposal.") : tr("Choose a proposal in ω-space to see its group."));
    return group.take();
  }
  group.addRow("proposal_means", proposal, tr("μ<sub>c</sub>"), tr("its mean"));
  if (const ProposalShares* at = snapshot.shares.get(); at && at->card == card.card && at->query == snapshot.query) {
    const QString where = tr("at the ω of sample %1").arg(at->sample);
    group.add(tr("α<sub>nc</sub>(ω)"), where, entryOf(at->alpha, proposal));
    group.add(tr("b<sub>c</sub>(ω)"), tr("balance part, the same ω"), entryOf(at->balance, proposal));
  }
  group.addOfQuery("group_weights", proposal, tr("G<sub>nc</sub>/Σ"), tr("weight of the group"));
  group.addRow("beta_hat", proposal, tr("β̂<sub>c</sub>"), tr("stands for its values"));
  return group.take();
}

}  // namespace

QString selectionPath(const Card& card, const Snapshot& snapshot, const Cursor& cursor) {
  QStringList parts = {QString::fromStdString(card.label()), tr("head %1").arg(snapshot.head + 1)};
  if (snapshot.query >= 0) parts << tr("query %1").arg(snapshot.query);
  if (cursor.key >= 0) parts << tr("key %1").arg(cursor.key);
  if (cursor.proposal >= 0) parts << tr("proposal %1").arg(cursor.proposal);
  if (cursor.sample >= 0) parts << tr("sample %1").arg(cursor.sample);
  return parts.join(QStringLiteral(" › "));
}

std::vector<InspectedGroup> inspectedNumbers(const CardResult& card, const Snapshot& snapshot, const Cursor& cursor) {
  std::vector<InspectedGroup> groups;
  if (!card.result || snapshot.query < 0) return groups;
  for (InspectedGroup group : {ofQuery(card, snapshot), ofKey(card, snapshot, cursor.key), ofProposal(card, snapshot, cursor.proposal), ofSample(card, snapshot, cursor.sample)})
    if (!group.numbers.empty()) groups.push_back(std::move(group));
  return groups;
}

}  // namespace omegascope
