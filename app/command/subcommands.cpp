#include "subcommand.h"

#include "commands.h"

namespace omega::command {

const std::vector<Subcommand>& subcommands() {
  static const std::vector<Subcommand> table = {
      list_command(),    describe_command(), info_command(),   synth_command(),   estimate_command(),
      compare_command(), heads_command(),    bench_command(),  chance_command(),  train_command(),
      study_command(),   lesson_command(),   render_command(), devices_command(),
  };
  return table;
}

}  // namespace omega::command
