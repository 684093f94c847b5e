// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kernline {

/// Finds counterparts of spans in another run, in the step with the same number (warm-up left out). Results are cached.
class Counterparts {
 public:
  explicit Counterparts(std::shared_ptr<const RunComparison> comparison) : m_comparison(std::move(comparison)) {}

  /// Returns the span of run `to` that corresponds to `span` of run `from`; none if unknown.
  ///
  /// Activity of the device: the activity in the same place when the rows of both steps are aligned in launch order
  /// (see sequence_alignment.h); for steps that have too little in common, the activity of the same row with the same
  /// number in it, if both have as much of that. None outside of steps. Linear in the activity of two steps, as a rule.
  ///
  /// Annotations: that of the same name, a number after '#' apart, with the same number in the step. Those in no step
  /// are counted in the whole recording, and have a counterpart if both have as many. Linear in the annotations and
  /// launches of two runs.
  [[nodiscard]] SpanId of(std::size_t from, SpanId span, std::size_t to);

  /// An activity of that row to show: the longest of the run, or another of its step if that is in the other runs too.
  [[nodiscard]] SpanId example(std::size_t run, std::size_t row);

 private:
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;  ///< numbers in the steps, ascending on both sides
  struct Place {
    SpanId span = SpanId::none;
    std::optional<std::size_t> step;
    std::size_t number = 0;  ///< number in the step
  };
  struct Call {
    Time start;
    ProcessId process = ProcessId::none;
    Time work;  ///< start of its device activity
  };

  [[nodiscard]] SpanId activityLike(std::size_t from, SpanId span, std::size_t to);
  [[nodiscard]] const Pairs& alignment(std::size_t from, std::size_t to, std::size_t step);
  [[nodiscard]] SpanId annotationLike(std::size_t from, SpanId span, std::size_t to);
  [[nodiscard]] const std::vector<Place>& sameNamePlaces(std::size_t run, SpanKind kind, const std::string& name);
  [[nodiscard]] std::optional<std::size_t> stepOf(std::size_t run, SpanId annotation);
  [[nodiscard]] const std::vector<Call>& calls(std::size_t run);

  std::shared_ptr<const RunComparison> m_comparison;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Pairs> m_alignments;  // keyed by run, run, step
  std::map<std::tuple<std::size_t, SpanKind, std::string>, std::vector<Place>> m_sameName;
  std::map<std::size_t, std::vector<Call>> m_calls;  // keyed by run; calls sorted by start
};

}  // namespace kernline
