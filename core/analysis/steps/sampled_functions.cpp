// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/sampled_functions.h"

#include "core/model/json/members.h"

#include <algorithm>

namespace kernline {

bool hasSampledFunctions(const Trace& trace) {
  const auto recording = std::ranges::find(trace.metadata(), "kernlineRecording", &MetadataEntry::key);
  return recording != trace.metadata().end() && chrome::findMember(recording->value, "torch").text.contains("stacks");
}

}  // namespace kernline
