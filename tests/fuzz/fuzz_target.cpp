// The entry point of libFuzzer, one program per reader: OMEGA_FUZZ_READER names it.
#include <cstdint>

#include "fuzz/fuzz_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  omega::test::fuzz_reader(OMEGA_FUZZ_READER, std::as_bytes(std::span(data, size)));
  return 0;
}
