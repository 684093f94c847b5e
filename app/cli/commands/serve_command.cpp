// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/memory_limit.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/terminal.h"
#include "core/open/remote/pipe_ends.h"
#include "core/open/remote/serve.h"

#include <memory>

namespace kernline::cli {

namespace {

constexpr const char* serveExamples =
    R"(The window runs this on another machine, over ssh, for files that stay there: kernline HOST:PATH. It reads
questions about one file from standard input and answers on standard output. It ends with its input. No port is opened.

Examples:
  kernline node7:runs/train.json.gz          what runs kernline serve --stdio on node7
  ssh node7 kernline serve --stdio </dev/null
                                             whether it can be reached)";

}  // namespace

void addServeCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("serve", "Serve traces to a Kernline window on another machine, over ssh");
  const auto stdio = std::make_shared<bool>(false);
  command->add_flag("--stdio", *stdio, "Questions on standard input, answers on standard output")->required();
  command->footer(serveExamples);
  command->callback([&result] {
    if (isTyped()) {
      printError("serve is run by the window, over ssh; open the file with kernline HOST:PATH");
      result = wrongUsage;
      return;
    }
    remote::serve(remote::standardInput, remote::standardOutput, KERNLINE_VERSION, memoryCeiling());
    result = done;
  });
}

}  // namespace kernline::cli
