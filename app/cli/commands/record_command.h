// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/exit_code.h"

namespace kernline::cli {

/// Becomes the recorder with the arguments after `record`, which argv[1] is. Returns only if it cannot, after saying
/// why.
[[nodiscard]] ExitCode execRecorder(char** argv);

}  // namespace kernline::cli
