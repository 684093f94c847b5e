// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs at once: in launch order, above each other, in a matrix, in a series.
#include "core/compare/runs/rows_in_ranges.h"
#include "core/compare/runs/run_alignment.h"
#include "core/compare/runs/run_figures.h"
#include "core/compare/runs/run_report.h"
#include "core/compare/runs/run_series.h"
#include "core/compare/runs/run_text.h"
#include "core/compare/tables/measurements.h"
#include "tests/core/compare/runs/gpu_loop.h"
#include "tests/support/says.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

RunComparison comparedAll(const std::vector<std::shared_ptr<const Trace>>& traces, RunKey by = RunKey::Name) {
  std::vector<RunInput> inputs;
  for (const auto& trace : traces) {
    inputs.push_back({.path = "run" + std::to_string(inputs.size() + 1), .trace = trace});
  }
  auto made = compareRuns(std::move(inputs), {.by = by, .step = {}, .pairs = {}});
  EXPECT_TRUE(made.has_value());
  return std::move(*made);
}

const RunRow* findRow(const RunComparison& comparison, std::string_view name) {
  const auto found = std::ranges::find(comparison.rows, name, &RunRow::name);
  return found == comparison.rows.end() ? nullptr : &*found;
}

TEST(RowNames, areNoTwoAlikeWhereverTheyAreRead) {
  const std::string first = "void scale<AUnaryFunctor<MulFunctor<float> > >(int)";
  const std::string second = "void scale<BUnaryFunctor<MulFunctor<float> > >(int)";
  const auto base = loop({{first, 1, 30}, {second, 1, 20}, {"gemm", 1, 9}}, 5);
  const RunComparison made = comparedAll({base, loop({{"gemm", 1, 9}, {"relu", 1, 9}}, 5)});
  ASSERT_NE(findRow(made, first), nullptr);
  EXPECT_EQ(findRow(made, first)->shown, "scale<MulFunctor<float>> ‹AUnaryFunctor›");
  EXPECT_EQ(findRow(made, second)->shown, "scale<MulFunctor<float>> ‹BUnaryFunctor›");
  for (const RunRow& row : made.rows) {
    EXPECT_EQ(shownName(made, row.name), row.shown) << "in pairs";
  }
  for (const WaterfallPart& part : made.differences[0].waterfall) {
    const RunRow* row = findRow(made, part.name);
    EXPECT_TRUE(row == nullptr || shownName(made, part).english() == row->shown) << "in the waterfall";
  }
  EXPECT_THAT(runReport(made), HasSubstr("‹BUnaryFunctor›")) << "in the page";
}

TEST(RunComparison, MeasuresATraceOnceHoweverOftenItIsCompared) {
  const auto base = [] { return loop({{"gemm", 1, 30}, {"relu", 2, 9}}, 5); };
  const auto other = [] { return loop({{"gemm", 1, 12}, {"gelu", 2, 9}}, 6); };
  const auto once = base();
  const RunComparison shared = comparedAll({once, other(), once});
  const RunComparison apart = comparedAll({base(), other(), base()});
  EXPECT_EQ(runReport(shared), runReport(apart));
  EXPECT_EQ(shared.runs[2].path, "run3");
  EXPECT_EQ(shared.runs[2].account.wall, shared.runs[0].account.wall);
}

TEST(RowsInRanges, countEachRunWithinItsOwn) {
  // Rounds of gemm 100 and relu 10 from 1000 ns on, and of gemm 60 and gelu 10.
  const RunComparison made =
      comparedAll({loop({{"gemm", 0, 100}, {"relu", 0, 10}}, 5), loop({{"gemm", 0, 60}, {"gelu", 0, 10}}, 5)});
  const std::vector<TimeRange> ranges{{{1050}, {1210}}, {{1000}, {1060}}};
  const std::vector<RunRow> rows = rowsWithin(made, ranges);
  ASSERT_EQ(rows.size(), made.rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].name, made.rows[i].name) << "numbers stay";
    const bool isGemm = rows[i].name == "gemm";
    const bool isRelu = rows[i].name == "relu";
    EXPECT_EQ(rows[i].sides[0].count, isGemm ? 2U : isRelu ? 1U : 0U) << rows[i].name;
    EXPECT_EQ(rows[i].sides[0].total.ns, isGemm ? 150 : isRelu ? 10 : 0) << rows[i].name;
    EXPECT_EQ(rows[i].sides[0].median.ns, isGemm ? 75 : isRelu ? 10 : 0) << "of the time within";
    EXPECT_EQ(rows[i].sides[1].total.ns, isGemm ? 60 : 0) << "gelu begins where the range ends";
  }
  const std::vector<TimeRange> whole{made.runs[0].trace->bounds(), made.runs[1].trace->bounds()};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t run = 0; run < 2; ++run) {
      EXPECT_EQ(rowsWithin(made, whole)[i].sides[run].total, made.rows[i].sides[run].total);
      EXPECT_EQ(rowsWithin(made, whole)[i].sides[run].count, made.rows[i].sides[run].count);
    }
  }
}

TEST(LaunchOrder, takesWhatStandsInTheSamePlaceForTheSame) {
  const auto base = loop({{"embed", 1, 5}, {"gemm", 1, 100}, {"relu", 1, 9}, {"gemm", 1, 50}}, 5);
  const auto other = loop({{"embed", 1, 5}, {"gemm", 1, 90}, {"gelu", 1, 9}, {"gemm", 1, 30}, {"copy", 1, 3}}, 5);
  const RunComparison made = comparedAll({base, other}, RunKey::Order);
  ASSERT_NE(findRow(made, "#2 gemm"), nullptr);
  EXPECT_EQ(findRow(made, "#2 gemm")->delta(1).ns, -10) << "the last round is cut off";
  EXPECT_EQ(findRow(made, "#4 gemm")->delta(1).ns, -20) << "the same name in another place is another row";
  ASSERT_NE(findRow(made, "#3 relu"), nullptr);
  EXPECT_THAT(findRow(made, "#3 relu")->aliases, ElementsAre("gelu"));
  ASSERT_NE(findRow(made, "#4+ copy"), nullptr);
  EXPECT_EQ(findRow(made, "#4+ copy")->status(), "only_other");
  const RunDifference& difference = made.differences[0];
  const double sum = std::accumulate(difference.waterfall.begin(), difference.waterfall.end(), 0.0,
                                     [](double all, const WaterfallPart& part) { return all + part.delta(); });
  EXPECT_DOUBLE_EQ(sum, difference.otherStep - difference.baseStep);
}

TEST(LaunchOrder, keepsWhatIsOutsideOfTheStepsInOneRow) {
  const auto trace = loop({{"gemm", 1, 100}, {"relu", 1, 9}}, 5);
  const RunComparison made = comparedAll({trace, trace}, RunKey::Order);
  ASSERT_NE(findRow(made, "(outside steps)"), nullptr);
  EXPECT_EQ(findRow(made, "(outside steps)")->sides[0].count, 2U) << "the round without an end";
  EXPECT_EQ(made.differences[0].verdict.faster, Faster::Neither);
}

/// A host that annotates and a GPU that works, `late` behind.
std::shared_ptr<const Trace> annotated(std::int64_t late) {
  HandMadeTrace made;
  const TrackId thread = made.track(made.process("100"), "1", TrackKind::Thread);
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  for (std::int64_t i = 0; i < 4; ++i) {
    made.span(thread, SpanKind::Annotation, "forward", late + 1000 * i + 300, 200 + late);
    made.span(stream, SpanKind::Kernel, "gemm", late + 1000 * i + 100, 600);
    made.span(stream, SpanKind::Kernel, "relu", late + 1000 * i + 800, 60);
  }
  made.span(thread, SpanKind::Annotation, late == 0 ? "only here" : "only there", 20, 10);
  return made.build();
}

TEST(RunAlignment, holdsRunsByWhatIsAskedFor) {
  const RunComparison made = comparedAll({annotated(0), annotated(50)});
  EXPECT_THAT(commonAnnotations(made), ElementsAre("forward"));
  const auto byActivity = alignRuns(made, {.by = RunAlignment::By::FirstActivity, .annotation = {}});
  EXPECT_EQ(byActivity[0].anchor.ns, 100);
  EXPECT_EQ(byActivity[1].anchor.ns, 150);
  const auto byName = alignRuns(made, {.by = RunAlignment::By::Annotation, .annotation = "forward"});
  EXPECT_EQ(byName[1].anchor.ns, 350);
  EXPECT_EQ(byName[1].marks.size(), 4U);
  EXPECT_DOUBLE_EQ(byName[1].length, 250);
  const auto none = alignRuns(made, {.by = RunAlignment::By::Annotation, .annotation = "only here"});
  EXPECT_TRUE(none[0].isFound);
  EXPECT_FALSE(none[1].isFound);
  EXPECT_EQ(none[1].anchor, made.runs[1].steps.steps.front().begin);
}

/// Rounds of about that length: each differs by 1 from the next.
std::shared_ptr<const Trace> noisy(std::int64_t gemm, int seed) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  std::int64_t now = 0;
  for (int i = 0; i < 12; ++i) {
    const std::int64_t length = gemm + (i * 7 + seed * 3) % 5;
    made.span(stream, SpanKind::Kernel, "gemm", now, length);
    made.span(stream, SpanKind::Kernel, "relu", now + length, 20);
    now += length + 25;
  }
  return made.build();
}

TEST(RunSeries, flagsTheRunThatIsSlowerAndSaysWhoExplainsIt) {
  const RunComparison made = comparedAll(
      {noisy(1000, 0), noisy(1001, 1), noisy(1000, 2), noisy(1001, 3), noisy(1075, 4), noisy(1075, 5), noisy(1074, 6)});
  const RunSeries series = runSeries(made);
  ASSERT_EQ(series.points.size(), 7U);
  ASSERT_EQ(series.changes.size(), 1U);
  const SeriesChange& change = series.changes.front();
  EXPECT_EQ(change.run, 4U);
  EXPECT_NEAR(change.ratio, 1.07, 0.005);
  EXPECT_EQ(change.parts.front().name, "gemm");
  EXPECT_NEAR(change.parts.front().delta(), 74.5, 2);
  EXPECT_THAT(sentenceOn(made, change), mentions("slower-from-run", anyValue, "5", "run5"));
}

TEST(RunSeries, seesNoChangeInNoise) {
  const RunComparison made =
      comparedAll({noisy(1000, 0), noisy(1000, 1), noisy(1000, 2), noisy(1000, 3), noisy(1000, 4)});
  EXPECT_THAT(runSeries(made).changes, IsEmpty());
}

TEST(RunSeries, cannotJudgeSingleSteps) {
  const RunComparison made =
      comparedAll({loop({{"a", 0, 100}, {"b", 0, 5}}, 1), loop({{"a", 0, 200}, {"b", 0, 5}}, 1)});
  EXPECT_THAT(runSeries(made).changes, IsEmpty());
  EXPECT_FALSE(runSeries(made).points.front().noise);
  EXPECT_THAT(sentenceOnNoChange(runSeries(made)).english(), HasSubstr("single step"));
}

TEST(RunFigures, joinLogsInOneCube) {
  std::vector<RunFigures> figures;
  for (const auto& [path, length] : {std::pair("Softmax_seq256.json", 100), std::pair("Softmax_seq512.json", 400),
                                     std::pair("Flash_seq256.json", 80)}) {
    figures.push_back(figuresOf({.path = path, .trace = loop({{"gemm", 10, length}, {"relu", 5, 50}}, 6)}, {}, {}));
  }
  HandMadeTrace host;
  host.span(host.track(host.process("100"), "1", TrackKind::Thread), SpanKind::Op, "aten::mm", 0, 10);
  figures.push_back(figuresOf({.path = "Flash_seq512.json", .trace = host.build()}, {}, {}));
  EXPECT_DOUBLE_EQ(figures[1].step, 465);
  EXPECT_DOUBLE_EQ(figures[1].busy, 450);
  EXPECT_DOUBLE_EQ(figures[1].kernels, 2);
  const std::vector<std::shared_ptr<const Log>> logs{logOfFigures(figures)};
  const Measurements measurements = measurementsOf(logs);
  const auto subject = measurements.dimension("subject");
  const auto length = measurements.dimension("seq_len");
  const auto time = measurements.metric("time");
  ASSERT_TRUE(subject && length && time);
  EXPECT_TRUE(measurements.dimensions[*length].isNumeric);
  EXPECT_EQ(measurements.valuesOfMetric[*time].size(), 3U);
  ASSERT_EQ(measurements.failures.size(), 1U) << "a run without work of a GPU is a result as well";
  EXPECT_FALSE(measurements.dimension("file")) << "names tell them apart";
}

TEST(RunFigures, tellRunsOfOneNameApartByTheirFolders) {
  std::vector<RunFigures> figures;
  for (const char* path : {"before/Flash_seq256.json", "after/Flash_seq256.json"}) {
    figures.push_back(figuresOf({.path = path, .trace = loop({{"gemm", 10, 80}, {"relu", 5, 50}}, 6)}, {}, {}));
  }
  const std::vector<std::shared_ptr<const Log>> logs{logOfFigures(figures)};
  const Measurements measurements = measurementsOf(logs);
  ASSERT_TRUE(measurements.dimension("file"));
  EXPECT_EQ(measurements.dimensions[*measurements.dimension("file")].values[0].text, "before/Flash_seq256.json");
}

TEST(RunMemory, explainsTheChangeOfThePeakByOperators) {
  const RunMemory base{.peakAllocated = 100, .peakReserved = 0, .atPeak = {{"aten::mm", 70}, {"aten::add", 30}}};
  const RunMemory other{.peakAllocated = 75, .peakReserved = 0, .atPeak = {{"aten::mm", 40}, {"aten::bmm", 35}}};
  const std::vector<MemoryPart> parts = memoryParts(base, other);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].op, "aten::bmm");
  EXPECT_EQ(parts[0].delta(), 35);
  std::int64_t sum = 0;
  for (const MemoryPart& part : parts) {
    sum += part.delta();
  }
  EXPECT_EQ(sum, -25);
}

TEST(RunMemory, isShownInPartsThatAddUpHoweverFewThereAre) {
  const RunMemory base{
      .peakAllocated = 100, .peakReserved = 0, .atPeak = {{"aten::mm", 60}, {"aten::add", 30}, {"aten::copy_", 10}}};
  const RunMemory other{
      .peakAllocated = 75, .peakReserved = 0, .atPeak = {{"aten::mm", 30}, {"aten::bmm", 35}, {"aten::copy_", 10}}};
  const RunDifference difference{.verdict = {}, .waterfall = {}, .renamed = {}, .memory = memoryParts(base, other)};
  const std::vector<MemoryPart> shown = shownMemoryParts(difference, 1);
  ASSERT_EQ(shown.size(), 2U) << "what does not change is left out";
  EXPECT_EQ(shownName(shown[0]).english(), "aten::bmm");
  EXPECT_EQ(shownName(shown[1]).english(), "… 2 more");
  EXPECT_EQ(base.peakAllocated + shown[0].delta() + shown[1].delta(), other.peakAllocated);
  EXPECT_EQ(shownMemoryParts(difference, 3).size(), 3U);
}

TEST(RunMemory, sentenceNamesWhatChangedInWordsThatCanBeTranslated) {
  const std::string older = phrase("allocated-before-recording");
  RunComparison comparison;
  comparison.runs.resize(2);
  comparison.runs[0].memory = {.peakAllocated = 100, .atPeak = {{older, 70}, {"aten::add", 30}}};
  comparison.runs[1].memory = {.peakAllocated = 75, .atPeak = {{older, 40}, {"aten::add", 35}}};
  comparison.differences.push_back({.verdict = {},
                                    .waterfall = {},
                                    .renamed = {},
                                    .memory = memoryParts(*comparison.runs[0].memory, *comparison.runs[1].memory)});
  const Message sentence = memorySentence(comparison, 1);
  EXPECT_EQ(sentence.english(), "Peak allocated memory: 100 B → 75 B (-25 B; " + older + " -30 B, aten::add +5 B)");
  EXPECT_THAT(
      sentence.in([&older](std::string_view phrase) { return std::string(phrase == older ? "older" : phrase); }),
      testing::HasSubstr("older -30 B"));
}

}  // namespace
}  // namespace kernline::test
