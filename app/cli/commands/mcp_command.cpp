// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/cached_files.h"
#include "app/cli/kit/memory_limit.h"
#include "app/cli/kit/output.h"
#include "app/cli/mcp/allowed_files.h"
#include "app/cli/mcp/server.h"
#include "core/import/source/allowed_folders.h"
#include "core/open/nsys_export.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr const char* mcpExamples =
    R"(Serves the Model Context Protocol on standard input and output, for assistants and agents. They start this
command themselves. Revisions are 2024-11-05 to 2025-11-25 and 2026-07-28. The tools are open, summary, statistics,
steps, work, advise, modules, calltree, compare, memory, ranks, heat_map, tables, events, source, query and render. They
answer as the commands do, shortened, and name what was left out.
Only files below the folders are read, wherever links lead, and none is written. Without a folder, this is the current
one.
The page tools.md of the documentation has the settings of common clients.

Examples:
  claude mcp add kernline -- kernline mcp ~/profiles
  kernline mcp runs/ experiments/)";

constexpr std::size_t cachedFileCount = 6;

ExitCode serve(std::vector<std::string> folders) {
  if (folders.empty()) {
    folders.emplace_back(".");
  }
  const auto files = mcp::AllowedFiles::below(folders);
  if (!files) {
    printError(files.error());
    return unusableInput;
  }
  std::vector<std::filesystem::path> readable = files->folders();
  if (const std::filesystem::path exports = ExportPlaces::ofEnvironment().cache; !exports.empty()) {
    std::error_code error;
    readable.push_back(std::filesystem::weakly_canonical(exports, error));
  }
  openOnlyBelow(std::move(readable));
  outliveEndOfMemory();
  keepFiles(cachedFileCount, memoryCeiling() / 2);
  mcp::serve(*files, runCommand);
  return done;
}

}  // namespace

void addMcpCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("mcp", "Serve profiles to assistants by the Model Context Protocol");
  const auto folders = std::make_shared<std::vector<std::string>>();
  command->add_option("FOLDER", *folders, "Folders whose files may be read. Default: the current one");
  command->footer(mcpExamples);
  command->callback([folders, &result] { result = serve(*folders); });
}

}  // namespace kernline::cli
