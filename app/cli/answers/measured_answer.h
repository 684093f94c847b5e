// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/row_columns.h"
#include "core/analysis/counters/measured_work.h"
#include "core/analysis/ncu/measured_kernels.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace kernline::cli {

/// Note below tables with columns of counters.
inline constexpr std::string_view measuredNote =
    "  DRAM, tensor: counters of the whole GPU, over launches that contain a sample (how many, share of time)\n";

/// "38 of 40, 93.1 %"
[[nodiscard]] inline std::string sampledText(const MeasuredWork& measured) {
  return measured.sampledCount == 0 ? std::string("not sampled")
                                    : fmt::format("{} of {}, {}", formatCount(measured.sampledCount),
                                                  formatCount(measured.count), formatShare(measured.sampledShare()));
}

/// Counter values during device activities.
[[nodiscard]] inline Columns<MeasuredWork> measuredColumns() {
  using enum Unit;
  return {{"launches", "", Count, &MeasuredWork::count},
          {"sampled_launches", "", Count, &MeasuredWork::sampledCount},
          {"sampled_ns", "", Time, &MeasuredWork::sampled},
          {"sampled_share", "sampled", Share, &MeasuredWork::sampledShare, sampledText},
          {"dram_bytes", "DRAM/launch", Bytes, &MeasuredWork::dramBytesPerPiece},
          {"dram_bytes_per_s", "DRAM", ByteRate, &MeasuredWork::dramBytesPerSecond},
          {"tensor_pipe", "tensor", Share, &MeasuredWork::tensorShare}};
}

/// Returns it as an object; null if there are no counters.
[[nodiscard]] inline Json measuredJson(const MeasuredWork& measured) {
  return measured.count == 0 ? Json{} : membersOf(measuredColumns(), measured);
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
