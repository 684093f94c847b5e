// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/live_recording.h"

#include "ui/views/record/live_follow.h"
#include "ui/views/record/live_strip.h"
#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>

namespace kernline::ui {

namespace {

constexpr qint64 countingPauseMs = 2000;
constexpr qint64 costs = 8;  // minimum pause between countings, as a multiple of the cost of a check

}  // namespace

LiveRecording::LiveRecording(const std::string& path, const std::string& shownPath, TimelineView& view, QWidget* parent)
    : QObject(parent), m_view(view) {
  m_strip = new LiveStrip(parent);
  m_follow = new LiveFollow(view, this);
  m_feed = new LiveFeed(path, shownPath, this);
  m_strip->showFollowing(m_follow->isFollowing());
  m_sinceAll.start();
  connect(m_feed, &LiveFeed::frameRead, this, &LiveRecording::take);
  connect(m_feed, &LiveFeed::stateChanged, this, &LiveRecording::showState);
  connect(m_strip, &LiveStrip::followRequested, this, &LiveRecording::setFollowing);
  connect(m_strip, &LiveStrip::closeRequested, m_strip, &QWidget::hide);
  connect(m_follow, &LiveFollow::followingChanged, this, [this] {
    m_strip->showFollowing(m_follow->isFollowing());
    Q_EMIT stateChanged();
  });
}

LiveRecording::~LiveRecording() {
  m_strip->hide();
  m_strip->deleteLater();  // its button may be what led here
}

bool LiveRecording::isFollowing() const {
  return m_follow->isFollowing();
}

void LiveRecording::setFollowing(bool follows) {
  m_follow->setFollowing(follows && !isOver());
  m_strip->showFollowing(m_follow->isFollowing());
}

void LiveRecording::take(const LiveFrame& frame) {
  m_figures = frame.figures;
  const qint64 pause = std::max<qint64>(countingPauseMs, costs * m_feed->lastCost().count());
  const bool forAll = frame.isComplete || !m_hasCounted || m_sinceAll.elapsed() >= pause;
  m_hasCounted = m_hasCounted || frame.figures.records > 0;
  m_owesAll = !forAll;
  m_follow->beginExchange();
  Q_EMIT indexUpdated(frame.index, forAll);
  m_follow->endExchange(frame.index->trace()->bounds());
  if (forAll) {
    m_sinceAll.start();
  }
  m_strip->showFigures(m_figures, m_feed->rate());
}

void LiveRecording::showState() {
  m_strip->showState(m_feed->state(), m_figures);
  m_strip->showFigures(m_figures, m_feed->rate());
  if (m_feed->state() != LiveFeed::State::Growing && m_owesAll && m_view.scene().sharedIndex()) {
    m_owesAll = false;
    m_follow->beginExchange();
    Q_EMIT indexUpdated(m_view.scene().sharedIndex(), true);
    m_follow->endExchange(m_view.scene().sharedIndex()->trace()->bounds());
  }
  if (isOver()) {
    m_follow->finish();
  }
  Q_EMIT stateChanged();
}

}  // namespace kernline::ui
