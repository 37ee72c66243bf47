#include <array>
#include <string_view>

#include "core/philox.h"
#include "synthetic/samples.h"

namespace omega {

namespace {

constexpr std::uint32_t kTextDraw = 0xDA7A0101;  // far from the draws of estimators and presets

constexpr std::array<std::string_view, 6> kNames = {"Ada",        "Emil",         "Noor",
                                                    "the miller", "the ferryman", "the old teacher"};
constexpr std::array<std::string_view, 8> kDeeds = {"finds",   "carries",  "paints", "forgets",
                                                    "repairs", "measures", "hides",  "counts"};
constexpr std::array<std::string_view, 8> kThings = {"a brass lamp",        "the blue boat",  "a heavy book",
                                                     "the long ladder",     "a broken clock", "the red kite",
                                                     "a map of the valley", "the small bell"};
constexpr std::array<std::string_view, 6> kPlaces = {"by the river",   "on the hill",      "behind the mill",
                                                     "in the harbour", "under the bridge", "at the market"};
constexpr std::array<std::string_view, 6> kTimes = {"In the morning",      "After the rain", "Every evening",
                                                    "When the bell rings", "Before winter",  "One day"};

/// The choices of one sentence, from one block of four random words.
class Choices {
 public:
  Choices(std::uint32_t seed, std::uint32_t sentence) : words_(philox_words({seed, kTextDraw, 0, sentence, 0}, 0)) {}

  template <std::size_t n>
  std::string of(const std::array<std::string_view, n>& list, std::size_t word, int shift = 0) const {
    return std::string(list[(words_[word] >> shift) % n]);
  }
  std::uint32_t below(std::uint32_t n, std::size_t word, int shift) const { return (words_[word] >> shift) % n; }

 private:
  PhiloxWords words_;
};

std::string sentence(const Choices& choose) {
  const std::string who = choose.of(kNames, 0), deed = choose.of(kDeeds, 1), thing = choose.of(kThings, 2),
                    place = choose.of(kPlaces, 3);
  switch (choose.below(4, 0, 16)) {
    case 0: return choose.of(kTimes, 1, 16) + ", " + who + " " + deed + " " + thing + " " + place + ".";
    case 1:
      return place[0] == 'b' ? "There, " + who + " " + deed + " " + thing + "."
                             : "Again " + who + " " + deed + " " + thing + ".";
    case 2: return "Nobody knows why " + who + " " + deed + " " + thing + " " + place + ".";
    default: return "And " + choose.of(kNames, 2, 16) + " says that " + who + " " + deed + " " + thing + ".";
  }
}

int count_words(std::string_view text) {
  int words = text.empty() ? 0 : 1;
  for (const char c : text) words += c == ' ';
  return words;
}

}  // namespace

std::string sample_text(int words, std::uint32_t seed) {
  constexpr std::uint32_t kSentencesPerLine = 3;
  std::string text;
  int written = 0;
  for (std::uint32_t number = 0; written < words; ++number) {
    const std::string next = sentence({seed, number});
    written += count_words(next);
    text += next + ((number + 1) % kSentencesPerLine == 0 ? "\n" : " ");
  }
  if (!text.empty()) text.back() = '\n';
  return text;
}

}  // namespace omega
