// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/span_origin.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using Texts = std::vector<std::string>;

Texts textsOf(const std::vector<StackFrame>& stack) {
  Texts texts;
  for (const StackFrame& frame : stack) {
    texts.push_back(frame.text);
  }
  return texts;
}

std::shared_ptr<const Trace> read(const char* json) {
  const auto loaded = chrome::readChromeText(json, {});
  EXPECT_TRUE(loaded);
  return loaded ? *loaded : nullptr;
}

/// A step runs aten::mm forward, and backward() waits for what a thread of autograd does, joined by sequence numbers.
std::shared_ptr<const Trace> trainingTrace() {
  return read(R"json([
{"ph":"X","cat":"python_function","name":"train.py(9): step","pid":5,"tid":5,"ts":0,"dur":1000},
{"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":5,"tid":5,"ts":10,"dur":100},
{"ph":"X","cat":"python_function","name":"torch/nn/modules/module.py(1): _call_impl","pid":5,"tid":5,"ts":11,"dur":98},
{"ph":"X","cat":"python_function","name":"<built-in function linear>","pid":5,"tid":5,"ts":12,"dur":90},
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":5,"tid":5,"ts":15,"dur":60},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":5,"tid":5,"ts":20,"dur":50,"args":{"Sequence number":7}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":30,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"python_function","name":"torch/_tensor.py(5): backward","pid":5,"tid":5,"ts":200,"dur":400},
{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: MmBackward0","pid":5,"tid":6,"ts":210,"dur":100,"args":{"Sequence number":7,"Fwd thread id":1}},
{"ph":"X","cat":"cpu_op","name":"MmBackward0","pid":5,"tid":6,"ts":212,"dur":90,"args":{"Sequence number":7,"Fwd thread id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":6,"ts":230,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"forward_gemm","pid":0,"tid":7,"ts":40,"dur":20,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"backward_gemm","pid":0,"tid":7,"ts":260,"dur":20,"args":{"correlation":2}}
])json");
}

TEST(SpanOrigin, ofForwardWorkIsTheStackAroundItsLaunch) {
  TraceAnalysis analysis(trainingTrace());
  const SpanOrigin origin = originOf(analysis, spanNamed(analysis.trace(), "forward_gemm"));
  EXPECT_EQ(textsOf(origin.stack), (Texts{"<built-in function linear>", "torch/nn/modules/module.py(1): _call_impl",
                                          "nn.Module: Linear_0", "train.py(9): step"}));
  EXPECT_TRUE(origin.backwardStack.empty());
  EXPECT_EQ(origin.cause.forward, SpanId::none);
  EXPECT_EQ(originTarget(origin), spanNamed(analysis.trace(), "nn.Module: Linear_0"));
}

TEST(SpanOrigin, ofBackwardWorkIsTheStackOfItsForwardAndThatOfBackward) {
  TraceAnalysis analysis(trainingTrace());
  const Trace& trace = analysis.trace();
  const SpanOrigin origin = originOf(analysis, spanNamed(trace, "backward_gemm"));
  EXPECT_EQ(origin.cause.forward, spanNamed(trace, "aten::mm")) << "by sequence numbers: there are no arrows";
  EXPECT_EQ(textsOf(origin.stack).back(), "train.py(9): step");
  EXPECT_EQ(origin.stack.size(), 4U);
  EXPECT_EQ(textsOf(origin.backwardStack), (Texts{"torch/_tensor.py(5): backward", "train.py(9): step"}));
  EXPECT_EQ(origin.stack.front().span, spanNamed(trace, "<built-in function linear>"));
  EXPECT_EQ(originTarget(origin), spanNamed(trace, "nn.Module: Linear_0"));
}

TEST(SpanOrigin, ofACallIsWhatIsAroundIt) {
  TraceAnalysis analysis(trainingTrace());
  const Trace& trace = analysis.trace();
  EXPECT_EQ(originTarget(originOf(analysis, spanNamed(trace, "nn.Module: Linear_0"))),
            spanNamed(trace, "train.py(9): step"));
  EXPECT_EQ(originTarget(originOf(analysis, spanNamed(trace, "train.py(9): step"))), SpanId::none);
}

TEST(SpanOrigin, ofAReducedGradientIsTheOperatorThatItIsOf) {
  const std::shared_ptr<const Trace> trace = read(R"json([
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":5,"tid":5,"ts":15,"dur":60},
{"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":5,"tid":5,"ts":20,"dur":50,"args":{"Sequence number":7}},
{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: AddmmBackward0","pid":5,"tid":6,"ts":210,"dur":100,"args":{"Sequence number":7,"Fwd thread id":1}},
{"ph":"X","cat":"cpu_op","name":"autograd::engine::evaluate_function: torch::autograd::AccumulateGrad","pid":5,"tid":6,"ts":320,"dur":100},
{"ph":"X","cat":"cpu_op","name":"c10d::allreduce_","pid":5,"tid":6,"ts":330,"dur":50}
])json");
  TraceAnalysis analysis(trace);
  EXPECT_EQ(originTarget(originOf(analysis, spanNamed(*trace, "c10d::allreduce_"))), spanNamed(*trace, "aten::addmm"));
}

TEST(SpanOrigin, withoutAStackIsAnOperator) {
  TraceAnalysis analysis(sketch(R"(
    cpu 1: aten::linear 15+60
    cpu 1: aten::mm 20+50
    gpu 0/7: gemm 40+20 <- launch 30+2)"));
  const Trace& trace = analysis.trace();
  EXPECT_EQ(originTarget(originOf(analysis, spanNamed(trace, "gemm"))), spanNamed(trace, "aten::linear"));
  EXPECT_EQ(originTarget(originOf(analysis, spanNamed(trace, "aten::linear"))), SpanId::none);
}

TEST(SpanOrigin, readsStacksThatOperatorsHaveAsArgs) {
  TraceAnalysis analysis(read(R"json([
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":5,"tid":5,"ts":20,"dur":50,"args":{"Call stack":"model.py(3): forward;train.py(9): step"}},
{"ph":"X","cat":"cpu_op","name":"aten::empty","pid":5,"tid":5,"ts":25,"dur":20,"args":{"Call stack":""}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":5,"tid":5,"ts":30,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":20,"args":{"correlation":1}}
])json"));
  const Trace& trace = analysis.trace();
  const SpanOrigin origin = originOf(analysis, spanNamed(trace, "gemm"));
  EXPECT_EQ(textsOf(origin.stack), (Texts{"model.py(3): forward", "train.py(9): step"}));
  EXPECT_EQ(origin.stack.front().span, spanNamed(trace, "aten::mm"));
}

TEST(SpanOrigin, looksAtTheNamesOfAllSpansOnceForATrace) {
  TraceAnalysis analysis(trainingTrace());
  const auto scopes = analysis.scopes();
  ASSERT_NE(scopes, nullptr);
  EXPECT_EQ(scopes->source(), ModuleSource::Modules);
  static_cast<void>(originOf(analysis, spanNamed(analysis.trace(), "aten::mm")));
  EXPECT_EQ(analysis.scopes(), scopes);
}

}  // namespace
}  // namespace kernline::test
