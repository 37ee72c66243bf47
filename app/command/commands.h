// The subcommands, each defined in the file of its name.
#pragma once

#include "subcommand.h"

namespace omega::command {

Subcommand bench_command();
Subcommand chance_command();
Subcommand compare_command();
Subcommand describe_command();
Subcommand devices_command();
Subcommand estimate_command();
Subcommand heads_command();
Subcommand info_command();
Subcommand lesson_command();
Subcommand list_command();
Subcommand render_command();
Subcommand study_command();
Subcommand synth_command();
Subcommand train_command();

}  // namespace omega::command
