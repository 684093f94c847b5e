// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/record_command.h"

#include "app/cli/output.h"

namespace kernline::cli {

ExitCode refuseToRecord() {
  complain("the recorder is not part of this build; record with torch.profiler and open the trace that it writes");
  return noDevice;
}

}  // namespace kernline::cli
