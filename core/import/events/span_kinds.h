// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/kinds.h"

#include <string_view>

namespace kernline::chrome {

/// Returns the kind of spans by category: kineto's ActivityType names of every generation ("Operator" of 2021, "cpu_op"
/// since), case-insensitive. Other for categories no profiler of GPUs writes.
[[nodiscard]] SpanKind kindOfCategory(std::string_view category);

/// Refines the kind of a span whose category is an operator or a kernel, by its name: torch 1.8 wrote steps among its
/// operators, MTIA writes the waits and records of its events among its device activity.
[[nodiscard]] inline SpanKind kindByName(SpanKind kind, std::string_view category, std::string_view name) {
  if (kind == SpanKind::Op && name.starts_with("ProfilerStep#")) {
    return SpanKind::Annotation;
  }
  const bool isEvent = kind == SpanKind::Kernel && category == "mtia_ccp_events" && name.starts_with("event_");
  return isEvent ? SpanKind::DeviceSync : kind;
}

/// Returns the kind of a span on a device track without a known category, by its name ("Memcpy HtoD", "Memset
/// (Device)").
[[nodiscard]] SpanKind kindOnDevice(std::string_view name);

}  // namespace kernline::chrome
