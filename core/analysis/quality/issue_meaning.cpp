// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/issue_meaning.h"

#include "core/model/base/message.h"

#include <array>

namespace kernline {

namespace {

using enum Figure;
using Kind = IssueKind;

constexpr Figures everything{WallTime,       DeviceBusy,    IdleCauses, KernelStatistics,
                             HostStatistics, LaunchLatency, QueueDepth, OpAttribution,
                             Utilization,    Steps,         Counters,   Links};
constexpr Figures events{DeviceBusy, KernelStatistics, Utilization, HostStatistics, Steps};

constexpr std::array<IssueMeaning, issueKindCount> meanings{{
    {Kind::TruncatedInput,
     Phrase::tr("The recording or the copy of the file was cut off. Later events are missing from all figures, and "
                "tracks may end at different times."),
     everything},
    {Kind::MemoryLimit,
     Phrase::tr(
         "Everything after this place in the file is missing from all figures, and tracks may end at different times."),
     everything},
    {Kind::MissingComma, Phrase::tr("The events on both sides were read completely. Figures are not affected."),
     Figures{}},
    {Kind::ExtraComma, Phrase::tr("Nothing was lost. Figures are not affected."), Figures{}},
    {Kind::BrokenEvent, Phrase::tr("They are missing from the timeline, from counts and from totals."), events},
    {Kind::UnescapedQuote, Phrase::tr("Names or texts may differ from what the program wrote. Times are correct."),
     Figures{Names}},
    {Kind::RawBackslash, Phrase::tr("The text is kept unchanged. Times are correct."), Figures{Names}},
    {Kind::ControlCharacter, Phrase::tr("The text is shown with escapes. Times are correct."), Figures{Names}},
    {Kind::InvalidUtf8, Phrase::tr("Names that differ only in these bytes share one table row."), Figures{Names}},
    {Kind::NonFiniteNumber,
     Phrase::tr("A missing duration counts as 0; a missing argument is left out of the figures that use it."),
     Figures{KernelStatistics, Utilization, HostStatistics}},
    {Kind::HugeInteger, Phrase::tr("These ids are compared as text, so tracks and links stay distinct."), Figures{}},
    {Kind::DuplicateKey, Phrase::tr("If the first value was meant, the event has a wrong name, time or argument here."),
     Figures{Names, KernelStatistics, Utilization, HostStatistics}},
    {Kind::DamagedValue,
     Phrase::tr("The values are kept as they stand, or left out. The other values of these events are read."),
     Figures{KernelStatistics, Utilization}},
    {Kind::ConcatenatedDocument,
     Phrase::tr(
         "Their events share one time axis. With different clocks, times between the documents are meaningless."),
     Figures{WallTime, IdleCauses, Utilization}},
    {Kind::TrailingText, Phrase::tr("Events in that text are missing from all figures."), Figures{}},
    {Kind::EmptyEvent, Phrase::tr("They had nothing to count."), Figures{}},
    {Kind::UnknownPhase, Phrase::tr("They are missing from counts and totals."), events},
    {Kind::MissingTimestamp,
     Phrase::tr("Without a time they cannot be placed. They are missing from counts and totals."), events},
    {Kind::BadTimestamp, Phrase::tr("Without a time they cannot be placed. They are missing from counts and totals."),
     events},
    {Kind::ClampedTime, Phrase::tr("They are shown at the limit of the time range, far from where they happened."),
     Figures{WallTime, DeviceBusy, KernelStatistics, Utilization, HostStatistics}},
    {Kind::MissingDuration, Phrase::tr("They are in counts but add nothing to totals, so mean and median are too low."),
     Figures{DeviceBusy, KernelStatistics, Utilization, HostStatistics}},
    {Kind::BadDuration, Phrase::tr("They are in counts but add nothing to totals, so mean and median are too low."),
     Figures{DeviceBusy, KernelStatistics, Utilization, HostStatistics}},
    {Kind::NegativeDuration,
     Phrase::tr("They are in counts but add nothing to totals, so mean and median are too low."),
     Figures{DeviceBusy, KernelStatistics, Utilization, HostStatistics}},
    {Kind::ZeroTimeOutlier,
     Phrase::tr("The profiler wrote no time for them. They are in statistics by name, but not in busy time."),
     Figures{DeviceBusy, KernelStatistics, Utilization}},
    {Kind::EndWithoutBegin,
     Phrase::tr("They began before the recording, or their begin events were lost. The time before them is not shown "
                "as a span."),
     Figures{HostStatistics}},
    {Kind::BeginWithoutEnd,
     Phrase::tr("Their end is unknown. The duration is an estimate, and the span is marked as unfinished."),
     Figures{HostStatistics, KernelStatistics, Utilization}},
    {Kind::MismatchedEnd,
     Phrase::tr("Begin and end events may be paired incorrectly, which shifts time between neighboring names."),
     Figures{HostStatistics}},
    {Kind::AsyncEndWithoutBegin,
     Phrase::tr("They began before the recording. The time before them is not shown as a span."),
     Figures{HostStatistics}},
    {Kind::AsyncBeginWithoutEnd,
     Phrase::tr("Their end is unknown. The duration is an estimate, and the span is marked as unfinished."),
     Figures{HostStatistics}},
    {Kind::PartialOverlap,
     Phrase::tr("Totals count the overlap twice; busy time, a union, counts it once. Nothing was cut."), Figures{}},
    {Kind::DanglingFlow,
     Phrase::tr("Some arrows are missing. A few are normal: profilers write more flow ends than starts."),
     Figures{Links}},
    {Kind::BadCounterValue, Phrase::tr("The curve keeps the previous value."), Figures{Counters}},
    {Kind::UnreadMetadata, Phrase::tr("Track names or the order of tracks may be missing."), Figures{Names}},
    {Kind::KernelWithoutLaunch,
     Phrase::tr("Its launch time is unknown: launch latency and queue depth exclude it, and idle time before it has an "
                "unknown cause."),
     Figures{LaunchLatency, QueueDepth, IdleCauses, OpAttribution, Utilization}},
    {Kind::AmbiguousLaunch,
     Phrase::tr("The file merges processes whose ids collide. The work is not linked to any call, to avoid linking it "
                "to a wrong one."),
     Figures{LaunchLatency, QueueDepth, IdleCauses, OpAttribution, Utilization}},
    {Kind::NegativeLaunchLatency,
     Phrase::tr("Device and host clocks differ by at least this much. Launch latency is off by as much, and idle time "
                "before such work has an unknown cause."),
     Figures{LaunchLatency, QueueDepth, IdleCauses}},
    {Kind::GuessedDevice,
     Phrase::tr("The file does not say that they are devices. If they are not, their spans are no device work."),
     Figures{DeviceBusy, KernelStatistics, Utilization}},
    {Kind::GraphReplay,
     Phrase::tr("The profiler does not record which operator they belong to, so statistics by operator list them as "
                "graph replays. Times are correct."),
     Figures{OpAttribution, Utilization, LaunchLatency}},
    {Kind::TotalsWithoutTimes,
     Phrase::tr("A span is as wide as its total and may stand for many calls. Totals are correct; starts, order and "
                "gaps mean nothing."),
     Figures{WallTime, DeviceBusy, IdleCauses, Utilization}},
    {Kind::UnsupportedRecord, Phrase::tr("They are not spans. Times are not affected."), Figures{}},
    {Kind::NoDeviceRecords,
     Phrase::tr("There are no device figures."),  // whyNoDeviceRecords() says more
     Figures{DeviceBusy, KernelStatistics, Utilization}},
    {Kind::ProfilerWarning, Phrase::tr("Something may be missing from the recording; see the profiler's message."),
     Figures{}},
    {Kind::ProfilerError, Phrase::tr("Something was not recorded as requested; see the profiler's message."), events},
}};

}  // namespace

const IssueMeaning& issueMeaning(IssueKind kind) {
  return meanings[static_cast<std::size_t>(kind)];
}

}  // namespace kernline
