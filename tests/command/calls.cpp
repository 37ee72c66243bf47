#include "command/interrupted_call.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

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
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), bytes_of(folder_.file("out")),
            bytes_of(folder_.file("err"))};
  }
  /// Whether it is told of `signal`, instead of ended by it.
  bool listens_to(int signal) const {
    std::ifstream status("/proc/" + std::to_string(id_) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.rfind("SigCgt:", 0) == 0) return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
    return false;
  }
  /// Its own processor time so far, whatever else runs here.
  double seconds_of_work() const {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
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

Outcome interrupted_call(const Words& words, int signal) {
  const Child child(words);
  double begun = -1;
  const auto moment = [&] {
    if (begun < 0 && child.listens_to(signal)) begun = child.seconds_of_work();
    return begun >= 0 && child.seconds_of_work() > begun + 0.3;
  };
  while (!child.has_ended() && !moment()) usleep(1000);
  if (!child.has_ended()) child.send(signal);
  return child.wait();
}

Outcome interrupted_call(const Words& words, int signal, const std::function<bool()>& moment) {
  const Child child(words);
  while (!child.has_ended() && !moment()) usleep(1000);
  if (!child.has_ended()) child.send(signal);
  return child.wait();
}

std::string sequence_in(const Folder& folder, const std::string& name, Index tokens, Index keys, Index dim) {
  std::uint32_t stream = 0;
  const auto noise = [&](Index rows) {
    std::vector<float> values(static_cast<std::size_t>(rows * dim));
    draw_normals({7, 7, stream++, 0, 0}, values.data(), rows * dim);
    return Array::from(values, {rows, dim});
  };
  write_npz(folder.file(name), {{"Q", noise(tokens)}, {"K", noise(keys)}, {"V", noise(keys)}}, "");
  return folder.file(name);
}

}  // namespace omega::test
