#include "core/result.h"

#include "core/error.h"

namespace omega {

const Array& Result::at(const std::string& name) const {
  const auto found = outputs.find(name);
  OMEGA_ASSERT(found != outputs.end());
  return found->second;
}

}  // namespace omega
