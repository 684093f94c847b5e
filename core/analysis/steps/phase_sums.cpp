// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/phase_sums.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kernline {

namespace {

/// Changes of one phase by rank and device: for each step, and the figures for all.
struct DeviceChanges {
  PhaseMemoryFigures figures;
  std::vector<std::int64_t> changes;
};
using ChangesOfDevices = std::map<std::pair<std::int32_t, std::int16_t>, DeviceChanges>;

void addTo(ChangesOfDevices& devices, std::int32_t rank, const PhaseMemory& memory) {
  auto& [figures, changes] = devices[{rank, memory.device}];
  figures.rank = rank;
  figures.device = memory.device;
  figures.peakBytes = std::max(figures.peakBytes, memory.peakBytes);  // none is less than any
  ++figures.steps;
  figures.peaks += memory.holdsPeak ? 1 : 0;
  changes.push_back(memory.changeBytes);
}

std::vector<PhaseMemoryFigures> figuresOf(ChangesOfDevices& devices) {
  std::vector<PhaseMemoryFigures> made;
  for (auto& [key, device] : devices) {
    made.push_back(device.figures);
    made.back().medianChange = medianOf(device.changes);
  }
  return made;
}

}  // namespace

std::vector<PhaseSum> phaseSums(const Trace& trace, const std::vector<StepStats>& steps) {
  std::map<StepPhase, std::pair<PhaseSum, ChangesOfDevices>> sums;
  for (const StepStats& figures : steps) {
    const ProcessId process = figures.step.process;
    const std::int32_t rank = process == ProcessId::none ? -1 : trace.process(process).rank;
    for (const PhaseFigures& phase : figures.phases) {
      auto& [sum, devices] = sums[phase.phase];
      sum.phase = phase.phase;
      sum.device += phase.device;
      sum.idle += phase.idle;
      sum.exposedCommunication += phase.exposedCommunication;
      sum.launched += phase.launched;
      for (const PhaseMemory& memory : phase.memory) {
        addTo(devices, rank, memory);
      }
    }
  }
  std::vector<PhaseSum> made;
  for (auto& [phase, sum] : sums) {
    made.push_back(std::move(sum.first));
    made.back().memory = figuresOf(sum.second);
  }
  return made;
}

}  // namespace kernline
