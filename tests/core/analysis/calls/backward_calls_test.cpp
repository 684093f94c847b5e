// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/backward_calls.h"

#include "core/analysis/calls/call_tree.h"
#include "tests/core/analysis/hand_made_trace.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace kernline::test {
namespace {

TEST(BackwardNames, stepsOfTheEngineAreNamedAfterWhatTheyUndo) {
  for (const char* name :
       {"AddmmBackward0", "MmBackward", "CheckpointFunctionBackward", "torch::autograd::AccumulateGrad",
        "struct torch::autograd::CopySlices", "autograd::engine::evaluate_function: torch::jit::DifferentiableGraph"}) {
    EXPECT_TRUE(namesBackwardStep(name)) << name;
  }
  for (const char* name : {"aten::nll_loss_backward", "aten::mm", "Backward", "BackwardHook", "aten::_Backward"}) {
    EXPECT_FALSE(namesBackwardStep(name)) << name;
  }
}

TEST(BackwardNames, callsOfPythonThatWaitForTheEngine) {
  for (const char* name : {"torch/tensor.py(221): backward", "torch/autograd/__init__.py(200): grad",
                           "torch/autograd/graph.py(860): _engine_run_backward",
                           "<built-in method run_backward of torch._C._EngineBase object at 0x7f>"}) {
    EXPECT_TRUE(namesBackwardCall(name)) << name;
  }
  EXPECT_FALSE(namesBackwardCall("train.py(3): backward_hook"));
}

class DrivenTrace : public testing::Test {
 protected:
  void step(std::int64_t at, std::int64_t length) {
    made.span(autograd, SpanKind::Op, "autograd::engine::evaluate_function: MmBackward0", at, length);
  }
  void annotate(TrackId track, std::string_view name, std::int64_t at, std::int64_t length) {
    made.span(track, SpanKind::Annotation, name, at, length);
    made.span(track, SpanKind::Op, "aten::add", at, 1);
  }
  /// Returns for each driven call when it begins, and what waits for it.
  std::vector<std::pair<std::int64_t, std::string>> found() {
    const auto trace = made.build();
    std::vector<std::pair<std::int64_t, std::string>> all;
    for (const DrivenCall& call : drivenCalls(*trace, callTracks(*trace))) {
      all.emplace_back(trace->start(call.call).ns, trace->nameText(call.driver));
    }
    return all;
  }
  using Found = std::vector<std::pair<std::int64_t, std::string>>;

  HandMadeTrace made;
  ProcessId host = made.process("1");
  TrackId main = made.track(host, "1", TrackKind::Thread);
  TrackId autograd = made.track(host, "2", TrackKind::Thread);
};

TEST_F(DrivenTrace, withoutPythonTheInnermostOpenAnnotationWaits) {
  annotate(main, "step 1", 0, 1000);
  annotate(main, "backward", 100, 300);
  annotate(main, "step 2", 2000, 1000);
  step(150, 50);
  step(250, 100);
  step(350, 100);
  step(2100, 100);
  step(3500, 10);
  EXPECT_EQ(found(), (Found{{150, "backward"}, {250, "backward"}, {350, "step 1"}, {2100, "step 2"}}));
}

TEST_F(DrivenTrace, theThreadThatDoesNothingElseMeanwhileWaits) {
  const TrackId busy = made.track(host, "3", TrackKind::Thread);
  annotate(busy, "inference", 0, 1000);
  for (std::int64_t at = 10; at < 1000; at += 10) {
    made.span(busy, SpanKind::Op, "aten::mul", at, 5);
  }
  annotate(main, "training", 0, 1000);
  step(500, 100);
  EXPECT_EQ(found(), (Found{{500, "training"}}));
}

TEST_F(DrivenTrace, nobodyOfAnotherProcessWaits) {
  annotate(made.track(made.process("9"), "1", TrackKind::Thread), "training", 0, 1000);
  step(500, 100);
  EXPECT_TRUE(found().empty());
}

TEST_F(DrivenTrace, theStepsThatTheCallerTakesItselfWaitForNobody) {
  annotate(main, "backward", 0, 1000);
  made.span(main, SpanKind::Op, "autograd::engine::evaluate_function: GraphRoot", 100, 500);
  made.span(main, SpanKind::Op, "GraphRoot", 110, 400);
  step(200, 100);
  EXPECT_EQ(found(), (Found{{200, "backward"}}));
}

TEST_F(DrivenTrace, withoutOperatorsTheNameOfAnAnnotationTells) {
  made.span(main, SpanKind::Annotation, "loading", 0, 400);
  made.span(main, SpanKind::Annotation, "## Backward ##", 500, 400);
  step(100, 50);
  step(600, 50);
  EXPECT_EQ(found(), (Found{{600, "## Backward ##"}}));
}

TEST_F(DrivenTrace, aThreadThatRunsForwardIsNoAutogradThread) {
  const TrackId other = made.track(host, "3", TrackKind::Thread);
  annotate(other, "evaluation", 0, 100000);
  for (std::int64_t i = 0; i < 100; ++i) {
    made.span(main, SpanKind::Op, "aten::mul", i * 10, 5);
  }
  for (std::int64_t i = 0; i < 100; ++i) {
    made.span(main, SpanKind::Op, "autograd::engine::evaluate_function: MulBackward0", 2000 + i * 10, 5);
  }
  EXPECT_TRUE(found().empty());
}

}  // namespace
}  // namespace kernline::test
