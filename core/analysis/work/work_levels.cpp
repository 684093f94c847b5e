// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_levels.h"

#include "core/model/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace kernline {

std::uint8_t WorkLevels::levelOf(const WorkFigures& figures) {
  switch (figures.bound()) {
    case WorkBound::Latency:
      return latency;
    case WorkBound::Communication:
      return communication;
    case WorkBound::Compute:
    case WorkBound::Memory:
    case WorkBound::Unknown:
      break;
  }
  const std::optional<double> share = figures.shareOfRoofline();
  return share ? static_cast<std::uint8_t>(firstShare + std::lround(std::clamp(*share, 0.0, 1.0) * 100)) : noRoofline;
}

std::optional<int> WorkLevels::percentOf(std::uint8_t level) {
  return level >= firstShare ? std::optional(level - firstShare) : std::nullopt;
}

WorkLevels workLevels(const Trace& trace, const WorkModel& model, const WorkMeter& meter, unsigned threads,
                      const std::stop_token& stop) {
  constexpr std::size_t callsOfPart = 4096;
  std::vector<std::uint8_t> levels(trace.spanCount(), WorkLevels::notWork);
  std::ranges::transform(trace.kinds(), levels.begin(), [](SpanKind kind) {
    return kind == SpanKind::DeviceAnnotation || kind == SpanKind::DeviceSync ? WorkLevels::noRoofline
                                                                              : WorkLevels::notWork;
  });
  const std::size_t parts = (model.calls.size() + callsOfPart - 1) / callsOfPart;
  parallelFor(threads, parts, [&](std::size_t part) {
    if (stop.stop_requested()) {
      return;
    }
    const std::size_t first = part * callsOfPart;
    const auto calls = std::span(model.calls).subspan(first, std::min(callsOfPart, model.calls.size() - first));
    for (const WorkCall& call : calls) {
      for (const SpanId& work : model.workOf(call)) {
        levels[index(work)] = WorkLevels::levelOf(meter.of(call, std::span(&work, 1)));
      }
    }
  });
  return stop.stop_requested() ? WorkLevels() : WorkLevels(std::move(levels));
}

}  // namespace kernline
