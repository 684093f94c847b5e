// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// Returns a short name of a file: its name without endings such as `.pt.trace.json.gz` and a last `_trace`.
[[nodiscard]] std::string briefName(std::string_view path);

/// Data of a run in the name of its file.
struct RunName {
  std::string model;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< ("seq_len", "256"), as in logs
};

/// Parses a path by this rule: endings such as `.pt.trace.json.gz` and a last `_trace` are left out; of the parts
/// between `_`, `-`, `.` and blanks, a known word of a parameter with a number after it ("seq256", "bs=8", "rank0") and
/// everything with `=` is a parameter; the rest is the model, or the folder's name if there is none. Known are the
/// words of logs, and seq, len, ctx (seq_len), b, bsz (batch_size), rank, gpus, tp, pp, dp.
///
/// With a `pattern` instead: "{model}_seq{seq_len}_trace" is matched with the name without endings; the text between
/// its texts is taken as it is, that of "{}" left out. A name that does not match falls back to the rule.
[[nodiscard]] RunName runName(std::string_view path, std::string_view pattern = {});

}  // namespace kernline
