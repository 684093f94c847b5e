// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/reread.h"

#include "core/import/chrome_json/piece_reader.h"
#include "core/model/json/text_scan.h"

#include <string>

namespace kernline::chrome {

namespace {

constexpr std::size_t firstHead = std::size_t{64} << 10;
constexpr std::size_t rereadWindow = std::size_t{8} << 20;
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

class Rereading {
 public:
  Rereading(const SourceText& text, const std::function<void(const EventBatch&, const Interner&)>& take,
            const std::stop_token& stop)
      : m_text(text), m_take(take), m_stop(stop) {}

  DocumentFacts run() {
    DocumentStop at = begin(m_text.read(0, byteOrderMark.size()) == byteOrderMark ? byteOrderMark.size() : 0);
    while (at.kind == DocumentStop::Kind::Events && !m_stop.stop_requested()) {
      const std::uint64_t end = readArray(at.at);
      at = m_isClosed ? behindArray(end) : DocumentStop{};
    }
    return std::move(m_facts);
  }

 private:
  /// Goes to the event array of the document that begins at byte `from`, with as much text as that takes.
  DocumentStop begin(std::uint64_t from) {
    const DocumentFacts before = m_facts;
    for (std::size_t window = firstHead;; window *= 4) {
      const std::string text = m_text.read(from, window);
      m_facts = before;
      DocumentStop stop = m_walk.begin(text);
      if (stop.kind != DocumentStop::Kind::Truncated || text.size() < window) {
        stop.at += from;
        return stop;
      }
    }
  }

  /// The document's other members, and further documents.
  DocumentStop behindArray(std::uint64_t from) {
    const std::string rest = m_text.read(from, static_cast<std::size_t>(m_text.size() - from));
    DocumentStop stop = m_walk.resume(rest, 0);
    const char* const next = skipSpace(rest.data() + stop.at, rest.data() + rest.size());
    const auto at = static_cast<std::size_t>(next - rest.data());
    const bool isDocument = at < rest.size() && (*next == '{' || *next == '[');
    if (stop.kind == DocumentStop::Kind::End && isDocument) {
      return begin(from + at);
    }
    stop.at += from;
    return stop;
  }

  /// Returns where it ends.
  std::uint64_t readArray(std::uint64_t at) {
    std::size_t window = rereadWindow;
    bool followsEvent = false;
    DamageHistory damage;
    m_isClosed = false;
    while (!m_isClosed && !m_stop.stop_requested()) {
      const std::string text = m_text.read(at, window);
      const bool isTextEnd = text.empty() || at + text.size() >= m_text.size();
      const PieceResult piece = m_reader.read({text, at, m_text.size(), isTextEnd, followsEvent, damage});
      m_take(piece.batch, m_reader.words);
      m_isClosed = piece.arrayEnded;
      if (piece.textEnded || (isTextEnd && piece.end == at)) {
        return piece.end;
      }
      window = piece.end == at ? window * 2 : rereadWindow;  // one event may be larger than the window
      followsEvent = piece.followsEvent;
      damage = piece.damage;
      at = piece.end;
    }
    return at;
  }

  const SourceText& m_text;
  const std::function<void(const EventBatch&, const Interner&)>& m_take;
  const std::stop_token& m_stop;
  DocumentFacts m_facts;
  DocumentWalk m_walk{m_facts};
  PieceReader m_reader;
  bool m_isClosed = false;
};

}  // namespace

DocumentFacts rereadEvents(const SourceText& text, const std::function<void(const EventBatch&, const Interner&)>& take,
                           const std::stop_token& stop) {
  return Rereading(text, take, stop).run();
}

}  // namespace kernline::chrome
