// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace kernline::recorder {

/// All of `rows` where there are at most `maxCount`; else the first, the last and random ones in between, in order.
std::vector<std::size_t> sampledRows(std::size_t rows, std::size_t maxCount, std::uint64_t seed);

/// "64 of 4096 rows"
std::string rowsCompared(std::size_t sampled, std::size_t rows);

/// Calls `work` with every number below `count`, on every core.
void onEveryCore(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace kernline::recorder
