// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <optional>

namespace kernline {

/// Events and their args are read from the file on demand. Returns an error if one of the files that they come from has
/// been cut or rewritten since it was loaded, so that it no longer matches the trace.
[[nodiscard]] std::optional<Error> changedSource(const Trace& trace);

}  // namespace kernline
