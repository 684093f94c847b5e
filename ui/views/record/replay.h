// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"

#include <atomic>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {

/// A recording as lines of one that is being made: what names things first, then events in the order of their ends.
struct ReplayScript {
  struct Line {
    std::int64_t at = 0;  ///< nanoseconds since the first event, when it is known
    std::string text;
  };
  std::string header;
  std::vector<Line> lines;
};

/// Errors: those of `load`; a trace that is no Chrome JSON.
[[nodiscard]] Expected<ReplayScript> replayScript(const std::string& path, const std::stop_token& stop);

/// Settings of the window while a replay runs.
struct ReplayControl {
  std::atomic<double> speed{1};
  std::atomic<bool> isPaused{false};
  std::atomic<double> done{0};  ///< 0 to 1
};

/// Writes the script into `path` at its own speed times `control.speed`. Blocks until done or stopped; a stop leaves
/// the recording with a footer too. Errors: the file cannot be written.
[[nodiscard]] Expected<bool> writeReplay(const ReplayScript& script, const std::string& path, ReplayControl& control,
                                         const std::stop_token& stop);

}  // namespace kernline::ui
