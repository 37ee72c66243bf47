// The second language: nothing is left in the first one, whatever is shown; files and numbers know neither.
#include <QAbstractButton>
#include <QComboBox>
#include <QGroupBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextDocumentFragment>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <set>

#include "app/painted_text.h"
#include "app/speaking.h"
#include "app/tools.h"
#include "app/window_booth.h"
#include "diagnostics/bias_judge.h"
#include "dialogs/lesson_recorder.h"
#include "dialogs/shortcuts_dialog.h"
#include "estimators/registry.h"
#include "export/export_options.h"
#include "export/exporter.h"
#include "export/provenance.h"
#include "export/table_files.h"
#include "figures/figure_view.h"
#include "heads/table.h"
#include "importance/presets.h"
#include "io/npz.h"
#include "io/read_options.h"
#include "io/reader.h"
#include "jobs/stored.h"
#include "language/language.h"
#include "math_text/math_parser.h"
#include "model/settings.h"
#include "model/window_words.h"
#include "studies/assets.h"
#include "studies/definition.h"
#include "studies/measure.h"
#include "synthetic/synthetic.h"
#include "train/settings.h"
#include "views/lesson/lesson_panel.h"
#include "views/studies/study_catalogue.h"
#include "views/studies/study_editor.h"
#include "views/studies/study_grid.h"
#include "views/word_tips.h"
#include "widgets/heat_map.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/preferences_dialog.h"
#include "window/window_maker.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

// --- What the engine says --------------------------------------------------------------------------------------------

/// The options of forms that belong to no method.
std::vector<std::vector<omega::OptionSpec>> otherOptions() {
  namespace imp = omega::importance;
  return {imp::integrand_options(), imp::method_options(), imp::plan_options(), omega::train::train_options()};
}

struct Said {
  std::set<std::string> all;

  void add(const std::string& text) {
    if (!text.empty()) all.insert(text);
  }
  void add(const std::vector<omega::OptionSpec>& specs) {
    for (const omega::OptionSpec& spec : specs) {
      add(spec.title);
      add(spec.help);
      add(spec.automatic);
      add(spec.allowed());
    }
  }
  /// What was found out, and what its figure says.
  void add(const omega::studies::StudySummary& summary) {
    for (const omega::studies::FigurePart& panel : summary.figure.panels) {
      for (const std::string& text : {panel.title, panel.note, panel.x.title, panel.y.title}) add(text);
      for (const auto* categories : {&panel.x.categories, &panel.y.categories})
        for (const std::string& name : *categories) add(name);
      for (const omega::studies::Curve& curve : panel.curves) add(legend_name(curve));
    }
    for (const omega::studies::Finding& finding : summary.findings) add(finding.text);
  }
};

void addStudies(Said& said) {
  for (const auto& asset : omega::studies::study_assets()) {
    const auto study = omega::studies::read_study(asset.name + ".json", std::string(asset.text), "small");
    for (const std::string& text : {study.title, study.about, study.note}) said.add(text);
    for (const omega::studies::PanelSpec& panel : study.panels)
      for (const std::string& text : panel.reference_names) said.add(text);
    for (const std::string& size : omega::studies::study_sizes()) {
      said.add(size);
      said.add(summarise(omega::studies::read_study(asset.name, std::string(asset.text), size), {}));  // {names} filled
    }
    const auto stored = storedStudy(study);
    INFO(asset.name << ": assets/stored/make_stored.py OMEGA --only " << asset.name);
    REQUIRE(stored != nullptr);
    said.add(stored->picture->summary);
  }
}

std::set<std::string> engineSays() {
  Said said;
  for (const omega::Estimator& estimator : omega::estimators()) {
    const omega::EstimatorInfo& info = estimator.info;
    for (const std::string& text : {info.title, info.summary, info.look_at, info.complexity}) said.add(text);
    said.add(info.options);
  }
  for (const omega::Synthetic& preset : omega::synthetics()) {
    said.add(preset.title());
    said.add(preset.summary);
    said.add(preset.options);
  }
  for (const auto& preset : omega::importance::presets()) {
    said.add(preset.title);
    said.add(preset.shows);
    for (const auto& method : preset.game.plan.methods) said.add(method.text(preset.game.plan.proposals.size()));
  }
  for (const auto& quantity : omega::heads::quantities({{"rfa", {}}}, true)) {
    said.add(quantity.title);
    said.add(quantity.help);
  }
  for (const auto& options : otherOptions()) said.add(options);
  for (const auto& task : omega::train::tasks()) said.add(task.summary);
  for (const auto& preset : omega::train::train_presets()) said.add(preset.summary);
  for (const auto& option : omega::read_option_specs()) said.add(windowWords(option.help));
  addStudies(said);
  for (const double bias2 : {0.0, 1.0})
    for (const double share : {0.01, 0.3, 0.9})
      for (const int draws : {4, 64})
        for (const bool unbiased : {false, true}) {
          omega::BiasVarianceSummary e;
          e.draws = draws;
          e.bias2 = bias2;
          e.bias2_error = bias2 > 0 ? 0.3 : 1;
          e.variance = 1;
          e.largest_share = share;
          e.chance = bias2 > 0 ? 1e-4 : 0.5;
          omega::Traits traits;
          traits.unbiased = unbiased;
          said.add(omega::bias_verdict(e, traits));
          e.share_of_one = share;
          said.add(omega::tail_caution(e));
        }
  return said.all;
}

// --- What is shown ---------------------------------------------------------------------------------------------------

bool hasChinese(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

QStringList wordsOf(const QString& text) {
  static const QRegularExpression s_word(QStringLiteral("[A-Za-z][A-Za-z]+(?:[_-][A-Za-z]+)*"));
  QStringList words;
  for (auto found = s_word.globalMatch(text); found.hasNext();) words << found.next().captured();
  return words;
}

/// Names that are the same in both languages: of methods, options and their words, of papers' symbols, units, files and
/// keys.
const std::set<QString>& names() {
  static const std::set<QString> s_names = [] {
    std::set<QString> all;
    const auto add = [&all](const std::string& text) {
      for (const QString& word : wordsOf(QString::fromStdString(text))) all.insert(word);
    };
    const auto addOptions = [&add](const std::vector<omega::OptionSpec>& specs) {
      for (const omega::OptionSpec& spec : specs) {
        add(spec.name);
        for (const std::string& word : spec.words) add(word);
      }
    };
    for (const omega::Estimator& estimator : omega::estimators()) {
      add(estimator.info.name);
      add(estimator.info.paper);
      addOptions(estimator.info.options);
    }
    for (const omega::Synthetic& preset : omega::synthetics()) addOptions(preset.options);
    for (const auto& options : otherOptions()) addOptions(options);
    for (const auto& preset : omega::train::train_presets()) add(preset.name);
    for (const auto& option : omega::read_option_specs()) add(option.name);
    for (const auto& measure : omega::studies::measures())
      for (const std::string& value : measure.values) add(value);
    for (const char* word :
         {"English", "Omegascope",   "omega",     "IS",       "SNIS",    "MIS",     "ESS",       "CPU",
          "CUDA",    "KiB",          "MiB",       "GiB",      "ms",      "min",     "MSE",       "Mflop",
          "Gflop",   "kflop",        "flop",      "pt",       "px",      "dpi",     "mse",       "max",
          "log",     "logit",        "Dv",        "nc",       "RSD",     "PI",      "VA",        "AGV",
          "PNG",     "SVG",          "PDF",       "CSV",      "NPY",     "NPZ",     "JSON",      "Ctrl",
          "Shift",   "Alt",          "Esc",       "Tab",      "Del",     "PageUp",  "PageDown",  "Home",
          "End",     "Scatterbrain", "Linformer", "Combiner", "cividis", "viridis", "grey",      "RdBu",
          "magma",   "inferno",      "LARA",      "EVA",      "RFA",     "RA",      "Performer", "NMD",
          "NMSD",    "Cm",           "GMM-RKS",   "Table",    "GMM",     "RKS",     "PRF",       "cos",
          "exp",     "sgn",          "default",   "float"})
      all.insert(QLatin1String(word));
    for (const char* word : {"DeiT-Tiny", "DeiT-Small", "SSv", "WMT", "LN", "gmm-rks", "gmm-prf"})  // of the papers
      all.insert(QLatin1String(word));
    return all;
  }();
  return s_names;
}

/// Those that stand within a sentence only: of methods, papers, machines, files and what is typed; within formulas.
const std::set<QString>& namesInSentences() {
  static const std::set<QString> s_names = [] {
    std::set<QString> all;
    for (const QString& word :
         QStringLiteral("AdamW transformer Halton FastFood elu ReLU LSH KL-Transformer HxW "
                        "mu sin tanh NaN nat GB BLEU top means MiniLM Long Range Arena AMD EPYC Walsh Hadamard Rao "
                        "Blackwell GMM-PRF rfa-positive RA-biased exact_mass omegascope compare size "
                        "small paper Markdown lessons true false MIN MAX MED SM")
             .split(QLatin1Char(' ')))
      all.insert(word);
    for (const std::string& extension : omega::readable_extensions())
      all.insert(QString::fromStdString(extension.substr(1)));
    return all;
  }();
  return s_names;
}

/// Without markup, and without what stands in italics in tips: the source of a formula. Indices are no words.
QString plain(QString text) {
  static const QRegularExpression s_subscript(QStringLiteral("<su[bp]>.*?</su[bp]>|_[a-z]{1,2}\\b"));
  text.replace(s_subscript, QStringLiteral(" "));
  static const QRegularExpression s_source(QStringLiteral("<i>.*?</i>|<img[^>]*>"));
  text.remove(s_source);
  return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

QStringList foreignWords(const QString& text) {
  static const QRegularExpression s_path(QStringLiteral("(?<!\\w)(/[\\w.-]+){2,}"));
  const QString shown = plain(text).remove(s_path);
  QStringList foreign;
  const bool isSentence = hasChinese(shown);
  for (const QString& word : wordsOf(shown))
    if (names().count(word) == 0 && !(isSentence && namesInSentences().count(word) > 0)) foreign << word;
  return foreign;
}

/// Every text of a window with the place where it is, also of what is behind a tab.
std::map<QString, QString> textsOf(const MainWindow& window) {
  std::map<QString, QString> texts;
  const auto add = [&texts](const QObject* of, const char* what, const QString& text) {
    QString path = QLatin1String(what);
    for (const QObject* one = of; one != nullptr; one = one->parent()) {
      const qsizetype place =
          one->parent() != nullptr ? one->parent()->children().indexOf(const_cast<QObject*>(one)) : 0;
      path.prepend(QStringLiteral("%1#%2/").arg(QLatin1String(one->metaObject()->className())).arg(place));
    }
    if (!text.isEmpty()) texts[path] = text;
  };
  for (const QAction* action : window.findChildren<QAction*>()) {
    add(action, "text", action->text());
    add(action, "tip", action->toolTip());
  }
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (qobject_cast<const QLineEdit*>(widget) != nullptr && widget->parent() != nullptr &&
        qobject_cast<const QComboBox*>(widget->parent()) != nullptr)
      continue;
    add(widget, "name", widget->accessibleName());
    add(widget, "tip", widget->toolTip());
    for (const char* property : {"text", "title", "placeholderText", "suffix", "prefix", "specialValueText"})
      if (qobject_cast<const QLineEdit*>(widget) == nullptr || property == QByteArray("placeholderText"))
        add(widget, property, widget->property(property).toString());
    if (const auto* box = qobject_cast<const QComboBox*>(widget))
      for (int i = 0; i < box->count(); ++i) add(box, qPrintable(QString::number(i)), box->itemText(i));
    if (const auto* bar = qobject_cast<const QTabBar*>(widget))
      for (int i = 0; i < bar->count(); ++i) add(bar, qPrintable(QString::number(i)), bar->tabText(i));
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view != nullptr && view->model() != nullptr)
      for (int i = 0; i < view->model()->columnCount(); ++i)
        add(view, qPrintable(QString::number(i)),
            view->model()->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString());
    if (const auto* panel = qobject_cast<const Panel*>(widget)) add(panel, "help", panel->help());
  }
  return texts;
}

void checkWords(const MainWindow& window) {
  int count = 0;
  for (const auto& [place, text] : textsOf(window)) {
    INFO(place.toStdString() << ": " << plain(text).toStdString());
    CHECK(foreignWords(text).join(QLatin1Char(' ')).toStdString() == "");
    ++count;
  }
  CHECK(count > 200);
}

QByteArray csvOf(const Panel& panel, const Workbench& workbench, const QString& path) {
  ExportOptions options;
  options.format = ExportFormat::Csv;
  exportPanel(panel, workbench, path, options);
  return bytesOf(path);
}

}  // namespace

TEST_CASE("words of a figure are translated before they are wrapped or cut", "[language]") {
  omega::studies::Figure figure;
  omega::studies::FigurePart& part = figure.panels.emplace_back();
  part.curves.push_back({.name = "is", .points = {{.x = 0, .y = 0}, {.x = 1, .y = 1}}});
  part.note = "undecided: one of 4096 draws makes 37 % of the variance; more draws will hardly settle it";
  part.title = "lara in the plane: the delta method's optimum";
  omega::studies::FigurePart& named = figure.panels.emplace_back();
  named.kind = omega::studies::PanelKind::categories;
  named.x.categories = {"at the means of 48 (no noise)"};
  named.curves.push_back({.name = "lara", .points = {{.x = 0, .y = 1}}});
  const Speaking chinese(Language::Chinese);
  FigureView view(QStringLiteral("figure"), FigureView::Height::Given, nullptr);
  view.resize(320, 240);
  view.show(std::make_shared<const omega::studies::Figure>(figure), figureLook(Theme::light()));
  view.setVisible(true);
  QString all;
  for (const PaintedText& text : paintedTexts(view)) all += text.text;
  INFO(all.toStdString());
  CHECK(all.contains(QStringLiteral("次抽取中的一次占了方差的")));
  for (const char* english : {"draws", "optimum", "means"}) CHECK_FALSE(all.contains(QLatin1String(english)));
}

TEST_CASE("everything that the engine says of itself is there in Chinese", "[language]") {
  const std::set<std::string> said = engineSays();
  CHECK(said.size() > 300);
  const Speaking chinese(Language::Chinese);
  for (const std::string& text : said) {
    INFO(text << "\nwhat is left of it in English belongs into the context engine of assets/translations/zh.ts");
    CHECK(foreignWords(described(text)).join(QLatin1Char(' ')).toStdString() == "");
  }
  CHECK(described("a number from 0 up to 2.5") == QStringLiteral("0 到 2.5 的数"));
  for (const char* ofFile : {"24 names of tokens for 10 queries and 10 keys: they are left out",
                             "24 names of tokens for 1 query and 25 keys: they are left out",
                             "these are the outputs of the model's projections, without the rotary positions, norms, "
                             "scales and masks that it "
                             "may apply to them"})
    CHECK(foreignWords(described(ofFile)).isEmpty());
  CHECK(described("a number from 0 up to 1, or one of optimal, full") ==
        QStringLiteral("0 到 1 的数，或 optimal, full 之一"));
  CHECK(described("what nobody has translated").toStdString() == "what nobody has translated");
  CHECK(described("none: no NVIDIA driver is installed") == QStringLiteral("无（没有安装 NVIDIA 驱动程序）"));
  CHECK(described("none: the NVIDIA driver is too old: it knows CUDA 11.4, this module needs 12.4") ==
        QStringLiteral("无（NVIDIA 驱动程序太旧：它支持 CUDA 11.4，这个模块需要 12.4）"));
  CHECK(sentences(QStringLiteral("一句。"), QStringLiteral("又一句。")) == QStringLiteral("一句。又一句。"));
  CHECK(sentences(QStringLiteral("One."), QStringLiteral("Two.")) == QStringLiteral("One. Two."));
  CHECK(described("time: at time (ms) 0.5: ra < lara") == QStringLiteral("时间：在 时间（ms） 0.5 处：ra < lara"));
  CHECK(described("least error at temperature 0.25, 1") == QStringLiteral("误差最小，温度 0.25, 1 处"));
  // A finding has parts, and a place holds one thing only.
  CHECK(described("is, radius 0.7: no bias visible at 4096 draws").toStdString() ==
        "is, radius 0.7：4096 次抽取后：看不出偏差");
  const InEnglish words;
  CHECK(described("a number from 0 up to 2.5").toStdString() == "a number from 0 up to 2.5");
}

TEST_CASE("words in tables follow the language, whichever was spoken first", "[language]") {
  const auto words = [] {
    return spokenText(mathOrWords(QStringLiteral("ω² = μ"))) + QLatin1Char(' ') + sizePresets().front().title;
  };
  CHECK(words().toStdString() == "omega squared equals mu Single column, 84 mm");
  {
    const Speaking chinese(Language::Chinese);
    CHECK(foreignWords(words()).join(QLatin1Char(' ')).toStdString() == "");
  }
  CHECK(words().toStdString() == "omega squared equals mu Single column, 84 mm");
}

TEST_CASE("a window that speaks Chinese says nothing in English", "[language]") {
  const Speaking chinese(Language::Chinese);
  Window w;
  for (const Workspace workspace : kWorkspaces) {
    w.window.layoutOfDocks().setWorkspace(workspace);
    w.settle();
    checkWords(w.window);
  }
  CHECK(w.window.menuBar()->actions().front()->text() == QStringLiteral("文件(&F)"));
}

TEST_CASE("the language is changed while everything else goes on", "[language]") {
  const Speaking before(Language::English);
  WindowMaker maker([](MainWindow&) {});
  maker.window().show();
  maker.window().resetLayout();
  REQUIRE(maker.window().settle());
  Workbench& bench = maker.window().workbench();
  bench.store().change(QStringLiteral("Redraw"), [](Document& d) { ++d.draw; });
  LessonPlayer& first = maker.window().lessonPanel().player();
  REQUIRE(first.open(QStringLiteral("game-of-chance"), 1));
  first.choose(1);
  REQUIRE(maker.window().settle());
  const Document document = bench.document();
  const int steps = bench.store().undoStack()->count();
  const QString english = maker.window().windowTitle();
  for (QAction* action : maker.window().findChildren<QAction*>())
    if (QString(action->text()).remove(QLatin1Char('&')) == QStringLiteral("Record a lesson …")) action->trigger();
  maker.window().findChild<LessonRecorder*>()->addStep();
  bench.setThreads(1);  // as --threads does, whatever the settings say
  chooseLanguage(Language::Chinese, maker.window());
  REQUIRE(waitFor([&] { return maker.window().menuBar()->actions().front()->text() == QStringLiteral("文件(&F)"); }));
  CHECK(&maker.window().workbench() == &bench);
  CHECK(maker.window().isVisible());
  CHECK(maker.window().layoutOfDocks().workspace() == Workspace::Teach);
  CHECK(bench.document() == document);
  CHECK(bench.threads() == 1);
  CHECK(bench.store().undoStack()->count() == steps);
  LessonPlayer& player = maker.window().lessonPanel().player();
  REQUIRE(player.lesson() != nullptr);
  CHECK(player.lesson()->language == "zh");
  CHECK(player.stepIndex() == 1);
  CHECK(player.chosen() == 1);
  CHECK_FALSE(player.isAway());
  CHECK(maker.window().windowTitle() != english);
  CHECK(Settings::language().toStdString() == "zh");
  auto* recorder = maker.window().findChild<LessonRecorder*>();
  REQUIRE(recorder != nullptr);  // with what no file has yet
  CHECK(recorder->isUnsaved());
  bench.selection().lock({-1, 0, 5, -1, -1, -1});
  chooseLanguage(Language::English, maker.window());
  REQUIRE(waitFor([&] { return maker.window().windowTitle() == english; }));
  CHECK(maker.window().lessonPanel().player().lesson()->language == "en");
  CHECK(bench.selection().locked().query == 5);
  CHECK(bench.document() == document);
  Settings::setLanguage({});
}

TEST_CASE("a file that is being read is there after the language was changed", "[language]") {
  const Speaking before(Language::English);
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("seq.npz"));
  const std::shared_ptr<const omega::Sequence> some = omega::make_synthetic("three_clusters", {}, 7);
  omega::write_npz(path.toStdString(), {{"q", some->q}, {"k", some->k}, {"v", some->v}}, "{}");
  WindowMaker maker([](MainWindow&) {});
  maker.window().show();
  REQUIRE(maker.window().settle());
  maker.window().openData(path);
  chooseLanguage(Language::Chinese, maker.window());
  REQUIRE(waitFor([&] { return maker.window().menuBar()->actions().front()->text() == QStringLiteral("文件(&F)"); }));
  REQUIRE(maker.window().settle());
  CHECK(maker.window().workbench().document().workload.file == path.toStdString());
  Settings::setLanguage({});
}

TEST_CASE("a language chosen in Preferences waits until the dialog is gone", "[language]") {
  const Speaking before(Language::English);
  Window w;
  const QSignalSpy changes(&w.window, &MainWindow::languageChanged);
  PreferencesDialog dialog(w.window);
  auto* languages = dialog.findChildren<QComboBox*>().at(1);
  REQUIRE(languages->itemText(static_cast<int>(Language::Chinese)) == nameOf(Language::Chinese));
  QTimer::singleShot(0, &dialog, [&] {
    emit languages->activated(static_cast<int>(Language::Chinese));
    CHECK(changes.isEmpty());  // else the window would take the dialog along, in which exec() waits
  });
  dialog.exec();
  CHECK(changes.count() == 1);
  CHECK(language() == Language::Chinese);
  Settings::setLanguage({});
}

TEST_CASE("the axes of a map have Chinese names where nobody gives them others", "[language]") {
  const Speaking chinese(Language::Chinese);
  CHECK(MapLabels().rows == QStringLiteral("查询 n"));
  CHECK(MapLabels().columns == QStringLiteral("键 m"));
}

TEST_CASE("the editor of studies names sizes as the panel does", "[language]") {
  const Speaking chinese(Language::Chinese);
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  StudyEditor editor(catalogue, QStringLiteral("bias"), QStringLiteral("small"), 1, nullptr);
  CHECK(editor.findChild<QComboBox*>()->currentText() == QStringLiteral("小"));
  const QString head = editor.grid().headerData(StudyGrid::kValues, Qt::Horizontal, Qt::DisplayRole).toString();
  CHECK(head.contains(QStringLiteral("小")));
}

TEST_CASE("words and letters are explained in Chinese under the pointer", "[language]") {
  const Speaking chinese(Language::Chinese);
  const Theme theme = Theme::light();
  const QString bias = QStringLiteral("manual:words#bias");
  CHECK(withWords(QStringLiteral("<p>偏差和方差，又是偏差</p>"), theme).count(bias) == 1);
  REQUIRE(wordOf(bias) != nullptr);
  for (const QString& tip : {wordTip(*wordOf(bias), theme), labelTip(QStringLiteral("有效样本量"), theme),
                             symbolTip(QStringLiteral("w_ns"), theme)}) {
    INFO(tip.toStdString());
    CHECK(hasChinese(plain(tip)));
  }
  CHECK(labelTip(QStringLiteral("快捷键"), theme).isEmpty());
  setLanguage(Language::English);
  CHECK_FALSE(hasChinese(wordTip(*wordOf(bias), theme)));
}

TEST_CASE("files are the same in every language", "[language]") {
  QTemporaryDir folder;
  Booth booth;
  std::map<QString, QByteArray> english;
  int compared = 0;
  for (const Language language : {Language::English, Language::Chinese}) {
    const Speaking words(language);
    booth.showAllCards();
    booth.lockQuery(kStartQuery);
    for (const PanelKind& kind : panelKinds()) {
      // What is measured anew, times, and the titles of lessons, which are those that are played.
      if (std::set<QString>{"jobs", "numbers", "convergence", "model_view", "lesson"}.count(kind.name) != 0) continue;
      const std::unique_ptr<Panel> panel = booth.show(kind);
      booth.settle();
      const bool hasTable = [&] {
        const InEnglish guard;
        return panel->data().rowCount() > 0;
      }();
      if (!hasTable) continue;
      const QByteArray csv = csvOf(*panel, booth.workbench(), folder.filePath(QStringLiteral("table.csv")));
      if (language == Language::English) {
        english[kind.name] = csv;
      } else {
        INFO(kind.name.toStdString());
        CHECK(csv.toStdString() == english[kind.name].toStdString());
        CHECK_FALSE(hasChinese(panel->command()));
        ++compared;
      }
    }
  }
  CHECK(compared > 6);
}

TEST_CASE("keys that were chosen in one language hold in the other", "[language]") {
  Settings::setShortcut(QStringLiteral("Redraw the noise"), QKeySequence(QStringLiteral("Ctrl+Alt+N")));
  const Speaking chinese(Language::Chinese);
  const Window w;
  const QList<QAction*> actions = w.window.findChildren<QAction*>();
  CHECK(std::any_of(actions.begin(), actions.end(), [](const QAction* action) {
    return action->text() == QStringLiteral("重抽噪声(&N)") &&
           action->shortcut() == QKeySequence(QStringLiteral("Ctrl+Alt+N"));
  }));
  Settings::forgetShortcuts();
  CHECK(withoutMnemonic(QStringLiteral("重抽噪声(&N)…")) == QStringLiteral("重抽噪声…"));
  CHECK(englishOf(QStringLiteral("重抽噪声(&N)")).toStdString() == "Redraw the &noise");
}

TEST_CASE("no two entries of a menu have one letter, and the tool bar names none", "[language]") {
  static const QRegularExpression s_letter(QStringLiteral("\\(\\w\\)$"));
  for (const Language language : {Language::English, Language::Chinese}) {
    const Speaking words(language);
    const Window w;
    int menus = 0;
    for (const QMenu* menu : w.window.menuBar()->findChildren<QMenu*>()) {
      std::set<QString> letters;
      for (const QAction* action : menu->actions()) {
        const QKeySequence letter = QKeySequence::mnemonic(action->text());
        INFO(text(menu->title()) << ": " << text(action->text()));
        CHECK((letter.isEmpty() || letters.insert(letter.toString()).second));
      }
      menus += letters.size() > 1;
    }
    CHECK(menus >= 5);
    int buttons = 0;
    for (const QToolBar* bar : w.window.findChildren<QToolBar*>())
      for (const QToolButton* button : bar->findChildren<QToolButton*>()) {
        INFO(text(button->text()));
        CHECK_FALSE(s_letter.match(button->text()).hasMatch());
        buttons += !button->text().isEmpty();
      }
    CHECK(buttons > 4);
  }
}

TEST_CASE("Chinese letters are in drawings and pages", "[language]") {
  REQUIRE(canShowChinese());
  const Speaking chinese(Language::Chinese);
  Booth booth;
  booth.lockQuery(kStartQuery);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  booth.settle();
  QTemporaryDir folder;
  ExportOptions options;
  options.withTitle = true;
  options.format = ExportFormat::Pdf;
  const QString pdf = folder.filePath(QStringLiteral("weights.pdf"));
  exportPanel(*panel, booth.workbench(), pdf, options);
  Tools tools;
  if (const std::optional<QString> words = tools.wordsOf(pdf)) CHECK(words->contains(panel->title()));
  options.format = ExportFormat::Svg;
  const QString svg = folder.filePath(QStringLiteral("weights.svg"));
  exportPanel(*panel, booth.workbench(), svg, options);
  CHECK(QString::fromUtf8(bytesOf(svg)).contains(panel->title()));
}
