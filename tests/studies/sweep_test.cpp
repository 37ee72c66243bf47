// The sweep and its files: rows are the same however they come about, and none is lost.
#include "studies/sweep.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <thread>

#include "core/philox.h"
#include "io/npz.h"
#include "studies/assets.h"
#include "studies/study_runs.h"

using namespace omega;
using namespace omega::studies;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

std::vector<Json> rows_in(const std::filesystem::path& folder) { return values_of(open_study({folder}).rows); }

Arrays numbers(const Shape& shape) {
  Arrays all;
  std::uint32_t stream = 0;
  for (const char* name : {"Q", "K", "V"}) {
    Index count = 1;
    for (const Index extent : shape) count *= extent;
    std::vector<float> values(static_cast<std::size_t>(count));
    draw_normals({7, 7, stream++, 0, 0}, values.data(), count);
    all.emplace(name, Array::from(values, shape));
  }
  return all;
}

StudyDefinition on_file(const std::string& study, const std::filesystem::path& file) {
  for (const StudyAsset& asset : study_assets())
    if (asset.name == study)
      return read_study(study + ".json", std::string(asset.text), "toy", {"", file.string(), {}});
  throw Error::failure("no built-in study " + study);
}

/// Writes rows of which those of some points could not be measured.
void fail_into(const std::filesystem::path& folder, const StudyDefinition& study, std::vector<Json> rows,
               const std::function<bool(Index)>& fails) {
  prepare_folder(folder, study);
  RowWriter writer(rows_file(folder, {}), study);
  for (Json& row : rows) {
    if (fails(row.at("point").get<Index>())) {
      row.erase("values");
      row["problem"] = "not today";
    }
    writer.add(row);
  }
}

}  // namespace

TEST_CASE("a sweep that was stopped goes on to the rows of an unbroken one", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  run_into(folder / "broken", study, {}, 4);
  CHECK(open_study({folder / "broken"}).rows.size() == 4);
  run_into(folder / "broken", study);
  CHECK(rows_in(folder / "broken") == rows_in(folder / "whole"));
  CHECK(rows_in(folder / "whole").size() == study.rows());
}

TEST_CASE("half a row is dropped and measured again", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  run_into(folder / "cut", study);
  const auto file = rows_file(folder / "cut", {});
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 20);
  CHECK(read_row_file(file).has_half_row);
  CHECK(open_study({folder / "cut"}).rows.size() == study.rows() - 1);
  run_into(folder / "cut", study);
  CHECK_FALSE(read_row_file(file).has_half_row);
  CHECK(rows_in(folder / "cut") == rows_in(folder / "whole"));
}

TEST_CASE("shards together are the whole, and merging them again changes nothing", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  for (const Index k : {3, 1, 2}) run_into(folder / "parts", study, {k, 3});
  CHECK(rows_in(folder / "parts") == rows_in(folder / "whole"));
  merge_studies({folder / "parts"}, folder / "merged");
  const std::string once = bytes_of(rows_file(folder / "merged", {}));
  CHECK(rows_in(folder / "merged") == rows_in(folder / "whole"));
  merge_studies({folder / "merged", folder / "parts"}, folder / "merged");
  CHECK(bytes_of(rows_file(folder / "merged", {})) == once);
}

TEST_CASE("merging a part into a whole leaves the whole", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  run_into(folder / "part", study, {1, 2});
  const std::string before = bytes_of(rows_file(folder / "whole", {}));
  CHECK(merge_studies({folder / "part"}, folder / "whole").rows.size() == study.rows());
  CHECK(bytes_of(rows_file(folder / "whole", {})) == before);
}

TEST_CASE("a file that a run writes is not merged into", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "part", study, {1, 2});
  prepare_folder(folder / "busy", study);
  {
    RowWriter run(rows_file(folder / "busy", {}), study);
    CHECK_THROWS_WITH(merge_studies({folder / "part"}, folder / "busy"), Catch::Contains("another run"));
    run.add(open_study({folder / "part"}).rows.back());
  }
  CHECK(open_study({folder / "busy"}).rows.size() == 1);
  merge_studies({folder / "part"}, folder / "busy");
  CHECK(rows_in(folder / "busy") == rows_in(folder / "part"));
}

TEST_CASE("overlapping shards count once", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  for (const Index k : {1, 2}) run_into(folder / "a", study, {k, 2});
  run_into(folder / "b", study, {1, 3});
  const StudyFolder merged = open_study({folder / "a", folder / "b"});
  CHECK(merged.rows.size() == study.rows());
  CHECK(merged.repeated == (study.rows() + 2) / 3);
}

TEST_CASE("the folder of another study is refused", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "here", study, {}, 1);
  CHECK_THROWS_WITH(prepare_folder(folder / "here", built_in("convergence", "small")),
                    Contains("another study (convergence, size toy"));
  CHECK_THROWS_WITH(open_study({folder / "nowhere"}), Contains("there is no folder"));
  std::ofstream(rows_file(folder / "here", {}), std::ios::app) << "what\n";
  CHECK_THROWS_WITH(open_study({folder / "here"}), Contains("line 3: this is no row of a study"));
  run_into(folder / "there", study, {}, 1);
  std::ofstream(rows_file(folder / "there", {}), std::ios::app) << "{\"point\": 1, \"seed\": \"one\"}\n";
  CHECK_THROWS_WITH(open_study({folder / "there"}), Contains("line 3: this is no row of a study"));
}

TEST_CASE("two runs cannot write to one file", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  prepare_folder(folder / "here", study);
  const RowWriter first(rows_file(folder / "here", {}), study);
  CHECK_THROWS_WITH(RowWriter(rows_file(folder / "here", {}), study), Contains("being written by another run"));
}

TEST_CASE("a full disk loses no row", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "here", study, {}, 3);
  const std::string before = bytes_of(rows_file(folder / "here", {}));
  // A file that may not grow beyond some bytes fails in the middle of a row, as a disk does when it is full.
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{before.size() + 50, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  CHECK_THROWS_WITH(run_into(folder / "here", study),
                    Contains("cannot be written") && Contains("the rows before are safe"));
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, was);
  CHECK(bytes_of(rows_file(folder / "here", {})) == before);
  run_into(folder / "here", study);
  CHECK(open_study({folder / "here"}).rows.size() == study.rows());
}

TEST_CASE("a row that could not be measured is tried again, and the measured one counts", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  fail_into(folder / "here", study, open_study({folder / "whole"}).rows, [](Index point) { return point == 1; });
  CHECK(summarise(study, open_study({folder / "here"}).rows).figure.missing.size() == 1);
  run_into(folder / "here", study);
  const StudyFolder again = open_study({folder / "here"});
  CHECK(values_of(again.rows) == rows_in(folder / "whole"));
  CHECK(again.repeated == 0);
  merge_studies({folder / "here"}, folder / "here");
  CHECK(rows_in(folder / "here") == rows_in(folder / "whole"));
}

TEST_CASE("rows that fail again stand in the file once, however often they are merged", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  fail_into(folder / "here", study, open_study({folder / "whole"}).rows, [](Index) { return true; });
  const auto before = bytes_of(rows_file(folder / "here", {}));
  CHECK(merge_studies({folder / "here"}, folder / "here").rows.size() == study.rows());
  CHECK(bytes_of(rows_file(folder / "here", {})) == before);
}

TEST_CASE("a folder that is removed while its rows are measured ends the run", "[studies][bad_luck]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  prepare_folder(folder / "here", study);
  RowWriter writer(rows_file(folder / "here", {}), study);
  const auto rows = open_study({folder / "whole"}).rows;
  writer.add(rows.front());
  std::filesystem::remove_all(folder / "here");
  CHECK_THROWS_WITH(writer.add(rows.back()), Contains("was removed while its rows were measured"));
}

TEST_CASE("a study in double precision holds what single does not, and says which it is", "[studies]") {
  const Folder folder;
  const Array far = Array::from(std::vector<double>{1e20, 0, 0, 1e20}, {2, 2}),
              near = Array::from(std::vector<double>{1, 2, 3, 4}, {2, 2});
  write_npz(folder / "far.npz", {{"q", far}, {"k", far}, {"v", near}}, "{}");
  const std::string text = R"({"format": 1, "name": "far", "title": "Far",
    "blocks": [{"method": "linformer", "measure": "error", "series": "linformer", "input": {"file": ")" +
                           (folder / "far.npz").string() + R"("}, "options": {"projected": 1}}],
    "panels": [{"name": "mse", "kind": "categories", "y": "mse"}]})";
  const StudyDefinition single = read_study("far.json", text, "toy"),
                        twice = read_study("far.json", text, "toy", {}, Precision::f64);
  CHECK(single.id != twice.id);
  run_into(folder / "single", single);
  CHECK_THAT(open_study({folder / "single"}).rows.front().value("problem", ""), Contains("--precision f64"));
  run_into(folder / "twice", twice);
  const StudyFolder found = open_study({folder / "twice"});
  CHECK(found.study.precision == Precision::f64);
  CHECK(found.rows.front().at("values").contains("mse"));
  CHECK_THAT(summarise(found.study, found.rows).figure.caption, Contains("double precision"));
  CHECK_THROWS_WITH(run_into(folder / "single", twice), Contains("this study at --precision f32, not f64"));
  CHECK_THROWS_WITH(built_in("sparsity", "toy", Precision::f64), Contains("follows --precision"));
}

TEST_CASE("a path that rows cannot keep is refused", "[studies][bad_input]") {
  CHECK_THROWS_WITH(read_study("a.json", std::string(study_assets().front().text), "toy", {"", "b\xff.npz", {}}),
                    Contains("b\\xff.npz") && Contains("is not UTF-8"));
}

TEST_CASE("a paused sweep waits, and goes on or stops", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  prepare_folder(folder / "here", study);
  Pause pause;
  std::stop_source stop;
  std::atomic<std::size_t> rows{0};
  bool cancelled = false;
  std::thread sweep([&] {
    RowWriter writer(rows_file(folder / "here", {}), study);
    SweepWatch watch;
    watch.stop = stop.get_token();
    watch.pause = &pause;
    watch.row = [&](const Json&) {
      if (++rows == 2 || rows == 4) pause.set(true);  // from within, so that no row comes between
    };
    try {
      run_sweep(study, {}, 1, writer, watch);
    } catch (const Cancelled&) {
      cancelled = true;
    }
  });
  const auto wait_for = [&](std::size_t count) {
    while (rows < count || !pause.is_set()) std::this_thread::yield();
  };
  wait_for(2);
  CHECK(rows == 2);
  pause.set(false);
  wait_for(4);
  CHECK(rows == 4);
  stop.request_stop();
  sweep.join();
  CHECK(cancelled);
  CHECK(rows == 4);
}

TEST_CASE("progress counts up to the number of rows, with those that were there; what is left goes by the speed so far",
          "[studies]") {
  using Clock = std::chrono::steady_clock;
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "here", study, {}, 5);
  RowWriter writer(rows_file(folder / "here", {}), study);
  SweepWatch watch;
  double fraction = 0, found = 0;
  std::size_t done = 0, told = 0;
  const auto before = Clock::now();
  std::optional<Clock::time_point> first, latest;
  const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
  watch.state = [&](const SweepState& state) {
    CHECK(state.fraction >= fraction);
    CHECK(state.rows == study.rows());
    fraction = state.fraction;
    done = state.done;
    CHECK((state.seconds_left || told == 0));
    if (state.seconds_left) {
      // The time so far is at least what passed between two calls, and at most what passed since before the sweep.
      const double per_second = (1 - fraction) / (fraction - found);
      CHECK(*state.seconds_left >= per_second * seconds(*latest - *first) * (1 - 1e-9));
      CHECK(*state.seconds_left <= per_second * seconds(Clock::now() - before) * (1 + 1e-9));
      ++told;
    } else {
      found = fraction;  // what was there already says nothing of the speed
    }
    latest = Clock::now();
    if (!first) first = latest;
  };
  run_sweep(study, {}, 1, writer, watch);
  CHECK(done == study.rows());
  CHECK(told >= study.rows() - 5);
  CHECK(found > 0);
  CHECK(fraction == Approx(1));
}

TEST_CASE("rows are those of a study only while it asks the same of every point and seed", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "here", study);
  const RowFile file = read_rows(bytes_of(rows_file(folder / "here", {})), "rows");
  REQUIRE(file.rows.size() == study.rows());
  CHECK(are_rows_of(study, file.rows));
  CHECK_FALSE(are_rows_of(built_in("convergence", "small"), file.rows));
  std::vector<Json> rows = file.rows;
  rows.pop_back();
  CHECK_FALSE(are_rows_of(study, rows));
  rows.push_back(file.rows.front());
  CHECK_FALSE(are_rows_of(study, rows));  // as many, but one twice
  for (const char* part : {"series", "method", "input", "options", "x"}) {
    INFO(part);
    rows = file.rows;
    REQUIRE(rows.front().contains(part));
    rows.front()[part] = "another";
    CHECK_FALSE(are_rows_of(study, rows));
    rows.front().erase(part);
    CHECK_FALSE(are_rows_of(study, rows));
  }
}

TEST_CASE("points that ask for more parts than there are tokens are gaps, and built-in studies have none",
          "[studies]") {
  const Folder folder;
  write_npz(folder / "short.npz", numbers({6, 4}), "");
  const std::string text = R"({"format": 1, "name": "short", "title": "Short", "draws": 2, "blocks": [
      {"name": "lara", "method": "lara", "x": "landmarks", "input": {"file": ")" +
                           (folder / "short.npz").string() + R"("}, "options": {"landmarks": [4, 6, 7, 1048576]}},
      {"name": "eva", "method": "eva", "x": "groups", "input": {"file": ")" +
                           (folder / "short.npz").string() + R"("}, "options": {"window": 2, "groups": [6, 7]}},
      {"name": "free", "method": "lara", "x": "landmarks", "input": {"file": ")" +
                           (folder / "short.npz").string() +
                           R"("}, "options": {"proposals": "standard", "landmarks": [4, 9]}}],
    "panels": [{"name": "mse", "y": "mse", "fit_from": 1}]})";
  const StudyDefinition study = read_study("short.json", text, "toy");
  run_into(folder / "here", study);
  std::vector<Index> gaps;
  for (const Json& row : open_study({folder / "here"}).rows)
    if (has_failed(row)) {
      gaps.push_back(row.at("point").get<Index>());
      CHECK_THAT(row.at("problem").get<std::string>(), Contains("more parts than 6 tokens have"));
    }
  CHECK(gaps == std::vector<Index>{2, 3, 5});
}

TEST_CASE("rows about a file are the same wherever it lies, and can be drawn without it", "[studies]") {
  const Folder folder;
  std::filesystem::create_directories(folder / "other");
  for (const char* place : {"model.npz", "other/model.npz"}) write_npz(folder / place, numbers({3, 6, 4}), "");
  StudyDefinition here = on_file("heads", folder / "model.npz"), there = on_file("heads", folder / "other/model.npz");
  look_at_files(here);
  look_at_files(there);
  REQUIRE(here.id != there.id);
  run_into(folder / "rows", here, {1, 2});
  run_into(folder / "rows", there, {2, 2});
  std::filesystem::remove(folder / "model.npz");
  const StudyFolder found = open_study({folder / "rows"});
  CHECK(found.rows.size() == here.rows());
  CHECK(found.study.points.size() == here.points.size());
  CHECK(summarise(found.study, found.rows).problems == 0);
  CHECK(merge_studies({folder / "rows"}, folder / "merged").rows.size() == here.rows());
  // Other numbers under the same name are another sequence.
  write_npz(folder / "model.npz", numbers({3, 6, 5}), "");
  StudyDefinition changed = on_file("heads", folder / "model.npz");
  look_at_files(changed);
  CHECK_THROWS_WITH(prepare_folder(folder / "rows", changed), Contains("choose another folder"));
}

TEST_CASE("a file that changes while its study runs is measured as it was, or the run ends", "[studies][bad_luck]") {
  const Folder folder;
  const std::filesystem::path file = folder / "live.npz", whole = folder / "whole", here = folder / "here";
  const auto write_first = [&] { write_npz(file, numbers({2, 8, 4}), ""); };
  write_first();
  Arrays others = numbers({2, 8, 4});
  SECTION("as one of another shape") { others = numbers({2, 12, 4}); }
  SECTION("as one of the same shape") { std::swap(others.at("Q"), others.at("K")); }
  SECTION("as one with another array beside") { others.emplace("beside", others.at("V")); }
  const auto study_of = [&](const std::string& heads) {
    StudyDefinition study = read_study(
        "live.json",
        R"({"format": 1, "name": "live", "title": "Live", "seeds": 3, "draws": 2, "blocks": [{"method": "rfa",
          "x": "samples", "input": {"file": ")" +
            file.string() + R"(", "head": )" + heads +
            R"(}, "options": {"samples": [4, 8]}}], "panels": [{"name": "mse", "y": "mse"}]})",
        "toy");
    look_at_files(study);
    return study;
  };
  const auto run_and_change = [&](const StudyDefinition& study) {
    prepare_folder(here, study);
    RowWriter writer(rows_file(here, {}), study, Shard{});
    SweepWatch watch;
    watch.row = [&](const Json&) { write_npz(file, others, ""); };
    run_sweep(study, {}, 1, writer, watch);
  };
  const StudyDefinition one = study_of("1"), two = study_of("[0, 1]");
  run_into(whole, one);
  run_and_change(one);  // no other sequence comes between its seeds
  CHECK(rows_in(here) == rows_in(whole));
  for (const auto& done : {whole, here}) std::filesystem::remove_all(done);
  write_first();
  run_into(whole, two);
  try {
    run_and_change(two);
    FAIL("rows of two files");
  } catch (const Error& error) {
    CHECK(error.kind() == Error::Kind::failure);
    CHECK_THAT(error.what(), Contains("live.npz") && Contains("has changed since this study began") &&
                                 Contains("put that file back"));
  }
  const auto kept = open_study({here}).rows;
  CHECK(!kept.empty());
  CHECK(kept.size() < two.rows());
  CHECK_THROWS_WITH(prepare_folder(here, study_of("[0, 1]")), Contains("its input file has changed since"));
  write_first();
  run_into(here, two);
  CHECK(rows_in(here) == rows_in(whole));
}

TEST_CASE("what stands in another file of the folder is not measured again", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("convergence", "toy");
  run_into(folder / "whole", study);
  run_into(folder / "here", study, {1, 2});
  const auto before = bytes_of(rows_file(folder / "here", {1, 2}));
  prepare_folder(folder / "here", study);
  {
    RowWriter rest(rows_file(folder / "here", {}), study, Shard{});
    CHECK(rest.found().size() == (study.rows() + 1) / 2);
    CHECK(estimated_seconds(study, {}, 1, rest.found()) < estimated_seconds(study, {}, 1));
    std::size_t measured = 0;
    SweepWatch watch;
    watch.row = [&](const Json&) { ++measured; };
    run_sweep(study, {}, 1, rest, watch);
    CHECK(measured == study.rows() / 2);
  }
  CHECK(bytes_of(rows_file(folder / "here", {1, 2})) == before);
  const StudyFolder found = open_study({folder / "here"});
  CHECK(values_of(found.rows) == rows_in(folder / "whole"));
  CHECK(found.repeated == 0);
}

TEST_CASE("a line of rows whose parts are of another kind is refused", "[studies][bad_input]") {
  const std::string header = R"({"omega_study": 1, "size": "toy", "id": "x", "input": {"options": {}}})";
  CHECK_NOTHROW(read_rows(header + "\n", "rows"));
  for (const char* part : {"name", "size", "id", "data", "input", "said", "precision"}) {
    Json bad = Json::parse(header);
    bad[part] = 7;
    INFO(part);
    CHECK_THROWS_WITH(read_rows(bad.dump() + "\n", "rows"), Contains("line 1: this is no file of rows of a study"));
  }
  for (const char* row :
       {R"({"point": 0, "seed": 0, "problem": 7})", R"({"point": 0, "seed": 0, "values": 7})",
        R"({"point": 0, "seed": 0, "values": {"draws": "x"}})", R"({"point": 0, "seed": 0, "values": {"mse": "x"}})",
        R"({"point": 0, "seed": 0, "series": 7, "values": {}})"}) {
    INFO(row);
    CHECK_THROWS_WITH(read_rows(header + "\n" + row + "\n", "rows"), Contains("line 2: this is no row of a study"));
  }
}
