// SPDX-License-Identifier: GPL-3.0-or-later
// What py-spy dump and line_profiler print.
#include "core/import/text_profile/read_text_profile.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kernline::test {
namespace {

constexpr std::string_view dump =
    "Process 12345: python train.py --epochs 3\n"
    "Python v3.10.12 (/usr/bin/python3.10)\n"
    "\n"
    "Thread 12345 (active+gil): \"MainThread\"\n"
    "    forward (model.py:45)\n"
    "    step (train.py:20)\n"
    "    <module> (train.py:99)\n"
    "Thread 12350 (idle): \"Thread-1\"\n"
    "    wait (threading.py:331)\n"
    "    run (tqdm/_monitor.py:60)\n";

constexpr std::string_view lines =
    "Timer unit: 1e-06 s\n"
    "\n"
    "Total time: 1.20304 s\n"
    "File: train.py\n"
    "Function: step at line 12\n"
    "\n"
    "Line #      Hits         Time  Per Hit   % Time  Line Contents\n"
    "==============================================================\n"
    "    12                                           @profile\n"
    "    13                                           def step(x):\n"
    "    14       100      1000.0     10.0      0.1      y = x * 2\n"
    "    15       100   1200000.0  12000.0     99.8      z = mm(y, y)\n"
    "\n";

std::shared_ptr<const Trace> read(std::string_view text) {
  EXPECT_TRUE(text_profile::isTextProfile(text));
  const TemporaryFile file(text, ".txt");
  const auto trace = load(file.path());
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

TEST(TextProfile, ofADumpHasTheStackOfEachThread) {
  const auto trace = read(dump);
  ASSERT_EQ(trace->spanCount(), 5U);
  const SpanId leaf = spanNamed(*trace, "forward (model.py:45)");
  ASSERT_NE(leaf, SpanId::none);
  EXPECT_EQ(trace->parent(leaf), spanNamed(*trace, "step (train.py:20)"));
  EXPECT_EQ(trace->parent(trace->parent(leaf)), spanNamed(*trace, "<module> (train.py:99)"));
  EXPECT_EQ(trace->text(trace->track(trace->trackOf(leaf)).name), "Thread 12345 (active+gil): \"MainThread\"");
  EXPECT_EQ(trace->report()[IssueKind::TrailingText].count, 0U);
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(TextProfile, ofLinesHasTheirTimesBelowTheFunction) {
  const auto trace = read(lines);
  EXPECT_THAT(allSpans(*trace), testing::UnorderedElementsAre(SpanFacts{"step at line 12", 0, 1'201'000'000, 0},
                                                              SpanFacts{"15: z = mm(y, y)", 0, 1'200'000'000, 1},
                                                              SpanFacts{"14: y = x * 2", 1'200'000'000, 1'000'000, 1}));
  EXPECT_EQ(trace->report()[IssueKind::TrailingText].count, 0U);
}

TEST(TextProfile, ofTwoDumpsKeepsThreadsOfTheSameNumberApart) {
  const auto trace = read(
      "Process 1: python a.py\n"
      "Python v3.10.12 (/usr/bin/python3.10)\n"
      "\n"
      "Thread 7 (idle): \"MainThread\"\n"
      "    wait (a.py:1)\n"
      "\n"
      "Process 2: python b.py\n"
      "Python v3.10.12 (/usr/bin/python3.10)\n"
      "\n"
      "Thread 7 (idle): \"MainThread\"\n"
      "    wait (b.py:2)\n");
  const auto processOf = [&](std::string_view name) {
    return trace->track(trace->trackOf(spanNamed(*trace, name))).process;
  };
  ASSERT_EQ(trace->spanCount(), 2U);
  EXPECT_EQ(trace->text(trace->process(processOf("wait (a.py:1)")).name), "Process 1: python a.py");
  EXPECT_EQ(trace->text(trace->process(processOf("wait (b.py:2)")).name), "Process 2: python b.py");
  EXPECT_EQ(trace->report()[IssueKind::TrailingText].count, 0U);
}

TEST(TextProfile, ofLinesReadsTimesInTheUnitOfTheText) {
  constexpr std::string_view rows =
      "\r\n"
      "File: train.py\r\n"
      "Function: step at line 12\r\n"
      "\r\n"
      "Line #      Hits         Time  Per Hit   % Time  Line Contents\r\n"
      "==============================================================\r\n"
      "    14       100       250.0      2.5    100.0      y = x * 2\r\n";
  const auto durationIn = [&](std::string_view unit) {
    const auto trace = read("Timer unit: " + std::string(unit) + "\r\n" + std::string(rows));
    EXPECT_EQ(brokenPromise(*trace), "") << unit;
    return trace->duration(spanNamed(*trace, "14: y = x * 2")).ns;
  };
  EXPECT_EQ(durationIn("1e-09 s"), 250);
  EXPECT_EQ(durationIn("1e-06 s"), 250'000);
  EXPECT_EQ(durationIn("1 s"), 250'000'000'000);
  for (const char* damaged : {"unknown", "-1 s", "nan s", "inf s", "0 s"}) {
    EXPECT_EQ(durationIn(damaged), 250'000) << "microseconds, as line_profiler writes them";
  }
}

TEST(TextProfile, isNoneOfOtherTexts) {
  for (const std::string_view text : {"Thread 1 (idle): x\n", "Process 3 started\n    indented\n",
                                      "Timer unit: 1e-06 s\n", "Line # 3\nLine Contents\n"}) {
    EXPECT_FALSE(text_profile::isTextProfile(text)) << text;
  }
  for (std::size_t size = 0; size < lines.size(); size += 7) {
    const auto trace = text_profile::readTextProfileText(std::string(lines.substr(0, size)), {});
    EXPECT_TRUE(trace && brokenPromise(**trace).empty()) << size;
  }
}

}  // namespace
}  // namespace kernline::test
