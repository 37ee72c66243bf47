#include "studies/svg.h"

#include <algorithm>

#include "studies/svg_panel.h"

namespace omega::studies {

namespace {

using namespace svg;

constexpr double kWidth = 960, kMargin = 14, kHead = 46, kLegendLine = 16;

std::size_t columns_of(std::size_t panels) {
  if (panels <= 1) return 1;
  return panels == 2 || panels == 4 ? 2 : 3;
}

struct Placed {
  const Panel* panel;
  Box box;
};

/// Panels row by row; a row is as high as its highest panel wants to be.
std::vector<Placed> placed_panels(const Figure& figure, double& bottom) {
  const std::size_t columns =
      figure.columns > 0 ? static_cast<std::size_t>(figure.columns) : columns_of(figure.panels.size());
  const double width = (kWidth - 2 * kMargin) / static_cast<double>(columns);
  std::vector<Placed> placed;
  double top = kHead;
  for (std::size_t first = 0; first < figure.panels.size(); first += columns) {
    const std::size_t last = std::min(first + columns, figure.panels.size());
    double height = 0;
    for (std::size_t i = first; i < last; ++i)
      height = std::max(height, wanted_height(figure.panels[i], std::min(width, 420.0)));
    for (std::size_t i = first; i < last; ++i)
      placed.push_back({&figure.panels[i],
                        {kMargin + static_cast<double>(i - first) * width, top, width,
                         std::min(height, wanted_height(figure.panels[i], std::min(width, 420.0)))}});
    top += height + 10;
  }
  bottom = top;
  return placed;
}

/// Every curve of the panels once, by its name and look.
std::vector<const Curve*> legend_of(const Figure& figure) {
  std::vector<const Curve*> entries;
  for (const Panel& panel : figure.panels)
    for (const Curve& curve : panel.curves) {
      if (panel.kind != "lines") continue;
      const auto same = [&](const Curve* c) {
        return c->legend == curve.legend && (c->method == curve.method || curve.reference > 0);
      };
      if (std::none_of(entries.begin(), entries.end(), same)) entries.push_back(&curve);
    }
  return entries;
}

double draw_legend(Canvas& canvas, const std::vector<const Curve*>& entries, double top) {
  double x = kMargin + 20, y = top + 8;
  for (const Curve* curve : entries) {
    const double width = 44 + text_width(curve->legend, kFont);
    if (x + width > kWidth - kMargin) {
      x = kMargin + 20;
      y += kLegendLine;
    }
    const Style look = style_of(*curve);
    if (curve->has_line) canvas.path({{x, y}, {x + 26, y}}, look, curve->is_paper ? 1 : 1.5);
    if (curve->reference == 0) canvas.marker({x + 13, y}, look, 3.4);
    canvas.text({x + 31, y + 3.4}, curve->legend);
    x += width + 8;
  }
  return entries.empty() ? top : y + kLegendLine;
}

double draw_notes(Canvas& canvas, const Figure& figure, double top) {
  constexpr std::size_t kMostNotes = 3;
  double y = top + 10;
  const std::size_t shown = std::min(figure.missing.size(), kMostNotes);
  for (std::size_t i = 0; i < shown; ++i, y += 12)
    canvas.text({kMargin + 20, y}, "Not measured: " + figure.missing[i],
                {kFont - 1.5, Anchor::start, kFaint, false, 0});
  if (figure.missing.size() > shown)
    canvas.text({kMargin + 20, y}, "and " + std::to_string(figure.missing.size() - shown) + " more",
                {kFont - 1.5, Anchor::start, kFaint, false, 0});
  return figure.missing.empty() ? top : y + 8;
}

}  // namespace

std::string svg_text(const Figure& figure, const std::string& provenance) {
  Canvas canvas;
  double bottom = 0;
  const std::vector<Placed> placed = placed_panels(figure, bottom);
  canvas.text({kMargin + 20, 21}, figure.title, {15, Anchor::start, kText, true, 0});
  canvas.text({kMargin + 20, 36}, figure.caption, {kFont, Anchor::start, kFaint, false, 0});
  for (const Placed& one : placed) draw_panel(canvas, *one.panel, one.box);
  bottom = draw_legend(canvas, legend_of(figure), bottom);
  bottom = draw_notes(canvas, figure, bottom) + 6;
  const std::string size = number(kWidth), height = number(bottom);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size +
         "\" height=\"" + height + "\" viewBox=\"0 0 " + size + " " + height +
         "\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n<title>" + escaped(figure.title) +
         "</title>\n<metadata>" + escaped(provenance) + "</metadata>\n" +
         "<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n" + canvas.body() + "</svg>\n";
}

}  // namespace omega::studies
