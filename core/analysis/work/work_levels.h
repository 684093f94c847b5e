// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/work_figures.h"
#include "core/analysis/work/work_model.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace kernline {

/// The share of its roofline that each span of a device reached: a byte a span.
class WorkLevels {
 public:
  static constexpr std::uint8_t notWork = 0;     ///< host span
  static constexpr std::uint8_t noRoofline = 1;  ///< not modeled, without a ceiling, or a range around work
  static constexpr std::uint8_t latency = 2;     ///< shorter than the launch floor
  static constexpr std::uint8_t communication = 3;
  static constexpr std::uint8_t firstShare = 4;  ///< first of the levels that are percent, up to 100
  static constexpr std::size_t count = firstShare + 101;

  WorkLevels() = default;
  explicit WorkLevels(std::vector<std::uint8_t> bySpan) : m_bySpan(std::move(bySpan)) {}

  [[nodiscard]] bool isEmpty() const { return m_bySpan.empty(); }
  [[nodiscard]] std::uint8_t operator[](SpanId span) const {
    return index(span) < m_bySpan.size() ? m_bySpan[index(span)] : notWork;
  }

  [[nodiscard]] static std::uint8_t levelOf(const WorkFigures& figures);
  /// nullopt if the level is no share.
  [[nodiscard]] static std::optional<int> percentOf(std::uint8_t level);

 private:
  std::vector<std::uint8_t> m_bySpan;
};

/// Returns the levels of the work in `model` that `meter` compares with a device. Empty if stopped.
[[nodiscard]] WorkLevels workLevels(const Trace& trace, const WorkModel& model, const WorkMeter& meter,
                                    unsigned threads, const std::stop_token& stop = {});

}  // namespace kernline
