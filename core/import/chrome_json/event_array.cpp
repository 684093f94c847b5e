// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/event_array.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

namespace kernline::chrome {

namespace {

/// Joins pieces so that each begins where the one before it ended, reading again what wrong cuts spoiled.
class Joiner {
 public:
  Joiner(PieceReader& reader, const SourceText& text, std::uint64_t begin) : m_reader(reader), m_text(text) {
    m_array.end = begin;
    m_damage.moveTo(begin);
  }

  /// Adds a piece of an array that is not read to its end; pieces behind the first missing one are ignored.
  void addOfPart(ReadPiece&& piece) {
    m_isPart = m_isPart || piece.sequence != m_nextSequence++;
    if (!m_isPart) {
      add(std::move(piece));
    }
  }

  void add(ReadPiece&& piece) {
    if (m_ended || piece.result.begin < m_array.end) {
      return;  // speculation behind the end, or the one before ran through it
    }
    rereadTo(piece.result.begin);
    if (m_ended || piece.result.begin != m_array.end) {
      return;
    }
    if (piece.result.damageBefore != m_damage) {
      rereadTo(piece.result.end);
      return;
    }
    accept(std::move(piece));
  }

  EventArray finish() {
    rereadTo(m_text.size());
    return std::move(m_array);
  }

  EventArray finishPart() {
    m_array.isPart = !m_ended;
    return std::move(m_array);
  }

 private:
  void accept(ReadPiece&& piece) {
    m_array.end = piece.result.end;
    m_array.isClosed = piece.result.arrayEnded;
    m_ended = piece.result.arrayEnded || piece.result.textEnded;
    m_followsEvent = piece.result.followsEvent;
    m_damage = piece.result.damage;
    m_array.pieces.push_back(std::move(piece));
  }

  /// Continues at the array's current end until an event begins at or behind `stop`.
  void rereadTo(std::uint64_t stop) {
    constexpr std::size_t maxWindow = std::size_t{256} << 20;
    std::size_t window = std::size_t{8} << 20;
    while (!m_ended && m_array.end < stop) {
      const std::string text = m_text.read(m_array.end, window);
      const bool isTextEnd = m_array.end + text.size() >= m_text.size() || text.empty();
      const std::uint64_t before = m_array.end;
      ReadPiece again{m_reader.read({text, before, stop, isTextEnd, m_followsEvent, m_damage}), 0, 0};
      accept(std::move(again));
      if (m_array.end == before && window < maxWindow) {
        window *= 2;  // one event is larger than the window
      } else if (m_array.end == before && !m_ended) {
        m_array.pieces.back().result.batch.report.add(IssueKind::BrokenEvent, before, text.substr(0, 80));
        m_array.end += text.size();
        m_damage.moveTo(m_array.end);
      }
    }
  }

  PieceReader& m_reader;
  const SourceText& m_text;
  EventArray m_array;
  bool m_ended = false;
  bool m_followsEvent = false;
  DamageHistory m_damage;
  bool m_isPart = false;
  std::size_t m_nextSequence = 0;
};

}  // namespace

EventArray readEventArray(std::vector<PieceReader>& readers, PieceSource& source, const SourceText& text,
                          const ArrayReading& reading, const std::stop_token& stop) {
  std::vector<std::vector<ReadPiece>> byWorker(readers.size());
  std::atomic<bool> sampled{false};
  parallelFor(static_cast<unsigned>(readers.size()), readers.size(), [&](std::size_t worker) {
    std::vector<ReadPiece>& mine = byWorker[worker];
    bool hasFirst = false;
    for (WorkPiece work; !stop.stop_requested() && !reading.memoryExhausted.stop_requested() && source.next(work);) {
      mine.push_back({readers[worker].read(work.piece), worker, work.sequence});
      source.release(work);
      hasFirst = hasFirst || work.sequence == 0;
      if (reading.onProgress) {
        reading.onProgress();
      }
      if (hasFirst && reading.onSample && source.isSampleOut() && !sampled.exchange(true)) {
        reading.onSample(readers[worker], mine);
      }
    }
  });
  std::vector<ReadPiece> all;
  for (std::vector<ReadPiece>& mine : byWorker) {
    std::ranges::move(mine, std::back_inserter(all));
  }
  std::ranges::sort(all, {}, &ReadPiece::sequence);
  Joiner joiner(readers.front(), text, reading.begin);
  const bool isPart = reading.memoryExhausted.stop_requested();
  for (ReadPiece& piece : all) {
    if (stop.stop_requested()) {
      return {};
    }
    isPart ? joiner.addOfPart(std::move(piece)) : joiner.add(std::move(piece));
  }
  return isPart ? joiner.finishPart() : joiner.finish();
}

}  // namespace kernline::chrome
