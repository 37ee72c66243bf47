#include "studies/svg_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "math/ticks.h"

namespace omega::studies::svg {

namespace {

constexpr double kTop = 24, kBottom = 38, kLeft = 56, kRight = 34;
constexpr double kRowHeight = 17;  // of a category or of a row of a map

/// From numbers to places along one axis.
struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool log = false;

  double at(double value) const {
    const double share = log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }
};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(double value, bool log) {
    if (!std::isfinite(value) || (log && value <= 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Some room around the numbers.
Scale scale_of(Range range, const Axis& axis, double from, double to) {
  if (!(range.high >= range.low)) range = {1, 2};
  if (axis.symmetric) {
    range.high = std::max(std::abs(range.low), std::abs(range.high));
    range.low = -range.high;
  }
  if (axis.log) {
    const double room = std::max(1.15, std::pow(range.high / range.low, 0.05));
    return {range.low / room, range.high * room, from, to, true};
  }
  double room = 0.06 * (range.high - range.low);
  if (room == 0) room = range.high == 0 ? 1 : 0.1 * std::abs(range.high);
  return {range.low - room, range.high + room, from, to, false};
}

struct AxisTick {
  double value;
  std::string label;
};

/// Values that are far enough apart to be labelled one by one.
std::vector<double> apart(const Scale& scale, const std::vector<double>& values, double each) {
  std::vector<double> kept;
  for (const double value : values)
    if (kept.empty() || std::abs(scale.at(value) - scale.at(kept.back())) >= each) kept.push_back(value);
  return kept;
}

/// Sizes, to be written out: nobody reads 1024 from 1.02·10³.
bool are_counts(const std::vector<double>& values) {
  constexpr double kMost = 1e7;
  return std::all_of(values.begin(), values.end(), [](double x) { return x == std::floor(x) && std::abs(x) < kMost; });
}

std::string count_label(double value) { return std::to_string(std::llround(value)); }

/// Room for the longest of such labels and a gap beside it.
double widest_count(const std::vector<double>& values) {
  constexpr double kDigit = 5.6, kGap = 4;
  std::size_t most = 0;
  for (const double value : values) most = std::max(most, count_label(value).size());
  return kDigit * static_cast<double>(most) + kGap;
}

/// Where there are few different x, as of sizes that were tried, they are the ticks.
std::vector<AxisTick> ticks_of(const Scale& scale, const std::vector<double>& values, double pixels, double each) {
  constexpr std::size_t kFew = 12;
  const int wanted = std::max(2, static_cast<int>(pixels / each));
  std::vector<double> places =
      scale.log ? log_ticks(scale.low, scale.high, wanted) : linear_ticks(scale.low, scale.high, wanted).values;
  for (int more = wanted + 1; scale.log && places.size() < 2 && more < 12; ++more)
    places = log_ticks(scale.low, scale.high, more);
  const bool tried = scale.log && !values.empty() && values.size() <= kFew, counts = tried && are_counts(values);
  if (tried) places = apart(scale, values, counts ? std::max(0.7 * each, widest_count(values)) : 0.7 * each);
  // One way of writing on one axis.
  const bool powers =
      scale.log && !counts && std::any_of(places.begin(), places.end(), [](double p) { return p < 1e-3 || p >= 1e5; });
  std::vector<AxisTick> ticks;
  for (const double place : places) ticks.push_back({place, counts ? count_label(place) : powers ? power_text(place) : tick_text(place)});
  return ticks;
}

std::vector<double> different_x(const Panel& panel) {
  std::vector<double> xs;
  for (const Curve& curve : panel.curves)
    for (const CurvePoint& p : curve.points) xs.push_back(p.x);
  std::sort(xs.begin(), xs.end());
  xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
  return xs;
}

void draw_title(Canvas& canvas, const Panel& panel, const Box& plot) {
  canvas.text({plot.left, plot.top - 9}, panel.title, {11, Anchor::start, kText, true, 0});
  canvas.text({plot.right(), plot.top - 4}, panel.note, {kFont - 2, Anchor::end, kFaint, false, 0});
}

void draw_minor_ticks(Canvas& canvas, const Scale& scale, const Box& plot, bool is_x) {
  if (!scale.log || std::log10(scale.high / scale.low) > 7) return;
  for (double power = std::pow(10, std::floor(std::log10(scale.low))); power < scale.high; power *= 10)
    for (int digit = 2; digit < 10; ++digit) {
      const double value = digit * power;
      if (value < scale.low || value > scale.high) continue;
      const double at = scale.at(value);
      if (is_x)
        canvas.line({at, plot.bottom()}, {at, plot.bottom() + 2.5}, kFaint, 0.6);
      else
        canvas.line({plot.left - 2.5, at}, {plot.left, at}, kFaint, 0.6);
    }
}

void draw_x_axis(Canvas& canvas, const Axis& axis, const Scale& scale, const std::vector<AxisTick>& ticks,
                 const Box& plot) {
  for (const AxisTick& tick : ticks) {
    const double x = scale.at(tick.value);
    canvas.line({x, plot.top}, {x, plot.bottom()}, kGrid, 0.8);
    canvas.line({x, plot.bottom()}, {x, plot.bottom() + 4}, kText, 0.8);
    canvas.text({x, plot.bottom() + 14}, tick.label, {kFont - 1, Anchor::middle, kText, false, 0});
  }
  canvas.text({plot.left + plot.width / 2, plot.bottom() + 29}, axis.title, {kFont, Anchor::middle, kText, false, 0});
}

void draw_y_axis(Canvas& canvas, const Axis& axis, const Scale& scale, const std::vector<AxisTick>& ticks,
                 const Box& plot) {
  for (const AxisTick& tick : ticks) {
    const double y = scale.at(tick.value);
    canvas.line({plot.left, y}, {plot.right(), y}, kGrid, 0.8);
    canvas.line({plot.left - 4, y}, {plot.left, y}, kText, 0.8);
    canvas.text({plot.left - 6, y + 3}, tick.label, {kFont - 1, Anchor::end, kText, false, 0});
  }
  canvas.text({plot.left - 43, plot.top + plot.height / 2}, axis.title, {kFont, Anchor::middle, kText, false, -90});
}

void draw_frame(Canvas& canvas, const Box& plot) { canvas.rectangle(plot, "none", kText); }

// ---- lines ----

class LinePanel {
 public:
  LinePanel(Canvas& canvas, const Panel& panel, const Box& plot) : canvas_(canvas), panel_(panel), plot_(plot) {
    Range x, y;
    for (const Curve& curve : panel.curves)
      for (const CurvePoint& p : curve.points) {
        x.add(p.x, panel.x.log);
        y.add(p.y, panel.y.log);
        if (!curve.has_band) continue;
        y.add(p.low, panel.y.log);
        y.add(p.high, panel.y.log);
      }
    x_ = scale_of(x, panel.x, plot.left, plot.right());
    y_ = scale_of(y, panel.y, plot.bottom(), plot.top);
  }

  void draw() {
    canvas_.rectangle(plot_, "#FFFFFF");
    draw_x_axis(canvas_, panel_.x, x_, ticks_of(x_, different_x(panel_), plot_.width, 38), plot_);
    draw_y_axis(canvas_, panel_.y, y_, ticks_of(y_, {}, plot_.height, 30), plot_);
    draw_minor_ticks(canvas_, x_, plot_, true);
    draw_minor_ticks(canvas_, y_, plot_, false);
    canvas_.begin_clip(plot_);
    if (!panel_.y.log && y_.low < 0 && y_.high > 0)
      canvas_.line({plot_.left, y_.at(0)}, {plot_.right(), y_.at(0)}, kFaint, 0.8);
    for (const Curve& curve : panel_.curves) draw_band(curve);
    for (const Curve& curve : panel_.curves) draw_fit(curve);
    for (const Curve& curve : panel_.curves) draw_curve(curve);
    canvas_.end_clip();
    draw_frame(canvas_, plot_);
    label_slopes();
    draw_title(canvas_, panel_, plot_);
  }

 private:
  Place place(double x, double y) const { return {x_.at(x), y_.at(y)}; }
  /// Where a logarithm would be −∞, the lower edge.
  double bounded(double value) const { return y_.log && value <= 0 ? y_.low : value; }

  void draw_band(const Curve& curve) {
    if (!curve.has_band || curve.points.size() < 2) return;
    std::vector<Place> around;
    for (const CurvePoint& p : curve.points) around.push_back(place(p.x, bounded(p.high)));
    for (auto p = curve.points.rbegin(); p != curve.points.rend(); ++p) around.push_back(place(p->x, bounded(p->low)));
    canvas_.area(around, style_of(curve).colour, 0.13);
  }

  void draw_fit(const Curve& curve) {
    if (!curve.fit) return;
    canvas_.line(place(curve.fit_from, curve.fit->at(curve.fit_from)), place(curve.fit_to, curve.fit->at(curve.fit_to)),
                 style_of(curve).colour, 0.8, "1 2");
  }

  void draw_curve(const Curve& curve) {
    constexpr std::size_t kMostMarkers = 24;  // more are a smear
    const Style look = style_of(curve);
    std::vector<Place> places;
    for (const CurvePoint& p : curve.points) places.push_back(place(p.x, p.y));
    if (places.size() > 1 && curve.has_line)
      canvas_.path(places, look, curve.is_paper || curve.reference > 0 ? 1 : 1.5);
    if (curve.reference > 0 || (curve.has_line && places.size() > kMostMarkers)) return;
    if (!curve.has_line) draw_errors(curve, look);
    for (const Place& p : places) canvas_.marker(p, look, 3.4);
  }

  /// Two standard errors on either side.
  void draw_errors(const Curve& curve, const Style& look) {
    for (const CurvePoint& p : curve.points)
      if (p.error > 0)
        canvas_.line(place(p.x, bounded(p.y - 2 * p.error)), place(p.x, p.y + 2 * p.error), look.colour, 1);
  }

  /// Slopes at the right end of their curves, moved apart where they would overlap.
  void label_slopes() {
    struct Label {
      double y;
      std::string text, colour;
    };
    std::vector<Label> labels;
    for (const Curve& curve : panel_.curves)
      if (curve.fit) {
        char text[16];
        std::snprintf(text, sizeof text, "%.2f", curve.fit->slope);
        labels.push_back({y_.at(curve.fit->at(curve.fit_to)) + 3, text, style_of(curve).colour});
      }
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.y < b.y; });
    for (std::size_t i = 1; i < labels.size(); ++i) labels[i].y = std::max(labels[i].y, labels[i - 1].y + kFont);
    for (const Label& label : labels)
      canvas_.text({plot_.right() + 4, label.y}, label.text, {kFont - 1, Anchor::start, label.colour, false, 0});
    if (!labels.empty())
      canvas_.text({plot_.right() + 4, plot_.top - 2}, "slope", {kFont - 2, Anchor::start, kFaint, false, 0});
  }

  Canvas& canvas_;
  const Panel& panel_;
  Box plot_;
  Scale x_, y_;
};

// ---- categories: painted sideways, so that their names can be read ----

double widest(const std::vector<std::string>& names) {
  double width = 0;
  for (const std::string& name : names) width = std::max(width, text_width(name, kFont));
  return width;
}

void draw_categories(Canvas& canvas, const Panel& panel, const Box& box) {
  Box plot = box;
  plot.left += std::min(widest(panel.x.categories) + 10 - kLeft, 0.6 * box.width);
  plot.width = box.right() - plot.left;
  Range range;
  for (const Curve& curve : panel.curves)
    for (const CurvePoint& p : curve.points)
      for (const double value : {p.y, p.low, p.high}) range.add(value, panel.y.log);
  const Scale values = scale_of(range, panel.y, plot.left, plot.right());
  const double step = plot.height / static_cast<double>(std::max<std::size_t>(1, panel.x.categories.size()));
  draw_x_axis(canvas, panel.y, values, ticks_of(values, {}, plot.width, 42), plot);
  draw_minor_ticks(canvas, values, plot, true);
  const auto row = [&](double category) { return plot.top + (category + 0.5) * step; };
  for (std::size_t i = 0; i < panel.x.categories.size(); ++i) {
    const double y = row(static_cast<double>(i));
    canvas.line({plot.left, y}, {plot.right(), y}, kGrid, 0.6);
    canvas.text({plot.left - 6, y + 3.2}, panel.x.categories[i], {kFont, Anchor::end, kText, false, 0});
  }
  for (const Curve& curve : panel.curves) {
    const Style look = style_of(curve);
    for (const CurvePoint& p : curve.points) {
      const double y = row(p.x);
      if (p.high > p.low && p.low > 0) canvas.line({values.at(p.low), y}, {values.at(p.high), y}, look.colour, 1.6);
      canvas.marker({values.at(p.y), y}, look, 4);
    }
  }
  draw_frame(canvas, plot);
  draw_title(canvas, panel, {box.left - kLeft + 4, plot.top, box.width, plot.height});
}

// ---- maps ----

/// White to the deep blue of lara's hue, monotone in lightness.
std::string cell_colour(double share) {
  const auto mix = [&](int from, int to) { return static_cast<int>(std::lround(from + share * (to - from))); };
  char text[8];
  std::snprintf(text, sizeof text, "#%02X%02X%02X", mix(0xF4, 0x31) & 0xFF, mix(0xF2, 0x17) & 0xFF,
                mix(0xFB, 0xA3) & 0xFF);
  return text;
}

double two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value) >= 10 ? "%.3g" : "%.2g", value);
  return std::strtod(text, nullptr);
}

void draw_map(Canvas& canvas, const Panel& panel, const Box& plot) {
  Range range;
  for (const MapCell& cell : panel.cells) range.add(cell.value, panel.log_colour);
  const auto share = [&](double value) {
    if (!(range.high > range.low)) return 0.5;
    return panel.log_colour ? std::log(value / range.low) / std::log(range.high / range.low)
                            : (value - range.low) / (range.high - range.low);
  };
  const auto columns = static_cast<double>(std::max<std::size_t>(1, panel.x.categories.size())),
             rows = static_cast<double>(std::max<std::size_t>(1, panel.y.categories.size()));
  const double width = plot.width / columns, height = plot.height / rows;
  for (const MapCell& cell : panel.cells) {
    const double left = plot.left + static_cast<double>(cell.column) * width,
                 top = plot.bottom() - static_cast<double>(cell.row + 1) * height;
    const double strength = share(cell.value);
    canvas.rectangle({left, top, width, height}, cell_colour(strength), "#FFFFFF");
    const bool is_printed = cell.point < 0;  // a paper's number, as it stands there
    const std::string text = tick_text(is_printed ? cell.value : two_digits(cell.value));
    const double size = std::min(kFont - 1, 0.95 * kFont * width / text_width(text, kFont));
    canvas.text({left + width / 2, top + height / 2 + 3}, text,
                {size, Anchor::middle, strength > 0.55 ? "#FFFFFF" : kText, false, 0});
  }
  for (std::size_t i = 0; i < panel.x.categories.size(); ++i)
    canvas.text({plot.left + (static_cast<double>(i) + 0.5) * width, plot.bottom() + 14}, panel.x.categories[i],
                {kFont - 1, Anchor::middle, kText, false, 0});
  for (std::size_t i = 0; i < panel.y.categories.size(); ++i)
    canvas.text({plot.left - 6, plot.bottom() - (static_cast<double>(i) + 0.5) * height + 3}, panel.y.categories[i],
                {kFont - 1, Anchor::end, kText, false, 0});
  canvas.text({plot.left + plot.width / 2, plot.bottom() + 29}, panel.x.title,
              {kFont, Anchor::middle, kText, false, 0});
  canvas.text({plot.left - 43, plot.top + plot.height / 2}, panel.y.title, {kFont, Anchor::middle, kText, false, -90});
  draw_frame(canvas, plot);
  draw_title(canvas, panel, plot);
}

}  // namespace

Style style_of(const Curve& curve) {
  Style style = style_of(curve.method, curve.copy, curve.is_paper);
  if (curve.reference == 0) return style;
  style.colour = kText;
  style.dash = curve.is_dashed ? "5 3" : "";
  return style;
}

double wanted_height(const Panel& panel, double width) {
  if (panel.kind == "categories") return kTop + kBottom + kRowHeight * static_cast<double>(panel.x.categories.size());
  if (panel.kind == "map")
    return kTop + kBottom + std::max(90.0, 1.6 * kRowHeight * static_cast<double>(panel.y.categories.size()));
  return 0.72 * width;
}

void draw_panel(Canvas& canvas, const Panel& panel, const Box& box) {
  const Box plot{box.left + kLeft, box.top + kTop, box.width - kLeft - kRight, box.height - kTop - kBottom};
  if (panel.kind == "categories")
    draw_categories(canvas, panel, plot);
  else if (panel.kind == "map")
    draw_map(canvas, panel, plot);
  else
    LinePanel(canvas, panel, plot).draw();
}

}  // namespace omega::studies::svg
