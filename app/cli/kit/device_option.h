// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/analysis/work/ceilings.h"
#include "core/model/trace/trace.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace kernline::cli {

/// The device whose ceilings work is held against.
struct HeldDevice {
  std::string name;      ///< as given, else as the trace has it; empty: it does not say
  bool isGiven = false;  ///< by `--device`
  std::optional<Ceilings> ceilings;
};

/// Adds `--device NAME`, which is checked before any file is read.
void addDeviceOption(CLI::App& command, std::string& into);

/// The device `given`, or the trace's if that is empty.
[[nodiscard]] HeldDevice heldDevice(const std::string& given, const Trace& trace);

/// Name and source.
[[nodiscard]] Json deviceJson(const HeldDevice& device);
/// Why a device has no ceilings, and what to do.
[[nodiscard]] std::string withoutCeilings(const HeldDevice& device);

}  // namespace kernline::cli
