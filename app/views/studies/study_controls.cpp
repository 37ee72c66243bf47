#include "views/studies/study_controls.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/controls.h"
#include "widgets/flow_layout.h"
#include "widgets/text_fit.h"

namespace omegascope {

namespace {

constexpr int kSteps = 1000;  // of the progress bar

}  // namespace

StudyControls::StudyControls(QWidget* parent) : QWidget(parent) {
  sizes = named(new QComboBox(this), tr("Size of the study"),
                tr("small ends within minutes; paper has the papers' sizes and takes much longer"));
  sizes->addItem(tr("small"), QStringLiteral("small"));
  sizes->addItem(tr("paper"), QStringLiteral("paper"));
  inputs = named(new QComboBox(this), tr("Sequences of the study"),
                 tr("Asks the same of the study's own sequences, or of the one that Explore shows"));
  inputs->addItems({tr("own sequences"), tr("Explore's sequence")});
  precisions = named(new QComboBox(this), tr("Precision of the estimates"),
                     tr("float64 holds numbers beyond float32; its rows are another study's"));
  precisions->addItems({QStringLiteral("float32"), QStringLiteral("float64")});
  start = new QPushButton(this);
  start->setText(tr("Run"));
  pause = new QPushButton(tr("Pause"), this);
  pause->setToolTip(tr("Rests after the row that is being measured"));
  cancel = new QPushButton(tr("Cancel"), this);
  cancel->setToolTip(tr("Stops; the rows that are done stay, and Resume goes on with them"));
  edit = new QPushButton(tr("Edit …"), this);
  setEdit(false, {});
  m_progress = new QProgressBar(this);
  m_progress->setRange(0, kSteps);
  m_progress->setTextVisible(false);
  m_progress->setAccessibleName(tr("How much of the study is done"));
  besides = named(new QComboBox(this), tr("Another run to compare with"),
                  tr("Draws another run of this study beside this one, faint and hollow"));
  auto* row = new FlowLayout(6);  // in two rows where text is large
  for (QWidget* widget :
       std::initializer_list<QWidget*>{sizes, inputs, precisions, start, pause, cancel, besides, edit, m_progress})
    row->addWidget(widget);
  fitToText(*start, [this] { fitButton(); });
  m_status = selectable(new QLabel(this));
  m_status->setMinimumWidth(1);
  m_error = selectable(new QLabel(this));
  m_error->setWordWrap(true);
  m_done = wrapped(new QLabel(this));
  m_done->setTextFormat(Qt::RichText);
  m_done->setTextInteractionFlags(Qt::TextBrowserInteraction);
  m_done->hide();
  connect(m_done, &QLabel::linkActivated, this, &StudyControls::linkActivated);
  auto* rows = inset(new QVBoxLayout(this), {4, 0, 0, 2}, 3);
  rows->addLayout(row);
  auto* words = new QHBoxLayout;  // in one line, so that a message moves nothing
  words->addWidget(m_status);
  words->addWidget(m_error, 1);
  words->addStretch();
  rows->addLayout(words);
  rows->addWidget(m_done);
}

/// As wide as its longest word: what is beside it stays where it is.
void StudyControls::fitButton() {
  QPushButton word;
  word.setFont(start->font());
  int widest = 0;
  for (const QString& text : {tr("Run"), tr("Resume"), tr("Run again")}) {
    word.setText(text);
    widest = std::max(widest, word.sizeHint().width());
  }
  start->setFixedWidth(widest);
  constexpr double kWide = 1.6;  // of the button: wide enough to tell that it moves
  m_progress->setFixedSize(static_cast<int>(kWide * widest), word.sizeHint().height() - 8);
}

omega::Precision StudyControls::precision() const {
  return precisions->currentIndex() > 0 ? omega::Precision::f64 : omega::Precision::f32;
}

void StudyControls::setFraction(double done) {
  m_progress->setValue(static_cast<int>(std::lround(kSteps * done)));
  m_progress->setVisible(m_progress->value() > 0);
}

void StudyControls::setEdit(bool hasStudy, const QString& whyNot) {
  edit->setEnabled(hasStudy && whyNot.isEmpty());
  edit->setToolTip(whyNot.isEmpty() ? tr("Another grid: a study of your own that begins as this one") : whyNot);
}

void StudyControls::setState(const QString& text, const QString& tip) {
  m_status->setText(text);
  m_status->setToolTip(tip);
}

void StudyControls::setError(const QString& sentence, const Theme& theme) {
  QPalette colours = m_error->palette();
  colours.setColor(QPalette::WindowText, theme.warning);
  if (colours != m_error->palette()) m_error->setPalette(colours);
  m_error->setText(sentence);
  m_error->setVisible(!sentence.isEmpty());
}

void StudyControls::setDone(const QString& html, const QString& tip) {
  m_done->setText(html);
  m_done->setToolTip(tip);
  m_done->setVisible(!html.isEmpty());
}

}  // namespace omegascope
