// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

namespace kernline {

/// What to call files of these paths: the last name of each, with as many folders before it as tell it from the
/// others ("rank0/train.log", "rank1/train.log").
[[nodiscard]] std::vector<std::string> fileNames(std::span<const std::string> paths);

}  // namespace kernline
