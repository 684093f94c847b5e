// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <string>
#include <vector>

namespace kernline::test {

/// A step as PyTorch's former TensorBoard plugin takes it (tb_plugin event_parser.py, StepParser): it ends no earlier
/// than the device activity that its runtime calls launched, and begins no earlier than the step before ended.
struct PluginStep {
  std::string name;  ///< "5" of ProfilerStep#5; "0" for a trace without steps
  TimeRange range;
};

[[nodiscard]] std::vector<PluginStep> pluginSteps(const Trace& trace);

}  // namespace kernline::test
