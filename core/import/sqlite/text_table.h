// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/id_map.h"
#include "core/model/trace/import_report.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::sqlite {

/// The texts that rows of other tables refer to by number.
class TextTable {
 public:
  static constexpr std::uint32_t none = IdMap<std::string>::none;

  struct Source {
    std::string_view table;
    std::string_view id;
    std::string_view text;
    std::size_t number = 0;  ///< number of the table, as its reader counts them
  };
  /// Texts beyond what a file of `fileBytes` can honestly hold are left out and counted.
  void read(const Connection& database, const Source& source, std::uint64_t fileBytes, ImportReport& report);

  /// The place of a text in the list, or `none`.
  [[nodiscard]] std::uint32_t find(std::int64_t id) const { return m_texts.placeOf(id); }
  [[nodiscard]] const std::string& text(std::uint32_t place) const { return m_texts.values()[place]; }
  [[nodiscard]] std::size_t size() const { return m_texts.values().size(); }
  /// Empty where there is none.
  [[nodiscard]] std::string_view operator[](std::int64_t id) const;

 private:
  IdMap<std::string> m_texts;
};

}  // namespace kernline::sqlite
