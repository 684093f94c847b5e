// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_call.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <expected>
#include <stop_token>
#include <unordered_map>

namespace kernline {

/// Data that a communication kernel has to move.
struct CollectiveWork {
  CollectiveKind kind = CollectiveKind::Other;
  std::size_t ranks = 0;      ///< size of its group; 0 if unknown, and then without effect
  double algorithmBytes = 0;  ///< bytes in nccl-tests' convention: the larger of input and output
  double busBytes = 0;        ///< minimum bytes on the links of a rank: algorithm bytes times `busFactor`

  bool operator==(const CollectiveWork&) const = default;
};

/// Errors: what is not known of it.
[[nodiscard]] std::expected<CollectiveWork, Message> collectiveWork(const CollectiveCall& call);

/// Computes the work of every communication kernel. Reads the args of these and of the calls that describe them. Some
/// if stopped.
[[nodiscard]] std::unordered_map<SpanId, std::expected<CollectiveWork, Message>> collectiveWorks(
    const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
