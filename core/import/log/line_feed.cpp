// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/line_feed.h"

#include <system_error>
#include <utility>

namespace kernline::logs {

LineFeed::LineFeed(const Input& input, unsigned workers, std::size_t pieceBytes, bool findsSkippable)
    : m_pieces(input, pieceBytes), m_findsSkippable(findsSkippable), m_window(2 * (std::size_t{workers} + 1)) {
  try {
    for (unsigned i = 0; i < workers; ++i) {
      m_workers.emplace_back([this] { work(); });
    }
  } catch (const std::system_error&) {
    return;  // no more threads: the caller does what is left
  }
}

LineFeed::~LineFeed() {
  {
    const std::lock_guard lock(m_mutex);
    m_isStopping = true;
  }
  m_changed.notify_all();
  m_workers.clear();
}

std::unique_ptr<LineBatch> LineFeed::next() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    if (m_failure) {
      std::rethrow_exception(m_failure);
    }
    if (!m_next.empty() && m_next.front()) {
      std::unique_ptr<LineBatch> batch = std::move(m_next.front());
      m_next.pop_front();
      ++m_given;
      lock.unlock();
      m_changed.notify_all();
      return batch;
    }
    if (m_ended && m_next.empty()) {
      return nullptr;
    }
    if (canTake()) {
      prepareOne(lock);
    } else {
      m_changed.wait(lock);
    }
  }
}

void LineFeed::work() {
  std::unique_lock lock(m_mutex);
  while (!m_isStopping && !m_ended && !m_failure) {
    if (canTake()) {
      prepareOne(lock);
    } else {
      m_changed.wait(lock);
    }
  }
}

bool LineFeed::canTake() const {
  return !m_isTaking && !m_ended && !m_failure && m_next.size() < m_window;
}

/// Takes a piece and prepares its lines, without the lock while that lasts.
void LineFeed::prepareOne(std::unique_lock<std::mutex>& lock) {
  m_isTaking = true;
  lock.unlock();
  TextPiece piece;
  bool any = false;
  std::unique_ptr<LineBatch> batch;
  std::exception_ptr failure;
  try {
    any = m_pieces.next(piece);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  m_isTaking = false;
  m_ended = !any;
  m_failure = failure;
  const std::size_t number = m_given + m_next.size();
  if (any) {
    m_next.emplace_back();
  }
  m_changed.notify_all();
  if (!any) {
    return;
  }
  lock.unlock();
  try {
    batch = std::make_unique<LineBatch>(std::move(piece), m_findsSkippable);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  m_failure = failure ? failure : m_failure;
  if (batch) {
    m_next[number - m_given] = std::move(batch);
  }
  m_changed.notify_all();
}

}  // namespace kernline::logs
