// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// The members of JSON objects with one line each, as `nsys stats --format json` prints rows:
/// `[{"Time (%)":46.3,"Name":"gemm"},`. One entry an object; empty if the line is anything else, or if an object has
/// members that are no plain values.
using JsonRow = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] std::vector<JsonRow> jsonRows(std::string_view line);

}  // namespace kernline::logs
