// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/kernel_sources.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline {
namespace {

constexpr const char* recorded = R"x([
{"ph":"X","cat":"kernel","name":"many","pid":0,"tid":7,"ts":40,"dur":3,"args":{}},
{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,"tid":5,"ts":900,"args":{"kernel":"_Z3fewv",
"module":"07","period (cycles)":4096,"samples":2,"reasons":["smsp__pcsamp_warps_issue_stalled_wait"],"files":[],
"instructions":[[0,0,0,"EXIT",0,2]]}},
{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,"tid":5,"ts":900,"args":{"kernel":"_Z4manyv",
"module":"07","period (cycles)":4096,"samples":9,"reasons":["smsp__pcsamp_warps_issue_stalled_wait",
"smsp__pcsamp_warps_issue_stalled_long_scoreboard","smsp__pcsamp_warps_issue_stalled_wait_not_issued"],
"files":["/a/k.cu"],
"instructions":[[32,0,2,"FADD R1, R2, R3",1,4],[0,0,1,"S2R R0, SR_TID.X"],[16,0,2,"LDG R2, [R4]",0,1,2,1,1,3],
[48,0,1,"EXIT",0,1]]}},
{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,"tid":5,"ts":900,"args":{"kernel":"damaged"}},
{"ph":"i","s":"p","cat":"kernel_source","name":"[source file]","pid":5,"tid":5,"ts":900,"args":{"path":"/a/k.cu",
"text":"one\ntwo"}}
])x";

std::shared_ptr<const Trace> traceOf(const char* text) {
  const auto loaded = chrome::readChromeText(text, {});
  EXPECT_TRUE(loaded);
  return loaded ? *loaded : nullptr;
}

TEST(KernelSources, areReadFromARecordingTheMostSampledKernelFirst) {
  const auto trace = traceOf(recorded);
  EXPECT_TRUE(hasKernelSources(*trace));
  const KernelSources sources = kernelSourcesOf(*trace);
  EXPECT_EQ(sources.unread, 1);
  EXPECT_EQ(sources.samples, 11);
  ASSERT_EQ(sources.kernels.size(), 2);
  const SourceKernel& many = sources.kernels[0];
  EXPECT_EQ(many.name, "_Z4manyv");
  EXPECT_EQ(many.samples, 9) << "what is not issued is counted already";
  ASSERT_EQ(many.instructions.size(), 4);
  EXPECT_EQ(many.instructions[1].offset, 16);
  EXPECT_EQ(many.instructions[1].text, "LDG R2, [R4]");
  EXPECT_EQ(many.instructions[1].samples, 4);
  EXPECT_EQ(sources.lineText(many.instructions[1].file, 2), "two");
  EXPECT_EQ(sources.lineText(many.instructions[1].file, 3), "");
}

TEST(KernelSources, areSummedByLineOverAllKernels) {
  const KernelSources sources = kernelSourcesOf(*traceOf(recorded));
  const std::vector<HotLine> lines = hotLines(sources, std::vector<std::size_t>{0, 1});
  ASSERT_EQ(lines.size(), 3);
  EXPECT_EQ(lines[0].line, 2);
  EXPECT_EQ(lines[0].samples, 8);
  ASSERT_EQ(lines[0].states.size(), 2);
  EXPECT_EQ(sources.states[lines[0].states[0].state], "long_scoreboard");
  EXPECT_EQ(lines[0].states[0].samples, 7);
  EXPECT_EQ(lines[1].kernel, 1);
  EXPECT_EQ(lines[1].line, 0) << "no line is known";
  EXPECT_EQ(lines[2].line, 1);
  EXPECT_EQ(statesOf(sources, std::vector<std::size_t>{1}).front().samples, 2);
}

TEST(KernelSources, areNoneWhereNoneWereRecorded) {
  const auto trace = traceOf(R"([{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":40,"dur":3}])");
  EXPECT_FALSE(hasKernelSources(*trace));
  EXPECT_TRUE(kernelSourcesOf(*trace).kernels.empty());
}

TEST(KernelSources, doNotReachBeyondTheEventsOfATrace) {
  EXPECT_LT(traceOf(recorded)->bounds().end.ns, 900'000);
}

TEST(KernelSources, ofSamplesKnowStatesByEveryNameOfTheirMetrics) {
  EXPECT_EQ(sampledState("smsp__pcsamp_warps_issue_stalled_gmma"), "gmma");
  EXPECT_EQ(sampledState("stall_long_sb"), "long_scoreboard");
  EXPECT_EQ(sampledState("stall_sleeping (Not Issued)"), "");
  EXPECT_EQ(sampledState("smsp__pcsamp_warps_issue_stalled_wait_not_issued"), "");
  EXPECT_EQ(sampledState("# Samples"), "");
}

}  // namespace
}  // namespace kernline
