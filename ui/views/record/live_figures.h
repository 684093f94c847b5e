// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace kernline::ui {

/// Contents of a recording's footer.
struct RecordingEnd {
  std::string why;  ///< "the program exited with status 0"; may be empty
  std::uint64_t dropped = 0;
};

/// A recording so far, in figures.
struct LiveFigures {
  std::uint64_t records = 0;  ///< spans, instants and samples
  std::uint64_t kernels = 0;
  double busyShare = 0;             ///< share of the time from each device's first activity to its last
  bool hasDevice = false;           ///< false: `busyShare` is not set
  std::optional<RecordingEnd> end;  ///< nullopt if there is no footer
};

/// Linear in the device's spans.
[[nodiscard]] LiveFigures liveFigures(const Trace& trace, const std::stop_token& stop);

/// nullopt if the recording has no footer.
[[nodiscard]] std::optional<RecordingEnd> recordingEnd(const Trace& trace);

}  // namespace kernline::ui
