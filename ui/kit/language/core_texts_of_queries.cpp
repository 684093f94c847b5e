// SPDX-License-Identifier: GPL-3.0-or-later
// What can be queried, why a query fails, and what is in the way of recording.
#include "ui/kit/language/core_text.h"

#include <QCoreApplication>

#include <iterator>
#include <vector>

namespace kernline::ui {
namespace {

// NOLINTBEGIN(bugprone-suspicious-missing-comma): sentences on several lines
/// What sql::tableSchemas() and sql::functionSchemas() say of themselves
constexpr const char* schema[] = {
    QT_TRANSLATE_NOOP("core", "everything with a beginning and a length"),
    QT_TRANSLATE_NOOP("core", "the span's number, for joins"),
    QT_TRANSLATE_NOOP("core", "as the file has it"),
    QT_TRANSLATE_NOOP("core", "as the file has it: kernel, cpu_op, …; NULL if it has none"),
    QT_TRANSLATE_NOOP("core",
                      "kernel, memcpy, memset, device_sync, device_annotation, runtime, op, python_function, "
                      "annotation, overhead or other"),
    QT_TRANSLATE_NOOP("core", "on the trace's own clock"),
    QT_TRANSLATE_NOOP("core", "length"),
    QT_TRANSLATE_NOOP("core", "duration less what lies directly inside on the same track"),
    QT_TRANSLATE_NOOP("core", "spans of the same track around it; 0: none"),
    QT_TRANSLATE_NOOP("core", "title of its track behind that of its process: GPU 0 · stream 7"),
    QT_TRANSLATE_NOOP("core", "title of its process or device"),
    QT_TRANSLATE_NOOP("core", "title of its track alone: stream 7, thread 4711"),
    QT_TRANSLATE_NOOP("core", "line within the track, 0 at its top"),
    QT_TRANSLATE_NOOP("core", "index of its GPU; NULL on the host"),
    QT_TRANSLATE_NOOP("core", "its stream; NULL elsewhere"),
    QT_TRANSLATE_NOOP("core", "distributed rank; NULL if unknown"),
    QT_TRANSLATE_NOOP("core", "name of the step in which it starts"),
    QT_TRANSLATE_NOOP("core", "name of the operator that made it"),
    QT_TRANSLATE_NOOP("core", "spans.id of that operator"),
    QT_TRANSLATE_NOOP("core", "1: its times were clamped or absent in the file"),
    QT_TRANSLATE_NOOP("core", "of its event: a byte of the decompressed text, or a row of a database"),
    QT_TRANSLATE_NOOP("core", "of its args, read from the file; not in *"),
    QT_TRANSLATE_NOOP("core", "the spans of kind kernel, with what is known of kernels alone"),
    QT_TRANSLATE_NOOP("core", "function and the template arguments that matter"),
    QT_TRANSLATE_NOOP("core", "GEMM, attention, elementwise, … by the name"),
    QT_TRANSLATE_NOOP("core", "spans.id of the call that launched it"),
    QT_TRANSLATE_NOOP("core", "from the start of that call to its own start"),
    QT_TRANSLATE_NOOP("core", "blocks, as [x, y, z], read from the file; not in *"),
    QT_TRANSLATE_NOOP("core", "threads of a block, as [x, y, z], read from the file; not in *"),
    QT_TRANSLATE_NOOP("core", "device work and the host call that launched it"),
    QT_TRANSLATE_NOOP("core", "spans.id of the call"),
    QT_TRANSLATE_NOOP("core", "spans.id of the kernel, copy or fill"),
    QT_TRANSLATE_NOOP("core", "name of the call"),
    QT_TRANSLATE_NOOP("core", "name of the work"),
    QT_TRANSLATE_NOOP("core", "from the start of the call to the start of the work"),
    QT_TRANSLATE_NOOP("core", "from the end of the call; negative: the work began while it ran"),
    QT_TRANSLATE_NOOP("core", "arrows of the file from one span to another"),
    QT_TRANSLATE_NOOP("core", "spans.id where it leaves"),
    QT_TRANSLATE_NOOP("core", "spans.id where it arrives"),
    QT_TRANSLATE_NOOP("core", "as the file has it: ac2g, fwdbwd, …"),
    QT_TRANSLATE_NOOP("core", "training or inference steps"),
    QT_TRANSLATE_NOOP("core", "title of its process"),
    QT_TRANSLATE_NOOP("core", "spans.id of the annotation that says so"),
    QT_TRANSLATE_NOOP("core", "each value that a counter took"),
    QT_TRANSLATE_NOOP("core", "the counter"),
    QT_TRANSLATE_NOOP("core", "which of its values; NULL where it has one alone"),
    QT_TRANSLATE_NOOP("core", "bytes, %, …; NULL if the file does not say"),
    QT_TRANSLATE_NOOP("core", "from this time on"),
    QT_TRANSLATE_NOOP("core", "what happened at one point in time"),
    QT_TRANSLATE_NOOP("core", "where; NULL for the whole trace"),
    QT_TRANSLATE_NOOP("core", "allocations and frees that torch.profiler recorded"),
    QT_TRANSLATE_NOOP("core", "negative: a free"),
    QT_TRANSLATE_NOOP("core", "in all afterwards"),
    QT_TRANSLATE_NOOP("core", "of the block"),
    QT_TRANSLATE_NOOP("core", "index of its GPU; NULL for the host"),
    QT_TRANSLATE_NOOP("core", "the thread that did it"),
    QT_TRANSLATE_NOOP("core", "rows of the timeline: threads, streams and what else has spans"),
    QT_TRANSLATE_NOOP("core", "the track's number, for joins"),
    QT_TRANSLATE_NOOP("core", "as spans.track"),
    QT_TRANSLATE_NOOP("core", "how many"),
    QT_TRANSLATE_NOOP("core", "lines it needs"),
    QT_TRANSLATE_NOOP("core", "of its first span"),
    QT_TRANSLATE_NOOP("core", "of its last span"),
    QT_TRANSLATE_NOOP("core", "what the importer repaired, skipped or wondered about"),
    QT_TRANSLATE_NOOP("core", "note, repaired or lost"),
    QT_TRANSLATE_NOOP("core", "how often"),
    QT_TRANSLATE_NOOP("core", "of the first one: a byte of the decompressed text, or a row of a database"),
    QT_TRANSLATE_NOOP("core", "of the first one"),
    QT_TRANSLATE_NOOP("core", "in words"),
    QT_TRANSLATE_NOOP("core", "the trace as a whole, and the members of its document beside the events"),
    QT_TRANSLATE_NOOP("core", "path, format, start_ns, end_ns, base_time_ns, spans, then the file's own"),
    QT_TRANSLATE_NOOP("core", "JSON where it is the file's own"),
    QT_TRANSLATE_NOOP("core", "everything else the file says of a span; read from it, so give span_id where you can"),
    QT_TRANSLATE_NOOP("core", "name of the argument"),
    QT_TRANSLATE_NOOP("core", "a number or a text; lists and objects as JSON"),
    QT_TRANSLATE_NOOP("core", "a kernel's name without types, namespaces and parameters"),
    QT_TRANSLATE_NOOP("core", "what a kernel does by its name: GEMM, attention, elementwise, …"),
    QT_TRANSLATE_NOOP("core", "nanoseconds as milliseconds"),
    QT_TRANSLATE_NOOP("core", "nanoseconds as microseconds"),
    QT_TRANSLATE_NOOP("core", "one argument of a span's event, read from the file; NULL if it has none"),
    QT_TRANSLATE_NOOP("core", "text REGEXP pattern: whether an RE2 expression is found in it"),
    QT_TRANSLATE_NOOP("core", "the middle value; of an even count the mean of the two middle ones"),
    QT_TRANSLATE_NOOP("core", "the value below which p percent lie, 0 to 100, between two linearly"),
    QT_TRANSLATE_NOOP("core", "deviation of a sample (divided by count - 1); NULL for fewer than two"),
};

constexpr const char* queryTexts[] = {
    QT_TRANSLATE_NOOP("core", "The query was cancelled."),
    QT_TRANSLATE_NOOP("core", "There is not enough memory for the answer; ask for less."),
    QT_TRANSLATE_NOOP("core", "The query is empty; write a SELECT."),
    QT_TRANSLATE_NOOP("core", "There is more than one statement; run them one by one."),
};

// The first that fits is taken: those with more in them stand first.
constexpr const char* queryPatterns[] = {
    QT_TRANSLATE_NOOP("core", "At line %1, column %2 of the query: %3."),
    QT_TRANSLATE_NOOP("core", "At column %1 of the query: %2."),
    QT_TRANSLATE_NOOP("core", "The query fails: %1."),
    QT_TRANSLATE_NOOP("core", "there is no table \"%1\", perhaps \"%2\"; the tables are %3"),
    QT_TRANSLATE_NOOP("core", "there is no table \"%1\"; the tables are %2"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\", perhaps \"%2\"; %3 has %4; %5 has %6"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\", perhaps \"%2\"; %3 has %4"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\", perhaps \"%2\""),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\"; %2 has %3; %4 has %5"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\"; %2 has %3"),
    QT_TRANSLATE_NOOP("core", "there is no column \"%1\""),
    QT_TRANSLATE_NOOP("core", "there is no function %1(), perhaps \"%2\"; beside those of SQLite there are %3"),
    QT_TRANSLATE_NOOP("core", "there is no function %1(); beside those of SQLite there are %2"),
    QT_TRANSLATE_NOOP("core", "near \"%1\": syntax error"),
    QT_TRANSLATE_NOOP("core", "incomplete input"),
    QT_TRANSLATE_NOOP("core", "\"%1\" is no regular expression: %2"),
    QT_TRANSLATE_NOOP("core", "%1() is refused: a query only reads this trace."),
    QT_TRANSLATE_NOOP("core", "%1 is refused: a query only reads this trace; write a SELECT."),
    QT_TRANSLATE_NOOP("core", "ambiguous column name: %1"),
    QT_TRANSLATE_NOOP("core", "wrong number of arguments to function %1"),
    QT_TRANSLATE_NOOP("core", "NVIDIA's driver %1"),
    QT_TRANSLATE_NOOP("core", "the driver cannot be used: %1"),
    QT_TRANSLATE_NOOP("core", "CUPTI is CUDA %1's, and the driver knows CUDA %2 at most"),
    QT_TRANSLATE_NOOP("core", "version %1 at %2"),
    QT_TRANSLATE_NOOP("core", "CUPTI does not begin: %1"),
    QT_TRANSLATE_NOOP("core", "CUPTI cannot record %1"),
    QT_TRANSLATE_NOOP("core", "another profiler is to be loaded into programs: %1"),
    QT_TRANSLATE_NOOP("core", "%1 is a part of a GPU (MIG)"),
    QT_TRANSLATE_NOOP("core", "built with CUDA %1"),
    QT_TRANSLATE_NOOP("core", "%1: by the time of a launch %2, of the kernels that both list, each as often as in %3."),
    QT_TRANSLATE_NOOP("core", "%1: %2 of %3 launches have no duration and are left out."),
    QT_TRANSLATE_NOOP("core", "%1: the clock of the SMs was %2 to %3 GHz."),
    QT_TRANSLATE_NOOP("core",
                      "%1 holds what Nsight Compute measured of kernels, but not how long they took; record that with "
                      "ncu --metrics gpu__time_duration.sum or --section SpeedOfLight"),
};
// NOLINTEND(bugprone-suspicious-missing-comma)

}  // namespace

std::span<const char* const> coreTextsOfQueries() {
  static const std::vector<const char*> all = [] {
    std::vector<const char*> joined(std::begin(schema), std::end(schema));
    joined.insert(joined.end(), std::begin(queryTexts), std::end(queryTexts));
    return joined;
  }();
  return all;
}

std::span<const char* const> corePatternsOfQueries() {
  return queryPatterns;
}

}  // namespace kernline::ui
