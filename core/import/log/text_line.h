// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/scope.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// A line outside a table as the rules below look at it: without blanks and a bullet, and where its first colon is.
struct PlainLine {
  explicit PlainLine(std::string_view line);

  std::string_view text;
  std::size_t colon;  ///< npos if there is none where labels are
};

/// Possible kinds of a line outside a table, by its form alone. Views into the line.

/// "label: value", "label：value", "- label: value", "label = value". The label has letters, and is short; the value
/// is not empty.
[[nodiscard]] std::optional<Labeled> labeledValue(const PlainLine& line);

/// "label:" without text after.
[[nodiscard]] std::optional<std::string_view> bareLabel(const PlainLine& line);

/// "[Softmax] seq_len=256": a name in brackets, and only key=value after.
struct BracketLabel {
  std::string_view name;
  std::vector<Labeled> parameters;
};
[[nodiscard]] std::optional<BracketLabel> bracketLabel(std::string_view line);

/// "训练: Softmax (h=256, l=4)": a subject with its parameters in parentheses.
[[nodiscard]] std::optional<BracketLabel> subjectHeading(std::string_view title);

/// "==== text ====", "--- text ---", "## text": the level and the text.
struct DecoratedHeading {
  unsigned level = 0;
  std::string_view title;
};
[[nodiscard]] std::optional<DecoratedHeading> decoratedHeading(std::string_view line);

/// "Epoch 1", "iteration       10/     100": a word for rounds and its number, without how many there will be.
[[nodiscard]] std::optional<Labeled> roundOf(std::string_view text);

/// "Train loss", "P99 latency (ms)": one of its words at least is a measure.
[[nodiscard]] bool namesAnyMeasure(std::string_view label);

/// "step 10 loss 4.12": a word for rounds, and its number. Quick, for it is called for every line.
[[nodiscard]] bool beginsWithRound(std::string_view line);

/// "Total execution time (ns)": a label and the unit of its number, if the text in brackets is one.
struct LabelWithUnit {
  std::string_view label;
  std::string_view unit;
};
[[nodiscard]] std::optional<LabelWithUnit> unitInLabel(std::string_view label);

/// key=value and key: value, separated by commas or blanks; empty if there is anything else.
[[nodiscard]] std::vector<Labeled> assignments(std::string_view text);

/// The parameters that a sentence ends with, a known one among them: "Running with batch_size=8, seq_len=128". Else
/// none.
[[nodiscard]] std::vector<Labeled> statedParameters(std::string_view text);

/// The entries of a Python dict of plain values: {'hidden_size': 256, 'dropout': 0.1}.
[[nodiscard]] std::vector<Labeled> dictEntries(std::string_view text);

/// "Average latency over 50 runs = 18.2 ms": all before the sign, and all after it.
[[nodiscard]] std::optional<Labeled> assignedValue(std::string_view line);

/// "speedup 8.53", "加速比 = 8.53": the text before the first number, and all after it. Callers decide whether that is
/// a measurement.
[[nodiscard]] std::optional<Labeled> measureAndNumber(std::string_view line);

/// "Error: CUDA out of memory …", "RuntimeError: …", "torch.cuda.OutOfMemoryError: …", "FAILED: …", "错误: …": the line
/// from the mention of the failure on.
[[nodiscard]] std::optional<std::string_view> failureText(const PlainLine& line);

}  // namespace kernline::logs
