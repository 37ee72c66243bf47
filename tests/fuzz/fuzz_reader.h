// One file through one reader, as `omega info` and `--input` would: anything but an Error is a bug, and so
// is a broken OMEGA_ASSERT.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace omega::test {

void fuzz_reader(const std::string& reader, std::span<const std::byte> bytes);

}  // namespace omega::test
