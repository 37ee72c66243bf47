// omega render SESSION: a panel of the desktop app as a file. The app beside this program draws it; nothing of it is
// linked here.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "interrupt.h"

extern char** environ;

namespace omega::command {

namespace {

struct RenderWords {
  std::string session, state, panel, output, size, dpi, array;
  bool dark = false;
};

std::filesystem::path app_beside_this_program() {
  std::error_code problem;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", problem);
  const std::filesystem::path app = own.parent_path() / "omegascope";
  if (problem || access(app.c_str(), X_OK) != 0)
    throw Error::failure(
        "render needs the desktop app, and there is no omegascope beside this program; install or build it first");
  return app;
}

/// The last line the app complained with, without its name.
std::string complaint(std::string said) {
  const std::string mark = "omegascope: ";
  const std::size_t start = said.rfind(mark);
  if (start == std::string::npos) return "the desktop app ended without saying why";
  said.erase(0, start + mark.size());
  return said.substr(0, said.find('\n'));
}

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw Error::failure("render could not start the desktop app: no pipe");
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
  std::string read_all() const {
    std::string text;
    char buffer[4096];
    for (ssize_t count = 0; (count = read(ends_[0], buffer, sizeof buffer)) != 0;) {
      if (count < 0 && errno != EINTR) break;
      if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int ends_[2] = {-1, -1};
};

/// Runs the app to its end; throws what it complained of.
void run_app(std::vector<std::string> words) {
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
  if (problem != 0) throw Error::failure("render could not start " + omega::quoted(words.front()));
  errors.close_input();
  const std::string said = errors.read_all();
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (interruption_exit_code() != 0) throw Cancelled();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const bool is_input = WIFEXITED(status) && WEXITSTATUS(status) == 2;
  throw is_input ? Error::input(complaint(said)) : Error::failure(complaint(said));
}

void render(const RenderWords& words, int threads) {
  if (words.session.empty() == words.state.empty())
    throw Error::input("render draws a SESSION or what --state says; give one of them");
  require(!words.panel.empty(), "render", "--panel NAME");
  require(!words.output.empty(), "render", "--output FILE");
  // Joined by =, so that no value is taken for an option of the app.
  std::vector<std::string> line{app_beside_this_program().string(),
                                "--render=" + (words.session.empty() ? "-" : words.session), "--panel=" + words.panel,
                                "--output=" + words.output};
  if (!words.state.empty()) line.push_back("--state=" + words.state);
  if (!words.size.empty()) line.push_back("--size=" + words.size);
  if (!words.dpi.empty()) line.push_back("--dpi=" + words.dpi);
  if (!words.array.empty()) line.push_back("--array=" + words.array);
  if (threads > 0) line.push_back("--threads=" + std::to_string(threads));
  if (words.dark) line.push_back("--dark");
  run_app(std::move(line));
}

}  // namespace

Subcommand render_command() {
  Manual manual;
  manual.synopsis = {
      "render (SESSION | --state BASE64) --panel NAME --output FILE [--size WxH] [--dpi N] [--array NAME] [--dark]"};
  manual.description = {
      "Draws one panel of the desktop app to a file, without a window or a display: what the panel shows for a saved "
      "session. "
      "The ending of the file tells the format: png, svg and pdf are pictures; csv, npz, npy and json hold the numbers "
      "behind them.",
      "Copy command in the app gives the line that writes a panel's table again, with the whole state in it: it needs "
      "no file.",
      "The desktop app draws it; it must be beside this program."};
  manual.examples = {{"omega render seq.npz --panel attention --output attention.svg",
                      "Your own arrays, with the estimators the app starts with."},
                     {"omega render seq.npz --panel weights --size 84x63mm --dpi 300 --output weights.png",
                      "One text column wide: 992 pixels."}};
  return {
      "render", "one panel of the desktop app as a file", manual, [](Arguments& arguments) {
        const auto words = std::make_shared<RenderWords>();
        arguments.positional(words->session, "SESSION",
                             "A session (.omega) saved by the app, its session.json, or a file of data.");
        arguments.option(words->state, "--state", "BASE64", "In place of SESSION: its session.json as base64 text.");
        arguments.option(words->panel, "--panel", "NAME", "The panel to draw, such as attention or weights.");
        arguments.option(words->output, "--output", "FILE", "Where to; its ending tells the format.");
        arguments.option(words->size, "--size", "WxH", "In pixels as 960x600 (the default), or on paper as 84x63mm.");
        arguments.option(words->dpi, "--dpi", "N", "Dots per inch of png: 96 without this option.");
        arguments.option(words->array, "--array", "NAME",
                         "Which array of the panel an npy file holds, where there are several.");
        arguments.flag(words->dark, "--dark", "Dark colours.");
        return [words](const Settings& settings) { render(*words, settings.threads); };
      }};
}

}  // namespace omega::command
