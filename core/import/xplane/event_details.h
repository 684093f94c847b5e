// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/whole_text.h"
#include "core/import/xplane/plane.h"
#include "core/model/trace/event_source.h"

#include <memory>
#include <vector>

namespace kernline::xplane {

/// A stat as an arg; Kind::Null where its name is not in the file.
[[nodiscard]] ArgNode argOf(const Stat& stat, const Plane& plane);

/// The events of the planes, by the byte at which the field of each begins. The planes in the order of the text. The
/// values in "kernel_details" of a launch ("regs:32 static_shared:0 … grid:2048,1,1 block:128,1,1"), and in
/// "memcpy_details" of a copy, are there once more under kineto's names.
[[nodiscard]] std::shared_ptr<const EventSource> planesAsEvents(std::shared_ptr<const WholeText> text,
                                                                std::vector<Plane> planes);

}  // namespace kernline::xplane
