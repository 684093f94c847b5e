// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/live_feed.h"

#include "core/model/base/parallel.h"
#include "ui/kit/open/memory_limit.h"

#include <algorithm>
#include <utility>

namespace kernline::ui {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds minPause{100};
constexpr milliseconds quietAfter{3000};
constexpr milliseconds quietPause{200};  // pause: such a check costs hardly any time
constexpr milliseconds rateWindow{2000};

Expected<LiveFrame> frameOf(GrowingTrace& growing, GrowingTrace::More more, const std::stop_token& stop) {
  const unsigned threads = defaultThreads();
  auto look = growing.look(more, threads, stop);
  if (!look) {
    return std::unexpected(std::move(look.error()));
  }
  LiveFrame frame;
  frame.isComplete = look->isComplete;
  if (look->trace) {
    frame.figures = liveFigures(*look->trace, stop);
    frame.index = QueryIndex::build(std::move(look->trace), stop, threads);
  }
  return frame;
}

}  // namespace

LiveFeed::LiveFeed(std::string path, std::string shownPath, QObject* parent)
    : QObject(parent),
      m_path(path),
      m_growing(std::make_shared<GrowingTrace>(std::move(path), std::move(shownPath), memoryToUse())) {
  m_next.setSingleShot(true);
  connect(&m_next, &QTimer::timeout, this, &LiveFeed::look);
  m_next.start(0);
}

void LiveFeed::endWriting() {
  m_isWritten = false;
  if (!isOver() && !m_job.isRunning()) {
    m_next.start(0);
  }
}

void LiveFeed::look() {
  if (isOver() || m_job.isRunning()) {
    return;
  }
  m_begun = Clock::now();
  const auto more = m_isWritten ? GrowingTrace::More::Possible : GrowingTrace::More::None;
  m_job = Job<LiveFrame>(
      [growing = m_growing, more](std::stop_token stop, Progress&) { return frameOf(*growing, more, stop); },
      [this](Expected<LiveFrame> frame) { take(std::move(frame)); });
}

void LiveFeed::take(Expected<LiveFrame> frame) {
  if (!frame) {
    change(State::Lost);
    return;
  }
  const Clock::time_point now = Clock::now();
  const auto cost = std::chrono::duration_cast<milliseconds>(now - m_begun);
  if (frame->index) {
    m_lastGrowth = now;
    m_lastCost = cost;
    countRate(frame->figures.records);
  }
  const bool isQuiet = now - m_lastGrowth > quietAfter;
  if (isQuiet) {
    m_rate = 0;
  }
  if (frame->index) {
    Q_EMIT frameRead(*frame);
  }
  if (frame->isComplete) {
    change(frame->figures.end ? State::Complete : State::CutOff);
    return;
  }
  change(isQuiet ? State::Quiet : State::Growing);
  // From start to start 100 ms; where a look takes longer, a third of the time is left to others.
  const milliseconds pause = isQuiet ? quietPause : std::max(minPause - cost, cost / 2);
  m_next.start(m_isWritten ? pause : milliseconds{0});
}

void LiveFeed::countRate(std::uint64_t records) {
  const Clock::time_point now = Clock::now();
  const std::chrono::duration<double> since = now - m_rateSince;
  if (!std::exchange(m_hasRate, true)) {
    m_rateSince = now;  // the speed of earlier data is unknown
    m_rateFrom = records;
    return;
  }
  if (since.count() > 0 && records >= m_rateFrom) {
    m_rate = static_cast<double>(records - m_rateFrom) / since.count();
  }
  if (since > rateWindow) {
    m_rateSince = now;
    m_rateFrom = records;
  }
}

void LiveFeed::change(State state) {
  const bool isOther = m_state != state;
  m_state = state;
  if (isOther) {
    Q_EMIT stateChanged();
  }
}

}  // namespace kernline::ui
