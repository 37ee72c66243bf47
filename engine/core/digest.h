// A fingerprint of arrays or of a text, for provenance: equal numbers of equal type, shape and name give equal digests.
#pragma once

#include <string>
#include <string_view>

#include "core/array.h"

namespace omega {

/// 16 hexadecimal digits. Guards against mix-ups, not against an adversary.
std::string digest(const Arrays& arrays);
std::string digest(std::string_view text);

}  // namespace omega
