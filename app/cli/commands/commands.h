// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the commands: their options, and what they call.
#pragma once

#include "app/cli/kit/exit_code.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace kernline::cli {

// Each adds one command to the program; when that command is chosen, it runs and leaves its exit code in `result`,
// which must outlive the parsing.
void addSummaryCommand(CLI::App& program, ExitCode& result);
void addStatsCommand(CLI::App& program, ExitCode& result);
void addStepsCommand(CLI::App& program, ExitCode& result);
void addCalltreeCommand(CLI::App& program, ExitCode& result);
void addModulesCommand(CLI::App& program, ExitCode& result);
void addWorkCommand(CLI::App& program, ExitCode& result);
void addAdviseCommand(CLI::App& program, ExitCode& result);
void addWhatIfCommand(CLI::App& program, ExitCode& result);
void addReplayCommand(CLI::App& program, ExitCode& result);
void addBlocksCommand(CLI::App& program, ExitCode& result);
void addSourceCommand(CLI::App& program, ExitCode& result);
void addEventsCommand(CLI::App& program, ExitCode& result);
void addTablesCommand(CLI::App& program, ExitCode& result);
void addMemoryCommand(CLI::App& program, ExitCode& result);
void addQueryCommand(CLI::App& program, ExitCode& result);
void addDigestCommand(CLI::App& program, ExitCode& result);
void addExportCommand(CLI::App& program, ExitCode& result);
void addFamiliesCommand(CLI::App& program, ExitCode& result);
void addWorkRulesCommand(CLI::App& program, ExitCode& result);
void addCompareCommand(CLI::App& program, ExitCode& result);
void addRanksCommand(CLI::App& program, ExitCode& result);
void addRenderCommand(CLI::App& program, ExitCode& result);
void addSchemaCommand(CLI::App& program, ExitCode& result);
void addDemoCommand(CLI::App& program, ExitCode& result);
void addMcpCommand(CLI::App& program, ExitCode& result);
void addServeCommand(CLI::App& program, ExitCode& result);

/// All that answer by themselves, in the order of the help: without those that run them for others.
void addCommands(CLI::App& program, ExitCode& result);

/// Runs one of these, its name first, as the program itself does, in a program made anew: the options of one are no
/// defaults of the next. Wrong arguments are reported.
[[nodiscard]] ExitCode runCommand(const std::vector<std::string>& arguments);

}  // namespace kernline::cli
