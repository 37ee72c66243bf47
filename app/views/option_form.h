// OptionForm: controls made from option specs; nothing here knows any option by name. A number is a slider and a box, a
// choice a list, a switch a tick; changed values are bold and have a way back. What is for experts is folded away while
// it is at its default. A number beyond its limits is answered below it.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "core/options.h"
#include "model/document.h"
#include "views/option_tips.h"

class QLabel;
class QSlider;
class QToolButton;

namespace omegascope {

class OptionTitle;
class TitledRows;

class OptionForm : public QWidget {
  Q_OBJECT

 public:
  /// `owner` is whose options these are, a method or a preset, for error messages.
  OptionForm(const QString& owner, std::vector<omega::OptionSpec> specs, QWidget* parent = nullptr,
             OptionOrigin origin = {});

  const QString& owner() const { return m_owner; }
  /// The name of an option in words.
  QString titleOf(const QString& name) const;
  /// The name of the option that this widget sets, or a part of it; empty where it is none of the form's.
  QString optionAt(const QWidget* widget) const;

  /// Shows these values; those that are absent are at their default.
  void setValues(const OptionTexts& values);
  /// What counts as unchanged, and is brought back; those that are absent are at their default. Without it, all are.
  void setUsual(const OptionTexts& usual);
  bool hasChanges() const { return m_values != m_usual; }
  /// Gives an option its default, or what counts as that; none: nothing.
  void bringBack(const QString& name);

  /// Folded, only what is not at its default is shown.
  void setFolded(bool folded);
  /// Whether an option does anything, with the others set as they are.
  bool hasUseFor(const QString& name) const;
  /// Whether an option that would mean something is out of sight: for experts, or of a form that is folded.
  bool isFoldedAway(const QString& name) const;
  void reveal(const QString& name);

 signals:
  /// The user set an option; `text` is as on the command line, empty for the default.
  void edited(const QString& name, const QString& text);
  void gestureBegan();
  void gestureEnded();
  /// An option that cannot be seen while the form is folded is to be shown.
  void unfoldWanted();

 protected:
  void changeEvent(QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Row {
    omega::OptionSpec spec;
    OptionTitle* label = nullptr;
    QWidget* control = nullptr;
    QLabel* note = nullptr;    // what is said of a number that was typed ...
    std::string notedOf = {};  // ... while this is the value
    std::function<void(const omega::OptionValue&)> show;
  };

  void addRow(TitledRows& rows, const omega::OptionSpec& spec);
  void makeMore(TitledRows& rows);
  void showRows();
  bool shows(const Row& row) const;
  bool isChanged(const Row& row) const;
  /// Changed, or set by what counts as unchanged.
  bool isSet(const Row& row) const { return isChanged(row) || m_values.contains(row.spec.name); }
  void bringBack(const omega::OptionSpec& spec) { edit(spec, m_usualOptions.value(spec.name)); }
  omega::Options optionsOf(const OptionTexts& texts) const;
  /// Says below its control which limit a typed number is beyond, while `value` is shown.
  void tellLimit(const omega::OptionSpec& spec, double typed, const omega::OptionValue& value);
  void setTips();
  template <class Box>
  std::pair<QSlider*, Box*> makeNumber(Row& row);
  void makeInteger(Row& row);
  void makeReal(Row& row);
  void makeChoice(Row& row);
  void makeNumberOrWord(Row& row);
  void makeFlag(Row& row);
  void makeText(Row& row);
  void edit(const omega::OptionSpec& spec, const omega::OptionValue& value);
  void editText(const omega::OptionSpec& spec, const QString& text);
  void followGesture(QSlider* slider);
  void setInGesture(bool inGesture);

  QString m_owner;
  std::vector<omega::OptionSpec> m_specs;
  OptionOrigin m_origin;
  std::vector<Row> m_rows;
  OptionTexts m_values, m_usual;
  omega::Options m_options, m_usualOptions;  // with the defaults
  QToolButton* m_more = nullptr;
  bool m_isFolded = false;
  bool m_inGesture = false;
};

}  // namespace omegascope
