// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/bounded_output.h"

#include <utility>

namespace kernline::recorder {

BoundedOutput::BoundedOutput(EventSink& sink, std::size_t maxWaiting)
    : m_sink(sink), m_maxWaiting(maxWaiting), m_thread([this] { run(); }) {}

BoundedOutput::~BoundedOutput() {
  finish();
}

void BoundedOutput::add(std::string events, const RecordCounts& counts) {
  add(std::make_shared<const std::string>(std::move(events)), counts);
}

void BoundedOutput::add(Text events, const RecordCounts& counts) {
  const std::size_t bytes = events->size();
  add({.events = std::move(events), .counts = counts, .waitingBytes = bytes});
}

void BoundedOutput::addKept(Text events, const RecordCounts& counts) {
  add({.events = std::move(events), .counts = counts});
}

void BoundedOutput::add(Part part) {
  const std::scoped_lock lock(m_mutex);
  m_waitingBytes += part.waitingBytes;
  m_waiting.push_back(std::move(part));
  m_changed.notify_all();
}

bool BoundedOutput::isFull() {
  const std::scoped_lock lock(m_mutex);
  return m_waitingBytes >= m_maxWaiting;
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
    const bool isTaken = m_sink.write(*part.events, part.counts);  // counts as lost what it does not take
    lock.lock();
    m_waitingBytes -= part.waitingBytes;
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
