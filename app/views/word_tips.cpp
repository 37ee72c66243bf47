#include "views/word_tips.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCursor>
#include <QGroupBox>
#include <QHelpEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QTabBar>
#include <QToolTip>
#include <algorithm>
#include <functional>

#include "language/language.h"
#include "math_text/symbol_colours.h"

namespace omegascope {

namespace {

using omega::glossary::Entry;

const QString kWordLink = QStringLiteral("manual:words#");
constexpr int kMostWords = 3, kLongestLabel = 80;

/// Outside of tags a text goes through `change`; inside of links, code and headings nothing does.
QString changeTexts(const QString& html, const std::function<QString(const QString&)>& change) {
  static const QRegularExpression s_tag(QStringLiteral("<(/?)([a-zA-Z0-9]+)[^>]*>"));
  static const QStringList s_whole = {QStringLiteral("a"),  QStringLiteral("code"), QStringLiteral("pre"),
                                      QStringLiteral("h1"), QStringLiteral("h2"),   QStringLiteral("h3"),
                                      QStringLiteral("th")};
  QString out;
  int inside = 0;
  qsizetype from = 0;
  const auto add = [&](qsizetype end) {
    const QString text = html.mid(from, end - from);
    out += inside == 0 ? change(text) : text;
  };
  for (auto match = s_tag.globalMatch(html); match.hasNext();) {
    const QRegularExpressionMatch tag = match.next();
    add(tag.capturedStart());
    if (s_whole.contains(tag.captured(2).toLower())) inside += tag.captured(1).isEmpty() ? 1 : -1;
    out += tag.captured(0);
    from = tag.capturedEnd();
  }
  add(html.size());
  return out;
}

/// The text on a widget where the pointer is.
QString textAt(const QWidget* widget, QPoint at) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  if (const auto* group = qobject_cast<const QGroupBox*>(widget)) return group->title();
  if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) return tabs->tabText(tabs->tabAt(at));
  return {};
}

std::string spoken() { return codeOf(language()).toStdString(); }

/// The text of an entry in one paragraph: its formulas as such, its links as words.
QString tipText(const Entry& entry, const Theme& theme) {
  static const QRegularExpression s_formula(QStringLiteral("\\$([^$]*)\\$"));
  const QString source = QString::fromStdString(entry.text).replace(QLatin1Char('\n'), QLatin1Char(' '));
  QString html;
  qsizetype from = 0;
  const auto plain = [&](qsizetype end) {
    return QString::fromStdString(omega::glossary::plain_text(source.mid(from, end - from).toStdString()))
        .toHtmlEscaped();
  };
  for (auto match = s_formula.globalMatch(source); match.hasNext();) {
    const QRegularExpressionMatch one = match.next();
    html += plain(one.capturedStart()) + mathHtml(one.captured(1), theme);
    from = one.capturedEnd();
  }
  return html + plain(source.size());
}

}  // namespace

QString anchorOf(const QString& heading) {
  // A word has one place, in every language.
  const std::string name = heading.toStdString();
  for (const Entry& word : omega::glossary::words("zh"))
    if (word.name == name && word.name != word.id) return anchorOf(QString::fromStdString(word.id));
  QString anchor;
  for (const QChar letter : heading.toLower())
    if (letter.isLetterOrNumber() || letter.isMark() || letter == QLatin1Char('_') || letter == QLatin1Char('-') ||
        letter == QLatin1Char('.'))
      anchor += letter;
    else if (letter.isSpace())
      anchor += QLatin1Char('-');
  return anchor;
}

QString linkOf(const Entry& word) { return kWordLink + anchorOf(QString::fromStdString(word.id)); }

const Entry* wordOf(const QString& link) {
  for (const Entry& word : omega::glossary::words(spoken()))
    if (linkOf(word) == link) return &word;
  return nullptr;
}

QString withWords(const QString& html, const Theme& theme) {
  std::vector<const Entry*> seen;
  return changeTexts(html, [&](const QString& text) {
    const std::string bytes = text.toStdString();
    std::string out;
    std::size_t done = 0;
    for (const omega::glossary::WordPlace& place : omega::glossary::words_in(bytes, false, spoken())) {
      if (std::find(seen.begin(), seen.end(), place.word) != seen.end()) continue;
      seen.push_back(place.word);
      // In the colour of the text: a lesson should not look like a list of links.
      out += bytes.substr(done, place.at - done) + "<a href=\"" + linkOf(*place.word).toStdString() +
             "\" style=\"color:" + theme.text.name().toStdString() + "\">" + bytes.substr(place.at, place.size) +
             "</a>";
      done = place.at + place.size;
    }
    return QString::fromStdString(out + bytes.substr(done));
  });
}

QString wordTip(const Entry& word, const Theme& theme) {
  return QStringLiteral("<b>%1</b><br>%2").arg(QString::fromStdString(word.name).toHtmlEscaped(), tipText(word, theme));
}

QString symbolTip(const QString& id, const Theme& theme) {
  const Entry* symbol = omega::glossary::find_symbol(id.toStdString(), spoken());
  return symbol ? QStringLiteral("%1 &nbsp;%2").arg(mathHtml(id, theme), tipText(*symbol, theme)) : QString();
}

QString labelTip(const QString& label, const Theme& theme) {
  // A text with links explains itself, and a long one is no label.
  if (label.contains(QLatin1String("<a ")) || label.size() > kLongestLabel) return {};
  QStringList tips;
  for (const omega::glossary::WordPlace& place : omega::glossary::words_in(label.toStdString(), true, spoken()))
    if (tips.size() < kMostWords) tips << wordTip(*place.word, theme);
  return tips.join(QStringLiteral("<br><br>"));
}

void explainWords(QLabel& label) {
  label.setTextInteractionFlags(label.textInteractionFlags() | Qt::LinksAccessibleByMouse);
  label.setOpenExternalLinks(true);
  QObject::connect(&label, &QLabel::linkHovered, &label, [&label](const QString& link) {
    if (const Entry* word = wordOf(link))
      QToolTip::showText(QCursor::pos(), wordTip(*word, Theme::of(label.palette())), &label);
    else
      QToolTip::hideText();
  });
}

WordTips::WordTips(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool WordTips::eventFilter(QObject* watched, QEvent* event) {
  const auto* widget = event->type() == QEvent::ToolTip ? qobject_cast<QWidget*>(watched) : nullptr;
  if (widget == nullptr || !widget->toolTip().isEmpty()) return QObject::eventFilter(watched, event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = labelTip(textAt(widget, help->pos()), Theme::of(widget->palette()));
  if (tip.isEmpty()) return QObject::eventFilter(watched, event);
  QToolTip::showText(help->globalPos(), tip, const_cast<QWidget*>(widget));
  return true;
}

}  // namespace omegascope
