// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/span_kinds.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>

namespace kernline::chrome {

namespace {

struct CategoryKind {
  std::string_view category;  // lower case
  SpanKind kind;
};

// kineto libkineto/include/ActivityType.h, and the 2021 names of tb_plugin's samples.
constexpr std::array categoryKinds{
    CategoryKind{"cpu_op", SpanKind::Op},
    CategoryKind{"operator", SpanKind::Op},
    CategoryKind{"user_annotation", SpanKind::Annotation},
    CategoryKind{"gpu_user_annotation", SpanKind::DeviceAnnotation},
    CategoryKind{"gpu_memcpy", SpanKind::Memcpy},
    CategoryKind{"memcpy", SpanKind::Memcpy},
    CategoryKind{"gpu_memset", SpanKind::Memset},
    CategoryKind{"memset", SpanKind::Memset},
    CategoryKind{"kernel", SpanKind::Kernel},
    CategoryKind{"collective_comm", SpanKind::Kernel},
    CategoryKind{"mtia_ccp_events", SpanKind::Kernel},
    CategoryKind{"hpu_op", SpanKind::Kernel},
    CategoryKind{"cuda_runtime", SpanKind::Runtime},
    CategoryKind{"cuda_driver", SpanKind::Runtime},
    CategoryKind{"runtime", SpanKind::Runtime},
    CategoryKind{"mtia_runtime", SpanKind::Runtime},
    CategoryKind{"glow_runtime", SpanKind::Runtime},
    CategoryKind{"xpu_runtime", SpanKind::Runtime},
    CategoryKind{"xpu_driver", SpanKind::Runtime},
    CategoryKind{"privateuse1_runtime", SpanKind::Runtime},
    CategoryKind{"privateuse1_driver", SpanKind::Runtime},
    CategoryKind{"python_function", SpanKind::PythonFunction},
    CategoryKind{"overhead", SpanKind::Overhead},
    CategoryKind{"cuda_sync", SpanKind::DeviceSync},
    CategoryKind{"cuda_event", SpanKind::DeviceSync},
    CategoryKind{"xpu_sync", SpanKind::DeviceSync},
};

bool beginsWith(std::string_view text, std::string_view lowerCase) {
  return text.size() >= lowerCase.size() &&
         std::ranges::equal(text.substr(0, lowerCase.size()), lowerCase, {}, toLower);
}

}  // namespace

SpanKind kindOfCategory(std::string_view category) {
  const auto at = std::ranges::find_if(categoryKinds, [&](const CategoryKind& known) {
    return known.category.size() == category.size() && beginsWith(category, known.category);
  });
  return at == categoryKinds.end() ? SpanKind::Other : at->kind;
}

SpanKind kindOnDevice(std::string_view name) {
  if (beginsWith(name, "memcpy") || beginsWith(name, "copy")) {
    return SpanKind::Memcpy;
  }
  // Ascend: what a stream does to wait for others, or to let them go on.
  constexpr std::array<std::string_view, 3> waits{"event_", "notify_wait", "notify_record"};
  if (std::ranges::any_of(waits, [&](std::string_view wait) { return beginsWith(name, wait); })) {
    return SpanKind::DeviceSync;
  }
  return beginsWith(name, "memset") ? SpanKind::Memset : SpanKind::Kernel;
}

}  // namespace kernline::chrome
