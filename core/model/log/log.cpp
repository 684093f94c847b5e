// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/log.h"

#include "core/model/base/message.h"

#include <algorithm>

namespace kernline {

std::string_view baseUnit(Quantity quantity) {
  switch (quantity) {
    case Quantity::Share:
      return "ratio";
    case Quantity::Time:
      return "ns";
    case Quantity::Bytes:
      return "bytes";
    case Quantity::Count:
      return "count";
    case Quantity::Flops:
      return "flops";
    case Quantity::FlopRate:
      return "flops/s";
    case Quantity::ByteRate:
      return "bytes/s";
    case Quantity::Frequency:
      return "hz";
    case Quantity::Text:
    case Quantity::Number:
    case Quantity::Rate:
      break;
  }
  return {};
}

std::string_view toText(TableKind kind) {
  constexpr std::string_view names[] = {"torch",   "nsys",     "nvprof",    "ncu",
                                        "rocprof", "unitrace", "deepspeed", "generic"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view toText(ColumnUse use) {
  constexpr std::string_view names[] = {"unsaid", "subject", "parameter", "measurement", "ignored"};
  return names[static_cast<std::size_t>(use)];
}

std::string_view toText(RowKind kind) {
  constexpr std::string_view names[] = {Phrase::tr("row"), Phrase::tr("operator"), Phrase::tr("kernel"),
                                        Phrase::tr("annotation")};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view toText(LoggedFileKind kind) {
  constexpr std::string_view names[] = {Phrase::tr("trace"), Phrase::tr("summary"), Phrase::tr("file")};
  return names[static_cast<std::size_t>(kind)];
}

std::optional<std::size_t> LogTable::columnOf(ColumnRole role) const {
  const auto found = std::ranges::find(columns, role, &LogColumn::role);
  return found == columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - columns.begin()));
}

std::optional<double> LogTable::selfDeviceTime(RowKind wanted) const {
  const auto column = columnOf(ColumnRole::SelfDevice);
  if (!column) {
    return std::nullopt;
  }
  double sum = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const LogCell& value = cell(r, *column);
    sum += rows[r].kind == wanted && value.hasNumber() ? value.number : 0;
  }
  return sum;
}

std::string Log::sectionTitle(SectionId id) const {
  std::string title;
  while (id != SectionId::none) {
    const LogSection& part = section(id);
    title.insert(0, std::string{text(part.title)} + (title.empty() ? "" : " › "));
    id = part.parent;
  }
  return title;
}

bool Log::isEmpty() const {
  return m_tables.empty() && m_metrics.empty() && m_failures.empty() && m_files.empty() && m_settings.empty();
}

std::string Log::lines(std::uint32_t first, std::uint32_t last) const {
  constexpr std::size_t maxResults = std::size_t{1} << 20;
  first = std::max(first, 1U);
  last = std::min(last, m_lineCount);
  if (first > last || m_source == nullptr) {
    return {};
  }
  const std::uint32_t mark =
      std::min<std::uint32_t>((first - 1) / linesPerMark, static_cast<std::uint32_t>(m_lineMarks.size()) - 1);
  std::uint64_t offset = m_lineMarks[mark];
  std::uint32_t number = mark * linesPerMark + 1;
  std::string result;
  while (number <= last && offset < m_source->size() && result.size() < maxResults) {
    const std::string piece = m_source->read(offset, std::size_t{1} << 16);
    if (piece.empty()) {
      break;
    }
    offset += piece.size();
    for (const char c : piece) {
      if (number >= first && number <= last) {
        result += c;
      }
      number += c == '\n' ? 1 : 0;
    }
  }
  result.resize(std::min(result.size(), maxResults));
  return result;
}

}  // namespace kernline
