#include "views/attention/attention_cells.h"

#include <algorithm>
#include <functional>
#include <set>

#include "core/token_name.h"
#include "jobs/rows.h"
#include "language/language.h"
#include "model/token_names.h"
#include "views/rich_text.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

struct Told {
  QString label;
  omega::PooledMap map;
  QRect cells;
  std::shared_ptr<const omega::Sequence> names;  // null where tokens have none
  omega::Index queries, keys;                    // of the whole sequence
  bool saysCounts = false;                       // of queries and keys that a number is the mean of
};

bool isMean(const omega::PooledMap& map) { return map.row_pool > 1 || map.col_pool > 1; }

/// How many queries or keys the cell that begins at `first` has; the last cell may have fewer.
omega::Index countFrom(omega::Index first, omega::Index pool, omega::Index all) { return std::min(pool, all - first); }

/// "2 queries and 4 keys": what a number of the map is the mean of.
QString blockText(const omega::PooledMap& map) {
  const QString queries =
      map.is_sampled()
          ? QStringLiteral("%1 of %2 queries").arg(map.rows_taken).arg(map.row_pool)
          : QStringLiteral("%1 %2").arg(map.row_pool).arg(QLatin1String(map.row_pool > 1 ? "queries" : "query"));
  return QStringLiteral("%1 and %2 %3")
      .arg(queries)
      .arg(map.col_pool)
      .arg(QLatin1String(map.col_pool > 1 ? "keys" : "key"));
}

/// For files, in which nothing else says it of arrays.
QString noteOf(const std::vector<NamedMap>& maps) {
  QStringList blocks;
  for (const NamedMap& map : maps) blocks << blockText(map.map);
  const bool areAlike = blocks.count(blocks.value(0)) == blocks.size();
  for (qsizetype i = 0; !areAlike && i < blocks.size(); ++i)
    blocks[i].prepend(QString::fromStdString(maps[static_cast<std::size_t>(i)].label) + QStringLiteral(": "));
  return QStringLiteral("each number is a mean over a block of the map: ") +
         (areAlike ? blocks.front() : blocks.join(QStringLiteral("; ")));
}

void tell(const Told& told, TableWriter& table) {
  const omega::Index columns = told.map.values.shape()[1];
  const float* values = told.map.values.data<float>();
  const omega::Index most = told.map.is_sampled() ? told.map.rows_taken : told.map.row_pool;
  // A cell of several tokens has no name.
  const auto tellName = [&](omega::Index token, omega::Index pool) {
    if (told.names) table.text(pool > 1 ? QString() : tokenName(told.names.get(), static_cast<int>(token)));
  };
  for (int r = told.cells.top(); r <= told.cells.bottom(); ++r)
    for (int c = told.cells.left(); c <= told.cells.right(); ++c) {
      const omega::Index query = told.map.first_row + r * told.map.row_pool, key = c * told.map.col_pool;
      table.text(told.label);
      table.integer(query);
      table.integer(key);
      tellName(query, told.map.row_pool);
      tellName(key, told.map.col_pool);
      if (told.saysCounts) {
        table.integer(std::min(most, countFrom(query, told.map.row_pool, told.queries)));
        table.integer(countFrom(key, told.map.col_pool, told.keys));
      }
      table.number(static_cast<double>(values[r * columns + c]));
      table.endRow();
    }
}

/// Whether all keys of a cell come after all its queries: a causal map has no such cell.
bool isLater(const omega::PooledMap& map, qint64 n, qint64 m) {
  return m * map.col_pool > map.first_row + (n + 1) * map.row_pool - 1;
}

}  // namespace

QString valueText(const omega::PooledMap& map, const omega::PooledMap* softmax, std::size_t at, qint64 queries) {
  const double value = map.values.at(at);
  QString text = QStringLiteral("A = %1").arg(numberText(value, 4));
  const auto isInPart = [queries](const omega::PooledMap& of) { return of.is_sampled() && of.rows_taken < queries; };
  if (isInPart(map)) text += QLatin1Char(' ') + tr("(mean of %1 of %2 rows)").arg(map.rows_taken).arg(queries);
  const omega::Index cols = map.values.shape()[1], column = static_cast<omega::Index>(at) % cols;
  if (const auto joined = std::min(map.joined, cols - column / map.joined * map.joined); joined > 1)
    text += QLatin1Char(' ') + tr("(mean of %1 columns)").arg(joined);
  if (softmax == nullptr || softmax->values.shape() != map.values.shape()) return text;
  const double exact = softmax->values.at(at);
  const bool isExactAbout = isInPart(*softmax) || softmax->joined > 1;
  const bool isErrorAbout = isExactAbout || isInPart(map) || map.joined > 1;
  const QString words = isExactAbout   ? tr("exact: about %1, error: about %2")
                        : isErrorAbout ? tr("exact %1, error: about %2")
                                       : tr("exact %1, error %2");
  return text + QLatin1Char('\n') + words.arg(numberText(exact, 4), numberText(value - exact, 3));
}

QStringList badgesOf(const MapImage* image, const CardResult* result) {
  QStringList badges;
  if (image != nullptr && image->map.is_sampled())
    badges << tr("%1 of %2 rows per cell").arg(image->map.rows_taken).arg(image->map.row_pool);
  if (image != nullptr && image->map.joined > 1) badges << tr("means of %1 columns").arg(image->map.joined);
  if (result != nullptr && !result->error.empty()) badges << tr("not applicable");
  if (result != nullptr && image == nullptr && result->request && !omega::has_pooled_map(*result->request))
    badges << tr("no map: too many queries and keys");
  return badges;
}

FloatBuffer shownCells(const omega::PooledMap& map, const omega::Array& truth, bool isCausal) {
  const auto kept = std::make_shared<const omega::Array>(map.values);  // shares its storage
  const float* own = kept->data<float>();
  const bool isError = !truth.empty() && truth.shape() == map.values.shape();
  if (!isError && !isCausal) return {kept, own};
  std::vector<float> shown(own, own + map.values.count());
  if (isError) std::transform(own, own + shown.size(), truth.data<float>(), shown.begin(), std::minus<float>());
  const qint64 rows = map.values.shape()[0], columns = map.values.shape()[1];
  for (qint64 n = 0; isCausal && n < rows; ++n)
    for (qint64 m = columns - 1; m >= 0 && isLater(map, n, m); --m)
      shown[static_cast<std::size_t>(n * columns + m)] = kNoCell;
  return floatBuffer(std::move(shown));
}

std::vector<qint64> drawnColumns(const CardResult* card, int query, qint64 pool) {
  const int row = card == nullptr || !card->result || query < 0 ? -1 : card->rowOf(query);
  if (row < 0 || !card->resultOf(query).has("drawn")) return {};
  const omega::Array& drawn = card->resultOf(query).at("drawn");
  const bool isOfAll = drawn.count() == static_cast<std::size_t>(drawn.shape().back());
  std::set<qint64> columns;
  for (const double key : rowOf(drawn, isOfAll ? 0 : row)) columns.insert(static_cast<qint64>(key) / pool);
  return {columns.begin(), columns.end()};
}

MapMarks mapMarks(const Workbench& workbench, int card) {
  const Snapshot& snapshot = *workbench.snapshot();
  const MapImage* image = snapshot.map(card);
  const Cursor &locked = workbench.selection().locked(), shown = workbench.selection().shown();
  const qint64 rowPool = image ? image->map.row_pool : 1, colPool = image ? image->map.col_pool : 1;
  const auto cell = [](int index, qint64 pool) { return index < 0 ? qint64{-1} : index / pool; };
  const int first = image ? static_cast<int>(image->map.first_row) : 0;
  return {.lockedRow = cell(locked.query - first, rowPool),
          .lockedColumn = cell(locked.key, colPool),
          .hoveredRow = shown.query == locked.query ? -1 : cell(shown.query - first, rowPool),
          .hoveredColumn = shown.key == locked.key ? -1 : cell(shown.key, colPool),
          .drawn = drawnColumns(snapshot.card(card), snapshot.query == shown.query ? shown.query : -1, colPool)};
}

PanelData tableOfCells(const std::vector<NamedMap>& maps, const std::optional<QRect>& part,
                       const std::shared_ptr<const omega::Sequence>& sequence) {
  PanelData data;
  data.columns = {tr("estimator"), QStringLiteral("n"), QStringLiteral("m")};
  const bool hasNames = sequence && omega::has_token_names(*sequence);
  if (hasNames) data.columns.insert(data.columns.end(), {tr("query"), tr("key")});
  const bool saysCounts = std::any_of(maps.begin(), maps.end(), [](const NamedMap& m) { return isMean(m.map); });
  if (saysCounts) {
    data.columns.insert(data.columns.end(), {QStringLiteral("n_count"), QStringLiteral("m_count")});
    data.note = noteOf(maps);
  }
  data.columns.push_back(QStringLiteral("A"));
  const omega::Sizes sizes = sequence ? sequence->sizes : omega::Sizes{};
  std::vector<Told> all;
  for (const NamedMap& map : maps) {
    data.arrays.emplace(map.label, map.map.values);
    const omega::Shape& shape = map.map.values.shape();
    const QRect every(0, 0, static_cast<int>(shape[1]), static_cast<int>(shape[0]));
    const QRect cells = part ? part->intersected(every) : every;
    all.push_back({QString::fromStdString(map.label), map.map, cells, hasNames ? sequence : nullptr, sizes.N, sizes.M,
                   saysCounts});
    data.streamedRows += static_cast<std::size_t>(cells.width()) * static_cast<std::size_t>(cells.height());
  }
  data.stream = [all = std::move(all)](TableWriter& table) {
    for (const Told& told : all) tell(told, table);
  };
  return data;
}

bool isCausalCard(const Snapshot& snapshot, int card) {
  const CardResult* result = snapshot.card(card);
  return result != nullptr && result->request && result->request->options.is_causal();
}

const MapImage* truthOfMap(const Snapshot& snapshot, int card) { return snapshot.map(snapshot.truthOf(card)); }

QString attentionCellTip(const Workbench& workbench, int card, qint64 n, qint64 m) {
  const Snapshot& snapshot = *workbench.snapshot();
  const MapImage *image = snapshot.map(card), *softmax = truthOfMap(snapshot, card);
  const Card* known = workbench.document().card(card);
  if (image == nullptr || known == nullptr || !snapshot.sequence) return {};
  const omega::PooledMap& map = image->map;
  const auto at = static_cast<std::size_t>(n * map.values.shape()[1] + m);
  if (at >= map.values.count()) return {};
  const omega::Sequence* sequence = snapshot.sequence.get();
  const qint64 queries = countFrom(n * map.row_pool, map.row_pool, sequence->sizes.N),
               keys = countFrom(m * map.col_pool, map.col_pool, sequence->sizes.M);
  const auto span = [](qint64 first, qint64 count) {
    return QStringLiteral("%1–%2").arg(first).arg(first + count - 1);
  };
  const QString query = queries == 1 ? queryText(sequence, static_cast<int>(map.first_row + n * map.row_pool))
                                     : tr("query %1").arg(span(n * map.row_pool, queries)),
                key = keys == 1 ? keyText(sequence, static_cast<int>(m * map.col_pool))
                                : tr("key %1").arg(span(m * map.col_pool, keys));
  const QString text = tr("%1: %2, %3").arg(QString::fromStdString(known->label()), query, key) + QLatin1Char('\n');
  if (isCausalCard(snapshot, card) && isLater(map, n, m))
    return plainTip(text + tr("a later key, which it does not see"));
  return plainTip(text + valueText(map, known->isTruth() || !softmax ? nullptr : &softmax->map, at, queries));
}

}  // namespace omegascope
