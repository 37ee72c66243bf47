// MisPanel: what is exported of it beside its picture.
#include "views/mis/mis_panel.h"

#include "views/rich_text.h"

namespace omegascope {

PanelData MisPanel::data() const {
  PanelData data;
  data.columns = {tr("estimator"), tr("query"), tr("sample"), tr("proposal"), QStringLiteral("alpha"), tr("balance")};
  if (!emptyText().isEmpty()) return data;
  const bool isParted = hasBalance();
  if (!isParted) data.columns.pop_back();
  const ProposalShares& at = *snapshot().shares;
  const Card* card = workbench().document().card(at.card);
  for (std::size_t c = 0; c < at.alpha.size(); ++c) {
    data.rows.push_back({QString::fromStdString(card->label()), QString::number(at.query), QString::number(at.sample),
                         QString::number(c), plainNumber(at.alpha[c])});
    if (isParted) data.rows.back().push_back(plainNumber(at.balance[c]));
  }
  const auto count = static_cast<omega::Index>(at.alpha.size());
  data.addList(card->label() + "_alpha_at", at.alpha);
  if (isParted) data.addList(card->label() + "_balance_at", at.balance);
  data.addList(card->label() + "_line", at.linePositions);
  if (const auto places = static_cast<omega::Index>(at.linePositions.size()); places > 0)
    data.arrays.emplace(card->label() + "_alpha_on_line", omega::Array::from(at.lineAlpha, {places, count}));
  if (const Predictions* all = snapshot().predictions.get(); all && all->card == at.card)
    for (std::size_t w = 0; w < all->variances.size(); ++w)
      data.addList(card->label() + "_predicted_variance_" + all->words[w], all->variances[w]);
  if (shownCard()->result->has("alpha"))
    data.arrays.emplace(card->label() + "_alpha_own", shownCard()->result->at("alpha"));
  return data;
}

QString MisPanel::subject() const {
  const CardResult* card = shownCard();
  return card == nullptr ? QString() : QString::fromStdString(workbench().document().card(card->card)->label());
}

QString MisPanel::command() const {
  const CardResult* card = shownCard();
  return card == nullptr
             ? QString()
             : estimatesOf({workbench().document().card(card->card)}, QStringLiteral("y,alpha,omega,proposal_means"));
}

}  // namespace omegascope
