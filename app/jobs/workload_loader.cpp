#include "jobs/workload_loader.h"

#include <cmath>

#include "core/error.h"
#include "io/reader.h"
#include "synthetic/synthetic.h"

namespace omegascope {

namespace {

struct Source {
  std::shared_ptr<const omega::Sequence> sequence;
  std::shared_ptr<const FileFacts> facts;
  omega::Arrays given;
};

Source read(const Workload& workload) {
  if (workload.file.empty()) {
    const omega::Options::Given options(workload.presetOptions.begin(), workload.presetOptions.end());
    return {omega::make_synthetic(workload.preset, options, workload.presetSeed), nullptr, {}};
  }
  const omega::InputFile file = omega::InputFile::open(workload.file);
  omega::Loaded loaded = omega::load_sequence(file, readOptionsOf(workload.fileOptions));
  auto facts = std::make_shared<FileFacts>();
  facts->options = omega::reader_for(file).options;
  facts->said = std::move(loaded.contents.said);
  return {std::move(loaded.sequence), std::move(facts), std::move(loaded.contents.others)};
}

void put(omega::Array& array, omega::Index flat, double value) {
  if (array.type() == omega::Dtype::f32)
    array.data<float>()[flat] = static_cast<float>(value);
  else
    array.data<double>()[flat] = value;
}

omega::Array copyOf(const omega::Array& array) {
  omega::Array copy(array.type(), array.shape());
  std::copy_n(array.raw(), array.bytes(), copy.raw());
  return copy;
}

/// Positions are scaled coordinates (x·√τ with the default τ = 1/√D); the sequence holds x.
std::shared_ptr<const omega::Sequence> withMoved(const omega::Sequence& original, const std::vector<MovedToken>& moved) {
  auto sequence = std::make_shared<omega::Sequence>(original);
  sequence->q = copyOf(original.q);
  sequence->k = copyOf(original.k);
  const omega::Sizes& sizes = original.sizes;
  const double unscale = std::pow(static_cast<double>(sizes.D), 0.25);
  for (const MovedToken& token : moved) {
    const bool query = token.kind == MovedToken::Kind::query;
    const omega::Index count = query ? sizes.N : sizes.M;
    if (token.head < 0 || token.head >= sizes.heads || token.index < 0 || token.index >= count || static_cast<omega::Index>(token.position.size()) != sizes.D)
      throw omega::Error::input("a moved token (head " + std::to_string(token.head) + ", index " + std::to_string(token.index) + ") does not fit this sequence");
    for (omega::Index d = 0; d < sizes.D; ++d)
      put(query ? sequence->q : sequence->k, (token.head * count + token.index) * sizes.D + d, token.position[static_cast<std::size_t>(d)] * unscale);
  }
  return sequence;
}

}  // namespace

omega::ReadOptions readOptionsOf(const OptionTexts& texts) {
  omega::ReadOptions options;
  for (const auto& [name, value] : texts) options.set(name, value);
  return options;
}

std::shared_ptr<const omega::Sequence> WorkloadLoader::load(const Workload& workload) {
  if (m_sequence && workload == m_last) return m_sequence;
  Workload source = workload;
  source.moved.clear();
  if (!m_original || source != m_source) {
    Source fresh = read(source);
    m_original = std::move(fresh.sequence);
    m_facts = std::move(fresh.facts);
    m_given = std::move(fresh.given);
    m_source = source;
  }
  m_sequence = workload.moved.empty() ? m_original : withMoved(*m_original, workload.moved);
  m_last = workload;
  return m_sequence;
}

}  // namespace omegascope
