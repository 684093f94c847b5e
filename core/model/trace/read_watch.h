// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>

namespace kernline {

/// Watches what is read of a trace's files while something is counted. Events that an UnreachableSource could not read
/// in that time are missing in it, even if the source can be read again by now.
class ReadWatch {
 public:
  /// `trace` lives as long.
  explicit ReadWatch(const Trace& trace);

  /// The reason if something is missing; nullopt if nothing is.
  [[nodiscard]] std::optional<Error> missed() const;

 private:
  const Trace& m_trace;
  std::uint64_t m_failuresBefore;
};

}  // namespace kernline
