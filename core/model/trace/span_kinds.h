// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/kinds.h"

#include <cstdint>
#include <initializer_list>

namespace kernline {

class SpanKinds {
 public:
  constexpr SpanKinds() = default;
  constexpr SpanKinds(std::initializer_list<SpanKind> kinds) {
    for (const SpanKind kind : kinds) {
      m_bits |= bit(kind);
    }
  }
  static constexpr SpanKinds all() {
    SpanKinds kinds;
    kinds.m_bits = UINT32_MAX;
    return kinds;
  }
  static constexpr SpanKinds deviceActivities() { return {SpanKind::Kernel, SpanKind::Memcpy, SpanKind::Memset}; }

  [[nodiscard]] constexpr bool contains(SpanKind kind) const { return (m_bits & bit(kind)) != 0; }
  [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
  [[nodiscard]] constexpr bool isWithin(SpanKinds others) const { return (m_bits & ~others.m_bits) == 0; }
  constexpr bool operator==(const SpanKinds&) const = default;

 private:
  static constexpr std::uint32_t bit(SpanKind kind) { return std::uint32_t{1} << static_cast<unsigned>(kind); }
  std::uint32_t m_bits = 0;
};

}  // namespace kernline
