// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::ui {

/// The steps of a timeline, by the rows that show them: one for each process that has any.
class ShownSteps {
 public:
  struct Row {
    ProcessSteps own;
    /// Steps that do not overlap, by start. A step in another, or that begins before it ends, is a level further down.
    std::vector<std::vector<std::uint32_t>> levels;
  };
  /// The row of a step, and its number there, as the command line counts.
  struct Place {
    std::size_t row = 0;
    std::size_t number = 0;
  };

  ShownSteps() = default;
  /// Shows the steps recorded in the trace until `found` is set. As devices end them, where that is measured.
  explicit ShownSteps(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> found = nullptr);

  /// Returns the steps at the times that they are shown at.
  [[nodiscard]] std::span<const Step> all() const { return m_steps; }
  [[nodiscard]] const Step& operator[](std::size_t step) const { return m_steps[step]; }
  /// Returns the steps at their times on the host.
  [[nodiscard]] std::span<const Step> onHost() const;
  /// Returns the shown begins of the steps, in ascending order.
  [[nodiscard]] std::span<const Time> begins() const { return m_begins; }
  [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
  /// The found steps; nullptr if not looked for yet.
  [[nodiscard]] const std::shared_ptr<const FoundSteps>& found() const { return m_found; }
  [[nodiscard]] std::string_view name(std::size_t step) const { return m_trace->text((*this)[step].name); }
  /// True if all have one name, so that only numbers distinguish them.
  [[nodiscard]] bool areNamesakes() const { return m_areNamesakes; }

  [[nodiscard]] Place placeOf(std::size_t step) const;
  /// The step that the annotation `span` is. Linear in the steps.
  [[nodiscard]] std::optional<std::size_t> ofSpan(SpanId span) const;
  /// The step of this time, shown or of the host. Linear in the steps.
  [[nodiscard]] std::optional<std::size_t> ofRange(TimeRange range) const;
  /// Returns the step on the deepest of a row's first `levels` levels that has one at `time`, else one in `near`.
  [[nodiscard]] std::optional<std::size_t> at(std::size_t row, std::size_t levels, Time time, TimeRange near) const;
  /// The last step of a row that begins by `time`; its first if all begin later.
  [[nodiscard]] std::size_t lastBegun(std::size_t row, Time time) const;
  /// Returns the step before or after it in its row; nullopt at the ends.
  [[nodiscard]] std::optional<std::size_t> neighbor(std::size_t step, bool isNext) const;

 private:
  void makeLevels(Row& row) const;

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const FoundSteps> m_found;
  std::vector<Step> m_steps;
  std::vector<Time> m_begins;
  std::vector<Row> m_rows;
  bool m_areNamesakes = false;
};

}  // namespace kernline::ui
