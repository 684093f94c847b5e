// SPDX-License-Identifier: GPL-3.0-or-later
// This folder reads profiles of XLA: planes, lines, events, stats.
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/input.h"
#include "core/model/base/error.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace kernline::xplane {

/// Whether a file with this beginning is an XSpace: its first field is a plane that is called as planes are.
[[nodiscard]] bool isXSpace(std::string_view head);

/// Reads the profile that XLA, JAX, TensorFlow and PyTorch/XLA write (.xplane.pb). Lines of a device that repeat the
/// work of its streams ("XLA Modules", "TensorFlow Ops", "Steps") are shown and are no device activity; where a device
/// has no streams, as TPUs have none, "XLA Ops" is its work. Both edges of an event are rounded to the nanosecond, half
/// up, so that what touches or nests still does. Errors: canceled, or too large to be decoded.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readXplane(std::shared_ptr<const Input> input,
                                                                const LoadOptions& options, std::stop_token stop,
                                                                Progress& progress);

/// Reads bytes in memory; otherwise as above.
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readXplaneBytes(std::string bytes, const LoadOptions& options);

}  // namespace kernline::xplane
