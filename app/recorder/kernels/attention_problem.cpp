// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/attention_problem.h"

#include "app/recorder/kernels/row_comparison.h"
#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

AttentionProblem::AttentionProblem(const Values& values)
    : batch(static_cast<std::size_t>(values.whole("batch"))),
      heads(static_cast<std::size_t>(values.whole("heads"))),
      kvHeads(static_cast<std::size_t>(values.whole("kv_heads"))),
      length(static_cast<std::size_t>(values.whole("seq_len"))),
      headDim(std::stoul(values.choice("head_dim"))),
      causal(values.flag("causal")) {
  if (heads % kvHeads != 0) {
    throw Failure(ExitCode::wrongUsage, "heads must be a multiple of kv_heads");
  }
  const Element element = elementNamed(values.choice("type"));
  query = Tensor(element, batch * heads * length * headDim);
  key = Tensor(element, batch * kvHeads * length * headDim);
  value = Tensor(element, key.size());
  output = Tensor(element, query.size());
}

double AttentionProblem::scale() const {
  return 1 / std::sqrt(static_cast<double>(headDim));
}

void AttentionProblem::fill(std::uint64_t seed) {
  query.randomize({.seed = seed});
  key.randomize({.seed = seed + 1});
  value.randomize({.seed = seed + 2});
  output.fillWithNan();
}

Comparison AttentionProblem::compare(double tolerance) const {
  const RowCheck rows{.rows = batch * heads * length, .columns = headDim, .tolerance = tolerance, .maxRows = 96};
  return compareRows(output, rows, [this](std::size_t row) {
    const std::size_t position = row % length;
    const std::size_t head = row / length % heads;
    const std::size_t kvHead = row / length / heads * kvHeads + head / (heads / kvHeads);
    const std::size_t firstKey = kvHead * length;
    const auto score = [&](std::size_t i) {
      double sum = 0;
      for (std::size_t d = 0; d < headDim; ++d) {
        sum += query.input(row * headDim + d) * key.input((firstKey + i) * headDim + d);
      }
      return sum * scale();
    };
    return attentionRow(causal ? position + 1 : length, headDim, score,
                        [&](std::size_t i, std::size_t d) { return value.input((firstKey + i) * headDim + d); });
  });
}

Work AttentionProblem::work() const {
  const auto rows = static_cast<double>(batch * heads * length);
  // Two products of headDim a pair of query and key. Causal: half of the pairs, as every paper counts it.
  const double pairs = rows * static_cast<double>(length) * (causal ? 0.5 : 1.0);
  const char* const rates[] = {"fp32", "fp16", "bf16"};
  return {.bytes = static_cast<double>(query.bytes() + key.bytes() + value.bytes() + output.bytes()),
          .flops = 4 * pairs * static_cast<double>(headDim),
          .rate = rates[static_cast<int>(query.element())]};
}

std::vector<Parameter> attentionParameters(std::vector<std::string> types) {
  return {wholeNumber("batch", 4, {1, 4096}, "sequences", "Sequences"),
          wholeNumber("heads", 16, {1, 1024}, "heads", "Query heads per sequence"),
          wholeNumber("kv_heads", 16, {1, 1024}, "heads", "Key and value heads; heads must be a multiple of this"),
          wholeNumber("seq_len", 4096, {16, 131072, 8}, "tokens", "Length of each sequence"),
          choice("head_dim", {"64", "128"}, "Head dimension"),
          flag("causal", false, "Causal: a token attends only to itself and earlier tokens"),
          choice("type", std::move(types), "Element type; accumulation in FP32")};
}

std::vector<Preset> attentionPresets() {
  return {{"grouped heads, 4096",
           {{"batch", "4"}, {"heads", "8"}, {"kv_heads", "2"}, {"seq_len", "4096"}, {"head_dim", "64"}}},
          {"head dim 128, causal",
           {{"batch", "4"}, {"heads", "16"}, {"kv_heads", "16"}, {"head_dim", "128"}, {"causal", "true"}}},
          {"Llama 3 8B, one sequence",
           {{"batch", "1"}, {"heads", "32"}, {"kv_heads", "8"}, {"head_dim", "128"}, {"causal", "true"}}}};
}

}  // namespace kernline::recorder
