#include "files/file_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "language/language.h"
#include "model/window_words.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

const std::vector<std::string> kNames = {"q", "k", "v", "qkv"};

/// What is wrong with a value, as far as can be said without the file; empty where nothing is.
QString problemOf(const std::string& name, const QString& text) {
  try {
    if (!text.isEmpty()) omega::ReadOptions().set(name, text.toStdString());
  } catch (const omega::Error& error) {
    return described(windowWords(error.what()));
  }
  return {};
}

/// What counts while a line is empty: its help says so in brackets, of a text first, of a model's weights last. Arrays
/// say themselves how many heads they have.
QString usualOf(const omega::ReadOptionSpec& spec, bool hasArrays) {
  static const QRegularExpression number(QStringLiteral("\\((\\d+)\\)"));
  const QString help = QString::fromStdString(spec.help);
  const QString found = number.match(help, hasArrays ? std::max<qsizetype>(0, help.lastIndexOf(u'(')) : 0).captured(1);
  if (hasArrays && (found.isEmpty() || spec.name == "heads")) return tr("as the file says");
  return found.isEmpty() ? tr("automatic") : found;
}

}  // namespace

FileForm::FileForm(QWidget* parent) : QWidget(parent) {
  m_form = bare(new QFormLayout(this));
  m_form->setVerticalSpacing(3);
}

void FileForm::showFile(const QString& file, const FileFacts* facts, const OptionTexts& values) {
  m_values = values;
  const bool isOther = std::exchange(m_file, file) != file;
  if (facts != nullptr ? m_shown != facts->options : isOther || !m_shown)
    build(facts != nullptr ? facts->options : std::vector<std::string>());
  showValues();
}

void FileForm::showValues() {
  for (const Row& row : m_rows) {
    const auto found = m_values.find(row.name);
    const QString text = found == m_values.end() ? QString() : QString::fromStdString(found->second);
    const QSignalBlocker block(row.control);
    if (auto* line = qobject_cast<QLineEdit*>(row.control)) {
      if (!line->isModified() && row.wrong->isHidden()) line->setText(text);
    } else if (auto* box = qobject_cast<QComboBox*>(row.control)) {
      box->setCurrentIndex(std::max(0, box->findText(text)));
    } else if (auto* tick = qobject_cast<QCheckBox*>(row.control)) {
      tick->setChecked(!text.isEmpty());
    }
  }
}

void FileForm::build(const std::vector<std::string>& options) {
  while (m_form->rowCount() > 0) m_form->removeRow(0);
  m_rows.clear();
  m_shown = options;
  for (const omega::ReadOptionSpec& spec : omega::read_option_specs())
    if (omega::is_among(options, spec.name) && !omega::is_among(kNames, spec.name)) addRow(spec);
  const auto addButton = [this](const QString& text, const QString& tip, void (FileForm::*wanted)()) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(tip);
    connect(button, &QPushButton::clicked, this, wanted);
    m_form->addRow(button);
  };
  if (omega::is_among(options, "q"))
    addButton(tr("Choose arrays …"), tr("Which arrays of the file are queries, keys and values"),
              &FileForm::arraysWanted);
  addButton(tr("Read again"), tr("Reads the file once more: it may hold something else now"), &FileForm::againWanted);
}

void FileForm::addRow(const omega::ReadOptionSpec& spec) {
  QWidget* control = nullptr;
  QLabel* wrong = nullptr;
  const std::string name = spec.name;
  if (spec.value.empty()) {
    auto* tick = new QCheckBox(this);
    connect(tick, &QCheckBox::clicked, this,
            [this, name](bool on) { set(name, on ? QStringLiteral("true") : QString()); });
    control = tick;
  } else if (spec.value.find('|') != std::string::npos) {
    auto* box = new QComboBox(this);
    box->addItems(QString::fromStdString(spec.value).split(QLatin1Char('|')));
    connect(box, &QComboBox::textActivated, this, [this, name](const QString& word) { set(name, word); });
    control = box;
  } else {
    wrong = wrapped(new QLabel(this));
    wrong->hide();
    control = makeLine(spec, wrong);
  }
  auto* label = new QLabel(QString::fromStdString(windowName(name)), this);
  for (QWidget* one : {static_cast<QWidget*>(label), control}) one->setToolTip(described(windowWords(spec.help)));
  control->setAccessibleName(label->text());
  m_form->addRow(label, control);
  if (wrong != nullptr) m_form->addRow(wrong);
  m_rows.push_back({name, control, wrong});
}

/// A text that cannot be meant stays, with what is wrong below it.
QWidget* FileForm::makeLine(const omega::ReadOptionSpec& spec, QLabel* wrong) {
  auto* line = new QLineEdit(this);
  line->setPlaceholderText(usualOf(spec, !omega::is_among(*m_shown, "dim")));  // of texts and images heads are made
  connect(line, &QLineEdit::editingFinished, this, [this, name = spec.name, line, wrong] {
    const QString text = line->text().trimmed(), problem = problemOf(name, text);
    wrong->setText(problem);
    wrong->setHidden(problem.isEmpty());
    if (!problem.isEmpty()) return;
    line->setModified(false);
    set(name, text);
  });
  return line;
}

void FileForm::set(const std::string& name, const QString& text) {
  OptionTexts values = m_values;
  setText(values, name, text.toStdString());
  if (values == m_values) return;
  showValues();  // the file may not be readable this way: until it is, controls show what the window shows
  emit edited(values);
}

}  // namespace omegascope
