// SPDX-License-Identifier: GPL-3.0-or-later
// This folder runs commands on files of another machine, over ssh.
#pragma once

#include "app/cli/kit/exit_code.h"
#include "app/cli/remote/remote_command.h"

namespace kernline::cli {

/// Runs the command where its files are, over the user's own ssh, with this program's standard streams. KERNLINE_SSH
/// names another program than ssh, KERNLINE_REMOTE another one there than kernline.
[[nodiscard]] ExitCode runRemote(RemoteCommand command);

}  // namespace kernline::cli
