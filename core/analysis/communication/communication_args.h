// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_call.h"
#include "core/model/trace/event_details.h"
#include "core/model/trace/trace.h"

#include <optional>

namespace kernline {

/// Description of a collective in the args of a kernel or a `record_param_comms` (torch/csrc/profiler/util.cpp,
/// saveNcclMeta). Empty if they name none.
struct CommunicationArgs {
  std::string name;
  std::string group;
  std::string groupName;
  std::vector<std::int32_t> members;
  std::size_t groupSize = 0;
  std::int64_t sequence = -1;
  std::int64_t bytes = -1;
  ExchangedBytes exchanged;       ///< bytes of an all-to-all
  std::int32_t source = -1;       ///< source of a receive; -1 if none
  std::int32_t destination = -1;  ///< destination of a send; -1 if none

  [[nodiscard]] std::optional<PeerMessage> message() const;
};

[[nodiscard]] std::optional<CommunicationArgs> communicationArgs(const Trace& trace, SpanId span);

/// The ranks in "[0, 1, 2]"; none if the text leaves some out ("[0, 1, ..., 63]").
[[nodiscard]] std::vector<std::int32_t> ranksIn(std::string_view text);

}  // namespace kernline
