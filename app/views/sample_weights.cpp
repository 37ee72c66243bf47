#include "views/sample_weights.h"

#include <QStringList>
#include <algorithm>

#include "language/language.h"
#include "math/segments.h"
#include "proposals/proposals.h"

namespace omegascope {

bool takesKeys(const std::vector<omega::OutputSpec>& outputs) {
  return std::any_of(outputs.begin(), outputs.end(), [](const auto& output) { return output.name == "exact_mass"; });
}

omega::Index sampleCount(const omega::Result& result) {
  if (!result.has("omega")) return 0;
  const omega::Shape& shape = result.at("omega").shape();
  return shape[shape.size() - 2];
}

int sampleCountOf(const CardResult& card) {
  const omega::Result* result = card.own.result ? card.own.result.get() : card.result.get();
  return result == nullptr ? 0 : static_cast<int>(sampleCount(*result));
}

omega::Index usedProposals(const CardResult& card, int query) {
  const omega::Result& result = card.resultOf(query);
  const omega::Index all = result.has("proposal_means") ? result.at("proposal_means").shape().front() : 0;
  if (all == 0 || !card.request || !omega::has_stages(card.request->options)) return all;
  const std::vector<omega::Range> segments = omega::segments(card.request->sequence->sizes.N, all);
  return 1 + std::count_if(segments.begin(), segments.end(), [&](const omega::Range& s) { return s.end <= query; });
}

omega::Index usedSamples(const CardResult& card, int query) {
  const omega::Index samples = sampleCount(card.resultOf(query)), used = usedProposals(card, query);
  return used > 0 ? samples / card.resultOf(query).at("proposal_means").shape().front() * used : samples;
}

std::vector<ChosenShare> chosenShares(const Snapshot& snapshot, const Document& document, const Members& samples) {
  std::vector<ChosenShare> all;
  for (const CardResult& result : snapshot.cards) {
    ChosenShare one{document.card(result.card), 0, sampleCountOf(result), 0};
    const std::vector<double> weights = weightsOf(result, snapshot.query);
    for (const Member& sample : samples) {
      if (sample.card != result.card || sample.index >= one.of) continue;
      ++one.count;
      const auto s = static_cast<std::size_t>(sample.index);
      one.share += s < weights.size() ? weights[s] : 1.0 / one.of;
    }
    if (one.card != nullptr && one.count > 0) all.push_back(one);
  }
  return all;
}

QStringList chosenLines(const Snapshot& snapshot, const Document& document, const Members& samples) {
  QStringList lines;
  for (const ChosenShare& one : chosenShares(snapshot, document, samples))
    lines << tr("%1: %2 of %3 samples, %4 % of the weight")
                 .arg(QString::fromStdString(one.card->label()))
                 .arg(one.count)
                 .arg(one.of)
                 .arg(100 * one.share, 0, 'f', 1);
  return lines;
}

}  // namespace omegascope
