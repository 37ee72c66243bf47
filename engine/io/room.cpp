#include "io/room.h"

#include "core/memory.h"

namespace omega {

void require_room(const InputFile& file, std::string_view member, std::uint64_t bytes) {
  constexpr std::uint64_t kAlwaysFits = std::uint64_t{64} << 20;
  if (bytes <= kAlwaysFits) return;
  const std::uint64_t free = memory::available_bytes();
  if (bytes / 10 * 11 <= free) return;
  const std::string what = "needs " + readable_size(bytes) + " of memory, but " + readable_size(free) +
                           " are free; save a part of it, such as fewer heads or tokens";
  throw member.empty() ? file.error(what) : file.error(member, what);
}

}  // namespace omega
