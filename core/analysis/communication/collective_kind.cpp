// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_call.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline {

namespace {

/// Returns the name in lower case and without separators of words.
std::string plainKindName(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '(' || c == '<') {
      break;
    }
    if (c != '_' && c != '-' && c != ' ') {
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
  }
  return text;
}

}  // namespace

std::string_view toText(CollectiveKind kind) {
  static constexpr std::array<std::string_view, 11> texts{"all_reduce", "all_gather", "reduce_scatter", "all_to_all",
                                                          "broadcast",  "reduce",     "gather",         "scatter",
                                                          "barrier",    "send_recv",  "other"};
  return texts[static_cast<std::size_t>(kind)];
}

CollectiveKind collectiveKind(std::string_view name) {
  // If a name has two of these words, the first one counts: "reduce" is in "allreduce".
  static constexpr std::array<std::pair<std::string_view, CollectiveKind>, 13> words{{
      {"allreduce", CollectiveKind::AllReduce},
      {"reducescatter", CollectiveKind::ReduceScatter},
      {"allgather", CollectiveKind::AllGather},
      {"alltoall", CollectiveKind::AllToAll},
      {"barrier", CollectiveKind::Barrier},
      {"broadcast", CollectiveKind::Broadcast},
      {"sendrecv", CollectiveKind::SendReceive},
      {"send", CollectiveKind::SendReceive},
      {"recv", CollectiveKind::SendReceive},
      {"coalesced", CollectiveKind::Other},
      {"reduce", CollectiveKind::Reduce},
      {"gather", CollectiveKind::Gather},
      {"scatter", CollectiveKind::Scatter},
  }};
  const std::string text = plainKindName(name);
  const auto found =
      std::ranges::find_if(words, [&](const auto& word) { return text.find(word.first) != std::string::npos; });
  return found == words.end() ? CollectiveKind::Other : found->second;
}

bool endsTogether(CollectiveKind kind) {
  return kind == CollectiveKind::AllReduce || kind == CollectiveKind::AllGather ||
         kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::AllToAll || kind == CollectiveKind::Barrier;
}

double busFactor(CollectiveKind kind, std::size_t ranks) {
  if (ranks == 0) {
    return 1;
  }
  const double share = static_cast<double>(ranks - 1) / static_cast<double>(ranks);
  switch (kind) {
    case CollectiveKind::AllReduce:
      return 2 * share;
    case CollectiveKind::AllGather:
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll:
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
      return share;
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
    case CollectiveKind::Barrier:
    case CollectiveKind::SendReceive:
    case CollectiveKind::Other:
      break;
  }
  return 1;
}

}  // namespace kernline
