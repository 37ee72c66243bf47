#include "core/token_move.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "core/error.h"
#include "core/text.h"

namespace omega {

namespace {

std::string name_of(const TokenMove& move) {
  return std::string(move.kind == TokenMove::Kind::query ? "query " : "key ") + std::to_string(move.index) +
         " of head " + std::to_string(move.head);
}

/// The number at the start of `text`, which it takes away.
template <class Number>
bool take(std::string_view& text, Number& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, char mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(1);
  return true;
}

bool take_place(std::string_view& text, std::vector<double>& place) {
  do {
    if (!take(text, place.emplace_back())) return false;
  } while (take(text, ','));
  return text.empty();
}

Array copy_of(const Array& array) {
  Array copy(array.type(), array.shape());
  std::memcpy(copy.raw(), array.raw(), array.bytes());
  return copy;
}

void check(const Sizes& sizes, const TokenMove& move, Dtype type) {
  const Index tokens = move.kind == TokenMove::Kind::query ? sizes.N : sizes.M;
  const auto refuse = [&](const std::string& why) {
    throw Error::input("the moved " + name_of(move) + " does not fit this sequence: " + why);
  };
  if (move.head < 0 || move.head >= sizes.heads)
    refuse("it has " + count_text(sizes.heads, "head") + ", counted from 0");
  if (move.index < 0 || move.index >= tokens)
    refuse("a head of it has " + std::to_string(tokens) + (move.kind == TokenMove::Kind::query ? " queries" : " keys") +
           ", counted from 0");
  if (static_cast<Index>(move.place.size()) != sizes.D)
    refuse("its place has " + count_text(static_cast<long long>(move.place.size()), "coordinate") + " and must have " +
           std::to_string(sizes.D));
  const double largest =
      type == Dtype::f32 ? static_cast<double>(std::numeric_limits<float>::max()) : std::numeric_limits<double>::max();
  if (!std::all_of(move.place.begin(), move.place.end(), [&](double x) { return std::abs(x) <= largest; }))
    refuse("its coordinates must be finite as " + to_string(type));
}

void put(Array& array, std::size_t flat, double value) {
  if (array.type() == Dtype::f32)
    array.data<float>()[flat] = static_cast<float>(value);
  else
    array.data<double>()[flat] = value;
}

}  // namespace

std::string to_string(const TokenMove& move) {
  std::string text = std::string(move.kind == TokenMove::Kind::query ? "q:" : "k:") + std::to_string(move.head) + ":" +
                     std::to_string(move.index);
  for (std::size_t d = 0; d < move.place.size(); ++d) text += (d == 0 ? "=" : ",") + number_text(move.place[d]);
  return text;
}

TokenMove parse_token_move(const std::string& option, const std::string& text) {
  TokenMove move;
  std::string_view rest = text;
  const bool is_key = take(rest, 'k');
  move.kind = is_key ? TokenMove::Kind::key : TokenMove::Kind::query;
  if (!(is_key || take(rest, 'q')) || !take(rest, ':') || !take(rest, move.head) || !take(rest, ':') ||
      !take(rest, move.index) || !take(rest, '=') || !take_place(rest, move.place))
    throw Error::input(option + " is " + omega::quoted(text) +
                       ", but must be q or k, a head, a token and its coordinates, as in q:0:12=0.5,-1.25");
  return move;
}

std::shared_ptr<const Sequence> with_moved(const Sequence& original, const std::vector<TokenMove>& moves) {
  Array q = original.q, k = original.k;
  bool is_own[] = {false, false};  // whether q, and k, are copies by now
  for (const TokenMove& move : moves) {
    const bool is_query = move.kind == TokenMove::Kind::query;
    Array& array = is_query ? q : k;
    check(original.sizes, move, array.type());
    if (!std::exchange(is_own[is_query ? 0 : 1], true)) array = copy_of(array);
    const std::size_t first = static_cast<std::size_t>(
        (move.head * (is_query ? original.sizes.N : original.sizes.M) + move.index) * original.sizes.D);
    for (std::size_t d = 0; d < move.place.size(); ++d) put(array, first + d, move.place[d]);
  }
  // All other values were checked when the sequence was made.
  auto moved =
      std::make_shared<Sequence>(*Sequence::make(std::move(q), std::move(k), original.v, original.title, true));
  moved->grid = original.grid;
  moved->taken = original.taken;
  moved->labels = original.labels;
  return moved;
}

}  // namespace omega
