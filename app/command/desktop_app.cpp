#include "desktop_app.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "core/error.h"
#include "core/text.h"
#include "interrupt.h"

extern char** environ;

namespace omega::command {

namespace {

std::filesystem::path app_beside_this_program(const std::string& who) {
  std::error_code problem;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", problem);
  const std::filesystem::path app = own.parent_path() / "omegascope";
  if (problem || access(app.c_str(), X_OK) != 0)
    throw Error::failure(
        who + " needs the desktop app, and there is no omegascope beside this program; install or build it first");
  return app;
}

/// The lines that are the app's own, without its name.
std::vector<std::string> remarks(const std::string& said) {
  const std::string name = "omegascope: ";
  std::vector<std::string> lines;
  std::istringstream all(said);
  for (std::string line; std::getline(all, line);)
    if (line.starts_with(name)) lines.push_back(line.substr(name.size()));
  return lines;
}

/// The last line the app complained with.
std::string complaint(const std::string& said) {
  const std::vector<std::string> lines = remarks(said);
  return lines.empty() ? "the desktop app ended without saying why" : lines.back();
}

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw Error::failure("the desktop app could not be started: no pipe");
  }
  Pipe(const Pipe&) = delete;
  ~Pipe() {
    close(ends_[0]);
    close_input();
  }
  int input() const { return ends_[1]; }
  void close_input() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }
  /// All that `child` says. A signal may have come to this program alone: then the child is told.
  std::string read_all(pid_t child) const {
    constexpr int kLookMs = 100;
    std::string text;
    char buffer[4096];
    bool told = false;
    for (ssize_t count = 1; count != 0;) {
      if (!told && interruption().stop_requested()) told = kill(child, SIGTERM) == 0;
      pollfd waiting = {ends_[0], POLLIN, 0};
      const int ready = poll(&waiting, 1, kLookMs);
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
      count = read(ends_[0], buffer, sizeof buffer);
      if (count < 0 && errno != EINTR) break;
      if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace

void run_app(const std::string& who, std::vector<std::string> words, const Settings& settings) {
  if (settings.precision != Precision::f32)
    throw Error::input("the desktop app computes in single precision; leave --precision at f32");
  if (settings.backend != Backend::automatic)
    throw Error::input("the desktop app chooses by itself where to compute; leave --backend at auto");
  if (settings.threads > 0) words.push_back("--threads=" + std::to_string(settings.threads));
  words.insert(words.begin(), app_beside_this_program(who).string());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Pipe errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, errors.input(), STDERR_FILENO);
  pid_t child = 0;
  const int problem = posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) throw Error::failure(who + " could not start " + omega::quoted(words.front()));
  errors.close_input();
  const std::string said = errors.read_all(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    for (const std::string& line : settings.quiet ? std::vector<std::string>() : remarks(said))
      std::cerr << "omega: " << for_terminal(line) << std::endl;
    return;
  }
  if (interruption().stop_requested()) throw Cancelled();
  const bool is_input = WIFEXITED(status) && WEXITSTATUS(status) == 2;
  throw is_input ? Error::input(complaint(said)) : Error::failure(complaint(said));
}

}  // namespace omega::command
