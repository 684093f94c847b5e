// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/communication_args.h"

#include "core/model/names/element_type.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 13> communicationKeys{"Collective name",
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
                                                             "Global rank start",
                                                             "In split size"};

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

/// The numbers in "[0, 1, 2]"; none if the text leaves some out.
template <typename Number>
std::vector<Number> numbersIn(std::string_view text) {
  std::vector<Number> numbers;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (at != end && numbers.size() < maxGroupMembers) {
    if (*at == '.') {
      return {};
    }
    Number number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc{}) {
      numbers.push_back(number);
      at = next;
    } else {
      ++at;
    }
  }
  return numbers;
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

std::int64_t bytesOfElements(const ArgNode& args, std::int64_t elements) {
  const auto each = static_cast<std::int64_t>(elementBytes(argText(args, "dtype")).value_or(0));
  constexpr std::int64_t maxElements = std::int64_t{1} << 56;
  return elements >= 0 && elements < maxElements && each > 0 ? elements * each : -1;
}

std::int64_t messageBytes(const ArgNode& args) {
  return bytesOfElements(args, std::max(argNumber(args, "In msg nelems"), argNumber(args, "Out msg nelems")));
}

/// Returns the rows of the tensor that each rank of the group gets; empty unless the text is complete and all rows have
/// one length.
std::vector<std::int64_t> splitsOf(const ArgNode& args, std::size_t size, std::int64_t elements) {
  std::vector<std::int64_t> splits = numbersIn<std::int64_t>(argText(args, "In split size"));
  std::int64_t rows = 0;
  for (const std::int64_t split : splits) {
    if (split > elements - rows) {
      return {};
    }
    rows += split;
  }
  return splits.size() == size && rows > 0 && elements % rows == 0 ? std::move(splits) : std::vector<std::int64_t>();
}

ExchangedBytes exchangedBytes(const ArgNode& args, const std::vector<std::int32_t>& members, std::size_t size) {
  const std::int64_t elements = argNumber(args, "In msg nelems");
  ExchangedBytes found{.sent = bytesOfElements(args, elements),
                       .received = bytesOfElements(args, argNumber(args, "Out msg nelems"))};
  const std::vector<std::int64_t> splits = splitsOf(args, size, elements);
  if (found.sent >= 0 && !splits.empty()) {
    const auto most = std::ranges::max_element(splits);
    found.largest = found.sent / std::accumulate(splits.begin(), splits.end(), std::int64_t{0}) * *most;
    found.peer = members.size() == size ? members[static_cast<std::size_t>(most - splits.begin())] : -1;
  }
  return found;
}

}  // namespace

std::optional<PeerMessage> CommunicationArgs::message() const {
  if (collectiveKind(name) != CollectiveKind::SendReceive || (source < 0 && destination < 0)) {
    return std::nullopt;
  }
  return PeerMessage{.isSend = destination >= 0, .peer = destination >= 0 ? destination : source, .bytes = bytes};
}

std::vector<std::int32_t> ranksIn(std::string_view text) {
  return numbersIn<std::int32_t>(text);
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
  if (collectiveKind(found.name) == CollectiveKind::AllToAll) {
    found.exchanged = exchangedBytes(args, found.members, found.groupSize);
  }
  found.source = rankIn(args, "Src Rank");
  found.destination = rankIn(args, "Dst Rank");
  return found;
}

}  // namespace kernline
