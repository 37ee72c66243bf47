#include "core/digest.h"

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace omega {

namespace {

/// Multiply, rotate, multiply (as in the 64-bit mixers of Steele and Vigna), one word after another.
class Mixer {
 public:
  void add(std::uint64_t word) { state_ = std::rotl((state_ ^ word) * 0x9E3779B97F4A7C15U, 29) * 0xBF58476D1CE4E5B9U; }
  void add(const void* bytes, std::size_t count) {
    add(count);
    const auto* next = static_cast<const unsigned char*>(bytes);
    for (; count > 0;) {
      std::uint64_t word = 0;
      const std::size_t part = count < sizeof word ? count : sizeof word;
      std::memcpy(&word, next, part);
      add(word);
      next += part;
      count -= part;
    }
  }
  std::string text() const {
    std::uint64_t z = state_ ^ (state_ >> 31);
    z *= 0x94D049BB133111EBU;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(z ^ (z >> 29)));
    return digits;
  }

 private:
  std::uint64_t state_ = 0x6F6D656761U;
};

}  // namespace

std::string digest(const Arrays& arrays) {
  Mixer mixer;
  for (const auto& [name, array] : arrays) {
    mixer.add(name.data(), name.size());
    const std::string form = to_string(array.type()) + " " + to_string(array.shape());
    mixer.add(form.data(), form.size());
    mixer.add(array.raw(), array.bytes());
  }
  return mixer.text();
}

std::string digest(std::string_view text) {
  Mixer mixer;
  mixer.add(text.data(), text.size());
  return mixer.text();
}

}  // namespace omega
