#include "model/token_names.h"

#include <algorithm>

#include "core/token_name.h"
#include "language/language.h"

namespace omegascope {

namespace {

QString withName(const QString& number, const omega::Sequence* sequence, int token) {
  const QString name = tokenName(sequence, token);
  return name.isEmpty() ? number : number + QLatin1Char(' ') + name;
}

bool runsBackwards(const QString& text) {
  return std::any_of(text.begin(), text.end(),
                     [](QChar c) { return c.direction() == QChar::DirR || c.direction() == QChar::DirAL; });
}

}  // namespace

QString tokenName(const omega::Sequence* sequence, int token) {
  if (sequence == nullptr) return {};
  if (const auto cell = omega::cell_of(*sequence, token))
    return tr("(row %1, column %2)").arg(cell->row).arg(cell->column);
  const QString name = QString::fromStdString(omega::token_name(*sequence, token));
  // Set apart, lest the numbers beside it change places.
  return runsBackwards(name) ? QChar(0x2068) + name + QChar(0x2069) : name;
}

QString queryText(const omega::Sequence* sequence, int query) {
  return withName(tr("query %1").arg(query), sequence, query);
}

QString keyText(const omega::Sequence* sequence, int key) { return withName(tr("key %1").arg(key), sequence, key); }

}  // namespace omegascope
