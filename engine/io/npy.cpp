#include "io/npy.h"

#include <algorithm>
#include <cstring>

#include "core/number_formats.h"
#include "io/atomic_file.h"
#include "io/rearrange.h"
#include "io/room.h"

namespace omega {

namespace {

constexpr std::size_t kChunkElements = std::size_t{1} << 16;
// NumPy itself writes headers of 118 bytes and refuses to read more than 10 000.
constexpr std::uint64_t kLongestHeader = std::uint64_t{1} << 16;

template <class From, class To>
void convert(const std::byte* from, std::size_t count, To* to) {
  for (std::size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, from + i * sizeof(From), sizeof(From));
    to[i] = static_cast<To>(value);
  }
}

void convert_halves(const std::byte* from, std::size_t count, float* to) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t half;
    std::memcpy(&half, from + i * 2, 2);
    to[i] = half_to_float(half);
  }
}

void convert_integers(const NpyHeader& header, const std::byte* from, std::size_t count, std::int64_t* to) {
  const bool is_signed = header.kind == 'i';
  switch (header.item_bytes) {
    case 1: return is_signed ? convert<std::int8_t>(from, count, to) : convert<std::uint8_t>(from, count, to);
    case 2: return is_signed ? convert<std::int16_t>(from, count, to) : convert<std::uint16_t>(from, count, to);
    case 4: return is_signed ? convert<std::int32_t>(from, count, to) : convert<std::uint32_t>(from, count, to);
    default: return convert<std::int64_t>(from, count, to);
  }
}

/// Elements [first, first + count) of the array from their bytes in native order.
void store(const NpySource& source, const NpyHeader& header, const std::byte* from, std::size_t first,
           std::size_t count, Array& array) {
  if (header.kind == 'f' && header.item_bytes == 2) return convert_halves(from, count, array.data<float>() + first);
  if (header.kind == 'f') {
    std::copy_n(from, count * header.item_bytes, array.raw() + first * header.item_bytes);
    return;
  }
  std::int64_t* const to = array.data<std::int64_t>() + first;
  convert_integers(header, from, count, to);
  if (header.kind == 'u' && header.item_bytes == 8 && std::any_of(to, to + count, [](std::int64_t x) { return x < 0; }))
    throw source.error("has a uint64 value above 2^63 - 1; save it as float64");
}

/// The same array with its elements, stored first axis fastest, brought into C order.
Array from_fortran_order(const Array& stored) {
  std::vector<std::size_t> strides = c_strides({stored.shape().rbegin(), stored.shape().rend()});
  std::reverse(strides.begin(), strides.end());
  return rearranged(stored, 0, stored.shape(), strides);
}

}  // namespace

NpyHeader read_npy_header(const NpySource& source) {
  const auto cut_short = [&] {
    return source.error("ends inside its header after " + readable_size(source.size) +
                        "; it was cut short, save it again");
  };
  std::byte start[12];
  if (source.size < 10) throw cut_short();
  source.stream.read(std::span(start, 10));
  if (!std::equal(kNpyMagic.begin(), kNpyMagic.end(), start,
                  [](char a, std::byte b) { return static_cast<std::byte>(a) == b; }))
    throw source.error("does not start as a .npy array does; write it with numpy.save or numpy.savez");
  const int version = std::to_integer<int>(start[6]);
  if (version < 1 || version > 3)
    throw source.error("is of .npy version " + std::to_string(version) + "; versions 1, 2 and 3 can be read");
  const std::uint64_t before = version == 1 ? 10 : 12;
  if (source.size < before) throw cut_short();
  if (version > 1) source.stream.read(std::span(start + 10, 2));
  std::uint64_t length = 0;
  for (std::uint64_t i = before; i-- > 8;) length = length << 8 | std::to_integer<std::uint64_t>(start[i]);
  if (length > kLongestHeader)
    throw source.error("claims a header of " + readable_size(length) + "; at most " + readable_size(kLongestHeader) +
                       " are allowed");
  if (length > source.size - before) throw cut_short();
  std::string literal(length, '\0');
  source.stream.read(std::as_writable_bytes(std::span(literal)));
  NpyHeader header;
  try {
    header = parse_npy_header(literal);
  } catch (const Error& problem) {
    throw source.error(problem.what());
  }
  const std::uint64_t claimed = header.data_bytes(), there = source.size - before - length;
  if (claimed != there) {
    const std::string claim = claimed == kBeyondMemory ? "more than 2^63 bytes" : readable_size(claimed);
    const std::string form = header.shape.empty() ? "one " + header.type_name()
                                                  : "shape " + to_string(header.shape) + " of " + header.type_name();
    throw source.error("its header claims " + form + ", " + claim + ", but there " + (there == 1 ? "is " : "are ") +
                       readable_size(there) + " after it; " +
                       (there < claimed ? "it was cut short or its header is wrong"
                                        : "one array and nothing else must follow the header") +
                       ", save it again");
  }
  return header;
}

Array read_npy_data(const NpySource& source, const NpyHeader& header) {
  if (header.is_text()) throw source.error("holds text; an array of numbers was expected");
  require_room(source.file, source.member, array_bytes(header.shape, size_of(header.type())));
  Array array(header.type(), header.shape);
  const bool as_it_is = header.item_bytes == size_of(header.type()) && header.kind != 'u' && header.kind != 'b';
  if (as_it_is && array.count() > 0) {
    source.stream.read(std::span(array.raw(), array.bytes()));
    if (header.big_endian) swap_bytes(array.raw(), array.count(), header.item_bytes);
  } else {
    std::vector<std::byte> chunk(std::min(kChunkElements, array.count()) * header.item_bytes);
    for (std::size_t first = 0; first < array.count(); first += kChunkElements) {
      const std::size_t count = std::min(kChunkElements, array.count() - first);
      const std::span bytes(chunk.data(), count * header.item_bytes);
      source.stream.read(bytes);
      if (header.big_endian) swap_bytes(bytes.data(), count, header.item_bytes);
      store(source, header, bytes.data(), first, count, array);
    }
  }
  return header.fortran_order && header.shape.size() > 1 ? from_fortran_order(array) : array;
}

Array read_npy(const NpySource& source) { return read_npy_data(source, read_npy_header(source)); }

void write_npy(const std::filesystem::path& path, const Array& array, const Progress& progress) {
  AtomicFile file(path);
  file.watch(progress);
  file.write(npy_preamble(array.type(), array.shape()));
  constexpr std::size_t kPiece = std::size_t{4} << 20;
  const std::size_t all = array.bytes();
  for (std::size_t first = 0; first < all; first += kPiece) {
    const std::size_t size = std::min(kPiece, all - first);
    file.write({reinterpret_cast<const char*>(array.raw()) + first, size});
    progress.report(static_cast<double>(first + size) / static_cast<double>(all));
  }
  file.commit();
}

}  // namespace omega
