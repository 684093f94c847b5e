// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/recomputed_memory.h"

#include "core/analysis/memory/trace_memory.h"
#include "core/analysis/work/call_arguments.h"
#include "core/model/format/quantity.h"
#include "core/model/names/element_type.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace kernline {

namespace {

/// What an operator keeps for its backward pass.
enum class KeptTensors : std::uint8_t {
  First,      ///< its first input
  Second,     ///< its second one: the first is a bias
  All,        ///< all inputs
  Attention,  ///< all inputs, and an output like the first
  Mask,       ///< a byte for each element of the first
};

struct KeepingOperator {
  std::string_view name;
  KeptTensors kept = KeptTensors::First;
};

std::optional<KeptTensors> keptBy(std::string_view op) {
  using enum KeptTensors;
  constexpr std::array<KeepingOperator, 19> operators{{{"aten::linear", First},
                                                       {"aten::addmm", Second},
                                                       {"aten::mm", All},
                                                       {"aten::bmm", All},
                                                       {"aten::matmul", All},
                                                       {"aten::mul", All},
                                                       {"aten::conv2d", First},
                                                       {"aten::layer_norm", First},
                                                       {"aten::rms_norm", First},
                                                       {"aten::batch_norm", First},
                                                       {"aten::group_norm", First},
                                                       {"aten::gelu", First},
                                                       {"aten::silu", First},
                                                       {"aten::relu", First},
                                                       {"aten::relu_", First},
                                                       {"aten::softmax", First},
                                                       {"aten::pow", First},
                                                       {"aten::scaled_dot_product_attention", Attention},
                                                       {"aten::dropout", Mask}}};
  const auto found = std::ranges::find(operators, op, &KeepingOperator::name);
  return found == operators.end() ? std::nullopt : std::optional(found->kept);
}

double bytesOfKept(const TensorArgument& tensor) {
  return static_cast<double>(std::max<std::int64_t>(tensor.size().value_or(0), 0)) *
         elementBytes(tensor.type).value_or(0);
}

/// Returns nullopt without shapes.
std::optional<double> keptBytes(const Trace& trace, SpanId op) {
  const std::optional<KeptTensors> kept = keptBy(trace.nameText(op));
  if (!kept) {
    return 0;
  }
  const CallArguments call = callArguments(trace.args(op, argumentKeys()));
  if (!call.areRecorded) {
    return std::nullopt;
  }
  std::vector<double> tensors;
  for (const CallArgument& argument : call.arguments) {
    if (argument.kind == CallArgument::Kind::Tensor) {
      tensors.push_back(bytesOfKept(argument.tensors.front()));
    }
  }
  const double first = tensors.empty() ? 0 : tensors.front();
  switch (*kept) {
    case KeptTensors::First:
      return first;
    case KeptTensors::Second:
      return tensors.size() > 1 ? tensors[1] : 0;
    case KeptTensors::Mask: {
      const bool hasTensor = !tensors.empty() && call.arguments.front().kind == CallArgument::Kind::Tensor;
      const double width = hasTensor ? elementBytes(call.arguments.front().tensors.front().type).value_or(1) : 1;
      return first / std::max(width, 1.0);
    }
    default:
      break;
  }
  double sum = *kept == KeptTensors::Attention ? first : 0;
  for (const double bytes : tensors) {
    sum += bytes;
  }
  return sum;
}

/// Bytes of all parts together, and of the largest.
struct KeptMemory {
  double sum = 0;
  double largest = 0;

  void add(double bytes) {
    sum += bytes;
    largest = std::max(largest, bytes);
  }
};

/// By the blocks of devices; nullopt if there are none.
std::optional<KeptMemory> recordedMemory(const MemoryHistory& history, std::span<const RecomputedPart> parts) {
  bool hasBlocks = false;
  std::vector<double> bytes(parts.size());
  for (const MemoryDevice& device : history.devices) {
    if (device.device < 0) {
      continue;
    }
    hasBlocks = hasBlocks || !device.blocks.empty();
    const auto recorded = std::ranges::partition_point(device.blocks, &MemoryBlock::isOlder);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const TimeRange range = parts[i].range;
      auto block = std::ranges::lower_bound(recorded, device.blocks.end(), range.begin, {}, &MemoryBlock::begin);
      for (; block != device.blocks.end() && block->begin < range.end; ++block) {
        bytes[i] += block->end >= range.end ? static_cast<double>(block->bytes) : 0;
      }
    }
  }
  KeptMemory memory;
  for (const double each : bytes) {
    memory.add(each);
  }
  return hasBlocks ? std::optional(memory) : std::nullopt;
}

/// By shapes; nullopt if an operator lacks them. Of very many parts it reads the first.
std::optional<KeptMemory> estimatedMemory(const Trace& trace, std::span<const RecomputedPart> parts,
                                          const std::stop_token& stop) {
  constexpr std::size_t maxRead = 20'000;
  KeptMemory memory;
  std::size_t read = 0;
  std::size_t whole = 0;
  for (; whole < parts.size() && read < maxRead && !stop.stop_requested(); ++whole) {
    double bytes = 0;
    for (const SpanId op : parts[whole].operators) {
      const std::optional<double> own = keptBytes(trace, op);
      if (!own) {
        return std::nullopt;
      }
      bytes += *own;
      ++read;
    }
    memory.add(bytes);
  }
  memory.sum *= whole > 0 ? static_cast<double>(parts.size()) / static_cast<double>(whole) : 0;
  return memory.sum > 0 ? std::optional(memory) : std::nullopt;
}

}  // namespace

Message recomputedMemory(const Trace& trace, std::span<const RecomputedPart> parts, std::uint64_t steps,
                         const std::stop_token& stop) {
  const std::shared_ptr<MemoryHistory> history = hasMemoryData(trace) ? traceMemory(trace, {}, stop) : nullptr;
  const std::optional<KeptMemory> recorded = history ? recordedMemory(*history, parts) : std::nullopt;
  const std::optional<KeptMemory> memory = recorded ? recorded : estimatedMemory(trace, parts, stop);
  if (!memory) {
    return Phrase::tr("The memory that checkpointing saves is unknown: record memory (profile_memory) or shapes.");
  }
  const double ofStep = memory->sum / static_cast<double>(std::max<std::uint64_t>(steps, 1));
  const Phrase sentence =
      recorded
          ? Phrase::tr("By the memory records, it saves about %1: it makes %2 per step again, at most %3 at once.")
          : Phrase::tr("Estimated by shapes, it saves %1 of memory: it makes %2 per step again, at most %3 at once.");
  return sentence.with(formatBytes(std::llround(std::max(0.0, ofStep - memory->largest))),
                       formatBytes(std::llround(ofStep)), formatBytes(std::llround(memory->largest)));
}

}  // namespace kernline
