#include "jobs/workload_loader.h"

#include "core/text.h"
#include "io/attention_names.h"
#include "io/reader.h"
#include "model/token_moves.h"
#include "model/window_words.h"
#include "synthetic/synthetic.h"

namespace omegascope {

namespace {

struct Source {
  std::shared_ptr<const omega::Sequence> sequence;
  std::shared_ptr<FileFacts> facts;
  omega::Arrays given;
};

Source read(const Workload& workload) {
  if (workload.file.empty())
    return {omega::make_synthetic(workload.preset, givenOf(workload.presetOptions), workload.presetSeed), nullptr, {}};
  const omega::InputFile file = omega::InputFile::open(workload.file);
  const omega::ReadOptions options = readOptionsOf(workload.fileOptions);
  omega::Loaded loaded = omega::load_sequence(file, options);
  auto facts = std::make_shared<FileFacts>();
  facts->options = omega::reader_for(file).options;
  std::erase_if(facts->options, [&](const auto& name) { return omega::is_among(loaded.contents.idle, name); });
  facts->layers = omega::layers_there(loaded.contents.entries, options);
  facts->picture = std::move(loaded.contents.thumbnails);
  for (const std::string& sentence : loaded.contents.said) facts->said.push_back(windowWords(sentence));
  return {std::move(loaded.sequence), std::move(facts), std::move(loaded.contents.others)};
}

}  // namespace

omega::ReadOptions readOptionsOf(const OptionTexts& texts) {
  omega::ReadOptions options;
  for (const auto& [name, value] : texts) options.set(name, value);
  return options;
}

std::shared_ptr<const omega::Sequence> WorkloadLoader::load(const Workload& workload) {
  const omega::FileMark mark = omega::mark_of(workload.file);
  const bool isRewritten = mark != omega::FileMark() && mark != m_mark;  // what went away stays as it was read
  if (m_sequence && workload == m_last && !isRewritten) return m_sequence;
  Workload source = workload;
  source.moved.clear();
  if (!m_original || source != m_source || isRewritten) {
    Source fresh = read(source);
    m_sequence.reset();  // it was made of what goes now: where a move is refused, nothing is left of it
    m_original = std::move(fresh.sequence);
    if (fresh.facts) fresh.facts->mark = mark;
    m_facts = std::move(fresh.facts);
    m_given = std::move(fresh.given);
    m_source = source;
    m_mark = mark;
  }
  std::vector<MovedToken> moved = workload.moved;
  std::erase_if(moved, [this](const MovedToken& token) { return !fits(token, m_original->sizes); });
  m_sequence = moved.empty() ? m_original : omega::with_moved(*m_original, movesOf(moved));
  m_last = workload;
  return m_sequence;
}

}  // namespace omegascope
