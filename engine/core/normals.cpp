#include <algorithm>

#include "core/philox.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/normals.cpp"
#include <hwy/foreach_target.h>  // before all else of Highway

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::ptrdiff_t kBlocks = 64;  // at once

/// The words of consecutive blocks (and of some more, to whole vectors), word by word, each in 64 bits.
void PhiloxBlocks(const NoiseAddress& at, std::uint32_t first, std::ptrdiff_t blocks,
                  std::uint64_t (&words)[4][kBlocks]) {
#if HWY_TARGET == HWY_SCALAR
  for (std::ptrdiff_t b = 0; b < blocks; ++b) {
    const PhiloxWords block = philox_words(at, first + static_cast<std::uint32_t>(b));
    for (std::size_t w = 0; w < 4; ++w) words[w][b] = block[w];
  }
#else
  const hn::ScalableTag<std::uint64_t> d;
  const hn::Repartition<std::uint32_t, decltype(d)> narrow;
  const auto times = [&](auto x, std::uint64_t factor) HWY_ATTR {
    return hn::MulEven(hn::BitCast(narrow, x), hn::BitCast(narrow, hn::Set(d, factor)));
  };
  for (std::ptrdiff_t b = 0; b < blocks; b += static_cast<std::ptrdiff_t>(hn::Lanes(d))) {
    // Only the lower halves count: the upper ones hold what products left there.
    auto c0 = hn::Add(hn::Set(d, std::uint64_t{first} + static_cast<std::uint64_t>(b)), hn::Iota(d, 0));
    auto c1 = hn::Set(d, std::uint64_t{at.sample}), c2 = hn::Set(d, std::uint64_t{at.row}),
         c3 = hn::Set(d, std::uint64_t{at.stream});
    std::uint32_t key0 = at.seed, key1 = at.draw;
    for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9u, key1 += 0xBB67AE85u) {
      const auto product0 = times(c0, 0xD2511F53u), product1 = times(c2, 0xCD9E8D57u);
      c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(product1), c1), hn::Set(d, std::uint64_t{key0}));
      c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(product0), c3), hn::Set(d, std::uint64_t{key1}));
      c1 = product1;
      c3 = product0;
    }
    const auto word = hn::Set(d, std::uint64_t{0xFFFFFFFFu});
    hn::StoreU(hn::And(c0, word), d, words[0] + b);
    hn::StoreU(hn::And(c1, word), d, words[1] + b);
    hn::StoreU(hn::And(c2, word), d, words[2] + b);
    hn::StoreU(hn::And(c3, word), d, words[3] + b);
  }
#endif
}

/// Box–Muller of pairs of words: √(−2 ln((a + 1)·2⁻³²)) times cosine and sine of 2πb·2⁻³².
void BoxMuller(const std::uint64_t* a, const std::uint64_t* b, std::ptrdiff_t pairs, double* first, double* second) {
  const hn::ScalableTag<double> d;
  const hn::RebindToUnsigned<decltype(d)> bits;
  const auto whole = [&](const std::uint64_t* from) HWY_ATTR {  // a word of 32 bits is the mantissa of 2⁵² + it
    return hn::Sub(hn::BitCast(d, hn::Or(hn::LoadU(bits, from), hn::Set(bits, 0x4330000000000000u))),
                   hn::Set(d, 0x1p52));
  };
  for (std::ptrdiff_t i = 0; i < pairs; i += static_cast<std::ptrdiff_t>(hn::Lanes(d))) {
    const auto uniform = hn::Mul(hn::Add(whole(a + i), hn::Set(d, 1.0)), hn::Set(d, kTwoToMinus32));
    const auto radius = hn::Sqrt(hn::Mul(hn::Set(d, -2.0), hn::Log(d, uniform)));
    const auto angle = hn::Mul(hn::Set(d, 2.0 * std::numbers::pi), hn::Mul(whole(b + i), hn::Set(d, kTwoToMinus32)));
    hn::StoreU(hn::Mul(radius, hn::Cos(d, angle)), d, first + i);
    hn::StoreU(hn::Mul(radius, hn::Sin(d, angle)), d, second + i);
  }
}

template <class T>
void Draw(const NoiseAddress& at, std::ptrdiff_t first, T* out, std::ptrdiff_t count) {
  HWY_ALIGN std::uint64_t words[4][kBlocks];
  HWY_ALIGN double normals[4][kBlocks];
  for (std::ptrdiff_t done = 0; done < count; done += 4 * kBlocks) {
    const std::ptrdiff_t now = std::min(4 * kBlocks, count - done), blocks = (now + 3) / 4;
    PhiloxBlocks(at, static_cast<std::uint32_t>((first + done) / 4), blocks, words);
    BoxMuller(words[0], words[1], blocks, normals[0], normals[1]);
    BoxMuller(words[2], words[3], blocks, normals[2], normals[3]);
    for (std::ptrdiff_t i = 0; i < now; ++i) out[done + i] = static_cast<T>(normals[i % 4][i / 4]);
  }
}

// Highway exports what has a plain name: one for each precision.
constexpr auto& DrawF32 = Draw<float>;
constexpr auto& DrawF64 = Draw<double>;

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega {

HWY_EXPORT(DrawF32);
HWY_EXPORT(DrawF64);

void draw_normals_from(const NoiseAddress& at, std::ptrdiff_t first, float* out, std::ptrdiff_t count) {
  HWY_DYNAMIC_DISPATCH(DrawF32)(at, first, out, count);
}
void draw_normals_from(const NoiseAddress& at, std::ptrdiff_t first, double* out, std::ptrdiff_t count) {
  HWY_DYNAMIC_DISPATCH(DrawF64)(at, first, out, count);
}

}  // namespace omega
#endif
