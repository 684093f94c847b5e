// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/query/query_result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace kernline::ui {

enum class ResultFormat : std::uint8_t { Csv, Markdown, Json, Tsv };

/// Returns the format of a file name's extension; CSV if it is none of them.
[[nodiscard]] ResultFormat formatOf(std::string_view path);

/// Writes rows in that order, piece by piece, and after them a note if there is one: a line, in JSON an object with a
/// "note".
void writeRows(const QueryResult& result, std::span<const std::uint32_t> rows, ResultFormat format,
               const std::function<void(std::string_view)>& write, std::string_view note = {});

}  // namespace kernline::ui
