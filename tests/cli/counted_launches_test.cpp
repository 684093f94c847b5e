// SPDX-License-Identifier: GPL-3.0-or-later
// What `kernline record --profile` counted of kernels, in the answers about its recording.
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

json jsonOf(const std::vector<std::string>& arguments) {
  return json::parse(kernline(arguments).out);
}

TEST(CountedLaunchAnswers, haveCardsInTheSummary) {
  const std::string file = fixture("recordings/profile-run.json.gz");
  const std::string text = kernline({"summary", file}).out;
  EXPECT_THAT(text, HasSubstr("Kernels counted by the recorder"));
  EXPECT_THAT(text, mentions("limited-by-unit", "Tensor pipe", "86.8 %"));
  const json launches = jsonOf({"summary", "--json", file}).at("counted_launches");
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(launches[0].at("duration_ns"), 177092);
  EXPECT_EQ(launches[0].at("dram_bytes"), 201528832);
  EXPECT_EQ(launches[0].at("device"), 0);
  EXPECT_FALSE(launches[0].at("warp_states").empty());
  EXPECT_EQ(launches[0].at("occupancy_limits")[0], json({{"resource", "registers"}, {"blocks", 1}}));
  EXPECT_EQ(launches[0].at("theoretical_occupancy"), 0.1875);
  EXPECT_EQ(launches[0].at("waves"), 1.0);
  EXPECT_EQ(launches[0].at("last_wave"), 1.0);
  EXPECT_NEAR(launches[0].at("share_of_roofline").get<double>(), 0.785, 0.001);
  EXPECT_EQ(launches[0].at("run"), nullptr) << "recorded before recorders said it";
  EXPECT_THAT(text, HasSubstr("14.6 % of 18.8 % (registers)"));
  EXPECT_THAT(kernline({"summary", fixture("recordings/counters.json.gz")}).out,
              Not(HasSubstr("counted by the recorder")));
}

TEST(CountedLaunchAnswers, listASweepWithItsValuesAndItsLimits) {
  const std::string file = fixture("recordings/profile-sweep.json.gz");
  const std::string text = kernline({"summary", file}).out;
  EXPECT_THAT(text, HasSubstr("152.1 MiB, 1.18×")) << "DRAM traffic beside what a product of 16 rows needs";
  EXPECT_THAT(text, HasSubstr("m=16"));
  const json launches = jsonOf({"summary", "--json", file}).at("counted_launches");
  ASSERT_EQ(launches.size(), 5U);
  EXPECT_EQ(launches[0].at("run"),
            json({{"kernel", "bf16_gemm"},
                  {"parameters", {{"m", "16"}, {"n", "8192"}, {"k", "8192"}, {"implementation", "cublaslt"}}}}));
  EXPECT_EQ(launches[4].at("run").at("parameters").at("m"), "4096");
  EXPECT_EQ(launches[4].at("algorithm_flops"), 549755813888);
  EXPECT_EQ(launches[0].at("algorithm_bytes"), 2 * (16 * 8192 + 8192 * 8192 + 16 * 8192));
  EXPECT_THAT(launches[0].at("verdict"), HasSubstr("Limited by DRAM"));
  EXPECT_THAT(launches[3].at("verdict"), HasSubstr("Limited by Tensor pipe: 86.3 %")) << "not by the SM around it";
  EXPECT_THAT(launches[4].at("verdict"), HasSubstr("Limited by Tensor pipe"));
  EXPECT_GT(launches[0].at("share_of_roofline").get<double>(),
            launches[0].at("algorithm_share_of_roofline").get<double>());
}

TEST(CountedLaunchAnswers, standBesideWhatIsModeled) {
  const std::string file = fixture("recordings/profile-program.json.gz");
  const json work = jsonOf({"work", "--by", "kernel", "--json", file});
  EXPECT_EQ(work.at("reports").at(0).at("counted"), true);
  EXPECT_EQ(work.at("reports").at(0).at("joined"), 4);
  std::uint64_t calls = 0;
  for (const json& row : work.at("rows")) {
    calls += row.at("ncu").is_null() ? 0 : row.at("ncu").at("calls").get<std::uint64_t>();
  }
  EXPECT_EQ(calls, 4U) << "those that were counted, and no other launch of the same kernels";
  const std::string text = kernline({"work", "--by", "kernel", file}).out;
  EXPECT_THAT(text, mentions("launches-counted-by-recorder", "4", "4"));
  EXPECT_THAT(text, HasSubstr("DRAM (counted)"));
}

/// Two versions of a product that runs on an H100.
TEST(CountedLaunchAnswers, sayWhatChangedInTheCounters) {
  const std::string samples = KERNLINE_SOURCE_DIR "/resources/samples/";
  const std::string before = samples + "tiled-matmul-before.json.gz";
  const std::string after = samples + "tiled-matmul.json.gz";
  const std::string sentence = "matmul: 384.6 µs → 126.7 µs a launch: achieved occupancy 47.7 % → 23.5 %, ";
  EXPECT_THAT(kernline({"compare", before, after}).out, HasSubstr("What changed in the counters\n  " + sentence));
  EXPECT_THAT(kernline({"compare", "--markdown", before, after}).out, HasSubstr("- " + sentence));
  const json counters = jsonOf({"compare", "--json", before, after}).at("differences")[0].at("counters");
  ASSERT_EQ(counters.size(), 1U);
  EXPECT_EQ(counters[0].at("source"), "counted");
  EXPECT_EQ(counters[0].at("changes").size(), 3U);
  EXPECT_EQ(counters[0].at("changes")[0].at("counter"), "occupancy");
  EXPECT_NEAR(counters[0].at("changes")[0].at("base").get<double>(), 0.477, 0.001);
  EXPECT_THAT(counters[0].at("sentence"), HasSubstr(sentence));
}

TEST(CountedLaunchAnswers, areAdviceWhereACacheIsTheLimit) {
  const std::string text =
      kernline({"advise", KERNLINE_SOURCE_DIR "/resources/samples/tiled-matmul-before.json.gz"}).out;
  EXPECT_THAT(text, mentions("bound-by-cache-bandwidth", "matmul"));
  EXPECT_THAT(text, HasSubstr("L1/TEX cache at 84.1 % of its peak"));
}

}  // namespace
}  // namespace kernline::test
