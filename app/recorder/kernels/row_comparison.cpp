// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/row_comparison.h"

#include <algorithm>

#include "app/recorder/kernels/sampled_rows.h"
#include "app/recorder/statistics/relative_error.h"

namespace kernline::recorder {

Comparison compareRows(const Tensor& output, const RowCheck& check,
                       const std::function<std::vector<double>(std::size_t row)>& reference) {
  const std::vector<std::size_t> rows = sampledRows(check.rows, check.maxRows, check.rows * check.columns);
  std::vector<std::vector<double>> references(rows.size());
  onEveryCore(rows.size(), [&](std::size_t i) { references[i] = reference(rows[i]); });
  RelativeError error;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> got = output.read(rows[i] * check.columns, check.columns);
    for (std::size_t column = 0; column < check.columns; ++column) {
      error.add(got[column], references[i][column]);
    }
  }
  return {.maximumError = error.maximum(),
          .tolerance = check.tolerance,
          .unwritten = output.notNumbers(),
          .compared = rowsCompared(rows.size(), check.rows)};
}

Comparison worse(const Comparison& one, const Comparison& other) {
  Comparison result = one.maximumError / one.tolerance >= other.maximumError / other.tolerance ? one : other;
  result.unwritten = one.unwritten + other.unwritten;
  return result;
}

}  // namespace kernline::recorder
