// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/measurements_builder.h"

#include <cstddef>
#include <vector>

namespace kernline {

/// Adds the cells of a table such as
///
///     model,seq_len,step_ms,tok_s,peak_mb
///     Softmax,256,5.849,1400677,694.1
///
/// The first column of text is the subject; other text, and numbers under the name of a parameter that Kernline knows
/// (known_words.h), are parameters; numbers under any other name are measured. A table without a subject or a
/// parameter, or without anything measured, is left out: it has no values to compare.
void addMeasurementTable(MeasurementsBuilder& builder, const Log& log, const LogTable& table,
                         const ColumnWishes& wishes);

/// Returns the place of a table row's measurements. `uses` are those of the columns.
[[nodiscard]] Place placeOfRow(MeasurementsBuilder& builder, const Log& log, const LogTable& table,
                               const std::vector<ColumnUse>& uses, std::size_t row);

}  // namespace kernline
