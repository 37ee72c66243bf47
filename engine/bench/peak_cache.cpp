#include "bench/peak_cache.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/machine.h"
#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"

namespace omega {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Peaks& p) {
  Json bandwidths = Json::array();
  for (const Bandwidth& b : p.bandwidths) bandwidths.push_back({b.working_set, b.bytes});
  return {{"threads", p.threads},     {"flops", p.flops},
          {"exps", p.exps},           {"sincos", p.sincos},
          {"bandwidths", bandwidths}, {"others_cpus", p.others_cpus ? Json(*p.others_cpus) : Json()}};
}

double positive(const Json& value) {
  const auto number = value.get<double>();
  if (!std::isfinite(number) || number <= 0) throw Error::failure("a peak is not above 0");
  return number;
}

/// Throws where anything is missing or not a number: the file may have been written by somebody else, so nothing in it
/// is taken on trust.
Peaks peaks_of(const Json& json) {
  Peaks p;
  p.threads = json.at("threads").get<int>();
  p.flops = positive(json.at("flops"));
  p.exps = positive(json.at("exps"));
  p.sincos = positive(json.at("sincos"));
  for (const Json& b : json.at("bandwidths")) {
    p.bandwidths.push_back({positive(b.at(0)), positive(b.at(1))});
    if (p.bandwidths.size() > 1 && p.bandwidths.rbegin()[1].working_set >= p.bandwidths.back().working_set)
      throw Error::failure("its working sets do not grow");
  }
  if (p.bandwidths.empty() || p.threads < 1) throw Error::failure("it has no bandwidths or no threads");
  if (const Json& others = json.at("others_cpus"); !others.is_null()) p.others_cpus = others.get<double>();
  return p;
}

PeakOwner owner_of(const Json& json) {
  return {json.at("processor").get<std::string>(), json.at("instructions").get<std::string>(),
          json.at("version").get<std::string>()};
}

}  // namespace

std::filesystem::path default_peak_file() {
  const auto folder = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  std::filesystem::path cache = folder("XDG_CACHE_HOME");
  if (!cache.is_absolute())
    cache = folder("HOME").empty() ? "" : folder("HOME") / ".cache";  // relative ones are to be ignored
  return cache.empty() ? cache : cache / "omegascope" / "peaks.json";
}

PeakCache::PeakCache(std::filesystem::path file, PeakOwner owner, Measure measure)
    : file_(std::move(file)), owner_(std::move(owner)), measure_(std::move(measure)), others_("[]") {
  load();
}

void PeakCache::note(const std::string& sentence) {
  if (!is_among(notes_, sentence)) notes_.push_back(sentence);
}

/// Whoever reads a floor that may be too high is told every time.
void PeakCache::note_others(const Peaks& peaks) {
  const double others = std::round(peaks.others_cpus.value_or(0) * 10) / 10;
  if (peaks.others_cpus.value_or(0) > kQuietCpus)
    note("other programs were using " + number_text(others) + (others == 1 ? " CPU" : " CPUs") +
         " while the peaks of " + count_text(peaks.threads, "thread") +
         " were measured, so floors may be too high: `omega bench --peaks` on a quiet machine measures them again");
}

void PeakCache::load() {
  std::ifstream in(file_);
  if (!in) return;  // none yet
  try {
    Json others = Json::array();
    std::vector<Peaks> found;
    const Json file = Json::parse(in);
    for (const Json& machine : file.at("machines")) {
      if (owner_of(machine) != owner_) {
        others.push_back(machine);
        continue;
      }
      for (const Json& peaks : machine.at("peaks")) found.push_back(peaks_of(peaks));
    }
    others_ = others.dump();
    peaks_ = std::move(found);
  } catch (const std::exception&) {
    note("the peaks kept in " + file_.string() +
         " cannot be read, so they are measured again and the file is written anew");
  }
}

void PeakCache::save() {
  if (file_.empty()) return note("the peaks cannot be kept: neither XDG_CACHE_HOME nor HOME names a folder");
  Json machines = Json::parse(others_);
  Json own = Json::array();
  for (const Peaks& peaks : peaks_) own.push_back(to_json(peaks));
  machines.push_back({{"processor", owner_.processor},
                      {"instructions", owner_.instructions},
                      {"version", owner_.version},
                      {"peaks", own}});
  try {
    make_folder(file_.parent_path());
    write_file(file_, Json{{"machines", machines}}.dump(1) + "\n");
  } catch (const std::exception& error) {
    note(std::string("the peaks cannot be kept and will be measured again next time: ") + error.what());
  }
}

const Peaks& PeakCache::of(int threads) {
  const auto found = std::find_if(peaks_.begin(), peaks_.end(), [&](const Peaks& p) { return p.threads == threads; });
  if (found == peaks_.end()) return again(threads);
  note_others(*found);
  return *found;
}

const Peaks& PeakCache::again(int threads) {
  std::erase_if(peaks_, [&](const Peaks& p) { return p.threads == threads; });
  peaks_.push_back(measure_(threads));
  note("the peaks of this machine on " + count_text(threads, "thread") + " were measured now");
  note_others(peaks_.back());
  save();
  return peaks_.back();
}

}  // namespace omega
