// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/fields.h"

#include "core/import/log/quantity_text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace kernline::logs {

namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

/// The end of the field that begins at `at`: one blank does not end it, two do, and a tab does.
std::size_t fieldEnd(std::string_view line, std::size_t at, bool oneBlankEnds) {
  std::size_t end = at;
  while (end < line.size()) {
    if (line[end] == '\t') {
      break;
    }
    if (line[end] == ' ' && (oneBlankEnds || end + 1 == line.size() || isBlank(line[end + 1]))) {
      break;
    }
    ++end;
  }
  return end;
}

std::vector<Field> split(std::string_view line, bool oneBlankEnds) {
  constexpr std::size_t usualCount = 8;
  std::vector<Field> fields;
  std::size_t at = 0;
  while (at < line.size()) {
    if (isBlank(line[at])) {
      ++at;
      continue;
    }
    const std::size_t end = fieldEnd(line, at, oneBlankEnds);
    if (fields.empty()) {
      fields.reserve(usualCount);
    }
    fields.push_back({.begin = at, .end = end, .text = line.substr(at, end - at)});
    at = end;
  }
  return fields;
}

bool isAscii(std::string_view line) {
  return std::ranges::all_of(line, [](unsigned char c) { return c < 0x80; });
}

/// Returns the start of each character of `line`, then the end of the last.
std::vector<std::size_t> characterStarts(std::string_view line) {
  std::vector<std::size_t> starts;
  starts.reserve(line.size() + 1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80) {
      starts.push_back(i);
    }
  }
  starts.push_back(line.size());
  return starts;
}

/// Cuts a line by columns, where column numbers are byte numbers.
class ColumnCutter {
 public:
  ColumnCutter(std::string_view line, const std::vector<ColumnSpan>& spans) : m_line(line), m_spans(spans) {}

  std::vector<std::string_view> cells() {
    std::vector<std::string_view> result;
    std::size_t shift = 0;
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
      const bool isLast = i + 1 == m_spans.size();
      const std::size_t begin = std::min(m_spans[i].begin + shift, m_line.size());
      std::size_t end = isLast ? m_line.size() : std::min(m_spans[i].end + shift, m_line.size());
      if (!isLast) {
        const std::size_t gap = m_spans[i + 1].begin - m_spans[i].end;
        const std::size_t over = overhang(end, gap);
        shift += over;
        end += over;
        if (!isBlankBetween(end, std::min(end + gap, m_line.size()))) {
          return {};
        }
      }
      if (i == 0 && !isBlankBetween(0, begin)) {
        return {};
      }
      result.push_back(trimmed(m_line.substr(begin, end - begin)));
    }
    return result;
  }

 private:
  [[nodiscard]] bool isBlankBetween(std::size_t begin, std::size_t end) const {
    return std::ranges::all_of(m_line.substr(begin, end - begin), isBlank);
  }

  /// Returns how far the text at `end` continues beyond it, up to as many blanks as separate columns.
  [[nodiscard]] std::size_t overhang(std::size_t end, std::size_t gap) const {
    if (end == 0 || end >= m_line.size() || isBlank(m_line[end - 1]) || isBlank(m_line[end])) {
      return 0;
    }
    const std::size_t found = m_line.find(std::string(std::min<std::size_t>(gap, 2), ' '), end);
    return (found == std::string_view::npos ? m_line.size() : found) - end;
  }

  std::string_view m_line;
  const std::vector<ColumnSpan>& m_spans;
};

}  // namespace

std::vector<Field> fieldsOf(std::string_view line) {
  return split(line, false);
}

// Called for most lines of a log: one blank is common, so find("  ") would stop at each.
std::size_t findGap(std::string_view line, std::size_t from) {
  // Compares sixteen places at a time: most lines have no gap.
  using Bytes [[gnu::vector_size(16)]] = unsigned char;
  std::size_t i = from;
  for (; i + sizeof(Bytes) < line.size(); i += sizeof(Bytes)) {
    Bytes here;
    Bytes behind;
    std::memcpy(&here, line.data() + i, sizeof(Bytes));
    std::memcpy(&behind, line.data() + i + 1, sizeof(Bytes));
    const auto gaps = (here == ' ') & (behind == ' ');
    std::uint64_t halves[2];
    std::memcpy(halves, &gaps, sizeof(Bytes));
    if ((halves[0] | halves[1]) != 0) {
      break;
    }
  }
  for (; i + 1 < line.size(); ++i) {
    if (line[i] == ' ' && line[i + 1] == ' ') {
      return i;
    }
  }
  return std::string_view::npos;
}

std::vector<Field> wordsOf(std::string_view line) {
  return split(line, true);
}

std::vector<std::string_view> barCells(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('|')) {
    line.remove_prefix(1);
  }
  if (line.ends_with('|')) {
    line.remove_suffix(1);
  }
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t bar = line.find('|');
    cells.push_back(trimmed(line.substr(0, bar)));
    if (bar == std::string_view::npos) {
      return cells;
    }
    line.remove_prefix(bar + 1);
  }
}

std::vector<std::string_view> tabCells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t tab = line.find('\t');
    cells.push_back(trimmed(line.substr(0, tab)));
    if (tab == std::string_view::npos) {
      return cells;
    }
    line.remove_prefix(tab + 1);
  }
}

std::vector<std::string> csvCells(std::string_view line, char separator, bool& isOpen) {
  std::vector<std::string> cells(1);
  bool inQuotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (inQuotes) {
      if (c != '"') {
        cells.back() += c;
      } else if (i + 1 < line.size() && line[i + 1] == '"') {
        cells.back() += c;
        ++i;
      } else {
        inQuotes = false;
      }
    } else if (c == '"' && trimmed(cells.back()).empty()) {
      cells.back().clear();
      inQuotes = true;
    } else if (c == separator) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  isOpen = inQuotes;
  return cells;
}

RulerKind rulerKind(std::string_view line) {
  line = trimmed(line);
  constexpr std::string_view plain = "-=*_#~";
  constexpr std::size_t minPlainLength = 8;
  if (line.size() < 3 || (plain.find(line.front()) == std::string_view::npos && line.front() != '+' &&
                          line.front() != '|' && line.front() != ':')) {
    return RulerKind::None;
  }
  if (line.find_first_not_of(line.front()) == std::string_view::npos) {
    return line.size() >= minPlainLength ? RulerKind::Plain : RulerKind::None;
  }
  if (line.find_first_not_of("-= +|:") != std::string_view::npos || line.find("--") == std::string_view::npos) {
    return line.find_first_not_of("= +|:") == std::string_view::npos && line.find("==") != std::string_view::npos &&
                   line.find_first_of("+|") != std::string_view::npos
               ? RulerKind::Box
               : (line.find_first_not_of("= ") == std::string_view::npos && line.find("==") != std::string_view::npos
                      ? RulerKind::Columns
                      : RulerKind::None);
  }
  if (line.find_first_of("+|:") != std::string_view::npos) {
    return RulerKind::Box;
  }
  return line.find("= ") == std::string_view::npos || line.find('-') == std::string_view::npos ? RulerKind::Columns
                                                                                               : RulerKind::None;
}

std::vector<ColumnSpan> rulerSpans(std::string_view line) {
  std::vector<ColumnSpan> spans;
  for (const Field& run : wordsOf(line)) {
    spans.push_back({run.begin, run.end});
  }
  return spans;
}

std::vector<std::string_view> cellsBelow(std::string_view line, const std::vector<ColumnSpan>& spans) {
  if (spans.empty()) {
    return {};
  }
  if (isAscii(line)) {
    return ColumnCutter{line, spans}.cells();
  }
  // Columns count characters; the same columns in bytes differ from line to line.
  const std::vector<std::size_t> starts = characterStarts(line);
  const std::size_t characters = starts.size() - 1;
  const auto inBytes = [&](std::size_t column) {
    return column <= characters ? starts[column] : line.size() + (column - characters);
  };
  std::vector<ColumnSpan> byteSpans;
  for (const ColumnSpan& span : spans) {
    byteSpans.push_back({inBytes(span.begin), inBytes(span.end)});
  }
  return ColumnCutter{line, byteSpans}.cells();
}

}  // namespace kernline::logs
