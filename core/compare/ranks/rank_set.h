// SPDX-License-Identifier: GPL-3.0-or-later
// This folder compares the ranks of one run by their digests: clocks, collectives, stragglers, heat maps.
#pragma once

#include "core/analysis/communication/collective_call.h"
#include "core/analysis/digest/rank_digest.h"
#include "core/compare/ranks/merge_ranks.h"
#include "core/compare/ranks/rank_matching.h"
#include "core/compare/ranks/rank_steps.h"
#include "core/model/base/message.h"
#include "core/model/base/string_pool.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// The file of one rank: its trace, or a digest of it.
struct RankFile {
  std::string path;
  std::int32_t rank = -1;
  std::int32_t worldSize = -1;                         ///< number of ranks of the run; -1 if not in the file
  std::shared_ptr<const Trace> trace;                  ///< null if only its digest is loaded
  std::shared_ptr<const RankDigest> digest = nullptr;  ///< digest, never null in a set; made of the trace if not loaded
};

/// The source of a rank's clock correction, apart from base times.
enum class ClockSource : std::uint8_t {
  Reference,     ///< the others are set to it
  Manual,        ///< set by the user
  Unknown,       ///< recorded clock: no collective gives an estimate
  Collectives,   ///< the estimate
  WithinSpread,  ///< recorded clock: the estimate is not larger than single collectives scatter
  WithinEnds,    ///< recorded clock: the estimate is not larger than ends lie apart on one clock
};

/// "reference", "by_hand", …
[[nodiscard]] std::string_view toText(ClockSource source);

/// The correction of a rank's times to the clock of the first rank.
struct RankClock {
  std::int32_t rank = -1;
  std::int64_t baseTimeNs = 0;  ///< UTC of the file's time 0; 0 if not in the file
  Duration fromBase;            ///< added because its base time is another one
  Duration estimate;            ///< further correction by the ends of collectives
  Duration spread;              ///< median distance of single collectives from that
  std::size_t collectives = 0;  ///< number of collectives in the estimate; 0 if there is no estimate
  /// Kernels of one collective end this far apart on one and the same clock: on two H200s of one host the last to begin
  /// ended 25 µs after the other (all-reduces of 64 MiB). Collectives of hosts end further apart. A smaller estimate
  /// has no meaning for clocks.
  Duration endsApart{50'000};
  bool isReference = false;        ///< the rank whose clock the others are set to
  std::int32_t setTo = -1;         ///< rank whose clock collectives set it to: the reference's, if they lead there
  std::optional<Duration> byHand;  ///< the user's correction, in place of the estimate

  [[nodiscard]] ClockSource source() const;
  /// Returns the correction besides `fromBase`: the user's, else the estimate if that is certain to be one of clocks.
  [[nodiscard]] Duration correction() const;
  /// The possible error of the clock against the reference: the spread, or the estimate by collectives that was not
  /// added. nullopt if unknown.
  [[nodiscard]] std::optional<Duration> error() const;
  [[nodiscard]] Duration shift() const { return fromBase + correction(); }
  /// Times of the rank on the clock of the reference.
  [[nodiscard]] Time onClock(Time own) const { return {std::clamp((own + shift()).ns, -maxClockNs, maxClockNs)}; }
  [[nodiscard]] TimeRange onClock(TimeRange own) const { return {onClock(own.begin), onClock(own.end)}; }
};

/// One rank's part in a collective, with times of the trace of all.
struct CollectivePart {
  std::int32_t rank = -1;
  SpanId span = SpanId::none;  ///< span in the trace of all ranks; none if there is no such trace
  TimeRange range;
  Duration wait;      ///< time from its start until the last rank's start, at most until its own end
  Duration transfer;  ///< the rest
  CallPlace call;
};

/// One collective on all ranks that took part.
struct CollectiveMatch {
  CollectiveKind kind = CollectiveKind::Other;
  std::string name;                   ///< "allreduce", as the profile has it, else of the kernel's name: "AllReduce"
  std::string group;                  ///< the process group's name; empty if unknown
  std::size_t number = 0;             ///< displayed number: its place in the set's list, from 1
  std::int64_t bytes = -1;            ///< bytes in nccl-tests' convention; -1 if unknown
  std::size_t groupSize = 0;          ///< ranks of the group, in the set or not
  std::vector<CollectivePart> parts;  ///< sorted by rank, at least one
  std::vector<std::int32_t> missing;  ///< ranks of the set that belong to the group and lack it
  std::vector<std::int32_t> absent;   ///< ranks of the group, as far as it names them, that are not in the set

  [[nodiscard]] std::int32_t lastRank() const;  ///< rank that began last
  [[nodiscard]] Duration startSpread() const;   ///< time from the first start to the last
  [[nodiscard]] Duration lateBy() const;        ///< time from the last start but one to the last
  [[nodiscard]] Duration totalWait() const;     ///< sum over all ranks
  [[nodiscard]] Duration transfer() const;      ///< time from the last start to the last end
  [[nodiscard]] bool isComplete() const { return missing.empty() && parts.size() > 1; }
  /// Bytes a second; 0 where bytes or time are unknown. Factors of the bus bandwidth are those of nccl-tests
  /// (doc/PERFORMANCE.md): 2(n-1)/n for all-reduce, (n-1)/n for all-gather, reduce-scatter, all-to-all, gather and
  /// scatter, 1 for the others.
  [[nodiscard]] double algorithmBandwidth() const;
  [[nodiscard]] double busBandwidth() const;
};

/// A message between two ranks.
struct MessageMatch {
  std::int32_t from = -1;
  std::int32_t to = -1;
  /// Sending span in the trace of all ranks, where an arrow begins; none if there is no such trace.
  SpanId sender = SpanId::none;
  SpanId receiver = SpanId::none;
  std::int64_t bytes = -1;  ///< bytes of all messages between these two spans; -1 if unknown
  TimeRange sent;           ///< range of the sender's call
  TimeRange received;
  CallPlace sending;
  CallPlace receiving;
};

/// Breaks down the time of a rank's devices, from the first to the last activity of all ranks; unions, never sums.
struct RankAccount {
  std::int32_t rank = -1;
  Duration window;         ///< the same for all ranks; of hosts without devices from their first to last collective
  Duration busy;           ///< kernels, memcpys and memsets
  Duration compute;        ///< kernels but those of communication
  Duration communication;  ///< kernels of communication, or calls on a host without any: waiting and transferring
  Duration exposed;        ///< communication while no other kernel runs
  Duration waiting;        ///< wait in matched collectives until the last rank began
  Duration transferring;   ///< the rest of matched collectives
  Duration idle;           ///< window - busy
  std::size_t steps = 0;
  Duration medianStep;  ///< median length of its steps, as its devices end them; 0 if it has none

  [[nodiscard]] Duration unmatched() const { return communication - waiting - transferring; }
};

/// The reason why a rank began a collective later than the other ranks: since its previous one a kernel took longer
/// there, or it was idle, or it waited for a rank in a collective that not all of the others took part in.
struct LateReason {
  std::string kernel;          ///< empty if idle or waiting
  std::int32_t waitsFor = -1;  ///< a rank; -1 if this is not waiting
  Duration excess;             ///< excess over the median of the other ranks
};

/// Late starts of a rank after all-to-alls in which it had more than the others: in a mixture of experts more tokens.
struct ExpertImbalance {
  std::size_t times = 0;
  double bytes = 0;  ///< sum over these all-to-alls
  double mean = 0;   ///< mean of the ranks in them

  /// Returns whether it goes with most of these late starts, and is more than a little.
  [[nodiscard]] bool explains(std::size_t lateStarts) const {
    constexpr double little = 1.05;
    return times > 0 && times * 2 >= lateStarts && bytes > mean * little;
  }
};

/// Waiting for one rank that another one had made late.
struct PassedWait {
  std::int32_t rank = -1;  ///< rank for whom the others waited
  std::string group;       ///< the process group they waited in; empty if unknown
  Duration wait;
};

/// Waiting without a known cause, for it came out of communication with ranks that are not in the set.
struct MissingWait {
  std::string group;                ///< the process group they are of; empty if unknown
  std::vector<std::int32_t> ranks;  ///< ascending
  Duration wait;
};

/// Part of the way of a wait: a rank that began a collective last.
struct ChainLink {
  std::int32_t rank = -1;
  std::string group;           ///< the process group; empty if unknown
  std::size_t collective = 0;  ///< its number
};

/// Activity that took longer on a rank than on the others that did the same, and so caused waiting.
struct RootCause {
  std::string kernel;          ///< empty if nothing ran
  Duration excess;             ///< total excess over the median of the others
  Duration waitCaused;         ///< share of what others waited because of it
  std::size_t times = 0;       ///< late starts that it had a part in
  std::size_t collective = 0;  ///< number of the one that most of the waiting comes from
  /// The longest kernel before that, in the trace of all; after a pause the rank's part in the collective.
  SpanId span = SpanId::none;
  TimeRange range;   ///< range of that kernel, or of the pause
  std::string step;  ///< the rank's step at that time; empty if none
};

/// The cost of a rank's late starts to the others.
struct Straggler {
  std::int32_t rank = -1;
  std::size_t timesLast = 0;        ///< collectives that it began last
  Duration waitCaused;              ///< total waiting of the others in these; each moment of a rank counts once
  Duration waitBefore;              ///< their waiting before its recording began, in addition, of unknown cause
  Duration delay;                   ///< total time by which it was later than the last rank but one
  std::vector<LateReason> because;  ///< largest first, a few
  ExpertImbalance experts;
  /// Waiting of the others, for it or for ranks that it had delayed before. Over all stragglers it adds up to
  /// `waitCaused`, but is attributed to the rank that was late first.
  Duration rootCaused;
  Duration untraced;                ///< part that stays with it for lack of a known cause
  std::vector<MissingWait> absent;  ///< part of `untraced` that came from ranks that are not in the set
  std::vector<PassedWait> through;  ///< part of `rootCaused` in waits for other ranks, most first; all
  std::vector<ChainLink> chain;     ///< the way of the longest of these waits, from this rank to whom others waited for
  std::vector<RootCause> causes;    ///< most waiting first, a few

  [[nodiscard]] Duration traced() const { return rootCaused - untraced; }
};

/// The steps of one name on all ranks that have it.
struct StepSpread {
  std::string name;
  std::vector<std::pair<std::int32_t, Duration>> lengths;  ///< length on each rank

  [[nodiscard]] Duration spread() const;  ///< longest - shortest
  [[nodiscard]] std::int32_t longestRank() const;
};

/// The ranks of a run as one trace, and the results over all of them. Immutable.
struct RankSet {
  std::string path;                          ///< the folder, the archive, or what the files' paths have in common
  std::vector<RankFile> files;               ///< sorted by rank
  std::vector<Message> doubts;               ///< sentences: what is odd about the set
  std::shared_ptr<const Trace> trace;        ///< merged trace of all ranks; null if not requested, or a rank has none
  TimeRange bounds;                          ///< range from the first to the last event of all ranks
  std::vector<RankClock> clocks;             ///< sorted by rank
  std::vector<CollectiveMatch> collectives;  ///< sorted by start of the last rank; includes those that lack a rank
  std::vector<MessageMatch> messages;        ///< sorted by start of the sender
  std::size_t unmatchedMessages = 0;  ///< sends and receives whose other end is not in the set, or was not recorded
  std::size_t directionless = 0;      ///< kernels that send or receive, without a peer in the profile
  std::vector<RankAccount> accounts;  ///< sorted by rank
  std::vector<Straggler> stragglers;  ///< sorted by wait caused, most first; all ranks
  std::shared_ptr<const RankSteps> rankSteps;
  std::vector<StepSpread> steps;  ///< sorted by time

  [[nodiscard]] std::size_t incompleteCollectives() const;  ///< number that lack a rank of their group

  [[nodiscard]] std::uint64_t lost() const;  ///< number of events lost on import, over all files
  [[nodiscard]] std::uint64_t repaired() const;
  /// Returns the id among the names of all ranks for a name of a rank's digest, by the rank's place.
  [[nodiscard]] StringId nameOf(std::size_t place, std::uint32_t own) const { return nameIds->at(place)[own]; }

  // Needed by `withClocks` alone.
  std::vector<Message> unusualFiles;        ///< the doubts that do not depend on clocks
  std::shared_ptr<const StringPool> names;  ///< names of all ranks
  /// Id of each name, indexed by rank, then by the digest's number.
  std::shared_ptr<const std::vector<std::vector<StringId>>> nameIds;
  std::shared_ptr<const RankMatching> matching;
};

using RankCorrections = std::vector<std::pair<std::int32_t, Duration>>;  ///< rank, and what is added to its times

/// The set of `files`, which are those of different ranks; `doubts` are what is odd about them already. `corrections`
/// come in place of estimates. It has a trace of all where every file has its trace. Null if stopped.
[[nodiscard]] std::shared_ptr<const RankSet> rankSetOf(std::string path, std::vector<RankFile> files,
                                                       std::vector<Message> doubts = {},
                                                       const RankCorrections& corrections = {}, unsigned threads = 1,
                                                       const std::stop_token& stop = {});

/// Returns the set with other clocks; collectives are not matched again. A rank that `corrections` does not name has
/// its estimate. Null if stopped.
[[nodiscard]] std::shared_ptr<const RankSet> withClocks(const RankSet& set, const RankCorrections& corrections,
                                                        unsigned threads = 1, const std::stop_token& stop = {});

}  // namespace kernline
