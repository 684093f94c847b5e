// SPDX-License-Identifier: GPL-3.0-or-later
// What the core says of a file: marked here for translation, since the core knows no Qt. A test holds it complete.
#include "ui/kit/language/core_text.h"

#include <QCoreApplication>

#include <initializer_list>
#include <vector>

namespace kernline::ui {
namespace {

/// issueText()
constexpr const char* issues[] = {
    QT_TRANSLATE_NOOP("core", "the file ends early; what came before the end is shown"),
    QT_TRANSLATE_NOOP("core", "commas were missing and have been assumed"),
    QT_TRANSLATE_NOOP("core", "superfluous commas were ignored"),
    QT_TRANSLATE_NOOP("core", "events that could not be read were skipped"),
    QT_TRANSLATE_NOOP("core", "quotes inside strings were not escaped and have been kept as text"),
    QT_TRANSLATE_NOOP("core", "backslashes were not escaped and have been kept as text"),
    QT_TRANSLATE_NOOP("core", "raw control characters inside strings were kept"),
    QT_TRANSLATE_NOOP("core", "bytes that are no UTF-8 were replaced"),
    QT_TRANSLATE_NOOP("core", "NaN or infinite values were read as absent"),
    QT_TRANSLATE_NOOP("core", "integers beyond 64 bits were kept as text"),
    QT_TRANSLATE_NOOP("core", "keys occurred twice in one event; the last value counts"),
    QT_TRANSLATE_NOOP("core", "the file holds several JSON documents; all were read"),
    QT_TRANSLATE_NOOP("core", "text behind the document was skipped"),
    QT_TRANSLATE_NOOP("core", "entries that are no events were skipped"),
    QT_TRANSLATE_NOOP("core", "events without a phase that the format knows were skipped"),
    QT_TRANSLATE_NOOP("core", "events without a timestamp were skipped"),
    QT_TRANSLATE_NOOP("core", "events whose timestamp is no number were skipped"),
    QT_TRANSLATE_NOOP("core", "times beyond the range of 64-bit nanoseconds were clamped"),
    QT_TRANSLATE_NOOP("core", "complete events without a duration were given length 0"),
    QT_TRANSLATE_NOOP("core", "complete events whose duration is no number were given length 0"),
    QT_TRANSLATE_NOOP("core", "negative durations were set to 0"),
    QT_TRANSLATE_NOOP("core", "events at time 0 beside much later ones do not count for the bounds"),
    QT_TRANSLATE_NOOP("core", "ends without a begin were skipped"),
    QT_TRANSLATE_NOOP("core", "begins without an end were ended with their thread"),
    QT_TRANSLATE_NOOP("core", "ends name another event than the one they end"),
    QT_TRANSLATE_NOOP("core", "asynchronous ends or steps without a begin were skipped"),
    QT_TRANSLATE_NOOP("core", "asynchronous begins without an end were ended with the trace"),
    QT_TRANSLATE_NOOP("core", "spans overlap without nesting and sit on lanes of their own"),
    QT_TRANSLATE_NOOP("core", "flow records have no counterpart or no span to bind to"),
    QT_TRANSLATE_NOOP("core", "counter values that are no number were skipped"),
    QT_TRANSLATE_NOOP("core", "metadata events could not be used"),
    QT_TRANSLATE_NOOP("core", "device work whose launching call is not in the trace"),
    QT_TRANSLATE_NOOP("core",
                      "device work whose correlation id calls of several processes have; it was linked to none"),
    QT_TRANSLATE_NOOP("core", "device work starts before the call that launched it"),
    QT_TRANSLATE_NOOP("core", "device work of CUDA graph launches: one call started many"),
    QT_TRANSLATE_NOOP("core", "records of a kind that is counted but not shown"),
    QT_TRANSLATE_NOOP("core", "the recording holds no CUDA data: no kernel, no copy, no call"),
    QT_TRANSLATE_NOOP("core", "the profiler warned while it recorded"),
    QT_TRANSLATE_NOOP("core", "the profiler reported errors while it recorded"),
};

/// issueMeaning()
constexpr const char* meanings[] = {
    QT_TRANSLATE_NOOP("core",
                      "The recording or the copy of the file was cut off. Whatever came later is in no figure; rows "
                      "may end at different times."),
    QT_TRANSLATE_NOOP("core", "The events on both sides were read whole, so no figure changes."),
    QT_TRANSLATE_NOOP("core", "Nothing was left out, so no figure changes."),
    QT_TRANSLATE_NOOP("core", "Each of them is missing from counts and sums, and from the timeline."),
    QT_TRANSLATE_NOOP("core", "The name or the text may differ from what the program meant; times are right."),
    QT_TRANSLATE_NOOP("core", "The text is kept as it stands; times are right."),
    QT_TRANSLATE_NOOP("core", "The text is shown with escapes; times are right."),
    QT_TRANSLATE_NOOP("core", "Names that differ only there fall into one row."),
    QT_TRANSLATE_NOOP("core",
                      "A duration read as absent is 0; an argument read as absent is left out of what rests on it."),
    QT_TRANSLATE_NOOP("core", "Such ids are compared as text, so rows and links stay apart."),
    QT_TRANSLATE_NOOP("core", "If the writer meant the first one, the event has another name, time or argument here."),
    QT_TRANSLATE_NOOP(
        "core",
        "Their events are on one time axis. If they come from different clocks, times between them mean nothing."),
    QT_TRANSLATE_NOOP("core", "If it held events, they are in no figure."),
    QT_TRANSLATE_NOOP("core", "There was nothing in them to count."),
    QT_TRANSLATE_NOOP("core", "Each of them is missing from counts and sums."),
    QT_TRANSLATE_NOOP("core", "Without a time they have no place; each is missing from counts and sums."),
    QT_TRANSLATE_NOOP("core", "They stand at the edge of time, far from where they happened."),
    QT_TRANSLATE_NOOP("core", "They count as events and add nothing to sums; mean and median are too small."),
    QT_TRANSLATE_NOOP("core",
                      "Their producer had no time for them. Busy time leaves them out; statistics by name count them."),
    QT_TRANSLATE_NOOP(
        "core",
        "The recording began after them, or their begin was lost; the time before them is not shown as a span."),
    QT_TRANSLATE_NOOP("core", "Their true end is unknown, so their duration is a guess and marked as unfinished."),
    QT_TRANSLATE_NOOP("core",
                      "Begins and ends may be paired wrongly, which shifts time between the names around there."),
    QT_TRANSLATE_NOOP("core", "The recording began after them; the time before them is not shown as a span."),
    QT_TRANSLATE_NOOP("core", "Sums count the common time twice; busy time, a union, counts it once. Nothing was cut."),
    QT_TRANSLATE_NOOP("core",
                      "Some arrows are missing. Profilers write more arrow ends than starts, so a few say nothing."),
    QT_TRANSLATE_NOOP("core", "The curve keeps the value before."),
    QT_TRANSLATE_NOOP("core", "Names or the order of rows may be missing."),
    QT_TRANSLATE_NOOP("core",
                      "Nobody knows when the host asked for it: launch latency and queue depth leave it out, idle time "
                      "before it is of unknown cause."),
    QT_TRANSLATE_NOOP(
        "core",
        "The file merges processes whose ids collide. Rather than to a stranger's call, this work is linked to none."),
    QT_TRANSLATE_NOOP("core",
                      "Device and host clocks disagree there by at least as much. Launch latency is wrong by that, and "
                      "idle time before such work is of unknown cause."),
    QT_TRANSLATE_NOOP("core",
                      "The profiler does not say which operator made each of them, so statistics by operator show them "
                      "as graph replays. Times are right."),
    QT_TRANSLATE_NOOP("core", "They are no spans; no figure of time changes."),
    QT_TRANSLATE_NOOP("core",
                      "Either CUDA was not traced (`nsys profile --trace=cuda`), or the program used no GPU while it "
                      "was recorded. There are no figures of devices."),
    QT_TRANSLATE_NOOP("core", "Something may not have been recorded; the profiler's own words say what."),
    QT_TRANSLATE_NOOP("core", "Something was not recorded as asked; the profiler's own words say what."),
};

/// Trust::of()
constexpr const char* findings[] = {
    QT_TRANSLATE_NOOP("core", "the least launch latency of a device changes at one moment, and for good"),
    QT_TRANSLATE_NOOP("core", "the least launch latency of a device changes steadily over the trace"),
    QT_TRANSLATE_NOOP("core",
                      "Kernels that an idle device starts at once all take the same least time from their call on, so "
                      "the clocks of host and device moved against each other. Launch latency, idle causes and queue "
                      "depth are wrong by as much; times within the device, and within the host, are right."),
    QT_TRANSLATE_NOOP("core", "device work overlaps other work of its own stream"),
    QT_TRANSLATE_NOOP("core",
                      "A stream runs one after the other, so either a kernel was let start early (programmatic "
                      "dependent launch) or the profiler's end times are too late (known of ROCm). Sums count the "
                      "common time twice; busy time counts it once."),
    QT_TRANSLATE_NOOP("core", "kernels last no time at all"),
    QT_TRANSLATE_NOOP("core",
                      "Every kernel takes a microsecond or so; the file rounds to whole microseconds, or the profiler "
                      "lost their end. They are in counts, not in sums, and pull mean and median down."),
    QT_TRANSLATE_NOOP("core", "kernels start while the call that launched them still runs"),
    QT_TRANSLATE_NOOP("core",
                      "Usual where a call does more than launch or waits for a full queue. Latency is measured from "
                      "the call's begin, so it stays positive."),
    QT_TRANSLATE_NOOP("core", "device work lies far outside the host's time"),
    QT_TRANSLATE_NOOP("core",
                      "Device and host clocks were not aligned, or two recordings were merged. Times between host and "
                      "device mean nothing; those within the device are right."),
    QT_TRANSLATE_NOOP("core",
                      "device and host clocks drift apart: the least launch latency falls below zero over time"),
    QT_TRANSLATE_NOOP("core",
                      "The later in the trace, the more host and device are shifted against each other. Launch latency "
                      "and idle causes are wrong by that; times within the device are right."),
    QT_TRANSLATE_NOOP("core", "memory records without totals"),
    QT_TRANSLATE_NOOP("core",
                      "The file says what was allocated and freed, not what was there before. Totals are summed up "
                      "from the least that keeps them from falling below zero; the true ones may be larger."),
    QT_TRANSLATE_NOOP("core",
                      "The profiler lost records or counts from the middle of a run. The memory curve shows them as "
                      "they are; its changes are right, its height is not."),
    QT_TRANSLATE_NOOP("core",
                      "No program uses more than its allocator holds: one of the two was read at another time, or is "
                      "wrong. What is reserved and not in use cannot be told there."),
    QT_TRANSLATE_NOOP("core", "A damaged record, or a number of something else. Neither curve nor blocks have it."),
    QT_TRANSLATE_NOOP("core", "steps without any device work"),
    QT_TRANSLATE_NOOP("core",
                      "Either the device was not recorded from the beginning (profilers miss the first steps), or its "
                      "work ran after the step had ended. Means over steps include them."),
    QT_TRANSLATE_NOOP("core",
                      "Nsight Compute runs each kernel alone and repeats it for every group of metrics, unless told "
                      "otherwise with caches flushed and clocks locked to their base: its times are not those of a "
                      "program that runs freely."),
};

/// logIssueText()
constexpr const char* logIssues[] = {
    QT_TRANSLATE_NOOP("core", "the input ends early or is damaged"),
    QT_TRANSLATE_NOOP("core", "lines longer than 1 MiB, read up to there"),
    QT_TRANSLATE_NOOP("core", "bytes that are no UTF-8 in what was kept"),
    QT_TRANSLATE_NOOP("core", "lines of bytes that are no text, passed over"),
    QT_TRANSLATE_NOOP("core", "lines of a table that lack columns, left out"),
    QT_TRANSLATE_NOOP("core", "cells that are no number of their column's unit, kept as text"),
    QT_TRANSLATE_NOOP("core", "tables without their first lines, columns found from the rows"),
    QT_TRANSLATE_NOOP("core", "tables that end in the middle"),
    QT_TRANSLATE_NOOP("core", "lines of something else inside a table"),
    QT_TRANSLATE_NOOP("core", "tables whose lines were wrapped, put together again"),
    QT_TRANSLATE_NOOP("core", "text glued to a number, left off"),
    QT_TRANSLATE_NOOP("core", "percentages that are not their row's part of the total"),
    QT_TRANSLATE_NOOP("core", "averages that are not the total by the calls"),
    QT_TRANSLATE_NOOP("core", "rows that add up to more than the printed total"),
    QT_TRANSLATE_NOOP("core", "minimum, median, average and maximum out of order"),
    QT_TRANSLATE_NOOP("core", "cut names that several longer ones begin with"),
    QT_TRANSLATE_NOOP("core", "beyond two million numbers or a hundred thousand failures, not kept"),
};

}  // namespace

std::span<const char* const> coreTextsOfFiles() {
  static const std::vector<const char*> all = [] {
    std::vector<const char*> fileTexts;
    for (const std::span<const char* const> part :
         std::initializer_list<std::span<const char* const>>{issues, meanings, findings, logIssues}) {
      fileTexts.insert(fileTexts.end(), part.begin(), part.end());
    }
    return fileTexts;
  }();
  return all;
}

}  // namespace kernline::ui
