// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace kernline::cli {

/// A program that shows text by the screen, as git starts one: $KERNLINE_PAGER, else $PAGER, else less.
class Pager {
 public:
  Pager() = default;
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;
  ~Pager() { static_cast<void>(end()); }

  /// Makes it the reader of standard output. False where there is none, or none is wanted.
  bool start();
  [[nodiscard]] bool isRunning() const { return m_process > 0; }
  /// Tells it that this was all, and waits until the person has seen enough. False if there is no such program.
  [[nodiscard]] bool end();

 private:
  pid_t m_process = -1;
};

}  // namespace kernline::cli
