// OneWriter: one at a time, who it is in a sentence, and nobody hindered by what a killed process or a dead computer
// left.
#include "io/one_writer.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "support/folder.h"

using namespace omega;
using namespace omega::test;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

struct Place {
  Folder folder;
  fs::path what = folder.path() / "thing", lock = folder.path() / "thing.lock";

  void take() const { const OneWriter one(lock, what); }
  std::string words() const { return bytes_of(lock); }
  void write(const std::string& text) const { std::ofstream(lock, std::ios::binary) << text; }
  /// What one leaves behind that is killed, here or on a computer that carried on elsewhere.
  void leave(const std::string& boot = "") const {
    nlohmann::json holder;
    {
      const OneWriter one(lock, what);
      holder = nlohmann::json::parse(words());
    }
    if (!boot.empty()) {
      holder["boot"] = boot;
      holder["computer"] = "elsewhere";
    }
    write(holder.dump());
  }
  void age(std::chrono::seconds by) const { fs::last_write_time(lock, fs::file_time_type::clock::now() - by); }
};

}  // namespace

TEST_CASE("one writer at a time; another is told who it is", "[unit]") {
  const Place place;
  {
    const OneWriter first(place.lock, place.what);
    CHECK_NOTHROW(first.check());
    CHECK_THROWS_WITH(place.take(),
                      Contains("thing\" is being written by") && Contains("wait for its end, or stop it there"));
    CHECK_THROWS_AS(place.take(), Error);
    CHECK_NOTHROW(first.check());
    CHECK_FALSE(OneWriter::was_left(place.lock));
  }
  CHECK_FALSE(fs::exists(place.lock));
  CHECK_NOTHROW(place.take());
}

TEST_CASE("what a killed process left behind hinders nobody", "[unit]") {
  const Place place;
  place.leave();
  CHECK(OneWriter::was_left(place.lock));
  const OneWriter next(place.lock, place.what);
  CHECK_NOTHROW(next.check());
  CHECK_FALSE(OneWriter::was_left(place.lock));
}

TEST_CASE("a file that says nothing is nobody's", "[unit]") {
  const Place place;
  for (const char* text : {"", "{", "[3]", "{\"process\": \"x\"}"}) {
    place.write(text);
    CHECK_FALSE(OneWriter::was_left(place.lock));
    CHECK_NOTHROW(place.take());
  }
}

TEST_CASE("another computer holds it until it has given no sign of life for long", "[unit]") {
  const Place place;
  place.leave("another start");
  CHECK_THROWS_WITH(place.take(),
                    Contains("of the computer \"elsewhere\"") && Contains("if that one was killed, try again in"));
  place.age(OneWriter::kSilence - std::chrono::seconds(60));
  CHECK_THROWS_WITH(place.take(), Contains("elsewhere"));
  CHECK_FALSE(OneWriter::was_left(place.lock));
  place.age(OneWriter::kSilence + std::chrono::seconds(60));
  CHECK(OneWriter::was_left(place.lock));
  CHECK_NOTHROW(place.take());
  CHECK(OneWriter::kBeat * 4 < OneWriter::kSilence);  // some of them may come late
}

TEST_CASE("whoever was taken for dead writes no more, and leaves the other's lock alone", "[unit]") {
  const Place place;
  {
    const OneWriter old(place.lock, place.what);
    place.write(R"({"process": 7, "computer": "elsewhere", "boot": "another", "since": "now"})");
    CHECK_THROWS_WITH(old.check(), Contains("process 7 of the computer \"elsewhere\" took it over"));
  }
  CHECK(fs::exists(place.lock));
  fs::remove(place.lock);
  const OneWriter alone(place.lock, place.what);
  fs::remove(place.lock);
  CHECK_THROWS_WITH(alone.check(), Contains("is gone"));
}

TEST_CASE("where nothing can be written there is a sentence", "[unit]") {
  const Place place;
  CHECK_THROWS_WITH(OneWriter(place.folder.path() / "no folder" / "lock", place.what),
                    Contains("thing\" cannot be written"));
}
