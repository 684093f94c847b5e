// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/inference_batches.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/views/inference/inference_table.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace kernline::ui {

[[nodiscard]] QString kindText(InferenceKind kind);                              ///< "Prefill"
[[nodiscard]] QString countOrNothing(const std::optional<std::int64_t>& count);  ///< empty if unknown
[[nodiscard]] QString extentText(const std::optional<Extent>& extent);           ///< "32", "17–32"
[[nodiscard]] QString perTokenText(const std::optional<double>& ns);             ///< "24.05 µs"
[[nodiscard]] HoverCard iterationCard(const InferenceTable& table, std::size_t step);

}  // namespace kernline::ui
