#include "views/chance/chance_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "importance/game_json.h"
#include "importance/numbers.h"
#include "jobs/waiting.h"
#include "language/language.h"
#include "model/settings.h"
#include "model/shell_line.h"
#include "model/window_words.h"
#include "views/chance/chance_numbers.h"
#include "views/cover.h"
#include "views/fitted_picture.h"
#include "views/option_form.h"
#include "views/painted_canvas.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "views/word_tips.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"
#include "widgets/signs.h"

namespace omegascope {

namespace imp = omega::importance;

namespace {

constexpr QSizeF kLeastPicture{880, 560};  // in which its words have room
constexpr double kSide = 330;              // of the numbers, in text of the usual size; fewer where pictures need it
constexpr int kScrollBar = 20;
constexpr int kRing = 4;                   // room for the ring around what has the keyboard
constexpr QSize kLeastPictures{240, 200};  // of what is seen of them; the width too in text of the usual size
constexpr int kSideFirst = 1000;           // the side has what it wants before the pictures get more than their least
constexpr int kFallMs = 1500, kLeastFallMs = 25, kMostFallMs = 150;
constexpr int kEarly = 16;  // samples that fall one by one, so that one can stop there
// Places of their own in the table; no lesson names them.
const QString kEssRows = QStringLiteral("rows of ess"), kEstimateRows = QStringLiteral("rows of estimate");

QToolButton* makeTool(Sign sign, const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setIcon(signIcon(sign));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setToolTip(tip);
  button->setAccessibleName(text);
  return button;
}

/// Whether two games ask the same, so that their replicates belong on one axis; samples, proposals, estimators and what
/// is drawn may differ.
bool isSameQuestion(const ChanceState& a, const ChanceState& b) {
  return a.preset == b.preset && a.seed == b.seed && a.query == b.query && a.head == b.head &&
         a.game.problem.integrand == b.game.problem.integrand;
}

}  // namespace

ChancePanel::ChancePanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("chance"), tr("Chance"), parent) {
  auto* layout = inset(new QVBoxLayout(this), kPanelMargins, 3);
  layout->addWidget(makeBar());
  m_refusal = wrapped(new QLabel(this));
  m_refusal->hide();
  layout->addWidget(m_refusal);
  m_badge = wrapped(new QLabel(this));
  connect(m_badge, &QLabel::linkActivated, this, &ChancePanel::openQuery);
  layout->addWidget(m_badge);
  auto* body = new QHBoxLayout;
  body->addWidget(makePictures(), 1);
  body->addWidget(makeSide(), kSideFirst);
  layout->addLayout(body, 1);
  connect(m_plot, &QCustomPlot::mousePress, this, &ChancePanel::onPressed);
  connect(m_plot, &QCustomPlot::mouseMove, this, &ChancePanel::onMoved);
  connect(m_plot, &QCustomPlot::mouseRelease, this, &ChancePanel::onReleased);
  connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &ChancePanel::onDoubleClick);
  connect(m_plot, &QCustomPlot::mouseWheel, this, &ChancePanel::onWheel);
  connect(&m_falling, &QTimer::timeout, this, &ChancePanel::fallOn);
  connect(&workbench.chance(), &ChanceRun::changed, this, &ChancePanel::refreshIfVisible);
  connect(&workbench.chance(), &ChanceRun::begun, this, &ChancePanel::beginAnew);
  connect(&workbench, &Workbench::opening, this, [this] { m_loaded.reset(); });
}

QWidget* ChancePanel::makeBar() {
  auto* bar = new QWidget(this);
  bar->setProperty(kForHands, true);
  auto* row = FlowLayout::ofBar(*bar, 6);
  makeChoices(bar);
  QToolButton* redraw = makeTools(bar);
  makeSwitches(bar);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_preset, redraw, m_play, m_pen, m_penOfF, m_target, m_weight})
    row->addWidget(widget);
  row->addTogether({m_methods, m_more, m_less});
  return bar;
}

void ChancePanel::makeChoices(QWidget* bar) {
  m_preset = new QComboBox(bar);
  m_preset->setAccessibleName(tr("Game"));
  for (const imp::Preset& preset : imp::presets()) {
    m_preset->addItem(described(preset.title), QString::fromStdString(preset.name));
    m_preset->setItemData(m_preset->count() - 1, described(preset.shows), Qt::ToolTipRole);
  }
  m_methods = named(new QComboBox(bar), tr("Estimator in front"),
                    tr("The estimator in front: its weights are the stems, its options those at the right"));
  m_methods->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_more = makeSignButton(signIcon(Sign::add), tr("Adds an estimator over the same samples, up to three"), bar);
  m_less = makeSignButton(signIcon(Sign::remove), tr("Removes the estimator in front"), bar);
  m_more->setAccessibleName(tr("Add an estimator"));
  m_less->setAccessibleName(tr("Remove the estimator in front"));
  connect(m_preset, &QComboBox::activated, this, [this] { choose(m_preset->currentData().toString()); });
  connect(m_methods, &QComboBox::activated, this, [this](int index) {
    edit(tr("Estimator in front"), [&](ChanceState& s) { bringForward(s, static_cast<std::size_t>(index)); });
  });
  connect(m_more, &QToolButton::clicked, this, [this] { edit(tr("Add an estimator"), addMethod); });
  connect(m_less, &QToolButton::clicked, this, [this] { edit(tr("Remove an estimator"), removeMethod); });
}

/// Returns the one for fresh noise.
QToolButton* ChancePanel::makeTools(QWidget* bar) {
  auto* redraw = makeTool(Sign::redraw, tr("Redraw"), tr("Fresh noise for all runs (R)"), bar);
  m_play = makeTool(Sign::play, tr("Drop"), tr("Lets the samples fall one by one (Space); S drops one more"), bar);
  m_pen = makeTool(Sign::pen, tr("Draw p"), tr("Draws the target by hand, from −10 to 10 (D)"), bar);
  m_penOfF = makeTool(Sign::pen, tr("Draw f"), tr("Draws the integrand by hand, from −10 to 10 (F)"), bar);
  for (QToolButton* pen : {m_pen, m_penOfF}) pen->setCheckable(true);
  connect(redraw, &QToolButton::clicked, this, &ChancePanel::redrawNoise);
  connect(m_play, &QToolButton::clicked, this, &ChancePanel::togglePlay);
  connect(m_pen, &QToolButton::clicked, this, [this](bool on) { setPen(on ? Pen::target : Pen::none); });
  connect(m_penOfF, &QToolButton::clicked, this, [this](bool on) { setPen(on ? Pen::integrand : Pen::none); });
  return redraw;
}

void ChancePanel::makeSwitches(QWidget* bar) {
  m_target = new QCheckBox(tr("target"), bar);
  m_target->setToolTip(tr("Shows the target and the truth; hide them to let others guess"));
  m_weight = new QCheckBox(tr("w(x)"), bar);
  m_weight->setToolTip(
      tr("p over the mean density of all samples as a dashed curve, on a logarithmic axis: "
         "the weight at each place, where weighting is balance"));
  for (QCheckBox* box : {m_target, m_weight}) box->setAccessibleName(box->text());
  connect(m_target, &QCheckBox::clicked, this, [this](bool on) {
    edit(on ? tr("Show the target") : tr("Hide the target"), [on](ChanceState& s) { s.showTarget = on; });
  });
  connect(m_weight, &QCheckBox::clicked, this,
          [this](bool on) { edit(tr("Curve of the weights"), [on](ChanceState& s) { s.showWeight = on; }); });
}

QWidget* ChancePanel::makePictures() {
  m_pictures = new VerticalScroll(this);
  m_pictures->setMinimumHeight(kLeastPictures.height());
  auto* ground = new QWidget(m_pictures);
  m_plot = new QCustomPlot(ground);
  m_plot->setMouseTracking(true);
  m_plot->setFocusPolicy(Qt::StrongFocus);
  nameCanvas(*m_plot, tr("Densities, running estimate and replicates"), [this] { return plotWords(); });
  m_plot->installEventFilter(this);
  ChanceDrawing::setUp(*m_plot);
  inset(new QVBoxLayout(ground), {kRing, kRing, kRing, kRing})->addWidget(m_plot);
  m_pictures->setWidget(ground);
  return m_pictures;
}

QWidget* ChancePanel::makeSide() {
  auto* scroll = new VerticalScroll(this);
  auto* side = new QWidget(scroll);
  auto* column = inset(new QVBoxLayout(side), {kRing, kRing, kRing, kRing});
  m_numbers = new PaintedCanvas([this](QPainter& painter, const QRectF& area,
                                       const Theme& theme) { paintChanceNumbers(painter, area, theme, picture()); },
                                tr("Numbers of the game"),
                                [this] { return afterName(*m_numbers, chanceNumberWords(picture(), theme())); }, side);
  m_numbers->installEventFilter(this);
  column->addWidget(m_numbers, 1);
  connect(m_numbers, &PaintedCanvas::pointed, this, [this](QPointF at) {
    m_numbers->setToolTip(labelTip(chanceLabelAt(m_numbers->rect(), theme(), picture(), at), theme()));
  });
  connect(m_numbers, &PaintedCanvas::clicked, this, [this](QPointF at) {
    if (const auto beta = betaAt(picture(), m_numbers->rect(), theme(), at))
      edit(tr("β"), [&](ChanceState& s) { setBeta(s, *beta); });
  });
  m_form = new OptionForm(QStringLiteral("chance"), chanceOptions(), side);
  m_form->setProperty(kForHands, true);
  column->addWidget(m_form);
  connect(m_form, &OptionForm::edited, this, [this](const QString& name, const QString& text) {
    const QString title = m_form->titleOf(name);
    edit(text.isEmpty() ? title : QStringLiteral("%1 → %2").arg(title, text),
         [&](ChanceState& s) { setOption(s, name, text); });
  });
  connect(m_form, &OptionForm::gestureBegan, this, [this] { workbench().store().beginGesture(); });
  connect(m_form, &OptionForm::gestureEnded, this, [this] { workbench().store().endGesture(); });
  scroll->setWidget(side);
  return m_side = scroll;
}

QString ChancePanel::help() const {
  return tr(
      "<b>Chance: importance sampling on a line</b><p>The question is the mean I of f (dotted) under the target p "
      "(filled). Samples come from proposals q (lines) instead, and each counts with its weight w = p/q, the height of "
      "its stem. In the middle the estimate as samples fall; the band is what theory says of it. At the bottom the "
      "same run again and again with fresh noise: bias and variance as what they are. Each estimator has a strip, over "
      "the same samples; the hollow mark is the run above. While the question stays, their axis only grows, so that a "
      "heap is seen to become narrower; a double-click there fits it. Where there are several proposals, hollow marks "
      "on a strip's bar say how far plain importance sampling from each of them alone would err.</p><p>Drag the round "
      "top "
      "of a proposal (or of a bump of the target) to move it, its shoulder to make it wide; or Tab to it and press the "
      "arrow keys (with Shift ten times as far); the wheel over it changes its width. A double-click makes a new "
      "proposal, Del removes one, D draws the target by hand and F the integrand, R draws fresh noise, Space lets "
      "samples fall one by one.</p><p>The gauge says the effective sample size ESS of this run; the diamond is what it "
      "would say of very many samples. Laws are exact or by quadrature to ten digits, those after ≈ for large S alone; "
      "where a variance is infinite it says ∞. What replicates say of that, or of one of which they missed most (its "
      "law is more than four times what they show), stands in brackets. With a control variate the parabola says the "
      "variance for every β: click it to take one.</p><p><b>Look for</b> the gauge and "
      "the coverage. ESS knows only the samples that fell: where p has a bump that q does not reach, it says all is "
      "well. Coverage is how many of the runs have the truth within their own estimate ± 2 se: 95 % where all is well "
      "and samples are many, 86 % of 4 samples, 70 % of 2.</p>");
}

QStringList ChancePanel::equations() const {
  return {QStringLiteral("I = E_p[f] = E_q[w f],  w = p/q"),
          QStringLiteral("Î = Σ_s w_s f_s / S  or  Σ_s w_s f_s / Σ_s w_s"),
          QStringLiteral("ESS = (Σ_s w_s)² / Σ_s w_s²")};
}

// --- What is shown ---------------------------------------------------------------------------------------------------

const ChanceResult* ChancePanel::result() const {
  const ChanceResult* newest = workbench().chance().result().get();
  if (newest == nullptr) return nullptr;
  const imp::Plan &then = newest->asked.game.plan, &now = state().game.plan;
  return then.proposals.size() == now.proposals.size() && then.methods.size() == now.methods.size() ? newest : nullptr;
}

QString ChancePanel::plotWords() const {
  QStringList said;
  if (!m_falling.isActive()) said << chanceWords(picture());  // else it would speak with every sample
  if (m_focus && m_plot->hasFocus())
    said << (m_focus->grip == ChanceHandle::Grip::top ? tr("keys move %1: mean %2, width %3")
                                                      : tr("keys widen %1: mean %2, width %3"))
                .arg(nameOf(*m_focus), numberText(meanOf(state(), *m_focus), 3),
                     numberText(sdOf(state(), *m_focus), 3));
  if (state().query >= 0) said << m_badge->text();
  said.removeAll(QString());
  return afterName(*m_plot, said.join(QStringLiteral("; ")));
}

ChancePicture ChancePanel::picture() const {
  ChancePicture picture;
  picture.state = &state();
  picture.result = result();
  const bool isHeld = m_dragged || m_stroke;
  picture.curves = m_curves.of(state().game, isHeld ? m_held : imp::interval_of(state().game));
  picture.fallen = m_fallen;
  picture.focus = m_plot->hasFocus() || m_dragged ? m_focus : std::nullopt;
  picture.replicates = m_replicates;
  if (m_stroke && pen() == Pen::integrand) picture.integrand = m_heldIntegrand;
  if (m_stroke && pen() == Pen::target) {  // as high as the pen: it becomes a density when the hand lets go
    picture.density = m_heldDensity;
    const double integral = drawnIntegral(state());
    for (double& height : picture.curves.target) height *= integral;
  }
  return picture;
}

void ChancePanel::refresh() {
  workbench().chance().ask(state());
  const auto handles = handlesOf(state());
  if (m_focus && std::find(handles.begin(), handles.end(), *m_focus) == handles.end()) m_focus.reset();
  // The number of the handle in a hand is another's now, or nobody's.
  if (m_dragged && handles != m_handles) {
    m_dragged.reset();
    workbench().store().endGesture();
  }
  if (m_fallen >= static_cast<int>(state().game.plan.samples())) showFallen(-1);
  if (!(m_refused == state())) m_refusal->hide();
  holdReplicates();
  showControls();
  m_plot->plotLayout()->setMargins({0, 0, theme().roomOfRing(), 0});  // the controls stand close by
  m_plot->setMinimumHeight(ChanceDrawing::leastHeight(theme()));
  ChanceDrawing::fill(*m_plot, theme(), picture(), m_plot->height());
  redrawSoon(*m_plot);
  m_numbers->update();
  if (!m_tip.isEmpty() && QToolTip::text() == m_tip) showTip(m_pointed);  // its numbers are those of now
  reportPainted();
}

void ChancePanel::holdReplicates() {
  if (!isSameQuestion(m_replicatesOf, state())) m_replicates.reset();
  m_replicatesOf = state();
  const ChancePicture shown = picture();
  if (!shown.hasRun() || !shown.result->isComplete || !shown.result->asked.playsAs(state())) return;
  const QCPRange needed = ChanceDrawing::replicatesOf(*shown.result);
  m_replicates = m_replicates ? m_replicates->expanded(needed) : needed;
}

void ChancePanel::fitReplicates() {
  m_replicates.reset();
  refreshIfVisible();
}

void ChancePanel::beginAnew() {
  m_loaded = state();
  fitReplicates();
}

const ChanceState& ChancePanel::loaded() {
  const bool isOther = !m_loaded || m_loaded->preset != state().preset || m_loaded->query != state().query ||
                       m_loaded->head != state().head;
  if (isOther) {
    m_loaded = state();
    if (state().query < 0) m_loaded->game = imp::find_preset(state().preset).game;
  }
  return *m_loaded;
}

/// What the game is to its query, as far as that is still so.
QString ChancePanel::badgeText() const {
  if (state().query < 0) return {};
  const bool isOfOpenData = state().data.empty() || state().data == digestOf(workbench().document().workload);
  QStringList parts{tr("Query %1 along one line through ω-space: an easier problem. By their law, weights of the same "
                       "proposals vary no more here than in ω-space.")
                        .arg(state().query)};
  parts << (state().game.problem.integrand.kind == imp::Integrand::Kind::given
                ? tr("f is dimension %1 of the values.").arg(state().dimension)
                : tr("Its f was changed."));
  if (state().standFor != 0)
    parts << tr("Its %1 proposals are %2 here: one Gaussian stands for neighbours, with their mean and spread.")
                 .arg(state().standFor)
                 .arg(state().game.plan.proposals.size());
  parts << (isOfOpenData ? tr("<a href=\"explore\">Open query in Explore</a>")
                         : tr("It is of data that are no longer open."));
  return parts.join(QLatin1Char(' '));
}

void ChancePanel::showControls() {
  const imp::Plan& plan = state().game.plan;
  const QSignalBlocker quietPreset(m_preset), quietMethods(m_methods);
  // A query's game is none of them.
  m_preset->setPlaceholderText(state().query >= 0 ? tr("query %1").arg(state().query) : QString());
  m_preset->setCurrentIndex(state().query >= 0 ? -1 : m_preset->findData(QString::fromStdString(state().preset)));
  m_preset->setToolTip(m_preset->currentData(Qt::ToolTipRole).toString());
  m_methods->clear();
  for (const imp::Method& method : plan.methods) m_methods->addItem(described(method.text(plan.proposals.size())));
  ChanceState more = state();
  m_more->setEnabled(addMethod(more));
  m_less->setEnabled(plan.methods.size() > 1);
  m_target->setChecked(state().showTarget);
  m_weight->setChecked(state().showWeight);
  m_badge->setVisible(state().query >= 0);
  m_badge->setText(badgeText());
  for (QToolButton* pen : {m_pen, m_penOfF}) pen->setEnabled(!state().game.problem.target.is_given);
  m_play->setText(m_falling.isActive() ? tr("Pause") : tr("Drop"));
  m_play->setToolTip(m_falling.isActive() ? tr("Pause (Space)")
                                          : tr("Lets the samples fall one by one (Space); S drops one more"));
  m_play->setIcon(signIcon(m_falling.isActive() ? Sign::pause : Sign::play));
  m_form->setUsual(optionsOf(loaded()));
  m_form->setValues(optionsOf(state()));
  const double text = static_cast<double>(theme().font.pixelSize()) / Theme::light().font.pixelSize();
  m_pictures->setMinimumWidth(qRound(kLeastPictures.width() * text));
  m_side->setMaximumWidth(qRound(kSide * text) + kScrollBar + 2 * kRing);
  m_numbers->setMinimumHeight(chanceNumbersHeight(picture(), theme(), m_numbers->width()));
}

void ChancePanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintAtLeast(painter, area, kLeastPicture, [&](const QRectF& room) {
    ChancePicture shown = picture();
    shown.focus.reset();
    QCustomPlot plot;
    ChanceDrawing::setUp(plot);
    ChanceDrawing::fill(plot, theme, shown, room.height());
    paintPlot(plot, painter, room.adjusted(0, 0, -kSide, 0));
    const QRectF side(room.width() - kSide, 0, kSide, room.height());
    isCovered(*this, QStringLiteral("numbers")) ? paintCover(painter, side, theme)
                                                : paintChanceNumbers(painter, side, theme, shown);
  });
}

// --- Edits -----------------------------------------------------------------------------------------------------------

void ChancePanel::edit(const QString& what, const std::function<void(ChanceState&)>& change) {
  ChanceState next = state();
  try {
    change(next);
    imp::check(next.game);
  } catch (const omega::Error& problem) {
    m_refusal->setText(described(windowWords(problem.what())));
    m_refused = state();
    m_refusal->show();  // the plot gets another height at once, and is drawn anew
    showControls();     // what is refused is shown as it was before
    return;
  }
  m_refusal->hide();
  if (next == state()) return;
  workbench().store().change(what, [&](Document& d) { d.chance = next; });
}

QString ChancePanel::refusal() const { return m_refusal->isHidden() ? QString() : m_refusal->text(); }

void ChancePanel::choose(const QString& preset) {
  edit(tr("Game: %1").arg(preset), [&](ChanceState& s) {
    const bool target = s.showTarget, weight = s.showWeight;
    const imp::Preset& chosen = imp::find_preset(preset.toStdString());
    s = {chosen.name, chosen.game, s.seed, s.draw, -1, -1, {}, 0, 0, target, weight};
  });
  m_loaded.reset();
  fitReplicates();
  setPen(Pen::none);
}

void ChancePanel::openQuery() {
  Cursor cursor = workbench().selection().locked();
  cursor.query = state().query;
  cursor.head = state().head;
  workbench().selection().lock(cursor);
  emit workbench().workspaceWanted(Workspace::Explore);
}

void ChancePanel::redrawNoise() {
  edit(tr("Redraw"), [](ChanceState& s) { ++s.draw; });
}

void ChancePanel::moveTo(const ChanceHandle& handle, double x) {
  edit(handle.grip == ChanceHandle::Grip::top ? tr("Centre of %1").arg(nameOf(handle))
                                              : tr("Width of %1").arg(nameOf(handle)),
       [&](ChanceState& s) { moveHandle(s, handle, x); });
}

// --- Samples that fall -----------------------------------------------------------------------------------------------

void ChancePanel::showFallen(int count) {
  m_fallen = count >= static_cast<int>(state().game.plan.samples()) ? -1 : count;
  if (m_fallen < 0) m_falling.stop();
  refreshIfVisible();
}

void ChancePanel::fallOn() {
  const int samples = static_cast<int>(state().game.plan.samples());
  const bool isEarly = m_fallen < kEarly;
  m_falling.setInterval(isEarly ? kMostFallMs : std::clamp(kFallMs / std::max(1, samples), kLeastFallMs, kMostFallMs));
  showFallen(m_fallen + (isEarly ? 1 : std::max(1, samples * m_falling.interval() / kFallMs)));
}

void ChancePanel::togglePlay() {
  if (m_falling.isActive()) {
    m_falling.stop();
    return refreshIfVisible();
  }
  if (Settings::reducedMotion()) return showFallen(-1);
  m_falling.start(kMostFallMs);
  if (m_fallen < 0) showFallen(0);
}

void ChancePanel::dropOne() {
  m_falling.stop();
  showFallen(m_fallen + 1 + (m_fallen < 0));
}

// --- For all panels --------------------------------------------------------------------------------------------------

bool ChancePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_numbers && event->type() == QEvent::Resize) refreshIfVisible();
  if (watched == m_plot) {
    if (event->type() == QEvent::ShortcutOverride && takesKey(*static_cast<QKeyEvent*>(event))) {
      event->accept();
      return true;
    }
    if (event->type() == QEvent::KeyPress && onKey(*static_cast<QKeyEvent*>(event))) return true;
    if (event->type() == QEvent::FocusIn && static_cast<QFocusEvent*>(event)->reason() == Qt::TabFocusReason)
      m_focus.reset();  // who comes by Tab begins at the first handle
    if (event->type() == QEvent::Wheel && !wheeledAt(static_cast<QWheelEvent*>(event)->position())) {
      event->ignore();  // it scrolls
      return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut || event->type() == QEvent::Resize)
      refreshIfVisible();
  }
  return Panel::eventFilter(watched, event);
}

void ChancePanel::complete() {
  workbench().chance().ask(state());
  waitUntil([this] { return workbench().chance().isDone(); });
  bringUpToDate();
}

QRectF ChancePanel::placeOf(const QString& part) const {
  if (const auto found = ChanceDrawing::pictureWith(part)) {
    const QRectF picture = ChanceDrawing::rectOf(*m_plot, *found)->outerRect();
    return m_pictures->seen(picture.translated(m_plot->mapTo(this, QPoint())), *this);
  }
  const QRectF side = QRectF(m_numbers->rect()).translated(m_numbers->mapTo(this, QPoint()));
  const auto seen = [&](const QRectF& place) { return m_side->seen(place, *this); };
  if (part == QStringLiteral("numbers")) return seen(side);
  if (part == QStringLiteral("beta")) return seen(areaOfParabola(side, theme()));
  if (part == kEssRows || part == kEstimateRows) {  // the whole table, while it has no such rows
    const QRectF rows = part == kEssRows ? chanceEssRows(m_numbers->rect(), theme(), picture())
                                         : chanceEstimateRows(m_numbers->rect(), theme(), picture());
    return seen(rows.isEmpty() ? side : rows.translated(side.topLeft()));
  }
  if (part != QStringLiteral("ess")) return {};
  return seen(QRectF(side.topLeft(), QSizeF(side.width(), chanceGaugeHeight(theme()))));
}

void ChancePanel::scrollTo(const QString& part) {
  const auto found = ChanceDrawing::pictureWith(part);
  if (!found) return;
  const QRect picture = ChanceDrawing::rectOf(*m_plot, *found)->outerRect().translated(m_plot->pos());
  scrollToLines(*m_pictures, picture.top(), picture.bottom(), kRing);
}

QStringList ChancePanel::saysAlso(const QString& part) const {
  if (part == QStringLiteral("ess")) return {kEssRows};
  return part == QStringLiteral("estimate") ? QStringList{kEstimateRows} : QStringList();
}

std::vector<LegendEntry> ChancePanel::legend() const {
  std::vector<LegendEntry> entries;
  if (state().showTarget)
    entries.push_back(lineEntry(tr("target p"), [](const Theme& theme) { return QPen(theme.text, 1.6); }));
  for (int c = 0; c < static_cast<int>(state().game.plan.proposals.size()); ++c)
    entries.push_back(
        {tr("proposal q%1 and its samples").arg(c + 1), [c](QPainter& painter, const QRectF& rect, const Theme& theme) {
           drawEstimatorChip(painter, rect, ChanceDrawing::proposalStyle(c, theme.dark));
         }});
  entries.push_back(lineEntry(tr("f"), [](const Theme& theme) { return QPen(theme.text, 1.6, Qt::DotLine); }));
  for (int m = 0; m < static_cast<int>(state().game.plan.methods.size()); ++m)
    entries.push_back(
        {described(state().game.plan.methods[static_cast<std::size_t>(m)].text(state().game.plan.proposals.size())),
         [m, plan = state().game.plan](QPainter& painter, const QRectF& rect, const Theme& theme) {
           drawEstimatorChip(painter, rect, ChanceDrawing::methodStyle(plan, static_cast<std::size_t>(m), theme.dark));
         }});
  return entries;
}

/// The samples of the run that is shown as a table, the replicates as arrays.
PanelData ChancePanel::data() const {
  PanelData data;
  data.columns = {tr("sample"),        tr("proposal"),      QStringLiteral("x"),
                  QStringLiteral("f"), QStringLiteral("p"), QStringLiteral("q")};
  const imp::Plan& plan = state().game.plan;
  for (const imp::Method& method : plan.methods)
    data.columns.push_back(tr("w of %1").arg(described(method.text(plan.proposals.size()))));
  const ChancePicture shown = picture();
  if (!shown.hasRun()) return data;
  const imp::Outcome& outcome = shown.result->outcome;
  for (std::size_t i = 0; i < outcome.darts.size(); ++i) {
    const imp::Dart& dart = outcome.darts[i];
    std::vector<QString> row = {QString::number(i + 1), QString::number(dart.proposal + 1)};
    for (const double value : {dart.x, dart.f, dart.p, dart.q}) row.push_back(plainNumber(value));
    for (const imp::MethodOutcome& method : outcome.methods) row.push_back(plainNumber(method.weights[i]));
    data.rows.push_back(std::move(row));
  }
  for (const auto& [name, values] : imp::importance_numbers(outcome, shown.result->laws))
    data.arrays.emplace(name, omega::Array::from(values, {static_cast<omega::Index>(values.size())}));
  return data;
}

QString ChancePanel::caption() const {
  return tr("%1, %2 samples, seed %3, draw %4")
      .arg(QString::fromStdString(state().preset))
      .arg(state().game.plan.samples())
      .arg(state().seed)
      .arg(state().draw);
}

QString ChancePanel::command() const {
  imp::Game game = state().game;
  for (imp::Method& method : game.plan.methods)  // the command refuses what changes nothing
    method = imp::without_idle_words(method, game.plan.proposals.size());
  const bool isPreset = imp::find_preset(state().preset).game == game;
  QString line = isPreset ? QStringLiteral("omega chance --preset %1").arg(QString::fromStdString(state().preset))
                          : QStringLiteral("omega chance --problem %1")
                                .arg(QString::fromStdString(omega::shell_word(imp::to_json(game).dump())));
  line += QStringLiteral(" --seed %1 --draw %2 --json").arg(state().seed).arg(state().draw);
  return line.toUtf8().size() <= kLongestLine ? line : QString();
}

QString ChancePanel::whyNoCommand() const {
  return command().isEmpty() ? tr("The problem is too long for a line of a shell: save the session.") : QString();
}

}  // namespace omegascope
