// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/critical_path.h"
#include "core/model/base/error.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/views/timeline/interval_sums.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace kernline::ui {

/// The recorded place of a piece, with its length without the profiler: the rest of it was the profiler's.
[[nodiscard]] TimeRange shownRange(const PathPiece& piece);

/// The critical path without the profiler, where its pieces were recorded.
class PathNotes {
 public:
  PathNotes() = default;
  explicit PathNotes(const std::vector<PathPiece>& path);
  /// No path, with the reason as one sentence.
  explicit PathNotes(Message problem) : m_problem(std::move(problem)) {}

  /// Returns the problem in the language of the window; empty if there is a path.
  [[nodiscard]] QString problem() const;
  [[nodiscard]] const IntervalSums& sums() const { return m_sums; }
  /// The piece that holds `time`, or else the first after it; nullptr if there is none.
  [[nodiscard]] const PathPiece* from(Time time) const;
  /// Finds the piece from left to right; `hint` is 0 at first.
  [[nodiscard]] const PathPiece* from(Time time, std::size_t& hint) const;

 private:
  Message m_problem;
  std::vector<PathPiece> m_pieces;  // pieces that were recorded as anything
  IntervalSums m_sums;              // sums by kind
};

/// Errors: Canceled if stopped.
[[nodiscard]] Expected<std::shared_ptr<const PathNotes>> makePathNotes(const std::shared_ptr<const Trace>& trace,
                                                                       const std::stop_token& stop);

[[nodiscard]] HoverCard describePiece(const Trace& trace, const PathPiece& piece);

}  // namespace kernline::ui
