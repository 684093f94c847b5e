// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_report.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>

namespace kernline {

/// A count of records, and the place of the first of them in the source.
struct CountedRecords {
  std::uint64_t count = 0;
  std::optional<std::uint64_t> firstOffset;

  void add(std::uint64_t offset) {
    firstOffset = firstOffset.value_or(offset);
    ++count;
  }
};

/// Results of checking `[memory]` records against their totals.
struct MemoryChecks {
  CountedRecords withoutTotals;  ///< records of devices without any total: their changes are summed up
  std::array<CountedRecords, memoryIssueKindCount> faults;  ///< indexed by kind, see `faultOf`

  [[nodiscard]] const CountedRecords& operator[](MemoryIssueKind kind) const {
    return faults[static_cast<std::size_t>(kind)];
  }
};

/// One pass over the records.
[[nodiscard]] MemoryChecks memoryChecks(const Trace& trace);

}  // namespace kernline
