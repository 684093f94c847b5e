// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/text_pieces.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t readBytes = std::size_t{1} << 18;

struct Cut {
  std::size_t length = 0;  ///< length of the piece, including its last line break
  bool isCut = false;      ///< the line goes on behind `maxLineBytes` bytes
};

/// Returns the end of a piece of `text`: behind the last line break within `pieceBytes`, else behind the first one.
/// `isAll`: `text` is the last.
Cut cutOf(std::string_view text, std::size_t pieceBytes, bool isAll) {
  if (isAll && text.size() <= pieceBytes) {
    return {text.size()};
  }
  const std::size_t last = text.substr(0, pieceBytes).rfind('\n');
  if (last != std::string_view::npos) {
    return {last + 1};
  }
  const std::size_t first = text.substr(0, maxLineBytes + 1).find('\n');
  if (first != std::string_view::npos) {
    return {first + 1};
  }
  return text.size() <= maxLineBytes ? Cut{text.size()} : Cut{maxLineBytes, true};
}

}  // namespace

TextPieces::TextPieces(const Input& input, std::size_t pieceBytes)
    : m_input(input), m_pieceBytes(std::clamp<std::size_t>(pieceBytes, 1, maxLineBytes)) {}

bool TextPieces::next(TextPiece& piece) {
  return m_input.stream == nullptr ? nextMapped(piece) : nextOfStream(piece);
}

bool TextPieces::nextMapped(TextPiece& piece) {
  const std::string_view rest = m_input.mapped.substr(m_at);
  if (rest.empty()) {
    return false;
  }
  const Cut cut = cutOf(rest, m_pieceBytes, true);
  piece = {.text = rest.substr(0, cut.length), .offset = m_input.mappedOffset + m_at, .isCut = cut.isCut, .buffer = {}};
  m_at += cut.length;
  if (cut.isCut) {
    passMappedLine();
  }
  piece.storedBytesDone = m_input.mappedOffset + m_at;
  return true;
}

/// Goes to the next line; releases the pages in between.
void TextPieces::passMappedLine() {
  while (m_at < m_input.mapped.size()) {
    const std::string_view part = m_input.mapped.substr(m_at, readBytes);
    const std::size_t end = part.find('\n');
    m_input.release(m_at, m_at + part.size());
    m_at += end == std::string_view::npos ? part.size() : end + 1;
    if (end != std::string_view::npos) {
      return;
    }
  }
}

bool TextPieces::nextOfStream(TextPiece& piece) {
  fill(m_pieceBytes);
  while (!m_ended && m_rest.size() <= maxLineBytes && m_rest.find('\n') == std::string::npos) {
    fill(m_rest.size() + 1);
  }
  if (m_rest.empty()) {
    return false;
  }
  const Cut cut = cutOf(m_rest, m_pieceBytes, m_ended);
  std::string behind = m_rest.substr(cut.length);
  m_rest.resize(cut.length);
  const auto buffer = std::make_shared<const std::string>(std::move(m_rest));
  piece = {.text = *buffer, .offset = m_begin, .isCut = cut.isCut, .buffer = buffer};
  m_begin += cut.length;
  m_rest = std::move(behind);
  if (cut.isCut) {
    passLineOfStream();
  }
  piece.storedBytesDone = m_input.stream->storedBytesRead();
  return true;
}

void TextPieces::passLineOfStream() {
  for (;;) {
    const std::size_t end = m_rest.find('\n');
    const std::size_t passed = end == std::string::npos ? m_rest.size() : end + 1;
    m_begin += passed;
    m_rest.erase(0, passed);
    if (end != std::string::npos || !fill(1)) {
      return;
    }
  }
}

/// Reads until `bytes` are there, or the stream ends; false if there are none.
bool TextPieces::fill(std::size_t bytes) {
  while (!m_ended && m_rest.size() < bytes) {
    m_read.resize(readBytes);
    const std::size_t got = m_input.stream->read(m_read);
    m_rest.append(m_read.data(), got);
    m_ended = got == 0;
  }
  return !m_rest.empty();
}

}  // namespace kernline::logs
