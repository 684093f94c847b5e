// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::cli {

/// Output of a program, and how it ended.
struct ChildRun {
  enum class End : std::uint8_t { Exited, NotStarted, Stopped, TimeIsUp, TooLong };
  End end = End::NotStarted;
  int code = -1;  ///< exit code if it exited by itself; else -1
  std::string out;
  std::string err;  ///< its first bytes
};

/// Runs a program, found in PATH if it is no path, with an empty standard input, and waits for it. It is killed if time
/// is up, if it writes more than `maxBytes`, or on `stop`.
[[nodiscard]] ChildRun runProgram(const std::string& program, const std::vector<std::string>& arguments,
                                  std::chrono::milliseconds limit, std::size_t maxBytes, const std::stop_token& stop);

/// Runs this very program with other arguments.
[[nodiscard]] ChildRun runThisProgram(const std::vector<std::string>& arguments, std::chrono::milliseconds limit,
                                      std::size_t maxBytes, const std::stop_token& stop);

}  // namespace kernline::cli
