// A study's figure read back from what was written, by the window's export and by `omega study plot`: its axes from the
// numbers beside them, its marks through these axes, against the rows that were measured.
#include <QLineF>
#include <QRegularExpression>
#include <cmath>
#include <map>

#include "app/studio.h"
#include "app/svg_marks.h"
#include "export/exporter.h"
#include "export/panel_picture.h"
#include "studies/assets.h"
#include "studies/panel_marks.h"
#include "studies/panels.h"
#include "studies/svg.h"

using namespace omegascope;
using namespace omegascope::test;
using omega::studies::Curve;
using omega::studies::CurvePoint;
using omega::studies::Json;
using omega::studies::MapCell;
using StudyPanel = omega::studies::FigurePart;

namespace {

constexpr double kOff = 1.5;  // pixels: the middle of a triangle is not that of its box

/// "0.05", "−2·10⁻⁴", "10³"; not a number where it is none.
double numberIn(QString text) {
  static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  text.replace(QStringLiteral("−"), QStringLiteral("-"));
  double factor = 1, exponent = 0;
  const qsizetype ten = text.indexOf(QStringLiteral("10⁻")) >= 0 ? text.indexOf(QStringLiteral("10⁻")) : [&] {
    for (qsizetype i = 2; i < text.size(); ++i)
      if (raised.contains(text[i])) return i - 2;
    return qsizetype{-1};
  }();
  bool isNumber = true;
  if (ten >= 0) {
    QString power = text.mid(ten + 2), factorText = text.left(ten).remove(QStringLiteral("·"));
    for (int digit = 0; digit < 10; ++digit) power.replace(raised[digit], QString::number(digit));
    exponent = power.replace(QStringLiteral("⁻"), QStringLiteral("-")).toDouble(&isNumber);
    text = factorText.isEmpty()                ? QStringLiteral("1")
           : factorText == QStringLiteral("-") ? QStringLiteral("-1")
                                               : factorText;
  }
  bool isFactor = false;
  factor = text.toDouble(&isFactor);
  return isNumber && isFactor ? factor * std::pow(10, exponent) : std::nan("");
}

/// Of the last digit of such a number; whole numbers have three, and zeros.
double unitOf(const QString& text) {
  // It matches any text: of one without digits numberIn() is not a number, and so is the bound, which no CHECK passes.
  static const QRegularExpression s_digits(QStringLiteral("^[−-]?([0-9]*)[.]?([0-9]*)"));
  const QRegularExpressionMatch found = s_digits.match(text);
  const double digits = (found.captured(1) + found.captured(2)).toDouble();
  if (digits == 0) return std::pow(10, -static_cast<double>(found.captured(2).size()));
  const double whole =
      found.captured(2).isEmpty() ? std::pow(10, std::max(0.0, std::floor(std::log10(digits)) - 2)) : 1;
  return whole * std::abs(numberIn(text)) / digits;
}

/// An axis as somebody reads it: from the numbers that stand beside it.
struct ReadAxis {
  bool isLog = false;
  std::vector<std::pair<double, double>> ticks;  // value, pixel

  double seen(double value) const { return isLog ? std::log(value) : value; }
  double at(double value) const {
    const auto& [a, from] = ticks.front();
    const auto& [b, to] = ticks.back();
    return ticks.size() < 2 ? (value == a ? from : std::nan(""))
                            : from + (to - from) * (seen(value) - seen(a)) / (seen(b) - seen(a));
  }
  /// Whether its numbers stand where such an axis has them; larger ones to the right, or above.
  void check(bool isUp) const {
    REQUIRE_FALSE(ticks.empty());
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      // A label is rounded to two digits: its tick is where the label says but for half a unit of the last digit.
      CHECK(std::abs(at(ticks[i].first) - ticks[i].second) < 3);
      if (i > 0) CHECK((isUp ? ticks[i].second < ticks[i - 1].second : ticks[i].second > ticks[i - 1].second));
    }
  }
};

struct ReadPanel {
  QRectF plot;
  std::vector<const MarkText*> left, below, inside;
};

bool isFrame(const SvgShape& shape) {
  const QRectF box = shape.box();
  if (shape.fill.isValid() || shape.corners.size() != 5 || shape.corners.first() != shape.corners.last()) return false;
  const auto isOne = [](double at, double a, double b) { return std::min(std::abs(at - a), std::abs(at - b)) < 1e-6; };
  return std::all_of(shape.corners.begin(), shape.corners.end(), [&](QPointF p) {
    return isOne(p.x(), box.left(), box.right()) && isOne(p.y(), box.top(), box.bottom());
  });
}

/// The frames in the order in which they are drawn, each with the texts around it.
std::vector<ReadPanel> panelsIn(const SvgMarks& marks) {
  std::vector<ReadPanel> panels;
  for (const SvgShape& shape : marks.shapes)
    if (isFrame(shape)) panels.push_back({shape.box(), {}, {}, {}});
  for (ReadPanel& panel : panels)
    for (const MarkText& text : marks.texts) {
      const QPointF at = text.box.center();
      const double line = 1.6 * text.box.height();
      if (!text.isUpright) continue;
      if (panel.plot.contains(at)) panel.inside.push_back(&text);
      if (text.box.right() < panel.plot.left() && text.box.right() > panel.plot.left() - line &&
          at.y() > panel.plot.top() - 2 && at.y() < panel.plot.bottom() + 2)
        panel.left.push_back(&text);
      if (text.box.top() > panel.plot.bottom() && text.box.top() < panel.plot.bottom() + line &&
          at.x() > panel.plot.left() - 2 && at.x() < panel.plot.right() + 2)
        panel.below.push_back(&text);
    }
  return panels;
}

ReadAxis axisOf(const std::vector<const MarkText*>& texts, bool isLog, bool isUp) {
  ReadAxis axis{isLog, {}};
  for (const MarkText* text : texts)
    if (const double value = numberIn(text->words); std::isfinite(value))
      axis.ticks.emplace_back(value, isUp ? text->box.center().y() : text->box.center().x());
  std::sort(axis.ticks.begin(), axis.ticks.end());
  axis.check(isUp);
  return axis;
}

struct Expected {
  const omega::studies::StudyDefinition& study;
  const std::vector<Json>& rows;

  /// The mean of the rows of a point where it is one, as of most panels; else what the figure says.
  double yOf(const StudyPanel& panel, const Curve& curve, const CurvePoint& point) const {
    const auto spec =
        std::find_if(study.panels.begin(), study.panels.end(), [&](const auto& one) { return one.name == panel.name; });
    if (point.point < 0 || !spec->relative_to.empty() || curve.reference > 0) return point.y;
    double sum = 0;
    int count = 0;
    for (const Json& row : rows) {
      if (row.at("point") != point.point) continue;
      const Json value = omega::studies::measured(row, spec->y);
      if (!value.is_number()) return point.y;
      sum += value.get<double>();
      ++count;
    }
    return sum / count;
  }
};

/// Whether something of that colour is at that place.
bool isDrawn(const SvgMarks& marks, QPointF at, const QColor& colour) {
  const auto isNear = [&](QPointF place) { return std::hypot(place.x() - at.x(), place.y() - at.y()) < kOff; };
  for (const SvgShape& shape : marks.shapes) {
    if (shape.fill != colour && shape.stroke != colour) continue;
    if (isNear(shape.box().center()) || std::any_of(shape.corners.begin(), shape.corners.end(), isNear)) return true;
  }
  return false;
}

QColor colourOf(const Curve& curve) { return QColor(QRgb{line_of(curve, {}).ink.colour}); }

void checkCurves(const SvgMarks& marks, const ReadPanel& read, const StudyPanel& panel, const Expected& expected,
                 int& checked) {
  const bool isSideways = panel.kind == omega::studies::PanelKind::categories;
  const ReadAxis values = axisOf(isSideways ? read.below : read.left, panel.y.log, !isSideways);
  const ReadAxis places = isSideways ? ReadAxis{} : axisOf(read.below, panel.x.log, false);
  for (const Curve& curve : panel.curves)
    for (const CurvePoint& point : curve.points) {
      const double y = values.at(expected.yOf(panel, curve, point));
      QPointF at(isSideways ? y : places.at(point.x), y);
      if (isSideways) {
        REQUIRE(read.left.size() == panel.x.categories.size());
        at.setY(read.left[static_cast<std::size_t>(point.x)]->box.center().y());
      }
      INFO(curve.name << " at " << point.x << ", " << point.y);
      CHECK(isDrawn(marks, at, colourOf(curve)));
      ++checked;
    }
}

void checkMap(const ReadPanel& read, const StudyPanel& panel, int& checked) {
  REQUIRE(read.left.size() == panel.y.categories.size());
  REQUIRE(read.below.size() == panel.x.categories.size());
  for (const MapCell& cell : panel.cells) {
    const QPointF at(read.below[static_cast<std::size_t>(cell.column)]->box.center().x(),
                     read.left[static_cast<std::size_t>(cell.row)]->box.center().y());
    INFO(panel.x.categories[static_cast<std::size_t>(cell.column)]
         << ", " << panel.y.categories[static_cast<std::size_t>(cell.row)] << ": " << cell.value);
    const auto text = std::find_if(read.inside.begin(), read.inside.end(),
                                   [&](const MarkText* one) { return QLineF(one->box.center(), at).length() < 3; });
    if (read.inside.empty()) continue;  // no room for numbers
    REQUIRE(text != read.inside.end());
    INFO("written as " << omegascope::test::text((*text)->words));
    CHECK(std::abs(numberIn((*text)->words) - cell.value) <= 0.5000001 * unitOf((*text)->words));
    ++checked;
  }
}

void checkTexts(const SvgMarks& marks) {
  for (std::size_t i = 0; i < marks.texts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const QRectF both = marks.texts[i].box.intersected(marks.texts[j].box);
      INFO(text(marks.texts[i].words) << " over " << text(marks.texts[j].words));
      CHECK((both.width() < 1 || both.height() < 1));
    }
}

/// The number of marks that were found where their rows say.
int checkFigure(const QByteArray& svg, const omega::studies::Figure& figure, const Expected& expected) {
  const SvgMarks marks = readMarks(svg);
  const std::vector<ReadPanel> read = panelsIn(marks);
  QString words;
  for (const MarkText& text : marks.texts) words += text.words + QLatin1Char(' ');
  std::vector<const StudyPanel*> measured;  // the others have a sentence, and no frame
  std::map<QString, std::size_t> sentences;
  for (const StudyPanel& panel : figure.panels)
    if (!panel.cells.empty() ||
        std::any_of(panel.curves.begin(), panel.curves.end(), [](const auto& curve) { return !curve.points.empty(); }))
      measured.push_back(&panel);
    else
      ++sentences[QString::fromStdString(panel.nothing.empty() ? omega::studies::kNothingMeasured : panel.nothing)];
  for (const auto& [sentence, count] : sentences) CHECK(static_cast<std::size_t>(words.count(sentence)) == count);
  REQUIRE(read.size() == measured.size());
  int checked = 0;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const StudyPanel& panel = *measured[i];
    INFO(panel.title);
    CHECK(words.contains(QString::fromStdString(panel.title).section(QLatin1Char(' '), 0, 0)));
    panel.kind == omega::studies::PanelKind::map ? checkMap(read[i], panel, checked)
                                                 : checkCurves(marks, read[i], panel, expected, checked);
  }
  checkTexts(marks);
  return checked;
}

}  // namespace

TEST_CASE(
    "every study's figure is what its rows say, exported from the window in every size and plotted by the command",
    "[studies][export]") {
  Studio s;
  for (const omega::studies::StudyAsset& asset : omega::studies::study_assets()) {
    INFO(asset.name);
    s.runAll(asset.name.c_str());
    const auto picture = s.run().picture();
    const omega::studies::Figure& figure = picture->summary.figure;
    const Expected expected{s.run().study(), picture->rows};
    {
      INFO("the command");
      CHECK(checkFigure(QByteArray::fromStdString(svg_text(figure, {})), figure, expected) > 5);
    }
    ExportOptions options;
    options.format = ExportFormat::Svg;
    for (const SizePreset& size : sizePresets()) {
      INFO(text(size.title));
      options.millimetres = size.millimetres;
      const QString path = s.folder.filePath(QStringLiteral("figure.svg"));
      exportPanel(s.panel(), s.booth.workbench(), path, options);
      CHECK(checkFigure(bytesOf(path), figure, expected) > 5);
      CHECK(readable(s.panel(), options).millimetres.height() >= size.millimetres.height());
    }
  }
}

TEST_CASE("a figure in less room than it needs gets smaller, never upside down", "[studies]") {
  Studio s;
  s.runAll("convergence");
  const omega::studies::Figure& figure = *s.panel().view().figure();
  for (const double height : {2000.0, 400.0, 100.0, 20.0}) {
    FigureLook look = figureLook(Theme::light());
    look.width = 320;
    look.height = height;
    const omega::studies::Drawing drawing = lay_out(figure, look);
    INFO(height);
    REQUIRE(drawing.panels.size() == figure.panels.size());
    for (const auto& placed : drawing.panels) {
      CHECK(placed.plot.top >= 0);
      CHECK(placed.plot.height > 0);
      CHECK(placed.plot.bottom() <= std::max(height, 20.0) + 1);
      CHECK(placed.place(placed.x.low, placed.y.low).y > placed.place(placed.x.low, placed.y.high).y);
      CHECK(placed.place(placed.x.low, placed.y.low).x < placed.place(placed.x.high, placed.y.low).x);
    }
  }
}

TEST_CASE("a panel of which nothing is measured has a sentence in place of axes", "[studies]") {
  Studio s;
  s.runAll("convergence");
  auto figure = std::make_shared<omega::studies::Figure>(*s.panel().view().figure());
  REQUIRE(figure->panels.size() > 1);
  const auto wordsBelowTop = [&](const omega::studies::Drawing& drawing, std::size_t panel) {
    std::vector<std::string> words;
    const auto& plot = drawing.panels.at(panel).plot;
    for (const omega::studies::Mark& mark : drawing.marks)
      if (const auto* said = std::get_if<omega::studies::TextMark>(&mark))
        if (said->at.x > (panel == 0 ? 0 : plot.left - 20) && said->at.x <= plot.right() && said->at.y >= plot.top &&
            said->at.y <= plot.bottom() + 2 * said->size)
          words.push_back(said->words);
    return words;
  };
  FigureView view(QStringLiteral("figure"), FigureView::Height::Given, nullptr);
  for (const QSize size : {QSize(900, 500), QSize(420, 160)}) {  // the second too small for its text
    INFO(size.width());
    view.resize(size);
    view.show(figure, figureLook(Theme::light()));
    const auto before = wordsBelowTop(view.drawing(), 0), others = wordsBelowTop(view.drawing(), 1);
    CHECK(before.size() > 3);  // numbers and names of axes
    auto some = std::make_shared<omega::studies::Figure>(*figure);
    for (Curve& curve : some->panels[0].curves) curve.points.clear();
    for (omega::studies::PanelPoint& point : some->panels[0].wanted) point.rows = 0;
    view.show(some, figureLook(Theme::light()));
    CHECK(wordsBelowTop(view.drawing(), 0) == std::vector<std::string>{"not measured yet"});
    CHECK(wordsBelowTop(view.drawing(), 1) == others);
    // Beside a run that has it, its axes are of that one.
    view.show(some, figureLook(Theme::light()), figure);
    CHECK(wordsBelowTop(view.drawing(), 0).size() > 3);
  }
}
