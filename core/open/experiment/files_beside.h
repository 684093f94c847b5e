// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/experiment/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The paths of files of a kind, such as reports of Nsight Compute, that are in one group with a trace or a run, by the
/// path that opens it.
[[nodiscard]] std::vector<std::string> filesBeside(const Experiment& experiment, std::string_view run, FileKind kind);

}  // namespace kernline
