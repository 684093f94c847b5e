// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/cli/schema_check.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Two steps of 1 ms on an H200, each with a product that takes 400 µs instead of 139 and a wait for an allocation.
constexpr const char* slowProducts = R"x({"deviceProperties":[{"id":0,"name":"NVIDIA H200"}],"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":1000},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":20,"args":{"External id":1,"Input Dims":[[4096,4096],[4096,4096]],"Input type":["c10::BFloat16","c10::BFloat16"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":1,"args":{"correlation":1,"External id":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":400,"args":{"device":0,"stream":7,"correlation":1,"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaMalloc","pid":1,"tid":1,"ts":400,"dur":590},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":1000,"dur":1000},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1001,"dur":20,"args":{"External id":2,"Input Dims":[[4096,4096],[4096,4096]],"Input type":["c10::BFloat16","c10::BFloat16"]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1005,"dur":1,"args":{"correlation":2,"External id":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1010,"dur":400,"args":{"device":0,"stream":7,"correlation":2,"External id":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaMalloc","pid":1,"tid":1,"ts":1400,"dur":590}
]})x";

TEST(Advise, saysThatThereIsNoGpuWork) {
  const std::string file = fixture("chrome-trivial.json");
  EXPECT_EQ(kernline({"advise", file}).out, file + " · no GPU work in this profile\n");
  const std::string work = kernline({"work", file}).out;
  EXPECT_THAT(work, HasSubstr("no GPU work in this profile"));
  EXPECT_FALSE(work.contains("--device")) << work;
}

TEST(Advise, writesMarkdownForAPullRequest) {
  const TemporaryFile trace(slowProducts);
  const ProgramRun run = kernline({"advise", trace.path(), "--markdown"});
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string text = run.out.substr(run.out.find('\n'));
  EXPECT_EQ(text, R"(

2 steps (recorded as ProfilerStep#), mean 1.000 ms, median 1.000 ms · peak rates of NVIDIA H200 · roofline covers 100.0 % of kernel time

|  | what | likely per step | at most | share | confidence |
| ---: | --- | ---: | ---: | ---: | --- |
| 1 | Allocate device memory once, not in each step | 577.3 µs | 592.5 µs | 59.5 % | high |
| 2 | aten::mm runs at 34.7 % of peak | 0 ns | 245.6 µs | 24.7 % | high |
|  | all |  | 838.1 µs | 84.2 % |  |

Likely: the saving in a replay without the profiler. Bounds do not overlap.

1. The host spends 590.0 µs per step in calls like cudaMalloc (1 per step). Calls per step: 1 allocate device memory, 0 release it. Keep buffers from step to step, or use cudaMallocAsync: the host does not wait for it.
2. Its kernels take 400.0 µs per step, 400.0 µs each, at 34.7 % of the peak (bf16 989.0 TFLOP/s). The saving assumes that 90.0 % of this datasheet value can be reached. All have the shapes \[\[4096, 4096\], \[4096, 4096\]\]. Without the profiler it saves next to nothing: it is not on the critical path.
)");
}

TEST(Advise, looksAtTheStepsOrTheRangeThatIsAskedFor) {
  const TemporaryFile trace(slowProducts);
  const auto answer = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"advise", trace.path(), "--json"});
    const ProgramRun run = kernline(more);
    EXPECT_EQ(run.code, 0) << run.err;
    json made = json::parse(run.out);
    EXPECT_EQ(schemaProblems(made), "");
    return made;
  };
  const json all = answer({});
  EXPECT_EQ(all["steps"], 2);
  EXPECT_EQ(all["step_ns"], 1'000'000);
  EXPECT_EQ(all["elapsed_ns"], 1'990'000);
  EXPECT_EQ(all["rows"][0]["kind"], "allocation");
  EXPECT_TRUE(all["rows"][1]["causes"].empty()) << "of a roofline";
  EXPECT_EQ(all["rows"][0]["upper_bound_all_ns"].get<std::int64_t>(),
            2 * all["rows"][0]["upper_bound_ns"].get<std::int64_t>());
  const json second = answer({"--steps", "1"});
  EXPECT_EQ(second["steps"], 1);
  EXPECT_EQ(second["range_ns"], json::array({1'000'000, 2'000'000}));
  const json range = answer({"--range", "0..400us"});
  EXPECT_EQ(range["steps"], 0);
  EXPECT_EQ(range["step_ns"], 390'000);
  EXPECT_EQ(range["rows"][0]["kind"], "roofline");
  EXPECT_EQ(answer({"--limit", "1"})["rows"].size(), 1U);
}

TEST(Advise, takesCeilingsOfAnotherDevice) {
  const TemporaryFile trace(slowProducts);
  const json answer = json::parse(kernline({"advise", trace.path(), "--json", "--device", "A100"}).out);
  EXPECT_EQ(answer["device"], (json{{"name", "A100"}, {"source", "given"}}));
  EXPECT_TRUE(std::ranges::none_of(answer["rows"], [](const json& row) { return row["kind"] == "roofline"; }))
      << "an A100 needs 440 µs for what took 400";
  const ProgramRun wrong = kernline({"advise", trace.path(), "--device", "Z100"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("Z100 is not in the table of devices"));
}

TEST(Advise, saysHowMuchItKnowsNothingOf) {
  const std::string text = kernline({"advise", fixture("h200-cuda-graph.json.gz")}).out;
  EXPECT_THAT(text, HasSubstr("roofline covers 4.3 % of kernel time"));
  EXPECT_THAT(text,
              HasSubstr(phrase("cannot-judge-by-roofline", "4.3 %") + " Most of it is replayed by graphs; --capture"));
}

}  // namespace
}  // namespace kernline::test
