// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/time.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kernline::ui {

/// A visible part of the timeline at a time.
struct ViewPlace {
  TimeRange range;
  int scroll = 0;
  SpanId selection = SpanId::none;

  bool operator==(const ViewPlace&) const = default;
};

/// The places that the user visited, to walk back and forth through, as in a browser.
class ViewHistory {
 public:
  /// A new place after the present one; places ahead are dropped. No effect at the present place.
  void visit(const ViewPlace& place);
  [[nodiscard]] std::optional<ViewPlace> back();     ///< nullopt if there is nothing before
  [[nodiscard]] std::optional<ViewPlace> forward();  ///< nullopt if there is nothing after
  /// Whether `back` has a place, once `now` is visited.
  [[nodiscard]] bool hasBefore(const ViewPlace& now) const;
  [[nodiscard]] bool hasAfter() const { return m_at + 1 < m_places.size(); }
  void clear();
  /// The spans have other numbers now.
  void forgetSelections();

 private:
  static constexpr std::size_t maxPlaces = 200;

  std::vector<ViewPlace> m_places;
  std::size_t m_at = 0;
};

}  // namespace kernline::ui
