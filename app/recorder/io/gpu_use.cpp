// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/gpu_use.h"

#include "app/recorder/io/event_line.h"

#include <algorithm>
#include <iterator>

namespace kernline::recorder {

void GpuUse::add(std::string_view events) {
  eachEventLine(events, [&](const EventLine& line) {
    const std::string_view category = line.category();
    if (category != "kernel" && category != "gpu_memcpy" && category != "gpu_memset") {
      return;
    }
    const std::int64_t begin = line.time();
    const std::int64_t end = begin + line.duration();
    Device& device = m_devices[line.pid()];
    device.spans.push_back({.begin = begin, .end = end});
    device.first = std::min(device.first, begin);
    device.known = std::max(device.known, end);
  });
}

void GpuUse::completeUntil(std::int64_t time) {
  for (auto& [number, device] : m_devices) {
    device.known = std::max(device.known, time);
  }
}

/// Sorts what is new in, joins what overlaps, and forgets what is too old.
void GpuUse::merge(Device& device) const {
  const auto edge = device.spans.begin() + static_cast<std::ptrdiff_t>(device.merged);
  std::sort(edge, device.spans.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::inplace_merge(device.spans.begin(), edge, device.spans.end(),
                     [](const Span& a, const Span& b) { return a.begin < b.begin; });
  const std::int64_t oldest = device.known - m_period;
  std::size_t kept = 0;
  for (const Span& span : device.spans) {
    if (span.end <= oldest) {
      continue;
    }
    if (kept > 0 && span.begin <= device.spans[kept - 1].end) {
      device.spans[kept - 1].end = std::max(device.spans[kept - 1].end, span.end);
    } else {
      device.spans[kept++] = span;
    }
  }
  device.spans.resize(kept);
  device.merged = kept;
}

std::optional<GpuUse::Idle> GpuUse::idlest() {
  std::optional<Idle> idlest;
  for (auto& [number, device] : m_devices) {
    merge(device);
    const std::int64_t begin = device.known - m_period;
    if (device.first > begin) {
      continue;
    }
    std::int64_t busy = 0;
    for (const Span& span : device.spans) {
      busy += std::max<std::int64_t>(0, std::min(span.end, device.known) - std::max(span.begin, begin));
    }
    const double share = 1 - static_cast<double>(busy) / static_cast<double>(m_period);
    if (!idlest || share > idlest->share) {
      idlest = Idle{.device = number, .share = share};
    }
  }
  return idlest;
}

}  // namespace kernline::recorder
