// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_figures.h"

#include "core/analysis/activity/host_copy.h"
#include "core/model/base/message.h"
#include "core/model/base/saturating_sum.h"
#include "core/model/names/tensor_core.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kernline {

namespace {

constexpr double nsInSecond = 1e9;

std::optional<double> perCall(double all, std::uint64_t count) {
  return count > 0 ? std::optional(all / static_cast<double>(count)) : std::nullopt;
}

std::optional<double> perSecond(double all, Duration time) {
  return time.ns > 0 ? std::optional(all / static_cast<double>(time.ns) * nsInSecond) : std::nullopt;
}

}  // namespace

std::string_view toText(WorkBound bound) {
  switch (bound) {
    case WorkBound::Compute:
      return Phrase::tr("compute");
    case WorkBound::Memory:
      return Phrase::tr("memory");
    case WorkBound::Latency:
      return Phrase::tr("latency");
    case WorkBound::Communication:
      return Phrase::tr("communication");
    case WorkBound::Unknown:
      break;
  }
  return Phrase::tr("unknown");
}

void WorkFigures::add(const WorkFigures& more) {
  count += more.count;
  kernelTime = saturatingSum(kernelTime, more.kernelTime);
  modeled = saturatingSum(modeled, more.modeled);
  inferred = saturatingSum(inferred, more.inferred);
  rooflineTime = saturatingSum(rooflineTime, more.rooflineTime);
  modeledCount += more.modeledCount;
  rooflineCount += more.rooflineCount;
  collectiveTime = saturatingSum(collectiveTime, more.collectiveTime);
  collectiveCount += more.collectiveCount;
  messageBytes += more.messageBytes;
  busBytes += more.busBytes;
  flops += more.flops;
  bytes += more.bytes;
  rooflineNs += more.rooflineNs;
  recoverableNs += more.recoverableNs;
  for (std::size_t i = 0; i < workBoundCount; ++i) {
    boundTime[i] = saturatingSum(boundTime[i], more.boundTime[i]);
  }
}

WorkBound WorkFigures::bound() const {
  return static_cast<WorkBound>(std::ranges::max_element(boundTime) - boundTime.begin());
}

std::optional<double> WorkFigures::intensity() const {
  return modeledCount > 0 && bytes > 0 ? std::optional(flops / bytes) : std::nullopt;
}

std::optional<double> WorkFigures::flopsPerSecond() const {
  return perSecond(flops, modeled - collectiveTime);
}

std::optional<double> WorkFigures::bytesPerSecond() const {
  return perSecond(bytes, modeled - collectiveTime);
}

std::optional<double> WorkFigures::busBytesPerSecond() const {
  return perSecond(busBytes, collectiveTime);
}

std::optional<double> WorkFigures::flopsPerCall() const {
  return perCall(flops, modeledCount - collectiveCount);
}

std::optional<double> WorkFigures::bytesPerCall() const {
  return perCall(bytes, modeledCount - collectiveCount);
}

std::optional<double> WorkFigures::messageBytesPerCall() const {
  return perCall(messageBytes, collectiveCount);
}

std::optional<double> WorkFigures::rooflineNsPerCall() const {
  return perCall(rooflineNs, rooflineCount);
}

bool WorkFigures::isPartlyRoofed() const {
  return rooflineCount > 0 && rooflineTime < modeled - collectiveTime;
}

std::optional<double> WorkFigures::shareOfRoofline() const {
  return rooflineTime.ns > 0 ? std::optional(rooflineNs / static_cast<double>(rooflineTime.ns)) : std::nullopt;
}

std::optional<double> movedPerCall(const WorkFigures& figures) {
  const std::optional<double> bytes = figures.bytesPerCall();
  return bytes ? bytes : figures.messageBytesPerCall();
}

std::optional<double> movedPerSecond(const WorkFigures& figures) {
  return figures.modeledCount > figures.collectiveCount ? figures.bytesPerSecond() : figures.busBytesPerSecond();
}

WorkMeter::WorkMeter(const Trace& trace, const WorkModel& model, std::optional<Ceilings> ceilings)
    : m_trace(trace), m_model(model), m_ceilings(std::move(ceilings)) {
  CommunicationNames names(trace);
  for (const SpanId activity : model.work) {
    const auto name = static_cast<std::size_t>(trace.name(activity));
    if (name >= m_communicates.size()) {
      m_communicates.resize(name + 1);
    }
    m_communicates[name] = names.contains(trace.name(activity));
  }
}

WorkFigures WorkMeter::of(const WorkCall& call, std::span<const SpanId> some) const {
  WorkFigures figures;
  figures.count = 1;
  for (const SpanId activity : some) {
    figures.kernelTime = saturatingSum(figures.kernelTime, m_trace.duration(activity));
  }
  figures.inferred = call.isInferred ? figures.kernelTime : Duration();
  const auto bind = [&](WorkBound bound) { figures.boundTime[static_cast<std::size_t>(bound)] = figures.kernelTime; };
  const CallWork& needs = m_model.needs(call);
  if (needs.rule == nullptr) {
    const bool communicates = !some.empty() && m_communicates[static_cast<std::size_t>(m_trace.name(some.front()))];
    bind(communicates ? WorkBound::Communication : WorkBound::Unknown);
    return figures;
  }
  const double share = shareOf(call, some);
  figures.modeledCount = 1;
  figures.modeled = figures.kernelTime;
  if (const std::optional<CollectiveWork>& collective = m_model.forms[call.form].collective) {
    figures.collectiveCount = 1;
    figures.collectiveTime = figures.kernelTime;
    figures.messageBytes = collective->algorithmBytes * share;
    figures.busBytes = collective->busBytes * share;
    bind(WorkBound::Communication);
    return figures;
  }
  figures.flops = needs.flops * share;
  figures.bytes = needs.bytes * share;
  const auto roofline = rooflineOf(call);
  if (!roofline) {
    bind(WorkBound::Unknown);
    return figures;
  }
  figures.rooflineCount = 1;
  figures.rooflineTime = figures.kernelTime;
  figures.rooflineNs = roofline->ns * share;
  const double floor = m_ceilings->launchNs * static_cast<double>(some.size());
  const auto measured = static_cast<double>(figures.kernelTime.ns);
  if (measured < floor) {
    bind(WorkBound::Latency);
    return figures;
  }
  bind(share > 0 ? roofline->bound : WorkBound::Unknown);  // helpers are not bound by their work
  figures.recoverableNs = std::max(0.0, measured - std::max(figures.rooflineNs, floor));
  return figures;
}

/// Returns the share of a call's needs for `some` of its work: by the time of its main kernels.
double WorkMeter::shareOf(const WorkCall& call, std::span<const SpanId> some) const {
  if (call.mainKernelTime.ns <= 0) {
    return static_cast<double>(some.size()) / static_cast<double>(call.count);
  }
  Duration time;
  for (const SpanId activity : some) {
    time = m_model.isMainKernel[index(activity)] ? saturatingSum(time, m_trace.duration(activity)) : time;
  }
  return static_cast<double>(time.ns) / static_cast<double>(call.mainKernelTime.ns);
}

WorkFigures WorkMeter::of(SpanId activity) const {
  const WorkCall* call = m_model.callWith(activity);
  return call == nullptr ? WorkFigures{} : of(*call, std::span(&activity, 1));
}

/// The least time that a call needs, and what decides it.
std::optional<WorkMeter::Roofline> WorkMeter::rooflineOf(const WorkCall& call) const {
  if (!m_ceilings || isBoundByHost(call)) {
    return {};
  }
  const CallWork& needs = m_model.needs(call);
  const double forBytes = needs.bytes / m_ceilings->bytesPerSecond * nsInSecond;
  if (needs.flops == 0) {
    return Roofline{WorkBound::Memory, forBytes};
  }
  const auto peak = m_ceilings->flopsPerSecond.find(peakName(call));
  if (peak == m_ceilings->flopsPerSecond.end()) {
    return {};
  }
  const double forFlops = needs.flops / peak->second * nsInSecond;
  return forFlops > forBytes ? Roofline{WorkBound::Compute, forFlops} : Roofline{WorkBound::Memory, forBytes};
}

std::string_view WorkMeter::peakName(const WorkCall& call) const {
  const CallWork& needs = m_model.needs(call);
  if (!m_ceilings || needs.rule == nullptr || needs.flops == 0) {
    return {};
  }
  // Only matters for float products.
  const bool usesTensorCores =
      needs.unit == WorkUnit::Matrix && std::ranges::any_of(m_model.workOf(call), [&](SpanId activity) {
        return namesTensorCores(m_trace.nameText(activity));
      });
  return m_ceilings->peakName(needs.unit, needs.type, usesTensorCores);
}

/// Whether the bus to the host bounds it; no table has its bandwidth.
bool WorkMeter::isBoundByHost(const WorkCall& call) const {
  return std::ranges::all_of(m_model.workOf(call), [&](SpanId activity) { return isHostCopy(m_trace, activity); });
}

}  // namespace kernline
