// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about FLOPs and bytes of operators and collectives, ceilings of devices, the roofline.
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_model.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kernline {

/// The limit of its speed.
enum class WorkBound : std::uint8_t { Unknown, Compute, Memory, Latency, Communication };
inline constexpr std::size_t workBoundCount = 5;
[[nodiscard]] std::string_view toText(WorkBound bound);

/// Sums of the time and work of calls or device activities.
struct WorkFigures {
  std::uint64_t count = 0;
  Duration kernelTime;    ///< sum of all device activity
  Duration modeled;       ///< part of `kernelTime` that rules model
  Duration inferred;      ///< part of `kernelTime` whose operator is inferred from other kernels (`InferredOperators`)
  Duration rooflineTime;  ///< part of `modeled` that has a roofline: there are ceilings for its type
  std::uint64_t modeledCount = 0;
  std::uint64_t rooflineCount = 0;
  Duration collectiveTime;  ///< part of `modeled` in collectives: they have no FLOPs and bytes, but messages
  std::uint64_t collectiveCount = 0;
  double messageBytes = 0;                           ///< bytes of all modeled collectives, see `CollectiveWork`
  double busBytes = 0;                               ///< bus bytes of all modeled collectives
  double flops = 0;                                  ///< FLOPs of all modeled work
  double bytes = 0;                                  ///< bytes of all modeled work
  double rooflineNs = 0;                             ///< roofline time of all work that has one
  double recoverableNs = 0;                          ///< measured less roofline, of what is above the launch floor
  std::array<Duration, workBoundCount> boundTime{};  ///< indexed by WorkBound

  void add(const WorkFigures& more);
  /// Returns the bound of most of the time.
  [[nodiscard]] WorkBound bound() const;
  /// FLOPs per byte; std::nullopt without bytes.
  [[nodiscard]] std::optional<double> intensity() const;
  /// Returns the rate over the time of modeled work without collectives.
  [[nodiscard]] std::optional<double> flopsPerSecond() const;
  [[nodiscard]] std::optional<double> bytesPerSecond() const;
  /// Returns the bus bandwidth in the time of modeled collectives.
  [[nodiscard]] std::optional<double> busBytesPerSecond() const;
  /// Means of one call that has them.
  [[nodiscard]] std::optional<double> flopsPerCall() const;
  [[nodiscard]] std::optional<double> bytesPerCall() const;
  [[nodiscard]] std::optional<double> messageBytesPerCall() const;
  [[nodiscard]] std::optional<double> rooflineNsPerCall() const;
  /// Whether rates are of more than what has a roofline.
  [[nodiscard]] bool isPartlyRoofed() const;
  /// The roofline's time in the measured one; above 1 where a ceiling is set too low or a cache helps.
  [[nodiscard]] std::optional<double> shareOfRoofline() const;
};

/// Returns the bytes for columns: of memory, or of messages if there are only collectives.
[[nodiscard]] std::optional<double> movedPerCall(const WorkFigures& figures);
[[nodiscard]] std::optional<double> movedPerSecond(const WorkFigures& figures);

/// Holds the work of a trace against the ceilings of a device.
class WorkMeter {
 public:
  /// Creates a meter; without ceilings there are no rooflines.
  WorkMeter(const Trace& trace, const WorkModel& model, std::optional<Ceilings> ceilings);

  [[nodiscard]] const std::optional<Ceilings>& ceilings() const { return m_ceilings; }
  /// Returns the figures of `some` of a call's work: the call's needs are divided by time over its main kernels. Counts
  /// as one call.
  [[nodiscard]] WorkFigures of(const WorkCall& call, std::span<const SpanId> some) const;
  /// Returns the figures of one device activity.
  [[nodiscard]] WorkFigures of(SpanId activity) const;
  /// The entry of the ceilings' `flopsPerSecond` that its arithmetic can reach; empty if none, or not in the ceilings.
  [[nodiscard]] std::string_view peakName(const WorkCall& call) const;

 private:
  struct Roofline {
    WorkBound bound = WorkBound::Unknown;
    double ns = 0;
  };
  [[nodiscard]] double shareOf(const WorkCall& call, std::span<const SpanId> some) const;
  [[nodiscard]] std::optional<Roofline> rooflineOf(const WorkCall& call) const;
  [[nodiscard]] bool isBoundByHost(const WorkCall& call) const;

  const Trace& m_trace;
  const WorkModel& m_model;
  std::optional<Ceilings> m_ceilings;
  std::vector<bool> m_communicates;  // indexed by name
};

}  // namespace kernline
