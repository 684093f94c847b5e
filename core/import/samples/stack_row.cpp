// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/samples/stack_row.h"

#include <algorithm>

namespace kernline::samples {

SpanKind kindOfSource(std::string_view fileName) {
  const bool isPython =
      fileName.ends_with(".py") || fileName.starts_with("<frozen ") || fileName.starts_with("<ipython-input");
  return isPython ? SpanKind::PythonFunction : SpanKind::Other;
}

void StackRow::see(Time time, std::span<const std::uint32_t> stack, std::uint64_t byte) {
  std::size_t shared = 0;
  while (shared < m_open.size() && shared < stack.size() && m_open[shared].frame == stack[shared]) {
    ++shared;
  }
  closeDownTo(shared, time);
  const std::size_t wanted = std::min(stack.size(), maxDepth + 1);
  const std::size_t room = std::min(wanted - std::min(shared, wanted), m_spansLeft);
  m_spansLeft -= room;
  for (std::size_t i = shared; i < shared + room; ++i) {
    m_open.push_back({stack[i], time, offsetAt(byte, i)});
  }
  if (shared + room < stack.size()) {
    m_builder.report().add(IssueKind::UnsupportedRecord, offsetAt(byte), "stack too deep to draw");
  }
}

void StackRow::closeDownTo(std::size_t depth, Time time) {
  for (std::size_t i = depth; i < m_open.size(); ++i) {
    const Frame& frame = m_frames[m_open[i].frame];
    SpanRecord span;
    span.start = m_open[i].start;
    span.duration = time - m_open[i].start;
    span.offset = m_open[i].offset;
    span.name = frame.name;
    span.kind = frame.kind;
    span.track = m_track;
    m_builder.addSpan(span);
  }
  m_open.resize(std::min(depth, m_open.size()));
}

}  // namespace kernline::samples
