// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/commands/record_command.h"
#include "app/cli/kit/empty_values.h"
#include "app/cli/kit/exit_code.h"
#include "app/cli/kit/memory_limit.h"
#include "app/cli/kit/option_texts.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/suggestion.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/viewer_program.h"
#include "app/cli/remote/run_remote.h"
#include "core/analysis/advice/advice_rules.h"
#include "core/analysis/work/user_work.h"
#include "core/model/base/unfinished_file.h"
#include "core/model/names/user_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using namespace kernline::cli;

constexpr const char* examples = R"(Examples:
  kernline demo                              open a sample
  kernline train.json.gz                     open the viewer
  kernline summary train.json.gz             contents of the file, how busy its GPUs were
  kernline stats train.json.gz --limit 20    the kernels with the most time
  kernline steps train.json.gz               steps, phases, inference iterations
  kernline calltree train.json.gz --weight device
  kernline modules train.json.gz             GPU time of the modules of a network
  kernline events train.json.gz --name gemm --range 1ms..2ms
  kernline query train.json.gz "SELECT name, max(duration_ns) FROM kernels GROUP BY name"
  kernline tables train.log                  profiler tables and measurements in a log
  kernline memory snapshot.pickle            live memory at the peak
  kernline export train.json.gz --range 1ms..2ms -o part.json.gz
  kernline digest rank*.json.gz -o digests/  small files for kernline ranks
  kernline compare experiment.log --html report.html
  kernline ranks traces/                     the ranks of a run: clocks, waits, stragglers
  kernline render train.json.gz --view timeline -o train.png
  kernline families train.json.gz            the rules for kernel families
  kernline schema summary                    the JSON Schema of summary --json
  kernline mcp runs/                         serve profiles to assistants
  kernline summary node7:runs/train.json.gz  run on the machine that has the file
  kernline node7:runs/train.json.gz          open a file on another machine
  kernline record -- python train.py         record a program; see kernline record --help

kernline help COMMAND shows the options of a command.

Exit codes (kernline record -- PROGRAM exits as the program does):
  0  success
  1  unusable input, or output that cannot be written
  2  wrong usage
  3  no usable GPU, driver or CUPTI
  4  the kernel that was run failed
  5  slower than --fail-above allows)";

/// Options of every command.
struct CommonOptions {
  std::uint64_t maxMemory = 0;
  std::string color = "auto";
  bool noPager = false;
};

void addCommonOptions(CLI::App& command, CommonOptions& options) {
  command
      .add_option(
          "--max-memory", options.maxMemory,
          "End with an error if more memory than this is needed, e.g. 8G. Default: three quarters of free memory")
      ->transform(only(CLI::AsSizeValue(false), "a size; write e.g. 8G"))
      ->option_text("SIZE");
  command.add_option("--color", options.color, "Color in text: auto (on a terminal), always or never")
      ->check(oneOf({"auto", "always", "never"}))
      ->option_text("WHEN");
  command.add_flag("--no-pager", options.noPager, "Do not show text that is longer than the terminal through a pager");
  command.parse_complete_callback([&options] {
    limitMemory(options.maxMemory);
    const ColorChoice color = options.color == "always"  ? ColorChoice::Always
                              : options.color == "never" ? ColorChoice::Never
                                                         : ColorChoice::Auto;
    setTerminalChoices({.color = color, .usesPager = !options.noPager});
  });
}

/// "kernline help stats" is "kernline stats --help".
std::vector<std::string> argumentsOf(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.resize(std::min<std::size_t>(arguments.size(), 1));
    arguments.emplace_back("--help");
  }
  return arguments;
}

/// Whether the word is a command or an option; reports it if not.
bool isCommand(const std::string& word, const std::vector<std::string>& commands) {
  if (word.starts_with('-') || std::ranges::count(commands, word) > 0) {
    return true;
  }
  const std::string meant = similarTo(word, commands);
  printError(fmt::format("unknown command \"{}\"; {}", word,
                         meant.empty() ? "see kernline --help" : "did you mean kernline help " + meant + "?"));
  return false;
}

/// Runs a command on the machine of its files; nullopt if they are here.
std::optional<ExitCode> runWhereFilesAre(const CLI::App& program, const std::vector<std::string>& arguments) {
  auto remote = remoteCommand(program, arguments);
  if (!remote) {
    printError(remote.error().message);
    return wrongUsage;
  }
  return *remote ? std::optional(runRemote(std::move(**remote))) : std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe shows as a failed write, which ends the answer quietly whatever the parent did with the signal.
  std::signal(SIGPIPE, SIG_IGN);
  kernline::removeUnfinishedAtSignals();
  endWhereMemoryEnds();

  // Its arguments may be another program's, so they are not parsed as ours.
  const bool asksForHelp = argc > 2 && std::string_view{argv[1]} == "help";
  if (asksForHelp && std::string_view{argv[2]} == "record") {
    std::array<char*, 4> help{argv[0], argv[2], const_cast<char*>("--help"), nullptr};
    return execRecorder(help.data());
  }
  if (argc > 1 && std::string_view{argv[1]} == "record") {
    return execRecorder(argv);
  }

  CLI::App program{"Analyze GPU profiles: every kernel, what launched it, and what the GPU waited for.", "kernline"};
  program.formatter(std::make_shared<HelpFormatter>());
  std::vector<std::string> files;
  ExitCode result = done;
  program.add_option("FILE", files, "Traces, memory snapshots, logs and folders of ranks to open in the viewer");
  program.set_version_flag("-V,--version", "kernline " KERNLINE_VERSION);
  program.footer(examples);
  program.require_subcommand(0, 1);
  addCommands(program, result);
  program.add_subcommand("record", "Record a program, or benchmark a kernel");  // handled by the recorder, see above
  addDemoCommand(program, result);
  addMcpCommand(program, result);
  addServeCommand(program, result);
  if (asksForHelp && !isCommand(argv[2], commandsOf(program))) {
    return wrongUsage;
  }
  CommonOptions common;
  for (CLI::App* command : program.get_subcommands(nullptr)) {
    addCommonOptions(*command, common);
  }
  if (asksForHelp && std::string_view{argv[2]} == "--json") {  // used by packaging/man/commands.py
    Output output(Audience::Machine);
    output.write(commandsJson(program).dump(1) + "\n");
    return output.finish();
  }
  for (const std::string& complaint : kernline::useOwnFamilies()) {
    printError(complaint);
  }
  for (const std::string& complaint : kernline::useOwnAdvice()) {
    printError(complaint);
  }
  for (const std::string& complaint : kernline::useOwnWork()) {
    printError(complaint);
  }
  try {
    std::vector<std::string> arguments = withEmptyValues(program, argumentsOf(argc, argv));
    if (const std::optional<ExitCode> ran = runWhereFilesAre(program, arguments)) {
      return *ran;
    }
    std::ranges::reverse(arguments);  // CLI11 takes them in reverse
    program.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      return program.exit(error);
    }
    printError(explanation(program, error));
    return wrongUsage;
  } catch (const std::system_error& error) {  // no thread could be started
    printError(fmt::format("system error: {}", error.what()));
    return unusableInput;
  }
  return program.get_subcommands().empty() ? openViewer(files, commandsOf(program)) : result;
}
