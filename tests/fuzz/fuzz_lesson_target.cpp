// The entry point of libFuzzer for lesson files.
#include <cstdint>

#include "fuzz/fuzz_lesson.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  omega::test::fuzz_lesson({reinterpret_cast<const char*>(data), size});
  return 0;
}
