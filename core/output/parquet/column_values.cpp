// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/column_values.h"

#include "core/model/json/members.h"

#include <algorithm>
#include <utility>

namespace kernline::parquet {

std::uint32_t TextDictionary::codeOf(std::string_view text, bool isPassing) {
  if (isPassing) {
    return codeOfContent(text, true);
  }
  // Texts lie behind each other, eight bytes apart or so.
  const auto place = reinterpret_cast<std::uintptr_t>(text.data());
  Known& known = m_byPlace[(place ^ place >> 12U) % placeCount];
  if (known.data != text.data() || known.size != text.size() || known.data == nullptr) {
    known = {text.data(), text.size(), codeOfContent(text, false)};
  }
  return known.code;
}

std::uint32_t TextDictionary::codeOfContent(std::string_view text, bool isPassing) {
  if (const auto known = m_byContent.find(text); known != m_byContent.end()) {
    return known->second;
  }
  std::string_view kept = text;
  if (!chrome::isUtf8(text)) {
    std::string repaired(text);
    chrome::repairUtf8(repaired);
    return codeOfContent(repaired, true);
  }
  if (isPassing) {
    kept = m_kept.emplace_back(text);
  }
  const auto code = static_cast<std::uint32_t>(m_texts.size());
  m_texts.push_back(kept);
  m_byContent.emplace(kept, code);
  return code;
}

void ColumnValues::add(const sql::Cell& cell) {
  bool isThere = true;
  if (m_type == sql::ColumnType::Text && cell.isText()) {
    m_codes.push_back(m_dictionary.codeOf(cell.asText(), cell.type() == sql::Cell::Type::PassingText));
  } else if (m_type == sql::ColumnType::Integer && cell.type() == sql::Cell::Type::Integer) {
    m_integers.push_back(cell.asInteger());
  } else if (m_type == sql::ColumnType::Real && cell.type() == sql::Cell::Type::Real) {
    m_reals.push_back(cell.asReal());
  } else {
    isThere = false;
    ++m_nulls;
  }
  m_levels.push_back(isThere ? 1 : 0);
}

}  // namespace kernline::parquet
