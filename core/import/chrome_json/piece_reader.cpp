// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/piece_reader.h"

#include "core/import/chrome_json/careful_event.h"
#include "core/model/json/members.h"
#include "core/model/json/text_scan.h"

#include <algorithm>

namespace kernline::chrome {

namespace {

// Limits of the search where most events are broken: unreadable text would otherwise cost hundreds of times its length.
constexpr std::ptrdiff_t shortReach = 1 << 10;
constexpr int maxStarts = 2;

bool isEmptyEvent(const Event& event) {
  return event.phase == 0 && event.name.empty() && event.tsState == NumberState::Absent && event.args.empty() &&
         !event.hasPid && !event.hasTid;
}

/// Whether only closing brackets and white space are left: the array's own bracket is missing.
bool onlyClosersLeft(const char* p, const char* end) {
  constexpr std::ptrdiff_t maxClosers = 64;
  if (end - p > maxClosers) {
    return false;
  }
  while (p != end && (*p == '}' || *p == ']' || static_cast<unsigned char>(*p) <= ' ')) {
    ++p;
  }
  return p == end;
}

}  // namespace

PieceResult PieceReader::read(const Piece& piece) {
  PieceResult result;
  m_scratch.starts = {};  // they describe another text, perhaps at the same address
  result.begin = piece.begin;
  m_damage = piece.damage;
  result.followsEvent = piece.followsEvent;
  result.batch.spans.reserve(m_spansExpected);
  const char* const text = piece.text.data();
  const char* const end = text + piece.text.size();
  const auto offsetOf = [&](const char* p) { return piece.begin + static_cast<std::uint64_t>(p - text); };
  m_damage.moveTo(piece.begin);
  result.damageBefore = m_damage;
  const char* p = text;
  std::uint32_t commas = 0;
  for (;;) {
    p = skipSpace(p, end);
    if (p == end) {
      result.textEnded = piece.isTextEnd;
      result.followsEvent = result.followsEvent && commas == 0;
      result.end = offsetOf(p);
      break;
    }
    if (*p == ',') {
      commas += 1;
      if (commas > (result.followsEvent ? 1U : 0U)) {
        result.batch.report.add(IssueKind::ExtraComma, offsetOf(p));
      }
      ++p;
      continue;
    }
    if (*p == ']') {
      if (commas == 1 && result.followsEvent) {
        result.batch.report.add(IssueKind::ExtraComma, offsetOf(p));
      }
      result.arrayEnded = true;
      result.end = offsetOf(p) + 1;
      break;
    }
    // The separator belongs to whoever reads the event before it, so that cuts change no count.
    const bool lacksComma = *p == '{' && result.followsEvent && commas == 0;
    const bool isNextPieces = offsetOf(p) >= piece.stop;
    m_skippedToEvent = false;
    m_damage.moveTo(offsetOf(p));
    const DamageHistory damageBefore = m_damage;
    const char* const after = isNextPieces ? p
                              : *p == '{'  ? readEntry(p, end, piece, result)
                                           : readStray(p, end, piece, result);
    if (after == nullptr) {  // the text at hand ends inside the entry
      result.end = offsetOf(p);
      result.followsEvent = lacksComma;
      m_damage = damageBefore;
      break;
    }
    if (lacksComma) {
      result.batch.report.add(IssueKind::MissingComma, offsetOf(p));
    }
    if (isNextPieces) {
      result.end = offsetOf(p);
      result.followsEvent = false;
      break;
    }
    p = after;
    result.followsEvent = !m_skippedToEvent;
    commas = 0;
  }
  m_damage.moveTo(result.end);
  result.damage = m_damage;
  m_spansExpected = result.batch.spans.size() + result.batch.spans.size() / 8;
  return result;
}

const char* PieceReader::readEntry(const char* p, const char* end, const Piece& piece, PieceResult& result) {
  Event event;
  event.offset = piece.begin + static_cast<std::uint64_t>(p - piece.text.data());
  const bool isAmongBroken = m_damage.isAmongBroken();
  const std::ptrdiff_t reach = isAmongBroken ? std::min(fastReach, shortReach) : fastReach;
  const char* after = readFastEvent(p, p + std::min(reach, end - p), event, m_scratch, result.batch.report);
  m_damage.add(after == nullptr);
  if (after == nullptr) {
    ImportReport repairs;
    const CarefulRead read =
        readCarefully(p, end, event.offset, event, m_scratch, repairs, isAmongBroken ? maxStarts : usualStarts);
    if (read.isEvent) {
      result.batch.report.merge(repairs);
      after = read.after;
    } else {
      const bool needsMore = (read.reachedEnd || read.after == end) && !piece.isTextEnd;
      const LongRead longRead = needsMore || isAmongBroken ? LongRead{} : readLong(p, end, piece, event, result);
      if (needsMore || longRead.needsMore) {
        return nullptr;
      }
      if (longRead.after == nullptr) {
        return skipBroken(p, end, read.after, event.offset, result);
      }
      after = longRead.after;
    }
  }
  if (isEmptyEvent(event)) {
    result.batch.report.add(IssueKind::EmptyEvent, event.offset);
  } else {
    result.batch.add(event, words);
  }
  return after;
}

PieceReader::LongRead PieceReader::readLong(const char* p, const char* end, const Piece& piece, Event& event,
                                            PieceResult& result) {
  constexpr std::ptrdiff_t maxEventBytes = 64 << 20;
  if (end - p <= fastReach || m_damage.hasFailedSearch()) {
    return {};
  }
  const char* const limit = p + std::min(maxEventBytes, end - p);
  if (skipObject(p + 1, limit).after == nullptr) {
    m_damage.addFailedSearch();
    return {.needsMore = limit == end && !piece.isTextEnd};
  }
  const std::uint64_t offset = event.offset;
  event = {};
  event.offset = offset;
  return {.after = readFastEvent(p, limit, event, m_scratch, result.batch.report)};
}

const char* PieceReader::skipBroken(const char* p, const char* end, const char* next, std::uint64_t offset,
                                    PieceResult& result) {
  constexpr std::ptrdiff_t shown = 80;
  m_skippedToEvent = true;
  const bool wasCut = next == end && !onlyClosersLeft(end - 1, end);
  result.batch.report.add(wasCut ? IssueKind::TruncatedInput : IssueKind::BrokenEvent, offset,
                          {p, static_cast<std::size_t>(std::min(shown, end - p))});
  return next;
}

const char* PieceReader::readStray(const char* p, const char* end, const Piece& piece, PieceResult& result) {
  const auto offset = piece.begin + static_cast<std::uint64_t>(p - piece.text.data());
  if (*p == '}') {
    if (!piece.isTextEnd && onlyClosersLeft(p, end)) {
      return nullptr;  // the text after it decides whether the text ends here
    }
    if (onlyClosersLeft(p, end)) {
      result.batch.report.add(IssueKind::TruncatedInput, offset);
      result.textEnded = true;
      return end;
    }
    result.batch.report.add(IssueKind::BrokenEvent, offset);
    return p + 1;
  }
  const ValueScan scan = scanValue(p, p + std::min(fastReach, end - p));
  if (scan.after == nullptr && end - p < fastReach && !piece.isTextEnd) {
    return nullptr;
  }
  if (scan.after != nullptr && scan.value.kind != RawValue::Kind::Word) {
    result.batch.report.add(IssueKind::EmptyEvent, offset);
    return scan.after;
  }
  if (scan.after != nullptr && scan.value.text == "null") {
    result.batch.report.add(IssueKind::EmptyEvent, offset);
    return scan.after;
  }
  const char* const next = m_scratch.starts.from(p + 1, end);
  if (next == end && !piece.isTextEnd) {
    return nullptr;
  }
  m_skippedToEvent = true;
  result.batch.report.add(IssueKind::BrokenEvent, offset,
                          {p, std::min<std::size_t>(80, static_cast<std::size_t>(end - p))});
  return next;
}

}  // namespace kernline::chrome
