#include "heads/model.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>

#include "core/named.h"
#include "core/text.h"
#include "io/attention_names.h"
#include "io/read_options.h"
#include "io/reader.h"
#include "synthetic/synthetic.h"

namespace omega::heads {

namespace {

constexpr const char* kAnyHead = "-1";  // of a preset: the seed says which

std::vector<Index> or_none(std::vector<Index> layers) {
  if (layers.empty()) layers.push_back(kNoLayer);
  return layers;
}

const std::string* given_value(const Options::Given& options, const std::string& name) {
  const auto found = std::find_if(options.begin(), options.end(), [&](const auto& one) { return one.first == name; });
  return found == options.end() ? nullptr : &found->second;
}

Options::Given with(Options::Given options, const std::string& name, Index value) {
  std::erase_if(options, [&](const auto& one) { return one.first == name; });
  options.emplace_back(name, std::to_string(value));
  return options;
}

/// With * for each number of a quoted name, "layers.7.q", where others may stand beside that of the layer. Counts and
/// shapes stay.
std::string without_numbers(const std::string& sentence) {
  std::string bare;
  bool is_quoted = false;
  for (const char c : sentence) {
    is_quoted ^= c == '"';
    const bool is_starred = is_quoted && std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!is_starred || bare.back() != '*') bare += is_starred ? '*' : c;
  }
  return bare;
}

/// Of queries of the first layer that can be read. Throws what the first layer says where there is none.
Shape first_shape(const InputFile& file, const std::vector<Index>& layers,
                  const std::function<Shape(const InputFile&, Index)>& shape_of) {
  std::optional<Error> why;
  for (const Index layer : layers) try {
      return shape_of(file, layer);
    } catch (const Error& error) {
      if (!why) why = layer == kNoLayer ? error : Error::input("layer " + std::to_string(layer) + ": " + error.what());
    }
  throw *why;
}

}  // namespace

bool Remarks::add(const std::string& sentence) {
  const std::string bare = without_numbers(sentence);
  if (is_among(without_numbers_, bare)) return false;
  without_numbers_.push_back(bare);
  all_.push_back(sentence);
  return true;
}

Model Model::of_file(const std::filesystem::path& file, const Options::Given& given) {
  ReadOptions options;
  for (const auto& [name, value] : given) options.set(name, value);
  const InputFile opened = InputFile::open(file);
  Model model;
  model.title_ = file.filename().string();
  model.layers_ = options.layer ? std::vector<Index>{*options.layer}
                                : or_none(layers_there(reader_for(opened).list(opened), options));
  model.first_head_ = options.head.value_or(0);
  model.options_ = given;
  const auto of_layer = [options](Index layer) {
    ReadOptions own = options;
    if (layer != kNoLayer && !own.layer) own.set(kLayer, std::to_string(layer));
    return own;
  };
  const auto& formats = reader_for(opened).options;
  const auto shape_of = [of_layer](const InputFile& of, Index layer) {
    return outline_sequence(of, of_layer(layer)).q.shape;
  };
  const bool has_axis = options.head || first_shape(opened, model.layers_, shape_of).size() > 2;
  model.has_heads_ = has_axis && is_among(formats, kHead);
  model.count_ = [file, shape_of](Index layer) {
    try {
      const Shape shape = shape_of(InputFile::open(file), layer);
      return std::accumulate(shape.begin(), shape.end() - 2, Index{1}, std::multiplies<>());
    } catch (const Error&) {
      return Index{1};
    }
  };
  model.read_ = [file, of_layer](Index layer, const Progress& progress) {
    ReadOptions own = of_layer(layer);
    const auto read = [&] {
      Loaded loaded = load_sequence(file, own, progress);
      return Layer{loaded.sequence, std::move(loaded.contents.others), std::move(loaded.contents.said)};
    };
    try {
      return read();
    } catch (const Error&) {
      if (own.zero_nonfinite || own.allow_nonfinite) throw;
      own.set("allow-nonfinite", "true");  // one head may have values that are not finite, and the others none
      return read();
    }
  };
  return model;
}

Model Model::of_preset(const std::string& name, const Options::Given& options, std::uint32_t seed) {
  const Synthetic& preset = find_synthetic(name);
  Options::Given all = options;
  const std::string* head = given_value(options, kHead);
  if (!preset.whole.empty() && (head == nullptr || *head == kAnyHead)) {  // the seed chooses none: all are asked
    std::erase_if(all, [](const auto& one) { return one.first == kHead; });
    for (const auto& [option, value] : preset.whole)
      if (given_value(all, option) == nullptr) all.emplace_back(option, value);
  }
  const Options checked(name, preset.options, all);
  Model model;
  model.title_ = name;
  model.layers_ = {kNoLayer};
  if (!preset.whole.empty()) {
    const OptionSpec* spec = option_named(preset.options, kLayer);
    model.layers_.clear();
    for (auto layer = static_cast<Index>(spec->minimum); layer <= static_cast<Index>(spec->maximum); ++layer)
      model.layers_.push_back(layer);
    if (given_value(options, kLayer) != nullptr) model.layers_ = {checked.integer(kLayer)};
    model.first_head_ = checked.integer(kHead);
  }
  model.options_ = options;
  model.has_heads_ = !preset.whole.empty();
  if (model.has_heads_) std::erase_if(model.options_, [](const auto& one) { return one.first == kHeads; });
  const auto heads = static_cast<Index>(checked.integer(kHeads));
  model.count_ = [heads](Index) { return heads; };
  model.read_ = [&preset, all, seed](Index layer, const Progress& progress) {
    const Options own(preset.name, preset.options, layer == kNoLayer ? all : with(all, kLayer, layer));
    return Layer{make_synthetic(preset, own, seed, progress), {}, {}};
  };
  return model;
}

Model Model::of_outline(const std::vector<HeadsOfLayer>& outline, const Options::Given& options) {
  Model model;
  for (const HeadsOfLayer& one : outline) {
    model.layers_.push_back(one.layer);
    model.first_head_ = one.first;
    model.has_heads_ = one.count > 0;
  }
  model.options_ = options;
  model.count_ = [outline](Index layer) {
    return std::find_if(outline.begin(), outline.end(), [&](const auto& one) { return one.layer == layer; })->count;
  };
  return model;
}

std::vector<HeadsOfLayer> Model::outline() const {
  std::vector<HeadsOfLayer> all;
  for (const Index layer : layers_) all.push_back({layer, first_head_, has_heads_ ? heads_of(layer) : 0});
  return all;
}

Options::Given Model::options_of(Index layer, Index head) const {
  Options::Given options = options_;
  if (layer != kNoLayer) options = with(options, kLayer, layer);
  return has_heads_ ? with(options, kHead, head) : options;
}

}  // namespace omega::heads
