// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/piece_reader.h"
#include "core/import/chrome_json/piece_source.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace kernline::chrome {

/// A piece's events and the worker whose words they use.
struct ReadPiece {
  PieceResult result;
  std::size_t worker = 0;
  std::size_t sequence = 0;
};

struct EventArray {
  std::vector<ReadPiece> pieces;  ///< file order, each beginning where the one before ended
  std::uint64_t end = 0;          ///< offset after the array's bracket, or the text's end
  bool isClosed = false;          ///< whether the bracket was there
  bool isPart = false;            ///< whether there is more that was not read
};

struct ArrayReading {
  std::uint64_t begin = 0;  ///< byte after the array's opening bracket
  std::function<void()> onProgress;
  /// Called once, by the worker that read the first piece, when the sample is through; with what that worker read.
  std::function<void(const PieceReader&, const std::vector<ReadPiece>&)> onSample;
  std::stop_token memoryExhausted;  ///< no more is read; the events up to here count
};

/// Reads one event array with all `readers` at once. `source` hands out the pieces and `text` any part of the text
/// again, for where a cut was no event border.
[[nodiscard]] EventArray readEventArray(std::vector<PieceReader>& readers, PieceSource& source, const SourceText& text,
                                        const ArrayReading& reading, const std::stop_token& stop);

}  // namespace kernline::chrome
