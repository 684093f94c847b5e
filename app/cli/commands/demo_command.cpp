// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/installed_file.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/viewer_program.h"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace kernline::cli {

namespace {

constexpr const char* demoExamples =
    R"EXAMPLES(Opens a recording that comes with Kernline: two training iterations of a transformer on an NVIDIA
H200. Without a display, prints its summary and what to ask next.

Examples:
  kernline demo
  kernline advise "$(kernline demo --path)")EXAMPLES";

bool hasDisplay() {
  const auto isSet = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
  };
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

ExitCode show(bool printsPath) {
  const std::string sample = installedFile("samples/attention-training.json.gz");
  if (sample.empty()) {
    printError("the sample is not installed with this program; open a profile of your own: kernline FILE");
    return unusableInput;
  }
  if (printsPath) {
    Output output(Audience::Machine);
    output.write(sample + "\n");
    return output.finish();
  }
  if (hasDisplay()) {
    return openViewer({sample}, {});
  }
  printError(
      "no display (neither DISPLAY nor WAYLAND_DISPLAY is set); printing the sample's summary. Next: kernline advise "
      "\"$(kernline demo --path)\"");
  return runCommand({"summary", sample});
}

}  // namespace

void addDemoCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("demo", "Open a sample recording, without any file of your own");
  const auto printsPath = std::make_shared<bool>(false);
  command->add_flag("--path", *printsPath, "Only print where the sample is");
  command->footer(demoExamples);
  command->callback([printsPath, &result] { result = show(*printsPath); });
}

}  // namespace kernline::cli
