#include "io/image_reader.h"

#include <algorithm>
#include <cmath>

#include "io/projection.h"

namespace omega {

namespace {

constexpr Index kPatchesAlongTheLongerSide = 32;
constexpr Index kMostPatchPixels = 16;  // along a side, after averaging
constexpr Index kMostTokens = 1 << 16;

/// The patch side in pixels, the grid of whole patches, and the side of a thumbnail.
struct Cut {
  Index patch, height, width, thumbnail;
};

Cut cut_into_patches(const InputFile& file, const Picture& picture, const ReadOptions& options) {
  const Index longer = std::max(picture.width, picture.height), shorter = std::min(picture.width, picture.height);
  const Index usual = std::min((longer + kPatchesAlongTheLongerSide - 1) / kPatchesAlongTheLongerSide, shorter);
  const Index patch = options.patch.value_or(usual);
  const std::string size = std::to_string(picture.width) + "x" + std::to_string(picture.height) + " pixels";
  if (patch > shorter)
    throw file.error("has " + size + ", too few for a patch of " + std::to_string(patch) +
                     "; --patch must be from 1 to " + std::to_string(shorter));
  const Cut cut{patch, picture.height / patch, picture.width / patch, std::min(patch, kMostPatchPixels)};
  if (cut.height * cut.width > kMostTokens)
    throw file.error("has " + size + ", which give " + std::to_string(cut.height * cut.width) + " patches of " +
                     std::to_string(patch) + " pixels; at most " + std::to_string(kMostTokens) +
                     " can be read, so say a larger --patch");
  return cut;
}

/// Averages boxes of pixels, so that each patch becomes thumbnail x thumbnail.
Picture thumbnails_of(const Picture& picture, const Cut& cut) {
  const Index t = cut.thumbnail;
  Picture small{cut.width * t, cut.height * t, {}};
  small.rgb.resize(static_cast<std::size_t>(small.width * small.height * 3));
  const auto edge = [&](Index at) { return at / t * cut.patch + at % t * cut.patch / t; };
  for (Index y = 0; y < small.height; ++y)
    for (Index x = 0; x < small.width; ++x)
      for (Index c = 0; c < 3; ++c) {
        Index sum = 0, count = 0;
        for (Index py = edge(y); py < edge(y + 1); ++py)
          for (Index px = edge(x); px < edge(x + 1); ++px, ++count)
            sum += picture.rgb[static_cast<std::size_t>((py * picture.width + px) * 3 + c)];
        small.rgb[static_cast<std::size_t>((y * small.width + x) * 3 + c)] =
            static_cast<std::uint8_t>((sum + count / 2) / count);
      }
  return small;
}

/// One row per patch: its pixels from -1 to 1.
Matrix<float> patch_pixels(const Picture& thumbnails, const Cut& cut) {
  const Index t = cut.thumbnail;
  Matrix<float> pixels(cut.height * cut.width, t * t * 3);
  for (Index token = 0; token < pixels.rows(); ++token) {
    const Index top = token / cut.width * t, left = token % cut.width * t;
    for (Index y = 0; y < t; ++y)
      for (Index i = 0; i < t * 3; ++i)
        pixels(token, y * t * 3 + i) =
            static_cast<float>(
                thumbnails.rgb[static_cast<std::size_t>(((top + y) * thumbnails.width + left) * 3 + i)]) /
                127.5f -
            1;
  }
  return pixels;
}

/// E·pixels/√n + sines of row and column; positions are weak, so that similar patches find each other anywhere.
Matrix<float> embed(const InputFile& file, const Matrix<float>& pixels, const Cut& cut, Index width,
                    std::uint32_t seed) {
  constexpr float kPositions = 0.25f;
  Matrix<float> tokens(pixels.rows(), width, 0.0f);
  const float scale = 1 / std::sqrt(static_cast<float>(pixels.cols()));
  std::vector<float> column(static_cast<std::size_t>(width));
  file.expect_work(static_cast<std::uint64_t>(pixels.cols() + tokens.rows()));  // the second part is their projection
  for (Index i = 0; i < pixels.cols(); ++i) {
    draw_seeded_row(seed, SeededMatrix::patches, static_cast<std::uint64_t>(i), column.data(), width);
    for (Index n = 0; n < tokens.rows(); ++n)
      for (Index w = 0; w < width; ++w) tokens(n, w) += pixels(n, i) * scale * column[static_cast<std::size_t>(w)];
    file.worked(1);
  }
  for (Index n = 0; n < tokens.rows(); ++n) {
    add_position(tokens.row(n), width / 2, static_cast<double>(n / cut.width), kPositions);
    add_position(tokens.row(n) + width / 2, width - width / 2, static_cast<double>(n % cut.width), kPositions);
  }
  return tokens;
}

std::vector<Entry> entries_of(const Picture& picture) {
  return {{"pixels", "RGB, 8 bits", {picture.height, picture.width, 3}, picture.rgb.size()}};
}

/// What becomes of a picture, before any number is made.
struct PatchPlan {
  Cut cut;
  Index heads, dim;
  std::vector<std::string> said;
};

PatchPlan plan_for(const InputFile& file, const Picture& picture, const ReadOptions& options) {
  const Cut cut = cut_into_patches(file, picture, options);
  const Index heads = options.heads.value_or(kMadeHeads), dim = options.dim.value_or(kMadeDim);
  check_projection(file, cut.height * cut.width, heads, dim);
  PatchPlan plan{cut, heads, dim, {}};
  const auto number = [](Index n) { return std::to_string(n); };
  plan.said.push_back(number(picture.width) + "x" + number(picture.height) + " pixels became " + number(cut.height) +
                      "x" + number(cut.width) + " patches of " + number(cut.patch) + "x" + number(cut.patch));
  const Index right = picture.width - cut.width * cut.patch, below = picture.height - cut.height * cut.patch;
  if (right > 0 || below > 0)
    plan.said.push_back(count_text(right, "column") + " of pixels at the right and " + count_text(below, "row") +
                        " at the bottom fill no patch and were left out");
  plan.said.push_back(made_text(heads, dim, options.embedding_seed));
  return plan;
}

Outline outline_of_picture(const InputFile& file, const Picture& picture, const ReadOptions& options) {
  const PatchPlan plan = plan_for(file, picture, options);
  const Outline::Part part{{plan.heads, plan.cut.height * plan.cut.width, plan.dim}, Dtype::f32};
  return {part, part, part, Grid{plan.cut.height, plan.cut.width}, {}, plan.said, entries_of(picture)};
}

Contents contents_of_picture(const InputFile& file, const Picture& picture, const ReadOptions& options) {
  const PatchPlan plan = plan_for(file, picture, options);
  Contents source;
  source.entries = entries_of(picture);
  source.said = plan.said;
  source.thumbnails = thumbnails_of(picture, plan.cut);
  project_tokens(
      file,
      embed(file, patch_pixels(*source.thumbnails, plan.cut), plan.cut, plan.heads * plan.dim, options.embedding_seed),
      plan.heads, plan.dim, options.embedding_seed, source);
  source.grid = Grid{plan.cut.height, plan.cut.width};
  return source;
}

/// A format of images, by what decodes it.
template <Picture (*decode)(const InputFile&)>
Reader image_reader(const std::string& name, const std::string& title, const std::vector<std::string>& extensions) {
  Reader reader{name, title, extensions, {"patch", "heads", "dim", "embedding-seed"}};
  reader.list = [](const InputFile& file) { return entries_of(decode(file)); };
  reader.read = [](const InputFile& file, const ReadOptions& options) {
    return contents_of_picture(file, decode(file), options);
  };
  reader.outline = [](const InputFile& file, const ReadOptions& options) {
    return outline_of_picture(file, decode(file), options);
  };
  return reader;
}

}  // namespace

Reader png_reader() {
  Reader reader = image_reader<read_png>("png", "PNG image, cut into patches", {".png"});
  reader.recognises = [](std::string_view head, std::uint64_t) { return head.starts_with("\x89PNG\r\n\x1a\n"); };
  return reader;
}

Reader jpeg_reader() {
  Reader reader = image_reader<read_jpeg>("jpeg", "JPEG image, cut into patches", {".jpg", ".jpeg"});
  reader.recognises = [](std::string_view head, std::uint64_t) { return head.starts_with("\xff\xd8\xff"); };
  return reader;
}

}  // namespace omega
