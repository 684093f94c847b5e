// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/found_steps.h"
#include "tests/core/analysis/steps/figures_of.h"
#include "tests/core/analysis/steps/made_loop.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

/// Device activities of a program that generates text, and the operators that launch them. The pass over a prompt has
/// other kernels than that of a token, but is hardly longer.
struct MadeGeneration {
  MadeLoop loop;
  bool hasOperators = true;
  std::int64_t now = 1000;
  std::vector<std::int64_t> prompts;  ///< begins of the first kernels of their passes
  std::string choice = "reduce_kernel<ArgMaxOps<float>>";

  void kernel(std::string_view name, std::string_view op, std::int64_t length) {
    if (hasOperators) {
      loop.made.span(loop.thread, SpanKind::Op, op, now, 4);
      loop.kernel(now + 1, now + 2, now + 2 + length, name);
    } else {
      loop.made.span(loop.stream, SpanKind::Kernel, name, now + 2, length);
    }
    now += length + 5;
  }

  void prepare() {
    for (const std::string_view name : {"fill_mask", "cumsum", "where", "scan"}) {
      kernel(name, std::string("aten::") + std::string(name), 2);
    }
  }

  void pass(bool isPrompt) {
    if (isPrompt) {
      prompts.push_back(now + 2);
    }
    kernel(isPrompt ? "vectorized_gather_kernel" : "indexSelectSmallIndex", "aten::embedding", 3);
    kernel("cos_kernel", "aten::cos", 3);
    for (int layer = 0; layer < 4; ++layer) {
      kernel(isPrompt ? "gemm_256x128" : "gemv_splitK", "aten::linear", isPrompt ? 12 : 10);
      kernel(isPrompt ? "flash_fwd" : "flash_decode", "aten::attention", isPrompt ? 6 : 5);
      kernel("silu_kernel", "aten::silu", 2);
      if (!isPrompt) {
        kernel("cat_kernel", "aten::cat", 2);
      }
    }
    kernel(choice, "aten::argmax", 4);
  }

  /// Behind a token, unless it is the last.
  void checkEnd() {
    kernel("eq_kernel", "aten::eq", 2);
    kernel("or_kernel", "aten::or", 2);
  }

  void call(int tokens) {
    prepare();
    for (int token = 0; token < tokens; ++token) {
      pass(token == 0);
      checkEnd();
      if (token + 1 < tokens) {
        kernel("add_position", "aten::add", 2);
      }
    }
  }
};

/// One letter a step: (p)refill, (d)ecode, - for neither.
std::string kindsOf(const std::vector<StepStats>& steps) {
  std::string kinds;
  for (const StepStats& step : steps) {
    kinds += !step.inference ? '-' : step.inference->kind == InferenceKind::Prefill ? 'p' : 'd';
  }
  return kinds;
}

std::vector<std::int64_t> beginsOfPrompts(const std::vector<StepStats>& steps) {
  std::vector<std::int64_t> begins;
  for (const StepStats& step : steps) {
    if (step.inference && step.inference->kind == InferenceKind::Prefill) {
      begins.push_back(step.step.range.begin.ns);
    }
  }
  return begins;
}

TEST(GenerationRounds, haveThePromptAsAStepOfItsOwn) {
  MadeGeneration made;
  made.call(12);
  const auto trace = made.loop.build();
  EXPECT_EQ(foundSteps(*trace).value().name, "indexSelectSmallIndex");
  const std::vector<StepStats> steps = figuresOf(*trace);
  EXPECT_EQ(kindsOf(steps), "pddddddddddd");
  EXPECT_EQ(beginsOfPrompts(steps), made.prompts);
  EXPECT_EQ(steps[0].step.range.end, steps[1].step.range.begin);
  EXPECT_EQ(phaseOf(steps[0], StepPhase::Prefill).device, steps[0].device);
  EXPECT_EQ(phaseOf(steps[1], StepPhase::Decode).device, steps[1].device);
  EXPECT_EQ(steps[1].device, steps.back().device + Duration{2}) << "the last one adds no position";
}

TEST(GenerationRounds, areOfEachCall) {
  for (const std::vector<int>& calls : {std::vector{9, 7}, {5, 5, 5}, {3, 3, 3, 3, 3}, {2, 9, 1, 4}}) {
    MadeGeneration made;
    std::string kinds;
    for (const int tokens : calls) {
      made.call(tokens);
      kinds += 'p' + std::string(tokens - 1, 'd');
    }
    const std::vector<StepStats> steps = figuresOf(*made.loop.build());
    EXPECT_EQ(kindsOf(steps), kinds);
    EXPECT_EQ(beginsOfPrompts(steps), made.prompts) << kinds << ": what prepares a call is of no step";
  }
}

TEST(GenerationRounds, areFoundByKernelsWhereTheHostIsUnknown) {
  MadeGeneration made;
  made.hasOperators = false;
  made.call(8);
  made.call(6);
  const std::vector<StepStats> steps = figuresOf(*made.loop.build());
  EXPECT_EQ(kindsOf(steps), "pdddddddpddddd");
  EXPECT_EQ(beginsOfPrompts(steps), made.prompts);
}

TEST(GenerationRounds, leaveOutWhatIsBeforeTheFirstCall) {
  MadeGeneration made;
  for (int i = 0; i < 9; ++i) {
    made.kernel("init_weights", "aten::normal_", 100);
  }
  made.pass(false);  // warm-up, which chooses a token, too
  made.checkEnd();
  made.call(7);
  const std::vector<StepStats> steps = figuresOf(*made.loop.build());
  EXPECT_EQ(kindsOf(steps), "dpdddddd");
  EXPECT_EQ(beginsOfPrompts(steps), made.prompts);
}

/// A recording that begins with the kernel number `first` of a call.
std::string kindsFrom(int first, bool hasOperators) {
  MadeGeneration whole;
  whole.hasOperators = hasOperators;
  whole.call(7);
  const auto trace = whole.loop.build();
  MadeGeneration cut;
  cut.hasOperators = hasOperators;
  int number = 0;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    const SpanId span{i};
    if (trace->kind(span) == SpanKind::Kernel && number++ >= first) {
      const SpanId call = trace->launchOf(span);
      const SpanId op = call == SpanId::none ? SpanId::none : trace->opOf(call);
      cut.now = trace->start(span).ns - 2;
      cut.kernel(trace->nameText(span), op == SpanId::none ? "" : trace->nameText(op), trace->duration(span).ns);
    }
  }
  return kindsOf(figuresOf(*cut.loop.build()));
}

TEST(GenerationRounds, claimNoPromptWhereARecordingBeginsWithinOne) {
  constexpr int beforePrompt = 4;
  constexpr int kernelsOfPrompt = 2 + 4 * 3 + 1;
  for (const bool hasOperators : {true, false}) {
    EXPECT_EQ(kindsFrom(beforePrompt, hasOperators), "pdddddd");
    for (int cut = 4; cut < kernelsOfPrompt; ++cut) {
      EXPECT_EQ(kindsFrom(beforePrompt + cut, hasOperators), "dddddd") << cut;
    }
    constexpr int firstToken = beforePrompt + kernelsOfPrompt + 3;
    EXPECT_EQ(kindsFrom(firstToken, hasOperators), "dddddd");
    for (int cut = 4; cut < 20; ++cut) {
      EXPECT_EQ(kindsFrom(firstToken + cut, hasOperators), "ddddd") << cut;
    }
  }
}

TEST(GenerationRounds, areNotOfTraining) {
  MadeGeneration made;
  for (int i = 0; i < 8; ++i) {
    made.pass(false);
    made.kernel("embedding_backward_feature_kernel", "aten::embedding_dense_backward", 8);
    made.kernel("loss", "aten::sum", 2);
  }
  for (const StepStats& step : figuresOf(*made.loop.build())) {
    EXPECT_FALSE(step.inference);
  }
}

TEST(GenerationRounds, areNotLayersThatRouteToExperts) {
  MadeGeneration made;
  for (int pass = 0; pass < 6; ++pass) {
    made.kernel("indexSelectLargeIndex", "aten::embedding", 3);
    for (int layer = 0; layer < 4; ++layer) {
      made.kernel("gemm", "aten::linear", 20);
      made.kernel("sbtopk::gatherTopK", "aten::topk", 3);
      made.kernel("grouped_gemm", "aten::linear", 30);
    }
  }
  EXPECT_EQ(foundSteps(*made.loop.build()).value().steps.size(), 6U);
}

TEST(GenerationRounds, areNotLayersOfAGraph) {
  MadeGeneration made;
  made.loop.made.span(made.loop.thread, SpanKind::Runtime, "cudaGraphLaunch", 1000, 3).correlation =
      ++made.loop.launches;
  std::int64_t now = 1100;
  for (int layer = 0; layer < 12; ++layer) {
    for (const std::string_view name : {"attention", "topk_router", "grouped_gemm"}) {
      made.loop.made.span(made.loop.stream, SpanKind::Kernel, name, now, 8).correlation = made.loop.launches;
      now += 10;
    }
  }
  EXPECT_NE(foundSteps(*made.loop.build()).value().name, "cudaGraphLaunch");
}

TEST(GenerationRounds, beginWithTheGraphOfATokenAndTheEmbeddingsOfAPrompt) {
  MadeGeneration made;
  for (int call = 0; call < 2; ++call) {
    made.prepare();
    made.pass(true);
    for (int token = 1; token < 8; ++token) {
      made.kernel("add_position", "aten::add", 2);
      const std::int64_t begin = made.now;
      made.loop.made.span(made.loop.thread, SpanKind::Runtime, "cudaGraphLaunch", begin, 3).correlation =
          ++made.loop.launches;
      for (std::int64_t k = 0; k < 9; ++k) {
        made.loop.made.span(made.loop.stream, SpanKind::Kernel, "triton_" + std::to_string(k), begin + 5 + k * 9, 8)
            .correlation = made.loop.launches;
      }
      made.now = begin + 100;
      made.kernel(made.choice, "aten::argmax", 4);
    }
  }
  const auto trace = made.loop.build();
  EXPECT_EQ(foundSteps(*trace).value().name, "cudaGraphLaunch");
  const std::vector<StepStats> steps = figuresOf(*trace);
  EXPECT_EQ(kindsOf(steps), "pdddddddpddddddd");
  EXPECT_EQ(beginsOfPrompts(steps), made.prompts);
}

}  // namespace
}  // namespace kernline::test
