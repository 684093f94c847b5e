// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/ceilings.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>

namespace kernline {

/// The device with whose peak rates work is compared.
struct ReferenceDevice {
  std::string name;      ///< name as given, else from the trace; empty if not in the trace
  bool isGiven = false;  ///< named by the user
  std::optional<Ceilings> ceilings;
};

/// Returns the peak rates of a device of the trace, in this order: given by the user, measured on it before the
/// recording, or in force for its name.
[[nodiscard]] std::optional<Ceilings> ceilingsIn(const Trace& trace, std::string_view deviceName);

/// The device `given`, else the first one that the activity of the trace ran on.
[[nodiscard]] ReferenceDevice referenceDevice(const Trace& trace, std::string_view given = {});

}  // namespace kernline
