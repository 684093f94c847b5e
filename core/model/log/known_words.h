// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <string>
#include <string_view>

namespace kernline::logs {

/// One word for all spellings of what a label names that Kernline knows, English and Chinese: "序列长度", "Seq Len" and
/// "seq_len" are "seq_len". A label that it does not know comes back as it is: a view of `label`. known_words.cpp is
/// the list.
[[nodiscard]] std::string_view keyOf(std::string_view label);

/// Returns whether `label` names something measured (time, memory, loss, …), so that a bare number after it is a
/// metric.
[[nodiscard]] bool namesMeasure(std::string_view label);

/// Returns whether the list of parameters has `label`: "seq_len", "Batch Size", "dtype".
[[nodiscard]] bool namesParameter(std::string_view label);

/// "Model", "Engine", "backend": its value is what was measured.
[[nodiscard]] bool namesSubject(std::string_view label);

/// "GPU", "PyTorch", "CUDA", …
[[nodiscard]] bool namesMachine(std::string_view label);
/// "Configuration", "基础配置", "Hyperparameters", …
[[nodiscard]] bool namesConfiguration(std::string_view label);
/// "Epoch", "step", "轮", …: with a number, a parameter of what follows.
[[nodiscard]] bool namesRound(std::string_view label);
/// "forward" of "fwd" and "Forward", "backward" of "bwd"; empty if `word` names no pass.
[[nodiscard]] std::string_view passOf(std::string_view word);
/// "saved", "exported to", "已保存", …
[[nodiscard]] bool meansWritten(std::string_view label);
/// "summary", "汇总"
[[nodiscard]] bool meansSummary(std::string_view label);

/// The name of a measured value that has none: "time", "throughput", "memory", "size", …
[[nodiscard]] std::string_view nameOf(Quantity quantity);

/// Lower case, without blanks, underlines and hyphens.
[[nodiscard]] std::string folded(std::string_view label);

}  // namespace kernline::logs
