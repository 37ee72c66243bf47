#include "fuzz/fuzz_reader.h"

#include <stdexcept>

#include "fuzz/our_bug.h"
#include "io/reader.h"

namespace omega::test {

namespace {

/// Calls that a user could make of any file; small sizes, so that time goes into parsing.
ReadOptions options_for(const Reader& reader, std::size_t variant) {
  ReadOptions options;
  const auto set = [&](const std::string& name, const std::string& value) {
    for (const std::string& known : reader.options)
      if (known == name) options.set(name, value);
  };
  set("dim", "4");
  set("max-tokens", "64");
  set("heads", variant % 2 == 0 ? "1" : "2");
  if (variant % 3 == 1) set("tokens", "bytes");
  if (variant % 3 == 2) set("layer", "1");
  options.set("allow-nonfinite", "true");
  return options;
}

}  // namespace

void fuzz_reader(const std::string& name, std::span<const std::byte> bytes) {
  bool found = false;
  for (const Reader& reader : readers()) {
    if (reader.name != name) continue;
    found = true;
    try {
      const InputFile file = InputFile::in_memory("fuzz" + reader.extensions.front(), bytes);
      reader.list(file);
      if (reader.outline != nullptr) reader.outline(file, options_for(reader, bytes.size()));
      Contents source = reader.read(file, options_for(reader, bytes.size()));
      load_sequence(file);          // and as a user without options
    } catch (const Error& error) {  // what a reader is expected to do with nearly all of these
      if (is_our_bug(error)) throw;
    }
  }
  if (!found) throw std::logic_error("there is no reader " + name);
}

}  // namespace omega::test
