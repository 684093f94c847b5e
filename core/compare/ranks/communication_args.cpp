// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/communication_args.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 12> keys{"Collective name",
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

constexpr std::size_t maxMembers = 1U << 16;

std::string_view textOf(const ArgNode& args, std::string_view key) {
  const ArgNode* node = args.find(key);
  return node == nullptr ? std::string_view{} : std::string_view{node->text};
}

std::int64_t numberOf(const ArgNode& args, std::string_view key) {
  const std::string_view text = textOf(args, key);
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? value : -1;
}

std::int32_t rankIn(const ArgNode& args, std::string_view key) {
  const std::int64_t value = numberOf(args, key);
  return std::in_range<std::int32_t>(value) ? static_cast<std::int32_t>(value) : -1;
}

std::vector<std::int32_t> membersOf(const ArgNode& args, std::size_t size) {
  std::vector<std::int32_t> members = ranksIn(textOf(args, "Process Group Ranks"));
  const std::int32_t stride = rankIn(args, "Global rank stride");
  const std::int32_t start = rankIn(args, "Global rank start");
  const bool isRegular = stride > 0 && start >= 0 && size <= maxMembers;
  if (members.empty() && isRegular) {
    for (std::size_t i = 0; i < size; ++i) {
      members.push_back(start + static_cast<std::int32_t>(i) * stride);
    }
  }
  return members;
}

std::int64_t bytesOf(const ArgNode& args) {
  const std::int64_t elements = std::max(numberOf(args, "In msg nelems"), numberOf(args, "Out msg nelems"));
  const std::int64_t each = bytesOfElement(textOf(args, "dtype"));
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
  while (at != end && ranks.size() < maxMembers) {
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

std::int64_t bytesOfElement(std::string_view type) {
  static constexpr std::array<std::pair<std::string_view, std::int64_t>, 20> sizes{{
      {"Float", 4}, {"BFloat16", 2},    {"Half", 2},          {"Double", 8},       {"Long", 8},
      {"Int", 4},   {"Short", 2},       {"Char", 1},          {"Byte", 1},         {"Bool", 1},
      {"float", 4}, {"double", 8},      {"long", 8},          {"long int", 8},     {"int", 4},
      {"short", 2}, {"signed char", 1}, {"unsigned char", 1}, {"ComplexFloat", 8}, {"ComplexDouble", 16},
  }};
  if (type.starts_with("c10::")) {
    type.remove_prefix(5);
  }
  if (type.starts_with("Float8")) {
    return 1;
  }
  const auto found = std::ranges::find(sizes, type, &std::pair<std::string_view, std::int64_t>::first);
  return found == sizes.end() ? 0 : found->second;
}

std::optional<CommunicationArgs> communicationArgs(const Trace& trace, SpanId span) {
  const ArgNode args = trace.args(span, keys);
  CommunicationArgs found;
  found.name = textOf(args, "Collective name");
  if (found.name.empty()) {
    return std::nullopt;
  }
  found.groupName = textOf(args, "Process Group Name");
  found.group = found.groupName + " " + std::string(textOf(args, "Process Group Ranks"));
  found.groupSize = static_cast<std::size_t>(std::max<std::int64_t>(0, numberOf(args, "Group size")));
  found.members = membersOf(args, found.groupSize);
  found.sequence = numberOf(args, "Seq");
  found.bytes = bytesOf(args);
  found.source = rankIn(args, "Src Rank");
  found.destination = rankIn(args, "Dst Rank");
  return found;
}

}  // namespace kernline
