// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/piece_source.h"

#include "core/import/chrome_json/careful_event.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace kernline::chrome {

namespace {

constexpr std::size_t sampleSize = 12;  // pieces a preview is made of
// Limits of the search for a place to cut, and of how far a piece reaches behind its own end. Whoever joins the pieces
// reads longer ones again.
constexpr std::size_t maxSearch = std::size_t{16} << 20;
constexpr std::size_t maxStreamSearch = std::size_t{128} << 20;  // a stream is not read twice without need

/// The begin of the block of damage that a cut of large pieces is in.
std::uint64_t blockAt(std::uint64_t offset, std::size_t pieceBytes) {
  return pieceBytes < DamageHistory::blockBytes ? offset
                                                : offset / DamageHistory::blockBytes * DamageHistory::blockBytes;
}

class MappedPieces : public PieceSource {
 public:
  MappedPieces(const Input& input, std::uint64_t begin, std::size_t pieceBytes)
      : m_input(input), m_begin(begin), m_pieceBytes(pieceBytes) {
    const std::uint64_t bytes = textEnd() - begin;
    m_count = static_cast<std::size_t>((bytes + pieceBytes - 1) / pieceBytes);
    m_sampled = std::min(sampleSize, m_count);
    m_cuts = std::vector<std::atomic<std::uint64_t>>(m_count + 1);
  }

  bool next(WorkPiece& work) override {
    for (;;) {
      const std::size_t turn = m_next.fetch_add(1);
      if (turn >= m_count) {
        return false;
      }
      work.sequence = placeOf(turn);
      const std::uint64_t begin = cut(work.sequence);
      const std::uint64_t stop = cut(work.sequence + 1);
      if (begin >= stop) {
        continue;  // one event fills several pieces
      }
      work.piece.text = m_input.mapped.substr(begin - m_input.mappedOffset, stop - begin + maxSearch);
      work.piece.begin = begin;
      work.piece.stop = stop;
      work.piece.isTextEnd = begin + work.piece.text.size() == textEnd();
      work.piece.followsEvent = false;
      return true;
    }
  }

  void release(const WorkPiece& work) override {
    m_input.release(work.piece.begin - m_input.mappedOffset, work.piece.stop - m_input.mappedOffset);
    m_done += work.piece.stop - work.piece.begin;
  }

  bool isSampleOut() const override { return m_next.load() >= m_sampled; }
  std::uint64_t storedBytesDone() const override { return m_begin + m_done.load(); }

 private:
  /// Turns to places: first a sample from all over, then the others in order.
  std::size_t placeOf(std::size_t turn) const {
    const auto sampled = [this](std::size_t i) { return i * m_count / m_sampled; };
    if (turn < m_sampled) {
      return sampled(turn);
    }
    // The turn-th place that is no sample: step over the samples at or before it.
    std::size_t place = turn - m_sampled;
    for (std::size_t i = 0; i < m_sampled && sampled(i) <= place; ++i) {
      ++place;
    }
    return place;
  }

  /// Returns where the text is cut; called twice for each place: for the end of a piece and the begin of the next one.
  std::uint64_t cut(std::size_t place) {
    std::uint64_t known = m_cuts[place];
    if (known == 0) {
      m_cuts[place] = known = findCut(place);
    }
    return known;
  }

  std::uint64_t findCut(std::size_t place) const {
    if (place == 0) {
      return m_begin;
    }
    const std::uint64_t target = blockAt(m_begin + std::uint64_t{place} * m_pieceBytes, m_pieceBytes);
    if (place == m_count || target >= textEnd()) {
      return textEnd();
    }
    const char* const first = m_input.mapped.data();
    const std::uint64_t reach = std::min(target + maxSearch, textEnd());
    const char* const start =
        findEventStart(first + (target - m_input.mappedOffset), first + (reach - m_input.mappedOffset));
    const std::uint64_t found = m_input.mappedOffset + static_cast<std::uint64_t>(start - first);
    return found == reach && reach < textEnd() ? target : found;
  }

  std::uint64_t textEnd() const { return m_input.mappedOffset + m_input.mapped.size(); }

  const Input& m_input;
  std::uint64_t m_begin;
  std::size_t m_pieceBytes;
  std::size_t m_count = 0;
  std::size_t m_sampled = 0;
  std::vector<std::atomic<std::uint64_t>> m_cuts;  // 0 if not searched yet
  std::atomic<std::size_t> m_next{0};
  std::atomic<std::uint64_t> m_done{0};
};

class StreamPieces : public PieceSource {
 public:
  StreamPieces(const Input& input, std::string head, std::uint64_t begin, std::size_t pieceBytes)
      : m_input(input), m_carry(std::move(head)), m_begin(begin), m_pieceBytes(pieceBytes) {}

  bool next(WorkPiece& work) override {
    const std::scoped_lock lock(m_mutex);
    if (m_ended && m_carry.empty()) {
      return false;
    }
    auto buffer = takeBuffer();
    buffer->swap(m_carry);
    m_carry.clear();
    std::size_t cut = 0;
    do {
      fill(*buffer);
      cut = m_ended ? buffer->size() : placeToCut(*buffer);
      if (cut == 0 && buffer->size() > maxStreamSearch) {
        cut = buffer->size();  // blanks, or something as long that is no event
      }
    } while (cut == 0 && !m_ended);
    m_carry.assign(*buffer, cut);
    work.sequence = m_sequence++;
    work.piece = {*buffer, m_begin, m_begin + cut, m_ended, false, {}};
    work.buffer = std::move(buffer);
    m_begin += cut;
    m_stored = m_input.stream->storedBytesRead();
    return true;
  }

  void release(const WorkPiece& work) override {
    const std::scoped_lock lock(m_mutex);
    m_spare.push_back(work.buffer);
  }

  bool isSampleOut() const override { return m_sequence.load() >= sampleSize; }
  std::uint64_t storedBytesDone() const override { return m_stored.load(); }

 private:
  std::shared_ptr<std::string> takeBuffer() {
    if (m_spare.empty()) {
      return std::make_shared<std::string>();
    }
    auto buffer = std::move(m_spare.back());
    m_spare.pop_back();
    return buffer;
  }

  /// Adds a piece's worth of text. Its size doubles where one event is larger.
  void fill(std::string& buffer) {
    const std::size_t had = buffer.size();
    const std::size_t wanted = std::max(m_pieceBytes, had * 2);
    buffer.resize(wanted);
    std::size_t size = had;
    while (size < wanted) {
      const std::size_t got = m_input.stream->read({buffer.data() + size, wanted - size});
      if (got == 0) {
        m_ended = true;
        break;
      }
      size += got;
    }
    buffer.resize(size);
  }

  /// The first event of the last block of damage in the buffer, which begins at byte `m_begin`; else the last event.
  [[nodiscard]] std::size_t placeToCut(const std::string& buffer) const {
    const std::uint64_t end = m_begin + buffer.size();
    if (const std::uint64_t block = end / DamageHistory::blockBytes * DamageHistory::blockBytes; block > m_begin) {
      const char* const last = buffer.data() + buffer.size();
      if (const char* const start = findEventStart(buffer.data() + (block - m_begin), last); start != last) {
        return static_cast<std::size_t>(start - buffer.data());
      }
    }
    return lastEventStart(buffer);
  }

  /// The last event start in the buffer, but not its very beginning; 0 if there is none.
  static std::size_t lastEventStart(const std::string& buffer) {
    const char* const text = buffer.data();
    const char* const end = text + buffer.size();
    for (std::size_t back = 1 << 14; back / 2 < buffer.size(); back *= 2) {
      const char* from = back < buffer.size() ? end - back : text + 1;
      const char* last = nullptr;
      for (const char* p = findEventStart(from, end); p != end; p = findEventStart(p + 1, end)) {
        last = p;
      }
      if (last != nullptr) {
        return static_cast<std::size_t>(last - text);
      }
    }
    return 0;
  }

  const Input& m_input;
  std::mutex m_mutex;
  std::string m_carry;
  std::uint64_t m_begin;
  std::size_t m_pieceBytes;
  bool m_ended = false;
  std::atomic<std::size_t> m_sequence{0};
  std::atomic<std::uint64_t> m_stored{0};
  std::vector<std::shared_ptr<std::string>> m_spare;
};

}  // namespace

std::unique_ptr<PieceSource> piecesOfMapped(const Input& input, std::uint64_t begin, std::size_t pieceBytes) {
  return std::make_unique<MappedPieces>(input, begin, pieceBytes);
}

std::unique_ptr<PieceSource> piecesOfStream(const Input& input, std::string head, std::uint64_t begin,
                                            std::size_t pieceBytes) {
  return std::make_unique<StreamPieces>(input, std::move(head), begin, pieceBytes);
}

}  // namespace kernline::chrome
