// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/record/live_feed.h"

#include <QElapsedTimer>
#include <QObject>

#include <string>

namespace kernline::ui {

class LiveFollow;
class LiveStrip;
class TimelineView;

/// A recording that is shown while it is written: what feeds a timeline, what follows its end, and the line above it.
class LiveRecording : public QObject {
  Q_OBJECT

 public:
  /// `path` is the file that is read; `shownPath` what its traces call their source.
  LiveRecording(const std::string& path, const std::string& shownPath, TimelineView& view, QWidget* parent);
  ~LiveRecording() override;

  [[nodiscard]] LiveStrip* strip() const { return m_strip; }
  [[nodiscard]] bool isOver() const { return m_feed->isOver(); }
  [[nodiscard]] const LiveFeed& feed() const { return *m_feed; }
  [[nodiscard]] bool isFollowing() const;
  void setFollowing(bool follows);
  /// The writer is gone.
  void endWriting() { m_feed->endWriting(); }

 Q_SIGNALS:
  /// `forAll`: for everything that counts spans too; else for the timeline alone, as counting takes longer.
  void indexUpdated(const std::shared_ptr<const kernline::QueryIndex>& index, bool forAll);
  void stateChanged();  ///< growing, over, followed or not

 private:
  void take(const LiveFrame& frame);
  void showState();

  TimelineView& m_view;
  LiveFeed* m_feed = nullptr;
  LiveFollow* m_follow = nullptr;
  LiveStrip* m_strip = nullptr;
  LiveFigures m_figures;
  QElapsedTimer m_sinceAll;
  bool m_hasCounted = false;
  bool m_owesAll = false;  // the timeline shows more than has been counted
};

}  // namespace kernline::ui
