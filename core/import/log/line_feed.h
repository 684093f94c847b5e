// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/line_batch.h"
#include "core/import/log/text_pieces.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace kernline::logs {

/// The lines of an input in order, prepared ahead by workers. Holds a few pieces at a time.
class LineFeed {
 public:
  /// `workers` besides the caller's thread, which helps when it would wait; 0 if it does all.
  LineFeed(const Input& input, unsigned workers, std::size_t pieceBytes, bool findsSkippable);
  LineFeed(const LineFeed&) = delete;
  LineFeed& operator=(const LineFeed&) = delete;
  ~LineFeed();

  /// The next lines; nullptr after the last. Rethrows exceptions of workers.
  [[nodiscard]] std::unique_ptr<LineBatch> next();

 private:
  void work();
  bool canTake() const;
  void prepareOne(std::unique_lock<std::mutex>& lock);

  TextPieces m_pieces;  // used only by the thread that has set m_isTaking
  bool m_findsSkippable;
  std::size_t m_window;  // pieces ahead

  std::mutex m_mutex;  // guards all below
  std::condition_variable m_changed;
  bool m_isTaking = false;
  bool m_ended = false;                           // all pieces have been taken
  std::size_t m_given = 0;                        // batches
  std::deque<std::unique_ptr<LineBatch>> m_next;  // batches of the pieces taken and not given; empty until prepared
  std::exception_ptr m_failure;
  bool m_isStopping = false;
  std::vector<std::jthread> m_workers;
};

}  // namespace kernline::logs
