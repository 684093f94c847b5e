// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/source/sampled_run.h"

#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/ncu_launches.h"
#include "core/analysis/statistics/kernel_occupancy.h"
#include "core/model/names/demangled_name.h"
#include "core/model/trace/arg_number.h"
#include "core/model/trace/event_details.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

/// A mean of those values that are known.
class KnownMean {
 public:
  void add(std::optional<double> value) {
    if (value) {
      m_sum += *value;
      ++m_count;
    }
  }
  [[nodiscard]] std::optional<double> mean() const {
    return m_count == 0 ? std::nullopt : std::optional(m_sum / static_cast<double>(m_count));
  }

 private:
  double m_sum = 0;
  std::uint64_t m_count = 0;
};

struct LaunchMeans {
  KnownMean durationNs;
  KnownMean registersPerThread;
  KnownMean sharedBytesPerBlock;
  KnownMean occupancy;
  KnownMean executedInstructions;

  [[nodiscard]] SampledKernelFacts facts(std::uint64_t launches) const {
    return {.launches = launches,
            .durationNs = durationNs.mean(),
            .registersPerThread = registersPerThread.mean(),
            .sharedBytesPerBlock = sharedBytesPerBlock.mean(),
            .occupancy = occupancy.mean(),
            .executedInstructions = executedInstructions.mean()};
  }
};

bool hasSameCode(const SourceKernel& a, const SourceKernel& b) {
  const auto isSame = [](const SourceInstruction& left, const SourceInstruction& right) {
    return left.offset == right.offset && left.text == right.text;
  };
  return a.name == b.name && a.periodCycles == b.periodCycles &&
         std::ranges::equal(a.instructions, b.instructions, isSame);
}

void addSamplesOf(SourceKernel& sum, const SourceKernel& more) {
  sum.samples += more.samples;
  sum.launches += more.launches;
  for (std::size_t i = 0; i < sum.instructions.size(); ++i) {
    sum.instructions[i].samples += more.instructions[i].samples;
    addStates(sum.instructions[i].states, more.instructions[i].states);
  }
}

/// Returns how many kernels went into each.
std::vector<std::uint64_t> mergeSameKernels(KernelSources& sources) {
  std::vector<SourceKernel> merged;
  std::vector<std::uint64_t> counts;
  for (SourceKernel& kernel : sources.kernels) {
    const auto found =
        std::ranges::find_if(merged, [&](const SourceKernel& each) { return hasSameCode(each, kernel); });
    if (found == merged.end()) {
      merged.push_back(std::move(kernel));
      counts.push_back(1);
    } else {
      addSamplesOf(*found, kernel);
      ++counts[static_cast<std::size_t>(found - merged.begin())];
    }
  }
  sources.kernels = std::move(merged);
  return counts;
}

struct TraceLaunches {
  std::uint64_t count = 0;
  LaunchMeans means;
};

/// The kernels of a trace by the name that it gives them.
std::map<std::string, TraceLaunches, std::less<>> launchesOf(const Trace& trace) {
  constexpr std::uint64_t readOfName = 64;  // args are read again from the file, and rarely differ
  std::map<std::string, TraceLaunches, std::less<>> launches;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (trace.kind(span) != SpanKind::Kernel) {
      continue;
    }
    TraceLaunches& kernel = launches[std::string(trace.nameText(span))];
    kernel.means.durationNs.add(static_cast<double>(trace.duration(span).ns));
    if (++kernel.count > readOfName) {
      continue;
    }
    const ArgNode args = trace.args(span, occupancyKeys);
    const ProcessId process = trace.track(trace.trackOf(span)).process;
    const Device* const device =
        process == ProcessId::none ? nullptr : describedDevice(trace, trace.process(process).device);
    const KernelOccupancy occupancy = kernelOccupancy(args, device);
    kernel.means.registersPerThread.add(numberOf(args.find("registers per thread")));
    kernel.means.sharedBytesPerBlock.add(numberOf(args.find("shared memory")));
    kernel.means.occupancy.add(occupancy.source == OccupancySource::Unknown ? std::nullopt
                                                                            : std::optional(occupancy.share));
  }
  return launches;
}

bool isOnlyOfItsName(const KernelSources& sources, const SourceKernel& kernel) {
  return std::ranges::count(sources.kernels, kernel.name, &SourceKernel::name) == 1;
}

}  // namespace

SampledRun sampledRunOf(const Trace& trace) {
  SampledRun run{.sources = kernelSourcesOf(trace), .facts = {}};
  mergeSameKernels(run.sources);
  const auto launches = launchesOf(trace);
  for (const SourceKernel& kernel : run.sources.kernels) {
    auto found = launches.find(kernel.name);
    if (found == launches.end()) {
      found = launches.find(demangled(kernel.name).value_or(kernel.name));
    }
    const bool isKnown = found != launches.end() && isOnlyOfItsName(run.sources, kernel);
    const std::uint64_t sampled = kernel.launches > 0 || !isKnown ? kernel.launches : found->second.count;
    run.facts.push_back(isKnown ? found->second.means.facts(sampled) : SampledKernelFacts{.launches = sampled});
  }
  return run;
}

SampledRun sampledRunOf(const Log& log) {
  SampledRun run{.sources = kernelSourcesOf(log), .facts = {}};
  const std::vector<std::uint64_t> counts = mergeSameKernels(run.sources);
  std::map<std::string, LaunchMeans, std::less<>> means;
  for (const NcuLaunch& launch : ncuLaunchesOf(log)) {
    const KernelCard card = kernelCard(log, *launch.table);
    const NcuNumbers numbers(log, *launch.table);
    LaunchMeans& kernel = means[std::string(launch.kernel)];
    kernel.durationNs.add(card.metrics.durationNs);
    kernel.registersPerThread.add(card.registersPerThread);
    kernel.sharedBytesPerBlock.add(card.sharedBytesPerBlock);
    kernel.occupancy.add(card.metrics.occupancy);
    kernel.executedInstructions.add(numbers.count("smsp__inst_executed.sum"));
  }
  for (std::size_t i = 0; i < run.sources.kernels.size(); ++i) {
    const SourceKernel& kernel = run.sources.kernels[i];
    const auto found = means.find(kernel.name);
    const bool isKnown = found != means.end() && isOnlyOfItsName(run.sources, kernel);
    run.facts.push_back(isKnown ? found->second.facts(counts[i]) : SampledKernelFacts{.launches = counts[i]});
  }
  return run;
}

}  // namespace kernline
