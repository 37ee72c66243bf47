// Every panel in every size of the export dialog: no words over others, none cut off, nothing that a larger picture has
// is missing.
#include <QRegularExpression>
#include <catch2/catch.hpp>
#include <set>

#include "app/booth.h"
#include "app/gym.h"
#include "app/svg_file.h"
#include "export/panel_picture.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr double kTouch = 1;          // pixels by which boxes of ink may meet
constexpr double kSmallestImage = 6;  // pixels of the shorter side, of maps and colour bars: below it they show nothing
constexpr double kSmallestText = 5.5;  // pixels of a letter's size: about 4 points

SvgFile drawn(const Panel& panel, const QSizeF& millimetres, bool withLegend = true) {
  ExportOptions options;
  options.format = ExportFormat::Svg;
  options.millimetres = millimetres;
  options.withLegend = withLegend;
  return readSvg(svgPicture(panel, options, {}));
}

bool meet(const QRectF& a, const QRectF& b) {
  const QRectF common = a.intersected(b);
  return common.width() > kTouch && common.height() > kTouch;
}

QStringList overlapsOf(const SvgFile& svg) {
  QStringList found;
  for (std::size_t i = 0; i < svg.placed.size(); ++i)
    for (std::size_t j = i + 1; j < svg.placed.size(); ++j) {
      const SvgText &a = svg.placed[i], &b = svg.placed[j];
      const bool isHalo = a.words == b.words && a.box == b.box;
      if (!isHalo && meet(a.box, b.box)) found << QStringLiteral("\"%1\" and \"%2\"").arg(a.words, b.words);
    }
  return found;
}

QStringList outsideOf(const SvgFile& svg) {
  QStringList found;
  const QRectF page = svg.viewBox.adjusted(-kTouch, -kTouch, kTouch, kTouch);
  for (const SvgText& text : svg.placed)
    if (!page.contains(text.box)) found << text.words;
  return found;
}

/// Words, without numbers and single letters.
std::set<QString> wordsOf(const SvgFile& svg) {
  static const QRegularExpression word(QStringLiteral("[A-Za-z²πω_]{3,}"));
  std::set<QString> words;
  for (const SvgText& text : svg.placed)
    for (auto match = word.globalMatch(text.words); match.hasNext();) words.insert(match.next().captured());
  return words;
}

QStringList missingOf(const SvgFile& small, const SvgFile& large) {
  QStringList missing;
  const std::set<QString> there = wordsOf(small);
  for (const QString& word : wordsOf(large))
    if (!there.contains(word)) missing << word;
  return missing;
}

void checkSizes(const Panel& panel, const QString& state) {
  std::vector<SizePreset> sizes = sizePresets();
  sizes.push_back({QStringLiteral("as on the screen"), QSizeF(panel.size()) * (25.4 / 96)});
  const SvgFile large = drawn(panel, QSizeF(254, 190));
  REQUIRE_FALSE(large.placed.empty());
  for (const SizePreset& size : sizes) {
    const SvgFile svg = drawn(panel, size.millimetres);
    INFO(text(panel.name()) << ", " << text(state) << ", " << text(size.title));
    REQUIRE(svg.isWellFormed);
    CHECK(text(overlapsOf(svg).join(QStringLiteral("; "))) == "");
    CHECK(text(outsideOf(svg).join(QStringLiteral("; "))) == "");
    CHECK(text(missingOf(svg, large).join(QStringLiteral(", "))) == "");
    CHECK(svg.images == large.images);
    for (const QRectF& image : svg.imageBoxes) CHECK(std::min(image.width(), image.height()) >= kSmallestImage);
    // The inspector is a sheet of as many lines as there is to tell; all else is a picture.
    if (panel.name() != QStringLiteral("inspector"))
      for (const SvgText& words : svg.placed) CHECK(words.height >= kSmallestText);
  }
}

}  // namespace

TEST_CASE("every panel of Explore in every size of the export dialog", "[export][sizes]") {
  Booth booth;
  const auto checkAll = [&](const QString& state) {
    int checked = 0;
    for (const PanelKind& kind : panelKinds())
      if (kind.workspace == Workspace::Explore && kind.place != Place::Left) {
        checkSizes(*booth.show(kind), state);
        ++checked;
      }
    CHECK(checked >= 8);
  };
  SECTION("the start picture") { checkAll(QStringLiteral("start")); }
  SECTION("a key, a sample and a proposal selected, every card shown") {
    booth.showAllCards();
    booth.workbench().selection().lock({2, 0, kStartQuery, 5, 3, 3});
    booth.settle();
    checkAll(QStringLiteral("selected"));
  }
}

TEST_CASE("every panel of Train in every size of the export dialog", "[export][sizes][train]") {
  Gym gym;
  gym.start(small({{"attention", "gmm"}, {"features", "prf"}, {"sparsity", "0.5"}, {"steps", "60"}}));
  gym.rest(gym.run());
  gym.panel("train_curves");
  gym.panel("train_heads");
  REQUIRE(waitFor([&] { return gym.runs().seen() != nullptr; }));
  int checked = 0;
  for (const PanelKind& kind : panelKinds())
    if (kind.workspace == Workspace::Train && kind.place != Place::Left) {
      checkSizes(gym.panel(text(kind.name).c_str()), QStringLiteral("trained"));
      ++checked;
    }
  CHECK(checked >= 5);
}
