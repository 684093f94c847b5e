// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about collectives as a profile records them, and their bus factors.
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The operation of a collective, independent of its library's name for it.
enum class CollectiveKind : std::uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Broadcast,
  Reduce,
  Gather,
  Scatter,
  Barrier,
  SendReceive,
  Other,
};

/// "all_reduce", "all_gather", …, as the command line spells them.
[[nodiscard]] std::string_view toText(CollectiveKind kind);

/// Returns the kind for names like "allreduce", "_allgather_base", "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(…)".
[[nodiscard]] CollectiveKind collectiveKind(std::string_view name);

/// Whether no rank can end it before all have begun, so that its ends lie together.
[[nodiscard]] bool endsTogether(CollectiveKind kind);

/// Bus bandwidth over algorithm bandwidth among `ranks`, as nccl-tests has it (doc/PERFORMANCE.md).
[[nodiscard]] double busFactor(CollectiveKind kind, std::size_t ranks);

/// A message as one of its two ranks recorded it.
struct PeerMessage {
  bool isSend = false;
  std::int32_t peer = -1;  ///< the other rank, counted over all ranks
  std::int64_t bytes = -1;
};

/// Bytes that a rank sends and receives in an all-to-all, including its own part. -1 if unknown.
struct ExchangedBytes {
  std::int64_t sent = -1;
  std::int64_t received = -1;
  std::int64_t largest = -1;  ///< most bytes that it sends to one rank; -1 if unknown
  std::int32_t peer = -1;     ///< the rank that gets it, counted over all ranks

  [[nodiscard]] bool isKnown() const { return sent >= 0 && received >= 0; }
  bool operator==(const ExchangedBytes&) const = default;
};

/// One kernel of communication on one rank, or a collective of its host if it has none, with the profile's records of
/// it.
struct CollectiveCall {
  SpanId span = SpanId::none;  ///< span in the rank's own trace
  CollectiveKind kind = CollectiveKind::Other;
  std::string name;
  std::string group;                  ///< name and ranks of its process group, as the profile spells them; may be empty
  std::string groupName;              ///< the name alone
  std::vector<std::int32_t> members;  ///< ranks of the group; empty if unknown
  std::size_t groupSize = 0;          ///< 0 if unknown
  std::int64_t sequence = -1;         ///< its number in the group where the profile counts them
  std::int64_t bytes = -1;            ///< bytes in nccl-tests' convention: the larger of input and output
  ExchangedBytes exchanged;           ///< bytes of an all-to-all
  std::vector<PeerMessage> messages;  ///< messages of a kernel that sends and receives
  bool isOnHost = false;              ///< whether it is gloo's: its group is unknown
};

/// The communication of one rank in the order of its starts.
struct RankCalls {
  std::vector<CollectiveCall> calls;
  std::size_t hostOnly = 0;       ///< collectives on the host of a trace without any such kernel that cannot be matched
  bool hasPartialGroups = false;  ///< whether calls on the host name only some of their groups
};

/// Reads what `trace` recorded of the communication kernels on its devices, from their args, else from those of the
/// `record_param_comms` that launched them; without any, of the collectives of gloo on its host. Linear in the
/// kernels; args are read from the source.
[[nodiscard]] RankCalls readCollectives(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
