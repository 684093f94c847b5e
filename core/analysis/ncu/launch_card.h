// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ncu/kernel_card.h"
#include "core/model/trace/event_details.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <string_view>

namespace kernline {

/// The work that a launch needed to do, next to what it did.
struct LaunchWork {
  /// Type of most of its FLOPs, in ceilings' spelling: "bf16", "vector32"; empty if unknown.
  std::string_view flopType;
  std::optional<double> algorithmFlops = {};
  std::optional<double> algorithmBytes = {};  ///< likewise: each input read and each output written once
};

/// Returns the type in which most counted FLOPs were executed.
[[nodiscard]] std::string_view flopTypeOf(const NcuNumbers& numbers);

/// Adds the figures by the parameters of the launch, which are not measured: registers, shared memory, how many blocks
/// fit and what limits them, waves. `device` is the GPU it ran on, or nullptr.
void addLaunch(KernelCard& card, const ArgNode& launch, const Device* device);

}  // namespace kernline
