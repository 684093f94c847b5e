// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"

namespace kernline::cli {

void addRecordCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("record", "Record a program's kernels (not part of this build)");
  command->group("");  // not in the help: there is nothing to use
  command->allow_extras();
  command->prefix_command();
  command->callback([&result] {
    complain("the recorder is not part of this build; record with torch.profiler and open the trace that it writes");
    result = noDevice;
  });
}

}  // namespace kernline::cli
