// What the studies panel shows besides what was measured here: results that come with the program, and other runs to
// compare with.
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>

#include "jobs/waiting.h"
#include "language/language.h"
#include "studies/json_source.h"
#include "views/remedy.h"
#include "views/studies/studies_panel.h"
#include "views/studies/study_controls.h"
#include "views/studies/study_gallery.h"
#include "views/studies/study_words.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

const QString kElsewhere = QStringLiteral(":elsewhere");  // in place of a folder

}  // namespace

// --- Measured elsewhere ----------------------------------------------------------------------------------------------

bool StudiesPanel::hasOwnRows() const {
  return m_run != nullptr && m_run->picture() && m_run->picture()->summary.rows > 0;
}

std::shared_ptr<const StoredStudy> StudiesPanel::shownStored() const {
  if (m_run == nullptr || hasOwnRows()) return nullptr;
  const bool isBeingRead = !m_run->isRead() && QFileInfo::exists(m_run->folder());
  return isBeingRead ? nullptr : storedStudy(m_run->study());
}

std::shared_ptr<const StudyPicture> StudiesPanel::shownPicture() const {
  const auto stored = shownStored();
  return stored ? stored->picture : m_run != nullptr ? m_run->picture() : nullptr;
}

bool StudiesPanel::hasFigure() const {
  const auto picture = shownPicture();
  return picture && picture->summary.rows > 0;
}

QWidget* StudiesPanel::makeNote() {
  m_note = new QWidget(this);
  auto* row = inset(new QHBoxLayout(m_note), {4, 2, 4, 2});
  m_noteText = selectable(wrapped(new QLabel(m_note)));
  m_noteText->setToolTip(
      tr("Results that came with the program, with six digits. What is measured here takes their "
         "place, and can be compared with them"));
  m_runHere = new RemedyButton(m_note);
  row->addWidget(m_noteText, 1);
  row->addWidget(m_runHere);
  m_note->hide();
  return m_note;
}

/// What is offered before a study has rows.
Remedy StudiesPanel::remedyNow() {
  if (m_run != nullptr)
    return m_controls->start->isEnabled()
               ? Remedy{tr("Run the study"), m_controls->start->toolTip(), [this] { pressRun(); }}
               : Remedy{};
  if (m_catalogue.count() == 0) return {};
  const QString first = m_catalogue.nameAt(0);
  return {tr("Open %1").arg(described(m_catalogue.shownAt(0, m_size)->title)),
          tr("The first of the list, before anything of it is measured"), [this, first] { choose(first, m_size); }};
}

void StudiesPanel::showNote() {
  offer(remedyNow());
  const auto stored = shownStored();
  m_note->setVisible(stored != nullptr);
  if (!stored) return;
  m_noteText->setText(tr("Measured elsewhere: %1.").arg(stored->origin.text()));
  m_runHere->offer(m_controls->start->isEnabled()
                       ? Remedy{tr("Run it here"), tr("Measures the same on this machine"), [this] { pressRun(); }}
                       : Remedy{});
}

QString StudiesPanel::whyNoCommand() const {
  return shownStored() ? tr("These rows were measured elsewhere: run the study here, then there is a command that "
                            "measures the same again.")
                       : whyNotAgain(m_run);
}

/// Chooses the first study if it has stored results, so that there is something to look at.
void StudiesPanel::chooseFirst() {
  if (m_catalogue.count() == 0) return;
  const QString first = m_catalogue.nameAt(0);
  if (!storedStudy(*m_catalogue.shownAt(0, m_size))) return;
  m_name = first;
  m_run = runOf(first, m_size, {});
}

/// What was measured here is read on a thread of its own.
void StudiesPanel::complete() {
  waitUntil([this] { return m_run == nullptr || m_run->isRead(); });
  bringUpToDate();
}

/// One at a time: reading all of them takes longer than a click may.
void StudiesPanel::readNextStored() {
  while (m_nextStored < m_gallery->count()) {
    const int row = m_nextStored++;
    const std::shared_ptr<const StudyDefinition> study = m_catalogue.shownAt(row, m_size);
    if (isStoredRead(*study)) continue;
    if (storedStudy(*study)) showGalleryEntry(row);
    return;
  }
  m_reading.stop();
}

// --- To compare with -------------------------------------------------------------------------------------------------

/// Other runs of the study that are there: its other size and precision, and what was set aside.
void StudiesPanel::fillBesides() {
  QComboBox* besides = m_controls->besides;
  besides->clear();
  besides->addItem(tr("compare with …"));
  m_besides = {nullptr};
  if (m_run == nullptr) return;
  const auto add = [this, besides](const QString& title, const QString& folder,
                                   const std::shared_ptr<const StudyDefinition>& study) {
    if (folder == m_run->folder() || !QFileInfo::exists(folder)) return;
    besides->addItem(title, folder);
    m_besides.push_back(study);
    if (m_beside && m_beside->folder() == folder) besides->setCurrentIndex(besides->count() - 1);
  };
  if (const auto stored = hasOwnRows() ? storedStudy(m_run->study()) : nullptr) {
    besides->addItem(tr("measured elsewhere"), kElsewhere);
    m_besides.push_back(nullptr);
    if (m_storedBeside == stored) besides->setCurrentIndex(besides->count() - 1);
  }
  for (const auto& study : othersOf(*m_run)) add(tr("size %1").arg(wayText(*study)), folderOf(*study), study);
  for (int number = 1; QFileInfo::exists(QStringLiteral("%1-%2").arg(m_run->folder()).arg(number)); ++number)
    add(tr("set aside %1").arg(number), QStringLiteral("%1-%2").arg(m_run->folder()).arg(number), m_run->sharedStudy());
}

/// The study at every size and in every precision, of its own sequences and of those that the run has at its size.
std::vector<std::shared_ptr<const StudyDefinition>> StudiesPanel::othersOf(const StudyRun& run) const {
  std::vector<std::shared_ptr<const StudyDefinition>> others;
  for (const auto precision : {omega::Precision::f32, omega::Precision::f64}) {
    if (precision == omega::Precision::f64 && !run.study().follows_precision()) break;
    for (const std::string& size : omega::studies::sizes_said(run.study().text))
      others.push_back(m_catalogue.definition(m_name, QString::fromStdString(size), {}, precision));
    if (!run.study().given.text().empty())
      others.push_back(
          m_catalogue.definition(m_name, QString::fromStdString(run.study().size), run.study().given, precision));
  }
  return others;
}

void StudiesPanel::chooseBeside(int index) {
  const QString folder = m_controls->besides->itemData(index).toString();
  m_beside.reset();
  m_storedBeside.reset();
  if (folder == kElsewhere) {
    m_storedBeside = storedStudy(m_run->study());
  } else if (!folder.isEmpty()) {
    m_beside = std::make_unique<StudyRun>(m_besides[static_cast<std::size_t>(index)], folder);
    connect(m_beside.get(), &StudyRun::pictureChanged, &m_redraw, qOverload<>(&QTimer::start));
  }
  m_redraw.start();
}

StudyFigure StudiesPanel::figureBeside() const {
  const std::shared_ptr<const StudyPicture> picture = m_storedBeside ? m_storedBeside->picture
                                                      : m_beside     ? m_beside->picture()
                                                                     : nullptr;
  if (!picture) return nullptr;
  return {picture, &picture->summary.figure};
}

}  // namespace omegascope
