// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_remedy.h"

#include "core/analysis/replay/run_changes.h"

#include <algorithm>
#include <numeric>

namespace kernline {

namespace {

/// Makes the changes of remedies.
class RemedyWriter {
 public:
  RemedyWriter(const RunGraph& graph, std::span<const std::uint32_t> bySpan)
      : m_graph(graph), m_bySpan(bySpan), m_changes(graph) {}

  void add(const AdviceRemedy& remedy) {
    for (const AdviceRemedy::ShorterWork& shorter : remedy.work) {
      if (const std::uint32_t work = workOf(shorter.work); work != ReplayWork::none) {
        m_changes.setTime(work, std::max(Duration{}, m_changes.time(work) - shorter.by));
      }
    }
    for (const AdviceRemedy::ShorterCall& shorter : remedy.calls) {
      m_changes.scaleCall(shorter.call, shorter.factor);
    }
    for (const SpanId call : remedy.noWaits) {
      m_changes.dropWait(call);
    }
    for (const SpanId copy : remedy.ahead) {
      if (const std::uint32_t work = workOf(copy); work != ReplayWork::none) {
        m_changes.doAhead(work);
      }
    }
    if (remedy.isGraph) {
      m_changes.launchAtOnce();
    }
    if (remedy.isAhead) {
      m_changes.changes().hostFactor = 0;
    }
  }

  [[nodiscard]] const ReplayChanges& changes() const { return m_changes.changes(); }

 private:
  [[nodiscard]] std::uint32_t workOf(SpanId span) const {
    const auto spanOf = [&](std::uint32_t work) { return m_graph.work()[work].span; };
    const auto found = std::ranges::lower_bound(m_bySpan, span, {}, spanOf);
    return found == m_bySpan.end() || spanOf(*found) != span ? ReplayWork::none : *found;
  }

  const RunGraph& m_graph;
  std::span<const std::uint32_t> m_bySpan;
  RunChanges m_changes;
};

}  // namespace

RemedyReplay::RemedyReplay(const ReplayedRun& run) : m_run(run), m_bySpan(run.graph().work().size()) {
  std::iota(m_bySpan.begin(), m_bySpan.end(), 0U);
  std::ranges::sort(m_bySpan, {}, [&](std::uint32_t work) { return run.graph().work()[work].span; });
}

double RemedyReplay::savedShare(std::span<const AdviceRemedy* const> remedies, const std::stop_token& stop) const {
  RemedyWriter writer(m_run.graph(), m_bySpan);
  for (const AdviceRemedy* remedy : remedies) {
    writer.add(*remedy);
  }
  const auto without = static_cast<double>(m_run.undisturbed().likely.ns);
  const auto changed = static_cast<double>(m_run.likelyStep(writer.changes(), stop).ns);
  return without > 0 && !stop.stop_requested() ? std::max(0.0, 1 - changed / without) : 0;
}

}  // namespace kernline
