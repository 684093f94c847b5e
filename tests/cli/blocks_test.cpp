// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>

namespace kernline::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Blocks, sayHowALaunchFilledTheSms) {
  const nlohmann::json launches = answerOf({"blocks", "--json", fixture("recordings/blocks.json.gz")}).at("launches");
  ASSERT_EQ(launches.size(), 1U);
  const nlohmann::json& launch = launches[0];
  EXPECT_EQ(launch.at("blocks"), 1'408);
  EXPECT_EQ(launch.at("multiprocessors"), 132);
  EXPECT_EQ(launch.at("finding"), nullptr);
  std::int64_t sum = 0;
  for (const char* part : {"busy_ns", "ramp_ns", "gaps_ns", "tail_ns", "unused_ns"}) {
    sum += launch.at(part).get<std::int64_t>();
  }
  EXPECT_EQ(sum, launch.at("multiprocessor_ns").get<std::int64_t>());
  EXPECT_EQ(sum, std::int64_t{132} * launch.at("duration_ns").get<std::int64_t>());
}

TEST(Blocks, areARowALaunch) {
  const ProgramRun run = kernline({"blocks", fixture("recordings/blocks.json.gz")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("132/132"));
  EXPECT_THAT(run.out, HasSubstr("flashHopperKernel"));
  EXPECT_THAT(run.out, HasSubstr("10.67"));
}

TEST(Blocks, haveThePhasesThatTheirAuthorMarked) {
  const nlohmann::json launches = answerOf({"blocks", "--json", fixture("recordings/phases.json.gz")}).at("launches");
  ASSERT_EQ(launches.size(), 1U);
  const nlohmann::json& phases = launches[0].at("phases");
  ASSERT_EQ(phases.size(), 3U);
  EXPECT_EQ(phases[0].at("name"), "work");
  EXPECT_EQ(phases[0].at("count"), 40 * 8);
  EXPECT_THAT(kernline({"blocks", fixture("recordings/phases.json.gz")}).out,
              mentions("sms-without-block", "92", "132"));
}

TEST(Blocks, sayWhatTheirWarpsDo) {
  const nlohmann::json launches = answerOf({"blocks", "--json", fixture("recordings/pipeline.json")}).at("launches");
  const nlohmann::json& warps = launches.at(0).at("warps");
  ASSERT_EQ(warps.size(), 2U);
  EXPECT_EQ(warps[1].at("first_warp"), 1);
  EXPECT_EQ(warps[1].at("last_warp"), 2);
  EXPECT_EQ(warps[1].at("waiting_share"), 0.5);
  const ProgramRun run = kernline({"blocks", fixture("recordings/pipeline.json")});
  EXPECT_THAT(run.out, HasSubstr("1–2"));
  EXPECT_THAT(run.out, HasSubstr("load 75.0 % · wait empty 25.0 %"));
}

TEST(Blocks, ofProtonAreInCycles) {
  const nlohmann::json launches = answerOf({"blocks", "--json", fixture("proton-inside-kernels.json")}).at("launches");
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].at("length_unit"), "cycles");
  EXPECT_EQ(launches[0].at("blocks"), 4);
  const ProgramRun run = kernline({"blocks", fixture("proton-inside-kernels.json")});
  EXPECT_THAT(run.out, HasSubstr("1100 cycles"));
  const std::size_t note = run.out.find("Lengths are cycles of the SMs");
  ASSERT_NE(note, std::string::npos);
  EXPECT_EQ(run.out.find("Lengths are cycles of the SMs", note + 1), std::string::npos) << "once for all launches";
  EXPECT_THAT(run.out, HasSubstr("\nmatmul_kernel at 0 ns\n")) << "whose phases these are";
  EXPECT_THAT(run.out, HasSubstr("\nmatmul_kernel at 10.00 µs\n"));
  EXPECT_EQ(
      answerOf({"blocks", "--json", fixture("perfetto/flashinfer-blocks.pftrace")}).at("launches")[0].at("length_unit"),
      "ns");
}

TEST(Blocks, withoutSmsLeaveOutWhatIsOfThem) {
  const std::string file = fixture("perfetto/flashinfer-blocks-without-sms.pftrace");
  const nlohmann::json launch = answerOf({"blocks", "--json", file}).at("launches").at(0);
  EXPECT_EQ(launch.at("blocks"), 3);
  EXPECT_EQ(launch.at("waves"), 1.5);
  for (const char* const field : {"multiprocessors", "used_multiprocessors", "blocks_per_multiprocessor", "busy_ns",
                                  "tail_ns", "partly_full_ns", "imbalance", "finding"}) {
    EXPECT_EQ(launch.at(field), nullptr) << field;
  }
  EXPECT_THAT(kernline({"blocks", file}).out, HasSubstr("does not record the SM of each block"));
}

TEST(Blocks, thatWereNotRecordedAreSaid) {
  const ProgramRun run = kernline({"blocks", fixture("recordings/counters.json.gz")});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("no blocks; kernline record run KERNEL --blocks -o FILE"));
  EXPECT_THAT(run.err, HasSubstr("KERNLINE_BLOCK()"));
  EXPECT_THAT(run.err, HasSubstr("Proton"));
  EXPECT_EQ(kernline({"blocks", "--json", fixture("recordings/counters.json.gz")}).code, 1);
}

TEST(Blocks, areNoWorkOfTheirDevice) {
  const nlohmann::json summary = answerOf({"summary", "--json", fixture("recordings/blocks.json.gz")});
  ASSERT_EQ(summary.at("devices").size(), 1U) << "the SMs are no device";
  EXPECT_THAT(kernline({"stats", "--kind", "all", fixture("recordings/blocks.json.gz")}).out, Not(HasSubstr("block ")));
}

}  // namespace
}  // namespace kernline::test
