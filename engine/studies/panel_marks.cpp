#include "studies/panel_marks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/text.h"

namespace omega::studies {

namespace {

constexpr double kMiddle = 0.36;  // of a text's size, from its base line to its middle
constexpr double kSmall = 0.92;   // size of numbers, as a share of that of words
constexpr float kBehind = 0.35f, kBeside = 0.5f, kBand = 0.15f, kFit = 0.55f;
constexpr double kSlopeSign = 1.9;   // width of the sign before a slope, in sizes of its text
constexpr double kNamesShare = 0.5;  // of a panel's width, for names of categories

int size_of(const FigureLook& look, double scale) {
  return std::max(1, static_cast<int>(std::lround(scale * look.text)));
}

std::string slope_text(double slope) { return (slope < 0 ? "−" : "") + formatted("%.2f", std::abs(slope)); }

double widest(const std::vector<std::string>& words, int size) {
  double width = 0;
  for (const std::string& each : words) width = std::max(width, text_width(each, size));
  return width;
}

/// Where there is no room, what follows the last comma goes first.
std::string fitted(std::string title, double room, int size) {
  while (text_width(title, size) > room && title.find(", ") != std::string::npos) title.erase(title.rfind(", "));
  return elided(title, room, size);
}

bool is_shown(const Curve& curve, const FigureLook& look) { return look.hidden.count(legend_key(curve)) == 0; }

bool has_slopes(const FigurePart& panel, const FigureLook& look) {
  return !look.is_bare && panel.kind == PanelKind::lines &&
         std::any_of(panel.curves.begin(), panel.curves.end(),
                     [&](const Curve& c) { return c.fit && is_shown(c, look); });
}

/// Of a title in a panel of that width; slopes stand beside it.
double title_room(const FigurePart& panel, double width, const FigureLook& look) {
  constexpr double kSlopes = 5;  // in text sizes, at most
  return width - ((has_slopes(panel, look) ? kSlopes : 0) + 1.2) * look.text;
}

/// Whether any point of a curve that is drawn has it.
template <class Has>
bool shows_any(const FigurePart& panel, const FigureLook& look, const Has& has) {
  return std::any_of(panel.curves.begin(), panel.curves.end(), [&](const Curve& curve) {
    return is_shown(curve, look) &&
           std::any_of(curve.points.begin(), curve.points.end(), [&](const CurvePoint& p) { return has(curve, p); });
  });
}

/// What is said below the title.
std::vector<std::string> note_lines(const FigurePart& panel, double width, const FigureLook& look) {
  const auto has_band = [](const Curve& curve, const CurvePoint& p) { return curve.has_band && p.high > p.low; };
  const auto has_bar = [&](const Curve& curve, const CurvePoint& p) { return bar_of(panel.kind, curve, p) > 0; };
  std::vector<std::string> lines;
  for (const std::string& words : {panel.note, shows_any(panel, look, has_band) ? panel.band : "",
                                   shows_any(panel, look, has_bar) ? panel.bars : ""})
    if (!words.empty())
      for (std::string& line : wrapped(words, title_room(panel, width, look), size_of(look, kSmall), false, 2))
        lines.push_back(std::move(line));
  return lines;
}

class PanelDrawer {
 public:
  PanelDrawer(Marks& marks, const FigurePart& panel, const FigurePart* beside, const Box& box, double head,
              const FigureLook& look)
      : marks_(marks), panel_(panel), beside_(beside), box_(box), look_(look), em_(look.text) {
    placed_.panel = &panel;
    placed_.plot = box;
    placed_.plot.top += head;
    placed_.plot.height = std::max(1.0, box.height - head - foot_height(look));
  }

  PlacedPanel draw() {
    if (!look_.is_bare && !has_data()) return draw_empty();
    switch (panel_.kind) {
      case PanelKind::lines: draw_lines(); break;
      case PanelKind::categories: draw_categories(); break;
      case PanelKind::map: draw_map(); break;
    }
    add_frame();
    if (!look_.is_bare) add_title();
    return placed_;
  }

 private:
  bool has_data() const {
    const auto has = [](const FigurePart* part) {
      return part != nullptr && (!part->cells.empty() || std::any_of(part->curves.begin(), part->curves.end(),
                                                                     [](const Curve& c) { return !c.points.empty(); }));
    };
    return has(&panel_) || has(beside_);
  }
  PlacedPanel draw_empty() {
    const std::vector<PanelPoint>& wanted = panel_.wanted;
    const bool is_coming = wanted.empty() || std::any_of(wanted.begin(), wanted.end(),
                                                         [](const PanelPoint& p) { return p.rows < p.of_rows; });
    const Box& plot = placed_.plot;
    const std::string words = is_coming ? kNotMeasuredYet : panel_.nothing.empty() ? kNothingMeasured : panel_.nothing;
    text({plot.middle(), plot.top + plot.height / 2}, words, 1, Anchor::middle, {look_.palette.faint});
    add_title();
    return placed_;
  }

  // ---- pieces ----

  Ink hue(const Curve& curve, double opacity = 1) const {
    Ink ink = line_of(curve, look_).ink;
    ink.opacity *= opacity;
    return ink;
  }
  /// For words: lines may be fainter.
  Ink hue_of_words(const Curve& curve) const {
    Ink ink = hue(curve);
    const Palette& palette = look_.palette;
    ink.colour = readable_on({palette.canvas, palette.window}, ink.colour, palette.text_contrast);
    return ink;
  }
  void line(Position from, Position to, Ink ink, double width) {
    marks_.push_back(LineMark{{from, to}, ink, width * look_.line, {}});
  }
  void text(Position at, const std::string& words, double scale, Anchor anchor, Ink ink, bool is_upward = false) {
    if (!look_.is_bare && !words.empty())
      marks_.push_back(TextMark{at, words, size_of(look_, scale), ink, anchor, false, is_upward});
  }
  static std::vector<const Curve*> curves_of(const FigurePart* panel) {
    std::vector<const Curve*> curves;
    for (std::size_t i = 0; panel != nullptr && i < panel->curves.size(); ++i) curves.push_back(&panel->curves[i]);
    return curves;
  }
  std::vector<const Curve*> shown_of(const FigurePart* panel) const {
    std::vector<const Curve*> curves = curves_of(panel);
    std::erase_if(curves, [&](const Curve* curve) { return !is_shown(*curve, look_); });
    return curves;
  }
  /// The end of the bar that an axis has to show: a logarithmic one does not follow it towards 0.
  double least_of_bar(const Curve& curve, const CurvePoint& p) const {
    const double least = p.y - bar_of(panel_.kind, curve, p);
    return panel_.y.log ? std::max(least, p.y / 2) : least;
  }
  /// Of all curves: what is hidden moves no axis.
  ValueRange range_of_y() const {
    ValueRange range;
    for (const FigurePart* each : {&panel_, beside_})
      for (const Curve* curve : curves_of(each))
        for (const CurvePoint& p : curve->points)
          for (const double value : {p.y, p.low, p.high, p.y + bar_of(panel_.kind, *curve, p), least_of_bar(*curve, p)})
            range.add(value, panel_.y.log);
    return range;
  }
  Ink words_ink() const { return {look_.palette.text}; }
  /// Where a logarithm would be −∞, the lower edge.
  double bounded(double value) const { return placed_.y.log && value <= 0 ? placed_.y.low : value; }
  bool has_place(const CurvePoint& p) const { return !(placed_.y.log && p.y <= 0) && !(placed_.x.log && p.x <= 0); }

  /// Takes what words need from the sides of the plot.
  void cut(double left, double right) {
    Box& plot = placed_.plot;
    plot.left = box_.left + (look_.is_bare ? 0.2 * em_ : left);
    plot.width = std::max(1.0, box_.right() - (look_.is_bare ? 0.2 * em_ : right) - plot.left);
  }

  /// The words of an upright axis and its title, left of the plot.
  double left_room(const std::vector<AxisTick>& ticks, const std::string& title) const {
    double width = 0;
    for (const AxisTick& tick : ticks) width = std::max(width, text_width(tick.label, size_of(look_, kSmall)));
    return width + (title.empty() ? 0.5 : 2) * em_ + 0.6 * em_;
  }

  /// Below the plot, or left of it. Names have no grid.
  void add_axis(const std::vector<AxisTick>& ticks, const Scale& scale, const std::string& title, bool has_grid,
                bool is_up) {
    const Box& plot = placed_.plot;
    const auto at = [&](double along, double out) {
      return is_up ? Position{plot.left - out, along} : Position{along, plot.bottom() + out};
    };
    const Ink axis{look_.palette.axis};
    for (const AxisTick& tick : ticks) {
      const double along = scale.at(tick.value), half = text_width(tick.label, size_of(look_, kSmall)) / 2;
      if (has_grid) line(at(along, 0), at(along, is_up ? -plot.width : -plot.height), {look_.palette.grid}, 1);
      if (has_grid && !look_.is_bare) line(at(along, 0), at(along, 0.35 * em_), axis, 1);
      if (is_up)
        text(at(along + kMiddle * kSmall * em_, 0.5 * em_), tick.label, kSmall, Anchor::end, words_ink());
      else if (along + half <= box_.right())
        text(at(along, 1.3 * em_), tick.label, kSmall, Anchor::middle, words_ink());
    }
    for (const double value : has_grid && !look_.is_bare ? minor_ticks(scale) : std::vector<double>{})
      line(at(scale.at(value), 0), at(scale.at(value), 0.2 * em_), axis, 0.6);
    // Below an upright axis there is room, above it stands the panel's title.
    const std::string words = fitted(title, is_up ? plot.height + 2 * em_ : box_.width - 0.5 * em_, size_of(look_, 1));
    const double width = text_width(words, size_of(look_, 1)), beyond = std::max(0.0, width - plot.height) / 2;
    const double middle =
        std::max(box_.left + width / 2, std::min(plot.middle(), box_.right() - (width + em_ / 2) / 2));
    const Position place =
        is_up ? Position{box_.left + 1.1 * em_, plot.top + plot.height / 2 + beyond} : at(middle, 2.6 * em_);
    text(place, words, 1, Anchor::middle, words_ink(), is_up);
  }

  void add_frame() {
    LineMark frame{area_of(placed_.plot, {}).corners, {look_.palette.axis}, look_.line, {}};
    frame.places.push_back(frame.places.front());
    marks_.emplace_back(std::move(frame));
  }

  void add_title() {
    const double room = title_room(panel_, box_.width, look_);
    std::vector<TextMark> lines;
    const int size = size_of(look_, 1), small = size_of(look_, kSmall);
    for (const std::string& each : wrapped(panel_.title, room, size, true, 2))
      lines.push_back({{}, each, size, words_ink(), Anchor::start, true});
    const Ink faint{look_.palette.faint};
    for (const std::string& each : note_lines(panel_, box_.width, look_)) lines.push_back({{}, each, small, faint});
    double y = placed_.plot.top - 0.7 * em_ - 1.25 * em_ * static_cast<double>(lines.size() - 1);
    for (TextMark& each : lines) {
      each.at = {box_.left + 0.6 * em_, y};
      y += 1.25 * em_;
      if (!each.words.empty()) marks_.emplace_back(std::move(each));
    }
  }

  // ---- lines ----

  std::vector<double> different_x() const {
    std::set<double> xs;
    for (const FigurePart* each : {&panel_, beside_})
      for (const Curve* curve : curves_of(each))
        for (const CurvePoint& p : curve->points) xs.insert(p.x);
    return {xs.begin(), xs.end()};
  }

  void draw_lines() {
    const std::vector<double> xs = different_x();
    ValueRange x;
    for (const double value : xs) x.add(value, panel_.x.log);
    placed_.x = scale_of(x, panel_.x.log, panel_.x.symmetric, 0, 1);
    placed_.y = scale_of(range_of_y(), panel_.y.log, panel_.y.symmetric, placed_.plot.bottom(), placed_.plot.top);
    placed_.y.in_powers = look_.in_powers.contains(panel_.y.title);
    const int size = size_of(look_, kSmall);
    const std::vector<AxisTick> up = ticks_of(placed_.y, {}, 2.2 * em_, size, false);
    double right = 1.5 * em_;
    if (has_slopes(panel_, look_))
      for (const Curve& curve : panel_.curves)
        if (curve.fit)
          right = std::max(right, kSlopeSign * size + text_width(slope_text(curve.fit->slope), size) + 1.2 * em_);
    const double left = left_room(up, panel_.y.title);
    cut(left, right);
    // Half of the last label stands beyond the end.
    if (const auto across = across_ticks(xs); !across.empty())
      cut(left, std::max(right, right + placed_.x.at(across.back().value) + text_width(across.back().label, size) / 2 -
                                    (box_.right() - 2)));
    marks_.emplace_back(area_of(placed_.plot, {look_.palette.canvas}));
    add_axis(across_ticks(xs), placed_.x, panel_.x.title, true, false);
    add_axis(up, placed_.y, panel_.y.title, true, true);
    marks_.push_back(ClipMark{{placed_.plot}});
    add_curves();
    marks_.push_back(ClipMark{});
    if (has_slopes(panel_, look_)) add_slopes();
  }

  std::vector<AxisTick> across_ticks(const std::vector<double>& tried) {
    placed_.x.from = placed_.plot.left;
    placed_.x.to = placed_.plot.right();
    return ticks_of(placed_.x, tried, 2.4 * em_, size_of(look_, kSmall), true);
  }

  void add_curves() {
    const Box& plot = placed_.plot;
    if (!placed_.y.log && placed_.y.low < 0 && placed_.y.high > 0)
      line({plot.left, placed_.y.at(0)}, {plot.right(), placed_.y.at(0)}, {look_.palette.faint}, 0.8);
    for (const Curve* curve : shown_of(&panel_)) add_band(*curve);
    for (const Curve* curve : shown_of(beside_))
      if (!curve->is_paper && curve->reference == 0) add_curve(*curve, true);
    for (const Curve* curve : shown_of(&panel_)) add_fit(*curve);
    for (const Curve* curve : shown_of(&panel_)) add_curve(*curve, false);
    for (const Curve* curve : shown_of(&panel_)) add_rings(*curve);
  }

  void add_band(const Curve& curve) {
    if (!curve.has_band || curve.points.size() < 2) return;
    AreaMark band{{}, hue(curve, kBand)};
    for (const CurvePoint& p : curve.points) band.corners.push_back(placed_.place(p.x, bounded(p.high)));
    for (auto p = curve.points.rbegin(); p != curve.points.rend(); ++p)
      band.corners.push_back(placed_.place(p->x, bounded(p->low)));
    marks_.emplace_back(std::move(band));
  }

  void add_fit(const Curve& curve) {
    constexpr int kSteps = 24;
    if (!curve.fit || look_.is_bare) return;
    LineMark fit{{}, hue(curve, kFit), look_.line, {}};  // no dash: those are of series
    for (int i = 0; i <= kSteps; ++i) {
      const double x = curve.fit_from * std::pow(curve.fit_to / curve.fit_from, static_cast<double>(i) / kSteps);
      fit.places.push_back(placed_.place(x, bounded(curve.fit->at(x))));
    }
    marks_.emplace_back(std::move(fit));
  }

  void add_curve(const Curve& curve, bool is_beside) {
    constexpr std::size_t kMostMarkers = 24;  // more are a smear
    LineMark drawn = line_of(curve, look_);
    if (is_beside) drawn.ink.opacity = kBeside;
    if (is_beside) drawn.width = 1.1 * look_.line;
    if (!is_beside) add_errors(curve);
    const std::vector<std::vector<Position>> all = stretches(curve);
    std::size_t count = 0;
    for (const std::vector<Position>& stretch : all) {
      count += stretch.size();
      drawn.places = stretch;
      if (stretch.size() > 1 && curve.has_line) marks_.emplace_back(drawn);
    }
    if (curve.reference > 0 || look_.is_bare || (curve.has_line && count > kMostMarkers)) return;
    for (const std::vector<Position>& stretch : all)
      for (const Position& place : stretch) marks_.emplace_back(marker(curve, place, is_beside));
  }

  /// The places of a curve, parted at its gaps.
  std::vector<std::vector<Position>> stretches(const Curve& curve) const {
    std::vector<std::vector<Position>> all;
    for (const CurvePoint& p : curve.points) {
      if (!has_place(p)) continue;
      if (all.empty() || p.after_gap) all.emplace_back();
      all.back().push_back(placed_.place(p.x, p.y));
    }
    return all;
  }

  PointMark marker(const Curve& curve, Position at, bool is_beside) const {
    PointMark mark = marker_of(curve, look_, at);
    if (!is_beside) return mark;
    mark.edge = {mark.inside.colour, kBeside};
    mark.inside.opacity = 0;
    mark.stroke = 1.2 * look_.line;
    return mark;
  }

  void add_errors(const Curve& curve) {
    for (const CurvePoint& p : curve.points)
      if (const double bar = bar_of(panel_.kind, curve, p); bar > 0 && has_place(p))
        line(placed_.place(p.x, bounded(p.y - bar)), placed_.place(p.x, p.y + bar), hue(curve), 1);
  }

  /// Around points that somebody named.
  void add_rings(const Curve& curve) {
    for (const CurvePoint& p : curve.points)
      if (look_.ringed.count(p.point) > 0 && has_place(p))
        marks_.push_back(PointMark{placed_.place(p.x, p.y), 13 * look_.line, Marker::circle, Ink{look_.palette.text, 0},
                                   words_ink(), 1.8 * look_.line});
  }

  /// At the right ends of their fits, each behind the sign of its curve, moved apart where they would overlap, smaller
  /// where they are many.
  void add_slopes() {
    struct Slope {
      double y;
      const Curve* curve;
    };
    std::vector<Slope> slopes;
    for (const Curve& curve : panel_.curves)
      if (curve.fit && is_shown(curve, look_))
        slopes.push_back({placed_.y.at(bounded(curve.fit->at(curve.fit_to))), &curve});
    std::stable_sort(slopes.begin(), slopes.end(), [](const Slope& a, const Slope& b) { return a.y < b.y; });
    const Box& plot = placed_.plot;
    const double room = plot.height / static_cast<double>(slopes.size());
    const int size = std::max(size_of(look_, 0.6), std::min(size_of(look_, kSmall), static_cast<int>(room / 1.1)));
    const double apart = 1.1 * size;
    if (const auto most = static_cast<std::size_t>(plot.height / apart); slopes.size() > most) slopes.resize(most);
    double free = plot.top + apart / 2;
    for (Slope& slope : slopes) free = (slope.y = std::max(slope.y, free)) + apart;
    free = plot.bottom() - apart / 2;
    for (auto slope = slopes.rbegin(); slope != slopes.rend(); ++slope)
      free = (slope->y = std::min(slope->y, free)) - apart;
    FigureLook small = look_;
    small.line *= size / em_;
    for (const Slope& slope : slopes) {
      const Box sign{plot.right() + 0.4 * em_, slope.y - 0.5 * size, kSlopeSign * size, static_cast<double>(size)};
      for (Mark& mark : legend_sign(*slope.curve, sign, small)) marks_.push_back(std::move(mark));
      text({sign.right() + 0.3 * em_, slope.y + kMiddle * size}, slope_text(slope.curve->fit->slope), size / em_,
           Anchor::start, hue_of_words(*slope.curve));
    }
    text({plot.right() + 0.2 * em_, plot.top - 0.5 * em_}, "slope", 0.8, Anchor::start, {look_.palette.faint});
  }

  // ---- categories: sideways, so that their names can be read ----

  void draw_categories() {
    placed_.is_sideways = true;
    Box& plot = placed_.plot;
    const int size = size_of(look_, kSmall);
    const double room = std::min(widest(panel_.x.categories, size), kNamesShare * box_.width);
    cut(room + 1.1 * em_, 1.8 * em_);
    placed_.x = scale_of(panel_.x.categories, plot.top, plot.bottom());
    placed_.y = scale_of(range_of_y(), panel_.y.log, panel_.y.symmetric, plot.left, plot.right());
    marks_.emplace_back(area_of(plot, {look_.palette.canvas}));
    add_axis(ticks_of(placed_.y, {}, 2.4 * em_, size, true), placed_.y, panel_.y.title, true, false);
    for (std::size_t i = 0; i < panel_.x.categories.size(); ++i) {
      const double y = placed_.x.at(static_cast<double>(i));
      line({plot.left, y}, {plot.right(), y}, {look_.palette.grid}, 0.6);
      text({plot.left - 0.5 * em_, y + kMiddle * size}, elided(panel_.x.categories[i], room, size), kSmall, Anchor::end,
           words_ink());
    }
    for (const Curve* curve : shown_of(beside_))
      if (!curve->is_paper) add_marks(*curve, true);
    for (const bool is_reference : {true, false})  // what is measured stands on top
      for (const Curve* curve : shown_of(&panel_))
        if ((curve->reference > 0) == is_reference) add_marks(*curve, false);
  }

  void add_marks(const Curve& curve, bool is_beside) {
    for (const CurvePoint& p : curve.points) {
      if (placed_.y.log && p.y <= 0) continue;
      if (p.high > p.low && (!placed_.y.log || p.low > 0))
        line(placed_.place(p.x, p.low), placed_.place(p.x, p.high), hue(curve, is_beside ? kBeside : 1), 1.6);
      marks_.emplace_back(marker(curve, placed_.place(p.x, p.y), is_beside));
    }
  }

  // ---- maps ----

  std::vector<AxisTick> names_of(const std::vector<std::string>& categories, double room) const {
    std::vector<AxisTick> ticks;
    for (std::size_t i = 0; i < categories.size(); ++i)
      ticks.push_back({static_cast<double>(i), elided(categories[i], room, size_of(look_, kSmall))});
    return ticks;
  }

  /// Names are cut where they have no room. Of numbers every nth is kept, and the last: one can count between two.
  std::vector<AxisTick> columns_of(const std::vector<std::string>& categories, double wide) const {
    const double gap = 0.2 * em_;
    const auto is_number = [](const std::string& name) {
      return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
    };
    if (!std::all_of(categories.begin(), categories.end(), is_number)) return names_of(categories, wide - gap);
    const double most = widest(categories, size_of(look_, kSmall));
    const auto step = static_cast<std::size_t>(std::max(1.0, std::ceil((most + gap) / wide)));
    std::vector<AxisTick> ticks;
    for (std::size_t i = categories.empty() ? 0 : (categories.size() - 1) % step; i < categories.size(); i += step)
      ticks.push_back({static_cast<double>(i), categories[i]});
    return ticks;
  }

  /// From the canvas to the deep blue of lara's hue: monotone in lightness.
  Rgb shade(double share) const {
    static const Rgb deep = look_of("lara").light;
    const Rgb from = look_.palette.is_dark ? 0x2a2740 : 0xf4f2fb, to = look_.palette.is_dark ? 0xc0a8ff : deep;
    Rgb mixed = 0;
    for (const int shift : {0, 8, 16}) {
      const double a = (from >> shift) & 0xff, b = (to >> shift) & 0xff;
      mixed |= static_cast<Rgb>(std::lround(a + share * (b - a))) << shift;
    }
    return mixed;
  }
  static bool is_bright(Rgb c) { return 0.3 * ((c >> 16) & 0xff) + 0.59 * ((c >> 8) & 0xff) + 0.11 * (c & 0xff) > 128; }

  void draw_map() {
    ValueRange range;
    for (const MapCell& cell : panel_.cells) range.add(cell.value, panel_.log_colour);
    if (range.high == range.low) range.high += std::max(1e-12, std::abs(range.low));
    if (!(range.high > range.low)) range = {0.1, 1};
    Box& plot = placed_.plot;
    Scale shades{range.low, range.high, plot.bottom(), plot.top, panel_.log_colour};
    const int size = size_of(look_, kSmall);
    const std::vector<AxisTick> numbers = ticks_of(shades, {}, 2 * em_, size, false);
    double bar = 2.2 * em_;
    for (const AxisTick& tick : numbers) bar = std::max(bar, text_width(tick.label, size) + 2.4 * em_);
    const std::vector<AxisTick> rows = names_of(panel_.y.categories, kNamesShare * box_.width);
    cut(left_room(rows, panel_.y.title), bar);
    placed_.x = scale_of(panel_.x.categories, plot.left, plot.right());
    placed_.y = scale_of(panel_.y.categories, plot.bottom(), plot.top);
    marks_.emplace_back(area_of(plot, {look_.palette.canvas}));
    const double wide = std::abs(placed_.x.at(1) - placed_.x.at(0)), high = std::abs(placed_.y.at(1) - placed_.y.at(0));
    shades.from = 0;
    shades.to = 1;
    add_cells(shades, wide, high);
    add_axis(columns_of(panel_.x.categories, wide), placed_.x, panel_.x.title, false, false);
    add_axis(rows, placed_.y, panel_.y.title, false, true);
    if (!look_.is_bare) add_bar(shades, numbers);
  }

  static std::string cell_text(const MapCell& cell, int digits) {
    if (!std::isfinite(cell.value)) return cell.words;
    char text[32];
    std::snprintf(text, sizeof text, "%.*g",
                  cell.point < 0               ? 6
                  : std::abs(cell.value) >= 10 ? digits + 1
                                               : digits,
                  cell.value);
    return tick_text(std::strtod(text, nullptr));
  }

  /// The width of cells alone decides how large numbers are, so that maps of one grid have the same size. One digit in
  /// place of two where a number would not fit; no numbers at all where one fits neither way.
  void add_cells(const Scale& shades, double wide, double high) {
    constexpr double kRoomy = 4.4;  // text sizes, of two digits and a power
    const double scale = wide > kRoomy * em_ ? 0.9 : 0.75;
    const auto fits = [&](const std::string& number) { return text_width(number, size_of(look_, scale)) <= wide - 3; };
    const auto number_of = [&](const MapCell& cell) {
      const std::string number = cell_text(cell, 2);
      return fits(number) ? number : cell_text(cell, 1);
    };
    const bool has_numbers =
        high > scale * em_ && std::all_of(panel_.cells.begin(), panel_.cells.end(),
                                          [&](const MapCell& cell) { return fits(number_of(cell)); });
    const auto cell_at = [&](const MapCell& cell, const Ink& ink) {
      const Position middle = placed_.place(static_cast<double>(cell.column), static_cast<double>(cell.row));
      marks_.emplace_back(area_of({middle.x - wide / 2, middle.y - high / 2, wide, high}, ink));
      return Position{middle.x, middle.y + kMiddle * scale * em_};
    };
    for (const MapCell& cell : panel_.cells) {
      if (!std::isfinite(cell.value)) {
        const Position middle = cell_at(cell, {look_.palette.grid});
        if (fits(cell.words)) text(middle, cell.words, scale, Anchor::middle, words_ink());
        continue;
      }
      const Rgb colour = shade(std::clamp(shades.at(cell.value), 0.0, 1.0));
      const Position middle = cell_at(cell, {colour, 1});
      if (has_numbers)
        text(middle, number_of(cell), scale, Anchor::middle, {is_bright(colour) ? Rgb{0} : Rgb{0xffffff}, 1});
    }
  }

  void add_bar(const Scale& shades, const std::vector<AxisTick>& numbers) {
    constexpr int kSteps = 40;
    const Box& plot = placed_.plot;
    const double left = plot.right() + 0.8 * em_, width = 0.8 * em_, step = plot.height / kSteps;
    for (int i = 0; i < kSteps; ++i)  // each reaches below the one before it: no seams
      marks_.emplace_back(area_of({left, plot.top, width, plot.height - i * step}, {shade((i + 0.5) / kSteps), 1}));
    for (const AxisTick& tick : numbers) {
      const double y = plot.bottom() - shades.at(tick.value) * plot.height;
      line({left, y}, {left + width, y}, {look_.palette.axis}, 0.6);
      text({left + width + 0.3 * em_, y + kMiddle * kSmall * em_}, tick.label, kSmall, Anchor::start, words_ink());
    }
  }

  Marks& marks_;
  const FigurePart& panel_;
  const FigurePart* beside_;
  Box box_;
  const FigureLook& look_;
  double em_;
  PlacedPanel placed_;
};

}  // namespace

LineMark line_of(const Curve& curve, const FigureLook& look) {
  const EstimatorLook method = look_of(curve.method, curve.copy);
  const bool is_thin = curve.is_paper || curve.reference > 0;
  LineMark line{
      {}, {look.palette.is_dark ? method.dark : method.light, 1}, (is_thin ? 1.1 : 1.7) * look.line, method.dash};
  if (curve.is_paper) line.dash = {1, 2.5};
  if (curve.reference > 0) line.ink.colour = look.palette.text;
  if (curve.reference > 0) line.dash = curve.is_dashed ? std::vector<double>{5, 3} : std::vector<double>{};
  if (look.behind.count(curve.name) > 0) line.ink.opacity = kBehind;
  return line;
}

PointMark marker_of(const Curve& curve, const FigureLook& look, Position at) {
  static constexpr Marker kReferences[] = {Marker::cross, Marker::down_triangle, Marker::star};  // no method's in black
  const Ink ink = line_of(curve, look).ink, canvas{look.palette.canvas, 1};
  return {at,
          7 * look.line * std::sqrt(curve.area),
          curve.reference > 0 ? kReferences[(curve.reference - 1) % std::ssize(kReferences)]
                              : look_of(curve.method, curve.copy).marker,
          curve.is_paper ? canvas : ink,
          curve.is_paper ? ink : canvas,
          (curve.is_paper ? 1.3 : 0.5) * look.line};
}

double head_height(const FigurePart& panel, double width, const FigureLook& look) {
  if (look.is_bare) return 0.2 * look.text;
  const auto titles = wrapped(panel.title, title_room(panel, width, look), size_of(look, 1), true, 2).size();
  return (1.1 + 1.25 * static_cast<double>(titles + note_lines(panel, width, look).size())) * look.text;
}

double foot_height(const FigureLook& look) { return (look.is_bare ? 0.2 : 3.4) * look.text; }

PlacedPanel add_panel(Marks& marks, const FigurePart& panel, const FigurePart* beside, const Box& box, double head,
                      const FigureLook& look) {
  return PanelDrawer(marks, panel, beside, box, head, look).draw();
}

}  // namespace omega::studies
