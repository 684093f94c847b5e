// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/table_rows.h"
#include "ui/views/inference/inference_table.h"

#include <memory>

namespace kernline::ui {

struct IterationColumns {
  enum Column { Name, Kind, Start, Duration, PerToken, DeviceTime, Idle, Requests, Tokens, Length };
};

/// A row an iteration; nullptr if none.
[[nodiscard]] TableRows iterationRows(const std::shared_ptr<const InferenceTable>& table);
/// A row for iterations of one kind and size.
[[nodiscard]] TableRows batchRows(const std::shared_ptr<const InferenceTable>& table);

}  // namespace kernline::ui
