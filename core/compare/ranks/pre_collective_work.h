// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/late_reasons.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/base/time.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace kernline {

/// One rank's part in a collective by its place in the set.
struct PartPlace {
  std::uint32_t collective = 0;
  std::uint32_t part = 0;

  bool operator==(const PartPlace&) const = default;
};

/// The activity of a rank before it began a collective: from the end of the previous one that had ended by then, or
/// from its first activity.
struct PreCollectiveWork {
  Duration length;
  /// Alike on ranks that do the same: which sort of collective was before, which comes, and the rank's role in both.
  std::uint64_t kind = 0;
};

/// A part in a collective begins or ends; or a call ends that no other rank took part in.
struct PartEvent {
  static constexpr std::uint32_t unmatched = UINT32_MAX;  ///< the call belongs to no collective of the set

  /// Order of events at the same time.
  enum class Kind : std::uint8_t { End, Begin, EndAtOnce };

  Time time;
  std::uint32_t number = 0;  ///< number of the part; or `unmatched`
  Kind kind = Kind::Begin;
  std::uint32_t place = 0;  ///< place of the rank
  std::uint32_t call = 0;   ///< index of an unmatched call among those of the rank
};

/// The run-ups to all parts of a set's collectives. Parts are numbered over all collectives, by rank in each.
class WorkBeforeCollectives {
 public:
  /// O(n log n) in the parts.
  WorkBeforeCollectives(const RankSet& set, const LateReasons& reasons);

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_places.size()); }
  [[nodiscard]] PartPlace placeOf(std::uint32_t number) const { return m_places[number]; }
  [[nodiscard]] std::uint32_t numberOf(PartPlace place) const { return m_firsts[place.collective] + place.part; }
  [[nodiscard]] const PreCollectiveWork& of(std::uint32_t number) const { return m_workBefore[number]; }
  /// The middle of all of this kind.
  [[nodiscard]] Duration usual(std::uint64_t kind) const { return m_usual.at(kind); }
  /// A few of this kind, from the whole run.
  [[nodiscard]] std::vector<std::uint32_t> examples(std::uint64_t kind) const;
  /// Returns the events by time, those of calls without a collective, too.
  [[nodiscard]] std::span<const PartEvent> events() const { return m_events; }

 private:
  void number(const RankSet& set);
  void addUnmatched(const RankSet& set);
  void measure(const RankSet& set, const LateReasons& reasons);
  void compare();

  std::vector<PartPlace> m_places;
  std::vector<std::uint32_t> m_firsts;  // indexed by collective
  std::vector<PreCollectiveWork> m_workBefore;
  std::vector<PartEvent> m_events;
  std::map<std::uint64_t, Duration> m_usual;
  std::map<std::uint64_t, std::vector<std::uint32_t>> m_ofKind;
};

}  // namespace kernline
