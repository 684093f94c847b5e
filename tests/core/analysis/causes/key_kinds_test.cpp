// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/key_kinds.h"

#include "core/analysis/causes/span_filter.h"
#include "core/analysis/statistics/repeated_rows.h"
#include "core/analysis/statistics/statistics.h"
#include "core/import/chrome_json/read_chrome.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace kernline::test {
namespace {

using Times = std::map<std::string, std::int64_t>;

/// Two steps of a network on two threads: forward on one, backward on that of autograd.
struct TwoSteps : HandMadeTrace {
  using Kind = SpanKind;

  void kernel(TrackId thread, std::string_view name, std::int64_t at, std::int64_t ns) {
    ++launches;
    span(thread, Kind::Runtime, "cudaLaunchKernel", at, 1).correlation = static_cast<std::uint32_t>(launches);
    span(stream, Kind::Kernel, name, 5000 * launches, ns).correlation = static_cast<std::uint32_t>(launches);
  }
  void step(std::int64_t at, const std::string& number) {
    span(main, Kind::Annotation, "ProfilerStep#" + number, at, 1000);
    span(main, Kind::PythonFunction, "nn.Module: Net_0", at + 10, 200);
    span(main, Kind::PythonFunction, "nn.Module: Linear_0", at + 20, 100);
    span(main, Kind::Op, "aten::mm", at + 30, 50);
    kernel(main, "void cutlass_gemm<float>(int)", at + 40, 7);
    span(main, Kind::PythonFunction, "torch/_tensor.py(1): backward", at + 300, 300);
    span(autograd, Kind::Op, "autograd::engine::evaluate_function: MmBackward0", at + 310, 100);
    span(autograd, Kind::Op, "MmBackward0", at + 320, 80);
    span(autograd, Kind::Op, "aten::mm", at + 330, 50);
    kernel(autograd, "void cutlass_gemm<float>(int)", at + 340, 20);
    kernel(autograd, "ncclDevKernel_AllReduce(x)", at + 390, 100);
    span(main, Kind::Annotation, "Optimizer.step#SGD.step", at + 700, 200);
    kernel(main, "adam", at + 710, 1000);
  }
  std::shared_ptr<const Trace> made() {
    step(0, "1");
    step(2000, "2");
    kernel(main, "stray", 4000, 10'000);
    return build();
  }

  ProcessId host = process("1");
  TrackId main = track(host, "1", TrackKind::Thread);
  TrackId autograd = track(host, "2", TrackKind::Thread);
  TrackId stream = track(process("0", 0), "7", TrackKind::Stream);
  std::int64_t launches = 0;
};

Times timesBy(TraceAnalysis& analysis, std::string_view key, SpanKinds kinds = SpanKinds::deviceActivities()) {
  Times times;
  const Statistics made = statistics(analysis.trace(), {.by = keyKind(key)->make(analysis, {}), .kinds = kinds});
  for (const StatisticsRow& row : made.rows) {
    times[std::string(row.name)] += row.total.ns;
  }
  return times;
}

TEST(KeyKinds, giveEachKernelToOneModuleOnePhaseAndOneStep) {
  TraceAnalysis analysis(TwoSteps().made());
  EXPECT_EQ(timesBy(analysis, "module"), (Times{{"Net_0/Linear_0", 14}, {"", 12'240}}))
      << "no arrow says what the backward pass undoes";
  EXPECT_EQ(timesBy(analysis, "phase"),
            (Times{{"forward", 14}, {"backward", 40}, {"optimizer", 2000}, {"communication", 200}, {"", 10'000}}));
  EXPECT_EQ(timesBy(analysis, "step"), (Times{{"0: ProfilerStep#1", 1127}, {"1: ProfilerStep#2", 1127}, {"", 10'000}}));
  EXPECT_EQ(timesBy(analysis, "op"), (Times{{"aten::mm", 54}, {"MmBackward0", 200}, {"", 12'000}}));
}

TEST(KeyKinds, takeWhatAutogradDoesBesideItsStepsForBackward) {
  TwoSteps made;
  made.span(made.autograd, SpanKind::Op, "nccl:all_reduce", 600, 50);
  made.kernel(made.autograd, "copy of a bucket", 610, 30);
  TraceAnalysis analysis(made.made());
  EXPECT_EQ(timesBy(analysis, "phase")["backward"], 70);
}

TEST(KeyKinds, tellWhatCallsAreForAsWell) {
  TraceAnalysis analysis(TwoSteps().made());
  EXPECT_EQ(timesBy(analysis, "module", {SpanKind::PythonFunction}),
            (Times{{"Net_0", 400}, {"Net_0/Linear_0", 200}, {"", 600}}));
  EXPECT_EQ(timesBy(analysis, "phase", {SpanKind::Op}), (Times{{"forward", 100}, {"backward", 460}}));
  EXPECT_EQ(timesBy(analysis, "step", {SpanKind::Op}), (Times{{"0: ProfilerStep#1", 280}, {"1: ProfilerStep#2", 280}}));
}

TEST(KeyKinds, tellLaunchShapesAndInputShapes) {
  const auto loaded = chrome::readChromeText(R"json([
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":5,"tid":5,"ts":20,"dur":50,"args":{"Input Dims":[[8,4],[4,2]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":30,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":20,"args":{"correlation":1,"grid":[64,2,1],"block":[128,1,1]}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":70,"dur":5,"args":{"grid":[64,2,1]}}
])json",
                                             {});
  TraceAnalysis analysis(loaded.value());
  EXPECT_EQ(timesBy(analysis, "launch"), (Times{{"64×2×1 blocks of 128×1×1", 20'000}, {"", 5'000}}));
  EXPECT_EQ(timesBy(analysis, "shape"), (Times{{"aten::mm [[8, 4], [4, 2]]", 20'000}, {"", 5'000}}));
}

std::size_t countOf(TraceAnalysis& analysis, std::string_view typed, SpanKinds kinds = {SpanKind::Kernel}) {
  return filteredSpans(analysis, spanFilter(typed), kinds, *keyKind("name"))->size();
}

TEST(SpanFilter, findsSpansByTheLabelsOfAllKeys) {
  TraceAnalysis analysis(TwoSteps().made());
  EXPECT_EQ(countOf(analysis, "cutlass_gemm<float>("), 4U) << "the name";
  EXPECT_EQ(countOf(analysis, "GEMM"), 4U) << "the family";
  EXPECT_EQ(countOf(analysis, "aten::MM"), 4U);
  EXPECT_EQ(countOf(analysis, "linear_0"), 2U) << "the module";
  EXPECT_EQ(countOf(analysis, "optimizer"), 2U) << "the phase";
  EXPECT_EQ(countOf(analysis, "no module"), 0U) << "nobody means what has none of it";
  EXPECT_EQ(countOf(analysis, "ProfilerStep#2"), 0U) << "a step has to be asked for";
  EXPECT_EQ(countOf(analysis, "nothing like that"), 0U);
}

TEST(SpanFilter, looksInOneKeyWhereItIsNamed) {
  TraceAnalysis analysis(TwoSteps().made());
  EXPECT_EQ(countOf(analysis, "phase:backward"), 2U);
  EXPECT_EQ(countOf(analysis, "op:backward"), 2U) << "MmBackward0";
  EXPECT_EQ(countOf(analysis, "name:backward"), 0U);
  EXPECT_EQ(countOf(analysis, "step:step#2"), 4U);
  EXPECT_EQ(countOf(analysis, "step:0"), 4U) << "the first";
  EXPECT_EQ(countOf(analysis, "module:no module"), 7U);
  EXPECT_EQ(countOf(analysis, "op::mm"), 0U) << "a scope of C++, not a key";
  EXPECT_EQ(countOf(analysis, "phase:backward", {SpanKind::Runtime}), 4U);
}

TEST(SpanFilter, takesNumbersWholeWhereAKeyIsNamed) {
  TwoSteps made;
  for (const char* name : {"layer_1", "layer_10", "layer_21", "1layer_12"}) {
    made.span(made.stream, SpanKind::Kernel, name, 100'000, 5);
  }
  TraceAnalysis analysis(made.build());
  EXPECT_EQ(countOf(analysis, "layer_1"), 3U);
  EXPECT_EQ(countOf(analysis, "name:layer_1"), 1U);
  EXPECT_EQ(countOf(analysis, "name:1layer"), 1U);
  EXPECT_EQ(countOf(analysis, "name:1"), 2U) << "layer_1 and 1layer_12";
  EXPECT_EQ(countOf(analysis, "name:layer_"), 4U);
}

TEST(SpanFilter, takesANumberForThatOfAStepNotForAPartOfItsName) {
  TraceAnalysis analysis(TwoSteps().made());  // 0: ProfilerStep#1, 1: ProfilerStep#2
  EXPECT_EQ(countOf(analysis, "step:1"), 4U);
  EXPECT_EQ(countOf(analysis, "step:2"), 0U);
  EXPECT_EQ(countOf(analysis, "step:ProfilerStep#1"), 4U);
  EXPECT_EQ(countOf(analysis, "step:1:"), 4U);
}

TEST(SpanFilter, findsFurtherNamesOfWords) {
  TraceAnalysis analysis(TwoSteps().made());
  const auto found = filteredSpans(analysis, spanFilter("rückwärts"), {SpanKind::Kernel}, *keyKind("name"),
                                   [](std::string_view label) { return label == "backward" ? "Rückwärts" : ""; });
  EXPECT_EQ(found->size(), 2U);
}

TEST(TraceAnalysis, areTheSameForAllWhoKeepThem) {
  const auto trace = TwoSteps().made();
  const auto causes = causesOf(trace);
  EXPECT_EQ(causesOf(trace), causes);
  EXPECT_EQ(causes->phases(), causes->phases());
  EXPECT_NE(causesOf(TwoSteps().made()), causes);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(causes->modules(stop.get_token()), nullptr);
  EXPECT_NE(causes->modules(), nullptr);
}

TEST(TraceAnalysis, countByTheStepsThatWereSet) {
  TwoSteps made;
  TraceAnalysis analysis(made.made());
  const auto before = analysis.phases();
  EXPECT_EQ(timesBy(analysis, "step"), (Times{{"0: ProfilerStep#1", 1127}, {"1: ProfilerStep#2", 1127}, {"", 10'000}}));
  auto found = std::make_shared<const FoundSteps>(foundSteps(analysis.trace(), stepChoice("Linear_0$")).value());
  analysis.setSteps(found);
  EXPECT_EQ(timesBy(analysis, "step"), (Times{{"0: nn.Module: Linear_0", 1127}, {"1: nn.Module: Linear_0", 11'127}}))
      << "each lasts to the end of what the thread launched before the next";
  const auto chosen = analysis.phases();
  EXPECT_NE(chosen, before);
  analysis.setSteps(found);
  EXPECT_EQ(analysis.phases(), chosen) << "the same again";
  analysis.setSteps(
      std::make_shared<const FoundSteps>(FoundSteps{.source = StepSource::Whole, .name = {}, .steps = {}}));
  EXPECT_EQ(timesBy(analysis, "step"), (Times{{"", 12'254}}));
  analysis.setSteps(nullptr);
  EXPECT_EQ(timesBy(analysis, "step").at("0: ProfilerStep#1"), 1127);
}

class KeysOfTraces : public testing::TestWithParam<std::string> {};

/// Against a sum over the device's rows: whatever the key, each activity is in one row.
TEST_P(KeysOfTraces, giveOutAllDeviceTimeOnce) {
  const auto loaded = load(shared(GetParam()));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  TraceAnalysis analysis(*loaded);
  const Trace& trace = analysis.trace();
  std::int64_t device = 0;
  std::uint64_t count = 0;
  const std::vector<bool> isRepeated = repeatedRows(trace);
  for (std::uint32_t s = 0; s < trace.spanCount(); ++s) {
    if (isDeviceActivity(trace.kinds()[s]) && !isRepeated[index(trace.trackOf(SpanId{s}))]) {
      device += trace.durations()[s].ns;
      ++count;
    }
  }
  for (const KeyKind& kind : keyKinds()) {
    const Statistics made = statistics(trace, {.by = kind.make(analysis, {}), .kinds = SpanKinds::deviceActivities()});
    std::int64_t sum = 0;
    std::uint64_t spans = 0;
    for (const StatisticsRow& row : made.rows) {
      sum += row.total.ns;
      spans += row.count;
    }
    EXPECT_EQ(sum, device) << kind.name;
    EXPECT_EQ(spans, count) << kind.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Shared, KeysOfTraces,
                         testing::Values("h200/gpt_stack_trace.json.gz", "h200/ddp_rank0.pt.trace.json.gz"));

}  // namespace
}  // namespace kernline::test
