// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/launch_card.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// The run in which `kernline record run` counted.
struct CountedRun {
  std::string kernel;  ///< its name in the recorder, or the name of a user's own kernel
  std::vector<std::pair<std::string, std::string>> parameters;

  friend bool operator==(const CountedRun&, const CountedRun&) = default;
};

/// A launch of a trace, and what `kernline record --profile` counted of it while it ran.
struct CountedLaunch {
  SpanId kernel = SpanId::none;
  KernelCard card;
  LaunchWork work = {};
  std::uint64_t passes = 0;            ///< number of times the kernel ran for it
  std::optional<CountedRun> run = {};  ///< std::nullopt for a program
};

struct CountedLaunches {
  std::vector<CountedLaunch> launches;  ///< sorted by time
  std::uint64_t lost = 0;               ///< counted of kernels that are not in the trace
};

/// Whether a recorder counted what kernels of this trace did. Looks at names, not at args.
[[nodiscard]] bool hasCountedLaunches(const Trace& trace);

/// The parameters of runs that were counted which have several values, in the order of the first run.
[[nodiscard]] std::vector<std::string> sweptParameters(const CountedLaunches& counted);
/// "m=16 n=8192" of these; empty if it has none of them.
[[nodiscard]] std::string parameterText(const CountedRun& run, const std::vector<std::string>& parameters);

/// Reads them again from the source: a few microseconds a launch. Each is at the begin of its kernel, with the kernel's
/// correlation id.
[[nodiscard]] CountedLaunches countedLaunches(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
