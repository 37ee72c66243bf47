#include "views/card_study/card_plan.h"

#include <algorithm>
#include <filesystem>

#include "bench/forecast.h"
#include "core/digest.h"
#include "core/error.h"
#include "diagnostics/draws.h"
#include "estimators/registry.h"
#include "jobs/given_means.h"
#include "language/language.h"
#include "run/request_facts.h"

namespace omegascope {

using omega::studies::Json;

namespace {

constexpr int kLargestBudget = 256;
constexpr omega::Index kMostDraws = 32, kFewestDraws = 8;
// How long a measurement that nobody asked for may take on one ordinary core: this only decides what is asked.
constexpr double kSeconds = 2.7;
constexpr omega::Index kLengths[] = {128, 256, 512, 1024, 2048, 4096, 8192, 16384};
constexpr omega::Index kFitFrom = 1024;

Json optionsOf(const Card& card, const std::vector<std::string>& without) {
  Json options = Json::object();
  for (const auto& [name, value] : card.options)
    if (std::find(without.begin(), without.end(), name) == without.end())
      options[name] = omega::studies::scalar_of(value);
  return options;
}

/// The arrays that a file or a hand gave the card, without its noise.
omega::Arrays learnedArrays(const Card& card, const Snapshot& snapshot) {
  omega::Arrays learned;
  if (const CardResult* result = snapshot.card(card.id);
      result != nullptr && result->request && result->request->method == card.method) {
    omega::Request request = *result->request;
    omega::drop_noise(request);
    learned = std::move(request.given);
  }
  for (auto& [name, array] : arraysOfMeans(card, snapshot.sequence->sizes.D)) learned.insert_or_assign(name, array);
  return learned;
}

/// A learned array of another size belongs to another budget.
void checkLearned(const omega::EstimatorInfo& info, const omega::Problem& problem) {
  const auto isLength = [](omega::Index own, omega::Index wanted) { return wanted < 0 || own == wanted; };
  for (const omega::ArraySpec& spec : info.arrays(problem))
    if (const auto found = problem.given.find(spec.name); found != problem.given.end())
      if (const omega::Shape& own = found->second.shape();
          !std::equal(own.begin(), own.end(), spec.shape.begin(), spec.shape.end(), isLength))
        throw omega::Error::input(spec.name + " has another size");
}

double secondsOf(const Card& card, const std::string& budget, int value, const omega::Sizes& sizes,
                 const omega::Arrays& learned) {
  omega::Options::Given given(card.options.begin(), card.options.end());
  std::erase_if(given, [&](const auto& option) { return option.first == budget; });
  given.emplace_back(budget, std::to_string(value));
  const omega::EstimatorInfo& info = omega::find_estimator(card.method).info;
  const omega::Options options(card.method, info.options, given);
  const omega::Problem problem{sizes, options, learned};
  info.check(problem);
  checkLearned(info, problem);
  return omega::ordinary_seconds(omega::cost_of(card.method, problem), 1);
}

/// The budgets of one card that make sense, as powers of two, each with the seconds that a draw takes.
std::vector<std::pair<int, double>> budgetsOf(const Card& card, const std::string& budget, const omega::Sizes& sizes,
                                              const omega::Arrays& learned) {
  const omega::OptionSpec* spec = omega::option_named(omega::find_estimator(card.method).info.options, budget);
  const auto most =
      static_cast<int>(spec->of_tokens ? std::min({sizes.N, sizes.M, omega::Index{kLargestBudget}}) : kLargestBudget);
  std::vector<std::pair<int, double>> values;
  for (int value = 1; value <= most; value *= 2) {
    if (value < spec->minimum || value > spec->maximum) continue;
    try {
      values.emplace_back(value, secondsOf(card, budget, value, sizes, learned));
    } catch (const omega::Error&) {
      continue;  // does not go with the card's other options
    }
  }
  return values;
}

// The words of a study are English, as in every file; its figure says them in the language of the window.
Json panel(const char* name, const QString& title, const char* y, const QString& yTitle, const QString& xTitle) {
  return {{"name", name},
          {"title", title.toStdString()},
          {"of", {"cards"}},
          {"y", y},
          {"log", "xy"},
          {"x_title", xTitle.toStdString()},
          {"y_title", yTitle.toStdString()}};
}

Json studyOf(const char* name, const QString& title, const QString& about, const char* measure) {
  Json study = {{"format", 1},
                {"name", name},
                {"title", title.toStdString()},
                {"about", about.toStdString()},
                {"paper", "the cards of a session"},
                {"measure", measure}};
  study["blocks"] = Json::array();
  return study;
}

}  // namespace

std::shared_ptr<const omega::studies::StudyDefinition> CardPlan::definition(const Document& document,
                                                                            const std::string& folder) const {
  auto study = std::make_shared<omega::studies::StudyDefinition>(
      omega::studies::read_study("the plan of the visible cards", text, "small"));
  for (omega::studies::StudyPoint& point : study->points) {
    if (std::string& file = point.input.file; !file.empty()) file = (std::filesystem::path(folder) / file).string();
    if (const auto card = cards.find(point.series); card != cards.end())
      if (const Card* known = document.card(card->second)) point.copy = known->variant;
  }
  return study;
}

bool CardPlan::isSame(const CardPlan& other) const {
  const auto isAlike = [](const auto& mine, const auto& theirs) {
    return mine.first == theirs.first && omega::digest(mine.second) == omega::digest(theirs.second);
  };
  return text == other.text &&
         std::equal(learned.begin(), learned.end(), other.learned.begin(), other.learned.end(), isAlike);
}

std::string fileWithLearned(int card) { return "learned-" + std::to_string(card) + ".npz"; }

namespace {

/// The numbers of samples at which one card is measured, each with the seconds that a draw of it will take.
struct Asked {
  const Card* card;
  std::vector<std::pair<int, double>> values;
};

/// How many draws fit into the time: fewer draws say more than fewer points would. Where even kFewestDraws do not fit,
/// the dearest numbers of samples are left out.
omega::Index drawsWithinTime(std::vector<Asked>& all) {
  const auto total = [&] {
    double seconds = 0;
    for (const Asked& asked : all)
      for (const auto& [value, each] : asked.values) seconds += each;
    return seconds;
  };
  omega::Index draws = kMostDraws;
  while (draws > kFewestDraws && static_cast<double>(draws) * total() > kSeconds) draws /= 2;
  while (static_cast<double>(draws) * total() > kSeconds) {
    Asked* dearest = nullptr;
    for (Asked& asked : all)
      if (!asked.values.empty() && (dearest == nullptr || asked.values.back().second > dearest->values.back().second))
        dearest = &asked;
    if (dearest == nullptr) break;
    dearest->values.pop_back();
  }
  return draws;
}

Json convergencePanels() {
  const QString x = QStringLiteral("S");
  Json mse = panel("mse", QStringLiteral("mean squared error"), "mse", {}, x),
       bias = panel("bias2", QStringLiteral("squared bias, where above 0"), "bias2", {}, x),
       variance = panel("variance", QStringLiteral("variance"), "variance", {}, x);
  mse["low"] = "mse_low";
  mse["high"] = "mse_high";
  mse["fit_from"] = variance["fit_from"] = 4;
  return Json::array({mse, bias, variance});
}

/// Why the number of samples of a card cannot be varied; empty where it can.
QString whyNotVaried(const Card& card) {
  const omega::EstimatorInfo& info = omega::find_estimator(card.method).info;
  const QString label = QString::fromStdString(card.label());
  if (info.budget.empty()) return tr("%1 has no number of samples to vary.").arg(label);
  if (!card.means.empty() && omega::option_for(info.options, omega::OptionRole::means))
    return tr("The proposals of %1 were moved by hand: their number is fixed.").arg(label);
  return {};
}

}  // namespace

CardPlan convergencePlan(const Document& document, const Snapshot& snapshot) {
  CardPlan plan;
  omega::Sizes sizes = snapshot.sequence->sizes;
  sizes.heads = 1;
  sizes.lead.clear();
  Json study = studyOf(
      "explore_convergence", QStringLiteral("Convergence of the visible estimators"),
      QStringLiteral("Mean squared error to softmax on the sequence of a session, with squared bias and variance."),
      "error");
  std::vector<Asked> all;
  for (const Card& card : document.cards) {
    if (!card.visible || card.isTruth()) continue;
    if (const QString why = whyNotVaried(card); !why.isEmpty()) {
      plan.leftOut << why;
      continue;
    }
    omega::Arrays learned = learnedArrays(card, snapshot);
    all.push_back({&card, budgetsOf(card, omega::find_estimator(card.method).info.budget, sizes, learned)});
    if (!learned.empty()) plan.learned[card.id] = std::move(learned);
  }
  const omega::Index draws = drawsWithinTime(all);
  study["draws"] = draws;
  study["note"] = QStringLiteral("%1 draws").arg(draws).toStdString();
  for (const Asked& asked : all) {
    const std::string &method = asked.card->method, budget = omega::find_estimator(method).info.budget,
                      label = asked.card->label();
    if (asked.values.empty()) {
      plan.leftOut << tr("%1 would take too long on this sequence, or allows none of the numbers.")
                          .arg(QString::fromStdString(label));
      continue;
    }
    Json options = optionsOf(*asked.card, {budget});
    for (const auto& [value, each] : asked.values) options[budget].push_back(value);
    const bool hasLearned = plan.learned.count(asked.card->id) > 0;
    const std::string own = hasLearned ? fileWithLearned(asked.card->id) : kSequenceFile;
    study["blocks"].push_back({{"name", "cards"},
                               {"method", method},
                               {"series", label},
                               {"x", budget},
                               {"input", {{"file", own}}},
                               {"options", options}});
    plan.cards[label] = asked.card->id;
    plan.budgets[asked.card->id] = budget;
  }
  if (study["blocks"].empty()) {
    plan.whyNot =
        plan.leftOut.isEmpty()
            ? tr("Nothing to measure yet. Show rfa or lara to see how its error falls with the number of samples.")
            : plan.leftOut.join(QLatin1Char(' '));
    return plan;
  }
  study["panels"] = convergencePanels();
  study["columns"] = 3;
  study["findings"] = {{{"kind", "slope"}, {"panel", "mse"}}};
  plan.text = study.dump();
  return plan;
}

CardPlan scalingPlan(const Document& document, const omega::Sequence& sequence) {
  CardPlan plan;
  const omega::Sizes& sizes = sequence.sizes;
  Json study =
      studyOf("explore_scaling", QStringLiteral("Time and memory of the visible estimators"),
              QStringLiteral("The time of one forward estimate and its peak memory over the length N, alone on the "
                             "machine, shortest first."),
              "time");
  study["note"] = QStringLiteral("heads: %1, D = %2").arg(sizes.heads).arg(sizes.D).toStdString();
  study["inputs"] = {{"layer", {{"preset", "gaussian"}, {"heads", sizes.heads}, {"dim", sizes.D}, {"n", kLengths}}}};
  const auto add = [&](const std::string& series, const std::string& method, Json options) {
    Json block = {{"name", "cards"}, {"method", method}, {"series", series},
                  {"x", "n"},        {"input", "layer"}, {"parameters", {{"seconds", 0.08}, {"cap", 1}}}};
    if (!options.empty()) block["options"] = std::move(options);
    study["blocks"].push_back(std::move(block));
  };
  add("softmax, whole map", "softmax", {{"materialise", true}});
  add("softmax", "softmax", Json::object());
  for (const Card& card : document.cards) {
    if (!card.visible || card.isTruth()) continue;
    Card free = card;
    free.dropMeans();
    std::vector<std::string> without;
    for (const omega::OptionSpec& spec : omega::find_estimator(card.method).info.options)
      if (spec.kind == omega::OptionKind::grid) without.push_back(spec.name);  // other lengths are other images
    add(card.label(), card.method, optionsOf(free, without));
    plan.cards[card.label()] = card.id;
  }
  Json time = panel("time", QStringLiteral("time"), "ms", QStringLiteral("ms"), QStringLiteral("N")),
       memory = panel("memory", QStringLiteral("peak memory"), "peak_mib", QStringLiteral("MiB"), QStringLiteral("N"));
  time["low"] = "ms_low";
  time["high"] = "ms_high";
  time["fit_from"] = memory["fit_from"] = kFitFrom;
  study["panels"] = {time, memory};
  study["columns"] = 2;
  study["findings"] = {{{"kind", "slope"}, {"panel", "time"}}};
  for (const char* against : {"softmax", "softmax, whole map"}) {
    Json crossover = {{"kind", "crossover"}, {"panel", "time"}, {"against", against}};
    for (const auto& [label, id] : plan.cards) crossover["series"].push_back(label);
    study["findings"].push_back(std::move(crossover));
  }
  plan.text = study.dump();
  return plan;
}

}  // namespace omegascope
