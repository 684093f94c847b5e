// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/module_times.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"
#include "ui/views/origins/trace_origins.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {

/// The modules of another trace that captured what a trace replays.
struct ModulesOfCapture {
  std::shared_ptr<const Trace> trace;
  ModuleTimes times;
};

/// The modules of a trace as a tree of rows. Made by a worker, then immutable.
class ModulesTable {
 public:
  /// Keeps `analysis` for the tables of other ranges.
  ModulesTable(std::shared_ptr<const Trace> trace, const ModuleTimesOptions& counted,
               std::shared_ptr<TraceAnalysis> analysis, ModuleTimes times, std::vector<ModulesOfCapture> captured = {});

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] std::optional<TimeRange> range() const { return m_range; }
  /// The range is that of steps: the activity is what was launched in them.
  [[nodiscard]] bool isOfSteps() const { return m_isOfSteps; }
  /// Returns the times, with those of captures after the trace's own; these have no calls that could be gone to.
  [[nodiscard]] const ModuleTimes& times() const { return m_times; }

  /// The last row is what no module caused, here or in a capture, if there is such work.
  [[nodiscard]] const ModuleRow& row(std::uint32_t number) const { return m_times.rows[number]; }
  /// Returns the children of a row by total; `ModuleRow::none` for those at the top.
  [[nodiscard]] const std::vector<std::uint32_t>& children(std::uint32_t parent) const;
  [[nodiscard]] int placeOf(std::uint32_t number) const { return m_places[number]; }  ///< index among its siblings
  [[nodiscard]] bool isUnassigned(std::uint32_t number) const { return row(number).name == StringId::none; }
  [[nodiscard]] QString name(std::uint32_t number) const;
  [[nodiscard]] QString path(std::uint32_t number) const;
  [[nodiscard]] double share(std::uint32_t number) const;  ///< share of the whole, 0 to 1

 private:
  /// Rows from `first` on are modules of `trace`.
  struct Captured {
    std::uint32_t first = 0;
    std::shared_ptr<const Trace> trace;
  };

  void add(ModulesOfCapture captured);
  void addUnassigned();
  /// nullptr for those of the trace itself.
  [[nodiscard]] const Trace* captureOf(std::uint32_t number) const;
  [[nodiscard]] QString shown(std::uint32_t number, const std::string& text) const;

  std::shared_ptr<const Trace> m_trace;
  std::optional<TimeRange> m_range;
  bool m_isOfSteps = false;
  std::shared_ptr<TraceAnalysis> m_causes;
  ModuleTimes m_times;
  std::vector<Captured> m_captured;
  std::vector<std::vector<std::uint32_t>> m_children;  // children of each row; at the end those at the top
  std::vector<int> m_places;
};

/// `origins`: with the captures of its graphs in other files; nullptr for its own alone.
[[nodiscard]] Expected<std::shared_ptr<const ModulesTable>> makeModulesTable(
    std::shared_ptr<const Trace> trace, const std::shared_ptr<const KnownOrigins>& origins,
    std::optional<TimeRange> range, const std::stop_token& stop);

}  // namespace kernline::ui
