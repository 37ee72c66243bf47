#include "manual/described_pages.h"

#include "core/text.h"
#include "estimators/registry.h"
#include "importance/presets.h"
#include "manual/manual_words.h"
#include "math_text/math_parser.h"
#include "math_text/symbol_colours.h"
#include "studies/assets.h"
#include "studies/definition.h"
#include "synthetic/synthetic.h"
#include "train/settings.h"
#include "views/chance/chance_edits.h"
#include "views/option_tips.h"
#include "views/word_tips.h"

namespace omegascope {

namespace {

QString bold(const QString& text) { return QStringLiteral("<b>%1</b>").arg(text); }

/// Whether `equation` is a letter of the formulas; else it says where the option comes from.
bool isLetter(const omega::OptionSpec& spec) {
  const ParsedMath parsed = parseMath(plainOf(spec.equation));
  return parsed.isGood() && parsed.formula.parts.size() == 1 && !symbolId(parsed.formula.parts[0]).isEmpty();
}

/// `prefix`: before the name of each option in its anchor.
void writeOptions(PageWriter& page, const std::string& owner, const std::vector<omega::OptionSpec>& options,
                  const QString& prefix = {}) {
  if (options.empty()) return;
  std::vector<PageWriter::Row> rows;
  for (const omega::OptionSpec& spec : options) {
    const QString title = saidOf(spec.title);  // as forms call it
    QString says = saidOf(spec.help);
    if (title != escapedOf(spec.name)) says.prepend(QStringLiteral("<i>%1</i><br>").arg(title));
    if (!spec.shown_when_option.empty())
      says += QLatin1Char(' ') +
              ManualWords::tr("Matters only with %1 = %2.")
                  .arg(escapedOf(spec.shown_when_option),
                       escapedOf(omega::join(spec.shown_when_values, ManualWords::tr(" or ").toStdString())));
    says += QStringLiteral("<br><i>%1</i>")
                .arg(ManualWords::tr("Allowed: %1. Default: %2.")
                         .arg(saidOf(spec.allowed()), saidOf(omega::to_string(spec.default_value, spec.automatic))));
    const QString origin = mathHtml(plainOf(spec.equation), page.theme());
    if (!origin.isEmpty() && !isLetter(spec)) says += QStringLiteral("<br><i>%1</i>").arg(origin);
    rows.push_back({{bold(escapedOf(spec.name)), isLetter(spec) ? origin : QString(), says},
                    prefix + plainOf(spec.name),
                    plainOf(owner + " " + spec.name) + QLatin1Char(' ') + described(spec.title)});
  }
  page.table({ManualWords::tr("option"), ManualWords::tr("letter"), ManualWords::tr("says")}, rows);
}

/// Those of one condition stand together, below it.
void writeEquations(PageWriter& page, const std::vector<omega::Equation>& equations) {
  QString condition;
  for (const omega::Equation& equation : equations) {
    if (const QString when = conditionText(equation.when).toHtmlEscaped(); when != condition) {
      condition = when;
      page.paragraph(when.isEmpty() ? ManualWords::tr("Always:") : ManualWords::tr("With %1:").arg(when));
    }
    page.formulas(describedLines(equation.lines));
  }
}

}  // namespace

ManualPage methodsPage(const Theme& theme) {
  PageWriter page(QStringLiteral("methods"), chapterTitle(Chapter::Methods), ManualWords::tr("All methods"), theme);
  page.paragraph(ManualWords::tr(
      "Exact attention and its estimators. N queries, M keys of D dimensions, values of D<sub>v</sub>, S "
      "samples, C landmarks, groups, clusters or components, w keys in a window."));
  std::vector<PageWriter::Row> rows;
  for (const omega::Estimator& estimator : omega::estimators()) {
    const omega::EstimatorInfo& info = estimator.info;
    rows.push_back({{link(QStringLiteral("method/") + plainOf(info.name), escapedOf(info.name)),
                     saidOf(info.complexity), escapedOf(info.paper)},
                    {},
                    {}});
  }
  page.table({ManualWords::tr("method"), ManualWords::tr("cost"), ManualWords::tr("paper")}, rows);
  page.paragraph(
      ManualWords::tr("Methods that put another kernel in the place of softmax and estimate nothing (cosFormer, "
                      "Hedgehog, gated linear attention) are left out: compared with softmax they could only be wrong. "
                      "linear_elu, linear_relu and learned kernels are here because the papers compare with them."));
  page.paragraph(ManualWords::tr("In a terminal:"));
  page.code(QStringLiteral("omega list"));
  return page.take();
}

ManualPage methodPage(const omega::EstimatorInfo& info, const Theme& theme) {
  const QString name = plainOf(info.name);
  PageWriter page(QStringLiteral("method/") + name, chapterTitle(Chapter::Methods), name, theme, plainOf(info.title),
                  QStringLiteral("%1 – %2").arg(escapedOf(info.name), saidOf(info.title)));
  page.paragraph(withWords(saidOf(info.summary), theme));
  writeEquations(page, omega::all_equations(info));
  page.paragraph(ManualWords::tr("<b>Paper:</b> %1").arg(escapedOf(info.paper)));
  page.paragraph(ManualWords::tr("<b>Cost:</b> %1").arg(saidOf(info.complexity)));
  page.paragraph(ManualWords::tr("<b>Look at:</b> %1").arg(saidOf(info.look_at)));
  page.heading(2, ManualWords::tr("Options"), QStringLiteral("options"));
  writeOptions(page, info.name, info.options);
  if (!info.budget.empty())
    page.paragraph(ManualWords::tr("<code>omega compare --budget B</code> sets %1.").arg(bold(escapedOf(info.budget))));
  page.paragraph(ManualWords::tr("In a terminal, with its arrays, outputs and properties:"));
  page.code(QStringLiteral("omega describe ") + name);
  return page.take();
}

ManualPage sequencesPage(const Theme& theme) {
  PageWriter page(QStringLiteral("sequences"), chapterTitle(Chapter::Data),
                  ManualWords::tr("Sequences to try things on"), theme, ManualWords::tr("presets workload"));
  page.paragraph(
      ManualWords::tr("The presets of %1. Each shows one thing about attention; the same seed gives the same numbers.")
          .arg(link(QStringLiteral("panel/workload"), ManualWords::tr("Workload"))));
  for (const omega::Synthetic& preset : omega::synthetics()) {
    page.heading(2, escapedOf(preset.name), plainOf(preset.name));
    if (!preset.heading.empty()) page.paragraph(saidOf(preset.heading));
    page.paragraph(saidOf(preset.summary));
    page.paragraph(escapedOf(preset.definition).replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    writeOptions(page, preset.name, preset.options, plainOf(preset.name) + QLatin1Char('.'));
    page.code(QStringLiteral("omega synth %1 --output %1.npz").arg(plainOf(preset.name)));
  }
  return page.take();
}

ManualPage gamesPage(const Theme& theme) {
  PageWriter page(QStringLiteral("games"), chapterTitle(Chapter::Data), ManualWords::tr("Games of chance"), theme,
                  ManualWords::tr("presets"));
  page.paragraph(ManualWords::tr("The games of %1; %2 says how they are computed.")
                     .arg(link(QStringLiteral("panel/chance"), ManualWords::tr("Chance")),
                          link(QStringLiteral("chance"), ManualWords::tr("a page of its own"))));
  std::vector<PageWriter::Row> rows;
  for (const omega::importance::Preset& preset : omega::importance::presets())
    rows.push_back({{bold(saidOf(preset.title)), QStringLiteral("<code>%1</code>").arg(escapedOf(preset.name)),
                     saidOf(preset.shows)},
                    plainOf(preset.name),
                    plainOf(preset.name)});
  page.table({ManualWords::tr("game"), ManualWords::tr("name"), ManualWords::tr("shows")}, rows);
  page.heading(2, ManualWords::tr("Options of a game"), QStringLiteral("options"));
  writeOptions(page, "chance", chanceOptions());
  page.code(QStringLiteral("omega chance --list\nomega chance --preset ") +
            plainOf(omega::importance::presets().front().name));
  return page.take();
}

ManualPage studiesPage(const Theme& theme) {
  PageWriter page(QStringLiteral("all-studies"), chapterTitle(Chapter::Data), ManualWords::tr("All studies"), theme);
  page.paragraph(ManualWords::tr("%1 shows and runs them; %2 says what may stand in one.")
                     .arg(link(QStringLiteral("panel/studies"), ManualWords::tr("The panel")),
                          link(QStringLiteral("studies"), ManualWords::tr("a page of its own"))));
  for (const omega::studies::StudyAsset& asset : omega::studies::study_assets()) {
    const auto study = omega::studies::read_study(asset.name + ".json", std::string(asset.text), "small");
    page.heading(2, saidOf(study.title), plainOf(asset.name), plainOf(asset.name));
    page.paragraph(withWords(saidOf(study.about), theme));
    page.paragraph(ManualWords::tr("<b>Paper:</b> %1").arg(escapedOf(study.paper)));
    page.code(QStringLiteral("omega study run %1 --output %1").arg(plainOf(asset.name)));
  }
  return page.take();
}

ManualPage trainerPage(const Theme& theme) {
  PageWriter page(QStringLiteral("train"), chapterTitle(Chapter::Data), ManualWords::tr("Options of a training run"),
                  theme);
  page.paragraph(ManualWords::tr("Of %1 and <code>omega train</code>; %2 says what was found.")
                     .arg(link(QStringLiteral("panel/train_new"), ManualWords::tr("New run")),
                          link(QStringLiteral("training"), ManualWords::tr("a page of its own"))));
  page.heading(2, ManualWords::tr("Tasks and their presets"), QStringLiteral("tasks"));
  for (const omega::train::Task& task : omega::train::tasks()) {
    page.heading(3, escapedOf(task.name), QStringLiteral("task-") + plainOf(task.name));
    page.paragraph(withWords(saidOf(task.summary), theme));
    std::vector<PageWriter::Row> rows;
    for (const omega::train::TrainPreset& preset : task.presets)
      rows.push_back({{bold(escapedOf(preset.name)), saidOf(preset.summary)}, plainOf(preset.name), {}});
    page.table({ManualWords::tr("preset"), ManualWords::tr("says")}, rows);
  }
  page.code(QStringLiteral("omega train sparsity --preset quick --output run"));
  page.heading(2, ManualWords::tr("Options"), QStringLiteral("options"));
  writeOptions(page, "train", omega::train::train_options());
  return page.take();
}

QString placeOfOption(const QString& owner, const QString& option) {
  if (owner == QLatin1String("chance")) return QStringLiteral("games#") + option;
  if (owner == QLatin1String("train")) return QStringLiteral("train#") + option;
  for (const omega::Synthetic& preset : omega::synthetics())
    if (plainOf(preset.name) == owner) return QStringLiteral("sequences#%1.%2").arg(owner, option);
  return QStringLiteral("method/%1#%2").arg(owner, option);
}

}  // namespace omegascope
