// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/analysis/counters/measured_work.h"
#include "core/analysis/ncu/measured_kernels.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernline::cli {

/// Returns what counters measured while device activities ran; null if there are none.
[[nodiscard]] inline Json measuredJson(const MeasuredWork& measured) {
  const auto numberOf = [](std::optional<double> value) { return value ? Json(*value) : Json(nullptr); };
  if (measured.count == 0) {
    return {};
  }
  const std::optional<double> bytes = measured.dramBytesPerPiece();
  return {{"launches", measured.count},
          {"sampled_launches", measured.sampledCount},
          {"sampled_ns", measured.sampled.ns},
          {"sampled_share", measured.sampledShare()},
          {"dram_bytes", bytes ? Json(static_cast<std::int64_t>(std::llround(*bytes))) : Json(nullptr)},
          {"dram_bytes_per_s", numberOf(measured.dramBytesPerSecond())},
          {"tensor_pipe", numberOf(measured.tensorShare())}};
}

/// Below tables with columns of it.
inline constexpr std::string_view measuredNote =
    "  DRAM, tensor: counters of the whole GPU, over launches that contain a sample (how many, share of time)\n";

/// "38 of 40, 93.1 %"
[[nodiscard]] inline std::string sampledText(const MeasuredWork& measured) {
  return measured.sampledCount == 0 ? std::string("not sampled")
                                    : fmt::format("{} of {}, {}", formatCount(measured.sampledCount),
                                                  formatCount(measured.count), formatShare(measured.sampledShare()));
}

/// The fit of a report of Nsight Compute to the trace that it was joined to, or the counts of its recorder.
[[nodiscard]] inline Json reportJson(const JoinedReport& report) {
  return {{"path", textValue(report.path)},
          {"counted", report.isCounted},
          {"launches", report.launches},
          {"joined", report.joined},
          {"ambiguous", report.ambiguous},
          {"absent", report.absent},
          {"kernels", report.kernels},
          {"rounds", report.rounds},
          {"missing", report.missing.isEmpty() ? Json(nullptr) : textValue(report.missing.english())}};
}

}  // namespace kernline::cli
