#include "files/file_look.h"

#include "core/error.h"
#include "core/text.h"
#include "jobs/workload_loader.h"
#include "model/window_words.h"

namespace omegascope {

namespace {

constexpr const char* kZero = "zero-nonfinite";

std::optional<omega::AttentionNames> namesIn(const omega::InputFile& file, const FileLook& look,
                                             const OptionTexts& options) {
  try {
    return omega::choose_names(file, look.entries, readOptionsOf(options));
  } catch (const omega::Error&) {
    return std::nullopt;
  }
}

/// If the file has no such layer, the layer is wrong, not the guess which array is which.
bool namesAreUnclear(const omega::InputFile& file, const FileLook& look) {
  OptionTexts ofAnyLayer = look.given;
  ofAnyLayer.erase("layer");
  return !namesIn(file, look, ofAnyLayer);
}

/// Only where the file is otherwise good does it help to replace values.
bool readsWithZeros(const omega::InputFile& file, OptionTexts options) {
  if (options.count(kZero) != 0) return false;
  options[kZero] = "true";
  try {
    omega::load_sequence(file, readOptionsOf(options));
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void read(const omega::InputFile& file, FileLook& look) {
  const omega::Reader& reader = omega::reader_for(file);
  look.format = reader.name;
  look.options = reader.options;
  look.entries = reader.list(file);
  look.guess = namesIn(file, look, look.given).value_or(omega::guess_names(look.entries));
  try {
    look.sequence = omega::load_sequence(file, readOptionsOf(look.given)).sequence;
  } catch (const omega::Error& error) {
    look.problem = windowWords(error.what());
    look.unclear = look.canChooseArrays() && namesAreUnclear(file, look);
    look.zeroingHelps = !look.unclear && readsWithZeros(file, look.given);
  }
}

}  // namespace

bool FileLook::canChooseArrays() const { return !entries.empty() && omega::is_among(options, "q"); }

FileLook lookAt(const std::string& file, const OptionTexts& options) {
  FileLook look;
  look.file = file;
  look.given = options;
  try {
    read(omega::InputFile::open(file), look);
  } catch (const std::exception& error) {
    look.problem = windowWords(error.what());
  }
  return look;
}

}  // namespace omegascope
