// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/communication_args.h"

#include "core/model/names/element_type.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 12> communicationKeys{"Collective name",
                                                             "Process Group Name",
                                                             "Process Group Ranks",
                                                             "Group size",
                                                             "In msg nelems",
                                                             "Out msg nelems",
                                                             "dtype",
                                                             "Seq",
                                                             "Src Rank",
                                                             "Dst Rank",
                                                             "Global rank stride",
                                                             "Global rank start"};

constexpr std::size_t maxGroupMembers = 1U << 16;

std::string_view argText(const ArgNode& args, std::string_view key) {
  const ArgNode* node = args.find(key);
  return node == nullptr ? std::string_view{} : std::string_view{node->text};
}

std::int64_t argNumber(const ArgNode& args, std::string_view key) {
  const std::string_view text = argText(args, key);
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? value : -1;
}

std::int32_t rankIn(const ArgNode& args, std::string_view key) {
  const std::int64_t value = argNumber(args, key);
  return std::in_range<std::int32_t>(value) ? static_cast<std::int32_t>(value) : -1;
}

std::vector<std::int32_t> membersOf(const ArgNode& args, std::size_t size) {
  std::vector<std::int32_t> members = ranksIn(argText(args, "Process Group Ranks"));
  const std::int32_t stride = rankIn(args, "Global rank stride");
  const std::int32_t start = rankIn(args, "Global rank start");
  const bool isRegular = stride > 0 && start >= 0 && size <= maxGroupMembers;
  if (members.empty() && isRegular) {
    for (std::size_t i = 0; i < size; ++i) {
      members.push_back(start + static_cast<std::int32_t>(i) * stride);
    }
  }
  return members;
}

std::int64_t messageBytes(const ArgNode& args) {
  const std::int64_t elements = std::max(argNumber(args, "In msg nelems"), argNumber(args, "Out msg nelems"));
  const auto each = static_cast<std::int64_t>(elementBytes(argText(args, "dtype")).value_or(0));
  constexpr std::int64_t maxElements = std::int64_t{1} << 56;
  return elements >= 0 && elements < maxElements && each > 0 ? elements * each : -1;
}

}  // namespace

std::optional<PeerMessage> CommunicationArgs::message() const {
  if (collectiveKind(name) != CollectiveKind::SendReceive || (source < 0 && destination < 0)) {
    return std::nullopt;
  }
  return PeerMessage{.isSend = destination >= 0, .peer = destination >= 0 ? destination : source, .bytes = bytes};
}

std::vector<std::int32_t> ranksIn(std::string_view text) {
  std::vector<std::int32_t> ranks;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (at != end && ranks.size() < maxGroupMembers) {
    if (*at == '.') {
      return {};
    }
    std::int32_t rank = 0;
    const auto [next, error] = std::from_chars(at, end, rank);
    if (error == std::errc{}) {
      ranks.push_back(rank);
      at = next;
    } else {
      ++at;
    }
  }
  return ranks;
}

std::optional<CommunicationArgs> communicationArgs(const Trace& trace, SpanId span) {
  const ArgNode args = trace.args(span, communicationKeys);
  CommunicationArgs found;
  found.name = argText(args, "Collective name");
  if (found.name.empty()) {
    return std::nullopt;
  }
  found.groupName = argText(args, "Process Group Name");
  found.group = found.groupName + " " + std::string(argText(args, "Process Group Ranks"));
  found.groupSize = static_cast<std::size_t>(std::max<std::int64_t>(0, argNumber(args, "Group size")));
  found.members = membersOf(args, found.groupSize);
  found.sequence = argNumber(args, "Seq");
  found.bytes = messageBytes(args);
  found.source = rankIn(args, "Src Rank");
  found.destination = rankIn(args, "Dst Rank");
  return found;
}

}  // namespace kernline
