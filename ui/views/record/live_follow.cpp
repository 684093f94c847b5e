// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/live_follow.h"

#include "ui/views/timeline/timeline_scene.h"
#include "ui/views/timeline/timeline_view.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

constexpr int frameMs = 16;
constexpr qint64 minGlideMs = 120;
constexpr qint64 maxGlideMs = 1000;
constexpr Duration typicalLength{1'000'000'000};
constexpr double roomAhead = 0.02;  // share of the view, so that the newest span does not touch the edge

}  // namespace

LiveFollow::LiveFollow(TimelineView& view, QObject* parent) : QObject(parent), m_view(view) {
  m_frame.setInterval(frameMs);
  m_frame.setTimerType(Qt::PreciseTimer);
  connect(&m_frame, &QTimer::timeout, this, &LiveFollow::glide);
  connect(&view, &TimelineView::visibleRangeChanged, this, [this] {
    if (m_ownMoves == 0 && m_follows) {
      setFollowing(false);
    }
  });
}

void LiveFollow::setFollowing(bool follows) {
  if (follows == m_follows) {
    return;
  }
  m_follows = follows;
  m_frame.stop();
  if (follows) {
    const Duration seen = m_view.visibleRange().length();
    m_length = m_view.scene().time().showsAll() ? Duration{} : seen;
    endExchange((++m_ownMoves, m_bounds));
  }
  Q_EMIT followingChanged();
}

void LiveFollow::endExchange(TimeRange bounds) {
  m_bounds = bounds;
  --m_ownMoves;
  if (!m_follows || bounds.isEmpty()) {
    return;
  }
  if (m_length.ns == 0) {
    if (bounds.length() <= typicalLength) {
      ++m_ownMoves;
      m_view.scene().time().fitAll();
      --m_ownMoves;
      return;
    }
    m_length = typicalLength;
    moveTo(bounds.end);
    return;
  }
  m_glideMs = m_sinceGrowth.isValid() ? std::clamp(m_sinceGrowth.elapsed(), minGlideMs, maxGlideMs) : minGlideMs;
  m_sinceGrowth.start();
  m_from = m_view.visibleRange().end;
  m_gliding.start();
  m_frame.start();
}

void LiveFollow::finish() {
  m_isFinishing = m_frame.isActive();
  if (!m_isFinishing && m_follows) {
    m_follows = false;
    Q_EMIT followingChanged();
  }
}

void LiveFollow::glide() {
  const double part =
      std::min(1.0, static_cast<double>(m_gliding.elapsed()) / static_cast<double>(std::max<qint64>(m_glideMs, 1)));
  const double ahead = static_cast<double>(m_length.ns) * roomAhead;
  const Time target{m_bounds.end.ns + static_cast<std::int64_t>(ahead)};
  moveTo({m_from.ns + static_cast<std::int64_t>(static_cast<double>(target.ns - m_from.ns) * part)});
  if (part >= 1) {
    m_frame.stop();
    if (std::exchange(m_isFinishing, false)) {
      finish();
    }
  }
}

void LiveFollow::moveTo(Time end) {
  ++m_ownMoves;
  m_view.setVisibleRange({end - m_length, end});
  --m_ownMoves;
}

}  // namespace kernline::ui
