// Image: which class a small grey picture belongs to, pixel by pixel (in the Long Range Arena CIFAR-10). Pictures come
// from a folder with a folder for each class, or from an .npz of images (examples × height × width, with or without
// colours) and labels; without either they are made up: stripes, checks and rings under noise.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/error.h"
#include "core/sequence.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "io/image_reader.h"
#include "io/npz.h"
#include "train/tasks/labelled_data.h"

namespace omega::train {

namespace {

/// (grey − 128)/64.
Matrix<float> grey_symbols() {
  Matrix<float> symbols(256, 1);
  for (Index grey = 0; grey < 256; ++grey) symbols(grey, 0) = static_cast<float>(grey - 128) / 64;
  return symbols;
}

std::uint8_t grey_of(double value) { return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0))); }

// --- Made up ---------------------------------------------------------------------------------------------------------

DrawnExample draw(Index side, Dice& dice, std::uint8_t* pixels) {
  const Index kind = dice.below(4);
  const double period = 3 + 2 * dice.uniform(), phase = dice.uniform(), contrast = 40 + 40 * dice.uniform(),
               centre_row = dice.uniform() * static_cast<double>(side),
               centre_column = dice.uniform() * static_cast<double>(side);
  const auto wave = [&](double at) { return std::sin(2 * std::numbers::pi * (at / period + phase)); };
  for (Index r = 0; r < side; ++r)
    for (Index c = 0; c < side; ++c) {
      const auto row = static_cast<double>(r), column = static_cast<double>(c);
      const double shape = kind == 0   ? wave(row)
                           : kind == 1 ? wave(column)
                           : kind == 2 ? (wave(row) * wave(column) > 0 ? 0.7 : -0.7)
                                       : wave(std::hypot(row - centre_row, column - centre_column));
      pixels[r * side + c] = grey_of(128 + contrast * shape + 60 * (dice.uniform() - 0.5));
    }
  return {kind, side * side};
}

// --- From files ------------------------------------------------------------------------------------------------------

/// Means over equal parts of a picture, whose grey values at(row, column) tells.
template <class At>
void shrink(Index height, Index width, Index side, const At& at, std::uint8_t* pixels) {
  const auto part = [side](Index i, Index size) {
    const Index begin = std::min(size - 1, i * size / side);
    return Range{begin, std::max(begin + 1, (i + 1) * size / side)};
  };
  for (Index r = 0; r < side; ++r)
    for (Index c = 0; c < side; ++c) {
      const Range rows = part(r, height), columns = part(c, width);
      double sum = 0;
      for (Index y = rows.begin; y < rows.end; ++y)
        for (Index x = columns.begin; x < columns.end; ++x) sum += at(y, x);
      pixels[r * side + c] = grey_of(sum / static_cast<double>(rows.size() * columns.size()));
    }
}

double luminance(double red, double green, double blue) { return 0.299 * red + 0.587 * green + 0.114 * blue; }

TaskData read_folder(const std::filesystem::path& folder, Index side, Index most, std::uint32_t seed,
                     const Progress& progress) {
  const LabelledFiles all = labelled_files(folder, {".png", ".jpg", ".jpeg"}, most, seed);
  TaskData data;
  data.class_names = all.class_names;
  data.tokens.resize(all.files.size() * static_cast<std::size_t>(side * side));
  for (const LabelledFile& file : all.files) data.classes.push_back(static_cast<std::uint8_t>(file.label));
  parallel_tiles(static_cast<Index>(all.files.size()), 16, progress, [&](Range some) {
    for (Index e = some.begin; e < some.end; ++e) {
      const InputFile file = InputFile::open(all.files[static_cast<std::size_t>(e)].path);
      const bool is_png = extension_of(file.name()) == ".png";
      const Picture picture = is_png ? read_png(file) : read_jpeg(file);
      const auto at = [&](Index y, Index x) {
        const std::uint8_t* rgb = picture.rgb.data() + 3 * (y * picture.width + x);
        return luminance(rgb[0], rgb[1], rgb[2]);
      };
      shrink(picture.height, picture.width, side, at, data.tokens.data() + e * side * side);
    }
  });
  return data;
}

/// The only array of pictures and the only one of labels.
std::pair<const Array*, const Array*> images_and_labels(const Arrays& arrays, const std::filesystem::path& path) {
  std::pair<const Array*, const Array*> found{};
  int images = 0, labels = 0;
  for (const auto& [name, array] : arrays) {
    const auto rank = array.shape().size();
    if (rank == 3 || (rank == 4 && (array.shape()[3] == 1 || array.shape()[3] == 3))) found.first = (++images, &array);
    if (rank == 1) found.second = (++labels, &array);
  }
  if (images != 1 || labels != 1 || found.first->shape()[0] != found.second->shape()[0])
    throw Error::input(omega::quoted(path.string()) +
                       " must hold one array of images (examples x height x width, or with 1 or 3 colours last) and "
                       "one of as many labels, and no other of these shapes");
  const Shape& shape = found.first->shape();
  if (std::find(shape.begin(), shape.end(), 0) != shape.end())
    throw Error::input("the images of " + omega::quoted(path.string()) + " are " + to_string(shape) +
                       ", which holds nothing; every axis must be at least 1");
  check_finite("the images of " + omega::quoted(path.string()), *found.first);
  check_finite("the labels of " + omega::quoted(path.string()), *found.second);
  return found;
}

TaskData read_npz_images(const std::filesystem::path& path, Index side, Index most, std::uint32_t seed) {
  const Arrays arrays = read_npz(path);
  const auto [images, labels] = images_and_labels(arrays, path);
  const Shape& shape = images->shape();
  const Index height = shape[1], width = shape[2], colours = shape.size() == 4 ? shape[3] : 1;
  const std::vector<float> values = images->to_vector<float>();
  const std::vector<double> numbers = labels->to_vector<double>();
  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  if (*least < 0 || *largest > 255)
    throw Error::input("the images of " + omega::quoted(path.string()) + " have values from " +
                       formatted("%.4g", *least) + " to " + formatted("%.4g", *largest) +
                       "; they must be shares of white from 0 to 1, or greys from 0 to 255");
  const double white = *largest <= 1 ? 255 : 1;
  TaskData data;
  const std::map<double, Index> classes = classes_of(
      numbers, [](double number) { return number_text(number); }, data);
  for (const Index e : some_examples(shape[0], most, seed)) {
    data.classes.push_back(static_cast<std::uint8_t>(classes.at(numbers[static_cast<std::size_t>(e)])));
    data.tokens.resize(data.tokens.size() + static_cast<std::size_t>(side * side));
    const float* own = values.data() + e * height * width * colours;
    const auto at = [&](Index y, Index x) {
      const float* pixel = own + (y * width + x) * colours;
      const auto value = [&](Index c) { return white * static_cast<double>(pixel[c]); };
      return colours == 1 ? value(0) : luminance(value(0), value(1), value(2));
    };
    shrink(height, width, side, at, data.tokens.data() + data.tokens.size() - side * side);
  }
  return data;
}

TaskData make(const Options& options, const Progress& progress) {
  const Index side = options.integer("side"), most = examples_of(options);
  const std::uint32_t seed = seed_of(options);
  TaskData data = read_examples(
      options, {[&] {
                  return draw_balanced(side * side, most, {"stripes across", "stripes down", "checks", "rings"},
                                       progress, [&](Index index, std::uint8_t* pixels) {
                                         Dice dice(seed, index);
                                         return draw(side, dice, pixels);
                                       });
                },
                [&](const std::filesystem::path& folder) { return read_folder(folder, side, most, seed, progress); },
                [&](const std::filesystem::path& file) { return read_npz_images(file, side, most, seed); }});
  data.length = side * side;
  data.symbols = grey_symbols();
  return data;
}

}  // namespace

Task image_task() {
  Task task;
  task.name = "image";
  task.summary =
      "Small grey pictures, pixel by pixel, from a folder with a folder for each class or from an .npz of images and "
      "labels; without data, made-up stripes, checks and rings.";
  task.shares = {"side", "data"};
  task.kept = {"data"};
  task.presets = {
      {"image", "quick", "Pictures of 8x8 pixels: learning shows within three minutes.",
       options_in("side=8 examples=20000 batch=64 steps=1000 rate=0.001 redraw=1 samples=32 window=4 overlap=2 "
                  "layers=2 validation_examples=800")},
      {"image", "lra", "The Long Range Arena's size: pictures of 32x32 pixels, 35 000 steps.",
       long_range("side=32 examples=50000 batch=128 steps=35000 rate=0.0001 warmup=175 validate_every=350", true)}};
  task.shape = [](const Options& options) {
    const Index side = options.integer("side");
    return TaskShape{
        .length = side * side, .classes = 4, .columns = 1, .grid = Grid{side, side}, .reads = Reading::mean};
  };
  task.make = make;
  return task;
}

}  // namespace omega::train
