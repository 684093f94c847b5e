// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memory/live_set.h"
#include "core/model/memory/memory_history.h"

#include <memory>
#include <string>
#include <vector>

namespace kernline::test {

/// Reads the memory data of a file, a trace too. Fails the running test, and gives an empty history, if it cannot.
[[nodiscard]] std::shared_ptr<const MemoryHistory> readMemory(const std::string& path);

[[nodiscard]] std::vector<std::string> names(const LiveSet& set);

}  // namespace kernline::test
