// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// Measurements of one launch by Nsight Compute. std::nullopt if not recorded. Its clock may be locked and its caches
/// are flushed unless set otherwise, so that times differ from those of a timeline.
struct KernelMetrics {
  std::optional<double> durationNs;
  std::optional<double> clockHz;      ///< clock of the multiprocessors
  std::optional<double> dramBytes;    ///< read and written
  std::optional<double> dramShare;    ///< share of the memory's peak bandwidth, 0 to 1
  std::optional<double> tensorShare;  ///< share of the time that its tensor pipes were busy, 0 to 1
  std::optional<double> occupancy;    ///< achieved: of the warps that fit, 0 to 1
  std::optional<double> l2HitRate;    ///< 0 to 1
  std::optional<double> flops;        ///< executed, a multiply-add as two; nullopt if those of tensor pipes are missing

  /// Bytes a second.
  [[nodiscard]] std::optional<double> dramRate() const;
  /// FLOP a second.
  [[nodiscard]] std::optional<double> flopRate() const;
  /// FLOP per byte of DRAM traffic.
  [[nodiscard]] std::optional<double> intensity() const;
};

/// A launch in a report. Texts lie in the log.
struct NcuLaunch {
  const LogTable* table = nullptr;
  std::string_view kernel;
  std::string config;        ///< text from `LaunchConfigs`; empty if not in the report
  std::int32_t device = -1;  ///< number of the GPU; -1 if not recorded
  KernelMetrics metrics;
};

/// Whether the rows of a table are the metrics of a launch; reports have tables of advice and of instructions as well.
[[nodiscard]] bool isNcuLaunch(const LogTable& table);
[[nodiscard]] bool hasNcuLaunches(const Log& log);

/// Returns the launches in the order of the report.
[[nodiscard]] std::vector<NcuLaunch> ncuLaunchesOf(const Log& log);

/// The kernel's name in "rms(float *, int) (4096, 1, 1)x(256, 1, 1), Context 1, Stream 7, …".
[[nodiscard]] std::string_view ncuKernelName(std::string_view launch);

/// The numbers of a launch by the names of their metrics.
class NcuNumbers {
 public:
  NcuNumbers(const Log& log, const LogTable& launch);
  /// Takes CUPTI's values: shares in percent, other values in the base units of the names. Names must outlive it.
  explicit NcuNumbers(std::span<const std::pair<std::string_view, double>> metrics);

  /// Returns one of these metrics in a base unit; an earlier name is preferred, and of one name the first.
  [[nodiscard]] std::optional<double> of(std::initializer_list<std::string_view> names, std::string_view unit) const;
  /// Returns a metric in whatever unit.
  [[nodiscard]] std::optional<double> count(std::string_view name) const;
  /// The sum over all metrics whose names begin and end so; nullopt if there are none.
  [[nodiscard]] std::optional<double> sum(std::string_view begin, std::string_view end) const;
  [[nodiscard]] std::optional<double> durationNs() const;
  [[nodiscard]] std::optional<double> clockHz() const;
  [[nodiscard]] KernelMetrics metrics() const;

 private:
  struct Number {
    std::string_view name;
    std::string_view unit;
    double value = 0;
  };
  std::vector<Number> m_numbers;  // sorted by name
};

}  // namespace kernline
