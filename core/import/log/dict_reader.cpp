// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/dict_reader.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/line_marks.h"
#include "core/import/log/name_unit.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/text_line.h"
#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <utility>

namespace kernline::logs {

namespace {

constexpr std::size_t minEntries = 2;
constexpr std::size_t maxDictRows = 50'000;  // rows per table
constexpr std::uint32_t maxLinesBetween = 200;

bool isFigureOfDict(std::string_view text) {
  return numberOf(text).has_value() || isNoValue(text);
}

/// Whether something is measured and something is a text: settings and rounds of a training lack one of them.
bool isResult(const std::vector<Labeled>& entries) {
  const bool isMeasured = std::ranges::any_of(entries, [](const Labeled& entry) {
    return isFigureOfDict(entry.value) && (namesMeasure(entry.label) || unitInName(entry.label));
  });
  return isMeasured && entries.size() >= minEntries &&
         std::ranges::any_of(entries, [](const Labeled& entry) { return !isFigureOfDict(entry.value); });
}

}  // namespace

bool DictReader::take(const SourceLine& line, Scope& scope) {
  const std::string_view text = trimmed(line.text);
  if ((line.marks & hasColon) == 0 || !text.starts_with('{') || !text.ends_with('}')) {
    return false;
  }
  const std::vector<Labeled> entries = dictEntries(text);
  const auto known = static_cast<std::size_t>(std::ranges::count_if(
      entries, [&](const Labeled& entry) { return std::ranges::find(m_names, entry.label) != m_names.end(); }));
  // A row that failed may have a reason in place of what was measured.
  const bool isNext = !m_table.isEmpty() && !entries.empty() && known * 2 > std::min(m_names.size(), entries.size()) &&
                      m_table.rowCount() < maxDictRows && line.number - m_lastLine <= maxLinesBetween;
  if (!isNext && !isResult(entries)) {
    return false;
  }
  if (!isNext) {
    finish();
    m_names.clear();
    std::ranges::transform(entries, std::back_inserter(m_names),
                           [](const Labeled& entry) { return std::string{entry.label}; });
    m_place = {.title = {}, .context = scope.context(), .line = line.number, .offset = line.offset};
  }
  MadeTable::Cells cells;
  cells.reserve(entries.size());
  for (const Labeled& entry : entries) {
    cells.emplace_back(entry.label, entry.value);
  }
  m_table.addRow(std::move(cells), line.number);
  m_lastLine = line.number;
  return true;
}

void DictReader::finish() {
  m_table.write(m_log, std::exchange(m_place, {}));
}

}  // namespace kernline::logs
