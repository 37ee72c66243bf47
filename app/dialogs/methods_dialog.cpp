#include "dialogs/methods_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QVBoxLayout>

#include "estimators/registry.h"
#include "math_text/math_view.h"
#include "widgets/theme.h"

namespace omegascope {

namespace {

QString text(const std::string& words) { return QString::fromStdString(words).toHtmlEscaped(); }

QLabel* makeText(const QString& html, QWidget* parent) {
  auto* label = new QLabel(html, parent);
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

QString optionsHtml(const omega::EstimatorInfo& info) {
  QString rows;
  for (const omega::OptionSpec& option : info.options)
    rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2<br><i>%3</i></td></tr>")
                .arg(text(option.name), text(option.help),
                     MethodsDialog::tr("Allowed: %1. Default: %2.")
                         .arg(text(option.allowed()), text(omega::to_string(option.default_value, option.automatic))));
  return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">%1</table>").arg(rows);
}

}  // namespace

MethodsDialog::MethodsDialog(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Methods and papers"));
  resize(820, 620);
  auto* layout = new QVBoxLayout(this);
  auto* both = new QHBoxLayout;
  m_list = new QListWidget(this);
  m_list->setAccessibleName(tr("Methods"));
  for (const omega::Estimator& estimator : omega::estimators())
    m_list->addItem(QString::fromStdString(estimator.info.name));
  m_list->setFixedWidth(m_list->sizeHintForColumn(0) + 40);
  m_page = new QScrollArea(this);
  m_page->setWidgetResizable(true);
  m_page->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  both->addWidget(m_list);
  both->addWidget(m_page, 1);
  layout->addLayout(both, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  connect(m_list, &QListWidget::currentTextChanged, this,
          [this](const QString& method) { m_page->setWidget(pageOf(method)); });
  m_list->setCurrentRow(0);
}

void MethodsDialog::choose(const QString& method) {
  for (QListWidgetItem* item : m_list->findItems(method, Qt::MatchExactly)) m_list->setCurrentItem(item);
}

QWidget* MethodsDialog::pageOf(const QString& method) {
  const omega::EstimatorInfo& info = omega::find_estimator(method.toStdString()).info;
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setSpacing(10);
  layout->addWidget(
      makeText(QStringLiteral("<h3>%1 – %2</h3>%3").arg(text(info.name), text(info.title), text(info.summary)), page));
  auto* formulas = new MathView(page);
  formulas->setFormulas(QString::fromStdString(info.equations).split(QLatin1Char('\n'), Qt::SkipEmptyParts));
  layout->addWidget(formulas);
  layout->addWidget(makeText(tr("<b>Paper</b><br>%1").arg(text(info.paper)), page));
  layout->addWidget(makeText(tr("<b>Cost</b><br>%1").arg(text(info.complexity)), page));
  layout->addWidget(makeText(tr("<b>Look at</b><br>%1").arg(text(info.look_at)), page));
  layout->addWidget(makeText(tr("<b>Options</b>") + optionsHtml(info), page));
  layout->addStretch();
  return page;
}

}  // namespace omegascope
