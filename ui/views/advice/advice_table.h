// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <QString>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::ui {

/// Optimization suggestions as a tree: below each row its evidence, causes and examples. Built by a worker, then
/// immutable.
class AdviceTable {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Line {
    std::uint32_t row = 0;          ///< index in `Advice::rows`
    std::uint32_t parent = none;    ///< parent line; none for a row
    std::uint32_t evidence = none;  ///< it is this sentence
    std::uint32_t cause = none;     ///< it is this cause
    std::uint32_t place = none;     ///< it is this place
    int position = 0;               ///< index among its siblings
  };

  /// Keeps `analysis` for the tables of other ranges.
  AdviceTable(std::shared_ptr<TraceAnalysis> analysis, std::optional<TimeRange> range,
              std::shared_ptr<const FoundSteps> found, std::optional<std::string> unknownDevice, Advice advice);

  [[nodiscard]] const Trace& trace() const { return m_causes->trace(); }
  [[nodiscard]] std::optional<TimeRange> range() const { return m_range; }
  [[nodiscard]] const FoundSteps& found() const { return *m_found; }
  /// The name of the device if the table of devices does not have it; std::nullopt if it does.
  [[nodiscard]] const std::optional<std::string>& unknownDevice() const { return m_unknownDevice; }
  [[nodiscard]] const Advice& advice() const { return m_advice; }

  [[nodiscard]] const Line& line(std::uint32_t number) const { return m_lines[number]; }
  [[nodiscard]] const AdviceRow& row(std::uint32_t number) const { return m_advice.rows[m_lines[number].row]; }
  /// nullptr if the line is no cause.
  [[nodiscard]] const AdviceCause* cause(std::uint32_t number) const;
  [[nodiscard]] const std::vector<std::uint32_t>& children(std::uint32_t parent) const;
  [[nodiscard]] QString text(std::uint32_t number) const;
  /// The target of a line: its place, or the first one of its row; none if there is no such place.
  [[nodiscard]] SpanId target(std::uint32_t number) const;

 private:
  std::uint32_t addLine(Line line);

  std::shared_ptr<TraceAnalysis> m_causes;
  std::optional<TimeRange> m_range;
  std::shared_ptr<const FoundSteps> m_found;
  std::optional<std::string> m_unknownDevice;
  Advice m_advice;
  std::vector<Line> m_lines;
  std::vector<std::vector<std::uint32_t>> m_children;  // children of each line
  std::vector<std::uint32_t> m_top;
};

/// Makes the table: without a range, of the steps; of a range that is steps, of these. `device` names the device whose
/// ceilings apply, see `WorkDevice`.
[[nodiscard]] Expected<std::shared_ptr<const AdviceTable>> makeAdviceTable(std::shared_ptr<const Trace> trace,
                                                                           std::optional<TimeRange> range,
                                                                           const QString& device,
                                                                           const std::stop_token& stop);

}  // namespace kernline::ui
