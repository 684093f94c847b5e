// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kernline {

/// Format of a saved table.
enum class TableForm : std::uint8_t { Csv, Tsv, Markdown, Html };

/// A note on what a table was made of, as a line after it: "# …" of CSV and TSV. Empty for an empty note.
[[nodiscard]] std::string partNoteLine(std::string_view note, TableForm form);

/// `table` with that line; in an HTML page it is the first. An empty table stays empty.
[[nodiscard]] std::string withPartNote(std::string table, std::string_view note, TableForm form);

}  // namespace kernline
