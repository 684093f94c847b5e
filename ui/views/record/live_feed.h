// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/import/follow/growing_trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/record/live_figures.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <string>

namespace kernline::ui {

/// A recording as far as it is written: a trace of the whole with its index, and figures.
struct LiveFrame {
  std::shared_ptr<const QueryIndex> index;  ///< nullptr if nothing is new
  LiveFigures figures;
  bool isComplete = false;
};

/// Looks at a file that is being written, at most every 100 ms and never for more than two thirds of the time, and
/// reports what has come. Work runs on a worker, one look at a time.
class LiveFeed : public QObject {
  Q_OBJECT

 public:
  enum class State {
    Growing,
    Quiet,     ///< no new data for a while, and no end
    Complete,  ///< the end has been read
    CutOff,    ///< the writer is gone, and there is no end
    Lost,      ///< the file cannot be read any more
  };

  /// `shownPath` is what traces call their source.
  LiveFeed(std::string path, std::string shownPath, QObject* parent);

  [[nodiscard]] State state() const { return m_state; }
  [[nodiscard]] bool isOver() const { return m_state >= State::Complete; }
  [[nodiscard]] const std::string& path() const { return m_path; }
  /// The writer is known to be gone: the file is as long as it will ever be.
  void endWriting();
  /// Records a second over the last few seconds.
  [[nodiscard]] double rate() const { return m_rate; }
  /// Returns the duration of the last update that brought something, from its start to the hand-over.
  [[nodiscard]] std::chrono::milliseconds lastCost() const { return m_lastCost; }

 Q_SIGNALS:
  void frameRead(const kernline::ui::LiveFrame& frame);
  void stateChanged();

 private:
  using Clock = std::chrono::steady_clock;

  void look();
  void take(Expected<LiveFrame> frame);
  void countRate(std::uint64_t records);
  void change(State state);

  std::string m_path;
  std::shared_ptr<GrowingTrace> m_growing;
  Job<LiveFrame> m_job;
  QTimer m_next;
  State m_state = State::Growing;
  bool m_isWritten = true;  // more may be written
  Clock::time_point m_begun;
  Clock::time_point m_lastGrowth = Clock::now();
  Clock::time_point m_rateSince = Clock::now();
  std::uint64_t m_rateFrom = 0;
  bool m_hasRate = false;
  double m_rate = 0;
  std::chrono::milliseconds m_lastCost{0};
};

}  // namespace kernline::ui
