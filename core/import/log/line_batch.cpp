// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/line_batch.h"

#include "core/import/log/line_marks.h"
#include "core/import/log/line_prefix.h"
#include "core/import/log/progress_bar.h"
#include "core/import/log/terminal_text.h"
#include "core/model/json/members.h"

#include <cstring>
#include <utility>

namespace kernline::logs {

namespace {

/// No UTF-8, and control characters that no terminal is sent. Either alone is text: Latin-1, or zeros where a log was
/// cut while somebody wrote.
bool isBinary(const BatchLine& line) {
  constexpr unsigned both = hasForeignControl | hasHighByte;
  return (line.marks & both) == both && !chrome::isUtf8(line.text);
}

void setText(BatchLine& line, std::string_view text) {
  if (text.size() != line.text.size()) {
    line.text = text;
    line.marks = marksOf(text);
  }
}

}  // namespace

LineBatch::LineBatch(TextPiece piece, bool findsSkippable)
    : m_piece(std::move(piece)), m_findsSkippable(findsSkippable), m_sources(1) {
  constexpr std::size_t typicalLineBytes = 96;
  m_lines.reserve(m_piece.text.size() / typicalLineBytes + 1);
  const std::string_view text = m_piece.text;
  for (std::size_t at = 0; at < text.size();) {
    const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
    const std::size_t end =
        found == nullptr ? text.size() : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    addLine(text.substr(at, end - at), static_cast<std::uint32_t>(at));
    at = end + 1;
  }
  if (m_piece.isCut && !m_lines.empty()) {
    m_lines.back().isCut = true;
  }
}

void LineBatch::addLine(std::string_view text, std::uint32_t offset) {
  BatchLine& line = m_lines.emplace_back(BatchLine{.text = text, .offset = offset, .marks = marksOf(text)});
  if (isBinary(line)) {
    line.kind = BatchLine::Kind::Binary;
    return;
  }
  if ((line.marks & hasControl) != 0) {
    setText(line, lastWritten(line.text));
  }
  if ((line.marks & (hasControl | hasHighByte)) != 0) {
    setText(line, cleaned(line));
  }
  if ((line.marks & hasPercent) != 0) {
    if (const auto bar = progressBar(line.text)) {
      const bool isAlone = line.text.find_first_not_of(' ', bar->length) == std::string_view::npos;
      if (isAlone && !isMeasured(*bar)) {
        line.kind = BatchLine::Kind::ProgressBar;
        return;
      }
      if (!isAlone) {
        setText(line, line.text.substr(bar->length));
      }
    }
  }
  settle(line);
}

void LineBatch::settle(BatchLine& line) {
  const auto prefixed = withoutPlainPrefixes(line.text);
  if (!prefixed) {
    line.kind = BatchLine::Kind::Unsettled;
    return;
  }
  setText(line, prefixed->text);
  line.source = sourceOf(prefixed->source, prefixed->rank);
  line.skippable = m_findsSkippable ? skippableLine(line.text, line.marks) : SkippableLine::None;
}

std::uint32_t LineBatch::sourceOf(std::string_view name, std::int32_t rank) {
  if (name.empty()) {
    return 0;
  }
  if (m_sources[m_lastSource].name != name) {
    const auto [found, isNew] = m_sourceByName.try_emplace(name, static_cast<std::uint32_t>(m_sources.size()));
    if (isNew) {
      m_sources.push_back({name, rank});
    }
    m_lastSource = found->second;
  }
  return m_lastSource;
}

std::string_view LineBatch::cleaned(const BatchLine& line) {
  if (m_store.capacity() < m_piece.text.size()) {
    m_store.reserve(m_piece.text.size());
  }
  return terminalText(line.text, line.marks, m_store);
}

}  // namespace kernline::logs
