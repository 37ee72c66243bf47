// Formulas: read from plain text, laid out, hit by the pointer, spoken, coloured.
#include <QCoreApplication>
#include <QEvent>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "app/math_ink.h"
#include "math_text/math_parser.h"
#include "math_text/math_view.h"
#include "math_text/symbol_colours.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

MathNode formula(const char* source) {
  const ParsedMath parsed = parseMath(QString::fromUtf8(source));
  INFO(parsed.error.toStdString());
  REQUIRE(parsed.isGood());
  return parsed.formula;
}

MathBox box(const char* source, double pixels = 16) { return layoutMathWithin(formula(source), pixels, HUGE_VAL); }

QStringList idsOf(const MathBox& laid) {
  QStringList ids;
  for (const MathSpot& spot : laid.spots) ids << spot.id;
  return ids;
}

}  // namespace

TEST_CASE("a formula is read into its parts", "[math]") {
  const MathNode row = formula("π_nm = exp(q_n·k_m) / Σ_m' exp(q_n·k_m')");
  REQUIRE(row.parts.size() == 3);
  CHECK(row.parts[0].kind == MathKind::symbol);
  CHECK(symbolId(row.parts[0]) == QStringLiteral("π_nm"));
  const MathNode& fraction = row.parts[2];
  REQUIRE(fraction.kind == MathKind::fraction);
  CHECK(plainText(fraction.parts[0]) == QStringLiteral("exp(q_n·k_m)"));
  CHECK(fraction.parts[1].parts[0].kind == MathKind::sum);
  CHECK(fraction.parts[1].parts[1].kind == MathKind::function);
}

TEST_CASE("a bar without spaces binds its neighbours, one with spaces the whole term", "[math]") {
  const MathNode tight = formula("x + exp(a)/√S b");
  REQUIRE(tight.parts.size() == 4);
  CHECK(plainText(tight.parts[2]) == QStringLiteral("exp(a)/√S"));
  CHECK(tight.parts[2].parts[1].parts[0].kind == MathKind::root);
  const MathNode loose = formula("y = c − a b / Σ_m g h + d");
  REQUIRE(loose.parts.size() == 7);
  CHECK(plainText(loose.parts[4]) == QStringLiteral("a b / Σ_m g h"));
  const MathNode twice = formula("a / b / c");
  REQUIRE(twice.parts.size() == 1);
  CHECK(plainText(twice.parts[0].parts[0]) == QStringLiteral("a / b"));
}

TEST_CASE("marks, primes and scripts belong to their letter", "[math]") {
  CHECK(symbolId(formula("k̃_c").parts[0]) == QStringLiteral("k̃_c"));
  CHECK(formula("ŷ_n").parts[0].accent == MathAccent::hat);
  CHECK(formula("K̄").parts[0].accent == MathAccent::bar);
  CHECK(symbolId(formula("k_m'").parts[0]) == symbolId(formula("k_m").parts[0]));
  CHECK(symbolId(formula("E^n").parts[0]) == QStringLiteral("E^n"));
  CHECK(symbolId(formula("Pᵀ").parts[0]) == QStringLiteral("P"));
  CHECK(formula("y_groups").parts[0].below[0].parts[0].kind == MathKind::word);
  CHECK(formula("w_nsc").parts[0].below[0].parts.size() == 3);
  CHECK(formula("batch-norm of x").parts.size() == 3);
}

TEST_CASE("what is written back is what was read", "[math]") {
  for (const char* source : {"y_n = Σ_m π_nm v_m", "k_{a_ns} + ε_ns", "(1/S) Σ_s f(ω_s),  ω_s ~ N(0, I)",
                             "‖β_c − v_m‖²", "Aᵀ/(‖A‖_1 ‖A‖_∞)", "⌈m/P⌉ − ½", "Σ_{m∈E^n} exp(q_n·k_m)", "[x R, −x R]",
                             "Z ← ¼ Z (13 I − A Z)", "w_ns ∝ ξ(q_n,ω_s)", "√(a b) and 0.25 √D", "|P_c| {m ∈ E}"}) {
    INFO(source);
    CHECK(plainText(formula(source)) == QString::fromUtf8(source).normalized(QString::NormalizationForm_C));
  }
}

TEST_CASE("what is no formula is told with its place, and never crashes", "[math]") {
  const std::pair<const char*, int> corpus[] = {
      {"", 0},        {"   ", 0},   {"(a", 0},       {"a)", 1},   {"a_", 1},      {"a_{}", 1},
      {"a_{b", 1},    {"a_b_c", 3}, {"a^b^c", 3},    {"_n", 0},   {"²", 0},       {"√", 0},
      {"√ a", 0},     {"√+", 0},    {"/b", 0},       {"a/", 1},   {"a / ", 2},    {" / b", 1},
      {"a /b", 2},    {"a/ b", 1},  {"a - b", 2},    {"‖a", 0},   {"|a|b|", 4},   {"()", 0},
      {"a + / b", 4}, {"a $ b", 2}, {"\xcc\x82", 0}, {"exp̂", 3},  {"a'_b'_c", 5}, {"f(a]", 3},
      {"k̃̃", 2},       {"Σ_", 1},    {"(a' )')", 5},  {"exp'", 3}, {"a_²", 1},     {"𝔼[y]", 0}};
  for (const auto& [source, at] : corpus) {
    INFO("[" << source << "]");
    const ParsedMath parsed = parseMath(QString::fromUtf8(source));
    CHECK_FALSE(parsed.isGood());
    CHECK(parsed.error.contains(QStringLiteral("(character %1 of").arg(at + 1)));
    const QString text = QString::fromUtf8(source);
    const bool hasLetters = std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    CHECK((!hasLetters || layoutMathWithin(mathOrWords(text), 12, HUGE_VAL).width > 0));
  }
  CHECK_FALSE(parseMath(QString(100000, QLatin1Char('('))).isGood());
  CHECK_FALSE(parseMath(QString(100000, QChar(0x221A))).isGood());
  CHECK_FALSE(parseMath(QStringLiteral("a_{").repeated(5000)).isGood());
}

TEST_CASE("any text is a formula or an error, and what is read is written back readably", "[math]") {
  static const QString letters = QString::fromUtf8("aqkvωβΣΠ_^{}()[]‖|√/ ²ᵀ'·+−=∈,;0129exploglog̃̂̄…");
  std::mt19937 random(7);
  int good = 0;
  for (int i = 0; i < 20000; ++i) {
    QString source;
    for (unsigned length = 1 + random() % 12; length > 0; --length)
      source += letters[static_cast<int>(random() % static_cast<unsigned>(letters.size()))];
    const ParsedMath parsed = parseMath(source);
    if (!parsed.isGood()) continue;
    ++good;
    const QString written = plainText(parsed.formula);
    INFO("[" << source.toStdString() << "] [" << written.toStdString() << "]");
    const ParsedMath again = parseMath(written);
    REQUIRE(again.isGood());
    REQUIRE(plainText(again.formula) == written);
  }
  CHECK(good > 500);
}

TEST_CASE("parts of a formula do not overlap", "[math]") {
  for (const char* source :
       {"y_n = [Σ_{m∈E^n} exp(q_n·k_m) v_m + Σ_c G_nc β̂_c] / [Σ_{m∈E^n} exp(q_n·k_m) + Σ_c G_nc]",
        "α_nc = b_c + β(r_nc − (1/C) Σ_c' r_nc')", "J(β_1, …, β_C) = Σ_c Σ_{m∈P_c} π_nm ‖β_c − v_m‖²",
        "φ_s(x) = exp(ω_s·x − ‖x‖²/2)/√S,  ω_s ~ N(0, I)", "k̂_r, q̃_r, v_mᵀ, x^n_m"})
    for (const double pixels : {9.0, 12.0, 16.0, 30.0}) {
      INFO(source << " at " << pixels);
      CHECK(worstOverlap(box(source, pixels)) < 0.2);
      CHECK(isInside(box(source, pixels)));
    }
}

TEST_CASE("a row has one baseline; scripts leave it, a fraction stands around the minus", "[math]") {
  const MathBox row = box("a + b exp c");
  for (const MathInk& ink : row.inks) CHECK(ink.at.y() == 0);
  const MathBox scripts = box("x_n^m");
  REQUIRE(scripts.inks.size() == 3);
  CHECK(scripts.inks[1].at.y() > 0);
  CHECK(scripts.inks[2].at.y() < 0);
  CHECK(scripts.inks[1].font.pixelSize() < scripts.inks[0].font.pixelSize());
  const MathBox fraction = box("− (a/b)");
  REQUIRE(fraction.inks.size() == 4);
  const double minus = fraction.inks[0].area().center().y();
  CHECK(fraction.inks[1].area().center().y() == Approx(minus).margin(1));
  CHECK(fraction.inks[2].area().bottom() < minus);
  CHECK(fraction.inks[3].area().top() > minus);
}

TEST_CASE("more to say is wider, larger letters are wider and higher", "[math]") {
  const char* growing[] = {"y_n",           "y_n = a",           "y_n = a b",
                           "y_n = a b + c", "y_n = a b + Σ_m c", "y_n = a b + Σ_m c (d/e)"};
  double last = 0;
  for (const char* source : growing) {
    const double width = box(source).width;
    CHECK(width > last);
    last = width;
  }
  CHECK(box("a/b").height() > box("a").height());
  CHECK(box("(a / b)").inks.front().path.elementCount() > 0);  // a bracket that grew
  CHECK_FALSE(box("(a)").inks.front().text.isEmpty());
  for (const char* source : growing) {
    CHECK(box(source, 24).width == Approx(2 * box(source, 12).width).epsilon(0.12));
    CHECK(box(source, 24).height() == Approx(2 * box(source, 12).height()).epsilon(0.12));
  }
}

TEST_CASE("a long formula breaks or shrinks to its width", "[math]") {
  const MathNode row =
      formula("log w_nc = log α_nc(ω_c) + log N(ω_c; 0, I) − log q_c(ω_c) + log ξ(q_n,ω_c) + log Σ_m ξ(k_m,ω_c)");
  const MathBox wide = layoutMathWithin(row, 13, 2000);
  CHECK(wide.width == Approx(layoutMathWithin(row, 13, HUGE_VAL).width));
  double height = wide.height();
  for (const double width : {400.0, 250.0, 160.0}) {
    const MathBox narrow = layoutMathWithin(row, 13, width);
    CHECK(narrow.width <= width);
    CHECK(narrow.height() > height);
    CHECK(narrow.inks.size() == wide.inks.size());
    CHECK(worstOverlap(narrow) < 0.2);
    height = narrow.height();
  }
  const MathBox unbroken = layoutMathWithin(formula("a_n b_n c_n d_n e_n f_n g_n h_n"), 20, 100);
  CHECK(unbroken.width <= 100);
  CHECK(unbroken.inks.front().font.pixelSize() < 20);
}

TEST_CASE("the pointer finds the symbol that is under it", "[math]") {
  const MathBox laid = box("y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns", 20);
  CHECK(idsOf(laid) == QStringList({"y_n", "s", "w_ns", "f", "ω_s", "s", "w_ns"}));
  for (std::size_t i = 0; i < laid.spots.size(); ++i)
    CHECK(laid.spotAt(laid.spots[i].area.center()) == static_cast<int>(i));
  CHECK(laid.spotAt({-30, 0}) == -1);
  CHECK(laid.spotAt({laid.width / 2, laid.descent + 20}) == -1);
}

TEST_CASE("symbols keep their colour, their face and a contrast of 4.5", "[math]") {
  const std::pair<const char*, SymbolRole> roles[] = {
      {"q_n", SymbolRole::query},  {"q̃_c", SymbolRole::query},  {"q_c", SymbolRole::proposal},
      {"k_m", SymbolRole::key},    {"v_m", SymbolRole::value},  {"ω_s", SymbolRole::projection},
      {"p_n", SymbolRole::target}, {"α_nc", SymbolRole::share}, {"w_ns", SymbolRole::none}};
  for (const auto& [source, role] : roles) CHECK(roleOf(formula(source).parts[0]) == role);
  for (const Theme& theme : {Theme::light(), Theme::night()})
    for (int role = 0; role <= static_cast<int>(SymbolRole::share); ++role)
      for (const QColor& ground : {theme.window, theme.canvas, highlightColour(theme)}) {
        INFO("role " << role << " on " << ground.name().toStdString());
        CHECK(contrast(symbolColour(static_cast<SymbolRole>(role), theme), ground) >= 4.5);
      }
  CHECK(box("q_n").inks[0].font.bold());
  CHECK_FALSE(box("q_n").inks[0].font.italic());
  CHECK(box("w").inks[0].font.italic());
  CHECK_FALSE(box("w").inks[0].font.bold());
  for (const char* upright : {"exp", "12", "N(0)"}) CHECK_FALSE(box(upright).inks[0].font.italic());
}

TEST_CASE("a formula can be heard", "[math]") {
  CHECK(spokenText(formula("y_n = Σ_m π_nm v_m")).toStdString() ==
        "y sub n equals the sum over m of pi sub n m v sub m");
  CHECK(spokenText(formula("(a/b) ‖x‖²")).toStdString() == "a over b the norm of x squared");
  CHECK(spokenText(formula("f(ω_s) / √S")).startsWith(QStringLiteral("the fraction of f of omega sub s over")));
}

TEST_CASE("a formula in a tooltip has scripts and colours", "[math]") {
  const QString html = mathHtml(QStringLiteral("q_n = x²"), Theme::light());
  CHECK(html.contains(QStringLiteral("<b>q</b><sub><i>n</i></sub>")));
  CHECK(html.contains(symbolColour(SymbolRole::query, Theme::light()).name()));
  const QString words =
      withSymbols(QStringLiteral("<b>ω-space</b> q<sub>n</sub> and ω of Σ<sub>m'</sub> a word"), Theme::light());
  CHECK(words.startsWith(QStringLiteral("<b>ω-space</b> <span style=\"color:%1\"><b>q</b>")
                             .arg(symbolColour(SymbolRole::query, Theme::light()).name())));
  CHECK(words.contains(symbolColour(SymbolRole::projection, Theme::light()).name()));
  CHECK(words.endsWith(QStringLiteral(" a word")));
  CHECK(mathHtml(QStringLiteral("§ 4 <b>"), Theme::light()) == QStringLiteral("§ 4 &lt;b&gt;"));
}

TEST_CASE("a view of formulas lights up what the pointer is on, and grows with its font", "[math]") {
  MathView view;
  view.setFormulas({"y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns", "ω_s ~ N(0, I)"});
  view.resize(300, view.heightForWidth(300));
  QSignalSpy hovered(&view, &MathView::symbolHovered), clicked(&view, &MathView::symbolClicked);
  MathSheet sheet;
  sheet.setLines({formulaLine("y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns"), formulaLine("ω_s ~ N(0, I)")});
  sheet.layOut(292, QFontInfo(view.font()).pixelSize());
  const QPointF at = sheet.areaOf({1, 0}).center() + QPointF(4, 4);
  const QImage before = view.grab().toImage();
  QMouseEvent move(QEvent::MouseMove, at, at, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&view, &move);
  REQUIRE(hovered.size() == 1);
  CHECK(hovered[0][0].toString() == QStringLiteral("ω_s"));
  CHECK(view.highlighted() == QStringLiteral("ω_s"));
  CHECK(view.grab().toImage() != before);
  QMouseEvent press(QEvent::MouseButtonPress, at, at, Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&view, &press);
  REQUIRE(clicked.size() == 1);
  view.setFormulas({"ω_s ~ N(0, I)"});  // what hovering leads to may change the lines
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&view, &leave);
  CHECK(view.highlighted().isEmpty());
  REQUIRE(hovered.size() == 2);
  CHECK(hovered[1][0].toString().isEmpty());
  view.setFormulas({"y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns", "ω_s ~ N(0, I)"});
  CHECK(view.accessibleName().contains(QStringLiteral("omega sub s")));
  CHECK(view.asText() == QStringLiteral("y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns\nω_s ~ N(0, I)"));
  CHECK_FALSE(view.asImage().isNull());
  const int small = view.heightForWidth(600);
  QFont large = view.font();
  large.setPixelSize(2 * QFontInfo(large).pixelSize());
  view.setFont(large);
  CHECK(view.heightForWidth(600) > 1.7 * small);
}

TEST_CASE("the keyboard walks over the symbols", "[math]") {
  MathView view;
  view.setFormulas({"y_n = π_nm v_m"});
  view.resize(300, view.heightForWidth(300));
  const auto press = [&view](int key) {
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
    QCoreApplication::sendEvent(&view, &event);
    return view.highlighted();
  };
  CHECK(press(Qt::Key_Right) == QStringLiteral("y_n"));
  CHECK(press(Qt::Key_Right) == QStringLiteral("π_nm"));
  CHECK(press(Qt::Key_Right) == QStringLiteral("v_m"));
  CHECK(press(Qt::Key_Right) == QStringLiteral("v_m"));
  CHECK(press(Qt::Key_Left) == QStringLiteral("π_nm"));
}

TEST_CASE("a formula that is asked for again is the same, and one with a mistake says it each time", "[math_text]") {
  for (int i = 0; i < 2; ++i) {
    CHECK(plainText(parseMath(QStringLiteral("y_n = Σ_m A_nm v_m")).formula) == QStringLiteral("y_n = Σ_m A_nm v_m"));
    const ParsedMath wrong = parseMath(QStringLiteral("(x"));
    CHECK_FALSE(wrong.isGood());
    CHECK(wrong.formula.parts.empty());
  }
}
