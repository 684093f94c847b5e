// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/analysis/whatif/what_if_answer.h"
#include "core/model/base/error.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// A run that can be replayed, for as long as its trace is shown.
struct KnownRun {
  std::shared_ptr<TraceAnalysis> causes;
  std::shared_ptr<const ReplayedRun> run;  ///< nullptr if it failed, see `problem`
  Message problem;
};

/// The step as recorded, without the profiler, and with each scenario of the user; below each the rows that decide its
/// length. Made by a worker, then immutable.
class WhatIfTable {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Line {
    std::uint32_t answer = none;  ///< index in `answers`; none for the step as recorded
    std::uint32_t parent = none;
    std::uint32_t overhead = none;  ///< it is what this part of the recording cost
    std::uint32_t path = none;      ///< it is this row of the critical path
    std::uint32_t hidden = none;    ///< it is this row of what is not on it
    bool isHiddenHead = false;      ///< the rows below it are those
    int position = 0;               ///< index among its siblings
  };
  /// The first is the run without changes.
  struct Answer {
    QString text;                                     ///< as typed
    QString title = {};                               ///< the same for people
    std::shared_ptr<const WhatIfAnswer> answer = {};  ///< nullptr if there is none
    Message problem = {};                             ///< where there is no answer
  };

  WhatIfTable(std::shared_ptr<const KnownRun> known, std::vector<Answer> answers, PathBy by);

  [[nodiscard]] const std::shared_ptr<const KnownRun>& known() const { return m_known; }
  [[nodiscard]] PathBy by() const { return m_by; }
  [[nodiscard]] const Trace& trace() const { return m_known->causes->trace(); }
  [[nodiscard]] const std::vector<Answer>& answers() const { return m_answers; }
  /// The run without changes, or nullptr if it cannot be replayed.
  [[nodiscard]] const WhatIfAnswer* base() const;

  [[nodiscard]] const Line& line(std::uint32_t number) const { return m_lines[number]; }
  [[nodiscard]] const std::vector<std::uint32_t>& children(std::uint32_t parent) const;
  /// nullptr if the line is no row of a critical path.
  [[nodiscard]] const PathRow* path(std::uint32_t number) const;
  /// nullptr if the line is no row of device activity that is not on the path.
  [[nodiscard]] const HiddenRow* hidden(std::uint32_t number) const;
  [[nodiscard]] QString text(std::uint32_t number) const;
  /// The target of a line: the longest span of its row; none if there is no such place.
  [[nodiscard]] SpanId target(std::uint32_t number) const;

 private:
  std::uint32_t addLine(Line line);

  std::shared_ptr<const KnownRun> m_known;
  std::vector<Answer> m_answers;
  PathBy m_by;
  std::vector<Line> m_lines;
  std::vector<std::vector<std::uint32_t>> m_children;  // children of each line
  std::vector<std::uint32_t> m_top;
};

/// The input of `makeWhatIfTable`.
struct WhatIfQuestion {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const WhatIfTable> before = {};  ///< of the same trace, steps and device: its answers are kept
  QStringList scenarios = {};
  QString device = {};                        ///< as `WorkDevice` has it
  std::shared_ptr<const Advice> advice = {};  ///< on that run; nullptr if it is not known yet
  PathBy by = PathBy::Name;                   ///< critical paths are summed by it
};

/// Errors: Canceled.
[[nodiscard]] Expected<std::shared_ptr<const WhatIfTable>> makeWhatIfTable(const WhatIfQuestion& question,
                                                                           const std::stop_token& stop);

}  // namespace kernline::ui
