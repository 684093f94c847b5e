// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace kernline {

/// The progress of a job, written by the job and read by its watchers, without locks.
struct Progress {
  enum class Stage : int { Opening, Reading, Arranging, Done };

  std::atomic<Stage> stage{Stage::Opening};
  std::atomic<std::uint64_t> bytesDone{0};   ///< bytes read of the file as stored, so compressed bytes for a .gz
  std::atomic<std::uint64_t> bytesTotal{0};  ///< 0 while unknown (standard input)
};

}  // namespace kernline
