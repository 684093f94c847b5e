// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/python/stack_sampler.h"

#include "app/recorder/io/quiet_thread.h"
#include "app/recorder/python/lock_request.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds period{1};
constexpr int periodsPerDrain = 50;
constexpr std::size_t ringBytes = std::size_t{1} << 20U;

// The interpreter may call when the recording is over.
std::mutex currentMutex;
StackSampler* current = nullptr;

}  // namespace

StackSampler::StackSampler(EventSink& sink, ProcessIdentity process, RecordingClock clock, NestingOf nestingOf)
    : m_sink(sink), m_clock(clock), m_nestingOf(nestingOf), m_ring(ringBytes), m_lines(std::move(process)) {
  {
    const std::scoped_lock lock(currentMutex);
    current = this;
  }
  m_worker = quietThread([this] { work(); });
}

StackSampler::~StackSampler() {
  stop();
}

int StackSampler::sampleCall(void* /*unused*/) {
  const std::scoped_lock lock(currentMutex);
  if (current != nullptr) {
    current->sample();
  }
  return 0;
}

/// Runs in the main thread of the interpreter.
void StackSampler::sample() {
  if (m_frames == nullptr) {
    const auto python = Python::find();
    auto frames = python ? PythonFrames::find(*python) : std::nullopt;
    if (!frames) {
      const std::scoped_lock lock(m_mutex);
      m_problem = "Python stacks are not sampled: Python is older than 3.10";
      return;  // m_asked stays, so no further sample is requested
    }
    m_frames = std::make_unique<PythonFrames>(std::move(*frames));
  }
  const std::int64_t now = m_clock.now();
  if (m_isCutWanted.exchange(false)) {
    for (auto& [number, thread] : m_threads) {
      sample(number, thread, now, now, {});
    }
    m_isDrainWanted = true;
  }
  for (auto& [number, thread] : m_threads) {
    thread.isThere = false;
  }
  m_frames->eachThread([&](std::uint32_t number, std::span<const std::uint32_t> places) {
    Thread& thread = m_threads.try_emplace(number, number).first->second;
    thread.isThere = true;
    sample(number, thread, m_asked, now, places);
  });
  for (auto& [number, thread] : m_threads) {
    if (!thread.isThere) {
      sample(number, thread, m_asked, now, {});  // a thread asked long ago may have ended long ago
    }
  }
  std::erase_if(m_threads, [](const auto& each) { return !each.second.isThere; });
  m_asked = 0;
}

void StackSampler::sample(std::uint32_t number, Thread& thread, std::int64_t asked, std::int64_t now,
                          std::span<const std::uint32_t> places) {
  // Names must come before they are in the ring.
  if (std::vector<std::string> names = m_frames->takeNewNames(); !names.empty()) {
    const std::scoped_lock lock(m_mutex);
    std::ranges::move(names, std::back_inserter(m_newNames));
  }
  NestingTimes* const nesting = m_nestingOf(number);
  for (const FrameSpan& frame : thread.spans.sample(nesting == nullptr ? thread.own : *nesting, asked, now, places)) {
    m_ring.write(std::as_bytes(std::span(&frame, 1)));
  }
}

void StackSampler::work() {
  constexpr std::int64_t late = 2'000'000;  // ns
  std::optional<Python> python;
  LockRequest* lockRequest = nullptr;
  std::unique_lock lock(m_mutex);
  for (int i = 0; !m_changed.wait_for(lock, period, [&] { return m_isEnding; }); ++i) {
    lock.unlock();
    const bool isDrain = i % periodsPerDrain == 0 || m_isDrainWanted.exchange(false);
    if (isDrain && !python) {
      python = Python::find();
      lockRequest = python ? LockRequest::find() : nullptr;
    }
    const std::int64_t asked = m_asked;
    if (asked != 0 && lockRequest != nullptr && m_clock.now() - asked > late) {
      lockRequest->send();
    }
    if (python && asked == 0) {
      m_asked = m_clock.now();
      if (!python->callSoon(&sampleCall, nullptr)) {
        m_asked = 0;
      }
    }
    if (isDrain) {
      drain();
    }
    lock.lock();
  }
}

void StackSampler::cut() {
  constexpr milliseconds patience{20};
  m_isCutWanted = true;
  for (milliseconds waited{0}; (m_isCutWanted || m_isDrainWanted) && waited < patience; waited += period) {
    std::this_thread::sleep_for(period);
  }
  std::this_thread::sleep_for(2 * period);  // it is being passed on
}

void StackSampler::drain() {
  m_ring.read([&](std::span<const std::byte> record) {
    FrameSpan frame;
    std::memcpy(&frame, record.data(), sizeof frame);
    if (frame.place >= m_names.size()) {
      const std::scoped_lock lock(m_mutex);
      std::ranges::move(std::exchange(m_newNames, {}), std::back_inserter(m_names));
    }
    m_lines.add(OperatorEvent{.name = m_names[frame.place],
                              .start = frame.begin,
                              .end = std::max(frame.begin, frame.end),
                              .thread = frame.thread,
                              .kind = OperatorEvent::Kind::Frame});
  });
  m_lost += m_ring.takeLost();
  if (!m_lines.text().empty()) {
    m_lost += m_sink.write(m_lines.text(), m_lines.counts()) ? 0 : m_lines.counts().sum();
    m_lines.clear();
  }
}

std::uint64_t StackSampler::stop() {
  if (!m_worker.joinable()) {
    return m_lost;
  }
  {
    const std::scoped_lock lock(currentMutex);
    current = nullptr;
  }
  {
    const std::scoped_lock lock(m_mutex);
    m_isEnding = true;
  }
  m_changed.notify_all();
  m_worker.join();
  drain();
  for (auto& [number, thread] : m_threads) {
    const std::int64_t now = m_clock.now();
    sample(number, thread, now, now, {});
    drain();
  }
  return m_lost;
}

}  // namespace kernline::recorder
