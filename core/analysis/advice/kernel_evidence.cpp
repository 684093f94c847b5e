// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/kernel_evidence.h"

#include "core/analysis/blocks/kernel_blocks.h"

#include <algorithm>
#include <string_view>

namespace kernline {

namespace {

constexpr double minSampledShare = 0.5;  // share of the time of a kernel's launches: fewer may not be typical

bool hasAnythingMeasured(const Trace& trace) {
  return hasCountedLaunches(trace) || hasKernelSources(trace) || !WorkCounters(trace).isEmpty();
}

/// The first state in which warps cannot go on.
std::optional<WarpState> worstStall(std::span<const WarpState> states) {
  const auto found = std::ranges::find(states, true, &WarpState::isStall);
  return found == states.end() ? std::nullopt : std::optional(*found);
}

std::optional<LimitedOccupancy> limitedOccupancy(const KernelCard& card) {
  if (card.limits.empty() || !card.theoreticalOccupancy) {
    return std::nullopt;
  }
  const Phrase resource = card.limits.front().resource;
  const bool canChange = resource.english() == "registers" || resource.english() == "shared memory";
  return canChange ? std::optional(LimitedOccupancy{.resource = resource, .share = *card.theoreticalOccupancy})
                   : std::nullopt;
}

std::uint64_t samplesIn(std::span<const StateSamples> states, std::uint32_t state) {
  const auto found = std::ranges::find(states, state, &StateSamples::state);
  return found == states.end() ? 0 : found->samples;
}

std::optional<HotSpot> hotSpotOf(const KernelSources& sources, std::size_t kernel, const StateSamples& stall) {
  const std::vector<HotLine> lines = hotLines(sources, {{kernel}});
  const auto hottest = std::ranges::max_element(
      lines, {}, [&](const HotLine& line) { return line.line == 0 ? 0 : samplesIn(line.states, stall.state); });
  if (hottest == lines.end() || hottest->line == 0) {
    return std::nullopt;
  }
  std::string_view text = sources.lineText(hottest->file, hottest->line);
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  return HotSpot{
      .path = sources.files[hottest->file].path,
      .line = hottest->line,
      .text = std::string(text.substr(0, text.find_last_not_of(" \t\r\n") + 1)),
      .share = static_cast<double>(samplesIn(hottest->states, stall.state)) / static_cast<double>(stall.samples)};
}

/// Sum of the model's needs for the activities of a kernel.
struct ModeledNeeds {
  std::uint64_t count = 0;
  std::uint64_t modeled = 0;
  std::uint64_t products = 0;  // compute-bound matrix products
  double bytes = 0;
};

}  // namespace

KernelEvidences::KernelEvidences(AdviceSubject& subject) : m_trace(subject.trace) {
  const std::vector<KernelBlocks> blocks = kernelBlocks(m_trace);
  if (blocks.empty() && !hasAnythingMeasured(m_trace)) {
    return;
  }
  m_launches = subject.causes.launches(subject.stop);
  if (!m_launches) {
    return;
  }
  addCounted();
  addSampled(subject);
  for (const KernelBlocks& each : blocks) {
    m_found[anyKeyOf(each.kernel)].blocks = blockFigures(m_trace, each);
  }
  addNeeds(subject);
  addSource();
}

KernelKey KernelEvidences::anyKeyOf(SpanId activity) const {
  const auto& configs = m_launches->ofSpan;
  return {m_trace.name(activity), index(activity) < configs.size() ? configs[index(activity)] : LaunchConfigs::unknown};
}

std::optional<KernelKey> KernelEvidences::keyOf(SpanId activity) const {
  if (m_found.empty() || m_trace.kind(activity) != SpanKind::Kernel) {
    return std::nullopt;
  }
  const KernelKey key = anyKeyOf(activity);
  return m_found.contains(key) ? std::optional(key) : std::nullopt;
}

void KernelEvidences::addCounted() {
  for (CountedLaunch& launch : countedLaunches(m_trace).launches) {
    KernelEvidence& kernel = m_found[anyKeyOf(launch.kernel)];
    if (kernel.card) {
      continue;
    }
    kernel.dramBytes = launch.card.metrics.dramBytes;
    kernel.dramShare = launch.card.metrics.dramShare;
    kernel.tensorShare = launch.card.metrics.tensorShare;
    kernel.neededBytes = launch.work.algorithmBytes;
    kernel.stall = worstStall(launch.card.states);
    kernel.occupancyLimit = limitedOccupancy(launch.card);
    kernel.card = std::move(launch.card);
  }
}

void KernelEvidences::addSampled(AdviceSubject& subject) {
  const WorkCounters counters(m_trace);
  if (counters.isEmpty()) {
    return;
  }
  std::map<KernelKey, MeasuredWork> sums;
  for (const DeviceTimeline& device : subject.devices) {
    for (const TimelinePiece& piece : device.pieces) {
      if (m_trace.kind(piece.span) == SpanKind::Kernel) {
        counters.add(piece.span, sums[anyKeyOf(piece.span)]);
      }
    }
  }
  for (const auto& [key, sum] : sums) {
    const auto found = m_found.find(key);
    if (sum.sampledShare() < minSampledShare || (found != m_found.end() && found->second.isCounted())) {
      continue;
    }
    KernelEvidence& kernel = m_found[key];
    const std::optional<double> rate = sum.dramBytesPerSecond();
    kernel.dramBytes = sum.dramBytesPerPiece();
    kernel.tensorShare = sum.tensorShare();
    if (rate && subject.meter.ceilings() && subject.meter.ceilings()->bytesPerSecond > 0) {
      kernel.dramShare = *rate / subject.meter.ceilings()->bytesPerSecond;
    }
  }
}

void KernelEvidences::addNeeds(AdviceSubject& subject) {
  std::map<KernelKey, ModeledNeeds> sums;
  for (const DeviceTimeline& device : subject.devices) {
    for (const TimelinePiece& piece : device.pieces) {
      const auto key = keyOf(piece.span);
      if (!key) {
        continue;
      }
      ModeledNeeds& needs = sums[*key];
      const WorkCall* call = subject.model.callWith(piece.span);
      const WorkFigures figures = subject.meter.of(piece.span);
      const bool isProduct = call != nullptr && subject.model.needs(*call).unit == WorkUnit::Matrix;
      ++needs.count;
      needs.modeled += figures.modeledCount > 0 ? 1 : 0;
      needs.products += isProduct && figures.bound() == WorkBound::Compute ? 1 : 0;
      needs.bytes += figures.bytes;
    }
  }
  for (const auto& [key, needs] : sums) {
    KernelEvidence& kernel = m_found[key];
    kernel.isComputeBoundProduct = needs.products == needs.count;
    if (!kernel.neededBytes && needs.modeled == needs.count) {
      kernel.neededBytes = needs.bytes / static_cast<double>(needs.count);
    }
  }
}

void KernelEvidences::addSource() {
  if (!hasKernelSources(m_trace)) {
    return;
  }
  const KernelSources sources = kernelSourcesOf(m_trace);
  for (auto& [key, kernel] : m_found) {
    const auto number = kernelNamed(sources, m_trace.text(key.first));
    if (!number || sources.kernels[*number].samples == 0) {
      continue;
    }
    for (const StateSamples& each : statesOf(sources, {{*number}})) {
      auto state = warpStateOf(sources.states[each.state]);
      if (state && state->isStall) {
        state->share = static_cast<double>(each.samples) / static_cast<double>(sources.kernels[*number].samples);
        kernel.stall = std::move(state);
        kernel.hotSpot = hotSpotOf(sources, *number, each);
        break;
      }
    }
  }
}

}  // namespace kernline
