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
#include <QShortcut>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTextCursor>

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
  std::optional<Json> json = objectIn(file);
  if (!json) return file;
  (*json)[key] = value.toStdString();
  return QString::fromStdString(json->dump(2)) + QLatin1Char('\n');
}

QString textIn(const Json& study, const char* key) {
  return study.contains(key) && study.at(key).is_string() ? QString::fromStdString(study.at(key).get<std::string>())
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
  for (const std::string& one : study_sizes()) m_size->addItem(described(one), QString::fromStdString(one));
  m_size->setCurrentIndex(std::max(0, m_size->findData(size)));
  m_size->setToolTip(tr("Values may differ from size to size; the table shows and changes those of this one"));
  form->addRow(tr("name"), m_name);
  form->addRow(tr("title"), m_title);
  form->addRow(tr("study size"), m_size);
  layout->addLayout(form);
  m_tabs = new QTabWidget(this);
  m_tabs->tabBar()->setAccessibleName(tr("Ways to write the study"));
  m_text = new QPlainTextEdit(m_tabs);
  m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setTabChangesFocus(true);
  m_text->setAccessibleName(tr("The study as text"));
  m_tabs->addTab(makeTable(), tr("Grid"));
  m_tabs->addTab(m_text, tr("Text"));
  layout->addWidget(m_tabs, 1);
  m_state = selectable(wrapped(new QLabel(this)));
  layout->addWidget(m_state);
  m_buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  layout->addWidget(m_buttons);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &StudyEditor::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_text, &QPlainTextEdit::textChanged, this, &StudyEditor::check);
  connect(m_size, &QComboBox::currentIndexChanged, this, &StudyEditor::check);
  connect(m_grid, &StudyGrid::edited, this, &StudyEditor::replaceText);
  connect(m_grid, &StudyGrid::refused, this, [this](const QString& whyNot) {
    judge();
    if (!whyNot.isEmpty())
      tell(whyNot, m_buttons->button(QDialogButtonBox::Save)->isEnabled() ? Tone::Caution : Tone::Wrong);
  });
  for (const auto& [field, key] : {std::pair{m_name, "name"}, std::pair{m_title, "title"}})
    connect(field, &QLineEdit::textEdited, this,
            [this, key = key](const QString& typed) { replaceText(withText(m_text->toPlainText(), key, typed)); });
  QString text = catalogue.textOf(study);
  if (!catalogue.isOwn(study)) text = withText(text, "name", catalogue.freeName(QStringLiteral("my_") + study));
  m_text->setPlainText(text);
  m_first = text;
}

QTableView* StudyEditor::makeTable() {
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
  new QShortcut(QKeySequence::Undo, table, m_text, &QPlainTextEdit::undo, Qt::WidgetShortcut);
  new QShortcut(QKeySequence::Redo, table, m_text, &QPlainTextEdit::redo, Qt::WidgetShortcut);
  return table;
}

QString StudyEditor::studySize() const { return m_size->currentData().toString(); }

/// A step that can be undone.
void StudyEditor::replaceText(const QString& text) {
  QTextCursor all(m_text->document());
  all.select(QTextCursor::Document);
  all.insertText(text);
  m_text->moveCursor(QTextCursor::Start);
}

/// While the text is no study there is nothing that its fields could change: they keep what they show.
void StudyEditor::check() {
  const QString text = m_text->toPlainText();
  const std::optional<Json> study = objectIn(text);
  for (QWidget* field : std::initializer_list<QWidget*>{m_name, m_title, m_size}) field->setEnabled(study.has_value());
  if (study && !m_name->hasFocus()) m_name->setText(textIn(*study, "name"));
  if (study && !m_title->hasFocus()) m_title->setText(textIn(*study, "title"));
  m_grid->setText(text, studySize());
  judge();
}

/// Says what is wrong, or how much the study is and what of it is hardly meant.
void StudyEditor::judge() {
  try {
    const StudyDefinition study =
        read_study("the study", m_text->toPlainText().toStdString(), studySize().toStdString());
    QStringList sentences{
        tr("%n row(s) (points: %1, seeds: %2), about %3 here.", nullptr, static_cast<int>(study.rows()))
            .arg(study.points.size())
            .arg(study.seeds)
            .arg(durationText(estimated_seconds(study, {}, m_threads)))};
    if (m_catalogue.isOwn(m_edited) && QString::fromStdString(study.name) != m_edited)
      sentences << tr("With this name it is saved as another study; %1 stays as it was.").arg(m_edited);
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
