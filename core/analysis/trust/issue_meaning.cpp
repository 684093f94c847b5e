// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trust/issue_meaning.h"

#include <array>

namespace kernline {

namespace {

using enum Figure;
using Kind = IssueKind;

constexpr Figures everything{WallTime,   DeviceBusy,    IdleCauses, KernelStatistics, HostStatistics, LaunchLatency,
                             QueueDepth, OpAttribution, Steps,      Counters,         Links};
constexpr Figures events{DeviceBusy, KernelStatistics, HostStatistics, Steps};

constexpr std::array<IssueMeaning, issueKindCount> meanings{{
    {Kind::TruncatedInput,
     "The recording or the copy of the file was cut off. Whatever came later is in no figure; rows may end at "
     "different times.",
     everything},
    {Kind::MissingComma, "The events on both sides were read whole, so no figure changes.", Figures{}},
    {Kind::ExtraComma, "Nothing was left out, so no figure changes.", Figures{}},
    {Kind::BrokenEvent, "Each of them is missing from counts and sums, and from the timeline.", events},
    {Kind::UnescapedQuote, "The name or the text may differ from what the program meant; times are right.",
     Figures{Names}},
    {Kind::RawBackslash, "The text is kept as it stands; times are right.", Figures{Names}},
    {Kind::ControlCharacter, "The text is shown with escapes; times are right.", Figures{Names}},
    {Kind::InvalidUtf8, "Names that differ only there fall into one row.", Figures{Names}},
    {Kind::NonFiniteNumber,
     "A duration read as absent is 0; an argument read as absent is left out of what rests on it.",
     Figures{KernelStatistics, HostStatistics}},
    {Kind::HugeInteger, "Such ids are compared as text, so rows and links stay apart.", Figures{}},
    {Kind::DuplicateKey, "If the writer meant the first one, the event has another name, time or argument here.",
     Figures{Names, KernelStatistics, HostStatistics}},
    {Kind::ConcatenatedDocument,
     "Their events are on one time axis. If they come from different clocks, times between them mean nothing.",
     Figures{WallTime, IdleCauses}},
    {Kind::TrailingText, "If it held events, they are in no figure.", Figures{}},
    {Kind::EmptyEvent, "There was nothing in them to count.", Figures{}},
    {Kind::UnknownPhase, "Each of them is missing from counts and sums.", events},
    {Kind::MissingTimestamp, "Without a time they have no place; each is missing from counts and sums.", events},
    {Kind::BadTimestamp, "Without a time they have no place; each is missing from counts and sums.", events},
    {Kind::ClampedTime, "They stand at the edge of time, far from where they happened.",
     Figures{WallTime, DeviceBusy, KernelStatistics, HostStatistics}},
    {Kind::MissingDuration, "They count as events and add nothing to sums; mean and median are too small.",
     Figures{DeviceBusy, KernelStatistics, HostStatistics}},
    {Kind::BadDuration, "They count as events and add nothing to sums; mean and median are too small.",
     Figures{DeviceBusy, KernelStatistics, HostStatistics}},
    {Kind::NegativeDuration, "They count as events and add nothing to sums; mean and median are too small.",
     Figures{DeviceBusy, KernelStatistics, HostStatistics}},
    {Kind::ZeroTimeOutlier,
     "Their producer had no time for them. Busy time leaves them out; statistics by name count them.",
     Figures{DeviceBusy, KernelStatistics}},
    {Kind::EndWithoutBegin,
     "The recording began after them, or their begin was lost; the time before them is not shown as a span.",
     Figures{HostStatistics}},
    {Kind::BeginWithoutEnd, "Their true end is unknown, so their duration is a guess and marked as unfinished.",
     Figures{HostStatistics, KernelStatistics}},
    {Kind::MismatchedEnd, "Begins and ends may be paired wrongly, which shifts time between the names around there.",
     Figures{HostStatistics}},
    {Kind::AsyncEndWithoutBegin, "The recording began after them; the time before them is not shown as a span.",
     Figures{HostStatistics}},
    {Kind::AsyncBeginWithoutEnd, "Their true end is unknown, so their duration is a guess and marked as unfinished.",
     Figures{HostStatistics}},
    {Kind::PartialOverlap, "Sums count the common time twice; busy time, a union, counts it once. Nothing was cut.",
     Figures{}},
    {Kind::DanglingFlow, "Some arrows are missing. Profilers write more arrow ends than starts, so a few say nothing.",
     Figures{Links}},
    {Kind::BadCounterValue, "The curve keeps the value before.", Figures{Counters}},
    {Kind::UnreadMetadata, "Names or the order of rows may be missing.", Figures{Names}},
    {Kind::KernelWithoutLaunch,
     "Nobody knows when the host asked for it: launch latency and queue depth leave it out, idle time before it is of "
     "unknown cause.",
     Figures{LaunchLatency, QueueDepth, IdleCauses, OpAttribution}},
    {Kind::AmbiguousLaunch,
     "The file merges processes whose ids collide. Rather than to a stranger's call, this work is linked to none.",
     Figures{LaunchLatency, QueueDepth, IdleCauses, OpAttribution}},
    {Kind::NegativeLaunchLatency,
     "Device and host clocks disagree there by at least as much. Launch latency is wrong by that, and idle time before "
     "such work is of unknown cause.",
     Figures{LaunchLatency, QueueDepth, IdleCauses}},
    {Kind::GraphReplay,
     "The profiler does not say which operator made each of them, so statistics by operator show them as graph "
     "replays. Times are right.",
     Figures{OpAttribution, LaunchLatency}},
    {Kind::UnsupportedRecord, "They are no spans; no figure of time changes.", Figures{}},
    {Kind::NoDeviceRecords,
     "Either CUDA was not traced (`nsys profile --trace=cuda`), or the program used no GPU while it was recorded. "
     "There "
     "are no figures of devices.",
     Figures{DeviceBusy, KernelStatistics}},
    {Kind::ProfilerWarning, "Something may not have been recorded; the profiler's own words say what.", Figures{}},
    {Kind::ProfilerError, "Something was not recorded as asked; the profiler's own words say what.", events},
}};

}  // namespace

const IssueMeaning& issueMeaning(IssueKind kind) {
  return meanings[static_cast<std::size_t>(kind)];
}

}  // namespace kernline
