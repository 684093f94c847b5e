// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/recurrent_problem.h"

#include "app/recorder/kernels/row_comparison.h"
#include "app/recorder/kernels/warpgroup_choice.h"

namespace kernline::recorder {

RecurrentProblem::RecurrentProblem(const Values& values)
    : planes(static_cast<std::size_t>(values.whole("batch") * values.whole("heads"))),
      length(static_cast<std::size_t>(values.whole("seq_len"))),
      query(elementNamed(values.choice("type")), planes * length * headDim),
      key(query.element(), query.size()),
      value(query.element(), query.size()),
      output(query.element(), query.size()) {}

void RecurrentProblem::fill(std::uint64_t seed) {
  query.randomize({.seed = seed});
  key.randomize({.seed = seed + 1, .scale = 0.125F});  // roughly unit length, required by the delta rule
  value.randomize({.seed = seed + 2});
  output.fillWithNan();
}

Comparison RecurrentProblem::compare(double tolerance, const Update& update) const {
  const RowCheck heads{.rows = planes, .columns = length * headDim, .tolerance = tolerance, .maxRows = 6};
  Comparison comparison = compareRows(output, heads, [&](std::size_t plane) {
    std::vector<double> state(headDim * headDim);
    std::vector<double> rows(length * headDim);
    for (std::size_t t = 0; t < length; ++t) {
      update(state, plane, t);
      for (std::size_t i = 0; i < headDim; ++i) {
        const double q = query.input((plane * length + t) * headDim + i) * scale();
        for (std::size_t d = 0; d < headDim; ++d) {
          rows[t * headDim + d] += q * state[i * headDim + d];
        }
      }
    }
    return rows;
  });
  comparison.compared = std::to_string(std::min<std::size_t>(planes, 6)) + " of " + std::to_string(planes) + " heads";
  return comparison;
}

double RecurrentProblem::bytes() const {
  return static_cast<double>(query.bytes() + key.bytes() + value.bytes() + output.bytes());
}

std::vector<Parameter> recurrentParameters() {
  return {wholeNumber("batch", 8, {1, 4096}, "sequences", "Sequences"),
          wholeNumber("heads", 16, {1, 1024}, "heads", "Heads per sequence, each of dimension 64"),
          wholeNumber("seq_len", 4096, {1, 131072}, "tokens", "Length of each sequence"),
          choice("type", {"bf16", "fp16"}, "Element type; the state is in FP32"), tensorCoresParameter()};
}

}  // namespace kernline::recorder
