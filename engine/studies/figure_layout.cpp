#include "studies/figure_layout.h"

#include <algorithm>
#include <cmath>

#include "studies/panel_marks.h"

namespace omega::studies {

namespace {

constexpr double kNear = 14;  // pixels

std::size_t count_of(const Figure& figure, const FigureLook& look) { return std::min(figure.panels.size(), look.most); }

/// As many panels beside each other as the study says, or as their number suggests, where the width has room for them.
std::size_t columns_of(const Figure& figure, const FigureLook& look) {
  constexpr double kNarrowest = 17, kNarrowestOfNames = 26;  // of a panel, in text sizes
  const std::size_t panels = count_of(figure, look);
  const bool has_names = std::any_of(figure.panels.begin(), figure.panels.end(),
                                     [](const FigurePart& panel) { return panel.kind == PanelKind::categories; });
  std::size_t columns = panels == 2 || panels == 4 ? 2 : 3;
  if (figure.columns > 0) columns = static_cast<std::size_t>(figure.columns);
  const double room =
      std::max(1.0, std::floor(look.width / ((has_names ? kNarrowestOfNames : kNarrowest) * look.text)));
  return std::clamp<std::size_t>(std::min(columns, static_cast<std::size_t>(room)), 1,
                                 std::max<std::size_t>(1, panels));
}

/// Of the axes alone.
Heights plot_heights(const FigurePart& panel, double width, const FigureLook& look) {
  const double em = look.text;
  const auto rows = static_cast<double>(
      std::max<std::size_t>(1, (panel.kind == PanelKind::map ? panel.y : panel.x).categories.size()));
  switch (panel.kind) {
    case PanelKind::categories: return {1.3 * em * rows, 1.8 * em * rows};
    case PanelKind::map: return {std::max(4.0, 1.5 * rows) * em, std::max(7.5, 2.4 * rows) * em};
    case PanelKind::lines: break;
  }
  return {10.5 * em, std::clamp(0.68 * width, 17 * em, 35 * em) - 6 * em};
}

/// Panels that stand beside each other, with one height and one head.
struct Row {
  std::size_t first = 0, last = 0;
  double head = 0;
  Heights heights;  // of all of it
};

std::vector<Row> rows_of(const Figure& figure, const FigureLook& look) {
  const std::size_t columns = columns_of(figure, look), panels = count_of(figure, look);
  const double width = look.width / static_cast<double>(columns);
  std::vector<Row> rows;
  for (std::size_t first = 0; first < panels; first += columns) {
    Row row{first, std::min(first + columns, panels), 0, {}};
    for (std::size_t i = row.first; i < row.last; ++i) {
      row.head = std::max(row.head, head_height(figure.panels[i], width, look));
      const Heights plot = plot_heights(figure.panels[i], width, look);
      row.heights = {std::max(row.heights.least, plot.least), std::max(row.heights.wanted, plot.wanted)};
    }
    for (double* height : {&row.heights.least, &row.heights.wanted}) *height += row.head + foot_height(look);
    rows.push_back(row);
  }
  return rows;
}

const FigurePart* panel_beside(const FigurePart& panel, const FigureLook& look) {
  if (look.beside == nullptr) return nullptr;
  for (const FigurePart& other : look.beside->panels)
    if (other.name == panel.name && other.group == panel.group && other.kind == panel.kind) return &other;
  return nullptr;
}

/// Titles of upright logarithmic axes with a number so small or large that it wants a power of ten: then all of axes of
/// that title have one.
std::set<std::string> titles_in_powers(const Figure& figure) {
  const auto wants = [](const CurvePoint& p) {
    const auto is_far = [](double value) { return value > 0 && wants_power(value); };
    return is_far(p.y) || is_far(p.low) || is_far(p.high);
  };
  std::set<std::string> titles;
  for (const FigurePart& panel : figure.panels)
    if (panel.y.log && panel.kind == PanelKind::lines)
      for (const Curve& c : panel.curves)
        if (std::any_of(c.points.begin(), c.points.end(), wants)) titles.insert(panel.y.title);
  return titles;
}

class Layout {
 public:
  Layout(const Figure& figure, const FigureLook& look) : figure_(figure), look_(look), rows_(rows_of(figure, look)) {
    drawing_.width = look.width;
    drawing_.hidden = look.hidden;
  }

  Heights heights() {
    add_all();
    Heights sum{y_, y_};
    for (const Row& row : rows_) sum = {sum.least + row.heights.least, sum.wanted + row.heights.wanted};
    return sum;
  }

  Drawing draw(const Heights& heights, double height) {
    const double between = heights.wanted - heights.least;
    share_ = between > 0 ? (height - heights.least) / between : 0;
    has_panels_ = true;
    add_all();
    drawing_.height = std::max(height, y_);
    return std::move(drawing_);
  }

 private:
  double width() const { return look_.width / static_cast<double>(columns_of(figure_, look_)); }

  void add_all() {
    if (look_.is_alone) add_head();
    if (has_panels_) add_panels();
    if (look_.is_alone) add_legend();
    if (look_.is_alone) add_notes();
  }

  void add_panels() {
    for (const Row& row : rows_) {
      const double height = row.heights.least + share_ * (row.heights.wanted - row.heights.least);
      for (std::size_t i = row.first; i < row.last; ++i) {
        const FigurePart& panel = figure_.panels[i];
        const Box box{static_cast<double>(i - row.first) * width(), y_, width(), height};
        drawing_.panels.push_back(add_panel(drawing_.marks, panel, panel_beside(panel, look_), box, row.head, look_));
      }
      y_ += height;
    }
  }

  void add_words(double x, const std::string& words, double scale, bool is_faint, bool is_bold) {
    const int size = static_cast<int>(std::lround(scale * look_.text));
    for (const std::string& line : wrapped(words, look_.width - 2 * x, size, is_bold, 3)) {
      y_ += 1.3 * size;
      const Ink ink{is_faint ? look_.palette.faint : look_.palette.text};
      drawing_.marks.push_back(TextMark{{x, y_ - 0.25 * size}, line, size, ink, Anchor::start, is_bold});
    }
  }

  void add_head() {
    y_ += 0.5 * look_.text;
    add_words(look_.text, figure_.title, 1.4, false, true);
    if (!figure_.caption.empty()) add_words(look_.text, figure_.caption, 1, true, false);
    y_ += 0.5 * look_.text;
  }

  /// From left to right, and on in the next row where the width ends.
  void add_legend() {
    const double em = look_.text, sign = 2.6 * em, line = 1.5 * em;
    const int size = static_cast<int>(std::lround(em));
    double x = em;
    for (const Curve* curve : legend_of(figure_)) {
      const std::string name = elided(legend_name(*curve), look_.width - 3 * em - sign, size);
      const double wide = sign + 0.5 * em + text_width(name, size) + 1.2 * em;
      if (x > em && x + wide > look_.width) {
        x = em;
        y_ += line;
      }
      const Marks marks = legend_sign(*curve, {x, y_, sign, line}, look_);
      drawing_.marks.insert(drawing_.marks.end(), marks.begin(), marks.end());
      const Position at{x + sign + 0.5 * em, y_ + 0.5 * line + 0.36 * size};
      drawing_.marks.push_back(TextMark{at, name, size, {look_.palette.text}});
      x += wide;
    }
    y_ += legend_of(figure_).empty() ? 0 : line;
  }

  void add_notes() {
    constexpr std::size_t kMostNotes = 3;
    const std::size_t shown = std::min(figure_.missing.size(), kMostNotes);
    for (std::size_t i = 0; i < shown; ++i)
      add_words(look_.text, "Not measured: " + figure_.missing[i], 0.9, true, false);
    if (figure_.missing.size() > shown)
      add_words(look_.text, "and " + std::to_string(figure_.missing.size() - shown) + " more", 0.9, true, false);
    y_ += 0.5 * look_.text;
  }

  const Figure& figure_;
  const FigureLook& look_;
  std::vector<Row> rows_;
  Drawing drawing_;
  double y_ = 0, share_ = 0;  // of the height between least and wanted
  bool has_panels_ = false;
};

}  // namespace

Heights heights_of(const Figure& figure, const FigureLook& look) { return Layout(figure, look).heights(); }

Drawing lay_out(const Figure& figure, const FigureLook& asked) {
  constexpr double kStep = 0.94;
  FigureLook look = asked;
  look.in_powers = titles_in_powers(figure);
  if (look.beside != nullptr) look.in_powers.merge(titles_in_powers(*look.beside));
  Heights heights = heights_of(figure, look);
  // Where there is too little room everything becomes smaller, down to a speck.
  while (look.height > 0 && heights.least > look.height + 0.5 && look.text > 1) {
    look.text *= kStep;
    look.line *= kStep;
    heights = heights_of(figure, look);
  }
  return Layout(figure, look).draw(heights, look.height > 0 ? look.height : heights.wanted);
}

Position place_of(const Drawing& drawing, const Spot& spot) {
  for (const PlacedPanel& placed : drawing.panels) {
    if (placed.panel != spot.part) continue;
    return spot.cell != nullptr
               ? placed.place(static_cast<double>(spot.cell->column), static_cast<double>(spot.cell->row))
               : placed.place(spot.at->x, spot.at->y);
  }
  return {};
}

namespace {

Spot cell_at(const PlacedPanel& placed, Position place) {
  const long column = std::lround(placed.x.value_at(place.x)), row = std::lround(placed.y.value_at(place.y));
  for (const MapCell& cell : placed.panel->cells)
    if (cell.column == column && cell.row == row) return {placed.panel, nullptr, nullptr, &cell};
  return {};
}

}  // namespace

Spot spot_at(const Drawing& drawing, Position place) {
  constexpr double kAround = 6;
  Spot found;
  double nearest = kNear;
  for (const PlacedPanel& placed : drawing.panels) {
    const Box& plot = placed.plot;
    if (place.x < plot.left - kAround || place.x > plot.right() + kAround || place.y < plot.top - kAround ||
        place.y > plot.bottom() + kAround)
      continue;
    if (placed.panel->kind == PanelKind::map) return cell_at(placed, place);
    for (const Curve& curve : placed.panel->curves) {
      if (drawing.hidden.count(legend_key(curve)) > 0) continue;
      for (const CurvePoint& point : curve.points) {
        const Position at = placed.place(point.x, point.y);
        const double distance = std::hypot(at.x - place.x, at.y - place.y);
        if (!(distance < nearest)) continue;
        nearest = distance;
        found = {placed.panel, &curve, &point, nullptr};
      }
    }
  }
  return found;
}

std::string legend_name(const Curve& curve) { return curve.legend.empty() ? curve.name : curve.legend; }

std::string legend_key(const Curve& curve) {
  return legend_name(curve) + (curve.reference > 0 ? "" : "\n" + curve.method);
}

std::vector<const Curve*> legend_of(const Figure& figure) {
  std::vector<const Curve*> entries;
  std::set<std::string> keys;
  for (const FigurePart& panel : figure.panels)
    for (const Curve& curve : panel.curves)
      if ((panel.kind == PanelKind::lines || panel.curves.size() > 1) && keys.insert(legend_key(curve)).second)
        entries.push_back(&curve);
  return entries;
}

Marks legend_sign(const Curve& curve, const Box& box, const FigureLook& look) {
  const double y = box.top + box.height / 2;
  Marks marks;
  if (curve.has_line) {
    LineMark line = line_of(curve, look);
    line.places = {{box.left, y}, {box.right(), y}};
    marks.emplace_back(std::move(line));
  }
  if (curve.reference == 0 || !curve.has_line) marks.emplace_back(marker_of(curve, look, {box.middle(), y}));
  return marks;
}

}  // namespace omega::studies
