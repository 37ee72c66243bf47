#include "train/report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "core/text.h"

namespace omega::train {

ReportRun load_report_run(const std::filesystem::path& folder) {
  SavedRun saved = read_run(folder);
  const TrainPlan plan = plan_of(saved.options);
  const std::filesystem::path last = folder.filename().empty() ? folder.parent_path().filename() : folder.filename();
  return {last.string(), title_of(plan.model), std::move(saved), plan};
}

std::optional<PaperGradients> paper_gradients(const TrainPlan& plan, double mark) {
  // Chowdhury et al. 2022, Table 14: sparsity, mark in %, then mean and deviation of GMM-RKS and of GMM-PRF.
  struct Row {
    double sparsity, mark;
    PaperGradients rks, prf;
  };
  static const Row rows[] = {
      {0.1, 0.2, {0.144132, 0.083064}, {0.139948, 0.079822}},  {0.1, 0.4, {0.16609, 0.094528}, {0.193444, 0.11077}},
      {0.1, 0.6, {0.176456, 0.099791}, {0.201462, 0.116044}},  {0.1, 0.8, {0.228456, 0.131252}, {0.275594, 0.154802}},
      {0.5, 0.2, {0.121306, 0.069646}, {0.53019, 0.434024}},   {0.5, 0.4, {0.201468, 0.11552}, {12.17245, 6.432806}},
      {0.5, 0.6, {0.249917, 0.142631}, {5.886064, 3.752173}},  {0.5, 0.8, {0.295308, 0.166899}, {42.14157, 22.46943}},
      {0.9, 0.2, {0.102415, 0.059153}, {0.115866, 0.065438}},  {0.9, 0.4, {0.186704, 0.108255}, {0.211465, 0.123171}},
      {0.9, 0.6, {0.206855, 0.119243}, {0.217067, 0.126247}},  {0.9, 0.8, {0.240525, 0.136816}, {0.295976, 0.168633}},
  };
  if (plan.model.attention != AttentionKind::gmm) return {};
  for (const Row& row : rows)
    if (row.sparsity == plan.task.relevance && row.mark == mark) return plan.model.features == FeatureKind::rks ? row.rks : row.prf;
  return {};
}

std::string curves_csv(const std::vector<ReportRun>& runs) {
  std::ostringstream out;
  out << "run,step,loss,accuracy,rate,gradient_norm,floored,validation_loss,validation_accuracy\n";
  for (const ReportRun& run : runs) {
    std::map<Index, const ValidationRecord*> validations;
    for (const ValidationRecord& v : run.saved.record.validations) validations[v.step] = &v;
    for (const StepRecord& s : run.saved.record.steps) {
      out << run.name << ',' << s.step << ',' << number_text(s.loss) << ',' << number_text(s.accuracy) << ',' << number_text(s.rate) << ',' << number_text(s.gradient_norm) << ',' << s.floored;
      const auto found = validations.find(s.step);
      if (found == validations.end())
        out << ",,\n";
      else
        out << ',' << number_text(found->second->loss) << ',' << number_text(found->second->accuracy) << '\n';
    }
  }
  return out.str();
}

std::string gradients_csv(const std::vector<ReportRun>& runs) {
  std::ostringstream out;
  out << "run,attention,sparsity,mark,step,mean,deviation,paper_mean,paper_deviation\n";
  for (const ReportRun& run : runs)
    for (const GradientRecord& g : run.saved.record.gradients) {
      const auto paper = paper_gradients(run.plan, g.mark);
      out << run.name << ',' << run.title << ',' << number_text(run.plan.task.relevance) << ',' << number_text(g.mark) << ',' << g.step << ',' << number_text(g.mean) << ','
          << number_text(g.deviation) << ',' << (paper ? number_text(paper->mean) : "") << ',' << (paper ? number_text(paper->deviation) : "") << '\n';
    }
  return out.str();
}

std::string eigenvalues_csv(const std::vector<ReportRun>& runs) {
  std::ostringstream out;
  out << "run,layer,head,number,eigenvalue\n";
  for (const ReportRun& run : runs)
    for (const HeadEigenvalues& head : run.saved.record.eigenvalues)
      for (std::size_t i = 0; i < head.values.size(); ++i) out << run.name << ',' << head.layer + 1 << ',' << head.head + 1 << ',' << i + 1 << ',' << number_text(head.values[i]) << '\n';
  return out.str();
}

// --- SVG --------------------------------------------------------------------------------------------------------------------

namespace {

constexpr double kWidth = 860, kHeight = 300, kLeft = 60, kRight = 200, kTop = 36, kBottom = 44;
const char* const kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933"};

/// One panel: steps on a logarithmic axis from 1 to `last`, values from 0 to `top`.
struct Panel {
  double y0;  // of its upper edge
  double last, top;

  double x(double step) const { return kLeft + (kWidth - kLeft - kRight) * std::log(std::max(1.0, step)) / std::log(std::max(2.0, last)); }
  double y(double value) const { return y0 + kTop + (kHeight - kTop - kBottom) * (1 - std::clamp(value / top, 0.0, 1.0)); }
};

void draw_axes(std::ostringstream& out, const Panel& panel, const std::string& title, const std::vector<double>& ticks, const std::string& unit, double unit_factor) {
  out << "<text x=\"" << kLeft << "\" y=\"" << panel.y0 + 20 << "\" font-weight=\"bold\">" << title << "</text>\n";
  for (const double tick : ticks) {
    out << "<line x1=\"" << kLeft << "\" x2=\"" << kWidth - kRight << "\" y1=\"" << panel.y(tick) << "\" y2=\"" << panel.y(tick) << "\" stroke=\"#ddd\"/>\n";
    out << "<text x=\"" << kLeft - 8 << "\" y=\"" << panel.y(tick) + 4 << "\" text-anchor=\"end\">" << number_text(tick * unit_factor) << unit << "</text>\n";
  }
  for (double step = 1; step <= panel.last; step *= 10) {
    out << "<line x1=\"" << panel.x(step) << "\" x2=\"" << panel.x(step) << "\" y1=\"" << panel.y(0) << "\" y2=\"" << panel.y(0) + 5 << "\" stroke=\"#888\"/>\n";
    out << "<text x=\"" << panel.x(step) << "\" y=\"" << panel.y(0) + 18 << "\" text-anchor=\"middle\">" << number_text(step) << "</text>\n";
  }
  out << "<text x=\"" << (kLeft + kWidth - kRight) / 2 << "\" y=\"" << panel.y(0) + 36 << "\" text-anchor=\"middle\">step</text>\n";
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') safe += "&amp;";
    else if (c == '<') safe += "&lt;";
    else safe += c;
  }
  return safe;
}

void draw_curve(std::ostringstream& out, const Panel& panel, const std::vector<std::pair<double, double>>& points, const char* colour) {
  out << "<polyline fill=\"none\" stroke=\"" << colour << "\" stroke-width=\"1.5\" points=\"";
  for (const auto& [step, value] : points) out << panel.x(step) << ',' << panel.y(value) << ' ';
  out << "\"/>\n";
}

}  // namespace

std::string curves_svg(const std::vector<ReportRun>& runs) {
  double last = 10, highest_loss = 0.1;
  for (const ReportRun& run : runs) {
    last = std::max(last, static_cast<double>(run.saved.state.step));
    for (const StepRecord& s : run.saved.record.steps) highest_loss = std::max(highest_loss, s.loss);
  }
  highest_loss = std::min(highest_loss, 4.0);  // a first step far off would flatten the rest
  const Panel accuracy{0, last, 1}, loss{kHeight, last, highest_loss};
  std::ostringstream out;
  out.precision(6);
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kWidth << "\" height=\"" << 2 * kHeight << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  draw_axes(out, accuracy, "Validation accuracy", {0, 0.2, 0.4, 0.6, 0.8, 1}, " %", 100);
  draw_axes(out, loss, "Training loss", {0, 1, 2, 3}, "", 1);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const char* colour = kColours[i % std::size(kColours)];
    std::vector<std::pair<double, double>> validated, trained;
    for (const ValidationRecord& v : runs[i].saved.record.validations) validated.emplace_back(v.step, v.accuracy);
    for (const StepRecord& s : runs[i].saved.record.steps) trained.emplace_back(s.step, s.loss);
    draw_curve(out, accuracy, validated, colour);
    draw_curve(out, loss, trained, colour);
    const double y = kTop + 16 * static_cast<double>(i);
    out << "<line x1=\"" << kWidth - kRight + 16 << "\" x2=\"" << kWidth - kRight + 36 << "\" y1=\"" << y << "\" y2=\"" << y << "\" stroke=\"" << colour << "\" stroke-width=\"2\"/>\n";
    out << "<text x=\"" << kWidth - kRight + 42 << "\" y=\"" << y + 4 << "\">" << escaped(runs[i].name) << "</text>\n";
  }
  out << "</svg>\n";
  return out.str();
}

}  // namespace omega::train
