// SPDX-License-Identifier: GPL-3.0-or-later
// Words and sentences of the core's: marked here for translation, since the core knows no Qt. A test holds it complete.
#include "ui/kit/language/core_text.h"

#include <QCoreApplication>

#include <initializer_list>
#include <vector>

namespace kernline::ui {
namespace {

/// toText(Figure)
// NOLINTBEGIN(bugprone-suspicious-missing-comma): sentences on several lines
constexpr const char* figures[] = {
    QT_TRANSLATE_NOOP("core", "wall time"),
    QT_TRANSLATE_NOOP("core", "busy and idle time"),
    QT_TRANSLATE_NOOP("core", "idle causes"),
    QT_TRANSLATE_NOOP("core", "kernel statistics"),
    QT_TRANSLATE_NOOP("core", "host statistics"),
    QT_TRANSLATE_NOOP("core", "launch latency"),
    QT_TRANSLATE_NOOP("core", "queue depth"),
    QT_TRANSLATE_NOOP("core", "operators of kernels"),
    QT_TRANSLATE_NOOP("core", "steps"),
    QT_TRANSLATE_NOOP("core", "counters and memory"),
    QT_TRANSLATE_NOOP("core", "arrows between spans"),
    QT_TRANSLATE_NOOP("core", "names"),
};

/// Names of LiveGroups, memoryIssueText
constexpr const char* memory[] = {
    QT_TRANSLATE_NOOP("core", "allocated before the recording"),
    QT_TRANSLATE_NOOP("core", "nobody saw who asked"),
    QT_TRANSLATE_NOOP("core", "freed without a record of it"),
    QT_TRANSLATE_NOOP("core", "forward"),
    QT_TRANSLATE_NOOP("core", "backward"),
    QT_TRANSLATE_NOOP("core", "the file is damaged; what comes before the damage was read"),
    QT_TRANSLATE_NOOP("core", "the file wanted to run code; nothing was run"),
    QT_TRANSLATE_NOOP("core", "records that lack what makes them one; left out"),
    QT_TRANSLATE_NOOP("core", "records of a kind that Kernline does not know"),
    QT_TRANSLATE_NOOP("core", "frees of what was allocated before the recording"),
    QT_TRANSLATE_NOOP("core", "addresses handed out again without a free between"),
    QT_TRANSLATE_NOOP("core", "totals below zero"),
    QT_TRANSLATE_NOOP("core", "totals that cannot be: more allocated than reserved"),
    QT_TRANSLATE_NOOP("core", "sizes that no device has; left out"),
    QT_TRANSLATE_NOOP("core", "records earlier than the one before them; moved to its time"),
};

/// whatSteps, sentences of a comparison of recordings
constexpr const char* runs[] = {
    QT_TRANSLATE_NOOP("core", "recorded step"),
    QT_TRANSLATE_NOOP("core", "recorded steps"),
    QT_TRANSLATE_NOOP("core", "span of that name"),
    QT_TRANSLATE_NOOP("core", "spans of that name"),
    QT_TRANSLATE_NOOP("core", "round of kernels that repeats"),
    QT_TRANSLATE_NOOP("core", "rounds of the same kernels"),
    QT_TRANSLATE_NOOP("core", "the whole of it"),
    QT_TRANSLATE_NOOP("core", "No difference beyond the noise."),
    QT_TRANSLATE_NOOP("core", "The last round is left out, for nothing marks its end"),
    QT_TRANSLATE_NOOP("core", "They have no operator and no kernel in common"),
};

/// toText(KernelFamily)
constexpr const char* families[] = {
    QT_TRANSLATE_NOOP("core", "attention"),     QT_TRANSLATE_NOOP("core", "convolution"),
    QT_TRANSLATE_NOOP("core", "elementwise"),   QT_TRANSLATE_NOOP("core", "reduction"),
    QT_TRANSLATE_NOOP("core", "normalisation"), QT_TRANSLATE_NOOP("core", "softmax"),
    QT_TRANSLATE_NOOP("core", "copy"),          QT_TRANSLATE_NOOP("core", "fill"),
    QT_TRANSLATE_NOOP("core", "communication"), QT_TRANSLATE_NOOP("core", "embedding"),
    QT_TRANSLATE_NOOP("core", "sort and scan"), QT_TRANSLATE_NOOP("core", "optimizer"),
    QT_TRANSLATE_NOOP("core", "other"),
};

/// toText(RowKind), toText(LoggedFileKind)
constexpr const char* rows[] = {
    QT_TRANSLATE_NOOP("core", "row"),    QT_TRANSLATE_NOOP("core", "operator"),
    QT_TRANSLATE_NOOP("core", "kernel"), QT_TRANSLATE_NOOP("core", "annotation"),
    QT_TRANSLATE_NOOP("core", "trace"),  QT_TRANSLATE_NOOP("core", "summary"),
    QT_TRANSLATE_NOOP("core", "file"),
};

/// What logs are measured over: keys of core/import/log/known_words.h
constexpr const char* dimensions[] = {
    QT_TRANSLATE_NOOP("core", "section"),     QT_TRANSLATE_NOOP("core", "model"),
    QT_TRANSLATE_NOOP("core", "rank"),        QT_TRANSLATE_NOOP("core", "file"),
    QT_TRANSLATE_NOOP("core", "seq_len"),     QT_TRANSLATE_NOOP("core", "batch_size"),
    QT_TRANSLATE_NOOP("core", "hidden_size"), QT_TRANSLATE_NOOP("core", "num_layers"),
    QT_TRANSLATE_NOOP("core", "num_heads"),   QT_TRANSLATE_NOOP("core", "head_dim"),
    QT_TRANSLATE_NOOP("core", "dtype"),       QT_TRANSLATE_NOOP("core", "world_size"),
    QT_TRANSLATE_NOOP("core", "vocab_size"),  QT_TRANSLATE_NOOP("core", "learning_rate"),
    QT_TRANSLATE_NOOP("core", "epoch"),       QT_TRANSLATE_NOOP("core", "step"),
    QT_TRANSLATE_NOOP("core", "model_size"),  QT_TRANSLATE_NOOP("core", "copy_length"),
    QT_TRANSLATE_NOOP("core", "kv_pairs"),
};

/// What logs measure, as the core and many logs call it: names of metrics in comparisons.
constexpr const char* measures[] = {
    QT_TRANSLATE_NOOP("core", "time"),
    QT_TRANSLATE_NOOP("core", "memory"),
    QT_TRANSLATE_NOOP("core", "throughput"),
    QT_TRANSLATE_NOOP("core", "loss"),
    QT_TRANSLATE_NOOP("core", "perplexity"),
    QT_TRANSLATE_NOOP("core", "accuracy"),
    QT_TRANSLATE_NOOP("core", "bandwidth"),
    QT_TRANSLATE_NOOP("core", "share"),
    QT_TRANSLATE_NOOP("core", "size"),
    QT_TRANSLATE_NOOP("core", "frequency"),
    QT_TRANSLATE_NOOP("core", "Time of listed kernels"),
    QT_TRANSLATE_NOOP("core", "Time of listed operators"),
    QT_TRANSLATE_NOOP("core", "Time of listed rows"),
    QT_TRANSLATE_NOOP("core", "Time"),
    QT_TRANSLATE_NOOP("core", "Step Time"),
    QT_TRANSLATE_NOOP("core", "Forward Time"),
    QT_TRANSLATE_NOOP("core", "Backward Time"),
    QT_TRANSLATE_NOOP("core", "Forward+Backward Time"),
    QT_TRANSLATE_NOOP("core", "Latency"),
    QT_TRANSLATE_NOOP("core", "Memory"),
    QT_TRANSLATE_NOOP("core", "Memory Usage"),
    QT_TRANSLATE_NOOP("core", "Peak Memory"),
    QT_TRANSLATE_NOOP("core", "Throughput"),
    QT_TRANSLATE_NOOP("core", "Bandwidth"),
    QT_TRANSLATE_NOOP("core", "Loss"),
    QT_TRANSLATE_NOOP("core", "Train Loss"),
    QT_TRANSLATE_NOOP("core", "Val Loss"),
    QT_TRANSLATE_NOOP("core", "Validation Loss"),
    QT_TRANSLATE_NOOP("core", "PPL"),
    QT_TRANSLATE_NOOP("core", "Perplexity"),
    QT_TRANSLATE_NOOP("core", "Val PPL"),
    QT_TRANSLATE_NOOP("core", "Accuracy"),
    QT_TRANSLATE_NOOP("core", "Test Accuracy"),
    QT_TRANSLATE_NOOP("core", "Learning Rate"),
    QT_TRANSLATE_NOOP("core", "Speedup"),
};

/// Sentences without gaps, and words that stand in gaps
constexpr const char* whole[] = {
    QT_TRANSLATE_NOOP("core", "failed"),
    QT_TRANSLATE_NOOP("core", "new"),
    QT_TRANSLATE_NOOP("core", "gone"),
    QT_TRANSLATE_NOOP("core", "not listed"),
    QT_TRANSLATE_NOOP("core", "cut name"),
    QT_TRANSLATE_NOOP("core", "one"),
    QT_TRANSLATE_NOOP("core", "standard input"),
    QT_TRANSLATE_NOOP("core", "Stopped."),
    QT_TRANSLATE_NOOP("core",
                      "The sample is not there: /usr/share/kernline/samples is missing. Install Kernline again."),
    QT_TRANSLATE_NOOP("core", "The window does not show memory snapshots yet"),
    QT_TRANSLATE_NOOP("core", "There is not enough memory for this. Close other files or programs and try again."),
    QT_TRANSLATE_NOOP("core", "The search was cancelled."),
    QT_TRANSLATE_NOOP("core", "The trace's file cannot be read any more; open it again."),
    QT_TRANSLATE_NOOP("core", "No such file or directory"),
    QT_TRANSLATE_NOOP("core", "Permission denied"),
    QT_TRANSLATE_NOOP("core", "Is a directory"),
    QT_TRANSLATE_NOOP("core", "No space left on device"),
    QT_TRANSLATE_NOOP("core", "loading was cancelled"),
    QT_TRANSLATE_NOOP("core", "Chrome trace JSON"),
    QT_TRANSLATE_NOOP("core", "table of events (CSV)"),
    QT_TRANSLATE_NOOP("core", "Nsight Systems SQLite export"),
    QT_TRANSLATE_NOOP("core", "There is one rank only, so nobody waits for anybody."),
    QT_TRANSLATE_NOOP("core", "No collective is on several of these ranks, so nobody knows who waits for whom."),
    QT_TRANSLATE_NOOP("core", "a rule needs a family and a pattern: “attention: flash_”"),
    QT_TRANSLATE_NOOP("core", "the pattern is longer than 1000 bytes; write several rules"),
    QT_TRANSLATE_NOOP("core", "the same as device time says"),
    QT_TRANSLATE_NOOP("core", "the same as host time says"),
};

/// Sentences with gaps; of two that match, the narrower comes first
constexpr const char* wordPatterns[] = {
    // sentenceOn a RankVerdict
    QT_TRANSLATE_NOOP("core", "The ranks keep step: all of their waiting for each other is %1, %2 of their time."),
    QT_TRANSLATE_NOOP("core",
                      "Nobody can tell who waits for whom: all waits together are %1, and clocks may be off by %2 in "
                      "each of %3 collectives."),
    QT_TRANSLATE_NOOP("core",
                      "Rank %1 holds up the others: they wait %2 for it, %3 of their time; it is last in %4 of %5 "
                      "collectives."),
    QT_TRANSLATE_NOOP("core",
                      "No rank alone holds up the others: they wait %1, %2 of their time, and %3 of that for rank %4."),
    QT_TRANSLATE_NOOP("core", "%1 of %2 ranks"),
    QT_TRANSLATE_NOOP("core", "The run had %1 ranks, of which %2 are here; absent: %3."),
    QT_TRANSLATE_NOOP("core", "Rank %1 was not recorded at the same time as rank %2: they may be different runs."),
    QT_TRANSLATE_NOOP("core", "Rank %1 has no collective in common with rank %2, so its clock could not be checked."),
    QT_TRANSLATE_NOOP(
        "core",
        "%1 collectives do not say which process group they are of: they were put together by the order on "
        "each stream."),
    QT_TRANSLATE_NOOP(
        "core",
        "1 collective does not say which process group it is of: it was put together by the order on each "
        "stream."),
    QT_TRANSLATE_NOOP("core",
                      "%1 collectives run on the host, and the profile does not say of which process group or on which "
                      "ranks: they were put together by name, size and the order in which they began."),
    QT_TRANSLATE_NOOP("core",
                      "1 collective runs on the host, and the profile does not say of which process group or on which "
                      "ranks: it was put together by name, size and the order in which it began."),
    QT_TRANSLATE_NOOP("core",
                      "Rank %1 has %2 records of collectives on the host and no kernel of any: their waits are not "
                      "known."),
    QT_TRANSLATE_NOOP("core",
                      "Rank %1: the files do not say when their time 0 was, so its clock rests on that of the host and "
                      "on collectives."),
    QT_TRANSLATE_NOOP("core",
                      "Rank %1: the files do not say when their time 0 was, so its clock rests on the guess that both "
                      "recordings began together and on collectives."),
    QT_TRANSLATE_NOOP("core", "Left out, as their names say no rank: %1 files, the first of them %2."),
    QT_TRANSLATE_NOOP("core", "Left out: %1."),
    QT_TRANSLATE_NOOP("core", "%1 holds no profile: no file there is called .json, .json.gz, .trace or .sqlite"),
    QT_TRANSLATE_NOOP("core", "%1 holds the ranks of %2 runs: %3; name one of them, like %4"),
    QT_TRANSLATE_NOOP("core", "%1 does not say which rank it is: neither distributedInfo nor its name does"),
    QT_TRANSLATE_NOOP("core", "%1 and %2 are both rank %3; name the files of one run"),
    QT_TRANSLATE_NOOP("core", "∝ n^%1 (2 points)"),
    QT_TRANSLATE_NOOP("core", "%1 overtakes %2 at %3 %4, by the fits, beyond what was measured"),
    QT_TRANSLATE_NOOP("core", "%1 overtakes %2 at %3 %4"),
    QT_TRANSLATE_NOOP("core", "%1 (%2 to %3, %4 values)"),
    QT_TRANSLATE_NOOP("core", "%1 relative to %2 [%3]"),
    QT_TRANSLATE_NOOP("core", "%1 relative to %2"),
    QT_TRANSLATE_NOOP("core", "%1 [%2]"),
    QT_TRANSLATE_NOOP("core",
                      "%1: by device time %2 (of the rows that are listed). It counts how long kernels ran, not the "
                      "gaps between them."),
    QT_TRANSLATE_NOOP("core", "%1: by device time %2. It counts how long kernels ran, not the gaps between them."),
    QT_TRANSLATE_NOOP("core",
                      "%1: by host time %2 (of the rows that are listed). It counts time of host threads under the "
                      "profiler, waiting for the device and the profiler's own cost included."),
    QT_TRANSLATE_NOOP("core",
                      "%1: by host time %2. It counts time of host threads under the profiler, waiting for the device "
                      "and the profiler's own cost included."),
    QT_TRANSLATE_NOOP("core", "%1: by the printed times %2."),
    // Verdict, aboutSteps, doubtsOf, compareRuns
    QT_TRANSLATE_NOOP("core", "Faster: a step takes %1 of the base's time, %2 times as fast."),
    QT_TRANSLATE_NOOP("core", "Slower: a step takes %1 times as long as the base's."),
    QT_TRANSLATE_NOOP("core", "Faster by less than 1 %: a step takes %1 of the base's time."),
    QT_TRANSLATE_NOOP("core", "Slower by less than 1 %: a step takes %1 of the base's time."),
    QT_TRANSLATE_NOOP(
        "core",
        "A step takes %1 times as long as the base's, but that may be noise: steps are too few or differ too much."),
    QT_TRANSLATE_NOOP("core", "Over 99.9 % sure that they differ; what is below ±%1 % of a step is noise"),
    QT_TRANSLATE_NOOP("core", "%1 % sure that they differ; what is below ±%2 % of a step is noise"),
    QT_TRANSLATE_NOOP("core", "%1: %2 from the first to the last work of the GPU, once; nothing in it repeats"),
    QT_TRANSLATE_NOOP("core", "%1: %2, a single recorded step"),
    QT_TRANSLATE_NOOP("core", "%1: %2, a single span of that name"),
    QT_TRANSLATE_NOOP("core", "%1: %2, a single round of kernels that repeats"),
    QT_TRANSLATE_NOOP("core", "%1: %2 ± %3 over %4 recorded steps"),
    QT_TRANSLATE_NOOP("core", "%1: %2 ± %3 over %4 spans of that name"),
    QT_TRANSLATE_NOOP("core", "%1: %2 ± %3 over %4 rounds of the same kernels"),
    QT_TRANSLATE_NOOP("core", "%1: first steps left out as warm-up: %2"),
    QT_TRANSLATE_NOOP("core", "%1: steps left out that took over 3 times the median: %2, the longest %3"),
    QT_TRANSLATE_NOOP("core", "%1: of %2 GPUs %3, the busiest"),
    QT_TRANSLATE_NOOP("core", "Another GPU: %1 and %2"),
    QT_TRANSLATE_NOOP("core", "Steps are not the same thing: %1 and %2"),
    QT_TRANSLATE_NOOP("core", "Another number of steps: %1 and %2; figures a step can be compared, totals cannot"),
    QT_TRANSLATE_NOOP("core", "Input shapes differ: %1 is called with %2 in the base and with %3 in the other"),
    QT_TRANSLATE_NOOP("core", "Another number of GPUs: %1 and %2"),
    QT_TRANSLATE_NOOP("core", "%1 has no work of a GPU to compare; kernline stats shows what its threads did"),
    QT_TRANSLATE_NOOP("core", "… %1 more"),
    // memorySentence, renamedRows, sentenceOn a change of a series
    QT_TRANSLATE_NOOP("core", "Peak of allocated memory: %1 in the base, %2 in the other (%3)"),
    QT_TRANSLATE_NOOP("core", "Peak of allocated memory: %1 in the base, %2 in the other (%3); reserved: %4 and %5"),
    QT_TRANSLATE_NOOP("core", "the same name but for tiles, architecture and template arguments"),
    QT_TRANSLATE_NOOP("core", "stands in the same place of a step, %1 of %2 times"),
    QT_TRANSLATE_NOOP("core", "the same operator launches it as often in a step"),
    QT_TRANSLATE_NOOP("core", "(outside of the steps)"),
    QT_TRANSLATE_NOOP("core", "Slower by %1 % at run %2 (%3), beyond the noise"),
    QT_TRANSLATE_NOOP("core", "No change beyond the noise."),
    QT_TRANSLATE_NOOP("core",
                      "No change can be told from noise: a run with a single step does not say how much it varies."),
    QT_TRANSLATE_NOOP("core", "Faster by %1 % at run %2 (%3), beyond the noise"),
    QT_TRANSLATE_NOOP("core", "The log prints %1 (line %2)."),
    QT_TRANSLATE_NOOP("core",
                      "The printed figure is %1 and %2: a printed speed-up is as a rule of wall time, measured apart "
                      "from the profiler, where kernels, gaps, launches and waiting overlap; totals of a table add up "
                      "each activity under the profiler."),
    QT_TRANSLATE_NOOP("core",
                      "The printed figure is %1: a printed speed-up is as a rule of wall time, measured apart from the "
                      "profiler, where kernels, gaps, launches and waiting overlap; totals of a table add up each "
                      "activity under the profiler."),
    QT_TRANSLATE_NOOP("core", "%1 than device time says"),
    QT_TRANSLATE_NOOP("core", "%1 than host time says"),
    QT_TRANSLATE_NOOP("core", "%1 % more"),
    QT_TRANSLATE_NOOP("core", "%1 % less"),
    QT_TRANSLATE_NOOP("core", "table at line %1"),
    QT_TRANSLATE_NOOP("core", "rises by %1 within %2"),
    QT_TRANSLATE_NOOP("core", "falls by %1 within %2"),
    QT_TRANSLATE_NOOP("core", "byte %1"),
    QT_TRANSLATE_NOOP("core", "%1, row %2"),
    QT_TRANSLATE_NOOP("core", "Nsight Systems SQLite export, schema %1"),
    QT_TRANSLATE_NOOP("core", "Chrome trace JSON, %1"),
    QT_TRANSLATE_NOOP("core", "%1 cannot be opened: %2"),
    QT_TRANSLATE_NOOP("core", "%1 cannot be read"),
    QT_TRANSLATE_NOOP("core", "the file cannot be mapped: %1"),
    QT_TRANSLATE_NOOP("core", "%1 is a folder: name the trace file inside it"),
    QT_TRANSLATE_NOOP("core", "%1: loading was cancelled"),
    QT_TRANSLATE_NOOP("core", "%1: the export was cancelled"),
    QT_TRANSLATE_NOOP("core", "%1: not enough memory to read it; close other traces and try again"),
    QT_TRANSLATE_NOOP("core", "%1: is the trace itself; choose another name"),
    QT_TRANSLATE_NOOP("core", "%1: cannot be written (%2)"),
    QT_TRANSLATE_NOOP("core", "The notes in %1 cannot be read: %2"),
    QT_TRANSLATE_NOOP("core", "The notes in %1 cannot be removed: %2"),
    QT_TRANSLATE_NOOP("core", "The notes in %1 cannot be put in place: %2"),
    QT_TRANSLATE_NOOP("core", "Not a regular expression: %1"),
};

// NOLINTEND(bugprone-suspicious-missing-comma)

}  // namespace

std::span<const char* const> coreTextsOfWords() {
  static const std::vector<const char*> all = [] {
    std::vector<const char*> wordTexts;
    for (const std::span<const char* const> part : std::initializer_list<std::span<const char* const>>{
             figures, memory, runs, families, rows, dimensions, measures, whole}) {
      wordTexts.insert(wordTexts.end(), part.begin(), part.end());
    }
    return wordTexts;
  }();
  return all;
}

std::span<const char* const> corePatterns() {
  return wordPatterns;
}

}  // namespace kernline::ui
