// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kernline {

/// Uses of columns that the user chose, by their names.
using ColumnWishes = std::map<std::string, ColumnUse, std::less<>>;

/// Returns the use of each column of a table with one row per run. The rules, the first that fits:
///
/// | column | is |
/// |---|---|
/// | given by the file's format | that |
/// | text: `x (pow2)` next to a column `x` | ignored, for it is that column in other words |
/// | text, a name such as model, backend, implementation, kernel; else the first text that is no yes or no | subject |
/// | first column `index` or `id`: a number that counts the rows | ignored |
/// | other text; yes and no; a parameter that known_words.cpp lists (seq_len, batch_size, dtype, …) | parameter |
/// | numbers with a unit, of their own or in their name (`(ms)`, `_gb`, `GB/s`) | measurement |
/// | a word in the name measures: time, loss, tflops, … (name_words.cpp) | measurement |
/// | numbers without a unit, all alike | parameter |
/// | whole numbers whose name ends in a size: n, len, dim, heads, … (name_words.cpp) | parameter |
/// | a word in the name identifies the figure: mean, p99, total, … (name_words.cpp) | measurement |
/// | each value at least twice on average, and not implied by another parameter: a grid | parameter |
/// | the first numbers, whole and all different, where no other parameter varies | parameter |
/// | all else | measurement |
///
/// In a profiler's table, numbers are measurements, but for the listed parameters, and the first text is the subject.
/// If there would be no measurement, the last numbers that are not all alike are.
///
/// The user's choice changes a column of a table with a row a run, and no other: texts can be no measurement.
[[nodiscard]] std::vector<ColumnUse> columnUses(const Log& log, const LogTable& table, const ColumnWishes& wishes = {});

}  // namespace kernline
