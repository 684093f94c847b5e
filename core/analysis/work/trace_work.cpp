// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/trace_work.h"

#include "core/analysis/activity/device_rows.h"
#include "core/analysis/work/work_calls.h"
#include "core/model/base/saturating_sum.h"
#include "core/model/names/tensor_core.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

class Modelling {
 public:
  Modelling(const Trace& trace, const TraceWorkOptions& options, unsigned threads, const std::stop_token& stop)
      : m_trace(trace), m_options(options), m_threads(threads), m_stop(stop) {}

  TraceWork run() {
    findDevice();
    m_calls = workCalls(m_trace, m_options.range, m_threads, m_stop);
    if (m_stop.stop_requested()) {
      return {};
    }
    makeRows();
    return std::move(m_made);
  }

 private:
  void findDevice() {
    m_made.deviceName = m_options.device;
    const std::vector<DeviceRows> devices = deviceRows(m_trace);
    if (m_made.deviceName.empty() && !devices.empty()) {
      m_made.deviceName = devices.front().name;
    }
    m_made.ceilings = ceilingsOf(m_made.deviceName);
  }

  [[nodiscard]] StringId nameOf(const WorkCall& call) const {
    return m_trace.name(call.op != SpanId::none ? call.op : call.work.front());
  }

  /// What one unit adds to a row: all of it, or the share of one of its kernels.
  void add(WorkRow& row, const WorkCall& call, std::span<const SpanId> work, double share) {
    Duration time;
    for (const SpanId one : work) {
      time = saturatingSum(time, m_trace.duration(one));
    }
    row.kernelTime = saturatingSum(row.kernelTime, time);
    m_made.kernelTime = saturatingSum(m_made.kernelTime, time);
    ++row.count;
    Tally& tally = m_tallies[&row - m_made.rows.data()];
    for (const SpanId one : work) {
      std::int64_t& sum = tally.kernels[m_trace.name(one)];
      sum = saturatingSum(sum, m_trace.duration(one).ns);
    }
    if (call.needs.rule == nullptr) {
      const WorkBound bound =
          m_communication.contains(m_trace.name(work.front())) ? WorkBound::Communication : WorkBound::Unknown;
      tally.bounds[bound] = saturatingSum(tally.bounds[bound], time.ns);
      if (row.reason.isEmpty()) {
        row.reason = bound == WorkBound::Communication ? Message(Phrase::tr("communication is not modelled"))
                                                       : call.needs.reason;
      }
      return;
    }
    row.modelled = saturatingSum(row.modelled, time);
    m_made.modelled = saturatingSum(m_made.modelled, time);
    ++row.modelledCount;
    row.flops += call.needs.flops * share;
    row.bytes += call.needs.bytes * share;
    tally.rules[call.needs.rule] = saturatingSum(tally.rules[call.needs.rule], time.ns);
    const auto roofline = rooflineOf(call);
    if (!roofline) {
      tally.bounds[WorkBound::Unknown] = saturatingSum(tally.bounds[WorkBound::Unknown], time.ns);
      return;
    }
    ++row.rooflineCount;
    row.rooflineTime = saturatingSum(row.rooflineTime, time);
    row.rooflineNs += roofline->second * share;
    const double floor = m_made.ceilings->launchNs * static_cast<double>(work.size());
    const auto measured = static_cast<double>(time.ns);
    const bool isLatency = measured < floor;
    std::int64_t& bound = tally.bounds[isLatency ? WorkBound::Latency : roofline->first];
    bound = saturatingSum(bound, time.ns);
    if (!isLatency) {
      row.recoverableNs += std::max(0.0, measured - std::max(roofline->second * share, floor));
    }
  }

  /// The least time that a call needs, in ns, and what decides it.
  [[nodiscard]] std::optional<std::pair<WorkBound, double>> rooflineOf(const WorkCall& call) const {
    if (!m_made.ceilings || isHostCopy(call)) {
      return {};
    }
    constexpr double nsPerSecond = 1e9;
    const double forBytes = call.needs.bytes / m_made.ceilings->bytesPerSecond * nsPerSecond;
    if (call.needs.flops == 0) {
      return std::pair{WorkBound::Memory, forBytes};
    }
    // Of float products alone it matters.
    const bool usesTensorCores =
        call.needs.unit == WorkUnit::Matrix &&
        std::ranges::any_of(call.work, [&](SpanId work) { return namesTensorCores(m_trace.nameText(work)); });
    const auto peak = m_made.ceilings->peak(call.needs.unit, call.needs.type, usesTensorCores);
    if (!peak) {
      return {};
    }
    const double forFlops = call.needs.flops / *peak * nsPerSecond;
    return forFlops > forBytes ? std::pair{WorkBound::Compute, forFlops} : std::pair{WorkBound::Memory, forBytes};
  }

  /// Bound by the bus to the host, whose bandwidth no table tells.
  [[nodiscard]] bool isHostCopy(const WorkCall& call) const {
    return std::ranges::all_of(call.work, [&](SpanId work) {
      const std::string_view name = m_trace.nameText(work);
      return m_trace.kind(work) == SpanKind::Memcpy &&
             (name.find("HtoD") != std::string_view::npos || name.find("DtoH") != std::string_view::npos);
    });
  }

  struct Tally {
    std::map<StringId, std::int64_t> kernels;
    std::map<WorkBound, std::int64_t> bounds;
    std::map<const WorkRule*, std::int64_t> rules;
  };
  /// A name or a family, dimensions, types, FLOPs and bytes.
  using Key = std::tuple<std::uint32_t, std::string, std::string, double, double>;

  std::size_t rowOf(Key key, std::string_view name) {
    const auto [place, isNew] = m_rowOf.try_emplace(key, m_made.rows.size());
    if (isNew) {
      WorkRow row;
      row.name = name;
      row.shape = {.dims = std::get<1>(key), .types = std::get<2>(key)};
      m_made.rows.push_back(std::move(row));
      m_tallies.emplace_back();
    }
    return place->second;
  }

  void makeRows() {
    for (const WorkCall& call : m_calls) {
      const StringId name = nameOf(call);
      const std::string_view text = m_trace.text(name);
      if (m_options.by == WorkKey::Shape) {
        const std::size_t row = rowOf(
            {static_cast<std::uint32_t>(name), call.shape.dims, call.shape.types, call.needs.flops, call.needs.bytes},
            text);
        add(m_made.rows[row], call, call.work, 1);
      } else if (m_options.by == WorkKey::Op) {
        add(m_made.rows[rowOf({static_cast<std::uint32_t>(name), {}, {}, 0, 0}, text)], call, call.work, 1);
      } else {
        addByKernel(call);
      }
    }
    for (std::size_t i = 0; i < m_made.rows.size(); ++i) {
      finish(m_made.rows[i], m_tallies[i]);
    }
    std::ranges::stable_sort(m_made.rows, std::ranges::greater{}, &WorkRow::kernelTime);
  }

  void addByKernel(const WorkCall& call) {
    std::int64_t all = 0;
    for (const SpanId work : call.work) {
      all = saturatingSum(all, m_trace.duration(work).ns);
    }
    for (const SpanId work : call.work) {
      const double share = all > 0 ? static_cast<double>(m_trace.duration(work).ns) / static_cast<double>(all)
                                   : 1 / static_cast<double>(call.work.size());
      const std::string_view kernel = m_trace.nameText(work);
      const KernelFamily family = m_options.by == WorkKey::Family ? kernelFamily(kernel) : KernelFamily::Other;
      const std::size_t row = m_options.by == WorkKey::Family
                                  ? rowOf({static_cast<std::uint32_t>(family), {}, {}, 0, 0}, toText(family))
                                  : rowOf({static_cast<std::uint32_t>(m_trace.name(work)), {}, {}, 0, 0}, kernel);
      add(m_made.rows[row], call, std::span{&work, 1}, share);
    }
  }

  static void finish(WorkRow& row, const Tally& tally) {
    std::vector<std::pair<std::int64_t, StringId>> kernels;
    for (const auto& [name, time] : tally.kernels) {
      kernels.emplace_back(-time, name);
    }
    std::ranges::sort(kernels);
    for (const auto& [time, name] : kernels) {
      row.kernels.push_back(name);
    }
    const auto longest = [](const auto& times) {
      return std::ranges::max_element(times, {}, [](const auto& one) { return one.second; });
    };
    if (!tally.bounds.empty()) {
      row.bound = longest(tally.bounds)->first;
    }
    if (!tally.rules.empty()) {
      row.rule = longest(tally.rules)->first;
    }
  }

  const Trace& m_trace;
  const TraceWorkOptions& m_options;
  unsigned m_threads;
  const std::stop_token& m_stop;
  CommunicationNames m_communication{m_trace};
  std::vector<WorkCall> m_calls;
  std::map<Key, std::size_t> m_rowOf;
  std::vector<Tally> m_tallies;  // by row
  TraceWork m_made;
};

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

std::optional<double> WorkRow::shareOfRoofline() const {
  return rooflineTime.ns > 0 ? std::optional(rooflineNs / static_cast<double>(rooflineTime.ns)) : std::nullopt;
}

TraceWork traceWork(const Trace& trace, const TraceWorkOptions& options, unsigned threads,
                    const std::stop_token& stop) {
  return Modelling(trace, options, threads, stop).run();
}

}  // namespace kernline
