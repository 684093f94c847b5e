// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/kit/json_document.h"
#include "core/analysis/work/reference_device.h"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace kernline::cli {

/// Adds `--device NAME`, which is checked before any file is read.
void addDeviceOption(CLI::App& command, std::string& into);

/// Name and source.
[[nodiscard]] Json referenceDeviceJson(const ReferenceDevice& device);
/// Explains why a device has no ceilings, and what to do.
[[nodiscard]] std::string withoutCeilings(const ReferenceDevice& device);

/// Error for a profile without tracks of a device.
inline constexpr std::string_view noGpuWork = "no GPU work in this profile";

}  // namespace kernline::cli
