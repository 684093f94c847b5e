// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/better.h"
#include "core/compare/tables/column_uses.h"
#include "core/model/log/log.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// A value on a dimension: "256" of seq_len, "Flash" of the models.
struct DimensionValue {
  std::string text;  ///< text as first printed
  double number = std::numeric_limits<double>::quiet_NaN();
};

/// A dimension that distinguishes measurements. Keys: "subject" (a model, a variant, a run), "section", "rank", "file",
/// "implementation" and "pass" (from the names of columns), "repeat" (the number of a row among several with the same
/// values), else a parameter's key.
struct Dimension {
  std::string key;
  std::string title;      ///< title for people: the key, but "model" of subjects
  bool isNumeric = true;  ///< every value is a number; they ascend then, else they are in order of appearance
  std::vector<DimensionValue> values;
  std::vector<std::string> names;  ///< columns of tables that it was read from, where they are called otherwise
  /// Whether it numbers measurements of the same thing: a run, trial or seed that is a number, or "repeat" of rows that
  /// agree.
  bool isRepetition = false;
};

struct Metric {
  std::string key;  ///< unique
  std::string title;
  std::string unit;  ///< base unit of the values, or the printed unit
  Quantity quantity = Quantity::Number;
  Better better = Better::Unknown;
  bool isOfTables = false;  ///< a total or sum of a profiler table, not a line of its own
};

/// A place: for each dimension the number of its value, or `noCoordinate` if it has none.
using Coordinates = std::vector<std::int32_t>;
inline constexpr std::int32_t noCoordinate = -1;

struct Measurement {
  std::uint32_t metric = 0;
  Coordinates at;
  double value = 0;  ///< value in the metric's unit
  double error = std::numeric_limits<double>::quiet_NaN();
  std::uint32_t log = 0;
  std::uint32_t line = 0;
};

/// The column of a table that became a metric with a value on one dimension or two: "triton_fwd_ms".
struct SplitColumn {
  std::string name;
  std::uint32_t metric = 0;
  std::vector<std::pair<std::string, std::string>> at;  ///< key of the dimension, value: ("implementation", "triton")
};

/// A run that did not come to its end is a result as well.
struct FailedRun {
  Coordinates at;
  std::string text;
  std::uint32_t log = 0;
  std::uint32_t line = 0;
};

/// A cell of a table of results that has no number: "nan", ">100", "-", or empty if its whole row has none.
struct Gap {
  std::uint32_t metric = 0;
  Coordinates at;
  std::string text;  ///< printed text
};

/// Values that logs have measured, laid out by what they were measured of.
struct Measurements {
  std::vector<std::string> paths;  ///< paths of the logs
  std::vector<Dimension> dimensions;
  std::vector<Metric> metrics;
  std::vector<Measurement> values;
  std::vector<FailedRun> failures;
  std::vector<Gap> gaps;
  std::vector<SplitColumn> splitColumns;
  std::vector<std::vector<std::uint32_t>> valuesOfMetric;  ///< numbers of values, metric by metric

  static constexpr std::size_t maxDimensions = 48;

  [[nodiscard]] std::optional<std::size_t> dimension(std::string_view key) const;
  [[nodiscard]] std::optional<std::size_t> metric(std::string_view key) const;
  [[nodiscard]] bool isEmpty() const { return values.empty() && failures.empty(); }
};

/// Measured are: the lines that the log's reader took for measurements; of each profiler table its printed totals, or,
/// without them, its sum of self device time (kernels if it lists any, else operators, never both); the cells of other
/// tables whose columns are subjects, parameters and quantities (`model,seq_len,step_ms`): see column_uses.h, and
/// column_split.h for columns such as `triton_fwd_ms` and `pytorch_fwd_ms`. A section is the title of the outermost
/// headings that have more than the subject and the parameters below them. `wishes` go before those rules.
[[nodiscard]] Measurements measurementsOf(std::span<const std::shared_ptr<const Log>> logs,
                                          const ColumnWishes& wishes = {});

}  // namespace kernline
