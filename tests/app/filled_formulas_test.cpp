// The Inspector's formulas with their numbers: both sides of an equals sign are the same number.
#include <QRegularExpression>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

#include "app/booth.h"
#include "estimators/registry.h"
#include "jobs/rows.h"
#include "language/language.h"
#include "math/dot.h"
#include "math/segments.h"
#include "math_text/math_parser.h"
#include "run/request_facts.h"
#include "views/inspector/selection_values.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// A filled formula as far as it is numbers: "(1/16) (⋯ + e^{−2.1} (0.2; 0.9) + ⋯)".
struct Term {
  enum Kind { number, plus, minus, times, over, power, logarithm, sum } kind = number;
  std::vector<double> value;
  std::vector<Term> parts;
};

class TermReader {
 public:
  explicit TermReader(const QString& text) : m_text(text) {}

  /// Nothing where something else than numbers stands there.
  std::optional<Term> read() {
    const Term all = sum();
    skip();
    return m_good && m_at == m_text.size() ? std::optional(all) : std::nullopt;
  }

 private:
  QChar next() const { return m_at < m_text.size() ? m_text[m_at] : QChar(); }
  void skip() {
    while (next() == QLatin1Char(' ')) ++m_at;
  }
  bool take(const QString& what) {
    if (!m_text.mid(m_at).startsWith(what)) return false;
    m_at += what.size();
    return true;
  }

  Term sum() {
    Term all{Term::plus, {}, {}};
    bool isOne = false;  // of many terms one is shown
    for (bool minus = false;;) {
      skip();
      if (take(QStringLiteral("⋯")))
        isOne = true;
      else if (Term part = fraction(); minus)
        all.parts.push_back({Term::minus, {}, {std::move(part)}});
      else
        all.parts.push_back(std::move(part));
      skip();
      minus = next() == QChar(0x2212);
      if (!m_good || !(take(QStringLiteral("+")) || take(QStringLiteral("−")))) break;
    }
    if (isOne) all.kind = Term::sum;
    return all;
  }

  Term fraction() {
    Term all = product();
    while (take(QStringLiteral(" / "))) all = {Term::over, {}, {std::move(all), product()}};
    return all;
  }

  Term product() {
    Term all = factor();
    for (;;) {
      while (next() == QLatin1Char(' ') && m_at + 1 < m_text.size() &&
             !QStringLiteral("+−/= ").contains(m_text[m_at + 1]))
        ++m_at;
      if (next().isNull() || QStringLiteral(" +−/)]|}=").contains(next())) return all;
      if (!m_good) return all;
      all = {Term::times, {}, {std::move(all), factor()}};
    }
  }

  Term factor() {
    Term all = atom();
    while (next() == QLatin1Char('/') && take(QStringLiteral("/"))) all = {Term::over, {}, {std::move(all), atom()}};
    return all;
  }

  Term atom() {
    skip();
    if (take(QStringLiteral("−"))) return {Term::minus, {}, {atom()}};
    if (take(QStringLiteral("log |"))) return enclosed(Term::logarithm, QStringLiteral("|"));
    if (take(QStringLiteral("e^{"))) return enclosed(Term::power, QStringLiteral("}"));
    if (take(QStringLiteral("["))) return enclosed(Term::plus, QStringLiteral("]"));
    if (take(QStringLiteral("("))) {
      const int from = m_at;
      const Term inner = enclosed(Term::plus, QStringLiteral(")"));
      if (m_good || m_text.indexOf(QLatin1Char(';'), from) < 0) return inner;
      m_good = true;
      m_at = from;
      Term vector{Term::number, {}, {}};
      do vector.value.push_back(digits());
      while (m_good && take(QStringLiteral("; ")));
      m_good = m_good && take(QStringLiteral(")"));
      return vector;
    }
    return {Term::number, {digits()}, {}};
  }

  Term enclosed(Term::Kind kind, const QString& end) {
    Term all{kind, {}, {sum()}};
    skip();
    m_good = m_good && take(end);
    return all;
  }

  double digits() {
    static const QRegularExpression s_number(QStringLiteral("^−?\\d+(\\.\\d+)?(e−?\\d+)?"));
    QString found = s_number.match(m_text.mid(m_at)).captured();
    m_at += found.size();
    m_good = m_good && !found.isEmpty();
    return found.replace(QChar(0x2212), QLatin1Char('-')).toDouble();
  }

  QString m_text;
  int m_at = 0;
  bool m_good = true;
};

using Numbers = std::vector<double>;
using omega::dot;

Numbers each(const Numbers& a, const Numbers& b, const std::function<double(double, double)>& of) {
  Numbers all(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = of(a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i]);
  return all;
}

/// What a term is, where `of` are its texts for each choice: a sum that shows one term adds up those of all.
Numbers valueOf(const std::vector<Term>& of) {
  const Term& first = of.front();
  const auto part = [&](std::size_t i) {
    std::vector<Term> parts;
    for (const Term& term : of)
      if (i < term.parts.size()) parts.push_back(term.parts[i]);
    return valueOf(parts);
  };
  Numbers all = first.parts.empty() ? first.value : part(0);
  switch (first.kind) {
    case Term::number: return first.value;
    case Term::minus: return each({0}, all, std::minus<>());
    case Term::power: return each(all, {0}, [](double a, double) { return std::exp(a); });
    case Term::logarithm: return each(all, {0}, [](double a, double) { return std::log(std::abs(a)); });
    case Term::times: return each(all, part(1), std::multiplies<>());
    case Term::over: return each(all, part(1), std::divides<>());
    case Term::plus:
      for (std::size_t i = 1; i < first.parts.size(); ++i) all = each(all, part(i), std::plus<>());
      return all;
    case Term::sum:
      all = {0};
      for (const Term& term : of)
        for (const Term& one : term.parts) all = each(all, valueOf({one}), std::plus<>());
      return all;
  }
  return all;
}

/// What a formula leaves as symbols, computed here from the sequence by the definitions.
class Leftovers {
 public:
  Leftovers(const CardResult& card, int query)
      : m_card(card), m_query(query), m_q(scaled(card.request->sequence->q)), m_k(scaled(card.request->sequence->k)) {}

  QString put(QString text, const Chosen& chosen) const {
    const omega::Result& result = *m_card.result;
    const Numbers& q = m_q[static_cast<std::size_t>(m_query)];
    const QString n = QString::number(m_query);
    const auto put = [&text](const QString& what, double value) {
      text.replace(what, QStringLiteral("(%1)").arg(value, 0, 'g', 12).replace(QLatin1Char('-'), QChar(0x2212)));
    };
    if (result.has("omega") && result.at("omega").rank() == 2 && chosen.sample >= 0) {
      const Numbers omega = rowOf(result.at("omega"), chosen.sample);
      const QString s = vectorText(omega, 2).replace(QLatin1Char('-'), QChar(0x2212));
      const double normal = -std::log(2 * M_PI) - dot(omega, omega) / 2;  // of two dimensions
      const double feature = dot(omega, q) - dot(q, q) / 2;
      double keys = 0, normaliser = 0;
      for (std::size_t m = 0; m < m_k.size() && (!m_card.isCausal() || static_cast<int>(m) <= m_query); ++m) {
        keys += std::exp(dot(omega, m_k[m]) - dot(m_k[m], m_k[m]) / 2);
        normaliser += std::exp(dot(q, m_k[m]));
      }
      put(QStringLiteral("log N(%1; 0, I)").arg(s), normal);
      put(QStringLiteral("N(%1; 0, I)").arg(s), std::exp(normal));
      put(QStringLiteral("log ξ(q_{%1},%2)").arg(n, s), feature);
      put(QStringLiteral("log Σ_m ξ(k_m,%1)").arg(s), std::log(keys));
      put(QStringLiteral("p_{%1}(%2)").arg(n, s), std::exp(normal + feature) * keys / normaliser);
    }
    if (!result.has("proposal_means")) return text;
    const auto used = static_cast<std::size_t>(usedProposals(m_card, m_query));
    const Numbers r = similarities(used);
    put(QStringLiteral("r_{%1,%2}").arg(n, QString::number(chosen.proposal)),
        r[std::min(used - 1, static_cast<std::size_t>(chosen.proposal))]);
    put(QStringLiteral("Σ_c' r_{%1,c'}").arg(n), std::accumulate(r.begin(), r.end(), 0.0));
    put(QStringLiteral("δ_{%1,%2}").arg(n, QString::number(chosen.proposal)), m_query == chosen.proposal ? 1 : 0);
    return text;
  }

 private:
  static std::vector<Numbers> scaled(const omega::Array& of) {
    std::vector<Numbers> rows;
    const omega::Index dims = of.shape().back();
    for (omega::Index i = 0; i < static_cast<omega::Index>(of.count()) / dims; ++i) {
      rows.push_back(rowOf(of, i));
      for (double& x : rows.back()) x *= std::pow(static_cast<double>(dims), -0.25);
    }
    return rows;
  }
  /// r_nc of the proposals that the query uses; causal, proposal c stands on segment c − 1.
  Numbers similarities(std::size_t used) const {
    const bool isCausal = m_card.isCausal();
    if (m_card.request->options.word("proposals") == "standard") return Numbers(used);  // no segment stands behind them
    const auto all = m_card.result->at("proposal_means").shape().front();
    const std::vector<omega::Range> segments = omega::segments(static_cast<omega::Index>(m_q.size()), all);
    Numbers r;
    for (std::size_t c = 0; c < used; ++c) {
      if (isCausal && c == 0) {
        r.push_back(0);
        continue;
      }
      const omega::Range segment = segments[isCausal ? c - 1 : c];
      Numbers mean(m_q.front().size());
      for (omega::Index i = segment.begin; i < segment.end; ++i)
        mean = each(mean, m_q[static_cast<std::size_t>(i)],
                    [&](double a, double b) { return a + b / static_cast<double>(segment.size()); });
      double queries = 0;
      for (std::size_t i = 0; i < m_q.size(); ++i)
        if (!isCausal || static_cast<int>(i) <= m_query) queries += std::exp(dot(m_q[i], mean));
      r.push_back(std::exp(dot(m_q[static_cast<std::size_t>(m_query)], mean)) / queries);
    }
    return r;
  }

  const CardResult& m_card;
  const int m_query;
  const std::vector<Numbers> m_q, m_k;
};

/// Holds the parts of every filled formula of a card, as far as they are numbers, to one another; how many it could.
int checkFormulas(Booth& booth, const CardResult& card) {
  const Snapshot& snapshot = *booth.workbench().snapshot();
  const Leftovers leftovers(card, snapshot.query);
  const Chosen shown = chosenFor(card, snapshot, booth.workbench().selection().shown());
  std::vector<Chosen> choices{shown};  // then the other terms of sums over samples
  choices.front().key = -1;
  for (int s = 0; s < usedSamples(card, snapshot.query); ++s)
    if (s != shown.sample)
      choices.push_back(chosenFor(card, snapshot, {card.card, 0, snapshot.query, -1, -1, s})), choices.back().key = -1;
  int held = 0;
  const QStringList sources =
      describedLines(omega::equations_with(omega::info_of(*card.request), card.request->options));
  for (const QString& source : sources) {
    std::vector<std::vector<QStringList>> sides;  // of each statement, for each choice
    for (const Chosen& chosen : choices) {
      const FormulaValues values = selectionValues(card, snapshot, chosen);
      std::size_t at = 0;
      for (const MathNode& statement : filled(mathOrWords(source), values)) {
        if (sides.size() == at) sides.emplace_back();
        sides[at++].push_back(leftovers.put(plainText(statement), chosen).split(QStringLiteral(" = ")).mid(1));
      }
    }
    for (const std::vector<QStringList>& of : sides) {
      std::vector<Numbers> values;
      for (int side = 0; side < of.front().size(); ++side) {
        std::vector<Term> terms;
        for (const QStringList& texts : of)
          if (const std::optional<Term> term = side < texts.size() ? TermReader(texts[side]).read() : std::nullopt)
            terms.push_back(*term);
        const bool isWhole = terms.size() == of.size() || !of.front()[side].contains(QStringLiteral("⋯"));
        if (!terms.empty() && isWhole) values.push_back(valueOf(terms));
      }
      for (std::size_t i = 1; i < values.size(); ++i) {
        INFO(source.toStdString() << "\n" << of.front().join(QStringLiteral(" = ")).toStdString());
        const bool hasPowers = of.front().join(QString()).contains(QStringLiteral("e^"));
        double largest = 0, off = 0;
        for (std::size_t d = 0; d < values[0].size(); ++d) {
          largest = std::max({largest, std::abs(values[0][d]), std::abs(values[i][d])});
          off = std::max(off, std::abs(values[i][d] - values[0][d]));
        }
        CHECK(off <= (hasPowers ? 0.03 : 0.002) * largest);  // numbers have four digits
        ++held;
      }
    }
  }
  return held;
}

}  // namespace

TEST_CASE("both sides of a filled formula are the same number", "[inspector]") {
  using Options = std::map<std::string, std::string>;
  const std::vector<std::tuple<const char*, Options, int>> rows = {
      {"rfa", {{"samples", "16"}}, 1},
      {"rfa", {{"samples", "16"}, {"proposal_variance", "2"}}, 1},
      {"is", {{"samples", "16"}}, 2},
      {"is", {{"samples", "16"}, {"proposal_variance", "full"}}, 2},
      {"is", {{"samples", "16"}, {"proposal_variance", "2"}}, 2},
      {"ra", {{"samples", "4"}}, 1},
      {"ra", {{"samples", "4"}, {"variant", "biased"}}, 1},
      {"lara", {}, 3},
      {"lara", {{"weighting", "constant"}}, 3},
      {"lara", {{"weighting", "balance"}}, 3},
      {"lara", {{"weighting", "power"}}, 2},
      {"lara", {{"weighting", "coupled"}}, 2},
      {"lara", {{"weighting", "optimal"}, {"nodes", "17"}}, 2},
      {"lara", {{"clamp", "0"}}, 3},
      {"lara", {{"blend", "0.5"}}, 2},
      {"lara", {{"proposals", "standard"}, {"normalise", "none"}}, 1},
      {"lara", {{"normalise", "none"}}, 2},
      {"lara", {{"causal", "true"}}, 1},
      {"mis", {}, 2},
      {"mis", {{"weighting", "constant"}}, 2},
  };
  Booth booth;
  booth.workbench().store().change(QStringLiteral("data"), [](Document& d) { d.workload.preset = "three_clusters"; });
  for (const auto& [method, options, least] : rows) {
    int id = 0;
    booth.workbench().store().change(QStringLiteral("one card"), [&, method = method, options = options](Document& d) {
      Card card = d.add(method);
      if (std::string(method) == "lara" || std::string(method) == "mis") card.set("landmarks", "8");
      for (const auto& [option, value] : options) card.set(option, value);
      id = card.id;
      d.cards = {card};
    });
    booth.workbench().selection().lock({id, 0, 20, 5, 2, 2});
    booth.settle();
    const Snapshot& snapshot = *booth.workbench().snapshot();
    REQUIRE(snapshot.card(id));
    std::string given;
    for (const auto& [option, value] : options) given += " " + option + "=" + value;
    INFO(method << given);
    REQUIRE(snapshot.card(id)->error.empty());
    CHECK(checkFormulas(booth, *snapshot.card(id)) >= least);
  }
}
