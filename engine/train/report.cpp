#include "train/report.h"

#include <map>
#include <sstream>

#include "core/text.h"
#include "studies/svg.h"

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
      {0.1, 0.2, {0.144132, 0.083064}, {0.139948, 0.079822}}, {0.1, 0.4, {0.16609, 0.094528}, {0.193444, 0.11077}},
      {0.1, 0.6, {0.176456, 0.099791}, {0.201462, 0.116044}}, {0.1, 0.8, {0.228456, 0.131252}, {0.275594, 0.154802}},
      {0.5, 0.2, {0.121306, 0.069646}, {0.53019, 0.434024}},  {0.5, 0.4, {0.201468, 0.11552}, {12.17245, 6.432806}},
      {0.5, 0.6, {0.249917, 0.142631}, {5.886064, 3.752173}}, {0.5, 0.8, {0.295308, 0.166899}, {42.14157, 22.46943}},
      {0.9, 0.2, {0.102415, 0.059153}, {0.115866, 0.065438}}, {0.9, 0.4, {0.186704, 0.108255}, {0.211465, 0.123171}},
      {0.9, 0.6, {0.206855, 0.119243}, {0.217067, 0.126247}}, {0.9, 0.8, {0.240525, 0.136816}, {0.295976, 0.168633}},
  };
  if (plan.model.attention != AttentionKind::gmm) return {};
  for (const Row& row : rows)
    if (row.sparsity == plan.task.relevance && row.mark == mark)
      return plan.model.features == FeatureKind::rks ? row.rks : row.prf;
  return {};
}

std::string curves_csv(const std::vector<ReportRun>& runs) {
  std::ostringstream out;
  out << "run,step,loss,accuracy,rate,gradient_norm,floored,validation_loss,validation_accuracy\n";
  for (const ReportRun& run : runs) {
    std::map<Index, const ValidationRecord*> validations;
    for (const ValidationRecord& v : run.saved.record.validations) validations[v.step] = &v;
    for (const StepRecord& s : run.saved.record.steps) {
      out << run.name << ',' << s.step << ',' << number_text(s.loss) << ',' << number_text(s.accuracy) << ','
          << number_text(s.rate) << ',' << number_text(s.gradient_norm) << ',' << s.floored;
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
      out << run.name << ',' << run.title << ',' << number_text(run.plan.task.relevance) << ',' << number_text(g.mark)
          << ',' << g.step << ',' << number_text(g.mean) << ',' << number_text(g.deviation) << ','
          << (paper ? number_text(paper->mean) : "") << ',' << (paper ? number_text(paper->deviation) : "") << '\n';
    }
  return out.str();
}

std::string eigenvalues_csv(const std::vector<ReportRun>& runs) {
  std::ostringstream out;
  out << "run,layer,head,number,eigenvalue\n";
  for (const ReportRun& run : runs)
    for (const HeadEigenvalues& head : run.saved.record.eigenvalues)
      for (std::size_t i = 0; i < head.values.size(); ++i)
        out << run.name << ',' << head.layer << ',' << head.head << ',' << i << ',' << number_text(head.values[i])
            << '\n';
  return out.str();
}

std::string curves_svg(const std::vector<ReportRun>& runs) {
  static const char* const kHues[] = {"lara", "eva", "rfa", "local", "gmm", "mis", "softmax"};
  studies::FigurePart accuracy{
      "accuracy", "Validation accuracy", "lines", "", {"step", true, false, {}}, {"%", false, false, {}}, {}, {}, false,
      ""};
  studies::FigurePart loss{"loss", "Training loss", "lines", "", {"step", true, false, {}}, {"", true, false, {}}, {},
                           {},     false,           ""};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    studies::Curve validated;
    validated.name = runs[i].name;
    validated.method = kHues[i % std::size(kHues)];
    validated.copy = static_cast<int>(i / std::size(kHues));
    studies::Curve trained = validated;
    const auto add = [](studies::Curve& curve, Index step, double value) {
      curve.points.push_back({static_cast<double>(step), value, value, value, 0, -1});
    };
    for (const ValidationRecord& v : runs[i].saved.record.validations) add(validated, v.step, 100 * v.accuracy);
    for (const StepRecord& s : runs[i].saved.record.steps) add(trained, s.step, s.loss);
    accuracy.curves.push_back(validated);
    loss.curves.push_back(trained);
  }
  studies::Figure figure;
  figure.title = "Training runs";
  figure.columns = 1;
  figure.panels = {accuracy, loss};
  return svg_text(figure, "");
}

}  // namespace omega::train
