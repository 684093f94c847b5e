// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a report of Nsight Compute: no crash, no hang; tables have all their cells.
#include "core/import/ncu/read_ncu.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto log = kernline::ncu::readNcuBytes({reinterpret_cast<const char*>(data), size});
  for (const kernline::LogTable& table : log->tables()) {
    require(table.cells.size() == table.rows.size() * table.columns.size(), "a table with holes");
  }
  return 0;
}
