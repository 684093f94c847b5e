// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/log/log_builder.h"

#include <algorithm>
#include <utility>

namespace kernline {

LogBuilder::LogBuilder() : m_log(std::make_shared<Log>()) {}

SectionId LogBuilder::addSection(LogSection section) {
  m_log->m_sections.push_back(section);
  return SectionId{static_cast<std::uint32_t>(m_log->m_sections.size() - 1)};
}

ContextId LogBuilder::addContext(LogContext context) {
  m_log->m_contexts.push_back(std::move(context));
  return ContextId{static_cast<std::uint32_t>(m_log->m_contexts.size() - 1)};
}

void LogBuilder::addMetric(const LogMetric& metric) {
  if (isFullOfMetrics()) {
    addIssue(LogIssueKind::TooManyMetrics, metric.line, text(metric.name));
    return;
  }
  // Moving so many again and again costs more than room that is never touched.
  constexpr std::size_t many = std::size_t{1} << 16;
  if (m_log->m_metrics.size() == many) {
    m_log->m_metrics.reserve(maxMetrics);
  }
  m_log->m_metrics.push_back(metric);
}

void LogBuilder::setSource(std::string path, std::string format, std::uint64_t storedBytes,
                           std::shared_ptr<const SourceText> source) {
  m_log->m_path = std::move(path);
  m_log->m_format = std::move(format);
  m_log->m_storedBytes = storedBytes;
  m_log->m_textBytes = source == nullptr ? 0 : source->size();
  m_log->m_source = std::move(source);
}

std::shared_ptr<const Log> LogBuilder::build() {
  // Streams of several ranks finish their tables in another order than they began.
  std::ranges::stable_sort(m_log->m_tables, {}, &LogTable::firstLine);
  if (!std::ranges::is_sorted(m_log->m_metrics, {}, &LogMetric::line)) {
    std::ranges::stable_sort(m_log->m_metrics, {}, &LogMetric::line);
  }
  std::ranges::stable_sort(m_log->m_failures, {}, &LogFailure::line);
  return std::move(m_log);
}

}  // namespace kernline
