// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_work.h"

#include "core/compare/runs/run_figures.h"
#include "core/compare/runs/run_report.h"
#include "core/compare/runs/run_work_text.h"
#include "core/compare/tables/better.h"
#include "core/compare/tables/measurements.h"
#include "core/model/format/html_page.h"
#include "core/model/format/html_text.h"
#include "core/model/names/kernel_name.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A call of an operator that launches one kernel.
struct ShapedCall {
  std::string op;
  std::string dims;
  std::string kernel;
  int duration = 0;  // µs
  std::string type = "c10::Half";
};

/// Six rounds of calls on a device, with their shapes. The file stays: args are read from it again.
class ShapedRun {
 public:
  ShapedRun(const std::string& device, const std::vector<ShapedCall>& round) {
    std::string text;
    int now = 100;
    int id = 0;
    constexpr int rounds = 6;
    for (int i = 0; i < rounds; ++i) {
      for (const ShapedCall& call : round) {
        ++id;
        text += fmt::format(
            R"({{"ph":"X","cat":"cpu_op","name":"{}","pid":1,"tid":1,"ts":{},"dur":4,"args":{{"External id":{},)"
            R"("Input Dims":{},"Input type":["{}","{}"],"Concrete Inputs":[]}}}},)"
            R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{},"dur":1,)"
            R"("args":{{"correlation":{},"External id":{}}}}},)"
            R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},"args":{{"device":0,"stream":7,)"
            R"("correlation":{},"External id":{}}}}},)",
            call.op, now, id, call.dims, call.type, call.type, now + 1, id, id, call.kernel, now + 5, call.duration, id,
            id);
        now += call.duration + 10;
      }
    }
    text.pop_back();
    m_file = std::make_unique<TemporaryFile>(R"({"deviceProperties":[{"id":0,"name":")" + device +
                                             R"("}],"traceEvents":[)" + text + "]}");
    auto loaded = load(m_file->path());
    EXPECT_TRUE(loaded);
    m_trace = *loaded;
  }
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }

 private:
  std::unique_ptr<TemporaryFile> m_file;
  std::shared_ptr<const Trace> m_trace;
};

constexpr const char* h200 = "NVIDIA H200";
constexpr const char* product = "[[4096,4096],[4096,4096]]";
constexpr const char* twiceTheProduct = "[[8192,4096],[4096,4096]]";

ShapedCall gemm(int duration, const char* dims = product) {
  return {.op = "aten::mm", .dims = dims, .kernel = "sm90_xmma_gemm_f16f16", .duration = duration};
}

RunComparison comparedRuns(std::shared_ptr<const Trace> base, std::shared_ptr<const Trace> other,
                           RunKey by = RunKey::Name) {
  auto made = compareRuns({{.path = "base", .trace = std::move(base)}, {.path = "other", .trace = std::move(other)}},
                          {.by = by, .step = {}, .pairs = {}});
  EXPECT_TRUE(made.has_value());
  return std::move(*made);
}

struct Explained {
  RunComparison comparison;
  ComparedWork work;

  [[nodiscard]] ChangeSplit split(std::string_view row) const {
    const auto found = std::ranges::find(comparison.rows, row, &RunRow::name);
    EXPECT_NE(found, comparison.rows.end()) << row;
    return work.splitOfRow(comparison, static_cast<std::size_t>(found - comparison.rows.begin()), 1);
  }
};

Explained explained(const ShapedRun& base, const ShapedRun& other) {
  RunComparison comparison = comparedRuns(base.trace(), other.trace());
  ComparedWork work = compareWork(comparison);
  return {.comparison = std::move(comparison), .work = std::move(work)};
}

constexpr const char* gemmKernel = "sm90_xmma_gemm_f16f16";
constexpr std::int64_t microsecond = 1000;  // nanoseconds of a step

TEST(ComparedWork, namesMoreCalls) {
  const ShapedCall mark{.op = "aten::relu", .dims = "[[8],[8]]", .kernel = "relu_k", .duration = 1};  // ends a round
  const Explained made = explained(ShapedRun(h200, {gemm(200), mark}), ShapedRun(h200, {gemm(200), gemm(200), mark}));
  const ChangeSplit split = made.split(gemmKernel);
  EXPECT_EQ(split.measure, WorkMeasure::Roofline);
  EXPECT_EQ(split.calls.ns, 200 * microsecond);
  EXPECT_EQ(split.work.ns, 0);
  EXPECT_EQ(split.efficiency.ns, 0);
  EXPECT_EQ(split.unmodeled.ns, 0);
}

TEST(ComparedWork, namesMoreWork) {
  const Explained made = explained(ShapedRun(h200, {gemm(200)}), ShapedRun(h200, {gemm(400, twiceTheProduct)}));
  const ChangeSplit split = made.split(gemmKernel);
  EXPECT_EQ(split.calls.ns, 0);
  EXPECT_EQ(split.work.ns, 200 * microsecond);
  EXPECT_EQ(split.efficiency.ns, 0);
  EXPECT_THAT(workSentences(made.comparison, made.work, 1),
              Contains(says("change-per-step-in", "+200.0 µs", "GEMM",
                            phrase("from-more-work-because", "+200.0 µs",
                                   phrase("more-bytes", "67") + ", " + phrase("more-flops", "100")))));
}

TEST(ComparedWork, namesTheTypeOfTheFlopsWhereThatChanged) {
  const ShapedCall single{
      .op = "aten::mm", .dims = product, .kernel = "sgemm_largek_lds64", .duration = 2500, .type = "float"};
  const Explained made = explained(ShapedRun(h200, {single}), ShapedRun(h200, {gemm(200)}));
  EXPECT_THAT(
      workSentences(made.comparison, made.work, 1),
      Contains(says("change-per-step-in", "-2.300 ms", "GEMM",
                    phrase("from-less-work-because", "-2.331 ms",
                           phrase("same-flops-in-other-type", "fp16", "fp32") + ", " + phrase("fewer-bytes", "50")))));
}

TEST(ComparedWork, namesTheTypeInRealRunsThatChangedIt) {
  const auto base = load(fixture("h200-attention-original.json.gz"));
  const auto other = load(fixture("h200-attention-optimised.json.gz"));
  ASSERT_TRUE(base && other);
  const RunComparison comparison = comparedRuns(*base, *other);
  const std::vector<Message> sentences = workSentences(comparison, compareWork(comparison), 1);
  ASSERT_FALSE(sentences.empty());
  EXPECT_THAT(sentences.front(), mentions("from-less-work-because", anyValue,
                                          phrase("most-flops-in-other-type", "fp16", "fp32") + ", " +
                                              phrase("fewer-bytes", "97") + ", " + phrase("fewer-flops", "2.3")));
}

TEST(ComparedWork, namesLowerEfficiency) {
  const Explained made = explained(ShapedRun(h200, {gemm(200)}), ShapedRun(h200, {gemm(400)}));
  const ChangeSplit split = made.split(gemmKernel);
  EXPECT_EQ(split.calls.ns, 0);
  EXPECT_EQ(split.work.ns, 0);
  EXPECT_EQ(split.efficiency.ns, 200 * microsecond);
  EXPECT_THAT(workSentences(made.comparison, made.work, 1),
              Contains(says("change-per-step-in", "+200.0 µs", phrase("all-gpu-work"),
                            phrase("from-lower-roofline-efficiency", "+200.0 µs", "34.7 %", "69.5 %"))));
}

TEST(ComparedWork, changesOneFactorAfterTheOtherFromTheBaselineOn) {
  const ChangeSplit split = splitOf({.calls = 10, .time = {1000}, .work = 500, .workTime = 1000},
                                    {.calls = 20, .time = {6000}, .work = 2000, .workTime = 6000}, WorkMeasure::Flops);
  EXPECT_EQ(split.calls.ns, 1000) << "10 calls of 100 ns";
  EXPECT_EQ(split.work.ns, 2000) << "20 calls of 50 more at 2 ns";
  EXPECT_EQ(split.efficiency.ns, 2000) << "20 calls of 100 at 1 ns more";
  EXPECT_EQ(split.delta().ns, 5000);
  const ChangeSplit back = splitOf({.calls = 20, .time = {6000}, .work = 2000, .workTime = 6000},
                                   {.calls = 10, .time = {1000}, .work = 500, .workTime = 1000}, WorkMeasure::Flops);
  EXPECT_EQ(back.calls.ns, -3000);
  EXPECT_EQ(back.work.ns, -1500);
  EXPECT_EQ(back.efficiency.ns, -500);
}

TEST(ComparedWork, savesNoMoreThanTheBaselineTakes) {
  const ChangeSplit split = splitOf({.calls = 1, .time = {23'300}, .work = 6, .workTime = 23'300},
                                    {.calls = 1, .time = {8'160}, .work = 1, .workTime = 8'160}, WorkMeasure::Roofline);
  EXPECT_EQ(split.work.ns, -19'417) << "five sixths; at the mean of both efficiencies it would be 30 µs";
  EXPECT_EQ(split.efficiency.ns, 4'277);
  EXPECT_EQ(split.delta().ns, 8'160 - 23'300);
}

TEST(ComparedWork, namesFlopsOnlyWhereTheyTakeTheTime) {
  const auto relu = [](const char* dims, int duration) {
    return ShapedCall{
        .op = "aten::relu", .dims = dims, .kernel = "vectorized_elementwise_kernel", .duration = duration};
  };
  const Explained made = explained(ShapedRun(h200, {gemm(200), relu("[[8192,8192]]", 100)}),
                                   ShapedRun(h200, {gemm(200), relu("[[4096,8192]]", 50)}));
  EXPECT_THAT(workSentences(made.comparison, made.work, 1),
              Contains(mentions("from-less-work-because", anyValue, phrase("fewer-bytes", "50"))));
}

TEST(ComparedWork, givesWhatHasNoModelOnBothSidesToCallsAndTimePerCallAlone) {
  const auto call = [](const char* op, int duration) {
    return ShapedCall{.op = op, .dims = product, .kernel = "vendor_kernel", .duration = duration};
  };
  const Explained neither = explained(ShapedRun(h200, {call("vendor::op", 100), gemm(200)}),
                                      ShapedRun(h200, {call("vendor::op", 150), call("vendor::op", 150), gemm(200)}));
  const ChangeSplit split = neither.split("vendor_kernel");
  EXPECT_EQ(split.measure, WorkMeasure::None);
  EXPECT_EQ(split.calls.ns, 100 * microsecond);
  EXPECT_EQ(split.unmodeled.ns, 100 * microsecond);
  EXPECT_EQ(split.work.ns, 0);
  const Explained one = explained(ShapedRun(h200, {call("aten::mm", 100)}), ShapedRun(h200, {call("vendor::op", 150)}));
  EXPECT_EQ(one.split("vendor_kernel").measure, WorkMeasure::None);
  EXPECT_EQ(one.split("vendor_kernel").unmodeled.ns, 50 * microsecond) << "no model is not less work";
}

TEST(ComparedWork, countsWhatOneRunAloneHasAsCalls) {
  const Explained made = explained(
      ShapedRun(h200, {gemm(200)}),
      ShapedRun(h200, {gemm(200), {.op = "aten::relu", .dims = "[[1024,1024]]", .kernel = "relu_k", .duration = 10}}));
  EXPECT_EQ(made.split("relu_k").calls.ns, 10 * microsecond);
  EXPECT_EQ(made.split("relu_k").delta().ns, 10 * microsecond);
  EXPECT_THAT(workSentences(made.comparison, made.work, 1), Contains(mentions("from-calls-of-other-run", anyValue)));
}

TEST(ComparedWork, measuresByFlopsOrBytesWithoutCeilings) {
  const ShapedCall relu{.op = "aten::relu", .dims = "[[4096,4096]]", .kernel = "relu_k", .duration = 20};
  ShapedCall half = relu;
  half.dims = "[[2048,4096]]";
  half.duration = 10;
  const Explained made =
      explained(ShapedRun("Some GPU", {gemm(200), relu}), ShapedRun("Some GPU", {gemm(400, twiceTheProduct), half}));
  EXPECT_FALSE(made.work.ceilings);
  EXPECT_EQ(made.split(gemmKernel).measure, WorkMeasure::Flops);
  EXPECT_EQ(made.split(gemmKernel).work.ns, 200 * microsecond);
  EXPECT_EQ(made.split("relu_k").measure, WorkMeasure::Bytes);
  EXPECT_EQ(made.split("relu_k").work.ns, -10 * microsecond);
  const Explained slower = explained(ShapedRun("Some GPU", {gemm(200)}), ShapedRun("Some GPU", {gemm(400)}));
  EXPECT_THAT(workSentences(slower.comparison, slower.work, 1),
              Contains(mentions("from-lower-efficiency", anyValue, "343.6 TFLOP/s", "687.2 TFLOP/s")));
}

TEST(ComparedWork, isThatOfOneDeviceWhereRunsHaveTwo) {
  const Explained made = explained(ShapedRun("NVIDIA A100-SXM4-80GB", {gemm(500)}), ShapedRun(h200, {gemm(200)}));
  const ChangeSplit split = made.split(gemmKernel);
  EXPECT_EQ(split.work.ns, 0) << "the same product";
  EXPECT_EQ(split.efficiency.ns, -300 * microsecond);
}

TEST(ComparedWork, saysSoWhereNoCallTells) {
  const ShapedCall call{.op = "vendor::op", .dims = "[]", .kernel = "vendor_kernel", .duration = 20};
  const Explained made = explained(ShapedRun(h200, {call}), ShapedRun(h200, {call, call}));
  EXPECT_FALSE(made.work.isKnown());
  EXPECT_THAT(made.work.reasons(made.comparison, 1), IsEmpty());
  EXPECT_THAT(workSentences(made.comparison, made.work, 1), Contains(mentions("no-input-shapes-recorded")));
}

TEST(ComparedWork, survivesTimesThatNoFileShouldSay) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const CallSums base{.calls = 1, .time = {huge}, .work = 1, .workTime = 9e18};
  const CallSums other{.calls = 1e9, .time = {1}, .work = 1e300, .workTime = 1};
  EXPECT_EQ(splitOf(base, other, WorkMeasure::Bytes).delta().ns, 1 - huge);
  const CallSums nothing{.calls = 3, .time = {0}, .work = 0, .workTime = 0};
  EXPECT_EQ(splitOf(nothing, nothing, WorkMeasure::Bytes).delta().ns, 0);
}

TEST(ComparedWork, standsInTheReport) {
  const Explained made = explained(ShapedRun(h200, {gemm(200)}), ShapedRun(h200, {gemm(400)}));
  EXPECT_THAT(runReport(made.comparison, &made.work), HasSubstr("<th>efficiency</th>"));
  EXPECT_THAT(runReport(made.comparison, &made.work), HasSubstr("69.5 % → 34.7 %"));
  EXPECT_THAT(runReport(made.comparison), Not(HasSubstr("<th>efficiency</th>")));
}

TEST(ComparedWork, isAMetricOfTheMatrix) {
  const ShapedRun slow(h200, {gemm(400)});
  const ShapedRun fast(h200, {gemm(200)});
  const ShapedRun blind(h200, {{.op = "vendor::op", .dims = "[]", .kernel = "vendor_kernel", .duration = 20}});
  std::vector<RunFigures> figures;
  for (const auto& [path, run] : {std::pair("Slow_seq256.json", &slow), std::pair("Fast_seq256.json", &fast),
                                  std::pair("Blind_seq256.json", &blind)}) {
    figures.push_back(figuresOf({.path = path, .trace = run->trace()}, {}, {}, true));
  }
  ASSERT_TRUE(figures[0].work && figures[1].work);
  EXPECT_FALSE(figures[2].work);
  EXPECT_NEAR(*figures[0].work->flopsPerSecond, 2.0 * 4096 * 4096 * 4096 / 400e-6, 1e6);
  EXPECT_EQ(figures[0].work->bytes, 3.0 * 4096 * 4096 * 2);
  EXPECT_NEAR(*figures[1].work->shareOfRoofline, 2 * *figures[0].work->shareOfRoofline, 1e-9);
  const std::vector<std::shared_ptr<const Log>> logs{logOfFigures(figures)};
  const Measurements measurements = measurementsOf(logs);
  for (const char* key : {"FLOP rate", "bytes moved", "share of roofline"}) {
    const auto metric = measurements.metric(key);
    ASSERT_TRUE(metric) << key;
    EXPECT_EQ(measurements.valuesOfMetric[*metric].size(), 2U) << key;
  }
  EXPECT_EQ(betterOf(Quantity::Share, "share of roofline"), Better::More);
  const RunFigures unasked = figuresOf({.path = "Slow_seq256.json", .trace = slow.trace()}, {}, {});
  EXPECT_FALSE(unasked.work);
}

/// Real runs whose rows, of whatever key, must be split exactly.
class RealPair : public testing::TestWithParam<std::pair<std::string, std::string>> {};

void expectExactSplits(const RunComparison& comparison) {
  const ComparedWork work = compareWork(comparison);
  for (std::size_t row = 0; row < comparison.rows.size(); ++row) {
    EXPECT_EQ(work.splitOfRow(comparison, row, 1).delta(), comparison.rows[row].delta(1)) << comparison.rows[row].name;
    const auto perStep = [&](std::size_t run) {
      return std::llround(comparison.runs[run].perStep(comparison.runs[run].account.rows[row].total));
    };
    EXPECT_EQ(comparison.rows[row].delta(1).ns, perStep(1) - perStep(0)) << comparison.rows[row].name;
    for (std::size_t run = 0; run < comparison.runs.size(); ++run) {
      EXPECT_EQ(work.runs[run].rows[row].figures.kernelTime, comparison.rows[row].sides[run].total);
      EXPECT_EQ(work.runs[run].rows[row].figures.count, comparison.rows[row].sides[run].count);
      EXPECT_EQ(work.runs[run].rowsOfSteps[row].figures.count, comparison.runs[run].account.rows[row].count);
    }
  }
  std::int64_t families = 0;
  std::int64_t all = 0;
  for (const WorkReason& reason : work.reasons(comparison, 1)) {
    EXPECT_EQ(reason.split.delta(), reason.otherStep.time - reason.baseStep.time) << reason.family;
    (reason.family.empty() ? all : families) += reason.split.delta().ns;
  }
  EXPECT_NEAR(static_cast<double>(families), static_cast<double>(all), kernelFamilyCount) << "each is rounded";
}

TEST_P(RealPair, splitsEveryRowExactly) {
  const auto& [basePath, otherPath] = GetParam();
  if (!std::filesystem::exists(basePath) || !std::filesystem::exists(otherPath)) {
    GTEST_SKIP() << basePath;
  }
  const auto base = load(basePath);
  const auto other = load(otherPath);
  ASSERT_TRUE(base && other);
  for (const RunKey key : runKeys) {
    SCOPED_TRACE(toText(key));
    expectExactSplits(comparedRuns(*base, *other, key));
  }
}

TEST(NamesInPages, breakBetweenTheirWords) {
  EXPECT_EQ(htmlName("aten::_cudnn_attention_backward"), "aten::_<wbr>cudnn_<wbr>attention_<wbr>backward");
  EXPECT_EQ(htmlName("run/attention.before.json.xz"), "run/<wbr>attention.<wbr>before.<wbr>json.<wbr>xz");
  EXPECT_EQ(htmlName("a<b>_"), "a&lt;b&gt;_");
  EXPECT_EQ(htmlName(""), "");
  EXPECT_EQ(htmlName("_"), "_");
  const std::string page = htmlPageBegin("Title", "");
  EXPECT_THAT(page, HasSubstr("th{white-space:normal;overflow-wrap:break-word;")) << "words of heads stay whole";
}

TEST(WorkReasons, sayNothingOfAllWorkThatIsNotModeled) {
  WorkReason reason;
  reason.split.unmodeled = {-3'000'000};
  EXPECT_TRUE(sentenceOn(reason).isEmpty()) << "its families say more";
  reason.family = "elementwise";
  EXPECT_FALSE(sentenceOn(reason).isEmpty());
  reason.family.clear();
  reason.split.calls = {1'000'000};
  EXPECT_FALSE(sentenceOn(reason).isEmpty()) << "there are two reasons";
}

INSTANTIATE_TEST_SUITE_P(
    ComparedWork, RealPair,
    testing::Values(std::pair(fixture("torch-compare-base.json.gz"), fixture("torch-compare-other.json.gz")),
                    std::pair(fixture("h200-attention-original.json.gz"), fixture("h200-attention-optimised.json.gz")),
                    std::pair(shared("h200/Softmax_seq1024_trace.json.gz"), shared("h200/Flash_seq1024_trace.json.gz")),
                    std::pair(shared("traces/torch/hta_compare_base.json.gz"),
                              shared("traces/torch/hta_compare_test.json.gz"))));

}  // namespace
}  // namespace kernline::test
