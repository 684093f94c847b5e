// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/sql/model.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace kernline::recording {

/// The first pages of the table of spans and of its indices, which are empty.
struct SpanRoots {
  std::uint32_t table = 0;
  std::uint32_t starts = 0;
  std::uint32_t offsets = 0;
};

/// Whether `writeSpans` stores what SQLite would: it converts texts in columns of numbers.
[[nodiscard]] bool canWriteSpans(const sql::Model& model);

/// Fills these in a database that SQLite has closed, on all cores. Where it is stopped the file is not complete. False
/// if it could not be written; the reason is in errno.
[[nodiscard]] bool writeSpans(sql::Model& model, const std::string& path, const SpanRoots& roots,
                              const std::stop_token& stop);

}  // namespace kernline::recording
