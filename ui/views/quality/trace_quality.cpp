// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/quality/trace_quality.h"

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/causes/trace_analysis.h"

#include <utility>

namespace kernline::ui {

void TraceQuality::setTrace(std::shared_ptr<const Trace> trace) {
  m_looking = {};
  m_found = nullptr;
  m_use.clear();
  m_graphTrace = nullptr;
  m_graphs = nullptr;
  if (std::exchange(m_issues, nullptr)) {
    Q_EMIT changed();
  }
  m_trace = std::move(trace);
  if (m_trace) {
    look();
  }
}

void TraceQuality::look() {
  m_looking = Job<std::shared_ptr<const DataQuality>>(
      [trace = m_trace](const std::stop_token& stop, Progress&) -> Expected<std::shared_ptr<const DataQuality>> {
        const DataQuality found = DataQuality::of(*trace, stop);
        return std::make_shared<const DataQuality>(found.withRecording(*causesOf(trace), stop));
      },
      [this](Expected<std::shared_ptr<const DataQuality>> issues) {
        if (issues) {
          m_found = std::move(*issues);
          merge();
        }
      });
  Q_EMIT begun();
}

void TraceQuality::noteUse(const std::vector<SmUse>& use) {
  if (use.empty() || !m_use.empty()) {
    return;
  }
  m_use = use;
  if (m_found) {
    merge();
  }
}

void TraceQuality::noteGraphs(std::shared_ptr<const Trace> trace, std::shared_ptr<const GraphJoin> join) {
  m_graphTrace = std::move(trace);
  m_graphs = std::move(join);
  if (m_found) {
    merge();
  }
}

void TraceQuality::merge() {
  m_issues = m_use.empty() ? m_found : std::make_shared<const DataQuality>(m_found->withUse(m_use));
  if (m_graphs) {
    m_issues = std::make_shared<const DataQuality>(m_issues->withGraphs(*m_graphTrace, *m_graphs));
  }
  Q_EMIT changed();
}

}  // namespace kernline::ui
