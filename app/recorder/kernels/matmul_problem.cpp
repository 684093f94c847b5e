// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/matmul_problem.h"

#include <algorithm>

#include "app/recorder/kernels/row_comparison.h"
#include "app/recorder/kernels/sampled_rows.h"
#include "app/recorder/statistics/relative_error.h"

namespace kernline::recorder {

namespace {

constexpr std::size_t maxRows = 32;
constexpr std::size_t maxColumns = 256;

}  // namespace

MatmulProblem::MatmulProblem(const Values& values, Element element)
    : m(static_cast<std::size_t>(values.whole("m"))),
      n(static_cast<std::size_t>(values.whole("n"))),
      k(static_cast<std::size_t>(values.whole("k"))),
      a(element, m * k),
      b(element, k * n),
      c(element, m * n) {}

MatmulShape MatmulProblem::shape(bool tf32) const {
  return {.element = a.element(), .tf32 = tf32, .m = m, .n = n, .k = k};
}

void MatmulProblem::fill(std::uint64_t seed) {
  a.randomize({.seed = seed});
  b.randomize({.seed = seed + 1});
  c.fillWithNan();
}

Comparison MatmulProblem::compare(double tolerance) const {
  const std::vector<std::size_t> rows = sampledRows(m, maxRows, m);
  const std::vector<std::size_t> columns = sampledRows(n, maxColumns, n);
  std::vector<std::vector<double>> references(rows.size(), std::vector<double>(columns.size()));
  onEveryCore(rows.size(), [&](std::size_t i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      for (std::size_t l = 0; l < k; ++l) {
        references[i][j] += a.input(rows[i] * k + l) * b.input(l * n + columns[j]);
      }
    }
  });
  RelativeError error;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> row = c.read(rows[i] * n, n);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      error.add(row[columns[j]], references[i][j]);
    }
  }
  return {.maximumError = error.maximum(),
          .tolerance = tolerance,
          .unwritten = c.notNumbers(),
          .compared = std::to_string(columns.size()) + " columns of " + rowsCompared(rows.size(), m)};
}

Work MatmulProblem::work(const std::string& rate) const {
  return {.bytes = static_cast<double>(a.bytes() + b.bytes() + c.bytes()),
          .flops = 2 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k),
          .rate = rate};
}

std::vector<Parameter> matmulParameters() {
  return {wholeNumber("m", 4096, {8, 65536, 8}, "rows", "Rows of A and C"),
          wholeNumber("n", 4096, {8, 65536, 8}, "columns", "Columns of B and C"),
          wholeNumber("k", 4096, {8, 65536, 8}, "elements", "Columns of A, rows of B")};
}

}  // namespace kernline::recorder
