// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/conditions.h"
#include "app/recorder/io/counter_options.h"
#include "app/recorder/io/profile_request.h"
#include "app/recorder/io/recorded_calls.h"
#include "app/recorder/io/step_watch.h"
#include "app/recorder/io/torch_choice.h"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline::recorder {

/// `kernline record [--delay S] [--duration S] [--counters[=SET]] [--every T] [--profile REGEX …] [--source[=CYCLES]]
/// [--calls LEVEL] [--torch=WHAT] [--arm | --steps A..B | --when CONDITION …] [--keep LIMITS] [--windows N] [-o OUT |
/// --to -] -- PROGRAM ARG…`. With --caller the calling process is recorded, and PROGRAM ARG… is its name.
struct ProgramOptions {
  std::chrono::nanoseconds delay{0};
  std::optional<std::chrono::nanoseconds> duration;  ///< counts from the end of the delay
  std::string out;                                   ///< empty for a name made of the program's and the time
  bool toStandardOutput = false;
  CounterOptions counters;
  ProfileRequest profile;
  /// Exponent of the cycles between samples of the program counter; 0 if none are taken.
  std::uint32_t sourceExponent = 0;
  RecordedCalls calls = RecordedCalls::All;
  TorchChoice torch;
  bool isArmed = false;            ///< whether nothing is recorded until it is requested, or until the steps below
  std::optional<StepRange> steps;  ///< steps of an armed recording
  Conditions when;                 ///< an armed one records by itself
  std::optional<KeepLimits> keep;  ///< an armed one records all the time, and has that of it in memory
  int windows = 0;                 ///< recordings of an armed one at most; 0 for any number
  bool isCaller = false;           ///< `CallingProgram` is recorded, and `command` is its name alone
  std::vector<std::string> command;
};

/// `arguments` are those after `record`. The error is a sentence without its dot.
std::expected<ProgramOptions, std::string> readProgramOptions(std::span<char* const> arguments);

/// Default length of the recording of an armed recorder.
inline constexpr std::chrono::seconds defaultWindow{10};
/// The file of an armed recorder's next recording, after `before` others: "run.json", "run-2.json", ...
std::string outputOfWindow(const ProgramOptions& options, int before);

/// "python-20261121-234500.json".
std::string defaultOutput(const std::vector<std::string>& command, std::time_t now);

}  // namespace kernline::recorder
