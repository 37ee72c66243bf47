#include "estimators/groups.h"

#include <algorithm>
#include <limits>

#include "cpu/segment_means.h"
#include "math/matrices.h"

namespace omega {

namespace {

Index tokens_in(const Runs& runs) {
  Index count = 0;
  for (const Range run : runs) count += run.size();
  return count;
}

KeyGroup group_of(Runs keys, Runs queries) {
  const Index size = tokens_in(keys);
  return {std::move(keys), std::move(queries), size};
}

/// Places [begin, end) of the list of tokens that is left when `seen` is taken out.
Runs around(Range seen, Range places) {
  const Index gap = seen.size();
  if (places.end <= seen.begin) return {places};
  if (places.begin >= seen.begin) return {{places.begin + gap, places.end + gap}};
  return {{places.begin, seen.begin}, {seen.end, places.end + gap}};
}

}  // namespace

OptionSpec groups_option(std::int64_t minimum, std::string help) {
  return OptionSpec::integer("groups", 64, minimum, 1 << 24, std::move(help)).from("C").counting_tokens();
}

Index group_count(const Options& options, Index keys) {
  const auto asked = static_cast<Index>(options.integer("groups"));
  const std::optional<Grid> grid = options.has("grid") ? options.grid() : std::nullopt;
  return grid && asked > 0 ? static_cast<Index>(segments2d(*grid, asked, "groups").size()) : std::min(asked, keys);
}

Index group_count(const Problem& problem) { return group_count(problem.options, problem.sizes.M); }

std::vector<KeyGroup> groups_of_all(const Sizes& sizes, Index asked, const std::optional<Grid>& grid) {
  std::vector<KeyGroup> groups;
  if (grid) {
    for (const auto& cells : segments2d(*grid, asked, "groups"))
      groups.push_back(group_of(runs_of(cells), runs_of(cells)));
    return groups;
  }
  const std::vector<Range> keys = segments(sizes.M, asked),
                           queries = segments(sizes.N, static_cast<Index>(keys.size()));
  for (std::size_t c = 0; c < keys.size(); ++c)
    groups.push_back(group_of({keys[c]}, c < queries.size() ? Runs{queries[c]} : Runs{}));
  return groups;
}

std::vector<KeyGroup> groups_beside(Range seen, Index tokens, Index asked) {
  std::vector<KeyGroup> groups;
  for (const Range places : segments(tokens - seen.size(), asked))
    groups.push_back(group_of(around(seen, places), around(seen, places)));
  return groups;
}

namespace {

template <class T>
Matrix<T> segment_maxima(View<const T> rows, const std::vector<Runs>& segments) {
  Matrix<T> maxima(static_cast<Index>(segments.size()), rows.cols, -std::numeric_limits<T>::infinity());
  for (Index c = 0; c < maxima.rows(); ++c)
    for (const Range run : segments[static_cast<std::size_t>(c)])
      for (Index r = run.begin; r < run.end; ++r)
        for (Index d = 0; d < rows.cols; ++d) maxima(c, d) = std::max(maxima(c, d), rows(r, d));
  return maxima;
}

}  // namespace

template <class T>
Matrix<T> group_summaries(View<const T> rows, const std::vector<KeyGroup>& groups, Runs KeyGroup::*tokens,
                          GroupSummary summary, T factor) {
  std::vector<Runs> segments;
  for (const KeyGroup& group : groups) segments.push_back(group.*tokens);
  Matrix<T> found = summary == GroupSummary::max ? segment_maxima(rows, segments) : segment_means(rows, segments);
  scale_by(found, factor);
  return found;
}

#define OMEGA_INSTANTIATE(T) \
  template Matrix<T> group_summaries<T>(View<const T>, const std::vector<KeyGroup>&, Runs KeyGroup::*, GroupSummary, T);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
