// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <memory>

namespace kernline::test {

/// One GPU over 1000 µs with steps "step 0" and "step 1", five blocks, a reserve, a failure and segments:
///   made (µs)  freed  bytes    operator
///   before     –      4 MiB    –
///   100        600    8 MiB    aten::mm, in a stack of two calls
///   200        300    32 MiB   aten::softmax: the peak, 44 MiB at 200 µs
///   700        –      16 MiB   aten::mm: left behind by "step 1"
///   800        801    1 MiB    aten::add
/// and a CPU without records.
[[nodiscard]] std::shared_ptr<const MemoryHistory> sampleMemory();
/// The same, to be made into another before it is shown.
[[nodiscard]] std::shared_ptr<MemoryHistory> changeableMemory();

/// Three categories, no blocks.
[[nodiscard]] std::shared_ptr<const MemoryHistory> categoryMemory();

}  // namespace kernline::test
