// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/line_source.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace kernline::logs {

namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 20;
constexpr std::size_t releaseBytes = std::size_t{16} << 20;

constexpr std::array<std::uint16_t, 256> makeMarks() {
  std::array<std::uint16_t, 256> marks{};
  for (std::size_t c = 0; c < 0x20; ++c) {
    marks[c] = hasControl;
  }
  for (std::size_t c = 0x80; c < 0x100; ++c) {
    marks[c] = hasHighByte;
  }
  for (std::size_t c = '0'; c <= '9'; ++c) {
    marks[c] = hasDigit;
  }
  marks['\t'] = hasTab;
  marks['\x7F'] = hasControl;
  marks[':'] = hasColon;
  marks['|'] = hasBar;
  marks[','] = hasComma;
  marks['='] = hasEquals;
  marks['E'] = hasCapitalE;
  marks['-'] = hasDash;
  return marks;
}

constexpr std::array<std::uint16_t, 256> marksOfByte = makeMarks();

std::uint16_t marksOf(std::string_view text) {
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::size_t i = 0;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (; i + 4 <= text.size(); i += 4) {
    a = static_cast<std::uint16_t>(a | marksOfByte[bytes[i]] | marksOfByte[bytes[i + 1]]);
    b = static_cast<std::uint16_t>(b | marksOfByte[bytes[i + 2]] | marksOfByte[bytes[i + 3]]);
  }
  for (; i < text.size(); ++i) {
    a = static_cast<std::uint16_t>(a | marksOfByte[bytes[i]]);
  }
  return a | b;
}

/// How long the escape sequence at `text[at]` is: colours, cursor movements, window titles.
std::size_t escapeLength(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) {
    return 1;
  }
  if (text[at + 1] == '[') {
    std::size_t end = at + 2;
    while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x20 &&
           static_cast<unsigned char>(text[end]) < 0x40) {
      ++end;
    }
    return std::min(end + 1, text.size()) - at;
  }
  if (text[at + 1] == ']') {
    const std::size_t end = text.find_first_of("\x07\x1B", at + 2);
    return (end == std::string_view::npos ? text.size() : end + 1) - at;
  }
  return 2;
}

/// Lines of boxes ("│", "─", "┼" and their bold and double kin) as the ASCII that the table readers know.
char boxCharacter(std::string_view three) {
  const auto code =
      ((static_cast<unsigned char>(three[1]) & 0x3FU) << 6U) | (static_cast<unsigned char>(three[2]) & 0x3FU);
  switch (0x2000U | code) {  // the lead byte E2 is U+2000 and above
    case 0x2500:
    case 0x2501:
    case 0x2504:
    case 0x2505:
    case 0x2508:
    case 0x2509:
    case 0x254C:
    case 0x254D:
    case 0x2550:
    case 0x2574:
    case 0x2576:
      return '-';
    case 0x2502:
    case 0x2503:
    case 0x2506:
    case 0x2507:
    case 0x250A:
    case 0x250B:
    case 0x2551:
      return '|';
    default:
      return (0x2000U | code) >= 0x250C && (0x2000U | code) <= 0x257F ? '+' : '\0';
  }
}

}  // namespace

LineSource::LineSource(const Input& input) : m_input(input), m_text(input.mapped), m_base(input.mappedOffset) {
  m_ended = input.stream == nullptr;
}

std::uint64_t LineSource::storedBytesDone() const {
  return m_input.stream == nullptr ? m_base + m_at : m_input.stream->storedBytesRead();
}

/// Reads on behind what is left; false if that is not possible.
bool LineSource::refill() {
  if (m_ended || m_text.size() - m_at > longestLine) {
    return false;
  }
  std::string rest{m_text.substr(m_at)};
  m_base += m_at;
  const std::size_t had = rest.size();
  m_buffer = std::move(rest);
  m_buffer.resize(had + pieceBytes);
  const std::size_t got = m_input.stream->read({m_buffer.data() + had, pieceBytes});
  m_buffer.resize(had + got);
  m_ended = got == 0;
  m_text = m_buffer;
  m_at = 0;
  return got > 0;
}

/// The place of the line's end in m_text; false if the text goes on beyond what can be held.
bool LineSource::findEnd(std::size_t& end) {
  std::size_t from = m_at;
  for (;;) {
    const void* found = from < m_text.size() ? std::memchr(m_text.data() + from, '\n', m_text.size() - from) : nullptr;
    if (found != nullptr) {
      end = static_cast<std::size_t>(static_cast<const char*>(found) - m_text.data());
      return true;
    }
    const std::size_t seen = m_text.size() - m_at;
    if (!refill()) {
      end = m_text.size();
      return m_ended;
    }
    from = m_at + seen;
  }
}

bool LineSource::next(Line& line) {
  std::size_t end = 0;
  const bool isWhole = findEnd(end);
  if (m_at >= m_text.size()) {
    return false;
  }
  line = {.text = m_text.substr(m_at, end - m_at), .offset = m_base + m_at, .number = ++m_number};
  line.isCut = !isWhole || line.text.size() > longestLine;
  line.text = line.text.substr(0, longestLine);
  if (!isWhole) {
    // Only the head is kept; the view must stay good, so it is copied before the rest is passed over.
    m_cleaned = line.text;
    line.text = m_cleaned;
    do {
      m_at = m_text.size();
    } while (refill() && m_text.find('\n') == std::string_view::npos);
    end = std::min(m_text.find('\n'), m_text.size());
  }
  m_at = std::min(end + 1, m_text.size());
  if (m_input.stream == nullptr && m_at - m_released > 2 * releaseBytes) {
    m_input.release(m_released, m_at - releaseBytes);  // history and pending lines are copies
    m_released = m_at - releaseBytes;
  }
  line.marks = marksOf(line.text);
  if ((line.marks & (hasControl | hasHighByte)) != 0) {
    clean(line);
  }
  return true;
}

/// Takes off what a terminal would have obeyed, and draws boxes in ASCII.
void LineSource::clean(Line& line) {
  std::string_view text = line.text;
  while (text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  const std::size_t lastReturn = text.rfind('\r');
  text = lastReturn == std::string_view::npos ? text : text.substr(lastReturn + 1);
  const bool hasBoxes =
      text.find("\xE2\x94") != std::string_view::npos || text.find("\xE2\x95") != std::string_view::npos;
  const bool isClean =
      std::ranges::none_of(text, [](char c) { return (marksOfByte[static_cast<unsigned char>(c)] & hasControl) != 0; });
  if (isClean && !hasBoxes) {
    line.text = text;
    line.marks = marksOf(text);
    return;
  }
  std::string cleaned;
  cleaned.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\x1B') {
      i += escapeLength(text, i);
    } else if (c == '\xE2' && i + 2 < text.size() && boxCharacter(text.substr(i, 3)) != '\0') {
      cleaned += boxCharacter(text.substr(i, 3));
      i += 3;
    } else {
      if ((marksOfByte[static_cast<unsigned char>(c)] & hasControl) == 0) {
        cleaned += c;
      }
      ++i;
    }
  }
  m_cleaned = std::move(cleaned);
  line.text = m_cleaned;
  line.marks = marksOf(line.text);
}

}  // namespace kernline::logs
