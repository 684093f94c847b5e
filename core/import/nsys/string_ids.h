// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"
#include "core/model/trace/import_report.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::nsys {

/// The texts that events refer to by number (StringIds).
class StringIds {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// Texts beyond what the file can honestly hold are left out and counted.
  void read(const sqlite::Connection& database, std::uint64_t fileBytes, ImportReport& report);

  /// The place of a text in the list, or `none`.
  [[nodiscard]] std::uint32_t find(std::int64_t id) const;
  [[nodiscard]] const std::string& text(std::uint32_t place) const { return m_texts[place]; }
  [[nodiscard]] std::size_t size() const { return m_texts.size(); }
  /// Empty where there is none.
  [[nodiscard]] std::string_view operator[](std::int64_t id) const;

 private:
  std::vector<std::string> m_texts;
  std::vector<std::uint32_t> m_dense;  // place by id, where ids are small, as nsys writes them
  std::unordered_map<std::int64_t, std::uint32_t> m_sparse;
};

}  // namespace kernline::nsys
