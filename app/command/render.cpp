// omega render SESSION: a panel of the desktop app as a file. The app beside this program draws it; nothing of it is
// linked here.
#include <memory>

#include "actions.h"
#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "desktop_app.h"
#include "output_file.h"

namespace omega::command {

namespace {

struct RenderWords {
  std::string session, state, panel, output, size, dpi, array;
  bool figure = false, dark = false;
};

void render(const RenderWords& words, const Settings& settings) {
  refuse_passed_over("render", settings);
  if (words.session.empty() == words.state.empty())
    throw Error::input("render draws a SESSION or what --state says; give one of them");
  if (words.figure && !words.panel.empty())
    throw Error::input("--panel and --figure are two pictures; give one of them");
  require(words.figure || !words.panel.empty(), "render", "--panel NAME or --figure");
  require(!words.output.empty(), "render", "--output FILE");
  check_output(words.output, words.session, "SESSION");
  // Joined by =, so that no value is taken for an option of the app.
  std::vector<std::string> line{"--render=" + (words.session.empty() ? "-" : words.session),
                                words.figure ? "--figure" : "--panel=" + words.panel, "--output=" + words.output};
  for (const auto& [option, value] : {std::pair("--state=", words.state), std::pair("--size=", words.size),
                                      std::pair("--dpi=", words.dpi), std::pair("--array=", words.array)})
    if (!value.empty()) line.push_back(option + value);
  if (words.dark) line.push_back("--dark");
  run_app("render", std::move(line), settings);
}

}  // namespace

Subcommand render_command() {
  Manual manual;
  manual.synopsis = {
      "render (SESSION | --state BASE64) (--panel NAME | --figure) --output FILE [--size WxH] [--dpi N] [--array NAME] "
      "[--dark]"};
  manual.description = {
      "Draws one panel of the desktop app to a file, without a window or a display: what the panel shows for a saved "
      "session. The ending of the file tells the format: png, svg and pdf are pictures; csv, npz, npy and json hold "
      "the numbers behind them.",
      "--figure draws the figure that the session holds, as File, Figure for a paper in the app arranges it: in its "
      "own size, dots per inch and colours, unless they are given here. To .gif, or to a folder, which ends in /, it "
      "draws a picture for each value of what moves in it.",
      "Copy command in the app gives the line that writes a panel's table again, with the whole state in it: it needs "
      "no session, and holds the whole path of a file of data, as what is drawn does.",
      "The desktop app draws it; it must be beside this program."};
  manual.has_json = false;
  manual.examples = {{"omega render seq.npz --panel attention --output attention.svg",
                      "Your own arrays, with the estimators the app starts with."},
                     {"omega render seq.npz --panel weights --size 84x63mm --dpi 300 --output weights.png",
                      "One text column wide: 992 pixels."},
                     {"omega render seq.npz --figure --output figure.pdf", "The figure that the app begins with."}};
  return {"render", "a panel or the figure of the desktop app as a file", manual, [](Arguments& arguments) {
            const auto words = std::make_shared<RenderWords>();
            arguments.positional(words->session, "SESSION",
                                 "A session (.omega) saved by the app, its session.json, or a file of data.");
            arguments.option(words->state, "--state", "BASE64",
                             "In place of SESSION: its session.json as base64 text.");
            arguments.option(words->panel, "--panel", "NAME", "The panel to draw, such as attention or weights.");
            arguments.flag(words->figure, "--figure", "In place of --panel: the figure of the session.");
            arguments.option(words->output, "--output", "FILE", "Where to; its ending tells the format.");
            arguments.option(words->size, "--size", "WxH",
                             "In pixels as 960x600 (the default of a panel), or on paper as 84x63mm; of numbers, the "
                             "room that large maps are pooled to.");
            arguments.option(
                words->dpi, "--dpi", "N",
                "Dots per inch of png, and of the pixels of --size for svg and pdf: 96 without this option, of a "
                "figure its own.");
            arguments.option(words->array, "--array", "NAME",
                             "Which array of the panel an npy file holds, where there are several.");
            arguments.flag(words->dark, "--dark", "Dark colours.");
            return [words](const Settings& settings) { render(*words, settings); };
          }};
}

}  // namespace omega::command
