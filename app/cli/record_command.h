// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

namespace kernline::cli {

/// Says that this build cannot record.
[[nodiscard]] ExitCode refuseToRecord();

}  // namespace kernline::cli
