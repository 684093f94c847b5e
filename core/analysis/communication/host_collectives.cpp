// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/host_collectives.h"

#include "core/analysis/communication/communication_args.h"
#include "core/analysis/communication/distributed_info.h"
#include "core/model/names/element_type.h"
#include "core/model/trace/event_details.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace kernline {

namespace {

constexpr std::string_view glooPrefix = "gloo:";

std::optional<std::int64_t> elementsOfShape(const ArgNode& shape) {
  std::int64_t elements = 1;
  for (const ArgNode& size : shape.children) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(size.text.data(), size.text.data() + size.text.size(), value);
    if (error != std::errc{} || __builtin_mul_overflow(elements, value, &elements)) {
      return std::nullopt;
    }
  }
  return elements;
}

/// Returns the bytes of all inputs together; -1 if one is unknown.
std::int64_t bytesIn(const Trace& trace, SpanId span) {
  static constexpr std::array<std::string_view, 2> inputKeys{"Input Dims", "Input type"};
  const ArgNode args = trace.args(span, inputKeys);
  const ArgNode* shapes = args.find(inputKeys[0]);
  const ArgNode* types = args.find(inputKeys[1]);
  if (shapes == nullptr || types == nullptr || shapes->children.empty() ||
      shapes->children.size() != types->children.size()) {
    return -1;
  }
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < shapes->children.size(); ++i) {
    const auto elements = elementsOfShape(shapes->children[i]);
    const auto each = static_cast<std::int64_t>(elementBytes(types->children[i].text).value_or(0));
    std::int64_t own = 0;
    if (!elements || each == 0 || __builtin_mul_overflow(*elements, each, &own) ||
        __builtin_add_overflow(bytes, own, &bytes)) {
      return -1;
    }
  }
  return bytes;
}

/// Whether a rank's input has the counted size: the larger of input and output.
bool countsInput(CollectiveKind kind) {
  return kind == CollectiveKind::AllReduce || kind == CollectiveKind::Broadcast || kind == CollectiveKind::Reduce ||
         kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::AllToAll;
}

std::vector<bool> namesOfGloo(const Trace& trace) {
  std::vector<bool> names(trace.strings().size());
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    names[i] = trace.text(StringId{i}).starts_with(glooPrefix);
  }
  return names;
}

}  // namespace

std::vector<CollectiveCall> glooCalls(const Trace& trace, const std::stop_token& stop) {
  const std::vector<bool> isGloo = namesOfGloo(trace);
  std::vector<CollectiveCall> calls;
  for (std::uint32_t i = 0; i < trace.spanCount() && !stop.stop_requested(); ++i) {
    const SpanId span{i};
    if (!isGloo[index(trace.name(span))]) {
      continue;
    }
    CollectiveCall call;
    call.span = span;
    call.isOnHost = true;
    call.name = trace.nameText(span).substr(glooPrefix.size());
    call.kind = collectiveKind(call.name);
    if (call.kind != CollectiveKind::SendReceive) {
      call.bytes = countsInput(call.kind) ? bytesIn(trace, span) : -1;
      calls.push_back(std::move(call));
    }
  }
  std::ranges::stable_sort(calls, {}, [&](const CollectiveCall& call) { return trace.start(call.span); });
  return calls;
}

bool hasPartialGroups(const Trace& trace) {
  const DistributedInfo info = DistributedInfo::of(trace);
  return std::ranges::any_of(
      info.groups, [&](const DistributedInfo::Group& group) { return group.size > 1 && group.size < info.worldSize; });
}

void dropAmbiguous(std::span<RankCalls> ranks) {
  if (std::ranges::none_of(ranks, &RankCalls::hasPartialGroups)) {
    return;
  }
  for (RankCalls& rank : ranks) {
    rank.hostOnly += std::erase_if(rank.calls, &CollectiveCall::isOnHost);
  }
}

}  // namespace kernline
