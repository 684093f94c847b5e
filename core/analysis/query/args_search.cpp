// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/args_search.h"

#include "core/analysis/query/args_text.h"
#include "core/analysis/query/searched_events.h"
#include "core/analysis/query/text_pattern.h"
#include "core/analysis/query/word_find.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"
#include "core/model/json/plain_members.h"
#include "core/model/trace/arg_values.h"
#include "core/model/trace/changed_source.h"
#include "core/model/trace/trace_builder.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr std::uint64_t pieceBytes = std::uint64_t{4} << 20;
constexpr std::size_t typicalEventBytes = std::size_t{64} << 10;  // read behind the last event of a piece
constexpr std::size_t maxEventBytes = std::size_t{64} << 20;      // searched bytes of a longer event
constexpr std::size_t minWordLength = 2;
constexpr std::string_view unicodeEscape = "\\u00";  // a letter may hide behind it

/// The event of a span.
struct Place {
  std::uint64_t offset = 0;
  SpanId span = SpanId::none;

  auto operator<=>(const Place&) const = default;
};

/// One of the texts of a trace, whose own offsets begin at `first` in those of the trace.
struct Text {
  std::uint64_t first = 0;
  std::shared_ptr<const SourceText> text;
  std::size_t firstPiece = 0;
};

/// Returns the texts of events; empty if some events are in no text. A merged trace has those of its parts behind its
/// own source, see `mergeRanks`.
std::vector<Text> textsOf(const Trace& trace) {
  std::span<const SourceFile> sources = trace.sources();
  if (!sources.empty() && sources.front().text) {
    return {{.first = 0, .text = sources.front().text, .firstPiece = 0}};
  }
  std::vector<Text> texts;
  std::uint64_t first = 0;
  std::size_t piece = 0;
  for (const SourceFile& source : sources.subspan(std::min<std::size_t>(1, sources.size()))) {
    if (!source.text) {
      return {};
    }
    texts.push_back({.first = first, .text = source.text, .firstPiece = piece});
    first += source.text->size() + 1;
    piece += source.text->size() / pieceBytes + 1;
  }
  return texts;
}

/// Events by the piece of the texts in which they begin.
class Pieces {
 public:
  Pieces(const Trace& trace, const std::vector<Text>& texts)
      : m_texts(texts), m_first(texts.back().firstPiece + texts.back().text->size() / pieceBytes + 2, 0) {
    forEach(trace, [&](std::size_t piece, const Place& /*place*/) { ++m_first[piece + 1]; });
    for (std::size_t i = 1; i < m_first.size(); ++i) {
      m_first[i] += m_first[i - 1];
    }
    m_places.resize(m_first.back());
    std::vector<std::uint64_t> next = m_first;
    forEach(trace, [&](std::size_t piece, const Place& place) { m_places[next[piece]++] = place; });
  }

  [[nodiscard]] std::size_t count() const { return m_first.size() - 1; }
  [[nodiscard]] const Text& textOf(std::size_t piece) const {
    return *std::prev(std::ranges::upper_bound(m_texts, piece, {}, &Text::firstPiece));
  }
  [[nodiscard]] std::uint64_t bytesOf(std::size_t piece) const {
    const Text& text = textOf(piece);
    const std::uint64_t begin = (piece - text.firstPiece) * pieceBytes;
    return std::min(pieceBytes, text.text->size() - std::min(begin, text.text->size()));
  }
  /// Returns a piece's events in the order of the text, by offsets in it. One thread at a time per piece.
  [[nodiscard]] std::span<const Place> sorted(std::size_t piece) {
    const std::span places = std::span{m_places}.subspan(m_first[piece], m_first[piece + 1] - m_first[piece]);
    std::ranges::sort(places);
    return places;
  }

 private:
  template <typename Visit>
  void forEach(const Trace& trace, const Visit& visit) const {
    const auto pass = [&](std::uint64_t offset, SpanId span) {
      const Text& text = *std::prev(std::ranges::upper_bound(m_texts, offset, {}, &Text::first));
      const std::size_t last = (&text == &m_texts.back() ? m_first.size() - 1 : (&text + 1)->firstPiece) - 1;
      const std::uint64_t own = offset - text.first;
      visit(std::min<std::size_t>(text.firstPiece + own / pieceBytes, last), Place{own, span});
    };
    for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
      pass(trace.offset(SpanId{i}), SpanId{i});
      if (const std::optional<std::uint64_t> end = trace.endOffset(SpanId{i})) {
        pass(*end, SpanId{i});
      }
    }
  }

  const std::vector<Text>& m_texts;    // ascending
  std::vector<std::uint64_t> m_first;  // first place of each piece, and one more
  std::vector<Place> m_places;
};

/// `key=value` as `key:value`.
std::optional<std::string> withColon(const std::string& needle) {
  const std::size_t at = needle.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == needle.size()) {
    return std::nullopt;
  }
  std::string other = needle;
  other[at] = ':';
  return plainNeedle(other);
}

bool isWordByte(char c) {
  return isLetter(c) || isDigit(c) || c == '_';
}

/// Returns the longest part of a plain text that the file spells as it is typed.
std::string_view longestWord(std::string_view needle) {
  std::string_view longest;
  for (std::size_t begin = 0; begin < needle.size();) {
    std::size_t end = begin;
    while (end < needle.size() && (isWordByte(needle[end]) || (end > begin && needle[end] == ' '))) {
      ++end;
    }
    if (end - begin > longest.size()) {
      longest = needle.substr(begin, end - begin);
    }
    begin = std::max(end, begin + 1);
  }
  return longest;
}

/// A search in args.
struct ArgsPattern {
  std::vector<TextPattern> either;
  std::optional<WordFind> word;  ///< word that each match holds
};

Expected<ArgsPattern> patternFor(const SearchQuery& query) {
  ArgsPattern pattern;
  SearchQuery plain = query;
  if (!query.isRegex) {
    plain.text = plainNeedle(query.text);
  }
  Expected<TextPattern> compiled = TextPattern::compile(plain);
  if (!compiled) {
    return std::unexpected(compiled.error());
  }
  pattern.either.push_back(std::move(*compiled));
  if (query.isRegex) {
    return pattern;
  }
  if (const std::string_view word = longestWord(plain.text); word.size() >= minWordLength) {
    pattern.word.emplace(word, query.matchCase);
  }
  if (std::optional<std::string> other = withColon(plain.text)) {
    plain.text = std::move(*other);
    pattern.either.push_back(std::move(*TextPattern::compile(plain)));
  }
  return pattern;
}

/// Looks through one piece after another; one a worker.
class PieceSearch {
 public:
  PieceSearch(const SourceText& text, const ArgsPattern& pattern) : m_source(text), m_pattern(pattern) {}

  /// Runs the search; false if the text cannot be read.
  bool run(std::span<const Place> places, std::vector<SpanId>& hits, const std::stop_token& stop) {
    m_places = places;
    m_begin = places.front().offset;
    m_text = m_source.read(m_begin, static_cast<std::size_t>(places.back().offset - m_begin) + typicalEventBytes);
    if (m_text.size() <= places.back().offset - m_begin) {
      return false;  // the file is shorter now
    }
    const std::size_t tail = firstAt(places.back().offset);  // its end may lie behind what was read
    const bool isFiltered = m_pattern.word && !m_text.contains(unicodeEscape);
    for (std::size_t i = isFiltered ? nextWithWord(0) : 0; i < tail && !stop.stop_requested();) {
      const std::size_t next = behind(i);
      take(i, next, hits);
      i = isFiltered ? nextWithWord(next) : next;
    }
    take(tail, places.size(), hits);
    return true;
  }

 private:
  [[nodiscard]] std::size_t firstAt(std::uint64_t offset) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(m_places, offset, {}, &Place::offset) - m_places.begin());
  }

  /// The first place whose event is another one than that of `i`.
  [[nodiscard]] std::size_t behind(std::size_t i) const {
    const std::uint64_t offset = m_places[i].offset;
    while (i < m_places.size() && m_places[i].offset == offset) {
      ++i;
    }
    return i;
  }

  /// The first event from that of place `from` on that has the word somewhere in it, or between it and the next one.
  [[nodiscard]] std::size_t nextWithWord(std::size_t from) const {
    if (from >= m_places.size()) {
      return from;
    }
    const char* const begin = m_text.data();
    const char* const end = begin + m_text.size();
    const char* const hit = m_pattern.word->next(begin + (m_places[from].offset - m_begin), end);
    if (hit == end) {
      return m_places.size();
    }
    const std::uint64_t offset = m_begin + static_cast<std::uint64_t>(hit - begin);
    const auto above = std::ranges::upper_bound(m_places, offset, {}, &Place::offset) - 1;
    return firstAt(above->offset);
  }

  /// Spans [first, last) share an event.
  void take(std::size_t first, std::size_t last, std::vector<SpanId>& hits) {
    if (!hasMatch(m_places[first].offset)) {
      return;
    }
    for (; first != last; ++first) {
      hits.push_back(m_places[first].span);
    }
  }

  [[nodiscard]] bool hasMatch(std::uint64_t offset) {
    const std::string_view rest = std::string_view{m_text}.substr(offset - m_begin);
    if (const std::optional<bool> found = matchIn(rest)) {
      return *found;
    }
    for (std::size_t window = typicalEventBytes * 8; window <= maxEventBytes; window *= 8) {
      const std::string longer = m_source.read(offset, window);
      const std::optional<bool> found = matchIn(longer);
      if (found || longer.size() < window) {
        return found.value_or(false);
      }
    }
    return false;
  }

  /// Absent if the event does not end within `text`.
  [[nodiscard]] std::optional<bool> matchIn(std::string_view text) {
    std::string_view args;
    const char* const end = text.data() + text.size();
    const char* const after = chrome::walkPlainMembers(text.data(), end, [&](std::string_view key, const char* value) {
      const chrome::ValueScan scan = chrome::scanPlainValue(value, end);
      args = key == "args" ? scan.value.text : args;
      return scan.after;
    });
    if (after == nullptr) {
      args = {};
      chrome::MemberWalk walk(text);
      while (walk.next()) {
        if (walk.key().text == "args") {
          args = walk.value().text;
        }
      }
      if (args.empty() && walk.broke()) {
        return std::nullopt;
      }
    }
    plainArgs(args, m_plain);
    return std::ranges::any_of(m_pattern.either, [&](const TextPattern& p) { return p.isIn(m_plain); });
  }

  const SourceText& m_source;
  const ArgsPattern& m_pattern;
  std::span<const Place> m_places;
  std::uint64_t m_begin = 0;
  std::string m_text;
  std::string m_plain;
};

/// Passes each span on once, although both its events may match.
class Collecting {
 public:
  Collecting(const Trace& trace, const std::function<void(std::vector<SpanId>)>& found)
      : m_seen(trace.spanCount()), m_found(found) {}

  void add(std::vector<SpanId> hits) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(hits, [&](SpanId s) {
      const bool wasSeen = m_seen[index(s)];
      m_seen[index(s)] = true;
      return wasSeen;
    });
    if (!hits.empty()) {
      m_found(std::move(hits));
    }
  }

 private:
  std::mutex m_mutex;
  std::vector<bool> m_seen;
  const std::function<void(std::vector<SpanId>)>& m_found;
};

/// Result of a search that has come to its end.
Expected<void> outcome(const Trace& trace, const std::stop_token& stop) {
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("The search was canceled.")});
  }
  auto changed = changedSource(trace);
  return changed ? Expected<void>(std::unexpected(std::move(*changed))) : Expected<void>{};
}

constexpr std::size_t spansPerBatch = 4096;

/// Searches the args of each span as its details give them, if the source is no searchable text.
Expected<void> searchReadArgs(const Trace& trace, const ArgsPattern& pattern,
                              const std::function<void(std::vector<SpanId>)>& found, Progress& progress,
                              const std::stop_token& stop, unsigned threads) {
  progress.bytesTotal = trace.spanCount();
  std::mutex mutex;
  parallelFor(threads, (trace.spanCount() + spansPerBatch - 1) / spansPerBatch, [&](std::size_t i) {
    const std::size_t end = std::min(trace.spanCount(), (i + 1) * spansPerBatch);
    std::vector<SpanId> hits;
    std::string plain;
    for (std::size_t at = i * spansPerBatch; at < end && !stop.stop_requested(); ++at) {
      const SpanId span{static_cast<std::uint32_t>(at)};
      plainArgs(sql::toJson(trace.details(span).args), plain);
      if (std::ranges::any_of(pattern.either, [&](const TextPattern& p) { return p.isIn(plain); })) {
        hits.push_back(span);
      }
    }
    progress.bytesDone += end - i * spansPerBatch;
    if (!hits.empty()) {
      const std::lock_guard lock(mutex);
      found(std::move(hits));
    }
  });
  return outcome(trace, stop);
}

}  // namespace

Expected<void> searchArgs(const Trace& trace, const SearchQuery& query,
                          const std::function<void(std::vector<SpanId>)>& found, Progress& progress,
                          std::stop_token stop, unsigned threads) {
  const std::vector<Text> texts = textsOf(trace);
  const Expected<ArgsPattern> pattern = patternFor(query);
  if (!pattern) {
    return std::unexpected(pattern.error());
  }
  if (query.text.empty() || trace.spanCount() == 0) {
    return {};
  }
  const std::shared_ptr<const EventSource> events = TraceBuilder::eventsOf(trace);
  if (const auto* const searched = dynamic_cast<const SearchedEvents*>(events.get())) {
    Expected<std::vector<SpanId>> hits = searched->search(query, progress, stop);
    if (hits && !hits->empty()) {
      found(std::move(*hits));
    }
    return hits ? outcome(trace, stop) : std::unexpected(std::move(hits.error()));
  }
  if (texts.empty()) {
    return searchReadArgs(trace, *pattern, found, progress, stop, threads);
  }
  progress.bytesTotal = texts.back().first + texts.back().text->size();
  Pieces pieces(trace, texts);
  Collecting collecting(trace, found);
  std::atomic<bool> isUnreadable = false;
  parallelFor(threads, pieces.count(), [&](std::size_t i) {
    const std::span<const Place> places = stop.stop_requested() ? std::span<const Place>{} : pieces.sorted(i);
    if (!places.empty()) {
      std::vector<SpanId> hits;
      if (!PieceSearch(*pieces.textOf(i).text, *pattern).run(places, hits, stop)) {
        isUnreadable = true;
      }
      collecting.add(std::move(hits));
    }
    progress.bytesDone += pieces.bytesOf(i);
  });
  if (isUnreadable && !stop.stop_requested() && !changedSource(trace)) {
    return std::unexpected(
        Error{Error::Kind::Unreadable, Phrase::tr("Some args were not searched: the file can no longer be read.")});
  }
  return outcome(trace, stop);
}

}  // namespace kernline
