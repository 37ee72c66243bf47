// The document: what a start shows, undo and redo, sessions.
#include <QFile>
#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/booth.h"
#include "core/error.h"
#include "model/document_store.h"
#include "model/session_file.h"
#include "support/refusal.h"
#include "support/seed.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

std::string sentenceOf(const QByteArray& json) {
  INFO(json.toStdString());
  return omega::test::refusal_of([&] { sessionFromJson(json, QStringLiteral("session.json")); });
}

bool mentions(const std::string& sentence, const std::string& word) { return sentence.find(word) != std::string::npos; }

}  // namespace

TEST_CASE("the program starts with three clusters, softmax, rfa and lara", "[document]") {
  const Document start = Document::start();
  CHECK(start.workload.preset == "three_clusters");
  CHECK(start.workload.presetSeed == 7);
  CHECK(start.seed == 7);
  std::vector<std::string> visible, atHand;
  for (const Card& card : start.cards) (card.visible ? visible : atHand).push_back(card.method);
  CHECK(visible == std::vector<std::string>{"softmax", "rfa", "lara"});
  CHECK(atHand == std::vector<std::string>{"ra", "eva"});

  Booth booth;
  const Snapshot& snapshot = *booth.workbench().snapshot();
  CHECK(snapshot.sequence->sizes.N == 48);
  CHECK(snapshot.sequence->sizes.D == 2);
  CHECK(snapshot.sequence->sizes.heads == 1);
  CHECK(snapshot.query == kStartQuery);
  double softmax = 1, rfa = 0, lara = 0;
  for (const CardResult& card : snapshot.cards) {
    CHECK(card.error.empty());
    const std::string method = start.card(card.card)->method;
    if (method == "rfa") rfa = card.metrics.mse;
    if (method == "lara") lara = card.metrics.mse;
    if (method == "softmax") softmax = card.metrics.mse;
  }
  CHECK(softmax == Approx(0).margin(1e-10));
  // The first picture already says what the app is for.
  CHECK(lara > 0);
  CHECK(rfa > 3 * lara);
}

TEST_CASE("undoing everything gives the start again, redoing it the end", "[document]") {
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(4)));
  for (int round = 0; round < 20; ++round) {
    DocumentStore store;
    std::vector<Document> states{store.document()};
    for (int i = 0; i < 60; ++i) {
      randomEdit(store, random);
      if (!(store.document() == states.back())) states.push_back(store.document());
    }
    QUndoStack& undo = *store.undoStack();
    REQUIRE(undo.count() == static_cast<int>(states.size()) - 1);
    for (std::size_t i = states.size() - 1; i-- > 0;) {
      undo.undo();
      REQUIRE(store.document() == states[i]);
    }
    CHECK_FALSE(undo.canUndo());
    CHECK(store.document() == Document::start());
    for (std::size_t i = 1; i < states.size(); ++i) {
      undo.redo();
      REQUIRE(store.document() == states[i]);
    }
  }
}

TEST_CASE("a gesture is one step, however many moves it has", "[document]") {
  DocumentStore store;
  const auto setSamples = [&](int count) {
    store.change(QStringLiteral("S of rfa → %1").arg(count),
                 [count](Document& d) { d.cards[1].options["samples"] = std::to_string(count); });
  };
  store.beginGesture();
  for (int count = 17; count <= 64; ++count) setSamples(count);
  store.endGesture();
  CHECK(store.undoStack()->count() == 1);
  CHECK(store.undoStack()->undoText() == QStringLiteral("S of rfa → 64"));
  store.beginGesture();
  setSamples(80);
  setSamples(64);
  store.endGesture();
  CHECK(store.undoStack()->count() == 1);  // it ended where it began
  store.beginGesture();
  setSamples(100);
  store.endGesture();
  store.beginGesture();
  setSamples(128);
  store.endGesture();
  CHECK(store.undoStack()->count() == 3);  // gestures do not merge with each other
  store.undoStack()->undo();
  store.undoStack()->undo();
  store.undoStack()->undo();
  CHECK(store.document() == Document::start());
}

TEST_CASE("a document knows whether its last step made it", "[document]") {
  DocumentStore store;
  const auto setSeed = [&](std::uint32_t seed) {
    store.change(QStringLiteral("seed"), [seed](Document& d) { d.seed = seed; });
  };
  CHECK_FALSE(store.isOfStep());
  for (std::uint32_t seed = 1000; seed < 1300; ++seed) setSeed(seed);  // more than are kept
  CHECK(store.isOfStep());
  store.undoStack()->undo();
  CHECK_FALSE(store.isOfStep());
  store.undoStack()->redo();
  CHECK(store.isOfStep());
  store.undoStack()->undo();
  store.beginGesture();
  setSeed(1);
  setSeed(2);
  CHECK(store.isOfStep());
  setSeed(1298);  // back where it began
  CHECK_FALSE(store.isOfStep());
  store.endGesture();
  setSeed(3);
  store.replace(Document::start());
  CHECK_FALSE(store.isOfStep());
}

TEST_CASE("a view that answers a change with a change of its own leaves steps that undo in their order", "[document]") {
  DocumentStore store;
  bool answers = false;
  QObject::connect(&store, &DocumentStore::changed, [&](const Document& before, const Document& after) {
    CHECK_FALSE(before == after);
    CHECK(after == store.document());  // nobody hears of it late
    if (!std::exchange(answers, false)) return;
    store.change(QStringLiteral("answer"), [](Document& d) { d.cards[4].options["groups"] = "4"; });
  });
  const auto changeSeed = [&](std::uint32_t seed) {
    store.change(QStringLiteral("seed"), [seed](Document& d) { d.seed = seed; });
  };
  const auto undoAll = [&] {
    while (store.undoStack()->canUndo()) store.undoStack()->undo();
  };
  answers = true;
  changeSeed(11);
  CHECK(store.undoStack()->count() == 2);
  CHECK((store.document().seed == 11 && store.document().cards[4].options.at("groups") == "4"));
  undoAll();
  CHECK(store.document() == Document::start());
  changeSeed(12);
  answers = true;
  store.undoStack()->undo();  // the answer takes the place of what could be made again
  CHECK(store.undoStack()->count() == 1);
  CHECK(store.document().cards[4].options.at("groups") == "4");
  undoAll();
  CHECK(store.document() == Document::start());
}

TEST_CASE("an edit that changes nothing is no step", "[document]") {
  DocumentStore store;
  store.change(QStringLiteral("nothing"), [](Document& d) { d.seed = 7; });
  CHECK(store.undoStack()->count() == 0);
}

TEST_CASE("a session reads back as it was written", "[session]") {
  const QTemporaryDir folder;
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(5)));
  for (int round = 0; round < 30; ++round) {
    DocumentStore store;
    for (int i = 0; i < 20; ++i) randomEdit(store, random);
    store.change(QStringLiteral("moved"), [&](Document& d) {
      d.workload.moved = {{MovedToken::Kind::key, 0, round, {0.1 * round, -1.5}}};
      d.cards.front().means = {0.1, 0.2, 1.0 / 3, 4};
    });
    Session session{store.document(), {1, 0, round, 2, 3, 4}, {}, {}, QByteArray("\0layout\xff", 8)};
    session.chosen = {{{1, round}, {2, 3}}, {{2, 1}}, {{-1, 4}, {-1, 7}}};
    if (round % 3 == 1) session.document.asks.detail = MapDetail::around;
    session.around = round % 3 == 1 ? round : 0;
    if (round % 2 == 1) session.pinned = Pin{round % 3 == 1 ? Document::start() : store.document(), 0, 5};
    for (const char* name : {"s.omega", "s.json", "s"}) {
      const QString path = folder.filePath(QLatin1String(name));
      writeSession(path, session);
      CHECK(isSessionFile(path));
      const Session back = readSession(path);
      REQUIRE(back.document == session.document);
      CHECK(back.locked == session.locked);
      CHECK(back.chosen == session.chosen);
      CHECK(back.pinned == session.pinned);
      CHECK(back.layout == session.layout);
      CHECK(back.around == session.around);
      const QByteArray once = bytesOf(path);
      writeSession(path, back);
      CHECK(bytesOf(path) == once);
      // Where a desktop looks for what kind of file it is (assets/packaging).
      if (!path.endsWith(QStringLiteral(".json")))
        CHECK((once.startsWith("PK\3\4") && once.mid(30, 12) == "session.json"));
    }
    CHECK_FALSE(isSessionFile(folder.path()));
    CHECK_FALSE(isSessionFile(folder.filePath(QStringLiteral("none"))));
    const Session stated = sessionFromState(stateText(session));
    CHECK(stated.document == session.document);
    CHECK(stated.locked == session.locked);
    CHECK(stated.pinned == session.pinned);
    CHECK(stated.layout.isEmpty());
  }
}

TEST_CASE("a session of an earlier version opens, with what this one no longer knows left aside", "[session]") {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("s.json"));
  QFile file(path);
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(R"({"document": {"schema": 1, "seed": 3, "view": {"pool_maximum": true, "norm": "sqrt"}}})");
  file.close();
  const Session session = readSession(path);
  CHECK(session.document.seed == 3);
  CHECK(session.document.view.norm == "sqrt");
}

TEST_CASE("a session says what Model view shows, where that is not its start", "[session]") {
  Session session;
  session.document = Document::start();
  CHECK_FALSE(sessionJson(session).contains("model_view"));  // versions from before can read it
  session.document.view.modelView = {"effective", true, 12.5};
  CHECK(sessionFromJson(sessionJson(session), {}).document == session.document);
  CHECK(sessionFromState(stateText(session)).document.view.modelView == session.document.view.modelView);
  CHECK(session.document.asksTheSame(Document::start()));
  CHECK(mentions(sentenceOf(R"({"document": {"view": {"model_view": {"target": 0}}}})"),
                 "document.view.model_view.target"));
  CHECK(mentions(sentenceOf(R"({"document": {"view": {"model_view": {"sort": true}}}})"), "sorted"));
}

TEST_CASE("a broken session is refused by the name of what is wrong", "[session]") {
  CHECK(mentions(sentenceOf("{"), "line 1, column 2: this is not JSON"));
  CHECK(mentions(sentenceOf("[]"), "not a session"));
  CHECK(mentions(sentenceOf(R"({"document": 3})"), "document"));
  CHECK(mentions(sentenceOf(R"({"document": {"seed": "seven"}})"), "\"seven\", but must be a whole number"));
  CHECK(mentions(sentenceOf(R"({"document": {"workload": []}})"), "document.workload"));
  CHECK(mentions(sentenceOf(R"({"document": {"cards": [{"id": 1}, {"options": 4}]}})"), "document.cards[1].options"));
  CHECK(mentions(sentenceOf(R"({"document": {"cards": {}}})"), "document.cards"));
  CHECK(mentions(sentenceOf(R"({"document": {"cards": [{"id": 1}, {"id": 1}]}})"), "two cards"));
  CHECK(mentions(sentenceOf(R"({"document": {"view": {"map": "photo"}}})"), "document.view.map"));
  CHECK(mentions(sentenceOf(R"({"document": {"schema": 99}})"), "newer version"));
}

TEST_CASE("a word that a session does not know is refused by the name of its field, not read as another", "[session]") {
  struct Case {
    const char *json, *field, *word, *right;
  };
  for (const Case& c :
       {Case{R"({"document": {"workload": {"moved": [{"kind": "kye", "index": 1, "position": [1, 2]}]}}})",
             "document.workload.moved[0].kind", "kye", "key"},
        Case{R"({"document": {"workload": {"preset": "spirl"}}})", "document.workload.preset", "spirl", "spiral"},
        Case{R"({"document": {"cards": [{"id": 1, "method": "lraa"}]}})", "document.cards[0].method", "lraa", "lara"},
        Case{R"({"document": {"view": {"map": "eror"}}})", "document.view.map", "eror", "error"},
        Case{R"({"document": {"view": {"detail": "evry"}}})", "document.view.detail", "evry", "every"},
        Case{R"({"document": {"view": {"norm": "lgo"}}})", "document.view.norm", "lgo", "log"},
        Case{R"({"document": {"view": {"colour_map": "viridi"}}})", "document.view.colour_map", "viridi", "viridis"},
        Case{R"({"document": {"view": {"plane": {"kind": "axs"}}}})", "document.view.plane.kind", "axs", "axes"},
        Case{R"({"document": {"view": {"plane": {"density": "slise"}}}})", "document.view.plane.density", "slise",
             "slice"},
        Case{R"({"document": {}, "selection": {"kye": 3}})", "selection", "kye", "key"},
        Case{R"({"document": {}, "selection": {"key": "three"}})", "selection.key", "three", "whole number"},
        Case{R"({"document": {}, "selection": {"key": -3}})", "selection.key", "-3", "-1 for none"},
        Case{R"({"document": {}, "selection": {"key": 30000000000}})", "selection.key", "30000000000", "whole number"},
        Case{R"({"document": {}, "chosen": {"sampels": [[1, 2]]}})", "chosen", "sampels", "samples"},
        Case{R"({"document": {}, "chosen": {"samples": [[1]]}})", "chosen.samples", "[1]", "pairs"},
        Case{R"({"document": {}, "chosen": {"samples": [[1, -7]]}})", "chosen.samples", "[1,-7]", "pairs"},
        Case{R"({"document": {}, "chosen": {"keys": [[-1, 4294967298]]}})", "chosen.keys", "4294967298", "pairs"},
        Case{R"({"document": {}, "pinned": {"qurey": 3}})", "pinned", "qurey", "query"},
        Case{R"({"document": {}, "pinned": {"query": 3, "document": {"view": {"map": "eror"}}}})", "document.view.map",
             "eror", "error"},
        Case{R"({"document": {}, "workspace": "studis"})", "workspace", "studis", "studies"},
        Case{R"({"document": {}, "selction": {"key": 3}})", "session", "selction", "selection"},
        Case{R"({"document": {"workload": {"mvoed": []}}})", "document.workload", "mvoed", "moved"},
        Case{R"({"document": {"cards": [{"id": 1, "method": "lara", "meens": [1]}]}})", "document.cards[0]", "meens",
             "means"},
        Case{R"({"document": {"seed": 4294967303}})", "document.seed", "4294967303", "from 0 to 4294967295"},
        Case{R"({"document": {"seed": 7.9}})", "document.seed", "7.9", "whole number"},
        Case{R"({"document": {"seed": 1e300}})", "document.seed", "1e+300", "whole number"},
        Case{R"({"document": {"draw": -1}})", "document.draw", "-1", "from 0"},
        Case{R"({"document": {"darw": 3}})", "document", "darw", "draw"},
        Case{R"({"document": {"draw": 3, "draw": 4}})", "line 1, column 26", "draw", "second time"},
        Case{R"({"document": {}, "workspace": 2})", "workspace", "2", "explore"},
        Case{R"({"document": {}, "layout": 2})", "layout", "layout", "text"}}) {
    INFO(c.json);
    const std::string sentence = sentenceOf(c.json);
    INFO(sentence);
    for (const char* part : {c.field, c.word, c.right}) CHECK(mentions(sentence, part));
  }
}

TEST_CASE("a session whose cards have ids that no card has is refused", "[session]") {
  nlohmann::json document = toJson(Document::start());
  document["cards"][0]["id"] = -1;  // softmax as the truth goes by it
  CHECK_THROWS_WITH(documentFromJson(document), Catch::Contains("the id -1; ids are from 0"));
  document["cards"][0]["id"] = 2147483647;  // a card that is added counts on
  CHECK_THROWS_WITH(documentFromJson(document), Catch::Contains("the id 2147483647; ids are from 0"));
  document["cards"][0]["id"] = document["cards"][1]["id"];
  CHECK_THROWS_WITH(documentFromJson(document), Catch::Contains("two cards have the id"));
}

TEST_CASE("a card's options are set by name, and dragged means go with the option that places them", "[document]") {
  Document document;
  Card& card = document.add("lara");
  CHECK(card.visible);
  card.set("landmarks", "8");
  card.set("proposal_scale", "2");
  CHECK(card.options == OptionTexts{{"landmarks", "8"}, {"proposal_scale", "2"}});
  card.setMeans({1, 2});
  CHECK(card.options == OptionTexts{{"landmarks", "8"}, {"proposals", "given"}});
  CHECK(card.means == std::vector<double>{1, 2});
  card.set("landmarks", "");
  CHECK(card.options == OptionTexts{{"proposals", "given"}});
  CHECK(card.means.size() == 2);
  card.set("proposals", "q");
  CHECK(card.options == OptionTexts{{"proposals", "q"}});
  CHECK(card.means.empty());
  card.setMeans({3, 4});
  card.dropMeans();
  CHECK(&card == document.card(card.id));
  CHECK((card.options.empty() && card.means.empty()));
  Card& gmm = document.add("gmm");  // whose means no option places
  gmm.setMeans({1});
  CHECK((gmm.options.empty() && gmm.means.size() == 1));
}

TEST_CASE("a card that is added has an id of its own and the next free dash", "[document]") {
  Document document = Document::start();
  std::set<int> ids;
  for (const Card& card : document.cards) ids.insert(card.id);
  CHECK(document.add("rfa").label() == "rfa b");
  CHECK(document.add("rfa").label() == "rfa c");
  CHECK(document.add("mis").label() == "mis");
  for (std::size_t i = document.cards.size() - 3; i < document.cards.size(); ++i)
    CHECK(ids.insert(document.cards[i].id).second);
  const int last = document.cards.back().id;
  document.cards.pop_back();
  CHECK(document.add("mis").id != last);  // not one that was taken away
}

TEST_CASE("files that are no session are refused, and none is left half-written", "[session]") {
  const QTemporaryDir folder;
  const QString none = folder.filePath(QStringLiteral("none.omega"));
  CHECK_THROWS_WITH(readSession(none), Catch::StartsWith("there is no file \"" + none.toStdString() + "\"; give "));
  CHECK_THROWS_WITH(readSession(folder.path()), Catch::Contains(" cannot be read; give the path of a session"));
  const QString path = folder.filePath(QStringLiteral("short.omega"));
  writeSession(path, startSession());
  const QByteArray whole = bytesOf(path);
  for (const qsizetype size : {0, 3, 4, 40, static_cast<int>(whole.size() / 2), static_cast<int>(whole.size() - 1)}) {
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(whole.left(size));
    file.close();
    CHECK_THROWS_AS(readSession(path), omega::Error);
  }
  CHECK_THROWS_AS(writeSession(path + QStringLiteral("/inside.omega"), startSession()), omega::Error);
  CHECK(QDir(folder.path()).entryList(QDir::Files).size() == 1);
}
