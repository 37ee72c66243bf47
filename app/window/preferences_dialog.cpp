#include "window/preferences_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QSpinBox>
#include <QThread>

#include "model/settings.h"
#include "widgets/text_fit.h"
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

/// A line below a letter parts it from the next one: T and e are farther apart than a label counts on.
void giveRoom(QWidget& label) {
  fitToText(label, [&label] {
    label.setMinimumWidth(0);
    label.setMinimumWidth(label.sizeHint().width() + label.fontMetrics().averageCharWidth() / 2);
  });
}

QCheckBox* makeSwitch(bool on, const QString& tip, QWidget* parent) {
  auto* box = new QCheckBox(parent);
  box->setChecked(on);
  box->setToolTip(tip);
  return box;
}

}  // namespace

const std::vector<PreferencesDialog::Preference>& PreferencesDialog::all() {
  static const std::vector<Preference> s_all = {
      {QT_TR_NOOP("&Colours"), &PreferencesDialog::makeColours},
      {QT_TR_NOOP("&Language"), &PreferencesDialog::makeLanguages},
      {QT_TR_NOOP("&Text size"), &PreferencesDialog::makeTextSize},
      {QT_TR_NOOP("Reduce &motion"), &PreferencesDialog::makeMotion},
      {QT_TR_NOOP("&Keys without Ctrl or Alt act"), &PreferencesDialog::makeKeys},
      {QT_TR_NOOP("T&hreads"), &PreferencesDialog::makeThreads},
      {QT_TR_NOOP("&Autosave every"), &PreferencesDialog::makeAutosave},
  };
  return s_all;
}

PreferencesDialog::PreferencesDialog(MainWindow& window) : QDialog(&window), m_window(window) {
  setWindowTitle(tr("Preferences"));
  auto* form = new QFormLayout(this);
  for (const Preference& one : all()) {
    QWidget* control = (this->*one.make)();
    m_controls.push_back(control);
    if (auto* box = qobject_cast<QCheckBox*>(control)) {
      box->setText(tr(one.name));
      form->addRow(QString(), box);
    } else {
      form->addRow(tr(one.name), control);
      giveRoom(*form->labelForField(control));
    }
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
}

QStringList PreferencesDialog::names() {
  QStringList names;
  for (const Preference& one : all()) names << withoutMnemonic(tr(one.name));
  return names;
}

void PreferencesDialog::focusOn(const QString& name) {
  const qsizetype at = names().indexOf(name);
  if (at >= 0) m_controls[static_cast<std::size_t>(at)]->setFocus(Qt::ShortcutFocusReason);
}

int PreferencesDialog::exec() {
  const int result = QDialog::exec();
  if (m_language) chooseLanguage(*m_language, m_window);
  return result;
}

QWidget* PreferencesDialog::makeColours() {
  auto* colours = new QComboBox(this);
  colours->addItems(appearanceNames());
  colours->setCurrentIndex(static_cast<int>(Settings::appearance()));
  colours->setToolTip(tr("Light or dark, with high contrast or without, or as the desktop is"));
  connect(colours, &QComboBox::activated, this, [](int index) { setAppearance(static_cast<Appearance>(index)); });
  return colours;
}

QWidget* PreferencesDialog::makeLanguages() {
  auto* languages = new QComboBox(this);
  for (const Language one : {Language::English, Language::Chinese}) languages->addItem(omegascope::nameOf(one));
  languages->setCurrentIndex(static_cast<int>(language()));
  languages->setToolTip(tr("Of menus, panels and lessons; numbers, files and commands are the same in both"));
  connect(languages, &QComboBox::activated, this, [this](int index) {
    m_language = static_cast<Language>(index);
    accept();
  });
  return languages;
}

QWidget* PreferencesDialog::makeTextSize() {
  QSpinBox* text = makeNumber(Settings::kLeastTextPercent, Settings::kMostTextPercent, shownTextPercent(), tr(" %"),
                              tr("Size of all text, in plots and formulas too"), this);
  text->setSingleStep(kTextStepPercent);
  connect(text, &QSpinBox::valueChanged, this, [](int percent) { setTextPercent(percent); });
  return text;
}

QWidget* PreferencesDialog::makeMotion() {
  QCheckBox* still =
      makeSwitch(Settings::reducedMotion(), tr("Nothing moves by itself: samples are there at once"), this);
  connect(still, &QCheckBox::toggled, this, [](bool on) { Settings::setReducedMotion(on); });
  return still;
}

QWidget* PreferencesDialog::makeKeys() {
  QCheckBox* keys =
      makeSwitch(Settings::singleKeys(), tr("Letters, arrows and Space, while no text is being typed"), this);
  connect(keys, &QCheckBox::toggled, this, [](bool on) { Settings::setSingleKeys(on); });
  return keys;
}

QWidget* PreferencesDialog::makeThreads() {
  QSpinBox* threads = makeNumber(0, QThread::idealThreadCount(), Settings::threads(), {},
                                 tr("How many processor threads compute; results do not depend on it"), this);
  threads->setSpecialValueText(tr("all"));
  connect(threads, &QSpinBox::valueChanged, this, [this](int count) {
    Settings::setThreads(count);
    m_window.workbench().setThreads(count);
  });
  return threads;
}

QWidget* PreferencesDialog::makeAutosave() {
  QSpinBox* autosave = makeNumber(10, 3600, Settings::autosaveSeconds(), tr(" s"),
                                  tr("How often the session is saved, in case the program or the machine fails"), this);
  connect(autosave, &QSpinBox::valueChanged, this, [this](int seconds) {
    Settings::setAutosaveSeconds(seconds);
    m_window.sessions().setAutosave(seconds);
  });
  return autosave;
}

}  // namespace omegascope
