// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

namespace kernline {

/// Returns names for these paths: the last part of each, with as many folders before it as distinguish it from the
/// others ("rank0/train.log", "rank1/train.log").
[[nodiscard]] std::vector<std::string> fileNames(std::span<const std::string> paths);

}  // namespace kernline
