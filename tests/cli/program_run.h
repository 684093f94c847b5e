// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace kernline::test {

/// Result of a program.
struct ProgramRun {
  int code = -1;  ///< exit code; -1 if a signal ended it
  std::string out;
  std::string err;
};

struct RunOptions {
  std::string input = {};                  ///< text for standard input
  std::string program = KERNLINE_PROGRAM;  ///< path of the program to run
  std::string path = {};                   ///< PATH; inherited if empty
  std::string locale = "C.UTF-8";          ///< LC_ALL
  bool closeOutput = false;                ///< standard output is a pipe without a reader
  std::string outputFile = {};             ///< standard output goes here instead
};

/// Runs `kernline` with these arguments and waits for it.
[[nodiscard]] ProgramRun kernline(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// The JSON answer of a run that must succeed and match its schema. Nothing may be on stderr, except a note that the
/// file is damaged.
[[nodiscard]] nlohmann::json answerOf(const std::vector<std::string>& arguments, const RunOptions& options = {});

}  // namespace kernline::test
