// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kernline::ui {

/// Search hits in the order of lanes, beside the order of time in which the search gave them.
class MatchSet {
 public:
  MatchSet() = default;
  MatchSet(const Trace& trace, std::shared_ptr<const std::vector<SpanId>> byStart);
  /// Of spans in ascending order; `byStart` stays empty.
  explicit MatchSet(std::vector<SpanId> ascending) : m_byId(std::move(ascending)) {}

  [[nodiscard]] bool isActive() const { return m_byStart != nullptr; }
  [[nodiscard]] std::span<const SpanId> byStart() const {
    return m_byStart ? std::span{*m_byStart} : std::span<const SpanId>{};
  }
  /// The hits among spans [first, last), by id.
  [[nodiscard]] std::span<const SpanId> among(std::uint32_t first, std::uint32_t last) const;
  [[nodiscard]] bool contains(SpanId s) const;
  [[nodiscard]] bool isEmpty() const { return m_byId.empty(); }

 private:
  std::shared_ptr<const std::vector<SpanId>> m_byStart;
  std::vector<SpanId> m_byId;
};

}  // namespace kernline::ui
