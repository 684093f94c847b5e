// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"
#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <variant>

namespace kernline {

/// The contents of a file: something with an order in time, text with tables and numbers, or memory alone.
using Document =
    std::variant<std::shared_ptr<const Trace>, std::shared_ptr<const Log>, std::shared_ptr<const MemoryHistory>>;

}  // namespace kernline
