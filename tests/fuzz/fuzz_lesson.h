// A lesson file, and the same bytes as an expression, as whoever opens a lesson would read them: anything but an Error
// is a bug, and so is a broken OMEGA_ASSERT.
#pragma once

#include <string>

namespace omega::test {

void fuzz_lesson(const std::string& bytes);

}  // namespace omega::test
