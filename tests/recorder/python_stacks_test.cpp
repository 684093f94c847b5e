// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/python/nesting_times.h"
#include "app/recorder/python/stack_spans.h"

#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::recorder {
namespace {

using kernline::test::TemporaryFile;
using testing::Contains;
using testing::UnorderedElementsAre;

class StackSamples : public testing::Test {
 protected:
  void sample(std::int64_t time, const std::vector<std::uint32_t>& places) { sample(time, time, places); }
  void sample(std::int64_t asked, std::int64_t now, const std::vector<std::uint32_t>& places) {
    keep(m_spans.sample(m_times, asked, now, places));
  }
  /// All frames so far, as "place begin-end".
  std::vector<std::string> spansUntil(std::int64_t time) {
    sample(time, {});
    return std::exchange(m_texts, {});
  }

  NestingTimes m_times;

 private:
  void keep(std::span<const FrameSpan> ended) {
    for (const FrameSpan& frame : ended) {
      m_texts.push_back(fmt::format("{} {}-{}", frame.place, frame.begin, frame.end));
    }
  }

  StackSpans m_spans{7};
  std::vector<std::string> m_texts;
};

TEST_F(StackSamples, endFramesOfAThreadThatIsGoneWhereItWasLastSeen) {
  sample(1'000'000, {0});
  sample(2'000'000, {0});
  sample(3'000'000, 250'000'000, {});  // the interpreter answered late
  EXPECT_THAT(spansUntil(260'000'000), UnorderedElementsAre("0 1000000-2000000"));
}

TEST_F(StackSamples, joinFramesThatLast) {
  sample(1000, {0});
  sample(2000, {0, 1});
  sample(3000, {0, 1});
  sample(4000, {0, 2});
  EXPECT_THAT(spansUntil(5000), UnorderedElementsAre("0 1000-5000", "1 1500-3500", "2 3500-5000"));
}

TEST_F(StackSamples, beginFramesBeforeTheCallThatHeldTheAnswerUp) {
  sample(1'000'000, {0});
  m_times.begin(1'200'000);
  m_times.end(1'300'000);
  m_times.begin(1'500'000);
  m_times.end(80'000'000);  // aten::item, which waits for the GPU
  sample(2'000'000, 80'001'000, {0, 1});
  EXPECT_THAT(spansUntil(81'000'000), Contains("1 1500000-81000000"));
}

TEST_F(StackSamples, beginFramesBehindTheLastOperatorIfAnotherCallHeldTheAnswerUp) {
  sample(1'000'000, {0});
  m_times.begin(1'200'000);
  m_times.end(1'300'000);
  sample(2'000'000, 80'001'000, {0, 1});
  EXPECT_THAT(spansUntil(81'000'000), Contains("1 1300000-81000000"));
}

TEST_F(StackSamples, beginFramesBeforeTheCallThatEndedWithOperators) {
  sample(1'000'000, {0});
  m_times.begin(1'200'000);
  m_times.end(1'300'000);
  m_times.begin(79'000'000);  // torch.tensor of a list ends with operators
  m_times.end(79'100'000);
  m_times.begin(79'200'000);
  m_times.end(80'000'000);
  sample(2'000'000, 80'001'000, {0, 1});
  EXPECT_THAT(spansUntil(81'000'000), Contains("1 1300000-81000000"));
}

TEST_F(StackSamples, beginFramesBetweenTheSamples) {
  sample(1'000'000, {0, 1});
  m_times.begin(1'100'000);
  m_times.end(1'200'000);
  sample(2'000'000, {0, 2});
  m_times.begin(2'400'000);
  m_times.end(2'900'000);
  sample(3'000'000, {0, 3});
  EXPECT_THAT(spansUntil(3'000'000),
              UnorderedElementsAre("0 1000000-3000000", "1 1000000-1500000", "2 1500000-2400000", "3 2400000-3000000"));
}

TEST_F(StackSamples, endWithTheRangeInWhichTheyBegan) {
  m_times.begin(100);
  sample(200, {0, 1});
  m_times.end(300);
  sample(400, {0, 2});
  EXPECT_THAT(spansUntil(500), UnorderedElementsAre("0 200-300", "1 200-300", "0 300-500", "2 300-500"));
}

TEST_F(StackSamples, beginWithTheRangeThatIsOpen) {
  sample(100, {0, 1});
  m_times.begin(200);
  sample(300, {0, 2});
  EXPECT_THAT(spansUntil(400), UnorderedElementsAre("0 100-400", "1 100-200", "2 200-400"));
}

struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// A thread of made functions, operators and ranges, sampled now and then between two of them.
class MadeThread {
 public:
  explicit MadeThread(std::uint32_t seed) : m_random(seed) {}

  void run() {
    call(0);
    keep(m_spans.sample(m_times, m_now, m_now, {}));
  }
  [[nodiscard]] const std::vector<FrameSpan>& frames() const { return m_frames; }
  [[nodiscard]] const std::vector<Span>& operators() const { return m_operators; }
  [[nodiscard]] int samples() const { return m_samples; }

 private:
  void keep(std::span<const FrameSpan> ended) { m_frames.insert(m_frames.end(), ended.begin(), ended.end()); }
  bool chance(int percent) { return static_cast<int>(m_random() % 100) < percent; }
  void wait(std::int64_t most) {
    m_now += 1 + static_cast<std::int64_t>(m_random() % static_cast<std::uint32_t>(most));
  }

  void call(int depth) {
    m_stack.push_back(m_random() % 8);
    const std::uint32_t parts = 2 + m_random() % 4;
    for (std::uint32_t i = 0; i < parts; ++i) {
      wait(300'000);
      takeSample();
      if (depth < 6 && chance(60)) {
        chance(40) ? range(depth) : call(depth + 1);
      } else {
        callOperator();
      }
    }
    m_stack.pop_back();
    wait(1000);
    takeSample();
  }
  void range(int depth) {
    const std::int64_t begin = ++m_now;
    m_times.begin(begin);
    call(depth + 1);
    callOperator();
    m_times.end(++m_now);
    m_operators.push_back({begin, m_now});
  }
  void callOperator() {
    const std::int64_t begin = ++m_now;
    m_times.begin(begin);
    wait(chance(10) ? 9'000'000 : 100'000);
    m_times.end(m_now);
    m_operators.push_back({begin, m_now});
    ++m_now;
  }
  /// If one was asked for since the last one: in the middle of what was done since then.
  void takeSample() {
    constexpr std::int64_t period = 1'000'000;
    if (m_now < m_sampled + period) {
      return;
    }
    keep(m_spans.sample(m_times, m_sampled + period, m_now, m_stack));
    m_sampled = m_now;
    ++m_samples;
  }

  std::mt19937 m_random;
  std::int64_t m_now = 1'000'000;
  std::int64_t m_sampled = 1'000'000;
  int m_samples = 0;
  NestingTimes m_times;
  std::vector<std::uint32_t> m_stack;
  std::vector<Span> m_operators;
  StackSpans m_spans{7};
  std::vector<FrameSpan> m_frames;
};

TEST(StackSpans, nestWithWhatIsRecordedExactly) {
  int samples = 0;
  std::size_t made = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    MadeThread thread(seed);
    thread.run();
    samples += thread.samples();
    made += thread.frames().size();
    for (const FrameSpan& frame : thread.frames()) {
      for (const Span& known : thread.operators()) {
        const bool isApart = frame.end <= known.begin || known.end <= frame.begin;
        const bool isInside = known.begin <= frame.begin && frame.end <= known.end;
        const bool isAround = frame.begin <= known.begin && known.end <= frame.end;
        ASSERT_TRUE(isApart || isInside || isAround) << "seed " << seed << ": frame " << frame.begin << '-' << frame.end
                                                     << ", operator " << known.begin << '-' << known.end;
      }
    }
  }
  EXPECT_GT(samples, 1000);
  EXPECT_GT(made, 1000U);
}

/// The Python functions of a recording that a program makes of itself, with their time in ms.
std::map<std::string, double> sampledFunctions(const std::string& program) {
  const TemporaryFile script(
      "import ctypes, os, sys, threading, time\nprobe = ctypes.CDLL('" KERNLINE_STACK_PROBE "')\n" + program);
  std::unique_ptr<FILE, int (*)(FILE*)> output(::popen(("python3 " + script.path()).c_str(), "r"), &::pclose);
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), output.get())) {
    text.append(part.data(), count);
  }
  std::map<std::string, double> times;
  const nlohmann::json document = nlohmann::json::parse(text);
  EXPECT_EQ(document["kernlineFooter"]["dropped"], 0);
  for (const auto& event : document["traceEvents"]) {
    if (event["ph"] == "X") {
      EXPECT_EQ(event["cat"], "python_function");
      EXPECT_TRUE(event["args"]["sampled"].get<bool>());
      const auto name = event["name"].get<std::string>();
      times[name.substr(name.rfind('/') + 1)] += event["dur"].get<double>() / 1000;
    }
  }
  return times;
}

double timeOf(const std::map<std::string, double>& times, std::string_view function) {
  double time = 0;
  for (const auto& [name, each] : times) {
    time += name.ends_with(function) ? each : 0;
  }
  return time;
}

TEST(StackSampler, seesWhichFunctionsAndLinesOfAPythonProgramTakeItsTime) {
  const auto times = sampledFunctions(R"py(
def long(until):
    while time.monotonic() < until:
        time.sleep(0)
def short(until):
    while time.monotonic() < until:
        time.sleep(0)
probe.probe_begin()
now = time.monotonic()
long(now + 0.6)
short(now + 0.8)
probe.probe_end()
)py");
  EXPECT_NEAR(timeOf(times, ": long"), 600, 150);
  EXPECT_NEAR(timeOf(times, ": short"), 200, 100);
  EXPECT_NEAR(timeOf(times, "(5): long") + timeOf(times, "(6): long"), timeOf(times, ": long"), 1);
}

TEST(StackSampler, givesTheTimeOfACallToTheLineThatCalls) {
  const auto times = sampledFunctions(R"py(
def wait():
    time.sleep(0.5)
def work(until):
    while time.monotonic() < until:
        time.sleep(0)
probe.probe_begin()
work(time.monotonic() + 0.2)
wait()
work(time.monotonic() + 0.2)
probe.probe_end()
)py");
  EXPECT_NEAR(timeOf(times, "(5): wait"), 500, 100);
}

TEST(StackSampler, seesFunctionsThatOnlyCompute) {
  const auto times = sampledFunctions(R"py(
def first(until):
    while time.monotonic() < until:
        sum(range(1000))
def second(until):
    while time.monotonic() < until:
        sum(range(1000))
probe.probe_begin()
now = time.monotonic()
first(now + 0.3)
second(now + 0.6)
probe.probe_end()
)py");
  EXPECT_NEAR(timeOf(times, ": first"), 300, 100);
  EXPECT_NEAR(timeOf(times, ": second"), 300, 100);
}

TEST(StackSampler, seesOtherThreads) {
  const auto times = sampledFunctions(R"py(
def other(until):
    while time.monotonic() < until:
        time.sleep(0.01)
thread = threading.Thread(target=other, args=(time.monotonic() + 0.5,))
probe.probe_begin()
thread.start()
until = time.monotonic() + 0.5
while time.monotonic() < until:
    time.sleep(0)
thread.join()
probe.probe_end()
)py");
  EXPECT_NEAR(timeOf(times, "(6): other"), 500, 150);
}

TEST(StackSampler, endsWithProgramsThatEndEarly) {
  const auto times = sampledFunctions(R"py(
import atexit
atexit.register(probe.probe_end)
def work(until):
    while time.monotonic() < until:
        time.sleep(0)
probe.probe_begin()
work(time.monotonic() + 0.2)
sys.exit(3)
)py");
  EXPECT_NEAR(timeOf(times, ": work"), 200, 100);
}

}  // namespace
}  // namespace kernline::recorder
