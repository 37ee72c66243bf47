// Sequences whose exact attention nobody waits for: what comes first, of what, and what is said of it.
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "app/hands.h"
#include "app/slowed_stage.h"
#include "app/window_booth.h"
#include "core/philox.h"
#include "diagnostics/gaussian_mixture.h"
#include "export/panel_booth.h"
#include "jobs/explorer.h"
#include "jobs/plane_drawing.h"
#include "jobs/rows.h"
#include "run/some_queries.h"
#include "views/attention/attention_cells.h"
#include "views/inspector/inspected_numbers.h"
#include "views/omega_space/omega_look.h"
#include "views/sample_weights.h"
#include "widgets/banner.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr int kSoftmaxCard = 0;

/// Exact attention is about 10¹² operations, the linear methods are next to nothing.
Document longDocument() {
  Document document = Document::start();
  document.workload.preset = "clusters";
  document.workload.presetOptions = {{"n", "65536"}, {"dim", "64"}};
  return document;
}

bool hasLinear(const Snapshot& snapshot) {
  return snapshot.sequence && snapshot.sequence->sizes.N == 65536 && snapshot.card(kRfa) &&
         snapshot.card(kRfa)->result && snapshot.card(kLara) && snapshot.card(kLara)->result;
}

}  // namespace

TEST_CASE("of a long sequence linear methods and the query's exact row come first, errors from some queries",
          "[explore_stages]") {
  Explorer explorer;
  ExploreRequest request;
  request.query = kStartQuery;
  request.document = std::make_shared<const Document>(Document::start());
  std::shared_ptr<const Snapshot> before, first, last;
  explorer.explore(request, {}, [&](std::shared_ptr<const Snapshot> snapshot) { before = std::move(snapshot); });
  REQUIRE(before->complete);
  REQUIRE_FALSE(before->maps.empty());
  CHECK(before->cards.size() == 3);
  CHECK_FALSE(before->truth().row);
  request.revision = 1;
  request.document = std::make_shared<const Document>(longDocument());
  request.needs = {Work::maps};
  std::stop_source stop;
  std::vector<std::shared_ptr<const Snapshot>> all;
  explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
    all.push_back(snapshot);
    if (!first && hasLinear(*snapshot)) first = snapshot;
    last = snapshot;
    const MapImage* exact = snapshot->map(kTruth);
    if (exact && exact->map.rows_taken >= 4 && snapshot->map(kLara) && snapshot->card(kLara)->metrics.queries > 0)
      stop.request_stop();
  });
  REQUIRE(first);
  REQUIRE(all.size() >= 2);
  CHECK(all.front()->isBlank());
  CHECK_FALSE(first->complete);
  CHECK(first->sequence->sizes.N == 65536);
  REQUIRE(first->truth().row);
  CHECK(first->truth().row->query == kStartQuery);
  CHECK(first->truth().y.size() == 64);
  for (const CardResult& card : first->cards) CHECK_FALSE(card.isOld);
  for (const auto& snapshot : all) {
    for (const MapImage& image : snapshot->maps) CHECK_FALSE(image.isOld);
    CHECK(snapshot->clouds.empty());
    CHECK((!snapshot->plane || snapshot->plane->keys.size() == 2 * 65536));
  }
  // The errors say from how many queries they are; the exact map, from how many rows.
  for (const int card : {kSoftmaxCard, kRfa, kLara}) {
    REQUIRE(last->card(card));
    CHECK(last->card(card)->metrics.queries == omega::kQueriesBeyond);
    CHECK(last->card(card)->metrics.mse_error > 0);
  }
  CHECK(last->card(kSoftmaxCard)->metrics.mse < 1e-10);
  CHECK(last->card(kSoftmaxCard)->sample);
  const std::vector<double> exact = last->card(kSoftmaxCard)->outputOf(kStartQuery);
  REQUIRE(exact.size() == last->truth().y.size());
  for (std::size_t d = 0; d < exact.size(); ++d) CHECK(exact[d] == Approx(last->truth().y[d]).margin(1e-5));
  CHECK_FALSE(last->card(kLara)->sample);
  for (const int card : {kTruth, kSoftmaxCard}) {
    REQUIRE(last->map(card));
    CHECK(last->map(card)->map.is_sampled());
  }
  CHECK_FALSE(last->map(kLara)->map.is_sampled());
}

TEST_CASE("of a long sequence the shown query has all its numbers, whether all queries are estimated or only some",
          "[explore_stages]") {
  Explorer explorer(slowedTable(kEstimates, 2 * Explorer::kPatienceSeconds));
  ExploreRequest request;
  request.query = 40000;
  request.needs = {Work::estimates};
  Document document = longDocument();
  for (Card& card : document.cards) card.visible = card.method == "rfa" || card.method == "ra";
  const auto idOf = [&](const char* method) {
    return std::find_if(document.cards.begin(), document.cards.end(), [&](const Card& c) { return c.method == method; })
        ->id;
  };
  const int ra = idOf("ra");
  const auto checkRow = [&](const CardResult& card) {
    REQUIRE(card.own.query == request.query);
    omega::Request one = omega::at_queries(*card.request, {request.query});
    one.want.reset();
    const omega::Result alone = omega::run(one);
    const omega::Array& y = card.resultOf(request.query).at("y");
    const auto row = static_cast<std::size_t>(card.rowOf(request.query));
    for (std::size_t d = 0; d < 64; ++d) CHECK(y.at(64 * row + d) == Approx(alone.at("y").at(d)).margin(1e-5));
    return alone;
  };
  SECTION("some of ra's") {
    std::stop_source stop;
    std::shared_ptr<const Snapshot> found;
    request.document = std::make_shared<const Document>(document);
    explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
      if (const CardResult* card = snapshot->card(ra); card && card->own.result) found = std::move(snapshot);
      if (found) stop.request_stop();
    });
    REQUIRE(found);
    const CardResult& card = *found->card(ra);
    checkRow(card);
    CHECK(card.sample);
    CHECK(card.rowOf(7) == -1);  // of which nobody asked
    const PlaneCard* placed = found->plane ? found->plane->card(ra) : nullptr;
    REQUIRE(placed);
    CHECK(placed->samples.size() == 2 * 16);  // as many as the card draws
  }
  SECTION("all of rfa's, after some of them") {
    document.card(ra)->visible = false;
    std::stop_source stop;
    std::vector<std::shared_ptr<const Snapshot>> all;
    request.document = std::make_shared<const Document>(document);
    explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
      all.push_back(snapshot);
      const CardResult* card = snapshot->card(kRfa);
      if (card && card->result && !card->sample) stop.request_stop();
    });
    const auto first = std::find_if(all.begin(), all.end(), [](const auto& one) { return one->card(kRfa) != nullptr; });
    REQUIRE(first != all.end());
    const CardResult &some = *(*first)->card(kRfa), &whole = *all.back()->card(kRfa);
    CHECK(some.sample);
    CHECK_FALSE(whole.sample);
    CHECK(whole.result->at("y").shape()[0] == 65536);
    for (const CardResult* card : {&some, &whole}) {
      CHECK(card->ess >= 1);
      const omega::Array weights = checkRow(*card).at("weights");
      const std::vector<double> own = weightsOf(*card, request.query);
      REQUIRE(own.size() == weights.count());
      for (std::size_t s = 0; s < own.size(); ++s) CHECK(own[s] == Approx(weights.at(s)).margin(1e-6));
    }
    CHECK_FALSE(whole.result->has("weights"));  // of all queries nobody looks at them
    // In a drag some are enough for a preview.
    std::stop_source other;
    std::shared_ptr<const Snapshot> preview;
    document.card(kRfa)->set("samples", "24");
    request.document = std::make_shared<const Document>(document);
    explorer.explore(request, other.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
      if (!snapshot->isPreview) return;
      preview = std::move(snapshot);
      other.request_stop();
    });
    REQUIRE(preview);
    CHECK(preview->card(kRfa)->sample);
    CHECK_FALSE(preview->card(kRfa)->isOld);
    CHECK(weightsOf(*preview->card(kRfa), request.query).size() == 24);
  }
}

TEST_CASE("of a long sequence a causal card is held against the shown query's own causal softmax", "[explore_stages]") {
  Explorer explorer(slowedTable(kEstimates, 2 * Explorer::kPatienceSeconds));
  ExploreRequest request;
  request.query = 40000;
  request.needs = {Work::estimates};
  Document document = longDocument();
  for (Card& card : document.cards) card.visible = card.method == "rfa";
  document.card(kRfa)->set("causal", "true");
  std::stop_source stop;
  std::shared_ptr<const Snapshot> found;
  request.document = std::make_shared<const Document>(document);
  explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
    if (snapshot->truth().y.empty() || snapshot->truth(kCausalTruth).y.empty()) return;
    found = std::move(snapshot);
    stop.request_stop();
  });
  REQUIRE(found);
  const omega::Sequence& tokens = *found->sequence;
  const auto n = static_cast<std::size_t>(request.query);
  double total = 0;
  std::vector<double> y(64, 0.0);
  for (std::size_t m = 0; m <= n; ++m) {
    double logit = 0;
    for (std::size_t d = 0; d < 64; ++d) logit += tokens.q.at(64 * n + d) * tokens.k.at(64 * m + d) / 8;
    const double weight = std::exp(logit);
    total += weight;
    for (std::size_t d = 0; d < 64; ++d) y[d] += weight * tokens.v.at(64 * m + d);
  }
  for (std::size_t d = 0; d < 64; ++d) CHECK(found->truth(kCausalTruth).y[d] == Approx(y[d] / total).margin(1e-6));
  for (const int truth : {kTruth, kCausalTruth}) {
    REQUIRE(found->truth(truth).row);
    CHECK(found->truth(truth).row->values.size() > 1);  // of all keys, as the map has it
  }
}

TEST_CASE("of a method that is computed at some queries, the shown query is there too, whichever it is",
          "[explore_stages]") {
  constexpr int kShown = 300;  // beyond the number of those queries
  Booth booth;
  booth.workbench().setNeeds({Work::estimates});
  booth.workbench().store().change(QStringLiteral("long"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "65536"}, {"dim", "5"}};
    for (Card& card : d.cards) card.visible = card.id == kRfa;
    d.card(kRfa)->method = "ra";
    d.card(kRfa)->options = {{"samples", "1"}};
  });
  const std::unique_ptr<Panel> output = booth.show(kindOf(QStringLiteral("output")));
  for (const int query : {kShown, 3}) {
    booth.lockQuery(query);
    const Snapshot& snapshot = *booth.workbench().snapshot();
    REQUIRE(snapshot.card(kRfa));
    const CardResult& ra = *snapshot.card(kRfa);
    REQUIRE(ra.sample);
    REQUIRE(ra.sample->count() < kShown);
    const std::vector<double> own = omega::run(omega::at_queries(*ra.request, {query})).at("y").to_vector<double>();
    CHECK(ra.outputOf(query) == own);
    CHECK(ra.outputOf(query + 1).empty());
    const auto groups = inspectedNumbers(ra, snapshot, booth.workbench().selection().shown());
    REQUIRE_FALSE(groups.empty());
    CHECK(groups.front().numbers.front().values == own);
    output->bringUpToDate();
    CHECK(colourCount(pictureOf(*output)) > 10);
    // So are its samples in ω-space, and no tip fails while they are still to come.
    REQUIRE(snapshot.plane);
    Document document = booth.workbench().document();
    document.view.showValues = document.view.showSamples = true;
    Cursor cursor = booth.workbench().selection().shown();
    cursor.card = kRfa;
    cursor.sample = 0;
    Snapshot before = snapshot;
    before.cards.front().own = {};
    const OmegaLook now{snapshot, nullptr, document, cursor, {}, {}, -1},
        then{before, nullptr, document, cursor, {}, {}, -1};
    const OmegaHandle sample{OmegaHandle::Kind::sample, kRfa, 0};
    CHECK(missingArrow(now).isEmpty());
    CHECK(omegaTip(now, sample).contains(QStringLiteral("ω = ")));
    CHECK_FALSE(omegaTip(then, sample).contains(QStringLiteral("ω = ")));
  }
}

TEST_CASE("of a long sequence what weighs every pair has a map from some rows, unless it knows the values",
          "[explore_stages]") {
  Document document = longDocument();
  document.workload.presetOptions["dim"] = "5";
  for (Card& card : document.cards) card.visible = card.id == kRfa;
  document.card(kRfa)->method = "ra";
  document.card(kRfa)->options = {{"samples", "1"}};
  Explorer explorer;
  ExploreRequest request;
  request.document = std::make_shared<const Document>(document);
  request.needs = {Work::maps};
  std::stop_source stop;
  std::shared_ptr<const Snapshot> last;
  explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
    last = std::move(snapshot);
    if (last->map(kRfa)) stop.request_stop();
  });
  const MapImage* image = last->map(kRfa);
  REQUIRE(image);
  REQUIRE(image->map.is_sampled());
  CardResult card = *last->card(kRfa);
  CHECK(badgesOf(nullptr, &card).isEmpty());
  CHECK(badgesOf(image, &card) == QStringList(QStringLiteral("%1 of 128 rows per cell").arg(image->map.rows_taken)));
  for (const char* power : {"0", "2"}) {
    card.request = std::make_shared<const omega::Request>(
        omega::make_request(card.request->sequence, "hyper", {{"value_power", power}}));
    CHECK(badgesOf(nullptr, &card).contains(QStringLiteral("no map: too many queries and keys")) == (*power == '2'));
  }
}

TEST_CASE("exact attention of a long sequence: single rows around the query, and what goes on where it was left",
          "[explore_stages]") {
  Explorer explorer;
  ExploreRequest request;
  request.query = 40000;
  request.around = 40000;
  request.needs = {Work::maps};
  Document document = longDocument();
  for (Card& card : document.cards) card.visible = card.method == "softmax";
  const auto explore = [&](omega::Index rows) {
    request.document = std::make_shared<const Document>(document);
    ++request.revision;
    std::stop_source stop;
    std::shared_ptr<const Snapshot> last;
    explorer.explore(request, stop.get_token(), [&](std::shared_ptr<const Snapshot> snapshot) {
      last = std::move(snapshot);
      const MapImage* exact = last->map(kTruth);
      if (exact && !exact->isOld && exact->map.rows_taken >= rows) stop.request_stop();
    });
    REQUIRE(last->map(kTruth));
    return last->map(kTruth)->map;
  };
  const omega::PooledMap some = explore(2);
  CHECK(some.rows_taken == 2);
  ++request.query;  // the same map
  CHECK(explore(3).rows_taken == 4);
  document.asks.detail = MapDetail::around;
  const omega::PooledMap around = explore(0);
  CHECK(around.first_row == 40000 - kRowsAround);
  CHECK(around.values.shape()[0] == 2 * kRowsAround + 1);
  CHECK_FALSE(around.is_sampled());
}

TEST_CASE("panels show what is there of a picture and say from how many queries", "[explore_stages][window]") {
  Window w;
  w.workbench().store().change(QStringLiteral("long"), [](Document& d) { d = longDocument(); });
  REQUIRE(waitFor([&] { return hasLinear(*w.workbench().snapshot()); }));
  CHECK(w.workbench().isBusy());
  const auto saysSome = [&] {
    const QList<QLabel*> labels = w.window.statusBar()->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->text().contains(QStringLiteral("from 256 of ")) && label->text().contains(QStringLiteral(" ± "));
    });
  };
  CHECK(waitFor(saysSome));
  for (PanelDock* dock : w.window.docks()) {
    INFO(text(dock->panel()->name()));
    dock->panel()->bringUpToDate();
    CHECK(colourCount(pictureOf(*dock->panel())) > 1);
  }
  w.workbench().cancel();
}

namespace {

/// What ra gives for one query of the long sequence, by the engine, and what the panels say of it.
struct ShownQuery {
  Window w;
  std::map<std::pair<int, int>, omega::Result> known;  // by query and draw
  int compared = 0;

  Panel& panel(const char* name) { return *w.window.panel(QLatin1String(name)); }
  const CardResult& card() { return w.workbench().snapshot()->cards.front(); }
  const omega::Result& alone(int query, int draw) {
    const auto found = known.find({query, draw});
    if (found != known.end()) return found->second;
    omega::Request all = *card().request;
    all.stream.draw = static_cast<std::uint32_t>(draw);
    omega::Request one = omega::at_queries(all, {query});
    one.want.reset();
    return known.emplace(std::pair(query, draw), omega::run(one)).first->second;
  }
  /// Whatever there is of estimates and weights is the shown query's.
  void check() {
    const int query = w.workbench().snapshot()->query;
    INFO("query " << query);
    for (const auto& row : rowsOf(panel("output").data())) {
      if (row[0] != QStringLiteral("ra")) continue;
      const omega::Array& y = alone(query, row[1].toInt()).at("y");
      REQUIRE(row.size() == y.count() + 2);
      for (std::size_t d = 0; d < y.count(); ++d) CHECK(row[d + 2].toDouble() == Approx(y.at(d)).margin(1e-5));
      ++compared;
    }
    for (const auto& row : rowsOf(panel("weights").data())) {
      const omega::Array& weights = alone(query, 0).at("weights");
      const auto sample = row[2].toULongLong();
      REQUIRE(sample < weights.count());
      CHECK(row[3].toDouble() == Approx(weights.at(sample)).margin(1e-5));
      ++compared;
    }
  }
};

}  // namespace

TEST_CASE("of a long sequence no panel shows the numbers of another query", "[explore_stages][window]") {
  ShownQuery s;
  Workbench& workbench = s.w.workbench();
  for (const char* name : {"weights", "output"}) {
    PanelDock* dock = s.w.window.dockOf(&s.panel(name));
    dock->raise();
    dock->panel()->bringUpToDate();
  }
  workbench.store().change(QStringLiteral("long"), [](Document& d) {
    d = longDocument();
    d.outputDraws = 2;
    for (Card& card : d.cards) card.visible = card.method == "ra";
  });
  REQUIRE(waitFor([&] { return workbench.snapshot()->sequence && workbench.snapshot()->sequence->sizes.N > 40000; }));
  QObject context;
  const auto isThere = [&](int query) {
    const Snapshot& now = *workbench.snapshot();
    if (now.query != query || now.cards.size() != 1 || now.cards.front().rowOf(query) < 0) return false;
    const OutputCloud* cloud = now.cloud(now.cards.front().card);
    return cloud != nullptr && cloud->query == query;
  };
  Cursor cursor;
  cursor.query = 40000;
  workbench.selection().lock(cursor);
  QObject::connect(&workbench, &Workbench::snapshotChanged, &context, [&] {
    if (workbench.snapshot()->query == workbench.selection().locked().query) s.check();
  });
  REQUIRE(waitFor([&] { return isThere(40000); }));
  CHECK(s.compared > 0);
  s.compared = 0;
  cursor.query = 7;  // below the number of queries that there are
  workbench.selection().lock(cursor);
  REQUIRE(waitFor([&] { return isThere(7); }));
  CHECK(s.compared > 0);
  workbench.cancel();
}

TEST_CASE("the target is drawn as the mixture of all its means is", "[explore_stages]") {
  constexpr omega::Index kTokens = 40, kDims = 3;
  const auto tokens = [](std::uint32_t stream) {
    std::vector<double> numbers(static_cast<std::size_t>(kTokens * kDims));
    omega::draw_normals({62, 0, stream, 0, 0}, numbers.data(), kTokens * kDims);
    return omega::Array::from(numbers, {kTokens, kDims});
  };
  const auto head = omega::Sequence::make(tokens(0), tokens(1), tokens(2));
  for (const Plane kind : {Plane::axes, Plane::principal, Plane::means})
    for (const DensityKind density : {DensityKind::marginal, DensityKind::slice})
      for (const bool line : {false, true}) {
        INFO(static_cast<int>(kind) << ' ' << static_cast<int>(density) << ' ' << line);
        PlaneQuestion question{.head = head, .original = head, .query = 5, .scale = 1 / std::sqrt(3.0)};
        question.settings.kind = kind;
        question.settings.density = density;
        question.settings.line = line;
        DrawnPlane drawn = drawnPlane(question, {});
        CHECK(drawn.shown.bumps.empty());
        addTarget(drawn, question, {});
        const double factor = std::pow(3.0, -0.25);
        const omega::Matrix<double> q = rowsOf(head->q, 0, head->sizes.N, factor),
                                    k = rowsOf(head->k, 0, head->sizes.M, factor);
        const omega::GaussianMixture mixture = omega::target_mixture({q.row(5), 3}, k);
        const std::vector<double> bumps = flat(drawn.plane.coordinates(mixture.means));
        for (std::size_t i = 0; i < bumps.size(); ++i)
          CHECK(drawn.shown.bumps[i] == Approx(bumps[i]).epsilon(1e-9).margin(1e-9));
        const omega::Section section =
            density == DensityKind::marginal ? omega::Section::marginal : omega::Section::slice;
        const omega::Axis &x = drawn.shown.horizontal, &y = drawn.shown.vertical;
        if (line) {
          const std::vector<double> profile = omega::log_density_profile(mixture, drawn.space, section, x);
          for (std::size_t i = 0; i < profile.size(); i += 16)
            CHECK(drawn.shown.logTargetProfile[i] == Approx(profile[i]).epsilon(1e-9).margin(1e-9));
          continue;
        }
        const omega::Matrix<double> grid = omega::log_density_grid(mixture, drawn.space, section, x, y);
        for (omega::Index i = 0; i < grid.rows() * grid.cols(); i += 131)
          CHECK(drawn.shown.logTarget->data()[i] == Approx(grid.data()[i]).epsilon(1e-9).margin(1e-9));
      }
}

TEST_CASE("a question about what takes long stays as it is while other queries are looked at, dismissed or not",
          "[explore_stages][window]") {
  Window w;
  Workbench& workbench = w.workbench();
  w.window.sessions().setAttended(true);
  Banner& banner = w.window.banner();
  const auto ask = [&] {
    workbench.store().change(QStringLiteral("many samples"), [](Document& d) {
      d.workload.preset = "clusters";
      d.workload.presetOptions = {{"n", "16384"}, {"dim", "64"}};
      d.card(kRfa)->set("samples", std::to_string(1 << 20));
      ++d.seed;
    });
    REQUIRE(waitFor([&] { return workbench.isAwaited() && workbench.isCancelled(); }));
  };
  const auto goOn = [&] {
    workbench.selection().moveQuery(1);
    CHECK(workbench.isBusy());
    CHECK(workbench.isAwaited());
    REQUIRE(waitFor([&] { return !workbench.isBusy(); }));
    CHECK(workbench.snapshot()->query == workbench.selection().shown().query);
    CHECK(workbench.isAwaited());
  };
  ask();
  const QString question = banner.text();
  CHECK(question.contains(QStringLiteral("This takes ")));
  REQUIRE(banner.isVisible());
  const QSignalSpy told(&workbench, &Workbench::forecastChanged);
  goOn();
  CHECK(banner.isVisible());
  CHECK(banner.text() == question);
  banner.dismiss();
  goOn();
  CHECK_FALSE(banner.isVisible());
  CHECK(told.isEmpty());
  ask();  // another document
  CHECK(banner.isVisible());
  REQUIRE(w.press(QStringLiteral("Undo")));
  CHECK_FALSE(banner.isVisible());
  workbench.cancel();
}

TEST_CASE("Undo is offered beside such a question only where a step led to it", "[explore_stages][window]") {
  Window w;
  w.window.sessions().setAttended(true);
  w.workbench().store().change(QStringLiteral("many draws"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "2048"}, {"dim", "64"}};
    d.card(kRfa)->set("samples", "256");
    d.outputDraws = 200000;
  });
  w.settle();
  REQUIRE_FALSE(w.workbench().isAwaited());
  w.window.dockOf(w.window.panel(QStringLiteral("output")))->raise();
  REQUIRE(waitFor([&] { return w.workbench().isAwaited(); }));
  CHECK(w.window.banner().isVisible());
  CHECK_FALSE(w.press(QStringLiteral("Undo")));
  CHECK(w.workbench().document().outputDraws == 200000);
  // Nobody looks at what was asked about: at another query nothing of it is left.
  w.window.dockOf(w.window.panel(QStringLiteral("weights")))->raise();
  w.workbench().selection().moveQuery(1);
  REQUIRE(waitFor([&] { return !w.workbench().isBusy(); }));
  CHECK_FALSE(w.workbench().isAwaited());
  CHECK_FALSE(w.window.banner().isVisible());
}

TEST_CASE("without a window only what a panel shows is computed, and everything for a gallery", "[explore_stages]") {
  Session session = startSession();
  session.document = longDocument();
  const auto kind = [](const char* name) -> const PanelKind& { return kindOf(QLatin1String(name)); };
  PanelBooth booth(session);
  const auto shown = [&] { return booth.workbench().snapshot(); };
  booth.show(kind("workload"), {480, 180});
  CHECK(shown()->complete);
  CHECK(shown()->sequence->sizes.N == 65536);
  CHECK(shown()->cards.empty());
  CHECK(shown()->maps.empty());
  booth.open(startSession());
  CHECK(shown()->cards.empty());
  booth.show(kind("weights"), {480, 300});
  REQUIRE(shown()->card(kLara));
  CHECK(shown()->card(kLara)->metrics.mse > 0);
  CHECK(shown()->maps.empty());
  booth.show(kind("attention"), {480, 300});
  CHECK(shown()->map(kLara));
  CHECK(shown()->clouds.empty());
  booth.showFull(kind("workload"), {480, 300});
  CHECK_FALSE(shown()->clouds.empty());
}
