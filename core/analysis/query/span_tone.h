// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <vector>

namespace kernline {

/// The basis of a span's color: its kind and a stable hash of its name, so one name has one color in every file.
struct SpanTone {
  SpanKind kind = SpanKind::Other;
  std::uint8_t shade = 0;

  bool operator==(const SpanTone&) const = default;
};

/// The shades of all names of a trace, hashed once.
class SpanTones {
 public:
  explicit SpanTones(const Trace& trace);

  [[nodiscard]] SpanTone operator()(SpanId s) const { return {m_trace->kind(s), m_shades[index(m_trace->name(s))]}; }

  [[nodiscard]] static std::uint8_t shadeOf(std::string_view name);

 private:
  const Trace* m_trace;
  std::vector<std::uint8_t> m_shades;
};

}  // namespace kernline
