// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/span_tone.h"

namespace kernline {

SpanTones::SpanTones(const Trace& trace) : m_trace(&trace), m_shades(trace.strings().size()) {
  for (std::size_t i = 0; i < m_shades.size(); ++i) {
    m_shades[i] = shadeOf(trace.text(StringId{static_cast<std::uint32_t>(i)}));
  }
}

std::uint8_t SpanTones::shadeOf(std::string_view name) {
  return static_cast<std::uint8_t>(StringPool::hash(name) >> 56);
}

}  // namespace kernline
