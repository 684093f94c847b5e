// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about figures of one rank: all that a comparison of ranks needs from its trace.
#pragma once

#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/communication/collective_call.h"
#include "core/analysis/digest/rank_place.h"
#include "core/analysis/steps/step_source.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// The activity, or idleness, in a range of time. Times are those of the rank's own clock.
struct RanWhile {
  std::uint32_t name = 0;  ///< index of the kernel's name in the digest's names; 0 if nothing ran
  Duration time;           ///< sum of its spans or pauses, as far as they lie in the while
  TimeRange longest;
  /// Longest span in the rank's own trace; none if nothing ran, or the trace is not loaded.
  SpanId span = SpanId::none;
};

/// A process group, as the profile describes it.
struct CallGroup {
  std::string key;                    ///< alike on all ranks of the group, and on no others
  std::string name;                   ///< name of the group alone
  std::vector<std::int32_t> members;  ///< ranks; empty if unknown
  std::size_t size = 0;               ///< 0 if unknown

  bool operator==(const CallGroup&) const = default;
};

/// One call of communication of a rank: a kernel, or where there are none a collective of its host.
struct DigestCall {
  TimeRange range;  ///< range on the rank's own clock
  CollectiveKind kind = CollectiveKind::Other;
  bool isOnHost = false;
  std::int32_t step = -1;    ///< launching step by its place among the digest's steps; -1 if none, or unknown
  std::uint32_t name = 0;    ///< index in the digest's names
  std::uint32_t group = 0;   ///< index in the digest's groups; 0 if unknown
  std::uint32_t stream = 0;  ///< the stream's id, among the digest's names
  std::int64_t sequence = -1;
  std::int64_t bytes = -1;
  ExchangedBytes exchanged;  ///< bytes of an all-to-all
  std::vector<PeerMessage> messages;
  SpanId span = SpanId::none;  ///< span in the rank's own trace; none if that is not loaded
  /// Places among `RankDigest::ran`. Since the communication before it began: one after the other. Since the one before
  /// it ended, or since the rank's first work: the next ones, or the same where that is the same.
  std::uint32_t firstRan = 0;
  std::uint32_t ranSinceBegin = 0;
  std::uint32_t ranSinceEnd = 0;
  bool isRanTheSame = false;
};

/// Activity of a rank's device, as `deviceActivity` counts it.
struct DeviceDigest {
  std::int32_t device = -1;
  std::string name;
  TimeRange window;  ///< first start to last end of its activity
  Duration busy;
  Duration kernel;
  Duration communication;
  Duration exposed;  ///< communication that no other kernel hides
};

struct DigestStep {
  std::uint32_t name = 0;  ///< index in the digest's names
  TimeRange range;
  // Figures of `stepStats`; valid if the digest `hasStepStats`.
  Duration device;                                ///< device time of its activity
  Duration exposed;                               ///< communication that no other kernel hides
  Duration idle;                                  ///< idle time while it lasted
  std::array<Duration, idleCauseCount> idleBy{};  ///< idle time by cause, while it lasted
  std::optional<std::int64_t> peakBytes;          ///< the most that was allocated on a device
};

/// Number of counters that a digest contains by name; others are only counted.
inline constexpr std::size_t maxDigestCounters = 64;

/// Values of a counter of the trace in each step.
struct DigestCounter {
  std::string name;  ///< name with its series, from `counterName`
  std::string unit;  ///< "bytes", "%", …; may be empty
  /// Mean of each step, weighted by time, six digits; NaN if no whole sample lies in the step.
  std::vector<double> means;
};

/// The data by which the ranks of a run are compared: all that is needed of one rank's trace, open or reduced to a
/// file. Times are those of the trace's own clock.
struct RankDigest {
  std::int64_t baseTimeNs = 0;  ///< UTC of time 0; 0 if not in the trace
  TimeRange bounds;
  std::uint64_t spans = 0;
  std::uint64_t lost = 0;         ///< number of events that its import lost
  std::uint64_t repaired = 0;     ///< number of events that its import repaired
  std::vector<IssueKind> losses;  ///< the kinds of what was lost; not in files of former Kernlines
  std::vector<DeviceDigest> devices;
  std::optional<Time> firstActivity;  ///< start of the first activity on its devices; nullopt if there is none
  std::string host;                   ///< the machine; empty if unknown
  std::vector<ParallelGroup> parallelGroups;

  std::vector<std::string> names{std::string()};
  std::vector<CallGroup> groups{CallGroup()};
  std::vector<DigestCall> calls;  ///< sorted by start
  std::vector<RanWhile> ran;
  std::size_t hostOnly = 0;  ///< collectives of the host that cannot be matched
  bool hasPartialGroups = false;
  bool hasExchangedBytes = false;  ///< false for files of former Kernlines: no bytes of all-to-alls

  StepSource stepSource = StepSource::Recorded;
  std::string stepName;                 ///< common name of all steps, "#" for numbers; empty if of several kinds
  std::vector<DigestStep> steps;        ///< steps of the first process that has steps, by start
  bool hasStepStats = false;            ///< files of former Kernlines have only names and times of steps
  std::vector<DigestCounter> counters;  ///< counters with a value in some step, by name
  std::size_t countersLeftOut = 0;      ///< number of counters beyond what a digest may hold
  bool hasCounters = false;             ///< false for files of former Kernlines, without counters

  [[nodiscard]] const std::string& nameOf(const DigestCall& call) const { return names[call.name]; }
  [[nodiscard]] const CallGroup& groupOf(const DigestCall& call) const { return groups[call.group]; }
  [[nodiscard]] std::span<const RanWhile> sinceBegin(const DigestCall& call) const {
    return std::span(ran).subspan(call.firstRan, call.ranSinceBegin);
  }
  [[nodiscard]] std::span<const RanWhile> sinceEnd(const DigestCall& call) const {
    return call.isRanTheSame ? sinceBegin(call)
                             : std::span(ran).subspan(call.firstRan + call.ranSinceBegin, call.ranSinceEnd);
  }
};

/// Reduces the trace of one rank. Linear in its device activity but for what runs between two collectives, which is
/// sorted by name. Empty if stopped.
[[nodiscard]] RankDigest rankDigest(const Trace& trace, const std::stop_token& stop = {});

/// Ascending ranks in few words: "0-7,16-64/8,100". `membersIn` reads the same ranks from it.
[[nodiscard]] std::string memberText(std::span<const std::int32_t> members);
[[nodiscard]] std::vector<std::int32_t> membersIn(std::string_view text);

}  // namespace kernline
