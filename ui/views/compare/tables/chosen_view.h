// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace kernline::ui {

/// The part of the measurements that is shown: the user's choices, and the rest as chosen by the data.
/// Each cell is one measurement: a dimension that is neither laid out nor filtered by shows one of its values, unless
/// the median of all is requested.
class ChosenView {
 public:
  ChosenView() = default;
  /// The best view of these logs.
  explicit ChosenView(std::shared_ptr<const ComparedLogs> logs);

  [[nodiscard]] const PivotRequest& request() const { return m_request; }
  /// Returns the request with only the user's filters fixed.
  [[nodiscard]] PivotRequest conditions() const;
  /// Returns the request for another metric; std::nullopt if it has no values there.
  [[nodiscard]] std::optional<PivotRequest> requestFor(std::size_t metric) const;

  /// Filter of a dimension that is not laid out.
  struct Filter {
    bool isChosen = false;  ///< whether the user chose it
    bool isMedian = false;  ///< whether it takes the median of all its values
    /// Chosen value; nullopt for all, if it is the only one or does not separate cells.
    std::optional<std::int32_t> value;
  };
  [[nodiscard]] Filter filter(std::size_t dimension) const;
  [[nodiscard]] bool isLaidOut(std::size_t dimension) const;
  /// Values that the metric was measured at.
  [[nodiscard]] std::set<std::int32_t> valuesOf(std::size_t dimension) const;
  [[nodiscard]] const std::set<std::int32_t>& leftOut(std::size_t dimension) const;

  void chooseMetric(std::size_t metric);
  void chooseColumns(std::size_t dimension);
  void chooseRows(std::optional<std::size_t> dimension);
  void chooseFacets(std::optional<std::size_t> dimension);
  void chooseBaseline(std::optional<std::int32_t> row) { m_request.baselineRow = row; }
  /// Sets which values of the metric are better, if its name does not show it.
  void chooseBetter(Better better);
  /// nullopt for the view that suits the data.
  void filterBy(std::size_t dimension, std::optional<std::int32_t> value);
  void takeMedian(std::size_t dimension);
  void leaveOut(std::size_t dimension, std::set<std::int32_t> values);

  /// Takes over the choices for other measurements, by names that exist here.
  void carryOver(const ChosenView& before);

 private:
  [[nodiscard]] const Measurements& measurements() const { return m_logs->measurements; }
  [[nodiscard]] std::optional<Better> betterOf(std::size_t metric) const;
  [[nodiscard]] PivotRequest settled(PivotRequest request) const;
  void settle();
  void dropWishes(std::size_t dimension);

  std::shared_ptr<const ComparedLogs> m_logs;
  PivotRequest m_request;
  Choice m_values;                         // values that the user filters by
  std::set<std::size_t> m_medians;         // dimensions
  std::map<std::size_t, Better> m_better;  // metrics' better direction chosen by the user
};

}  // namespace kernline::ui
