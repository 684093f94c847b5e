// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/lane_spans.h"
#include "core/output/sql/comparison.h"
#include "core/output/sql/span_columns.h"
#include "core/output/sql/table.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline::sql {

/// The spans that a plan's constraints leave: runs of neighbors, and tests for each span in them. Tests by name,
/// category, kind or track are made once for each of those.
class SpanFilter {
 public:
  SpanFilter(Model& model, std::span<const SpanColumn> columns, std::optional<SpanKind> onlyKind)
      : m_model(&model), m_columns(columns), m_onlyKind(onlyKind) {}

  /// Begins a filter. Returns the error of a regular expression, if any.
  [[nodiscard]] std::optional<std::string> begin(const std::vector<Constraint>& constraints);

  [[nodiscard]] const std::vector<SpanInterval>& stretches() const { return m_stretches; }
  [[nodiscard]] bool matches(std::uint32_t span);

 private:
  enum class Known : std::uint8_t { No, Matches, Differs };

  /// The comparisons with one column.
  struct ColumnTest {
    std::size_t column = 0;
    TextMatcher text;
    NumberBounds number;
    [[nodiscard]] bool passes(const Cell& cell) const;
  };

  ColumnTest& testOf(std::size_t column);
  [[nodiscard]] Cell valueOf(const ColumnTest& test, SpanId span, TrackId track) const;
  void keepStretches(const std::vector<ColumnTest>& trackTests);
  void addLanes(const Track& track);
  void addStretch(SpanInterval stretch);
  [[nodiscard]] bool isSameForAll(Dependence dependence) const;
  bool passesAll(Dependence dependence, std::vector<Known>& known, std::size_t key, std::uint32_t span);

  Model* m_model;
  std::span<const SpanColumn> m_columns;
  std::optional<SpanKind> m_onlyKind;
  std::vector<ColumnTest> m_tests;
  NumberBounds m_ids;
  NumberBounds m_starts;
  NumberBounds m_durations;
  NumberBounds m_ends;
  bool m_testsLengths = false;
  std::vector<Known> m_names;
  std::vector<Known> m_categories;
  std::vector<Known> m_kinds;
  std::vector<SpanInterval> m_stretches;
};

}  // namespace kernline::sql
