#include "widgets/field_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/field_overlay.h"

namespace omegascope {
namespace {

float mix(float a, float b, float t) { return a + (b - a) * t; }

/// Of a star with five points, one of them up: folded into the wedge of that one.
float fiveStarDistance(float dx, float dy, float r) {
  float x = std::abs(dx), y = -dy;
  for (const float side : {1.0f, -1.0f}) {
    const float over = 2 * std::max(0.0f, side * 0.80902f * x - 0.58779f * y);
    x -= side * 0.80902f * over;
    y += 0.58779f * over;
  }
  const float top = y - 1.5413f * r;
  return std::max(top, 0.92333f * std::abs(x) + 0.38404f * top);
}

/// Of two crossed bars; x and y are not negative.
float wideBarsDistance(float x, float y, float r) {
  return std::max(std::max(x, y) - 1.0233f * r, std::min(x, y) - 0.5117f * r);
}

// Where the columns of an image lie between those of a grid, for all rows the same.
struct Between {
  int first = 0, last = -1;  // the pixels that are inside
  std::vector<int> index;
  std::vector<float> share;
};

Between columnsOf(const FieldFrame& frame, int width) {
  Between between;
  const float lastX = static_cast<float>(frame.field.columns - 1);
  for (int x = 0; x < width; ++x) {
    const float gx = frame.originX + static_cast<float>(x) * frame.stepX;
    if (!(gx >= 0 && gx <= lastX)) continue;
    if (between.last < 0) between.first = x;
    between.last = x;
    between.index.push_back(std::min(static_cast<int>(gx), frame.field.columns - 2));
    between.share.push_back(gx - static_cast<float>(between.index.back()));
  }
  return between;
}

void paintGrid(const FieldFrame& frame, QImage& image) {
  const FieldGrid& grid = frame.field;
  const Colouriser colour(frame.scale);
  const Between between = columnsOf(frame, image.width());
  const auto count = static_cast<int>(between.index.size());
  std::vector<float> row(static_cast<std::size_t>(grid.columns)), values(static_cast<std::size_t>(count));
  const float lastY = static_cast<float>(grid.rows - 1);
  for (int y = 0; y < image.height(); ++y) {
    const float gy = frame.originY + static_cast<float>(y) * frame.stepY;
    if (!(gy >= 0 && gy <= lastY)) continue;
    const int j = std::min(static_cast<int>(gy), grid.rows - 2);
    const float down = gy - static_cast<float>(j);
    const float* above = grid.values.get() + static_cast<std::ptrdiff_t>(j) * grid.columns;
    const float* below = above + grid.columns;
    for (int i = 0; i < grid.columns; ++i) row[static_cast<std::size_t>(i)] = mix(above[i], below[i], down);
    for (int x = 0; x < count; ++x) {
      const auto at = static_cast<std::size_t>(x);
      const float* left = row.data() + between.index[at];
      values[at] = mix(left[0], left[1], between.share[at]);
    }
    colour.paint(values.data(), reinterpret_cast<QRgb*>(image.scanLine(y)) + between.first, count);
  }
}

// As much of the ground as it can have is taken out of an opaque pixel; premultiplied.
QRgb lifted(QRgb pixel, QRgb ground) {
  const auto share = [](int of, int from) {
    return of > from ? (of - from) / (255.0f - static_cast<float>(from))
                     : static_cast<float>(from - of) / static_cast<float>(std::max(1, from));
  };
  const float alpha = std::max(
      {share(qRed(pixel), qRed(ground)), share(qGreen(pixel), qGreen(ground)), share(qBlue(pixel), qBlue(ground))});
  const auto channel = [alpha](int of, int from) {
    return std::max(0, static_cast<int>(static_cast<float>(of) - (1 - alpha) * static_cast<float>(from) + 0.5f));
  };
  return qRgba(channel(qRed(pixel), qRed(ground)), channel(qGreen(pixel), qGreen(ground)),
               channel(qBlue(pixel), qBlue(ground)), static_cast<int>(255 * alpha + 0.5f));
}

QImage liftedOff(const QImage& opaque, QRgb ground) {
  QImage image(opaque.size(), QImage::Format_ARGB32_Premultiplied);
  for (int y = 0; y < image.height(); ++y) {
    const auto* from = reinterpret_cast<const QRgb*>(opaque.constScanLine(y));
    std::transform(from, from + image.width(), reinterpret_cast<QRgb*>(image.scanLine(y)),
                   [ground](QRgb pixel) { return lifted(pixel, ground); });
  }
  return image;
}

void paintSprite(const Sprite& sprite, QRgb halo, QImage& image) {
  const bool isDisc = static_cast<PointShape>(static_cast<int>(sprite.shape)) == PointShape::Disc;  // as thousands are
  const float reach = (isDisc ? 1.0f : 1.6f) * sprite.radius + 2;
  const int left = std::max(0, static_cast<int>(sprite.x - reach)),
            top = std::max(0, static_cast<int>(sprite.y - reach));
  const int right = std::min(image.width() - 1, static_cast<int>(sprite.x + reach));
  const int bottom = std::min(image.height() - 1, static_cast<int>(sprite.y + reach));
  const float rim[] = {qRed(halo) / 255.0f, qGreen(halo) / 255.0f, qBlue(halo) / 255.0f};
  const float own[] = {sprite.red, sprite.green, sprite.blue};
  for (int y = top; y <= bottom; ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = left; x <= right; ++x) {
      const float d =
          spriteDistance(sprite, static_cast<float>(x) + 0.5f - sprite.x, static_cast<float>(y) + 0.5f - sprite.y);
      const float inner = std::clamp(0.5f - d, 0.0f, 1.0f);
      const float outer = sprite.hollow > 0 ? inner : std::clamp(1.5f - d, 0.0f, 1.0f);
      if (outer <= 0) continue;
      const float alpha = outer * sprite.alpha;
      const auto channel = [&](int c, int under) {
        const float ink = 255 * (sprite.hollow > 0 ? own[c] : mix(rim[c], own[c], inner));
        return static_cast<int>(mix(static_cast<float>(under), ink, alpha) + 0.5f);
      };
      line[x] = qRgba(channel(0, qRed(line[x])), channel(1, qGreen(line[x])), channel(2, qBlue(line[x])),
                      static_cast<int>(mix(static_cast<float>(qAlpha(line[x])), 255, alpha) + 0.5f));
    }
  }
}

template <class Paint>
QImage overlay(const FieldTransform& transform, QSize pixels, double pixelRatio, const Paint& paint) {
  QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return image;
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(pixelRatio, pixelRatio);
  painter.translate(-transform.plot().topLeft());
  paint(painter);
  return image;
}

bool hasAbove(const DensityScene& scene) {
  return !scene.arrows.empty() || std::any_of(scene.points.begin(), scene.points.end(), [](const FieldPoint& point) {
    return point.hovered || point.locked || !point.label.isEmpty();
  });
}

std::vector<Sprite> spritesOf(const DensityScene& scene, const FieldTransform& transform, const Theme& theme,
                              double pixelRatio, QSize pixels) {
  std::vector<Sprite> sprites;
  sprites.reserve(scene.points.size());
  for (const FieldPoint& point : scene.points) {
    const QPointF at = (transform.toPixel(point.at) - transform.plot().topLeft()) * pixelRatio;
    const double radius = pointRadius(scene, point, theme) * pixelRatio, reach = 1.6 * radius + 2;
    if (!(at.x() > -reach && at.y() > -reach && at.x() < pixels.width() + reach && at.y() < pixels.height() + reach))
      continue;
    const QColor ink = inkOf(point.palette, point.colour, theme);
    const double ring = point.hollow ? 1.7 * theme.lineScale * pixelRatio : 0;
    sprites.push_back({static_cast<float>(at.x()), static_cast<float>(at.y()), static_cast<float>(radius), ink.redF(),
                       ink.greenF(), ink.blueF(), point.faded ? 0.35f : 1.0f, static_cast<float>(point.shape),
                       static_cast<float>(ring)});
  }
  return sprites;
}

}  // namespace

float spriteDistance(const Sprite& sprite, float dx, float dy) {
  const float r = sprite.radius, x = std::abs(dx), y = std::abs(dy);
  float d = 0;
  // All filled shapes but those of thin bars have the area of the disc.
  switch (static_cast<PointShape>(static_cast<int>(sprite.shape))) {
    case PointShape::Disc: d = std::sqrt(dx * dx + dy * dy) - r; break;
    case PointShape::Square: d = std::max(x, y) - 0.8862f * r; break;
    case PointShape::Diamond: d = (x + y - 1.2533f * r) * 0.70711f; break;
    case PointShape::Triangle: d = std::max(dy, 0.86603f * x - 0.5f * dy) - 0.7776f * r; break;
    case PointShape::Cross: {
      const float u = (x + y) * 0.70711f, v = std::abs(x - y) * 0.70711f;
      d = std::max(u - 1.25f * r, v - 0.36f * r);
      break;
    }
    case PointShape::Plus: d = std::max(std::max(x, y) - 1.25f * r, std::min(x, y) - 0.36f * r); break;
    case PointShape::Star: {
      const float u = std::max(x, y) - 1.6f * r, v = std::min(x, y);
      d = std::max(u, (0.4909f * u + 1.1091f * v) / 1.2129f);
      break;
    }
    case PointShape::DownTriangle: d = std::max(-dy, 0.86603f * x + 0.5f * dy) - 0.7776f * r; break;
    case PointShape::FiveStar: d = fiveStarDistance(dx, dy, r); break;
    case PointShape::WidePlus: d = wideBarsDistance(x, y, r); break;
    case PointShape::WideCross: d = wideBarsDistance((x + y) * 0.70711f, std::abs(x - y) * 0.70711f, r); break;
  }
  return sprite.hollow > 0 ? std::abs(d + 0.5f * sprite.hollow) - 0.5f * sprite.hollow : d;
}

QImage paintField(const FieldFrame& frame) {
  QImage image(frame.pixels, QImage::Format_RGB32);
  if (image.isNull()) return image;
  image.fill(frame.background);
  if (!frame.field.isEmpty()) paintGrid(frame, image);
  if (qAlpha(frame.background) == 0) image = liftedOff(image, frame.background);
  const auto lay = [&image](const QImage& overlay) {
    if (overlay.isNull()) return;
    QPainter painter(&image);
    painter.drawImage(0, 0, overlay);
  };
  lay(frame.below);
  for (const Sprite& sprite : frame.sprites) paintSprite(sprite, frame.halo, image);
  lay(frame.above);
  return image;
}

FieldGrid finiteField(const FieldGrid& grid, const ColourScale& scale) {
  if (grid.isEmpty()) return grid;
  const qint64 count = static_cast<qint64>(grid.columns) * grid.rows;
  const float* values = grid.values.get();
  if (std::all_of(values, values + count, [](float v) { return std::isfinite(v); })) return grid;
  std::vector<float> copy(values, values + count);
  for (float& value : copy) {
    if (!std::isfinite(value)) value = static_cast<float>(value > 0 ? scale.max : scale.lowest());
  }
  FieldGrid finite = grid;
  finite.values = floatBuffer(std::move(copy));
  return finite;
}

FieldFrame fieldFrame(const DensityScene& scene, const FieldGrid& finite, const std::vector<QPolygonF>& contours,
                      const FieldTransform& transform, const Theme& theme, double pixelRatio) {
  FieldFrame frame;
  const QRectF plot = transform.plot();
  frame.pixels = QSize(qRound(plot.width() * pixelRatio), qRound(plot.height() * pixelRatio));
  frame.background = theme.canvas.rgba();
  frame.halo = theme.canvas.rgb();
  frame.scale = scene.scale;
  frame.field = finite;
  if (!finite.isEmpty()) {
    const QPointF first = transform.toData(plot.topLeft() + QPointF(0.5, 0.5) / pixelRatio);
    const double perX = (finite.columns - 1) / finite.area.width(), perY = (finite.rows - 1) / finite.area.height();
    const double step = 1 / (transform.pixelsPerUnit() * pixelRatio);
    frame.originX = static_cast<float>((first.x() - finite.area.left()) * perX);
    frame.originY = static_cast<float>((first.y() - finite.area.top()) * perY);
    frame.stepX = static_cast<float>(step * perX);
    frame.stepY = static_cast<float>(-step * perY);
  }
  if (!contours.empty() || !scene.ellipses.empty() || !scene.trails.empty()) {
    frame.below = overlay(transform, frame.pixels, pixelRatio,
                          [&](QPainter& p) { paintBelowPoints(p, scene, contours, transform, theme); });
  }
  frame.sprites = spritesOf(scene, transform, theme, pixelRatio, frame.pixels);
  if (hasAbove(scene)) {
    frame.above = overlay(transform, frame.pixels, pixelRatio,
                          [&](QPainter& p) { paintAbovePoints(p, scene, transform, theme); });
  }
  return frame;
}

double pointRadius(const DensityScene& scene, const FieldPoint& point, const Theme& theme) {
  const double weight = std::isfinite(point.weight) ? std::max(0.0, point.weight) : 0;
  return theme.lineScale * std::max(scene.smallestRadius, std::sqrt(scene.largestArea * weight / std::numbers::pi));
}

QColor inkOf(int palette, const QColor& colour, const Theme& theme) {
  if (palette >= 0) return proposalColour(palette, theme.dark);
  return colour.isValid() ? colour : theme.text;
}

}  // namespace omegascope
