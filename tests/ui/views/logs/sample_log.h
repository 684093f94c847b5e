// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <cstddef>
#include <memory>
#include <string>

namespace kernline::test {

/// A benchmark's log: two models at two lengths, one of which failed, two profiler tables, a machine, and the trace
/// that was written, found at `tracePath` unless that is empty.
[[nodiscard]] std::shared_ptr<const Log> sampleLog(const std::string& tracePath = {});

/// The same as text, for the readers.
[[nodiscard]] std::string sampleLogText();

/// One nsys table of so many rows.
[[nodiscard]] std::shared_ptr<const Log> longLog(std::size_t rows);

}  // namespace kernline::test
