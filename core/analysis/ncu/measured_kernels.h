// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about launches that Nsight Compute or the recorder counted, and their kernels in a trace.
#pragma once

#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/launch_card.h"
#include "core/analysis/ncu/ncu_launches.h"
#include "core/analysis/statistics/launch_configs.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// A report of Nsight Compute of the program that a trace is of.
struct NcuReport {
  std::string path;
  std::shared_ptr<const Log> log;
};

/// The fit of a report to a trace. Each of its launches is joined, ambiguous or absent.
struct JoinedReport {
  std::string path;
  bool isCounted = false;  ///< no report: the recorder of the trace counted; joined by correlation ids
  std::size_t launches = 0;
  std::size_t joined = 0;
  std::size_t ambiguous = 0;  ///< the trace has the kernel with this grid and block, but not clearly this launch
  std::size_t absent = 0;     ///< the trace has no such kernel with this grid and block
  std::size_t kernels = 0;    ///< number of kernels of the trace that have a launch of this report
  std::size_t rounds = 1;  ///< rounds that the trace makes of launches that the report has once; each has their figures
  Message missing = {};    ///< part of the report that did not fit into memory; empty if none
};

/// "two.ncu-rep: 4 of 5 launches joined to 4 kernels; 1 ambiguous, …", as one sentence.
[[nodiscard]] Message joinText(const JoinedReport& report);

/// Measurements of the kernels of a trace, launch by launch: by its recorder, which counts first, and by Nsight
/// Compute.
///
/// Kernels are the same if their names (without namespaces, which ncu drops, and with template arguments where both
/// spell them alike), grids and blocks are, and the device where the trace has several. `sameLaunches` matches the
/// launches.
class MeasuredKernels {
 public:
  struct Launch {
    KernelMetrics metrics;
    std::size_t report = 0;  ///< index in `reports()`
    std::size_t number = 0;  ///< number in the report, from 0
    /// Its limits, where the recorder counted it; nullptr for a launch of a report.
    std::shared_ptr<const KernelCard> card = nullptr;
    std::uint64_t passes = 0;  ///< number of times the kernel ran for that
    LaunchWork work = {};      ///< recorded work of its algorithm; for a report only the type of its FLOPs
  };

  /// `configs` of the same trace. If several reports have the same launch, the first counts.
  MeasuredKernels(const Trace& trace, const LaunchConfigs& configs, std::span<const NcuReport> reports);

  /// nullptr if it was not measured.
  [[nodiscard]] const Launch* of(SpanId span) const {
    return index(span) < m_launchOf.size() && m_launchOf[index(span)] != none ? &m_launches[m_launchOf[index(span)]]
                                                                              : nullptr;
  }
  /// The launch of the same kernel, nearest in time, that the recorder counted; none if there is none.
  [[nodiscard]] SpanId nearestCounted(const Trace& trace, SpanId span) const;
  [[nodiscard]] std::span<const JoinedReport> reports() const { return m_reports; }
  [[nodiscard]] const JoinedReport& reportOf(const Launch& launch) const { return m_reports[launch.report]; }
  /// Whether any kernel is joined.
  [[nodiscard]] bool isEmpty() const { return m_launchOf.empty(); }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  struct TraceSide;

  void addCounted(const Trace& trace);
  void add(const NcuReport& report, const TraceSide& trace);

  std::vector<JoinedReport> m_reports;
  std::vector<Launch> m_launches;         // joined launches
  std::vector<SpanId> m_counted;          // kernels that the recorder counted
  std::vector<std::uint32_t> m_launchOf;  // index in it by span, or none; empty if none was measured
};

}  // namespace kernline
