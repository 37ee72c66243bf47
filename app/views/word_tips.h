// The words of the glossary under the pointer: in texts they are links, in labels of panels they are tooltips. A click
// on a link opens the manual there (see ManualHelp).
#pragma once

#include <QObject>
#include <QString>

#include "glossary/glossary.h"
#include "widgets/theme.h"

class QLabel;

namespace omegascope {

/// "effective-sample-size": the name of a heading in links.
QString anchorOf(const QString& heading);
/// "manual:words#effective-sample-size".
QString linkOf(const omega::glossary::Entry& word);
/// Null where the link is not to a word.
const omega::glossary::Entry* wordOf(const QString& link);

/// Rich text in which each word is a link where it first comes; what is a link, code or a heading stays as it is.
QString withWords(const QString& html, const Theme& theme);
/// What a word means, as the rich text of a tooltip.
QString wordTip(const omega::glossary::Entry& word, const Theme& theme);

/// "w_ns: the weight of a sample"; empty for a letter that is not explained.
QString symbolTip(const QString& id, const Theme& theme);

/// What the words of a label mean; empty where it has none.
QString labelTip(const QString& label, const Theme& theme);

/// Links of a label say under the pointer what they are about, and open the manual.
void explainWords(QLabel& label);

/// Labels, buttons and headers that have no tooltip of their own say what the words on them mean.
class WordTips : public QObject {
  Q_OBJECT

 public:
  /// Watches all windows.
  explicit WordTips(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace omegascope
