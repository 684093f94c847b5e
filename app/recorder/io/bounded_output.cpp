// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/bounded_output.h"

#include <utility>

namespace kernline::recorder {

BoundedOutput::BoundedOutput(RecordingWriter& writer) : m_writer(writer), m_thread([this] { run(); }) {}

BoundedOutput::~BoundedOutput() {
  finish();
}

void BoundedOutput::add(std::string events, const RecordCounts& counts) {
  const std::scoped_lock lock(m_mutex);
  m_waitingBytes += events.size();
  m_waiting.push_back({std::move(events), counts});
  m_changed.notify_all();
}

bool BoundedOutput::isFull() {
  const std::scoped_lock lock(m_mutex);
  return m_waitingBytes >= maxWaitingBytes;
}

bool BoundedOutput::hasFailed() {
  const std::scoped_lock lock(m_mutex);
  return m_hasFailed;
}

void BoundedOutput::run() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [&] { return !m_waiting.empty() || m_isOver; });
    if (m_waiting.empty()) {
      return;
    }
    const Part part = std::move(m_waiting.front());
    m_waiting.pop_front();
    lock.unlock();
    const bool isTaken = m_writer.write(part.events, part.counts);  // counts as lost what it does not take
    lock.lock();
    m_waitingBytes -= part.events.size();
    m_hasFailed = m_hasFailed || !isTaken;
  }
}

void BoundedOutput::finish() {
  {
    const std::scoped_lock lock(m_mutex);
    m_isOver = true;
  }
  m_changed.notify_all();
  if (m_thread.joinable()) {
    m_thread.join();
  }
}

}  // namespace kernline::recorder
