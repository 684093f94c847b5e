// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/kinds_by_name.h"

#include "core/import/events/span_kinds.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <array>

namespace kernline::perfetto {

namespace {

struct NamedKind {
  std::string_view name;
  SpanKind kind;
};

// rocprofiler-sdk's tool, source/lib/output/generatePerfetto.cpp.
constexpr std::array rocprofKinds{
    NamedKind{"hip_api", SpanKind::Runtime},        NamedKind{"hsa_api", SpanKind::Runtime},
    NamedKind{"rccl_api", SpanKind::Runtime},       NamedKind{"rocdecode_api", SpanKind::Runtime},
    NamedKind{"rocjpeg_api", SpanKind::Runtime},    NamedKind{"marker_api", SpanKind::Annotation},
    NamedKind{"kernel_dispatch", SpanKind::Kernel}, NamedKind{"memory_copy", SpanKind::Memcpy},
};

// libkineto's names, as CuptiActivity.cpp and the profiler's own overhead records have them.
constexpr std::array bareNames{
    NamedKind{"Stream Sync", SpanKind::DeviceSync},
    NamedKind{"Stream Wait Event", SpanKind::DeviceSync},
    NamedKind{"Event Sync", SpanKind::DeviceSync},
    NamedKind{"Context Sync", SpanKind::DeviceSync},
    NamedKind{"Activity Buffer Request", SpanKind::Overhead},
    NamedKind{"Activity Buffer Flush", SpanKind::Overhead},
    NamedKind{"Buffer Flush", SpanKind::Overhead},
    NamedKind{"Command Buffer Full", SpanKind::Overhead},
    NamedKind{"Instrumentation", SpanKind::Overhead},
    NamedKind{"Resource", SpanKind::Overhead},
    NamedKind{"Runtime Triggered Module Loading", SpanKind::Overhead},
    NamedKind{"Lazy Function Loading", SpanKind::Overhead},
};

constexpr std::array beginnings{
    NamedKind{"aten::", SpanKind::Op},
    NamedKind{"autograd::", SpanKind::Op},
    NamedKind{"c10d::", SpanKind::Op},
    NamedKind{"ProfilerStep#", SpanKind::Annotation},
    NamedKind{"Optimizer.", SpanKind::Annotation},
    NamedKind{"hsa_", SpanKind::Runtime},
    NamedKind{"nn.Module: ", SpanKind::PythonFunction},
};

/// "cudaLaunchKernel", "cuMemAlloc", "hipFree": a word, then a capital.
bool isRuntimeCall(std::string_view name) {
  constexpr std::array<std::string_view, 3> words{"cuda", "cu", "hip"};
  return std::ranges::any_of(words, [&](std::string_view word) {
    return name.starts_with(word) && name.size() > word.size() && isLetter(name[word.size()]) &&
           !isLowerLetter(name[word.size()]);
  });
}

/// "torch/nn/modules/module.py(1532): _call_impl"
bool isPythonFrame(std::string_view name) {
  const std::size_t at = name.find(".py(");
  const std::size_t end = at == std::string_view::npos ? at : name.find_first_not_of("0123456789", at + 4);
  return end != std::string_view::npos && name.substr(end).starts_with("): ");
}

constexpr struct {
  std::string_view stage;
  StageKind kind;
} torchStages[] = {
    {"Kernel", {"kernel", SpanKind::Kernel}},
    {"Memcpy", {"gpu_memcpy", SpanKind::Memcpy}},
    {"Memset", {"gpu_memset", SpanKind::Memset}},
    {"Annotation", {"gpu_user_annotation", SpanKind::DeviceAnnotation}},
};

}  // namespace

SpanKind kindOfTrackCategory(std::string_view category) {
  const auto* const known = std::ranges::find(rocprofKinds, category, &NamedKind::name);
  return known != rocprofKinds.end() ? known->kind : chrome::kindOfCategory(category);
}

SpanKind kindOfBareName(std::string_view name) {
  const auto* const whole = std::ranges::find(bareNames, name, &NamedKind::name);
  if (whole != bareNames.end()) {
    return whole->kind;
  }
  const auto* const known =
      std::ranges::find_if(beginnings, [&](const NamedKind& kind) { return name.starts_with(kind.name); });
  if (known != beginnings.end()) {
    return known->kind;
  }
  return isRuntimeCall(name) ? SpanKind::Runtime : isPythonFrame(name) ? SpanKind::PythonFunction : SpanKind::Other;
}

StageKind kindOfStage(std::string_view stage, std::uint32_t use) {
  for (const auto& known : torchStages) {
    if (known.stage == stage) {
      return known.kind;
    }
  }
  constexpr std::uint32_t compute = 2;
  return {stage, use == compute ? SpanKind::Kernel : chrome::kindOnDevice(stage)};
}

}  // namespace kernline::perfetto
