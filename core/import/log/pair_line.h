// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/quantity_text.h"
#include "core/import/log/scope.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

struct PairValue {
  std::string name;
  PrintedQuantity quantity;  ///< its value is NaN for "nan" and its like
  std::string_view printed;
};

/// A line of pairs, views of its text.
struct PairLine {
  std::vector<Labeled> parameters;  ///< rounds, sizes that were set, and words
  std::vector<PairValue> values;
};

/// Parses a line of pairs that trainers and servers print for a step or a request, in any of these forms:
///
/// | line | is |
/// |---|---|
/// | `Epoch [1/5], Step [100/600], Loss: 0.23`, `Train Epoch: 1 [640/60000 (1%)]	Loss: 1.36` | values of a round
/// | | `Epoch: [0][10/5005]	Time 0.35 (1.12)	Acc@1 0.10 (0.15)` | the same; what is in brackets stays in the
/// text | | `step: 10  loss: 9.1  memory: 11.2GiB(11.8%)  tps: 7,231` | the same | | `75/75 [=====] - 4s 2ms/step -
/// loss: 0.29 - acc: 0.91` | the same; times without a name are the time | | `model=bert batch=8 latency=9.8ms` |
/// values of what was set | | `[BENCHMARK] batch_size 8 tokens_per_sec 483.5 latency(ms) 41.3` | the same | | `eval
/// time = 3456.8 ms / 127 runs (27.2 ms per token, 36.7 tokens per second)` | each, by the same name |
///
/// All parts of the line must be pairs, and one at least measure something.
[[nodiscard]] std::optional<PairLine> pairLine(std::string_view line);

/// Returns the end of the first of "Loss: 0.5432 Acc: 0.7512", which only a blank separates: after its number, or its
/// unit. npos if there is no second.
[[nodiscard]] std::size_t endOfPair(std::string_view text);

/// Whether `line` may be one; quick, for most lines are not.
[[nodiscard]] bool canBePairs(std::string_view line, std::uint16_t marks);

}  // namespace kernline::logs
