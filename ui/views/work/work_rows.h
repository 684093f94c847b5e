// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/table_rows.h"
#include "ui/views/work/work_table.h"

#include <memory>

namespace kernline::ui {

struct WorkColumns {
  enum Column {
    Name,
    Shapes,
    Time,
    Share,
    Recoverable,
    Roofline,
    DramBytes,  // columns measured by counters: up to DramIntensity
    DramRate,
    Tensor,
    Sampled,
    DramIntensity,
    Bound,
    Calls,
    Flops,
    NcuFlops,
    Bytes,
    NcuBytes,
    Intensity,
    FlopRate,
    ByteRate,
    Rule
  };
};

/// The rows of a table of work, by their numbers in it. nullptr if none.
[[nodiscard]] TableRows workRows(const std::shared_ptr<const WorkTable>& table);

}  // namespace kernline::ui
