// A broken assertion comes as an Error too, so that it takes no app down: here it is what is looked for.
#pragma once

#include <string>

#include "core/error.h"

namespace omega::test {

/// Whether it is OMEGA_ASSERT's, and no refusal and no failure of the machine.
inline bool is_our_bug(const Error& error) {
  return error.kind() == Error::Kind::failure && std::string(error.what()).starts_with("internal error: ");
}

}  // namespace omega::test
