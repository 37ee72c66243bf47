#include "cuda/run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/error.h"

namespace omega::cuda {

namespace {

constexpr std::int32_t kColumnsOfPart = 128;     // at least
constexpr double kBlocksAtOnce = 3;              // on a processor, of a kernel whose columns are cut
constexpr double kMostRoomForDraws = 256 << 20;  // bytes
constexpr std::int32_t kFewest = 16;             // dimensions that are multiplied at once

std::int32_t narrow(Index n) {
  OMEGA_ASSERT(n >= 0 && n <= std::numeric_limits<std::int32_t>::max());
  return static_cast<std::int32_t>(n);
}

/// How many launches something is cut into, each at least one of `most`; and where in `whole` a piece begins.
std::int32_t pieces_of(double launches, std::int32_t most) {
  return static_cast<std::int32_t>(std::clamp(std::ceil(launches), 1.0, static_cast<double>(most)));
}
std::int32_t begin_of(std::int32_t piece, std::int32_t pieces, std::int32_t whole) {
  return static_cast<std::int32_t>(std::int64_t{whole} * piece / pieces);
}

Index last_axis(const Shape& shape) { return shape.empty() ? 1 : shape.back(); }

}  // namespace

Run::Run(Session& session, RunState& state, const Progress& progress)
    : options(state.options),
      sizes(state.sequence.sizes),
      scale(state.scale),
      root(static_cast<float>(std::sqrt(state.scale))),
      heads(narrow(sizes.heads)),
      N(narrow(sizes.N)),
      M(narrow(sizes.M)),
      D(narrow(sizes.D)),
      session_(session),
      module_(session.module()),
      context_(session.context()),
      state_(state),
      progress_(progress),
      processors_(std::max(1, Device::get().processors())) {
  session_.check(module_.begin(context_));
}

double Run::compute(const CudaMethod& method) {
  q = upload(state_.sequence.q, N, D);
  k = upload(state_.sequence.k, M, D);
  values = upload(state_.sequence.v, M, sizes.Dv);
  for (const auto& [name, array] : state_.outputs) {
    const Index cols = last_axis(array.shape()), count = static_cast<Index>(array.count()) / sizes.heads;
    outputs_[name] = make(count / std::max<Index>(cols, 1), cols);
  }
  if (const std::size_t counted = state_.counters.size()) {
    counters_ = session_.allocate<unsigned long long>(counted);
    session_.check(module_.clear(context_, counters_, counted * sizeof(unsigned long long)));
  }
  y = outputs_.at("y");
  method.compute(*this);
  if (wants("attention")) {
    first_ = false;
    values = identity(M);
    y = outputs_.at("attention");
    method.compute(*this);
  }
  session_.check(module_.mark(context_, 1));
  fetch();
  float milliseconds = 0;
  session_.check(module_.elapsed(context_, &milliseconds));
  return static_cast<double>(milliseconds);
}

void Run::fetch() {
  for (auto& [name, array] : state_.outputs) {
    progress_.check();
    session_.check(module_.download(context_, array.raw(), outputs_.at(name).data, array.bytes()));
  }
  if (!state_.counters.empty()) {
    std::vector<unsigned long long> events(state_.counters.size());
    session_.check(module_.download(context_, events.data(), counters_, events.size() * sizeof(unsigned long long)));
    for (std::size_t i = 0; auto& [name, counted] : state_.counters) counted += static_cast<std::int64_t>(events[i++]);
  }
  session_.check(module_.check_guards(context_));
}

Block Run::output(const std::string& name) { return wants(name) ? outputs_.at(name) : Block{}; }

unsigned long long* Run::counter(const std::string& name) {
  if (!first_) return nullptr;
  const auto found = state_.counters.find(name);
  OMEGA_ASSERT(found != state_.counters.end());
  return counters_ + std::distance(state_.counters.begin(), found);
}

const ArraySpec& Run::spec(const std::string& name) const {
  const auto found =
      std::find_if(state_.arrays.begin(), state_.arrays.end(), [&](const ArraySpec& a) { return a.name == name; });
  OMEGA_ASSERT(found != state_.arrays.end());
  return *found;
}

/// (row, sample) of a flat row, as the specification reads the axes of an array.
Noise Run::noise_of(const ArraySpec& wanted) const {
  const Index rows = static_cast<Index>(element_count(wanted.shape)) / std::max<Index>(last_axis(wanted.shape), 1);
  Noise noise{};
  noise.seed = state_.stream.seed;
  noise.draw = state_.stream.draw;
  noise.first_head = state_.stream.first_head;
  noise.array = static_cast<std::uint32_t>(wanted.stream);
  noise.heads = heads;
  noise.rows = narrow(rows);
  noise.columns = narrow(last_axis(wanted.shape));
  const bool samples_only = wanted.shape.size() == 2 && wanted.source == Source::normal;
  noise.samples = narrow(wanted.shape.size() == 3 ? wanted.shape[1] : samples_only ? std::max<Index>(rows, 1) : 1);
  return noise;
}

Block Run::normals(const std::string& name) {
  if (given(name)) return array(name);
  Noise noise = noise_of(spec(name));
  Block block = make(noise.rows, noise.columns);
  noise.normals = block.data;
  start(module_.noise, noise);
  return block;
}

Exact Run::uniforms(const std::string& name) {
  Noise noise = noise_of(spec(name));
  const Exact exact = make_exact(noise.rows, noise.columns);
  if (!given(name)) {
    noise.uniforms = exact.data;
    start(module_.noise, noise);
    return exact;
  }
  for (Index h = 0; h < heads; ++h) {
    const Matrix<double> all = host(h).load<double>(name);
    session_.check(module_.upload(context_, exact.data + h * exact.head, all.data(),
                                  static_cast<std::uint64_t>(all.rows() * all.cols()) * sizeof(double)));
  }
  return exact;
}

Block Run::array(const std::string& name) {
  const bool per_head = !given(name) || state_.given.at(name).shape().size() > spec(name).shape.size();
  if (per_head) return put_each([&](const Call<float>& call) { return call.load<float>(name); });
  const Matrix<float> shared = host(0).load<float>(name);
  return put(std::span(&shared, 1));
}

Call<float> Run::host(Index head) const { return {state_, head, {}, {}, {}, progress_}; }

Block Run::make(Index rows, Index cols) { return {make_slices<float>(rows * cols), narrow(rows), narrow(cols)}; }

Block Run::put(std::span<const Matrix<float>> per_head) {
  const Matrix<float>& one = per_head.front();
  const auto count = static_cast<std::uint64_t>(one.rows() * one.cols());
  const Block block{
      {session_.allocate<float>(count * per_head.size()), per_head.size() > 1 ? static_cast<std::int64_t>(count) : 0},
      narrow(one.rows()),
      narrow(one.cols())};
  for (std::size_t h = 0; h < per_head.size(); ++h)
    session_.check(module_.upload(context_, block.data + h * count, per_head[h].data(), count * sizeof(float)));
  return block;
}

Block Run::put_each(const std::function<Matrix<float>(const Call<float>&)>& make) {
  std::vector<Matrix<float>> per_head;
  for (Index h = 0; h < heads; ++h) per_head.push_back(make(host(h)));
  return put(per_head);
}

Whole Run::put(const std::vector<std::int32_t>& shared) {
  const Whole whole{session_.allocate<std::int32_t>(shared.size()), 0};
  session_.check(module_.upload(context_, whole.data, shared.data(), shared.size() * sizeof(std::int32_t)));
  return whole;
}

Block Run::upload(const Array& array, Index rows, Index cols) {
  progress_.check();
  const Array rounded = array.as(Dtype::f32);
  Block block = make(rows, cols);
  session_.check(module_.upload(context_, block.data, rounded.raw(), rounded.bytes()));
  return block;
}

Stored Run::stored(const Array& array, const Block& rounded) {
  if (array.type() == Dtype::f32) return {rounded.data, rounded.head, 0};
  Exact exact = make_exact(rounded.rows, rounded.cols);
  session_.check(module_.upload(context_, exact.data, array.raw(), array.bytes()));
  return {exact.data, exact.head, 1};
}

/// How many parts the columns are cut into, so that few rows still fill `share` of the device, and no block of threads
/// waits for another to end.
int Run::parts_of(const Attend& what, double share) const {
  if (what.sources != 1 || what.windows.block_width > 0) return 1;
  const double blocks = std::ceil(what.rows / static_cast<double>(kTileSide)) * heads *
                        std::max(1.0, std::ceil(what.value_dims / static_cast<double>(kTileSide)));
  const int columns = what.columns[0].count, wanted = static_cast<int>(share * kBlocksAtOnce * processors_ / blocks),
            most = std::clamp(wanted, 1, std::clamp(columns / kColumnsOfPart, 1, kMostParts));
  const auto pieces = [](int whole, int each) { return (whole + each - 1) / each; };
  const int tiles = pieces(columns, kTileSide);
  return std::max(1, pieces(tiles, pieces(tiles, most)));  // parts are whole tiles: no more than get any
}

void Run::cut_into_parts(Attend& what, double share) {
  if (what.parts.sums != nullptr) return;
  what.parts.count = parts_of(what, share);
  if (what.parts.count > 1)
    what.parts.sums = make(static_cast<Index>(what.parts.count) * what.rows, part_width(what.value_dims)).data;
}

void Run::attend_both(Attend one, Attend other) {
  const double both = work_of(one) + work_of(other);
  if (both > processors_ * Device::get().launch_work.plain) {
    attend(one);
    return attend(other);
  }
  cut_into_parts(one, work_of(one) / both);
  cut_into_parts(other, work_of(other) / both);
  start(module_.attend_both, one, other);
}

/// How many multiplications it takes. Every 64 values make the logits anew; what is short is filled up, which stands
/// for the exponentials, too.
double Run::work_of(const Attend& what) const {
  const Windows& w = what.windows;
  const bool windowed = w.block_width > 0, outside = what.all_rows_outside != 0;
  double columns = 0;  // that a row meets
  for (int s = 0; s < what.sources; ++s) columns += what.columns[s].count;
  if (windowed && !outside)
    columns -= std::max(0.0, what.columns[0].count -
                                 (w.block_height + 2.0 * w.overlap_down) * (w.block_width + 2.0 * w.overlap_across));
  const double chunks = std::max(1.0, std::ceil(what.value_dims / static_cast<double>(kTileSide))),
               each = std::max(what.dims, kFewest) * chunks + std::max(what.value_dims, 2 * kFewest);
  return static_cast<double>(what.rows) * (outside ? block_count(w) : 1) * heads * columns * each;
}

/// Pieces begin at even tiles, which a block of threads takes two at a time.
void Run::attend(Attend what) {
  cut_into_parts(what);
  const std::int32_t tiles = row_tiles(what), twos = (tiles + 1) / 2,
                     pieces = pieces_of(work_of(what) / (processors_ * Device::get().launch_work.plain), twos);
  for (std::int32_t piece = 0; piece < pieces; ++piece) {
    what.tiles.first = 2 * begin_of(piece, pieces, twos);
    what.tiles.count = std::min(tiles, 2 * begin_of(piece + 1, pieces, twos)) - what.tiles.first;
    start(module_.attend, what);
    if (pieces > 1) session_.check(module_.synchronise(context_));
  }
}

/// Rows of a head are independent of each other: so many a launch as its work and room for their sums allow.
void Run::draw_keys(DrawKeys what) {
  const double each = std::max(what.dims, kFewest) + kFewest,  // as above; exponentials stand beside them
      work = static_cast<double>(heads) * what.rows * what.keys * each,
               room = static_cast<double>(heads) * what.rows * key_blocks(what.keys) * sizeof(KeyBlock);
  const std::int32_t pieces =
      pieces_of(std::max(work / (processors_ * Device::get().launch_work.exact), room / kMostRoomForDraws), what.rows);
  what.blocks = session_.allocate<KeyBlock>(static_cast<std::uint64_t>(heads) *
                                            static_cast<std::uint64_t>((what.rows + pieces - 1) / pieces) *
                                            static_cast<std::uint64_t>(key_blocks(what.keys)));
  const std::int32_t rows = what.rows;
  const auto* x = static_cast<const char*>(what.x.data);
  const std::int64_t x_row =
      std::int64_t{what.dims} * static_cast<std::int64_t>(what.x.is_double != 0 ? sizeof(double) : sizeof(float));
  double* u = what.u.data;
  std::int32_t* chosen = what.chosen.data;
  for (std::int32_t piece = 0; piece < pieces; ++piece) {
    const std::int32_t first = begin_of(piece, pieces, rows);
    what.rows = begin_of(piece + 1, pieces, rows) - first;
    what.x.data = x + first * x_row;
    what.u.data = u + std::int64_t{first} * what.samples;
    what.chosen.data = chosen + std::int64_t{first} * what.samples;
    start(module_.draw_keys, what);
    if (pieces == 1) continue;
    session_.check(module_.synchronise(context_));
    progress_.report(0.9 * (piece + 1) / pieces);  // f(ω) is left
  }
}

Block Run::product(Block a, Block b, double factor, bool transposed, Block row_bias, Block column_bias) {
  Block out = make(a.rows, transposed ? b.rows : b.cols);
  Product what{};
  what.rows = out.rows, what.inner = a.cols, what.columns = out.cols;
  what.a = {a.data, a.head, a.cols, 1};
  what.b = {b.data, b.head, transposed ? 1 : b.cols, transposed ? b.cols : 1};
  what.row_bias = {row_bias.data, row_bias.head, 1, 0};
  what.column_bias = {column_bias.data, column_bias.head, 0, 1};
  what.factor = static_cast<float>(factor);
  what.out = {out.data, out.head, out.cols, 1};
  start(module_.product, what);
  return out;
}

void Run::combine(float a, Block x, float b, Block y_, float c, Block out) {
  const Combine what{heads, std::int64_t{out.rows} * out.cols, x, y_, a, b, c, out};
  start(module_.combine, what);
}

void Run::inverse(Block x, int steps, Block z) { start(module_.inverse, Inverse{heads, x.rows, steps, x, z}); }

void Run::rows(RowOperation what, Block x, Block out) {
  what.rows = x.rows;
  what.columns = x.cols;
  what.x = x;
  what.out = out;
  start(module_.rows, what);
}

Block Run::norms(Block x, double factor, double constant) {
  const Block norms = make(1, x.rows);
  rows({.op = kHalfNorm, .a = static_cast<float>(factor), .b = static_cast<float>(constant)}, x, norms);
  return norms;
}

Block Run::identity(Index size) {
  const Block square{
      {session_.allocate<float>(static_cast<std::uint64_t>(size * size)), 0}, narrow(size), narrow(size)};
  start_once(module_.rows, RowOperation{.op = kIdentity,
                                        .heads = 1,
                                        .rows = square.rows,
                                        .columns = square.cols,
                                        .x = square,
                                        .a = 1,
                                        .out = square});
  return square;
}

Segments Run::put_segments(const std::vector<Runs>& segments) {
  std::vector<std::int32_t> numbers = {0}, runs;
  for (const Runs& segment : segments) {
    for (const Range run : segment) {
      runs.push_back(narrow(run.begin));
      runs.push_back(narrow(run.end));
    }
    numbers.push_back(static_cast<std::int32_t>(runs.size() / 2));
  }
  const auto starts = static_cast<std::ptrdiff_t>(numbers.size());
  numbers.insert(numbers.end(), runs.begin(), runs.end());  // one copy for both
  const std::int32_t* data = put(numbers).data;
  return {data, data + starts, narrow(static_cast<Index>(segments.size()))};
}

void Run::prepare(Prepare what) {
  if (what.factor == 0) what.factor = std::sqrt(scale);
  start(module_.prepare, what);
}

void Run::add_noise(Prepare& what, const std::string& name) {
  if (given(name))
    what.eps = array(name);
  else
    what.noise = noise_of(spec(name));
}

Block Run::segment_means(Block x, const Segments& segments, double factor) {
  Block means = make(segments.count, x.cols);
  Prepare what{};
  what.dims = x.cols;
  what.segments = means.rows;
  what.factor = factor;
  what.queries = means_of(x, segments, 1);
  what.queries.out = means;
  prepare(what);
  return means;
}

Attend attention_of(Block x, const AttendColumns& columns, Block out, Block log_sum) {
  Attend what{};
  what.rows = x.rows;
  what.dims = x.cols;
  what.value_dims = out.cols;
  what.x = x;
  what.columns[0] = columns;
  what.sources = 1;
  what.normalised = 1;
  what.out_factor = 1;
  what.out = out;
  what.log_sum = log_sum;
  return what;
}

AttendColumns columns_of(Block points, double factor, Block bias, Block values) {
  AttendColumns columns{};
  columns.points = points;
  columns.factor = static_cast<float>(factor);
  columns.count = points.rows;
  columns.bias = bias;
  columns.values = values;
  return columns;
}

AttendColumns logit_columns(Block logits, double factor, Block bias, Block values) {
  AttendColumns columns = columns_of({}, factor, bias, values);
  columns.count = logits.cols;
  columns.logits = logits;
  columns.logits_row = logits.cols;
  columns.logits_column = 1;
  return columns;
}

SegmentMeans means_of(Block x, const Segments& segments, double share) {
  SegmentMeans what{};
  what.x = x;
  what.starts = segments.starts;
  what.runs = segments.runs;
  what.share = share;
  return what;
}

}  // namespace omega::cuda
