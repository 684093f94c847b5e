// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/gradient_lists.h"

#include "core/model/base/saturating_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace kernline {

namespace {

constexpr std::int64_t elementsPerBlock = 65'536;

ProcessId processWith(const Trace& trace, SpanId span) {
  return trace.track(trace.trackOf(span)).process;
}

/// The gradient itself is the only argument.
std::optional<TensorArgument> gradientOf(const Trace& trace, SpanId span) {
  const CallArguments call = callArguments(trace.args(span, argumentKeys()));
  if (call.arguments.size() != 1 || call.arguments.front().kind != CallArgument::Kind::Tensor) {
    return {};
  }
  return call.arguments.front().tensors.front();
}

std::int64_t blocksOf(std::int64_t elements) {
  return elements / elementsPerBlock + (elements % elementsPerBlock == 0 ? 0 : 1);
}

}  // namespace

GradientLists::GradientLists(const Trace& trace, std::span<const SpanId> optimizers) : m_trace(trace) {
  if (optimizers.empty()) {
    return;
  }
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.kind(SpanId{i}) == SpanKind::Op && trace.nameText(SpanId{i}) == "torch::autograd::AccumulateGrad") {
      m_processes[processWith(trace, SpanId{i})].gradients.push_back(SpanId{i});
    }
  }
  for (const SpanId optimizer : optimizers) {
    m_processes[processWith(trace, optimizer)].optimizers.push_back(optimizer);
  }
  const auto start = [&trace](SpanId span) { return trace.start(span); };
  for (auto& [process, spans] : m_processes) {
    std::ranges::stable_sort(spans.gradients, {}, start);
    std::ranges::stable_sort(spans.optimizers, {}, start);
  }
}

const GradientLists::List* GradientLists::of(SpanId optimizer, std::int64_t blocks, const std::string& type) {
  const std::span<const SpanId> gradients = gradientsBefore(optimizer);
  if (gradients.empty() || blocks <= 0) {
    return nullptr;
  }
  const auto [place, isNew] = m_lists.try_emplace(Key{gradients.front(), blocks, type});
  if (isNew) {
    place->second = fitting(gradients, blocks, type);
  }
  return place->second.tensors.empty() ? nullptr : &place->second;
}

/// Returns the gradients since the previous optimizer.
std::span<const SpanId> GradientLists::gradientsBefore(SpanId optimizer) const {
  const auto found = m_processes.find(processWith(m_trace, optimizer));
  if (found == m_processes.end()) {
    return {};
  }
  const auto& [gradients, optimizers] = found->second;
  const auto start = [this](SpanId span) { return m_trace.start(span); };
  const auto end = std::ranges::lower_bound(gradients, start(optimizer), {}, start);
  if (end == gradients.begin()) {
    return {};
  }
  const auto next = std::ranges::upper_bound(optimizers, start(*(end - 1)), {}, start);
  const auto begin = next == optimizers.begin() ? gradients.begin()
                                                : std::ranges::upper_bound(gradients, start(*(next - 1)), {}, start);
  return {begin, end};
}

/// Gradients that several passes accumulated are one list, if each was accumulated equally often.
GradientLists::List GradientLists::fitting(std::span<const SpanId> gradients, std::int64_t blocks,
                                           const std::string& type) const {
  std::map<std::vector<std::int64_t>, std::int64_t> counts;  // keyed by dimensions
  std::int64_t all = 0;
  for (const SpanId span : gradients) {
    const auto gradient = gradientOf(m_trace, span);
    const auto elements = gradient ? gradient->size() : std::nullopt;
    if (!elements) {
      return {};
    }
    if (gradient->type == type) {
      ++counts[gradient->dims];
      all = saturatingSum(all, blocksOf(*elements));
    }
  }
  const std::int64_t passes = all / blocks;
  if (passes == 0 || passes * blocks != all) {
    return {};
  }
  List list;
  std::int64_t elements = 0;
  for (const auto& [dims, count] : counts) {
    if (count % passes != 0) {
      return {};
    }
    const TensorArgument tensor{.dims = dims, .strides = {}, .type = type};
    for (std::int64_t i = 0; i < count / passes; ++i) {
      list.tensors.push_back(tensor);
      elements = saturatingSum(elements, tensor.size().value_or(0));
    }
  }
  list.text = fmt::format("{} gradients of {} elements", list.tensors.size(), elements);
  return list;
}

}  // namespace kernline
