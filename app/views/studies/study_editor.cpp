#include "views/studies/study_editor.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

#include "core/error.h"
#include "language/language.h"
#include "studies/sweep.h"
#include "views/studies/study_catalogue.h"
#include "views/studies/study_grid.h"
#include "views/studies/study_words.h"
#include "widgets/controls.h"
#include "widgets/theme.h"

namespace omegascope {

using namespace omega::studies;

namespace {

/// A text of the file's first level, put in as JSON writes it.
QString withText(const QString& file, const char* key, const QString& value) {
  Json json = Json::parse(file.toStdString(), nullptr, false);
  if (!json.is_object()) return file;
  json[key] = value.toStdString();
  return QString::fromStdString(json.dump(2)) + QLatin1Char('\n');
}

QString textIn(const QString& file, const char* key) {
  const Json json = Json::parse(file.toStdString(), nullptr, false);
  return json.is_object() && json.contains(key) && json.at(key).is_string()
             ? QString::fromStdString(json.at(key).get<std::string>())
             : QString();
}

}  // namespace

StudyEditor::StudyEditor(StudyCatalogue& catalogue, const QString& study, const QString& size, int threads,
                         QWidget* parent)
    : QDialog(parent), m_catalogue(catalogue), m_threads(threads), m_edited(study) {
  setWindowTitle(tr("A study of your own"));
  resize((QSize(760, 560) * screenLook().text).boundedTo(0.95 * screen()->availableSize()));
  auto* layout = new QVBoxLayout(this);
  auto* form = new QFormLayout;
  m_name = new QLineEdit(this);
  m_name->setToolTip(tr("Of its file and of the folders of its results: letters, digits, '.', '_' and '-'"));
  m_title = new QLineEdit(this);
  m_size = new QComboBox(this);
  for (const std::string& one : study_sizes()) m_size->addItem(QString::fromStdString(one));
  m_size->setCurrentText(size);
  m_size->setToolTip(tr("Values may differ from size to size; the table shows and changes those of this one"));
  form->addRow(tr("name"), m_name);
  form->addRow(tr("title"), m_title);
  form->addRow(tr("study size"), m_size);
  layout->addLayout(form);
  m_tabs = new QTabWidget(this);
  m_tabs->tabBar()->setAccessibleName(tr("Ways to write the study"));
  auto* table = new QTableView(m_tabs);
  m_grid = new StudyGrid(this);
  table->setModel(m_grid);
  table->setAccessibleName(tr("The grid of the study"));
  table->setTabKeyNavigation(false);
  table->verticalHeader()->hide();
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);  // cut words cannot be told apart
  table->horizontalHeader()->setStretchLastSection(true);
  table->setAlternatingRowColors(true);
  table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                         QAbstractItemView::AnyKeyPressed);
  m_text = new QPlainTextEdit(m_tabs);
  m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setTabChangesFocus(true);
  m_text->setAccessibleName(tr("The study as text"));
  m_tabs->addTab(table, tr("Grid"));
  m_tabs->addTab(m_text, tr("Text"));
  layout->addWidget(m_tabs, 1);
  m_state = selectable(wrapped(new QLabel(this)));
  layout->addWidget(m_state);
  m_buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  layout->addWidget(m_buttons);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &StudyEditor::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_text, &QPlainTextEdit::textChanged, this, &StudyEditor::check);
  connect(m_size, &QComboBox::currentTextChanged, this, &StudyEditor::check);
  connect(m_grid, &StudyGrid::edited, m_text, &QPlainTextEdit::setPlainText);
  connect(m_grid, &StudyGrid::refused, this, [this](const QString& whyNot) {
    judge();
    if (!whyNot.isEmpty())
      tell(whyNot, m_buttons->button(QDialogButtonBox::Save)->isEnabled() ? Tone::Caution : Tone::Wrong);
  });
  connect(m_name, &QLineEdit::textEdited, this, &StudyEditor::setTitles);
  connect(m_title, &QLineEdit::textEdited, this, &StudyEditor::setTitles);
  QString text = catalogue.textOf(study);
  if (!catalogue.isOwn(study)) text = withText(text, "name", catalogue.freeName(QStringLiteral("my_") + study));
  m_text->setPlainText(text);
  m_first = text;
}

void StudyEditor::setTitles() {
  m_text->setPlainText(withText(withText(m_text->toPlainText(), "name", m_name->text()), "title", m_title->text()));
}

void StudyEditor::check() {
  const QString text = m_text->toPlainText();
  if (!m_name->hasFocus()) m_name->setText(textIn(text, "name"));
  if (!m_title->hasFocus()) m_title->setText(textIn(text, "title"));
  m_grid->setText(text, m_size->currentText());
  judge();
}

/// Says what is wrong, or how much the study is and what of it is hardly meant.
void StudyEditor::judge() {
  try {
    const StudyDefinition study =
        read_study("the study", m_text->toPlainText().toStdString(), m_size->currentText().toStdString());
    QStringList sentences{
        tr("%n row(s) (points: %1, seeds: %2), about %3 here.", nullptr, static_cast<int>(study.rows()))
            .arg(study.points.size())
            .arg(study.seeds)
            .arg(durationText(estimated_seconds(study, {}, m_threads)))};
    for (const std::string& caution : study.cautions) sentences << described(caution);
    tell(sentences.join(QLatin1Char('\n')), study.cautions.empty() ? Tone::Fine : Tone::Caution);
  } catch (const omega::Error& error) {
    tell(QString::fromUtf8(error.what()), Tone::Wrong);
  }
}

void StudyEditor::tell(const QString& sentence, Tone tone) {
  QPalette colours = palette();
  if (tone != Tone::Fine) colours.setColor(QPalette::WindowText, Theme::of(colours).warning);
  m_state->setPalette(colours);
  m_state->setText(sentence);
  m_buttons->button(QDialogButtonBox::Save)->setEnabled(tone != Tone::Wrong);
}

void StudyEditor::reject() {
  if (m_text->toPlainText() != m_first &&
      QMessageBox::question(this, windowTitle(), tr("Give up what was changed?"), QMessageBox::Yes | QMessageBox::No,
                            QMessageBox::No) != QMessageBox::Yes)
    return;
  QDialog::reject();
}

void StudyEditor::accept() {
  try {
    m_saved = m_catalogue.save(m_text->toPlainText(), m_edited);
  } catch (const omega::Error& error) {
    return tell(QString::fromUtf8(error.what()), Tone::Wrong);
  }
  QDialog::accept();
}

}  // namespace omegascope
