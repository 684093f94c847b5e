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
  if (m_byPlace.empty()) {
    m_byPlace.resize(placeCount);
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

ColumnValues::ColumnValues(sql::ColumnType type, std::size_t count) : m_type(type) {
  if (type == sql::ColumnType::Text) {
    m_codes.reserve(count);
  } else if (type == sql::ColumnType::Real) {
    m_reals.reserve(count);
  } else {
    m_integers.reserve(count);
  }
}

void ColumnValues::add(const sql::Cell& cell, std::size_t times) {
  if (times == 0) {
    return;
  }
  const std::size_t nullsBefore = m_nulls;
  add(cell);
  const std::size_t more = times - 1;
  const bool isThere = m_nulls == nullsBefore;
  if (isThere && m_type == sql::ColumnType::Text) {
    m_codes.insert(m_codes.end(), more, std::uint32_t{m_codes.back()});
  } else if (isThere && m_type == sql::ColumnType::Real) {
    m_reals.insert(m_reals.end(), more, double{m_reals.back()});
  } else if (isThere) {
    m_integers.insert(m_integers.end(), more, std::int64_t{m_integers.back()});
  }
  addLevels(isThere, more);
}

std::span<std::int64_t> ColumnValues::addIntegers(std::size_t count) {
  const std::size_t before = m_integers.size();
  m_integers.resize(before + count);
  addLevels(true, count);
  return std::span(m_integers).subspan(before);
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
  }
  addLevels(isThere, 1);
}

}  // namespace kernline::parquet
