// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kernline::cli {

/// Exit codes of `kernline`; scripts rely on them.
enum ExitCode : int {
  done = 0,
  unusableInput = 1,  ///< also: the answer could not be written, or the viewer is missing
  wrongUsage = 2,
  noDevice = 3,       ///< no usable GPU, driver or CUPTI
  programFailed = 4,  ///< the recorded program
  regressed = 5,      ///< kernline compare --fail-above: slower than that
};

}  // namespace kernline::cli
