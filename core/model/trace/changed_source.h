// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <optional>

namespace kernline {

/// Events and their args are read from the file when somebody looks. If one of the files that they come from has been
/// cut or rewritten since it was loaded, what is read is not what the trace is about: this says so.
[[nodiscard]] std::optional<Error> changedSource(const Trace& trace);

}  // namespace kernline
