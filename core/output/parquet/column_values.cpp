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

template <typename Value>
void ColumnValues::addThose(std::vector<Value>& to, std::span<const Value> values,
                            std::span<const std::uint32_t> areThere) {
  const auto nulls = static_cast<std::size_t>(std::ranges::count(areThere, 0U));
  if (nulls == 0) {
    to.insert(to.end(), values.begin(), values.end());
    addLevels(true, values.size());
    return;
  }
  std::size_t end = to.size();
  to.resize(end + values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    to[end] = values[i];
    end += areThere[i];
  }
  to.resize(end);
  if (m_nulls == 0) {
    m_levels.assign(m_count, 1);
  }
  m_levels.insert(m_levels.end(), areThere.begin(), areThere.end());
  m_nulls += nulls;
  m_count += values.size();
}

void ColumnValues::addIntegers(std::span<const std::int64_t> values, std::span<const std::uint32_t> areThere) {
  addThose(m_integers, values, areThere);
}

void ColumnValues::addCodes(std::span<const std::uint32_t> codes, std::span<const std::uint32_t> areThere) {
  addThose(m_codes, codes, areThere);
}

void ColumnValues::add(const sql::Cell& cell) {
  bool isThere = true;
  if (m_type == sql::ColumnType::Text && cell.isText()) {
    m_codes.push_back(codeOf(cell));
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
