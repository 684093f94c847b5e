// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/collective_work.h"

namespace kernline {

namespace {

/// Whether the traffic on the links depends on the number of ranks.
bool dependsOnRanks(CollectiveKind kind) {
  constexpr std::size_t few = 2;
  constexpr std::size_t many = 8;
  return busFactor(kind, few) != busFactor(kind, many);
}

}  // namespace

std::expected<CollectiveWork, Message> collectiveWork(const CollectiveCall& call) {
  if (call.kind == CollectiveKind::Other) {
    return std::unexpected(Message(Phrase::tr("the profile does not tell which collective it is")));
  }
  if (call.bytes < 0) {
    return std::unexpected(Message(Phrase::tr("the size of the message is not recorded")));
  }
  if (call.groupSize == 0 && dependsOnRanks(call.kind)) {
    return std::unexpected(Message(Phrase::tr("the number of ranks is not recorded")));
  }
  const auto bytes = static_cast<double>(call.bytes);
  return CollectiveWork{.kind = call.kind,
                        .ranks = call.groupSize,
                        .algorithmBytes = bytes,
                        .busBytes = bytes * busFactor(call.kind, call.groupSize)};
}

std::unordered_map<SpanId, std::expected<CollectiveWork, Message>> collectiveWorks(const Trace& trace,
                                                                                   const std::stop_token& stop) {
  std::unordered_map<SpanId, std::expected<CollectiveWork, Message>> works;
  for (const CollectiveCall& call : readCollectives(trace, stop).calls) {
    if (!call.isOnHost) {
      works.emplace(call.span, collectiveWork(call));
    }
  }
  return works;
}

}  // namespace kernline
