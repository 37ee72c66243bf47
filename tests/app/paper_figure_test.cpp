// Figures for papers: in the document and its sessions, on paper, from a shell, in their dialog, and in motion.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/booth.h"
#include "core/error.h"
#include "model/document_store.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// Nothing as it is by itself.
PaperFigure builtFigure() {
  PaperFigure figure;
  figure.tiles = {{"weights", 1, 2}, {"attention", 3, 1}, {"omega_space", 2, 3}};
  figure.columns = 3;
  figure.width = 84;
  figure.height = 120.5;
  figure.points = 7;
  figure.dpi = 600;
  figure.colours = ExportColours::Grey;
  figure.letters = figure.legends = figure.cross = false;
  figure.titles = true;
  figure.motion = {1, "samples", 2, 32, 12, 80};
  return figure;
}

std::string refusal(const std::string& figure) {
  try {
    documentFromJson(nlohmann::json::parse(R"({"figure": )" + figure + "}"));
  } catch (const omega::Error& error) {
    CHECK(error.kind() == omega::Error::Kind::input);
    return error.what();
  }
  FAIL("it was taken for a figure: " << figure);
  return {};
}

}  // namespace

TEST_CASE("a figure is part of the session, and undone like all else", "[figure][session]") {
  const QTemporaryDir folder;
  Session session = startSession();
  session.document.figure = builtFigure();
  for (const char* name : {"s.omega", "s.json"}) {
    const QString path = folder.filePath(QLatin1String(name));
    writeSession(path, session);
    CHECK(readSession(path).document == session.document);
  }
  CHECK(sessionFromState(stateText(session)).document == session.document);

  DocumentStore store;
  store.change(QStringLiteral("figure"), [](Document& d) { d.figure = builtFigure(); });
  CHECK(store.document().figure == builtFigure());
  CHECK(store.document().asksTheSame(Document::start()));  // nothing is computed anew
  store.undoStack()->undo();
  CHECK(store.document() == Document::start());
}

TEST_CASE("sessions from before figures open, and are read by the versions of then", "[figure][session]") {
  CHECK(documentFromJson(nlohmann::json::parse(R"({"seed": 3})")).figure == PaperFigure());
  CHECK_FALSE(sessionJson(startSession()).contains("figure"));
  // What a figure does not say is as it is by itself.
  const PaperFigure narrow = documentFromJson(nlohmann::json::parse(R"({"figure": {"width": 84}})")).figure;
  CHECK(narrow.width == 84);
  CHECK(narrow.tiles == PaperFigure().tiles);
}

TEST_CASE("a figure that cannot be is refused by the name of what is wrong", "[figure][session]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(refusal(R"({"width": 5})"), Contains("document.figure.width is 5") && Contains("from 10 to 2000"));
  CHECK_THAT(refusal(R"({"columns": 0})"), Contains("document.figure.columns is 0"));
  CHECK_THAT(refusal(R"({"tiles": [{"panel": "mis", "columns": 9}]})"), Contains("document.figure.tiles[0].columns"));
  CHECK_THAT(refusal(R"({"motion": {"frames": 1}})"), Contains("document.figure.motion.frames"));
  CHECK_THAT(refusal(R"({"colours": "gray"})"), Contains("did you mean grey"));
  CHECK_THAT(refusal(R"({"letter": true})"), Contains("did you mean letters"));
  nlohmann::json many = nlohmann::json::array();
  for (int i = 0; i < 27; ++i) many.push_back(nlohmann::json::object({{"panel", "mis"}}));
  CHECK_THAT(refusal(nlohmann::json::object({{"tiles", many}}).dump()), Contains("27 panels"));
}
