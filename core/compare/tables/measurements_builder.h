// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/measurements.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// A place while dimensions are still being found: (dimension, value) in any order.
using Place = std::vector<std::pair<std::size_t, std::int32_t>>;

/// Collects measurements of logs, one log after the other.
class MeasurementsBuilder {
 public:
  /// `files` are the names of the logs, one after the other; empty if there is only one.
  explicit MeasurementsBuilder(std::vector<std::string> files) : m_files(std::move(files)) {}

  void begin(const Log& log);

  /// Returns the place for a context of the log that was begun last.
  [[nodiscard]] Place placeOf(ContextId context);
  /// Returns the place of a table; its title is the subject where the context names none.
  [[nodiscard]] Place placeOf(const LogTable& table);
  /// Puts `value` on a dimension, in place of what `place` has there.
  void put(Place& place, std::string_view key, std::string_view title, std::string_view text, double number);
  /// Another name of a dimension, once it has a value.
  void alsoCalled(std::string_view key, std::string_view name);

  /// The number of the metric of that key, quantity and unit. Keys that several share are made unique.
  std::uint32_t metric(Metric metric);
  void add(std::uint32_t metric, Place place, double value, double error, std::uint32_t line);
  /// Adds a value of a row of results; several at one place are numbered by "repeat".
  void addOfRow(std::uint32_t metric, Place place, double value, double error, std::uint32_t line);
  void addSplit(SplitColumn column) { m_made.splitColumns.push_back(std::move(column)); }
  void addFailure(Place place, std::string_view text, std::uint32_t line);
  void addGap(std::uint32_t metric, Place place, std::string_view text);

  /// Orders the values of numeric dimensions. No more may be added afterwards.
  [[nodiscard]] Measurements build();

 private:
  [[nodiscard]] std::string sectionOf(const LogContext& context) const;
  [[nodiscard]] std::optional<std::size_t> dimensionOf(std::string_view key, std::string_view title);
  void numberRepeats();
  void markRepetitions();
  [[nodiscard]] bool repeatsAgree() const;
  void sortNumericDimensions();
  void applyOrder(std::size_t dimension, const std::vector<std::int32_t>& newPlace);

  std::vector<std::string> m_files;
  const Log* m_log = nullptr;
  std::uint32_t m_logNumber = 0;
  Measurements m_made;
  std::vector<Place> m_places;
  std::vector<Place> m_failurePlaces;
  std::vector<Place> m_gapPlaces;
  std::vector<std::size_t> m_ofRows;                 // numbers of values that rows of results hold
  std::vector<std::vector<std::size_t>> m_repeated;  // groups of these with the same coordinates
  std::map<std::string, std::size_t, std::less<>> m_dimensions;
  std::map<std::pair<std::size_t, std::string>, std::int32_t> m_valueNumbers;
  std::map<std::string, std::uint32_t, std::less<>> m_metrics;
  std::set<std::string, std::less<>> m_metricKeys;
};

}  // namespace kernline
