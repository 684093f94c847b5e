// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/batch.h"
#include "core/import/nsys/target_info.h"

namespace kernline::nsys {

/// Rows of one table that are read at a time.
struct Part {
  const EventTable* table = nullptr;
  std::string query;  ///< query made by selectSlots
  std::int64_t firstRow = 0;
  std::int64_t lastRow = 0;
};

/// Data that every part refers to; complete before the first one is read.
struct SharedTables {
  const StringIds& strings;
  const TargetInfo& info;
  std::uint64_t fileBytes = 0;
};

/// Reads it as far as the database is sound; the rest is counted as broken.
[[nodiscard]] Batch readPart(const sqlite::Connection& database, const Part& part, const SharedTables& shared);

}  // namespace kernline::nsys
