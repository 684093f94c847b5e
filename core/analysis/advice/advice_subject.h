// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/host_waits.h"
#include "core/analysis/advice/advice.h"
#include "core/analysis/advice/communication_calls.h"
#include "core/analysis/advice/device_timeline.h"
#include "core/analysis/work/call_arguments.h"
#include "core/analysis/work/work_model.h"
#include "core/model/base/message.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace kernline {

/// A row that is being added up.
struct AdviceDraft {
  Duration bound;
  Duration measured;  ///< total time of its subject, claimed or not
  std::uint64_t count = 0;
  AdviceRemedy remedy;

  void add(Duration claimed, SpanId span, TimeRange range);
  /// Adds device activity that takes this much less.
  void addActivity(const Trace& trace, Duration claimed, SpanId activity);
  /// The places of most of the bound.
  [[nodiscard]] std::vector<AdvicePlace> places() const;

 private:
  struct Place {
    Duration claimed;
    AdvicePlace place;
  };
  std::vector<Place> m_places;  // a heap, the least of them in front
};

/// Sizes of C[B, M, N] = A[B, M, K] · B[B, K, N], as an operator was called with.
struct ProductSizes {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::int64_t batch = 1;
  double width = 0;            ///< bytes of an element of A
  bool isATransposed = false;  ///< M lies densely in memory, not K
  bool isBTransposed = false;  ///< K lies densely in memory, not N

  [[nodiscard]] double outputs() const {
    return static_cast<double>(batch) * static_cast<double>(m) * static_cast<double>(n);
  }
};

/// nullopt if its sizes cannot be determined, as for a convolution, whose `needs` are not those of a product of these
/// sizes.
[[nodiscard]] std::optional<ProductSizes> productSizes(const CallArguments& call, const CallWork& needs);

/// The share of peak rates that kernels reach at most. Datasheets promise more than the fastest ones do: on an H100 and
/// an H200 cuBLAS measures 0.72 to 0.81 of the peaks of all types, and copies 0.90 of the memory bandwidth (`kernline
/// record ceilings`); the fastest kernels in short profiles reach 0.85 and 0.91. Ceilings that were measured or given
/// stay what they are.
inline constexpr double reachablePeak = 0.9;
inline constexpr double reachableBandwidth = 0.95;
[[nodiscard]] std::optional<Ceilings> reachableOf(const std::optional<Ceilings>& ceilings);

/// The data that all parts of the advice work on. Each part claims what it can, so their order matters.
class AdviceSubject {
 public:
  AdviceSubject(TraceAnalysis& origins, const WorkModel& modeled, const WorkMeter& measured, std::stop_token stopped);

  TraceAnalysis& causes;
  const Trace& trace;
  const WorkModel& model;
  const WorkMeter& meter;
  std::stop_token stop;         ///< then what is found is of no use
  std::vector<SpanId> parents;  ///< parent of each span, once set
  HostWaits waits;
  WorkMeter reach;  ///< measures against reachable ceilings, for bounds
  std::vector<DeviceTimeline> devices;
  Advice advice;
  std::shared_ptr<const ReplayedRun> run;  ///< run in which the savings of rows are replayed; nullptr if impossible
  std::optional<RemedyReplay> replay;

  /// Whether an operator made its work.
  [[nodiscard]] bool hasOperator(const WorkCall& call) const { return model.forms[call.form].op != SpanId::none; }
  /// Reads the arguments of all forms ahead, unless there are so many that this takes too much memory.
  void readArguments();
  /// Returns the arguments of calls of this form.
  [[nodiscard]] const CallArguments& arguments(const WorkCall& call);
  /// Returns the elements of each tensor that calls of this form were given. Reads the arguments only if it has to.
  [[nodiscard]] std::vector<std::int64_t> sizes(const WorkCall& call) {
    return model.forms[call.form].sizes ? *model.forms[call.form].sizes : tensorSizes(arguments(call));
  }
  /// Whether savings are enough for a row: more than a thousandth of what was analyzed.
  [[nodiscard]] bool isWorthRow(Duration bound) const {
    constexpr std::int64_t minShareInverse = 1000;
    return bound.ns > advice.elapsed.ns / minShareInverse;
  }
  /// "1.2 ms per step", or of a range "1.2 ms".
  [[nodiscard]] Message perStep(Duration sum) const;
  /// The operator of device activity; of what no operator made, the work.
  [[nodiscard]] std::string nameOf(SpanId activity) const;
  /// Adds a sentence if recording may have caused much of the row's bound, and lowers its confidence if no replay shows
  /// how much. `doubtful`: its idle time in which the host was in recorded calls.
  void doubtRecorded(AdviceRow& row, Duration doubtful) const;
  /// Returns the collective calls, read once.
  [[nodiscard]] const CommunicationCalls& communication();
  /// Returns the place in the program that `span` comes from; empty if unknown, or no more than its name.
  [[nodiscard]] std::string_view originNameOf(SpanId span);
  /// The one that most of them come from.
  [[nodiscard]] std::string_view originNameOf(std::span<const AdvicePlace> places);
  /// Adds a sentence to each row on the place in the program that its example comes from, if known.
  void addOrigins();

 private:
  [[nodiscard]] CallArguments readArgumentsOf(const WorkForm& form) const;

  std::unordered_map<std::uint32_t, CallArguments> m_arguments;  // arguments by form
  std::optional<CommunicationCalls> m_communication;             // once it is requested
};

// Ordered as they claim time.
void adviseRecomputation(AdviceSubject& subject);
void adviseOptimizers(AdviceSubject& subject);
/// Applies the rules of resources/advice.txt and the user's own.
void adviseCatalog(AdviceSubject& subject);
void adviseAllocation(AdviceSubject& subject);
void adviseLaunches(AdviceSubject& subject);
void adviseAttention(AdviceSubject& subject);
/// Suggests fusing chains of two or more kernels that compute something.
void adviseFusion(AdviceSubject& subject);
void adviseCopies(AdviceSubject& subject);
/// Suggests fusing one kernel that computes something with copies of its tensors.
void adviseCopyFusion(AdviceSubject& subject);
void advisePadding(AdviceSubject& subject);
void advisePrecision(AdviceSubject& subject);
void adviseCounters(AdviceSubject& subject);
void adviseSmallKernels(AdviceSubject& subject);
void adviseRoofline(AdviceSubject& subject);
void adviseCommunication(AdviceSubject& subject);
void adviseHost(AdviceSubject& subject);

}  // namespace kernline
