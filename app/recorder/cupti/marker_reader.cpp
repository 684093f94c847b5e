// SPDX-License-Identifier: Apache-2.0
// The reader's part about NVTX: ranges, marks and what a program says of them.
#include "app/recorder/cupti/activity_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace kernline::recorder {

namespace {

std::string payloadOf(const CUpti_ActivityMarkerData& record) {
  switch (record.payloadKind) {
    case CUPTI_METRIC_VALUE_KIND_DOUBLE: {
      const double value = record.payload.metricValueDouble;
      return value == 0 || !std::isfinite(value) ? "" : fmt::format("{}", value);
    }
    case CUPTI_METRIC_VALUE_KIND_UINT64:
      return fmt::format("{}", record.payload.metricValueUint64);
    case CUPTI_METRIC_VALUE_KIND_INT64:
      return fmt::format("{}", record.payload.metricValueInt64);
    default:
      return "";
  }
}

/// CUPTI does not distinguish zero from none: no category, and a payload of 0.0, mean none.
RangeDetails detailsOf(const CUpti_ActivityMarkerData& record) {
  RangeDetails details;
  if ((record.flags & CUPTI_ACTIVITY_FLAG_MARKER_COLOR_ARGB) != 0) {
    details.color = record.color;
  }
  if (record.category != 0) {
    details.category = record.category;
  }
  details.payload = payloadOf(record);
  return details;
}

}  // namespace

RangeEvent ActivityReader::OpenRange::event(std::int64_t end) const {
  return {.name = name, .domain = domain, .start = start, .end = end, .thread = thread, .details = details};
}

void ActivityReader::readMarker(const CUpti_ActivityMarker2& record) {
  if ((record.flags & CUPTI_ACTIVITY_FLAG_MARKER_END) != 0) {
    if (const auto open = m_ranges.find(record.id); open != m_ranges.end()) {
      m_lines.add(open->second.event(static_cast<std::int64_t>(record.timestamp)));
      m_ranges.erase(open);
    }
    return;
  }
  const bool isMark = (record.flags & CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS) != 0;
  if (!isMark && (record.flags & CUPTI_ACTIVITY_FLAG_MARKER_START) == 0) {
    return;
  }
  const bool isOfThread = record.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD;
  OpenRange& range = (isMark ? m_marks : m_ranges)[record.id];
  range = {.name = record.name == nullptr ? "" : record.name,
           .domain = record.domain == nullptr ? "" : record.domain,
           .start = static_cast<std::int64_t>(record.timestamp),
           .thread = isOfThread ? record.objectId.pt.threadId : static_cast<std::uint32_t>(m_pid),
           .details = {}};
  if (const auto details = m_details.find(record.id); details != m_details.end()) {
    range.details = std::move(details->second);
    m_details.erase(details);
  }
}

void ActivityReader::readMarkerData(const CUpti_ActivityMarkerData& record) {
  RangeDetails details = detailsOf(record);
  if (details.isEmpty()) {
    return;
  }
  for (auto* known : {&m_ranges, &m_marks}) {
    if (const auto range = known->find(record.id); range != known->end()) {
      range->second.details = std::move(details);
      return;
    }
  }
  m_details[record.id] = std::move(details);
}

void ActivityReader::addMarks() {
  for (const auto& [id, mark] : m_marks) {
    m_lines.addMark(mark.event(mark.start));
  }
  m_marks.clear();
  m_details.clear();
}

}  // namespace kernline::recorder
