#include "export/figure_motion.h"

#include <QDir>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/error.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "export/figure_booth.h"
#include "export/gif_file.h"
#include "export/panel_picture.h"
#include "export/provenance.h"
#include "language/language.h"
#include "model/disk.h"
#include "synthetic/synthetic.h"
#include "views/option_number.h"

namespace omegascope {

namespace {

/// Whose options a motion is of.
struct Mover {
  std::string name;
  QString title;  // what it is called where people choose
  const std::vector<omega::OptionSpec>* specs = nullptr;
  const OptionTexts* values = nullptr;
};

/// Without specs where there is nobody.
Mover moverOf(const Document& document, int card) {
  const Workload& workload = document.workload;
  if (card < 0) {
    if (workload.preset.empty()) return {};
    const omega::Synthetic& preset = omega::find_synthetic(workload.preset);
    return {workload.preset, described(preset.title()), &preset.options, &workload.presetOptions};
  }
  const Card* moved = document.card(card);
  if (moved == nullptr) return {};
  const std::string name = moved->label();
  return {name, QString::fromStdString(name), &omega::find_estimator(moved->method).info.options, &moved->options};
}

/// NaN for what is automatic, or a word.
double numberOf(const omega::OptionValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return NAN;
}

void addOptions(std::vector<MovableOption>& all, const Document& document, int card) {
  const Mover mover = moverOf(document, card);
  if (mover.specs == nullptr) return;
  omega::Options options;
  try {
    options = omega::Options(mover.name, *mover.specs, {mover.values->begin(), mover.values->end()});
  } catch (const omega::Error&) {
    return;  // the card itself says what is wrong
  }
  for (const omega::OptionSpec& spec : *mover.specs) {
    const bool isNumber = spec.kind == omega::OptionKind::integer || spec.kind == omega::OptionKind::real;
    if (!isNumber || !options.shows(*mover.specs, spec)) continue;
    const double now = numberOf(options.value(spec.name));
    if (std::isfinite(now))
      all.push_back({card, QStringLiteral("%1: %2").arg(mover.title, described(spec.title)), spec, now});
  }
}

void setOption(Document& document, const std::string& value) {
  const FigureMotion& motion = document.figure.motion;
  if (motion.card < 0)
    document.workload.presetOptions[motion.option] = value;
  else
    document.card(motion.card)->set(motion.option, value);
}

/// Equal ratios where samples from 1 to 256 would otherwise rush by at the beginning; else equal steps.
double stepOf(const FigureMotion& motion, const omega::OptionSpec& spec, double share) {
  const double value = goesByRatios(spec) && motion.from > 0 && motion.to > 0
                           ? motion.from * std::pow(motion.to / motion.from, share)
                           : motion.from + (motion.to - motion.from) * share;
  return spec.kind == omega::OptionKind::integer ? std::round(value) : value;
}

bool isGif(const QString& path) { return path.endsWith(QStringLiteral(".gif"), Qt::CaseInsensitive); }

QString pictureName(std::size_t index) {
  return QStringLiteral("%1.png").arg(static_cast<int>(index) + 1, 3, 10, QLatin1Char('0'));
}

using TakePicture = std::function<void(std::size_t index, const QImage& picture, const Provenance& provenance)>;

/// All pictures have the size of the first.
void drawMotion(const Session& session, int threads, const TakePicture& take, const ExportProgress& progress,
                const std::function<void(const FigureBooth&)>& ofFirst) {
  const std::vector<std::string> steps = motionSteps(session.document);
  double done = 0;
  const auto tell = [&] {
    if (progress) progress(done);
  };
  FigureBooth booth(session, threads, tell);
  const FigureSheet& sheet = booth.sheet();
  std::optional<ExportOptions> options;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    done = static_cast<double>(i) / static_cast<double>(steps.size());
    tell();
    booth.change([&](Document& document) { setOption(document, steps[i]); });
    if (i == 0 && ofFirst) ofFirst(booth);
    if (!options) options = readable(sheet, sheet.options(ExportFormat::Png));
    take(i, pixelPicture(sheet, *options, options->pixels()),
         provenanceOf(sheet, booth.workbench(), ExportFormat::Png));
  }
}

}  // namespace

std::vector<MovableOption> movableOptions(const Document& document) {
  std::vector<MovableOption> all;
  for (const Card& card : document.cards)
    if (card.visible) addOptions(all, document, card.id);
  addOptions(all, document, -1);
  return all;
}

FigureMotion usualMotion(const MovableOption& option, const FigureMotion& before) {
  FigureMotion motion = before;
  motion.card = option.card;
  motion.option = option.spec.name;
  motion.to = option.now;
  motion.from = option.spec.kind == omega::OptionKind::integer ? 1 : option.now / 4;
  motion.from = std::clamp(motion.from, option.spec.minimum, option.spec.maximum);
  if (option.spec.minimum_excluded && motion.from <= option.spec.minimum) motion.from = motion.to;
  return motion;
}

std::vector<std::string> motionSteps(const Document& document) {
  const FigureMotion& motion = document.figure.motion;
  if (motion.option.empty())
    throw omega::Error::input(
        "this figure does not move; say in File, Figure for a paper which option it is to be drawn over");
  const Mover mover = moverOf(document, motion.card);
  const omega::OptionSpec* spec = mover.specs ? omega::option_named(*mover.specs, motion.option) : nullptr;
  if (spec == nullptr)
    throw omega::Error::input("the figure is to be drawn over " + omega::quoted(motion.option) +
                              ", which nothing of this session has; choose another option in File, Figure for a paper");
  const bool isWhole = spec->kind == omega::OptionKind::integer;
  std::vector<std::string> steps;
  for (int i = 0; i < motion.frames; ++i) {
    const double value = stepOf(motion, *spec, static_cast<double>(i) / (motion.frames - 1));
    std::string text = isWhole ? std::to_string(std::llround(value)) : omega::number_text(value);
    spec->parse(mover.name, text);  // says what would be right
    if (steps.empty() || steps.back() != text) steps.push_back(std::move(text));
  }
  return steps;
}

QStringList motionFiles(const Document& document) {
  QStringList files;
  for (std::size_t i = 0, count = motionSteps(document).size(); i < count; ++i) files << pictureName(i);
  return files;
}

bool isMotion(const QString& path) { return path.endsWith(QLatin1Char('/')) || isGif(path); }

void exportMotion(const Session& session, const QString& path, int threads, const ExportProgress& progress,
                  const std::function<void(const FigureBooth&)>& ofFirst) {
  const PaperFigure& figure = session.document.figure;
  if (isGif(path)) {
    std::unique_ptr<GifFile> gif;
    drawMotion(
        session, threads,
        [&](std::size_t, const QImage& picture, const Provenance& provenance) {
          if (!gif) {
            Provenance whole = provenance;  // the line makes the motion, not one of its pictures
            whole.remake.replace(QRegularExpression(QStringLiteral("\\.png$")), QStringLiteral(".gif"));
            gif = std::make_unique<GifFile>(picture.size(), figure.motion.milliseconds,
                                            whole.lines().join(QLatin1Char('\n')).toUtf8());
          }
          gif->add(picture);
        },
        progress, ofFirst);
    return writeBytes(path, gif->take());
  }
  const auto writeOne = [&](std::size_t index, const QImage& picture, const Provenance& provenance) {
    makeFolder(path);
    exportImage(picture, provenance, figure.dpi, QDir(path).filePath(pictureName(index)));
  };
  drawMotion(session, threads, writeOne, progress, ofFirst);
}

}  // namespace omegascope
