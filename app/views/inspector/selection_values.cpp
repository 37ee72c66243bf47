#include "views/inspector/selection_values.h"

#include <algorithm>

#include "estimators/registry.h"
#include "jobs/rows.h"
#include "math_text/math_parser.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"
#include "weightings/weighting.h"

namespace omegascope {

namespace {

constexpr std::size_t kDimsInMenus = 2;

QString valueText(const std::vector<double>& values) { return vectorText(values, kDimsInMenus); }

int heaviest(const std::vector<double>& weights) {
  return weights.empty() ? -1 : static_cast<int>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

/// Collects values from one card's result.
class Collector {
 public:
  Collector(const CardResult& card, const Snapshot& snapshot, const Chosen& chosen)
      : m_card(card),
        m_result(card.resultOf(snapshot.query)),
        m_row(card.rowOf(snapshot.query)),
        m_snapshot(snapshot),
        m_chosen(chosen) {}

  FormulaValues take() {
    m_values.choose(QStringLiteral("n"), m_snapshot.query, static_cast<int>(m_snapshot.sequence->sizes.N));
    addOutputs();
    if (m_chosen.key >= 0 && (!m_card.isCausal() || m_chosen.key <= m_snapshot.query)) addKey();
    if (m_chosen.proposal >= 0) addProposal();
    if (m_chosen.sample >= 0) addSample();
    addSettings();
    return std::move(m_values);
  }

 private:
  void add(const QString& what, const std::vector<double>& values) {
    if (!values.empty()) m_values.add(what, valueText(values));
  }
  /// Row `at` of an output; of this query's own part where each query has one.
  std::vector<double> row(const char* name, omega::Index at) const {
    if (!m_result.has(name)) return {};
    const omega::Array& array = m_result.at(name);
    return rowOf(array, ownRow(array, at, m_row));
  }
  std::vector<double> element(const char* name, omega::Index column) const {
    return m_result.has(name) ? shownElement(m_result.at(name), m_row, column) : std::vector<double>{};
  }

  void addOutputs() {
    add(QStringLiteral("y_n"), m_card.outputOf(m_snapshot.query));
    if (m_result.has("y_groups")) add(QStringLiteral("y_groups"), rowOf(m_result.at("y_groups"), m_row));
    if (m_result.has("beta")) add(QStringLiteral("β̂"), rowOf(m_result.at("beta"), m_row));
  }

  void addKey() {
    const omega::Index key = m_chosen.key;
    m_values.choose(QStringLiteral("m"), m_chosen.key, static_cast<int>(m_snapshot.sequence->sizes.M));
    if (m_snapshot.plane && m_snapshot.plane->isCausal == m_card.isCausal())
      add(QStringLiteral("π_nm"), shownEntry(m_snapshot.plane->bumpWeights, key));
    if (m_snapshot.details.logits) add(QStringLiteral("q_n·k_m"), shownEntry(m_snapshot.details.logits->all, key));
    for (const QString& value : {QStringLiteral("v_m"), QStringLiteral("v_mᵀ")})
      if (m_card.request) add(value, rowOf(m_card.request->sequence->v, key));
    add(QStringLiteral("h_m"), element("h", key));
  }

  void addProposal() {
    const omega::Index proposal = m_chosen.proposal, count = proposalCount();
    if (proposal >= count) return;
    m_values.choose(QStringLiteral("c"), m_chosen.proposal, static_cast<int>(count));
    add(QStringLiteral("μ_c"), row("proposal_means", proposal));
    add(QStringLiteral("β̂_c"), row("beta_hat", proposal));
    const ProposalShares* shares = m_snapshot.shares.get();
    if (shares == nullptr || shares->card != m_card.card || shares->query != m_snapshot.query || !shares->error.empty())
      return;
    if (shares->sample != m_chosen.sample) return;
    const omega::Options& options = m_card.request->options;
    if (!omega::follows_equation(options)) return;
    // What was raised is not what its equation says either.
    const auto least = static_cast<float>(omega::raised_to(options));
    const auto addShare = [&](const QString& what, const std::vector<double>& share) {
      if (!share.empty() && static_cast<float>(share[0]) > least) add(what, share);
    };
    addShare(QStringLiteral("α_nc(ω)"), shownEntry(shares->alpha, proposal));
    if (omega::has_balance_part(options)) addShare(QStringLiteral("b_c(ω)"), shownEntry(shares->balance, proposal));
  }

  /// How many c runs over: those proposals, or groups, that count for the query.
  omega::Index proposalCount() const {
    if (m_result.has("proposal_means")) return usedProposals(m_card, m_snapshot.query);
    if (m_result.has("group_weights")) return m_result.at("group_weights").shape().back();
    return m_result.has("beta_hat") ? *(m_result.at("beta_hat").shape().end() - 2) : 0;
  }

  /// How many samples each proposal has; all, where there are no proposals.
  int samplesEach() const {
    const omega::Index count = sampleCount(m_result);
    return static_cast<int>(m_result.has("proposal_means") ? count / m_result.at("proposal_means").shape().front()
                                                           : count);
  }

  /// The sample under every name that equations give it: with one sample a proposal, c numbers both.
  QStringList sampleNames() const {
    QStringList names = {QStringLiteral("s"), QStringLiteral("ns"), QStringLiteral("cs"), QStringLiteral("i"),
                         QStringLiteral("ci")};
    const bool ownProposal = m_result.has("proposal_means") && samplesEach() == 1;
    if (ownProposal || (m_result.has("group_weights") && m_chosen.proposal == m_chosen.sample))
      names << QStringLiteral("c");
    return names;
  }

  void addSample() {
    const omega::Index sample = m_chosen.sample;
    if (sample >= usedSamples(m_card, m_snapshot.query)) return;
    m_values.choose(QStringLiteral("s"), m_chosen.sample % samplesEach(), samplesEach());
    for (const QString& name : sampleNames()) addSampleAs(name, sample);
    const std::vector<double> weight = element("log_weights", sample), share = element("alpha", sample);
    if (weight.empty()) return;
    const bool isNegative = !share.empty() && share[0] < 0;
    for (const QString& names : {QStringLiteral("ns"), QStringLiteral("nc"), QStringLiteral("ncs")}) {
      const QString name = QStringLiteral("w_%1").arg(names), text = numberText(weight[0]);
      m_values.add(QStringLiteral("log %1").arg(name), text);
      m_values.add(QStringLiteral("log |%1|").arg(name), text);
      m_values.addPower(name, text, isNegative);
    }
  }

  void addSampleAs(const QString& name, omega::Index sample) {
    const QString omegaName = QStringLiteral("ω_%1").arg(name);
    add(omegaName, row("omega", sample));
    add(QStringLiteral("f(%1)").arg(omegaName), row("f", sample));
    add(QStringLiteral("α_nc(%1)").arg(omegaName), element("alpha", sample));
    if (m_result.has("log_proposal")) {
      const std::vector<double> density = shownElement(m_result.at("log_proposal"), 0, sample);
      // The density of the sample's own proposal: a normal about 0 where there are no others.
      const QStringList normals = isSpread()
                                      ? QStringList{QStringLiteral("N(%1; 0, Σ)"), QStringLiteral("N(%1; 0, σ²I)")}
                                      : QStringList{QStringLiteral("N(%1; 0, I)")};
      for (const QString& of : m_result.has("proposal_means") ? QStringList{QStringLiteral("q_c(%1)")} : normals)
        addDensity(of.arg(omegaName), density);
    }
    const QueryDetails& details = m_snapshot.details;
    if (details.card == m_card.card && details.sample == sample)
      addDensity(QStringLiteral("p_n(%1)").arg(omegaName), {details.logTarget});
  }

  /// Whether the normal about 0 differs from N(0, I).
  bool isSpread() const {
    if (!m_card.request) return false;
    const omega::OptionSpec* variance =
        omega::option_for(omega::find_estimator(m_card.request->method).info.options, omega::OptionRole::variance);
    return variance != nullptr && m_card.request->options.value(variance->name) != omega::OptionValue(1.0);
  }

  void addDensity(const QString& what, const std::vector<double>& logarithm) {
    if (logarithm.empty()) return;
    m_values.add(QStringLiteral("log ") + what, numberText(logarithm[0]));
    m_values.addPower(what, numberText(logarithm[0]));
  }

  /// Options that are a letter of the equations: S, β, λ …
  void addSettings() {
    if (!m_card.request) return;
    for (const omega::OptionSpec& spec : omega::find_estimator(m_card.request->method).info.options) {
      const ParsedMath letter = parseMath(QString::fromStdString(spec.equation));
      const bool isNumber = spec.kind == omega::OptionKind::integer || spec.kind == omega::OptionKind::real;
      if (!letter.isGood() || letter.formula.parts.size() != 1 || letter.formula.parts[0].kind != MathKind::symbol ||
          !letter.formula.parts[0].above.empty() || !isNumber)
        continue;
      m_values.addSetting(
          QString::fromStdString(spec.equation),
          QString::fromStdString(omega::to_string(m_card.request->options.value(spec.name), spec.automatic)));
    }
    // There may be fewer proposals than were asked for, and more samples of each.
    if (!m_result.has("proposal_means")) return;
    m_values.addSetting(QStringLiteral("C"), QString::number(proposalCount()));
    m_values.addSetting(QStringLiteral("S_c"), QString::number(samplesEach()));
  }

  const CardResult& m_card;
  const omega::Result& m_result;
  const omega::Index m_row;  // of the shown query there; −1: it has none
  const Snapshot& m_snapshot;
  const Chosen& m_chosen;
  FormulaValues m_values;
};

}  // namespace

Chosen chosenFor(const CardResult& card, const Snapshot& snapshot, const Cursor& cursor) {
  Chosen chosen{cursor.key, cursor.sample, cursor.proposal};
  if (!card.result || snapshot.query < 0) return chosen;
  const omega::Result& result = card.resultOf(snapshot.query);
  const omega::Index samples = sampleCount(result), row = card.rowOf(snapshot.query);
  const bool proposals = result.has("proposal_means");
  const omega::Index sharing =
      proposals ? std::max<omega::Index>(1, samples / result.at("proposal_means").shape().front()) : 0;
  if (chosen.sample >= samples) chosen.sample = -1;
  // A proposal alone stands for the first of its samples.
  if (chosen.sample < 0 && chosen.proposal >= 0 && chosen.proposal * sharing < samples && proposals)
    chosen.sample = static_cast<int>(chosen.proposal * sharing);
  if (chosen.sample < 0 && samples > 0 && result.has("weights")) {  // not of keys that are drawn
    chosen.sample = heaviest(rowOf(result.at("weights"), row));
    chosen.sampleIsHeaviest = true;
  }
  if (chosen.sample < 0 && result.has("f") && samples > 0) chosen.sample = 0;  // all count alike
  if (proposals && chosen.sample >= 0) chosen.proposal = static_cast<int>(chosen.sample / sharing);
  if (!proposals && result.has("group_weights")) {
    chosen.proposalIsHeaviest = chosen.proposal < 0;
    if (chosen.proposal < 0) chosen.proposal = heaviest(rowOf(result.at("group_weights"), row));
    if (chosen.sample < 0 && samples == result.at("group_weights").shape().back()) chosen.sample = chosen.proposal;
  }
  if (chosen.key < 0 && snapshot.plane) {
    std::vector<double> weights = snapshot.plane->bumpWeights;
    if (card.isCausal()) weights.resize(std::min(weights.size(), static_cast<std::size_t>(snapshot.query) + 1));
    chosen.key = heaviest(weights);
    chosen.keyIsHeaviest = true;
  }
  return chosen;
}

FormulaValues selectionValues(const CardResult& card, const Snapshot& snapshot, const Chosen& chosen) {
  return Collector(card, snapshot, chosen).take();
}

std::vector<double> shownElement(const omega::Array& array, omega::Index row, omega::Index column) {
  const omega::Index length = array.shape().back();
  if (row < 0 || column < 0 || column >= length || static_cast<std::size_t>(row * length + column) >= array.count())
    return {};
  return {array.at(static_cast<std::size_t>(row * length + column))};
}

std::vector<double> shownEntry(const std::vector<double>& values, omega::Index index) {
  if (index < 0 || static_cast<std::size_t>(index) >= values.size()) return {};
  return {values[static_cast<std::size_t>(index)]};
}

}  // namespace omegascope
