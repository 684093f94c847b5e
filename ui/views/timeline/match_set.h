// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kernline::ui {

/// Search hits in the order of lanes, and in the order of time in which the search gave them. Cheap to copy; making one
/// of millions takes a while, so workers do.
class MatchSet {
 public:
  MatchSet() = default;
  MatchSet(const Trace& trace, std::shared_ptr<const std::vector<SpanId>> byStart);
  /// Builds a set of spans in ascending order; `byStart` and `tracks` stay empty.
  explicit MatchSet(std::vector<SpanId> ascending)
      : m_byId(std::make_shared<const std::vector<SpanId>>(std::move(ascending))) {}

  [[nodiscard]] bool isActive() const { return m_byStart != nullptr; }
  [[nodiscard]] std::span<const SpanId> byStart() const { return all(m_byStart); }
  [[nodiscard]] std::span<const SpanId> byId() const { return all(m_byId); }
  /// nullptr where there is no search.
  [[nodiscard]] const std::shared_ptr<const std::vector<SpanId>>& sharedByStart() const { return m_byStart; }
  [[nodiscard]] const std::shared_ptr<const std::vector<SpanId>>& sharedById() const { return m_byId; }
  /// The hits among spans [first, last), by id.
  [[nodiscard]] std::span<const SpanId> among(std::uint32_t first, std::uint32_t last) const;
  [[nodiscard]] bool contains(SpanId s) const;
  [[nodiscard]] bool isEmpty() const { return byId().empty(); }
  [[nodiscard]] bool hasHitOn(TrackId track) const;

 private:
  using Spans = std::shared_ptr<const std::vector<SpanId>>;

  [[nodiscard]] static std::span<const SpanId> all(const Spans& spans) {
    return spans ? std::span{*spans} : std::span<const SpanId>{};
  }

  Spans m_byStart;
  Spans m_byId;
  std::vector<TrackId> m_tracks;  // tracks with a hit, ascending
};

}  // namespace kernline::ui
