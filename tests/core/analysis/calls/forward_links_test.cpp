// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/forward_links.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

namespace kernline::test {
namespace {

/// Events of torch, in microseconds.
class TorchText {
 public:
  void op(std::string_view name, int thread, int start, int length, const std::string& args = "") {
    add(fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"{}","pid":1,"tid":{},"ts":{},"dur":{},"args":{{{}}}}})", name,
                    thread, start, length, args));
  }
  void forward(std::string_view name, int thread, int start, int number) {
    op(name, thread, start, 5, fmt::format(R"("Sequence number":{},"Fwd thread id":0)", number));
  }
  void backward(std::string_view name, int start, int number, int forwardThread = 1) {
    const std::string args = fmt::format(R"("Sequence number":{},"Fwd thread id":{})", number, forwardThread);
    op("autograd::engine::evaluate_function: " + std::string(name), 9, start, 8, args);
    op(name, 9, start + 1, 6, args);
  }
  void arrow(int thread, int from, int to) {
    ++m_arrows;
    add(fmt::format(R"({{"ph":"s","cat":"fwdbwd","name":"fwdbwd","id":{},"pid":1,"tid":{},"ts":{}}})", m_arrows, thread,
                    from));
    add(fmt::format(R"({{"ph":"f","bp":"e","cat":"fwdbwd","name":"fwdbwd","id":{},"pid":1,"tid":9,"ts":{}}})", m_arrows,
                    to));
  }
  /// "MmBackward0 100 > aten::mm 10": what is joined, with the starts in microseconds.
  std::set<std::string> joined() {
    const TemporaryFile file("[" + m_events + "]");
    const auto trace = load(file.path());
    EXPECT_TRUE(trace);
    std::set<std::string> lines;
    const ForwardLinks links = forwardLinks(**trace, 2);
    for (const ForwardLink& link : links.all()) {
      const auto text = [&](SpanId span) {
        const std::string_view name = (*trace)->nameText(span);
        return fmt::format("{} {}", name.substr(name.rfind(' ') + 1), (*trace)->start(span).ns / 1000);
      };
      lines.insert(text(link.backward) + " > " + text(link.forward));
    }
    return lines;
  }

 private:
  void add(const std::string& event) { m_events += (m_events.empty() ? "" : ",\n") + event; }

  std::string m_events;
  int m_arrows = 0;
};

using Joined = std::set<std::string>;

TEST(ForwardLinks, followSequenceNumbersOfTheThreadThatIsMeant) {
  TorchText text;
  text.forward("aten::linear", 1, 0, 7);
  text.forward("aten::addmm", 1, 10, 7);
  text.forward("aten::relu", 1, 20, 8);
  text.forward("aten::mul", 2, 15, 7);
  text.backward("ReluBackward0", 100, 8);
  text.backward("AddmmBackward0", 120, 7);
  EXPECT_EQ(text.joined(), (Joined{"ReluBackward0 100 > aten::relu 20", "AddmmBackward0 120 > aten::addmm 10"}));
}

TEST(ForwardLinks, ofNumbersThatRepeatTakeTheLastOneBefore) {
  TorchText text;
  for (const int step : {0, 1000}) {
    text.forward("aten::mm", 1, step + 10, 7);
    text.forward("aten::add_", 1, step + 500, 8);
    text.backward("MmBackward0", step + 100, 7);
  }
  text.backward("AddBackward0", 50, 8);  // precedes any operator of its number
  EXPECT_EQ(text.joined(), (Joined{"MmBackward0 100 > aten::mm 10", "MmBackward0 1100 > aten::mm 1010"}));
}

TEST(ForwardLinks, areThereForEachThreadThatRunsForward) {
  TorchText text;
  for (const int thread : {1, 2}) {
    text.forward("aten::mm", thread, 10 * thread, 7);
    text.forward(thread == 1 ? "aten::mul" : "aten::div", thread, 10 * thread + 30, 7 + thread);
  }
  text.backward("MmBackward0", 100, 7, 1);
  text.backward("MulBackward0", 120, 8, 1);
  text.backward("MmBackward0", 140, 7, 5);
  text.backward("DivBackward0", 160, 9, 5);
  EXPECT_EQ(text.joined(), (Joined{"MmBackward0 100 > aten::mm 10", "MulBackward0 120 > aten::mul 40",
                                   "MmBackward0 140 > aten::mm 20", "DivBackward0 160 > aten::div 50"}));
}

TEST(ForwardLinks, arrowsAreTakenAsTheyAreAndNumbersForTheRest) {
  TorchText text;
  text.forward("aten::mm", 1, 10, 7);
  text.forward("aten::add", 1, 20, 7);
  text.forward("aten::mul", 1, 30, 8);
  text.backward("MmBackward0", 100, 7);
  text.backward("MulBackward0", 120, 8);
  text.arrow(1, 10, 101);
  EXPECT_EQ(text.joined(), (Joined{"MmBackward0 100 > aten::mm 10", "MulBackward0 120 > aten::mul 30"}));
}

TEST(ForwardLinks, areNotMadeUp) {
  TorchText text;
  text.forward("aten::mm", 1, 10, 7);
  text.op("aten::add", 1, 20, 5, R"("Sequence number":"x","Fwd thread id":0)");
  text.op("aten::sub", 1, 30, 5);
  text.backward("SinBackward0", 100, 99);
  text.backward("CosBackward0", 120, -1);
  text.op("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", 9, 140, 8);
  text.op("MulBackward0", 9, 160, 8, R"("Sequence number":7)");
  EXPECT_EQ(text.joined(), Joined{});
}

TEST(ForwardLinks, ofARecomputedForwardAreOnTheThreadThatRanIt) {
  TorchText text;
  text.forward("CheckpointFunction", 1, 10, 7);
  text.backward("CheckpointFunctionBackward", 100, 7);
  text.op("autograd::engine::evaluate_function: OuterBackward0", 9, 200, 100,
          R"("Sequence number":7,"Fwd thread id":1)");
  text.forward("aten::mm", 9, 210, 0);
  text.backward("MmBackward0", 230, 0, 2);
  EXPECT_EQ(text.joined(), (Joined{"CheckpointFunctionBackward 100 > CheckpointFunction 10",
                                   "OuterBackward0 200 > CheckpointFunction 10", "MmBackward0 230 > aten::mm 210"}));
}

/// Arrows of the file and its numbers say the same.
TEST(ForwardLinks, ofARealTraceDoNotDependOnItsArrows) {
  const auto drawn = load(shared("h200/ddp_rank0.pt.trace.json.gz"));
  ASSERT_TRUE(drawn) << drawn.error().message.english();
  std::string text = readDecoded(shared("h200/ddp_rank0.pt.trace.json.gz"));
  for (std::size_t at = text.find("\"fwdbwd\""); at != std::string::npos; at = text.find("\"fwdbwd\"", at)) {
    text.replace(at, 8, "\"other_\"");
  }
  const TemporaryFile file(text);
  const auto numbered = load(file.path());
  ASSERT_TRUE(numbered) << numbered.error().message.english();
  const auto pairs = [](const Trace& trace) {
    std::set<std::pair<std::int64_t, std::int64_t>> starts;
    const ForwardLinks links = forwardLinks(trace, 2);
    for (const ForwardLink& link : links.all()) {
      starts.emplace(trace.start(link.backward).ns, trace.start(link.forward).ns);
    }
    return starts;
  };
  EXPECT_EQ(drawnForwardLinks(**numbered).all().size(), 0U);
  EXPECT_GT(drawnForwardLinks(**drawn).all().size(), 200U);
  EXPECT_EQ(pairs(**numbered), pairs(**drawn));
}

}  // namespace
}  // namespace kernline::test
