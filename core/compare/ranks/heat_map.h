// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kernline {

/// The metric of each step of each rank. Activity belongs to the step that launched it, as in `stepStats`.
enum class HeatMetric : std::uint8_t {
  StepTime,
  Compute,     ///< the devices were busy with the step's activity, exposed communication left out
  Exposed,     ///< communication that no other kernel hides
  Waiting,     ///< wait in matched collectives until the last rank began
  Late,        ///< time by which the rank began collectives after the last rank but one, if clocks show it
  Bandwidth,   ///< bus bandwidth of matched collectives: their bytes over the time that they transferred
  Idle,        ///< idle time of the devices while the step lasted
  Memory,      ///< the most that was allocated on a device
  Pipeline,    ///< wait in sends and receives until the other side began: bubbles of a pipeline
  Experts,     ///< bytes of all-to-alls beyond the mean of the ranks in them: more tokens than others have
  ExpertLoad,  ///< all these bytes as a multiple of that mean
  IdleBy,      ///< idle time with the first cause; those of the other causes follow
};

inline constexpr std::size_t heatMetricCount = static_cast<std::size_t>(HeatMetric::IdleBy) + idleCauseCount;

[[nodiscard]] constexpr HeatMetric idleMetric(IdleCause cause) {
  return static_cast<HeatMetric>(static_cast<std::size_t>(HeatMetric::IdleBy) + static_cast<std::size_t>(cause));
}
/// Returns the cause of a metric that is idle time of one cause; else std::nullopt.
[[nodiscard]] std::optional<IdleCause> causeOf(HeatMetric metric);

/// "step_time", "exposed_communication", "idle_host_bound", …, as the command line spells them.
[[nodiscard]] std::string toText(HeatMetric metric);
[[nodiscard]] std::optional<HeatMetric> heatMetricFrom(std::string_view text);
[[nodiscard]] std::vector<std::string> heatMetricNames();

enum class HeatUnit : std::uint8_t { Nanoseconds, Bytes, BytesPerSecond, Times };
[[nodiscard]] HeatUnit unitOf(HeatMetric metric);

/// A counter of the traces, of each step its mean.
struct HeatCounter {
  std::string name;  ///< name with its series
  std::string unit;  ///< may be empty

  bool operator==(const HeatCounter&) const = default;
};

/// The subject of a heat map.
using HeatSubject = std::variant<HeatMetric, HeatCounter>;

/// Returns the name on the command line: a metric, or "counter:SM active".
[[nodiscard]] std::string heatName(const HeatSubject& subject);
/// Whether that is a counter's.
[[nodiscard]] bool isCounterName(std::string_view text);
/// Whether something may be called that.
[[nodiscard]] bool isHeatName(std::string_view text);
/// Returns true if low values are the bad ones; for counters only the user can decide.
[[nodiscard]] bool isLowBad(const HeatSubject& subject);
/// "1.23 ms", "4.5 GiB", "380 GB/s", "1.35×", "88.2 %".
[[nodiscard]] std::string heatText(const HeatSubject& subject, double value);

/// The values that colors are spread over: all but 1 % of the cells at each end, and towards worse ones at least a
/// quarter of the median from it. Values beyond have the color of the end.
struct HeatRange {
  double low = 0;
  double high = 0;
  std::size_t below = 0;  ///< cells
  std::size_t above = 0;
  double least = 0;
  double most = 0;

  /// Returns the place in the range, from 0 to 1; 0 if all values are equal.
  [[nodiscard]] double share(double value) const;
};

/// A place of a heat map: a rank by its place in the set, and a column.
struct HeatCell {
  std::size_t place = 0;
  std::size_t step = 0;

  bool operator==(const HeatCell&) const = default;
};

/// A metric or counter of all ranks and steps: one row per rank of the set, one column per step by its name. Immutable.
class HeatMap {
 public:
  /// `set` may go.
  HeatMap(const RankSet& set, const HeatSubject& subject) : HeatMap(set, subject, kernline::isLowBad(subject)) {}
  HeatMap(const RankSet& set, HeatSubject subject, bool isLowBad);

  [[nodiscard]] const HeatSubject& subject() const { return m_subject; }
  [[nodiscard]] bool isLowBad() const { return m_isLowBad; }  ///< false: high values are the bad ones
  [[nodiscard]] std::size_t ranks() const { return m_ranks; }
  [[nodiscard]] const std::vector<std::string>& steps() const { return m_steps; }  ///< sorted by time
  /// Returns the value of a rank's place in the set. NaN if unknown, which is not 0.
  [[nodiscard]] double at(HeatCell cell) const { return m_values[cell.place * m_steps.size() + cell.step]; }
  [[nodiscard]] std::span<const double> row(std::size_t place) const {
    return std::span(m_values).subspan(place * m_steps.size(), m_steps.size());
  }
  /// Returns true if the rank's file can have it: digests of older versions have no counters, for example.
  [[nodiscard]] bool isRecorded(std::size_t place) const { return m_isRecorded[place]; }
  /// Returns the median of all ranks in one step; NaN if no rank has a value.
  [[nodiscard]] double median(std::size_t step) const { return m_medians[step]; }
  /// Returns how much worse a rank was than the median of its steps, in the mean of its steps. NaN if it has none.
  [[nodiscard]] double excess(std::size_t place) const;
  /// Returns true if a value is worse: a higher one, or a lower one if that is bad; any if the other is unknown.
  [[nodiscard]] bool isWorse(double value, double other) const;
  /// Returns 0 for the best of the range to 1 for the worst; 0 if all values are equal.
  [[nodiscard]] double badness(double value) const;
  /// The other rank whose value in that step is closest to the median; nullopt if no other has one.
  [[nodiscard]] std::optional<std::size_t> typicalPlace(HeatCell besides) const;
  [[nodiscard]] const HeatRange& range() const { return m_range; }
  [[nodiscard]] std::size_t unknown() const { return m_unknown; }  ///< cells without a value
  /// Whether steps of one name are the same step on all ranks; else columns count each rank's steps from its first.
  [[nodiscard]] bool isComparable() const { return m_isComparable; }
  [[nodiscard]] bool isEmpty() const { return m_unknown == m_values.size(); }

 private:
  void measure();

  HeatSubject m_subject;
  bool m_isLowBad;
  std::size_t m_ranks = 0;
  std::vector<std::string> m_steps;
  std::vector<bool> m_isRecorded;
  std::vector<double> m_values;
  std::vector<double> m_medians;
  HeatRange m_range;
  std::size_t m_unknown = 0;
  bool m_isComparable = true;
};

/// Returns the metrics that the set has values for, in the order of the enumeration.
[[nodiscard]] std::vector<HeatMetric> heatMetrics(const RankSet& set);
/// Returns the counters by name. Counters of one name are the same; the unit is that of the first rank that has one,
/// and a rank with another unit has no value.
[[nodiscard]] std::vector<HeatCounter> heatCounters(const RankSet& set);
/// Ranks whose files are digests of an older version, which have no counters.
[[nodiscard]] std::vector<std::int32_t> ranksWithoutCounters(const RankSet& set);
/// Both, metrics first.
[[nodiscard]] std::vector<HeatSubject> heatSubjects(const RankSet& set);

/// The time of a rank's step in a column.
struct HeatTime {
  TimeRange range;  ///< range on the clock of the set
  TimeRange own;    ///< range on the rank's own clock
};
/// nullopt if the rank lacks that step.
[[nodiscard]] std::optional<HeatTime> timeOf(const RankSet& set, HeatCell cell);

}  // namespace kernline
