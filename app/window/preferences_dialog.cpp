#include "window/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QThread>
#include <utility>
#include <vector>

#include "model/settings.h"
#include "window/appearance.h"
#include "window/main_window.h"
#include "window/session_keeper.h"

namespace omegascope {

namespace {

QSpinBox* makeNumber(int low, int high, int value, const QString& suffix, const QString& tip, QWidget* parent) {
  auto* box = new QSpinBox(parent);
  box->setRange(low, high);
  box->setValue(value);
  box->setSuffix(suffix);
  box->setToolTip(tip);
  box->setKeyboardTracking(false);
  return box;
}

QCheckBox* makeSwitch(const QString& text, bool on, const QString& tip, QWidget* parent) {
  auto* box = new QCheckBox(text, parent);
  box->setChecked(on);
  box->setToolTip(tip);
  return box;
}

/// The controls of a form by what stands beside them, or on them; without the buttons below.
std::vector<std::pair<QString, QWidget*>> formControls(const QFormLayout& form) {
  std::vector<std::pair<QString, QWidget*>> controls;
  for (int row = 0; row < form.rowCount(); ++row) {
    const QLayoutItem* item = form.itemAt(row, QFormLayout::FieldRole);
    QWidget* control = item == nullptr ? nullptr : item->widget();
    if (control == nullptr) continue;
    const auto* label = qobject_cast<QLabel*>(form.labelForField(control));
    const auto* box = qobject_cast<QCheckBox*>(control);
    const QString name = label != nullptr ? label->text() : box != nullptr ? box->text() : QString();
    if (!name.isEmpty()) controls.emplace_back(withoutMnemonic(name), control);
  }
  return controls;
}

}  // namespace

PreferencesDialog::PreferencesDialog(MainWindow& window) : QDialog(&window), m_window(window) {
  setWindowTitle(tr("Preferences"));
  auto* form = new QFormLayout(this);
  addLooks(*form);
  addBehaviour(*form);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
}

QStringList PreferencesDialog::names() const {
  QStringList names;
  for (const auto& [name, control] : formControls(*qobject_cast<QFormLayout*>(layout()))) names << name;
  return names;
}

void PreferencesDialog::focusOn(const QString& name) {
  for (const auto& [one, control] : formControls(*qobject_cast<QFormLayout*>(layout())))
    if (one == name) control->setFocus(Qt::ShortcutFocusReason);
}

void PreferencesDialog::addLooks(QFormLayout& form) {
  auto* colours = new QComboBox(this);
  colours->addItems(appearanceNames());
  colours->setCurrentIndex(static_cast<int>(Settings::appearance()));
  colours->setToolTip(tr("Light or dark, with high contrast or without, or as the desktop is"));
  connect(colours, &QComboBox::activated, this, [](int index) { setAppearance(static_cast<Appearance>(index)); });
  form.addRow(tr("&Colours"), colours);
  auto* languages = new QComboBox(this);
  for (const Language one : {Language::English, Language::Chinese}) languages->addItem(omegascope::nameOf(one));
  languages->setCurrentIndex(static_cast<int>(language()));
  languages->setToolTip(tr("Of menus, panels and the first lessons; numbers, files and commands are the same in both"));
  connect(languages, &QComboBox::activated, this, [this](int index) {
    accept();  // the window is made anew
    chooseLanguage(static_cast<Language>(index), m_window);
  });
  form.addRow(tr("&Language"), languages);
  QSpinBox* text = makeNumber(Settings::kLeastTextPercent, Settings::kMostTextPercent, shownTextPercent(), tr(" %"),
                              tr("Size of all text, in plots and formulas too"), this);
  text->setSingleStep(kTextStepPercent);
  connect(text, &QSpinBox::valueChanged, this, [](int percent) { setTextPercent(percent); });
  form.addRow(tr("&Text size"), text);
  QCheckBox* still = makeSwitch(tr("Reduce &motion"), Settings::reducedMotion(),
                                tr("Nothing moves by itself: samples are there at once"), this);
  connect(still, &QCheckBox::toggled, this, [](bool on) { Settings::setReducedMotion(on); });
  form.addRow(QString(), still);
}

void PreferencesDialog::addBehaviour(QFormLayout& form) {
  QCheckBox* keys = makeSwitch(tr("&Keys without Ctrl or Alt act"), Settings::singleKeys(),
                               tr("Letters, arrows and Space, while no text is being typed"), this);
  connect(keys, &QCheckBox::toggled, this, [](bool on) { Settings::setSingleKeys(on); });
  form.addRow(QString(), keys);
  QSpinBox* threads = makeNumber(0, QThread::idealThreadCount(), Settings::threads(), {},
                                 tr("How many processor threads compute; the numbers are the same with any"), this);
  threads->setSpecialValueText(tr("all"));
  connect(threads, &QSpinBox::valueChanged, this, [this](int count) {
    Settings::setThreads(count);
    m_window.workbench().setThreads(count);
  });
  form.addRow(tr("T&hreads"), threads);
  QSpinBox* autosave = makeNumber(10, 3600, Settings::autosaveSeconds(), tr(" s"),
                                  tr("How often the session is saved, in case the program or the machine fails"), this);
  connect(autosave, &QSpinBox::valueChanged, this, [this](int seconds) {
    Settings::setAutosaveSeconds(seconds);
    m_window.sessions().setAutosave(seconds);
  });
  form.addRow(tr("&Autosave every"), autosave);
}

}  // namespace omegascope
