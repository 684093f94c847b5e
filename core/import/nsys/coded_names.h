// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/nsys/event_tables.h"
#include "core/import/nsys/target_info.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::nsys {

/// The enumerations that name a copy, a fill or a wait; -1 if absent.
struct Codes {
  std::int64_t kind = -1;
  std::int64_t from = -1;
  std::int64_t to = -1;

  auto operator<=>(const Codes&) const = default;
};

/// Returns the name in kineto's spelling, so that recordings of both compare: "Memcpy HtoD (Pageable -> Device)",
/// "Memset (Device)", "Stream Sync". `info` names codes that are not known here.
[[nodiscard]] std::string codedName(Role role, const Codes& codes, const TargetInfo& info);

/// nsys keeps in a call's name the version of CUDA that last changed its parameters: "cudaLaunchKernel_v7000". A
/// call's own suffix ("cuMemAlloc_v2") stays.
[[nodiscard]] std::string_view withoutVersion(std::string_view call);

}  // namespace kernline::nsys
