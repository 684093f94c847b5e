// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/kinds.h"

#include <string>
#include <string_view>

namespace kernline::rocpd {

/// Kind and name of device activity.
struct ActivityName {
  SpanKind kind = SpanKind::Kernel;
  std::string name;
};

/// Returns the kind and name of a copy or fill as ROCm's tools call it ("CopyHostToDevice",
/// "MEMORY_COPY_HOST_TO_DEVICE", "FillBuffer"): as kineto spells it, so that recordings of both compare. Anything else
/// is a kernel of that name.
[[nodiscard]] ActivityName activityNamed(std::string_view operation);

/// A kernel's symbol without the ".kd" of its descriptor, as linkers or demanglers write it.
[[nodiscard]] std::string_view symbolName(std::string_view kernel);

/// Kind of a span on a thread.
struct CallKind {
  SpanKind kind = SpanKind::Other;
  std::string category;  ///< "hip_runtime", "hsa", "roctx"
};

/// Classifies a call by its category in rocprofv3's words: "HIP_RUNTIME_API_EXT", "HSA_CORE_API",
/// "MARKER_CORE_RANGE_API".
[[nodiscard]] CallKind callOfCategory(std::string_view category);
/// Classifies a call by its name, if it has no category: "hipLaunchKernel", "hsa_queue_create".
[[nodiscard]] CallKind callOfName(std::string_view name);

/// The file's name in a command line: "python3" of "/usr/bin/python3 train.py".
[[nodiscard]] std::string_view programName(std::string_view command);

}  // namespace kernline::rocpd
