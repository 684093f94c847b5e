// SPDX-License-Identifier: GPL-3.0-or-later
// What `kernline memory` says of logs.
#include "tests/cli/program_run.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr std::string_view tableText = R"(before
--------------  ------------  ------------  ------------  ------------  ------------  ------------  ------------
          Name    Self CPU %      Self CPU       CPU Mem  Self CPU Mem      CUDA Mem  Self CUDA Mem    # of Calls
--------------  ------------  ------------  ------------  ------------  ------------  -------------  ------------
      aten::mm        50.00%       2.000ms           0 b           0 b       1.00 Mb        1.00 Mb             2
aten::backward        25.00%       1.000ms           4 b           4 b      -2.50 Mb       -3.00 Mb             1
   aten::empty        20.00%       0.800ms          16 b          16 b           0 b            0 b             1
    aten::view         5.00%       0.200ms           0 b           0 b           0 b            0 b             9
--------------  ------------  ------------  ------------  ------------  ------------  -------------  ------------
Self CPU time total: 4.000ms
)";

TEST(LogMemory, ranksRowsOfATableByWhatTheyAllocateOrFree) {
  const TemporaryFile log(tableText, ".log");
  const json answer = answerOf({"memory", log.path(), "--json"});
  EXPECT_TRUE(answer["devices"].empty());
  ASSERT_EQ(answer["tables"].size(), 1U);
  const json& rows = answer["tables"][0]["rows"];
  ASSERT_EQ(rows.size(), 3U);  // one says nothing but zero
  EXPECT_EQ(rows[0]["name"], "aten::backward");
  EXPECT_EQ(rows[0]["self_device_bytes"], -3 * (1 << 20));
  EXPECT_EQ(rows[0]["device_bytes"], -5 * (1 << 19));
  EXPECT_EQ(rows[0]["cpu_bytes"], 4);
  EXPECT_EQ(rows[1]["name"], "aten::mm");
  EXPECT_EQ(rows[2]["name"], "aten::empty");
  EXPECT_EQ(rows[2]["self_cpu_bytes"], 16);
}

TEST(LogMemory, isForPeopleAndForOtherProgramsToo) {
  const TemporaryFile log(tableText, ".log");
  const std::string text = kernline({"memory", log.path(), "--limit", "1"}).out;
  EXPECT_THAT(text, HasSubstr("Self CUDA Mem"));
  EXPECT_THAT(text, HasSubstr("-3.000 MiB"));
  EXPECT_THAT(text, HasSubstr("and 2 more; --limit 0 shows all"));
  EXPECT_THAT(kernline({"memory", log.path(), "--csv"}).out, HasSubstr(",aten::mm,Self CUDA Mem,1048576\n"));
}

TEST(LogMemory, hasPrintedFiguresAndWhatRanOutOfMemory) {
  const std::string log = fixture("logs/attention-sweep.log");
  const json answer = answerOf({"memory", log, "--json"});
  ASSERT_EQ(answer["metrics"].size(), 4U);
  EXPECT_EQ(answer["metrics"][3]["name"], "Peak Memory");
  EXPECT_EQ(answer["failures"].size(), 1U);
  const std::string text = kernline({"memory", log}).out;
  EXPECT_THAT(text, HasSubstr("201.5 MiB"));
  EXPECT_THAT(text, HasSubstr("out of memory, line 27"));
}

TEST(LogMemory, saysWhatToDoWithALogThatHasNone) {
  const auto run = kernline({"memory", fixture("logs/nvprof.log")});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("profile_memory=True"));
}

TEST(LogMemory, hasEveryPeakThatTheLogOfAnExperimentPrints) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  const json answer = answerOf({"memory", seed("001"), "--json"});
  std::size_t peaks = 0;
  for (const json& metric : answer["metrics"]) {
    peaks += metric["name"] == "Peak Memory" ? 1U : 0U;
  }
  EXPECT_EQ(peaks, 11U);  // grep -c "Peak Memory:"
  EXPECT_EQ(answer["metrics"].size(), 71U);
  EXPECT_EQ(answer["tables"].size(), 11U);
}

}  // namespace
}  // namespace kernline::test
