// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/input_shapes.h"

#include "core/analysis/statistics/arrived_values.h"
#include "core/model/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace kernline {

namespace {

constexpr std::array<std::string_view, 5> shapeKeys{"Input Dims", "Input dims",  //
                                                    "Input type", "Input Types", "Input types"};
constexpr std::size_t dimensionKeys = 2;  // number of those for dimensions

void append(std::string& text, const ArgNode& node) {
  if (node.kind != ArgNode::Kind::Array) {
    text += node.text;
    return;
  }
  text += '[';
  for (const ArgNode& child : node.children) {
    text += &child == &node.children.front() ? "" : ", ";
    append(text, child);
  }
  text += ']';
}

/// Returns the value of the first key that exists: torch has spelled them differently over the years.
std::string textOf(const ArgNode& args, std::span<const std::string_view> keys) {
  std::string text;
  for (const std::string_view key : keys) {
    if (const ArgNode* node = args.find(key)) {
      append(text, *node);
      break;
    }
  }
  return text;
}

struct Before {
  bool operator()(const InputShapes::Shape& a, const InputShapes::Shape& b) const {
    return std::tie(a.dims, a.types) < std::tie(b.dims, b.types);
  }
};

}  // namespace

InputShapes::Shape inputShape(const ArgNode& args) {
  return {.dims = textOf(args, std::span{shapeKeys}.first(dimensionKeys)),
          .types = textOf(args, std::span{shapeKeys}.subspan(dimensionKeys))};
}

InputShapes::Shape readInputShape(const Trace& trace, SpanId op) {
  return inputShape(trace.args(op, shapeKeys));
}

std::string tensorDims(std::string dims) {
  constexpr std::string_view empty = ", []]";
  while (dims.ends_with(empty)) {
    dims.replace(dims.size() - empty.size(), empty.size(), "]");
  }
  return dims;
}

std::string tensorTypes(std::string_view types) {
  std::vector<std::string_view> seen;
  while (!types.empty()) {
    const std::size_t end = std::min(types.find_first_of("[],"), types.size());
    std::string_view type = trimmed(types.substr(0, end));
    if (type.starts_with("c10::")) {
      type.remove_prefix(5);
    }
    const bool isOfTensor = !type.empty() && !type.starts_with("Scalar") && type != "TensorList";
    if (isOfTensor && std::ranges::find(seen, type) == seen.end()) {
      seen.push_back(type);
    }
    types.remove_prefix(std::min(end + 1, types.size()));
  }
  return fmt::format("{}", fmt::join(seen, ", "));
}

InputShapes readInputShapes(const Trace& trace, unsigned threads, std::size_t maxOps, const std::stop_token& stop) {
  std::vector<SpanId> ops;
  for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
    if (trace.kinds()[span] == SpanKind::Op) {
      ops.push_back(SpanId{span});
    }
  }
  InputShapes result;
  // Neighbours in the file share the blocks that a compressed source inflates.
  std::ranges::sort(ops, {}, [&](SpanId op) { return trace.offset(op); });
  if (ops.size() > maxOps) {
    result.skipped = ops.size() - maxOps;
    ops.resize(maxOps);
  }
  result.ofSpan.assign(trace.spanCount(), InputShapes::unread);
  ArrivedValues<InputShapes::Shape, Before> numbers;
  numberArgs(
      trace, ops, shapeKeys, threads, stop, numbers,
      [](const ArgNode& args) { return std::optional(inputShape(args)); },
      [&](SpanId op, std::uint32_t number) { result.ofSpan[index(op)] = number; });
  if (stop.stop_requested()) {
    return {};
  }
  result.shapes = numbers.inOrder(result.ofSpan);
  return result;
}

}  // namespace kernline
