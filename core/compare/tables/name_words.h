// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Meaning of a word in the name of a column. name_words.cpp has the lists.
enum class WordMeaning : unsigned char {
  Other,
  Pass,            ///< "fwd", "backward"
  Unit,            ///< "ms", "gflops", "bytes": whatever has it is measured
  Measure,         ///< "time", "throughput", "loss": the same
  Aspect,          ///< "mean", "p99", "reads", "train": which figure it is; never an implementation
  Implementation,  ///< "triton", "pytorch", "naive"
  Size,            ///< "len", "dim", "batch", "n": whatever ends in it is set, not measured
};

struct NameWord {
  std::string text;  ///< printed text
  WordMeaning meaning = WordMeaning::Other;
};

/// The name of a column cut into words, at underlines, blanks, hyphens and points, and where a capital follows a small
/// letter: "triton_fwd_ms", "Triton Fwd", "tritonFwdMs". The text in brackets after it is its `tail`: "(ms)".
struct NameWords {
  std::vector<NameWord> words;
  std::string tail;
  char separator = '_';  ///< separator of words: '_', ' ', '-' or '.'

  [[nodiscard]] bool has(WordMeaning meaning) const;
};

[[nodiscard]] NameWords wordsOfName(std::string_view name);

/// A name that is a size: its dimension, if named, and its value.
struct SizeInName {
  std::string_view of;    ///< "batch" of "batch=4"; empty of "64"
  std::string_view text;  ///< "4"
  double number = 0;
};

[[nodiscard]] std::optional<SizeInName> sizeInName(std::string_view name);

}  // namespace kernline
