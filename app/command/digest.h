// A fingerprint of arrays, for provenance: equal numbers of equal type, shape and name give equal digests.
#pragma once

#include <string>

#include "core/array.h"

namespace omega::command {

/// 16 hexadecimal digits. Guards against mix-ups, not against an adversary.
std::string digest(const Arrays& arrays);

}  // namespace omega::command
