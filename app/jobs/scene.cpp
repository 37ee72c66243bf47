#include "jobs/scene.h"

#include <algorithm>

#include "run/request_facts.h"
#include "run/some_queries.h"

namespace omegascope {

const AskedCard* Scene::card(int id) const {
  const auto found = std::find_if(cards.begin(), cards.end(), [id](const AskedCard& card) { return card.id() == id; });
  return found == cards.end() ? nullptr : &*found;
}

bool Scene::isExact(const omega::Request& asked) const {
  const auto& specs = omega::info_of(asked).options;
  return std::any_of(cards.begin(), cards.end(), [&](const AskedCard& card) {
    if (!isTruth(card.id()) || !card.request || card.request->method != asked.method) return false;
    omega::Options alike = asked.options;
    alike.set(asked.method, specs, "scale", card.request->options.value("scale"));
    return alike == card.request->options;
  });
}

bool Scene::isOfSample(const omega::Request& asked) const {
  const omega::Traits traits = omega::traits_of(asked);
  return sample && (isExact(asked) || (traits.query_by_query && !traits.linear));
}

bool Scene::isGlanced(const omega::Request& asked) const {
  const omega::Traits traits = omega::traits_of(asked);
  return sample && traits.query_by_query && traits.linear;
}

omega::Result Scene::runAt(const omega::Request& asked, const std::vector<omega::Index>& queries,
                           std::set<std::string> want) const {
  if (omega::traits_of(asked).query_by_query) {
    omega::Request some = omega::at_queries(asked, queries);
    some.want = std::move(want);
    return omega::run(some, context());
  }
  // Exact, though each query sees different keys; in double: sums over so many keys in single precision would show it.
  omega::Result result;
  result.outputs.emplace(
      "y", omega::exact_rows<double>(*head, queries, omega::scale_of(asked), asked.options.is_causal(), progress()));
  return result;
}

std::set<std::string> Scene::shownOutputs(const omega::Request& request, omega::Index queries) {
  omega::Sizes sizes = request.sequence->sizes;
  sizes.N = queries;
  std::set<std::string> wanted;
  for (const omega::OutputSpec& output : omega::outputs_of(request, sizes)) {
    const double count = static_cast<double>(omega::element_count(output.shape));
    if (output.name == "y" || (!output.quadratic && count <= kLargestTable)) wanted.insert(output.name);
  }
  return wanted;
}

bool Scene::isSameMethod(int id) const {
  if (isTruth(id)) return true;
  const Card *then = last ? last->document->card(id) : nullptr, *now = request.document->card(id);
  return then != nullptr && now != nullptr && then->method == now->method;
}

const CardResult* Scene::tried(int card) const {
  const auto exact = truths.find(card);
  const CardResult* result = exact != truths.end() ? exact->second.get() : snapshot.card(card);
  return result != nullptr && !result->isOld ? result : nullptr;
}

const CardResult* Scene::fresh(int card) const {
  const CardResult* result = tried(card);
  return result != nullptr && result->result ? result : nullptr;
}

bool Scene::isPending(int id) const {
  const AskedCard* asked = card(id);
  return asked != nullptr && asked->request && tried(id) == nullptr;
}

bool Scene::hasPending() const {
  return std::any_of(cards.begin(), cards.end(), [this](const AskedCard& card) { return isPending(card.id()); });
}

void Scene::fail(const std::string& sentence) {
  std::vector<std::string>& all = snapshot.failures;
  if (std::find(all.begin(), all.end(), sentence) == all.end()) all.push_back(sentence);
}

double Scene::milliseconds() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_start).count();
}

}  // namespace omegascope
