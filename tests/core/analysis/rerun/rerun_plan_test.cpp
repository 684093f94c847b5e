// SPDX-License-Identifier: GPL-3.0-or-later
// Which operators of a trace run again alone, with which inputs, and why others do not.
#include "core/analysis/rerun/rerun_plan.h"
#include "core/analysis/rerun/typical_step.h"
#include "core/analysis/work/ceilings.h"
#include "tests/core/analysis/work/made_work.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_sketch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;

constexpr const char* product = "[[64,32],[32,16]]";
constexpr const char* floats = R"(["float","float"])";

std::vector<RerunCase> planOf(const Trace& trace, const RerunQuery& query = {}) {
  return rerunPlan(trace, workModel(trace, WorkRules::builtin(), 1), query);
}

RerunQuery named(std::string_view name) {
  return {.scope = {.isNamed = [name](std::string_view other) { return name == other; }}};
}

const RerunCase& caseNamed(const std::vector<RerunCase>& cases, std::string_view name) {
  const auto found = std::ranges::find(cases, name, &RerunCase::name);
  static const RerunCase none;
  EXPECT_NE(found, cases.end()) << name;
  return found == cases.end() ? none : *found;
}

std::vector<std::string> namesOf(const std::vector<RerunCase>& cases) {
  std::vector<std::string> names;
  for (const RerunCase& one : cases) {
    names.push_back(one.name);
  }
  return names;
}

std::vector<std::int64_t> microsecondsOf(const RerunCase& one) {
  std::vector<std::int64_t> times;
  for (const Duration time : one.times) {
    times.push_back(time.ns / 1000);
  }
  return times;
}

TEST(RerunPlan, groupsCallsWithTheSameInputsByTheirTime) {
  MadeWork made;
  made.op("aten::mm", 0, 9, product, floats);
  made.kernel("gemm", 2, 100, 10);
  made.op("aten::mm", 10, 9, "[[8,8],[8,8]]", floats);
  made.kernel("gemm", 12, 200, 50);
  made.op("aten::mm", 20, 9, product, floats);
  made.kernel("gemm", 22, 300, 12);
  made.kernel("reduce", 23, 320, 3);
  const auto trace = made.trace();
  const std::vector<RerunCase> cases = planOf(*trace);
  ASSERT_EQ(cases.size(), 2U);
  EXPECT_EQ(cases[0].calls, 1U);
  EXPECT_EQ(cases[1].calls, 2U);
  EXPECT_THAT(microsecondsOf(cases[1]), ElementsAre(10, 15)) << "of both its kernels";
  EXPECT_EQ(cases[1].time.ns, 25'000);
  EXPECT_NE(cases[0].id, cases[1].id);
  EXPECT_EQ(json::parse(cases[1].inputs),
            json::parse(R"([{"dtype":"float32","size":[64,32]},{"dtype":"float32","size":[32,16]}])"));
}

TEST(RerunPlan, givesWhatAnOperatorCallsToTheOneThatLaunchesItselfToo) {
  MadeWork made;
  made.op("aten::linear", 0, 90, product, floats);
  made.op("aten::convolution_backward", 5, 80, product, floats);
  made.kernel("dgrad", 6, 200, 30);
  made.op("aten::sum", 20, 20, "[[64,32]]", R"(["float"])");
  made.kernel("reduce", 22, 240, 5);
  const auto trace = made.trace();
  const std::vector<RerunCase> cases = planOf(*trace);
  ASSERT_THAT(namesOf(cases), ElementsAre("aten::convolution_backward"))
      << "it calls aten::sum again; aten::linear launches nothing itself";
  EXPECT_THAT(microsecondsOf(cases[0]), ElementsAre(35));
  EXPECT_THAT(namesOf(planOf(*trace, named("aten::sum"))), ElementsAre("aten::sum"));
  const std::vector<RerunCase> outer = planOf(*trace, named("aten::linear"));
  ASSERT_THAT(namesOf(outer), ElementsAre("aten::linear"));
  EXPECT_THAT(microsecondsOf(outer[0]), ElementsAre(35));
  EXPECT_TRUE(planOf(*trace, named("aten::relu")).empty());
}

TEST(RerunPlan, findsTheCallAtATime) {
  MadeWork made;
  for (int i = 0; i < 3; ++i) {
    made.op("aten::mm", 100 * i, 50, product, floats);
    made.kernel("gemm", 100 * i + 5, 1000 + 100 * i, 10 + i);
  }
  const auto trace = made.trace();
  const auto isProduct = [](std::string_view name) { return name == "aten::mm"; };
  const Time begin = trace->bounds().begin;
  const auto at = [&](std::int64_t us) {
    const SpanId op = operatorAt(*trace, isProduct, begin + Duration{us * 1000});
    return op == SpanId::none ? -1 : (trace->start(op) - begin).ns / 1000;
  };
  EXPECT_EQ(at(0), 0);
  EXPECT_EQ(at(120), 100);
  EXPECT_EQ(at(160), 200) << "the next one";
  EXPECT_EQ(at(250), -1) << "half-open";
  RerunQuery query;
  query.scope.op = operatorAt(*trace, isProduct, begin + Duration{120'000});
  const std::vector<RerunCase> cases = planOf(*trace, query);
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_THAT(microsecondsOf(cases[0]), ElementsAre(11)) << "of this call alone";
}

TEST(RerunPlan, saysWhyAnOperatorCannotRun) {
  MadeWork made;
  auto launching = [&, at = 0](const char* name, const char* dims, const char* types,
                               const char* kernel = "k") mutable {
    made.op(name, at, 9, dims, types);
    made.kernel(kernel, at + 2, at + 5000, 5);
    at += 10;
  };
  launching("triton_poi_fused_add_0", product, floats);
  launching("autograd::engine::evaluate_function: MulBackward0", product, floats);
  launching("c10d::allreduce_", product, floats);
  launching("vllm::moe_forward", product, floats);
  launching("aten::relu", R"([["s0",4]])", R"(["float"])");
  launching("aten::neg", "[[4]]", R"(["c10::quint4x2"])");
  launching("aten::cat", "[[],[]]", R"(["TensorList","Scalar"])");
  made.add(R"({"ph":"X","cat":"kernel","name":"alone","pid":0,"tid":7,"ts":9000,"dur":4,)"
           R"("args":{"device":0,"stream":7}})");
  made.add(
      R"({"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":200,"dur":9,"args":{"External id":90}})");
  made.add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":201,"dur":1,)"
           R"("args":{"correlation":90,"External id":90}})");
  made.add(R"({"ph":"X","cat":"kernel","name":"add","pid":0,"tid":7,"ts":9100,"dur":4,)"
           R"("args":{"device":0,"stream":7,"correlation":90,"External id":90}})");
  const auto trace = made.trace();
  const std::vector<RerunCase> cases = planOf(*trace);
  const auto reason = [&](std::string_view name) { return caseNamed(cases, name).reason; };
  EXPECT_THAT(reason("triton_poi_fused_add_0"), says("torch-has-no-operator"));
  EXPECT_THAT(reason("autograd::engine::evaluate_function: MulBackward0"), says("torch-has-no-operator"));
  EXPECT_THAT(reason("c10d::allreduce_"), says("communication-needs-other-ranks"));
  EXPECT_THAT(reason("vllm::moe_forward"), says("operator-of-another-library"));
  EXPECT_THAT(reason("aten::relu"), says("dimension-of-its-inputs"));
  EXPECT_THAT(reason("aten::neg"), says("torch-cannot-make-tensors", "c10::quint4x2"));
  EXPECT_THAT(reason("aten::cat"), says("shapes-of-its-lists"));
  EXPECT_THAT(reason("alone"), says("no-operator-is-recorded"));
  EXPECT_THAT(reason("aten::add"), says("its-shapes-not-recorded"));
  RerunQuery withLibraries;
  withLibraries.hasLibraries = true;
  EXPECT_TRUE(caseNamed(planOf(*trace, withLibraries), "vllm::moe_forward").reason.isEmpty());
}

TEST(RerunPlan, takesTheListsOfAnOptimizerFromItsGradients) {
  MadeWork made;
  made.op("torch::autograd::AccumulateGrad", 0, 5, "[[1000,100]]", R"(["float"])");
  made.op("torch::autograd::AccumulateGrad", 10, 5, "[[300]]", R"(["float"])");
  made.op("aten::_foreach_sqrt_", 20, 9, "[[]]", R"(["TensorList"])");
  made.kernel("multi_tensor_apply_kernel<TensorListMetadata<1>, UnaryOpFunctor<float, 1, 1, 0>, Sqrt<float>>", 22, 100,
              5, 3);
  const auto trace = made.trace();
  const RerunCase one = caseNamed(planOf(*trace), "aten::_foreach_sqrt_");
  EXPECT_TRUE(one.reason.isEmpty()) << one.reason.english();
  EXPECT_EQ(one.shape.dims, "2 gradients of 100300 elements");
  EXPECT_EQ(json::parse(one.inputs), json::parse(R"([{"tensors":[{"dtype":"float32","size":[300]},)"
                                                 R"({"dtype":"float32","size":[1000,100]}]}])"));
}

TEST(RerunPlan, saysWhichInputOfACopyIsOnTheHost) {
  MadeWork made;
  made.op("aten::copy_", 0, 9, "[[4],[4]]", floats);
  made.add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":2,"dur":1,)"
           R"("args":{"correlation":70,"External id":1}})");
  made.add(R"x({"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":7,"ts":20,"dur":4,)x"
           R"x("args":{"device":0,"stream":7,"correlation":70,"External id":1}})x");
  const auto trace = made.trace();
  EXPECT_EQ(json::parse(caseNamed(planOf(*trace), "aten::copy_").inputs)[1],
            json::parse(R"({"dtype":"float32","size":[4],"host":"pinned"})"));
}

TEST(RerunPlan, distinguishesProductsInTf32) {
  MadeWork made;
  made.op("aten::mm", 0, 9, product, floats);
  made.kernel("sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128", 2, 100, 10);
  made.op("aten::mm", 10, 9, product, floats);
  made.kernel("ampere_sgemm_128x64_nn", 12, 200, 30);
  const auto trace = made.trace();
  const std::vector<RerunCase> cases = planOf(*trace);
  ASSERT_EQ(cases.size(), 2U);
  EXPECT_EQ(cases[0].usesTf32, false);
  EXPECT_EQ(cases[1].usesTf32, true);
}

TEST(RerunPlan, knowsTheRooflineOfOneCall) {
  MadeWork made;
  made.op("aten::mm", 0, 9, "[[4096,4096],[4096,4096]]", R"(["c10::BFloat16","c10::BFloat16"])");
  made.kernel("nvjet_tst_gemm", 2, 100, 200);
  const auto trace = made.trace();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  const std::vector<RerunCase> cases = rerunPlan(*trace, model, {});
  ASSERT_EQ(cases.size(), 1U);
  const auto ceilings = ceilingsOf("H200");
  const WorkFigures figures = figuresOfCase(cases[0], model, WorkMeter(*trace, model, ceilings));
  EXPECT_EQ(figures.flops, 2.0 * 4096 * 4096 * 4096);
  EXPECT_DOUBLE_EQ(rooflineNsOf(figures).value_or(0), figures.flops / ceilings->flopsPerSecond.at("bf16") * 1e9);
}

TEST(RerunPlan, countsTheCallsOfTheRequestedPart) {
  const auto trace = sketch(R"(
cpu 1: ProfilerStep#1 0+100
cpu 1: aten::mm 1+50
gpu 0/7: gemm 10+20 <- launch 5+2
cpu 1: ProfilerStep#2 100+100
cpu 1: aten::mm 101+50
gpu 0/7: gemm 110+30 <- launch 105+2
cpu 1: ProfilerStep#3 200+100
cpu 1: aten::mm 201+50
gpu 0/7: gemm 210+40 <- launch 205+2
)");
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const auto step = typicalStep(*trace, *found);
  ASSERT_TRUE(step);
  EXPECT_EQ(step->index, 1U);
  EXPECT_EQ(step->count, 3U);
  EXPECT_EQ(step->name, "ProfilerStep#2");
  const std::vector<RerunCase> cases = planOf(*trace, {.among = step->activities, .step = step->activities});
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases[0].calls, 1U);
  EXPECT_EQ(cases[0].callsInStep, 1U);
  EXPECT_EQ(cases[0].time.ns, 30'000);
  EXPECT_THAT(microsecondsOf(cases[0]), ElementsAre(20, 30, 40)) << "of all steps";
  EXPECT_THAT(microsecondsOf(planOf(*trace, {.among = step->activities, .within = step->activities})[0]),
              ElementsAre(30));
}

TEST(RerunPlan, hasSpreadsOfTimes) {
  EXPECT_FALSE(spreadOf({}));
  const auto spread = spreadOf({{50}, {10}, {30}, {20}, {40}});
  ASSERT_TRUE(spread);
  EXPECT_EQ(spread->median.ns, 30);
  EXPECT_EQ(spread->low.ns, 20);
  EXPECT_EQ(spread->high.ns, 40);
}

TEST(RerunPlan, runsEveryOperatorOfAStepThatHasShapes) {
  const auto trace = *load(fixture("h200-profiler-steps.json.gz"));
  const auto step = typicalStep(*trace, *foundSteps(*trace));
  ASSERT_TRUE(step);
  const std::vector<RerunCase> cases = planOf(*trace, {.among = step->activities, .step = step->activities});
  EXPECT_GE(cases.size(), 20U);
  for (const RerunCase& one : cases) {
    EXPECT_TRUE(one.reason.isEmpty()) << one.name << ": " << one.reason.english();
    EXPECT_EQ(one.times.size() % one.callsInStep, 0U);
  }
}

}  // namespace
}  // namespace kernline::test
