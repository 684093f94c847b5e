// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/piece_reader.h"
#include "core/import/source/input.h"

#include <cstdint>

namespace kernline::chrome {

/// State of reading a growing file: the same reader goes on where it stopped.
struct ReadSoFar {
  PieceReader reader;
  EventBatch batch;
  std::uint64_t begin = 0;  ///< offset after the event array's bracket; 0 if not reached yet
  std::uint64_t end = 0;    ///< offset where the next event is expected
  bool followsEvent = false;
  DamageHistory damage;
  bool arrayEnded = false;
};

/// Reads the events of a mapped text after `soFar.end`: all that are whole, or all there are if the text `isLast`.
/// False where the process holds `maxMemory` bytes (0 for no limit) before that.
[[nodiscard]] bool readGrown(const Input& input, ReadSoFar& soFar, bool isLast, std::uint64_t maxMemory);

}  // namespace kernline::chrome
