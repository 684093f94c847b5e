// SPDX-License-Identifier: GPL-3.0-or-later
// What `kernline record --profile` counted of the kernels of its recording.
#include "core/analysis/ncu/counted_launches.h"

#include "core/analysis/ncu/measured_kernels.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::test {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::HasSubstr;
using testing::Optional;

std::shared_ptr<const Trace> recordingOf(const std::string& events) {
  const TemporaryFile file(
      std::string(R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H200","computeMajor":9,)") +
      R"("computeMinor":0,"numSms":132}],"traceEvents":[)" + events + "]}");
  return load(file.path()).value();
}

constexpr const char* twoKernels =
    R"({"ph":"X","cat":"kernel","name":"rms","pid":0,"tid":7,"ts":10,"dur":5,"args":{"correlation":1}},
       {"ph":"X","cat":"kernel","name":"rms","pid":0,"tid":7,"ts":20,"dur":5,"args":{"correlation":2}},)";

TEST(CountedLaunches, haveTheFiguresOfACard) {
  const auto trace = load(fixture("recordings/profile-run.json.gz")).value();
  ASSERT_TRUE(hasCountedLaunches(*trace));
  const CountedLaunches counted = countedLaunches(*trace);
  ASSERT_EQ(counted.launches.size(), 1U);
  const CountedLaunch& launch = counted.launches.front();
  EXPECT_EQ(launch.passes, 22U);
  EXPECT_THAT(std::string(trace->nameText(launch.kernel)), HasSubstr("nvjet"));
  const KernelCard& card = launch.card;
  EXPECT_EQ(card.metrics.durationNs, static_cast<double>(trace->duration(launch.kernel).ns));
  EXPECT_THAT(card.metrics.flops, Optional(DoubleEq(137438953000.0))) << "2 · 4096³, to nine digits";
  EXPECT_THAT(card.metrics.dramBytes, Optional(DoubleEq(150735616.0 + 50793216.0)));
  EXPECT_THAT(card.metrics.tensorShare, Optional(DoubleNear(0.8678, 0.0001)));
  EXPECT_THAT(card.metrics.l2HitRate, Optional(DoubleNear(0.7327, 0.0001)));
  EXPECT_THAT(card.metrics.clockHz, Optional(DoubleEq(1.65402649e9)));
  EXPECT_EQ(card.registersPerThread, 168);
  EXPECT_EQ(card.sharedBytesPerBlock, 213188);
  EXPECT_EQ(launch.work.flopType, "bf16");
  EXPECT_EQ(card.units.front().unit.english(), "Tensor pipe");
  EXPECT_EQ(card.states.front().state.english(), "Barrier");
  EXPECT_THAT(card.verdict(), mentions("limited-by-unit", "Tensor pipe", "86.8 %"));
}

TEST(CountedLaunches, sayWhatLimitsOccupancyByTheParametersOfTheLaunch) {
  const auto trace = load(fixture("recordings/profile-run.json.gz")).value();
  const KernelCard card = countedLaunches(*trace).launches.front().card;
  ASSERT_EQ(card.limits.size(), 4U);
  EXPECT_EQ(card.limits[0].resource.english(), "registers");
  EXPECT_EQ(card.limits[0].blocks, 1);
  EXPECT_EQ(card.limits[1].resource.english(), "shared memory");
  EXPECT_EQ(card.limits[1].blocks, 1);
  EXPECT_EQ(card.limits[2].blocks, 5) << "warps";
  EXPECT_THAT(card.theoreticalOccupancy, Optional(DoubleEq(12.0 / 64)));
  EXPECT_THAT(card.waves, Optional(DoubleEq(1)));
}

TEST(CountedLaunches, sayThatTheGridLimitsOccupancyWhereItHasTooFewBlocks) {
  const auto limitsOf = [](const char* blocks) {
    const auto trace = recordingOf(
        std::string(
            R"({"ph":"X","cat":"kernel","name":"mine","pid":0,"tid":7,"ts":10,"dur":5,"args":{"correlation":1,)") +
        R"("grid":[)" + blocks + R"(,1,1],"block":[256,1,1],"registers per thread":64,"shared memory":0}},)" +
        R"({"ph":"i","s":"t","cat":"kernel_metrics","name":"x","pid":0,"tid":7,"ts":10,"args":{"correlation":1,)" +
        R"("metrics":{"sm__throughput.avg.pct_of_peak_sustained_elapsed":10}}})");
    return countedLaunches(*trace).launches.at(0).card;
  };
  const KernelCard few = limitsOf("264");
  ASSERT_EQ(few.limits.size(), 5U);
  EXPECT_EQ(few.limits[0].resource.english(), "grid");
  EXPECT_DOUBLE_EQ(few.limits[0].blocks, 2);
  EXPECT_EQ(few.limits[1].resource.english(), "registers");
  EXPECT_EQ(few.limits[1].blocks, 4);
  EXPECT_THAT(few.theoreticalOccupancy, Optional(DoubleEq(0.5))) << "of what fits, as Nsight Compute has it";
  EXPECT_EQ(limitsOf("528").limits[0].resource.english(), "registers") << "the grid fills all multiprocessors once";
}

/// An event of what was counted of the kernel with this correlation id, in a run of `n`.
std::string countedIn(const char* correlation, const char* time, const char* n) {
  return std::string(R"({"ph":"i","s":"t","cat":"kernel_metrics","name":"x","pid":0,"tid":7,"ts":)") + time +
         R"(,"args":{"correlation":)" + correlation + R"(,"metrics":{},"run":{"kernel":"rms","parameters":{"n":)" + n +
         R"(,"type":"bf16"},"flops":8,"bytes":64}}})";
}

TEST(CountedLaunches, knowWhatTheirAlgorithmNeedsAndWhatWasSwept) {
  const auto sweep = recordingOf(twoKernels + countedIn("1", "10", "16") + "," + countedIn("2", "20", "32"));
  const CountedLaunches counted = countedLaunches(*sweep);
  ASSERT_EQ(counted.launches.size(), 2U);
  EXPECT_THAT(counted.launches[0].work.algorithmFlops, Optional(8));
  EXPECT_THAT(counted.launches[0].work.algorithmBytes, Optional(64));
  ASSERT_TRUE(counted.launches[1].run);
  EXPECT_EQ(counted.launches[1].run->kernel, "rms");
  EXPECT_THAT(sweptParameters(counted), testing::ElementsAre("n"));
  EXPECT_EQ(parameterText(*counted.launches[1].run, {"n"}), "n=32");
  const auto one = recordingOf(twoKernels + countedIn("1", "10", "16") + "," + countedIn("2", "20", "16"));
  const CountedLaunches together = countedLaunches(*one);
  EXPECT_EQ(together.launches[0].work.algorithmFlops, std::nullopt) << "two kernels of one run share its needs";
  EXPECT_TRUE(sweptParameters(together).empty());
}

TEST(CountedLaunches, areThoseOfTheirKernels) {
  const auto trace = load(fixture("recordings/profile-program.json.gz")).value();
  const CountedLaunches counted = countedLaunches(*trace);
  EXPECT_EQ(counted.launches.size(), 4U);
  EXPECT_EQ(counted.lost, 0U);
  const MeasuredKernels measured(*trace, {}, {});
  for (const CountedLaunch& launch : counted.launches) {
    ASSERT_NE(measured.of(launch.kernel), nullptr);
    EXPECT_EQ(measured.of(launch.kernel)->metrics.durationNs, static_cast<double>(trace->duration(launch.kernel).ns));
    EXPECT_TRUE(measured.reportOf(*measured.of(launch.kernel)).isCounted);
  }
  EXPECT_THAT(joinText(measured.reports().front()), says("launches-counted-by-recorder", "4", "4"));
}

TEST(CountedLaunches, areJoinedByCorrelationAndNotByTime) {
  const auto trace =
      recordingOf(std::string(twoKernels) +
                  R"({"ph":"i","s":"t","cat":"kernel_metrics","name":"[kernel metrics]","pid":0,"tid":7,"ts":20,
          "args":{"correlation":2,"passes":1,"metrics":{"dram__bytes.sum":64}}},
         {"ph":"i","s":"t","cat":"kernel_metrics","name":"[kernel metrics]","pid":0,"tid":7,"ts":10,
          "args":{"correlation":9,"passes":1,"metrics":{"dram__bytes.sum":32}}})");
  const CountedLaunches counted = countedLaunches(*trace);
  ASSERT_EQ(counted.launches.size(), 1U);
  EXPECT_EQ(trace->start(counted.launches.front().kernel).ns % 1'000'000, 20'000);
  EXPECT_THAT(counted.launches.front().card.metrics.dramBytes, Optional(64));
  EXPECT_EQ(counted.lost, 1U);
  const MeasuredKernels measured(*trace, {}, {});
  EXPECT_EQ(measured.reports().front().absent, 1U);
}

TEST(CountedLaunches, areNotInOtherTraces) {
  EXPECT_FALSE(hasCountedLaunches(*recordingOf(std::string(twoKernels) + "{}")));
  const auto odd = recordingOf(
      std::string(twoKernels) +
      R"({"ph":"i","s":"t","cat":"kernel_metrics","name":"x","pid":0,"tid":7,"ts":10,"args":{"correlation":1,"metrics":[]}},
         {"ph":"i","s":"g","cat":"kernel_metrics","name":"x","pid":0,"ts":10,"args":{}})");
  const CountedLaunches counted = countedLaunches(*odd);
  ASSERT_EQ(counted.launches.size(), 1U);
  EXPECT_EQ(counted.launches.front().card.metrics.dramBytes, std::nullopt);
  EXPECT_EQ(counted.lost, 1U);
}

}  // namespace
}  // namespace kernline::test
