// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/kinds.h"

#include <cstdint>
#include <string_view>

namespace kernline::perfetto {

/// Returns the kind of spans by category: those that Chrome traces have, and rocprofv3's (hip_api, kernel_dispatch).
[[nodiscard]] SpanKind kindOfTrackCategory(std::string_view category);

/// Returns the kind of a span without a category by its name, if that is unambiguous: PyTorch's writer gives overhead
/// and synchronization none, and in its first form no span had one.
[[nodiscard]] SpanKind kindOfBareName(std::string_view name);

/// A stage of a GPU as Chrome traces call its category, and what it is.
struct StageKind {
  std::string_view category;
  SpanKind kind = SpanKind::Other;
};
/// PyTorch's stages are Kernel, Memcpy, Memset and Annotation. `use` is RenderStageCategory: 1 graphics, 2 compute.
[[nodiscard]] StageKind kindOfStage(std::string_view stage, std::uint32_t use);

}  // namespace kernline::perfetto
