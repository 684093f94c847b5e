// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <expected>
#include <map>
#include <string>
#include <vector>

namespace kernline::recorder {

struct ChildOptions {
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;  ///< set besides ours
  bool sendOutputToErrors = false;                 ///< its standard output goes where its errors go
};

struct LaunchFailure {
  int exitCode = 127;   ///< exit code of a shell: 127 not found, 126 not executable
  std::string problem;  ///< a sentence
};

/// Starts a program with signals as a program expects them.
std::expected<pid_t, LaunchFailure> launch(const ChildOptions& options);

/// Returns the exit code as a shell reports it: the program's own, or 128 + the signal that killed it.
int exitCodeOf(int waitStatus);
/// "the program exited with status 0".
std::string endingOf(int waitStatus);

}  // namespace kernline::recorder
