#include "command/interrupted_call.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "core/philox.h"
#include "io/npz.h"

extern char** environ;

namespace omega::test {

namespace {

/// A child process whose output goes to files, so that no pipe can fill up.
class Child {
 public:
  explicit Child(const Words& words) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, folder_.file("out").c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, folder_.file("err").c_str(), O_WRONLY | O_CREAT, 0600);
    std::string program = std::string(OMEGA_BINARY_DIR) + "/omega";
    Words copies = words;
    std::vector<char*> arguments{program.data()};
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    REQUIRE(posix_spawn(&id_, program.c_str(), &actions, nullptr, arguments.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  void send(int signal) const { kill(id_, signal); }
  bool has_ended() const {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == id_;
  }
  Outcome wait() const {
    int status = 0;
    REQUIRE(waitpid(id_, &status, 0) == id_);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), bytes_of(folder_.file("out")),
            bytes_of(folder_.file("err"))};
  }

 private:
  Folder folder_;
  pid_t id_ = -1;
};

}  // namespace

bool Outcome::is_one_line() const {
  return !err.empty() && err.back() == '\n' && std::count(err.begin(), err.end(), '\n') == 1;
}

Outcome call(const Words& words) { return Child(words).wait(); }

std::string output_of(const Words& words) {
  const Outcome outcome = call(words);
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  REQUIRE(outcome.err.empty());
  return outcome.out;
}

Json json_of(Words words) {
  words.emplace_back("--json");
  return Json::parse(output_of(words));
}

Outcome interrupted_call(const Words& words, int signal, int after_ms) {
  const Child child(words);
  usleep(static_cast<useconds_t>(1000 * after_ms));
  child.send(signal);
  return child.wait();
}

Outcome interrupted_call(const Words& words, int signal, const std::function<bool()>& moment) {
  const Child child(words);
  while (!child.has_ended() && !moment()) usleep(1000);
  if (!child.has_ended()) child.send(signal);
  return child.wait();
}

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "omega-command-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  path_ = name;
}

Folder::~Folder() { std::filesystem::remove_all(path_); }

std::string Folder::sequence(const std::string& name, Index tokens, Index keys, Index dim) const {
  std::uint32_t stream = 0;
  const auto noise = [&](Index rows) {
    std::vector<float> values(static_cast<std::size_t>(rows * dim));
    draw_normals({7, 7, stream++, 0, 0}, values.data(), rows * dim);
    return Array::from(values, {rows, dim});
  };
  write_npz(file(name), {{"Q", noise(tokens)}, {"K", noise(keys)}, {"V", noise(keys)}}, "");
  return file(name);
}

std::size_t Folder::count() const {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace omega::test
