// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/quantity_text.h"
#include "core/model/log/log.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// A column as described by the head of its table.
struct ColumnPlan {
  std::string name;
  ColumnRole role = ColumnRole::None;
  bool isText = false;                          ///< never a number, whatever it looks like
  std::optional<UnitText> unit = std::nullopt;  ///< unit of numbers without one; its text is `unitText`
  std::string unitText = {};                    ///< text in the head; empty if the column's kind implies it
  ByteBase bytes = ByteBase::Binary;
  bool hasLevels = false;  ///< "Low (2)" is 2
};

struct TablePlan {
  TableKind kind = TableKind::Generic;
  bool isOfMetrics = false;   ///< a row a metric, of many kernels: to be cut into a table a kernel
  bool isOfLaunches = false;  ///< a row a launch, below a row of units
  std::string device;         ///< device of a torch table
  std::vector<ColumnPlan> columns;
};

/// Finds the profiler that prints such a head, and the contents of its columns:
///
/// | kind | its head |
/// |---|---|
/// | Torch | `Name`, and one of `Self CPU`, `CPU total`, `CPU Mem`, … of any device |
/// | Ncu | `Kernel Name`, `Metric Name`, `Metric Value` or `Average` (its CSV); or `Kernel Name` and metrics (`--page
/// raw`) |
/// | Nvprof | `Type`, `Time(%)`, `Time`, `Calls`; or `Invocations`, `Metric Name` or `Event Name`, `Avg` (its CSV);
/// or `Device`, `Context`, `Stream`, `Kernel` and metrics (`--print-gpu-trace`) |
/// | Unitrace | `Function` or `Kernel`, and `Calls`, `Time (ns)`, `SLM Per Work Group` or `GpuTime[ns]` |
/// | Nsys | a total (`Total Time`, `Total`, with or without unit), and `Instances`, `Num Calls`, `Calls`, `Count`, … |
/// | Rocprof | `TotalDurationNs`, `Kernel_Name`, `KernelName` or `Correlation_Id` |
/// | Generic | all others; the unit in `name (ms)`, `name [ms]`, `name_ms`, or of the cells |
///
/// `title` is the line above the table: old nsys has the unit there, "(nanoseconds)".
[[nodiscard]] TablePlan planOf(const std::vector<std::string>& head, std::string_view title);

/// A column of a table of no profiler. `unit` is that of its numbers, if the file's format has it.
[[nodiscard]] ColumnPlan planOfColumn(std::string_view name, std::string_view unit);

/// Whether these are the columns of `ncu --csv --page raw`: a launch's, and hundreds of metrics of any length.
[[nodiscard]] bool isRawNcuHead(const std::vector<std::string>& head);

/// Whether these are the columns of `nvprof --print-gpu-trace --metrics`: a launch's, and metrics or events after them.
[[nodiscard]] bool isNvprofLaunchHead(const std::vector<std::string>& head);

/// Whether these are the columns of a table of Intel's unitrace, which has a blank after each comma.
[[nodiscard]] bool isUnitraceHead(const std::vector<std::string>& head);

/// Whether these names can only be the head of a torch table.
[[nodiscard]] bool isTorchHead(const std::vector<std::string_view>& names);

/// The columns of a torch row whose table lost its head, by the kinds of its cells; empty if they fit no table.
[[nodiscard]] std::vector<std::string> torchHeadOf(const std::vector<std::string_view>& cells);

}  // namespace kernline::logs
