// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/output.h"
#include "core/open/experiment/experiment.h"

namespace kernline::cli {

/// Writes the contents of a folder or an archive: groups, why their files belong together, and what was not read.
void writeExperimentJson(Output& output, const Experiment& experiment);
/// Writes text for people. Cuts long lists unless `complete`.
void writeExperimentText(Output& output, const Experiment& experiment, bool complete);

}  // namespace kernline::cli
