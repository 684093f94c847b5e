// SPDX-License-Identifier: GPL-3.0-or-later
// What `perf script` prints.
#include "core/import/perf_script/read_perf_script.h"
#include "core/import/perf_script/sample_text.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace kernline::test {
namespace {

constexpr std::string_view script =
    "# captured on: Wed Nov 25\n"
    "python3  1234/1240 [002] 100.000100:     250000 cpu-clock:pppH: \n"
    "\t    7f3b2c6d1e20 PyEval_EvalFrame+0x1a2 (/usr/bin/python3.10)\n"
    "\t    7f3b2c6d0000 main+0x2 (/usr/bin/python3.10)\n"
    "\n"
    "python3  1234/1240 [002] 100.000200:     250000 cpu-clock:pppH: \n"
    "\t    7f3b2c6d9999 operator(int, char)+0xff (/usr/lib/libtorch.so)\n"
    "\t                 small (inlined)\n"
    "\t    7f3b2c6d0000 main+0x2 (/usr/bin/python3.10)\n"
    "\n"
    "  Web Content  1234/99 [000] 100.000150: 1 cycles:u: \n"
    "\tffffffff81000000 [unknown] ([kernel.kallsyms])\n"
    "\n"
    "python3  1234/1240 [002] 100.900000: 250000 cpu-clock:pppH: \n"
    "\t    7f3b2c6d0000 main+0x2 (/usr/bin/python3.10)\n";

std::shared_ptr<const Trace> read(std::string_view text) {
  auto trace = perf::readPerfScriptText(std::string(text), {.threads = 1, .onPreview = {}});
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

TEST(PerfScript, readsTheHeadOfASample) {
  const auto head = perf::readHead("GPU worker #3  77/78 [001]  5.123456789:  1 cuda:launch:u:  ");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->command, "GPU worker #3");
  EXPECT_EQ(head->pid, "77");
  EXPECT_EQ(head->tid, "78");
  EXPECT_EQ(head->timeNs, 5'123'456'789);
  EXPECT_EQ(head->event, "cuda:launch:u");
  EXPECT_TRUE(perf::readHead("sh 9 1.000000: cycles: ffff do_it+0x1 (/bin/sh)"));
  EXPECT_FALSE(perf::readHead("step 3 loss 0.25: better"));
  EXPECT_FALSE(perf::readHead("2026-01-01 12:00:01.123: INFO start"));
  EXPECT_FALSE(perf::readHead("# cmdline : perf record"));
}

TEST(PerfScript, drawsASampleUntilTheNextOfItsThread) {
  const auto trace = read(script);
  const TrackId track = trackOf(*trace, "1234", "1240");
  ASSERT_NE(track, TrackId::none);
  // Distances are 100 us and 899.8 ms; the middle one of the two is the larger.
  const auto spans = spansOf(*trace, track);
  ASSERT_EQ(spans.size(), 4U);
  EXPECT_EQ(spans[0], (SpanFacts{"main", 100'000'100'000, 900'000'000 - 100'000 + 899'800'000, 0}));
  EXPECT_EQ(spans[1], (SpanFacts{"PyEval_EvalFrame", 100'000'100'000, 100'000, 1}));
  EXPECT_EQ(spans[2], (SpanFacts{"small", 100'000'200'000, 899'800'000, 1}));
  EXPECT_EQ(spans[3], (SpanFacts{"operator(int, char)", 100'000'200'000, 899'800'000, 2}));
  EXPECT_EQ(trace->text(trace->track(trackOf(*trace, "1234", "99")).name), "Web Content");
  EXPECT_TRUE(trace->report().isClean());
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(PerfScript, leavesGapsWhereAThreadSleeps) {
  std::string text;
  for (const char* const time : {"1.000000", "1.010000", "1.020000", "3.000000"}) {
    text += std::string("sh 9 ") + time + ": cycles: \n\t ffff do_it+0x1 (/bin/sh)\n\n";
  }
  const auto trace = read(text);
  EXPECT_THAT(allSpans(*trace), testing::ElementsAre(SpanFacts{"do_it", 1'000'000'000, 30'000'000, 0},
                                                     SpanFacts{"do_it", 3'000'000'000, 10'000'000, 0}));
}

TEST(PerfScript, hasWhereEachFrameIs) {
  const auto trace = read(script);
  const ArgNode args = trace->details(spanNamed(*trace, "operator(int, char)")).args;
  EXPECT_EQ(args.find("object")->text, "/usr/lib/libtorch.so");
  EXPECT_EQ(args.find("address")->text, "0x7f3b2c6d9999");
  EXPECT_EQ(args.find("event")->text, "cpu-clock:pppH");
}

TEST(PerfScript, isRecognizedByItsFirstSample) {
  EXPECT_TRUE(perf::isScript(script));
  EXPECT_FALSE(perf::isScript("Epoch 1 12.500000: loss 3\n  ok (fine)\n"));
  EXPECT_FALSE(perf::isScript(""));
  const TemporaryFile file(script, ".txt");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ((*trace)->sources()[0].format.english(), "perf script");
}

/// A sample of an event on a processor.
std::string sampleOf(std::string_view thread, int processor, std::string_view time, std::string_view event) {
  return fmt::format("{} [{:03}] {}: {}: \n\t ffff work+0x1 (/bin/sh)\n\n", thread, processor, time, event);
}

TEST(PerfScript, hasAnIdleThreadForEachProcessor) {
  std::string text;
  for (int i = 0; i < 10; ++i) {
    for (int processor = 0; processor < 4; ++processor) {
      const std::string_view thread = processor == 0 ? "sh 9" : "swapper 0";
      text += sampleOf(thread, processor, fmt::format("1.{:06}", i * 10'100 + processor * 40), "cpu-clock");
    }
  }
  const auto trace = read(text);
  std::int64_t all = 0;
  std::set<std::string_view> rows;
  for (std::uint32_t s = 0; s < trace->spanCount(); ++s) {
    all += trace->durations()[s].ns;
    rows.insert(trace->text(trace->track(trace->trackOf(SpanId{s})).name));
  }
  EXPECT_EQ(all, 40 * 10'100'000);
  EXPECT_EQ(rows, (std::set<std::string_view>{"sh", "swapper [001]", "swapper [002]", "swapper [003]"}));
}

TEST(PerfScript, countsEventsThatAreNoTime) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    text += sampleOf("sh 9", 0, fmt::format("1.{:06}", i * 10'000), "250000 cycles:u");
    text += sampleOf("sh 9", 0, fmt::format("1.{:06}", i * 10'000 + 5'000), "3 page-faults");
  }
  const auto trace = read(text);
  EXPECT_THAT(allSpans(*trace), testing::ElementsAre(SpanFacts{"work", 1'000'000'000, 40'000'000, 0}));
  EXPECT_EQ(trace->instants().size(), 4U);
  EXPECT_THAT(
      samplesOf(*trace, "page-faults", ""),
      testing::ElementsAre(std::pair(std::int64_t{1'005'000'000}, 3.0), std::pair(std::int64_t{1'015'000'000}, 6.0),
                           std::pair(std::int64_t{1'025'000'000}, 9.0), std::pair(std::int64_t{1'035'000'000}, 12.0)));
}

TEST(PerfScript, isAsWideAsItsCountsWhereNothingWasSampledByTime) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    text += sampleOf("sh 9", 0, fmt::format("1.{:06}", i * 10'000), "3 page-faults");
  }
  const auto trace = read(text);
  EXPECT_THAT(allSpans(*trace), testing::ElementsAre(SpanFacts{"work", 1'000'000'000, 12, 0}));
  EXPECT_EQ(trace->instants().size(), 4U);
}

TEST(PerfScript, hasSamplesOfEachEventApartAndThreadsOfGuests) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    text += sampleOf("sh 9", 0, fmt::format("1.{:06}", i * 10'000), "cpu-clock");
    text += sampleOf("sh 9", 0, fmt::format("1.{:06}", i * 10'000 + 1'000), "cycles");
    text += sampleOf(":-1 -1", 1, fmt::format("1.{:06}", i * 10'000), "cpu-clock");
  }
  const auto trace = read(text);
  EXPECT_THAT(allSpans(*trace), testing::ElementsAre(SpanFacts{"work", 1'000'000'000, 40'000'000, 0},
                                                     SpanFacts{"work", 1'000'000'000, 40'000'000, 0},
                                                     SpanFacts{"work", 1'001'000'000, 40'000'000, 0}));
  EXPECT_TRUE(trace->report().isClean());
  EXPECT_EQ(std::ranges::count_if(trace->processes(), &Process::isSummary), 1);
}

TEST(PerfScriptDamage, countsLinesThatItCannotRead) {
  const auto trace = read(
      "noise\nsh 9 1.000000: cycles: \n\t ffff do_it+0x1 (/bin/sh)\n\t what is this\n\nsh 9 1.000100: cycles: "
      "\n\nnoise\n");
  EXPECT_EQ(trace->spanCount(), 1U);
  EXPECT_EQ(trace->report()[IssueKind::BrokenEvent].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::TrailingText].count, 2U);
  for (std::size_t size = 0; size < script.size(); ++size) {
    const auto cut = perf::readPerfScriptText(std::string(script.substr(0, size)), {.threads = 1, .onPreview = {}});
    EXPECT_EQ(cut ? brokenPromise(**cut) : "", "") << size;
  }
}

TEST(PerfScript, countsWhatAThreadDoesAsAGuestAmongItsTime) {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    text += fmt::format("vcpu 900/901 [003] 7.{:03}000: 250000 cpu-clock:ppp{}: \n\tffff81000100 run+0x1 ([{}])\n\n",
                        200 + i * 5, i < 5 ? 'H' : 'G', i < 5 ? "kernel.kallsyms" : "guest.kernel.kallsyms");
  }
  const auto trace = read(text);
  EXPECT_EQ(trace->tracks().size(), 1U);
  EXPECT_EQ(perf::withoutSide("cycles:ppG"), "cycles:pp");
  EXPECT_EQ(perf::withoutSide("cycles:H"), "cycles");
  EXPECT_EQ(perf::withoutSide("cuda:Ghost"), "cuda:Ghost");
}

}  // namespace
}  // namespace kernline::test
