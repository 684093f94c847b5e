// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome_json/damage_history.h"
#include "core/import/chrome_json/fast_event.h"
#include "core/import/events/event_batch.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kernline::chrome {

/// A part of an event array. `text` begins at byte `begin` of the file and goes on after the piece as far as it is at
/// hand, so that the piece's last event can be read to its end.
struct Piece {
  std::string_view text;
  std::uint64_t begin = 0;
  std::uint64_t stop = 0;     ///< events that begin at or after this byte are the next piece's
  bool isTextEnd = false;     ///< whether the file ends where `text` ends
  bool followsEvent = false;  ///< whether an event comes before the piece, so that a comma is due
  DamageHistory damage;       ///< state before the piece
};

struct PieceResult {
  EventBatch batch;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;       ///< next event's start, or the end of the array's bracket, or the file's end
  bool arrayEnded = false;     ///< the array's bracket closed at `end`
  bool textEnded = false;      ///< the text ended at `end`, without the array's bracket
  bool followsEvent = false;   ///< whether the last thing read was an event, so that a comma is due
  DamageHistory damageBefore;  ///< state at `begin`, as given to the reader
  DamageHistory damage;        ///< state at `end`
};

/// Reads the events of pieces one after another. Its results depend on the text from a piece's begin alone, never
/// on where pieces were cut: a piece that ends where another begins continues into it as if there were no cut.
class PieceReader {
 public:
  Interner words;
  /// The first limit of the search for the end of an event or a stray value: beyond any usual event, and short enough
  /// that a file full of broken ones costs little more than its size.
  std::ptrdiff_t fastReach = typicalEventReach;
  static constexpr std::ptrdiff_t typicalEventReach = 16 << 10;

  [[nodiscard]] PieceResult read(const Piece& piece);

 private:
  const char* readEntry(const char* p, const char* end, const Piece& piece, PieceResult& result);
  struct LongRead {
    const char* after = nullptr;  ///< end of the event; nullptr if it is none
    bool needsMore = false;       ///< its end may lie after the text at hand
  };
  /// An event longer than any usual one (a CPU profile of megabytes), whose inside may look like events.
  LongRead readLong(const char* p, const char* end, const Piece& piece, Event& event, PieceResult& result);
  const char* skipBroken(const char* p, const char* end, const char* next, std::uint64_t offset, PieceResult& result);
  const char* readStray(const char* p, const char* end, const Piece& piece, PieceResult& result);

  EventScratch m_scratch;
  std::size_t m_spansExpected = 0;
  DamageHistory m_damage;
  bool m_skippedToEvent = false;  // skipped something broken, and the comma after it
};

}  // namespace kernline::chrome
