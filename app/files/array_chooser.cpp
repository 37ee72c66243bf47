#include "files/array_chooser.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "core/array.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

constexpr const char* kRoleOptions[3] = {"q", "k", "v"};

QString shapeText(const omega::Shape& shape) {
  return QString::fromStdString(omega::to_string(shape)).replace(QLatin1Char('x'), QStringLiteral(" × "));
}

}  // namespace

ArrayChooser::ArrayChooser(FileLook look, QWidget* parent) : QDialog(parent), m_look(std::move(look)) {
  std::erase_if(m_look.entries, [](const omega::Entry& entry) { return entry.type == "text"; });  // notes, not numbers
  setWindowTitle(tr("Which arrays are queries, keys and values?"));
  setObjectName(QStringLiteral("array_chooser"));
  auto* layout = new QVBoxLayout(this);
  auto* about = new QLabel(
      tr("%1 holds these arrays. The three below are a guess from their names and shapes; correct it where "
         "it is wrong. One array for all three is read as its thirds (a first axis of 3, or side by side on the last).")
          .arg(QFileInfo(QString::fromStdString(m_look.file)).fileName()),
      this);
  about->setTextFormat(Qt::PlainText);
  layout->addWidget(wrapped(about));
  m_table = new QTableWidget(this);
  layout->addWidget(m_table, 1);
  fillTable();
  makeRoles();
  m_verdict = wrapped(new QLabel(this));
  m_verdict->setTextFormat(Qt::PlainText);
  m_verdict->setMinimumHeight(3 * fontMetrics().height());
  m_verdict->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addWidget(m_verdict);
  m_buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(m_buttons);
  resize(560, 460);
  m_trial = std::make_unique<LatestJob<OptionTexts>>(
      [this, file = m_look.file](const OptionTexts& options, const LatestJob<OptionTexts>::Run&) {
        const auto tried = std::make_shared<const FileLook>(lookAt(file, options));
        tellLater(this, [this, tried] { judge(*tried); });
      });
  check();
}

void ArrayChooser::fillTable() {
  m_table->setColumnCount(4);
  m_table->setHorizontalHeaderLabels({tr("array"), tr("shape"), tr("type"), tr("size")});
  m_table->setRowCount(static_cast<int>(m_look.entries.size()));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->verticalHeader()->hide();
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const omega::Entry& entry = m_look.entries[static_cast<std::size_t>(row)];
    const QString cells[] = {QString::fromStdString(entry.name), shapeText(entry.shape),
                             QString::fromStdString(entry.type),
                             QLocale().formattedDataSize(static_cast<qint64>(entry.bytes))};
    for (int column = 0; column < 4; ++column) m_table->setItem(row, column, new QTableWidgetItem(cells[column]));
  }
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
}

void ArrayChooser::makeRoles() {
  auto* form = new QFormLayout;
  const std::string* guesses[3] = {&m_look.guess.q, &m_look.guess.k, &m_look.guess.v};
  const QString labels[3] = {tr("queries q"), tr("keys k"), tr("values v")};
  for (int role = 0; role < 3; ++role) {
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(kRoleOptions[role]));
    box->setAccessibleName(labels[role]);
    for (const omega::Entry& entry : m_look.entries)
      box->addItem(QStringLiteral("%1   (%2)").arg(QString::fromStdString(entry.name), shapeText(entry.shape)),
                   QString::fromStdString(entry.name));
    box->setCurrentIndex(std::max(0, box->findData(QString::fromStdString(*guesses[role]))));
    connect(box, &QComboBox::currentIndexChanged, this, &ArrayChooser::check);
    form->addRow(labels[role], box);
    m_roles[role] = box;
  }
  static_cast<QVBoxLayout*>(layout())->addLayout(form);
}

QString ArrayChooser::chosen(int role) const { return m_roles[role]->currentData().toString(); }

OptionTexts ArrayChooser::options() const {
  OptionTexts options = m_look.given;
  for (const char* name : {"q", "k", "v", "qkv", "layer"}) options.erase(name);
  if (chosen(0) == chosen(1) && chosen(0) == chosen(2)) {
    options["qkv"] = chosen(0).toStdString();
  } else {
    for (int role = 0; role < 3; ++role) options[kRoleOptions[role]] = chosen(role).toStdString();
  }
  return options;
}

void ArrayChooser::check() {
  m_verdict->setText(tr("Reading …"));
  m_buttons->button(QDialogButtonBox::Open)->setEnabled(false);
  m_trial->post(options());
}

void ArrayChooser::judge(const FileLook& tried) {
  if (tried.given != options()) return;  // of a choice that was changed since
  if (tried.sequence) {
    const omega::Sizes& s = tried.sequence->sizes;
    m_verdict->setText(tr("Read so: N = %1 queries, M = %2 keys, D = %3, Dv = %4, heads: %5.")
                           .arg(s.N)
                           .arg(s.M)
                           .arg(s.D)
                           .arg(s.Dv)
                           .arg(s.heads));
  } else {
    m_verdict->setText(QStringLiteral("⚠ ") + QString::fromStdString(tried.problem));
  }
  m_buttons->button(QDialogButtonBox::Open)->setEnabled(tried.sequence != nullptr || tried.zeroingHelps);
}

}  // namespace omegascope
