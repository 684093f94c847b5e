// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/dock/whatif_scenario.h"

#include <QWidget>

#include <memory>

class QToolButton;

namespace kernline::ui {

class ElidedLabel;
class HatchLegend;
class PathNotes;
struct MovedSpans;

/// Replays a trace without the profiler, with or without changes, and shows above the timeline that its times are those
/// of the replay.
class ReplayedStrip : public QWidget {
  Q_OBJECT

 public:
  explicit ReplayedStrip(QWidget* parent);

  /// Whether it is shown, or on its way.
  [[nodiscard]] bool isOn() const { return m_recorded != nullptr; }
  [[nodiscard]] bool isBusy() const { return m_replaying.isRunning(); }
  /// `shown`: what the timeline shows.
  void start(std::shared_ptr<const QueryIndex> shown, const WhatIfScenario& scenario);
  /// Shows the times as they were recorded.
  void goBack();
  /// Another trace is shown.
  void forget();
  /// Returns the recorded run while a replay is shown or computed; else nullptr.
  [[nodiscard]] const std::shared_ptr<const QueryIndex>& recorded() const { return m_recorded; }
  /// Returns the critical path while a replay is shown; else nullptr.
  [[nodiscard]] const std::shared_ptr<const PathNotes>& path() const { return m_path; }
  /// While a replay is shown: what it changed; else nullptr.
  [[nodiscard]] const std::shared_ptr<const MovedSpans>& moved() const { return m_moved; }

 Q_SIGNALS:
  void indexReady(std::shared_ptr<const QueryIndex> index);
  void changed();

 private:
  /// A trace at the times of its replay.
  struct Replayed {
    std::shared_ptr<const QueryIndex> index;
    std::shared_ptr<const MovedSpans> moved;
    std::shared_ptr<const PathNotes> path;
    QString text;
  };

  static Expected<Replayed> replayed(const std::shared_ptr<const Trace>& trace, const WhatIfScenario& scenario,
                                     const QString& device, const std::stop_token& stop);
  void take(Expected<Replayed> made);
  void say(const QString& text, const QString& action);

  std::shared_ptr<const QueryIndex> m_recorded;  // to go back to
  std::shared_ptr<const MovedSpans> m_moved;
  std::shared_ptr<const PathNotes> m_path;
  Job<Replayed> m_replaying;
  ElidedLabel* m_text = nullptr;
  HatchLegend* m_legend = nullptr;
  QToolButton* m_back = nullptr;
};

}  // namespace kernline::ui
