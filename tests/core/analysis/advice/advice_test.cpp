// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice.h"
#include "core/analysis/work/held_device.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/steps/found_steps.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

constexpr const char* bfloat = "c10::BFloat16";

std::string typesOf(std::initializer_list<const char*> types) {
  std::string text;
  for (const char* type : types) {
    text += fmt::format(R"({}"{}")", text.empty() ? "" : ",", type);
  }
  return "[" + text + "]";
}

/// A program on an "NVIDIA H200": operators with shapes on one thread, each with kernels below it. Times in µs.
class AdviceProgram {
 public:
  void op(const char* name, double start, double duration, const std::string& dims, const std::string& types,
          const std::string& strides = "[]") {
    host("cpu_op", name, start, duration,
         fmt::format(R"("External id":{},"Input Dims":{},"Input type":{},"Input Strides":{},"Concrete Inputs":[])",
                     ++m_id, dims, types, strides));
  }
  void host(const char* category, const char* name, double start, double duration, const std::string& args = {}) {
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1,"tid":1,"ts":{},"dur":{},"args":{{{}}}}})", category,
                    name, start, duration, args));
  }
  /// Launched at `launch` by the operator that was written last.
  void work(const char* name, double launch, double start, double duration, int stream = 7,
            const char* category = "kernel") {
    ++m_correlation;
    host("cuda_runtime", category == std::string("kernel") ? "cudaLaunchKernel" : "cudaMemcpyAsync", launch, 1,
         fmt::format(R"("correlation":{},"External id":{})", m_correlation, m_id));
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":0,"tid":{},"ts":{},"dur":{},)"
                    R"("args":{{"device":0,"stream":{},"correlation":{},"External id":{}}}}})",
                    category, name, stream, start, duration, stream, m_correlation, m_id));
  }

  [[nodiscard]] std::shared_ptr<const Trace> trace() {
    m_file = std::make_unique<TemporaryFile>(R"({"deviceProperties":[{"id":0,"name":"NVIDIA H200"}],"traceEvents":[)" +
                                             m_text + "]}");
    auto loaded = load(m_file->path());
    EXPECT_TRUE(loaded);
    return *loaded;
  }

 private:
  void add(const std::string& event) { m_text += (m_text.empty() ? "" : ",\n") + event; }

  std::string m_text;
  int m_id = 0;
  int m_correlation = 0;
  std::unique_ptr<TemporaryFile> m_file;  // whose args are read again
};

Advice adviceOf(const std::shared_ptr<const Trace>& trace, const AdviceQuery& query = {}) {
  TraceCauses causes(trace);
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  return advise(causes, model, WorkMeter(*trace, model, heldDevice(*trace).ceilings), query);
}

const AdviceRow& rowOf(const Advice& advice, AdviceKind kind) {
  const auto found = std::ranges::find(advice.rows, kind, &AdviceRow::kind);
  static const AdviceRow none;
  EXPECT_NE(found, advice.rows.end()) << toText(kind);
  return found == advice.rows.end() ? none : *found;
}

bool hasRow(const Advice& advice, AdviceKind kind) {
  return std::ranges::find(advice.rows, kind, &AdviceRow::kind) != advice.rows.end();
}

std::string evidenceOf(const AdviceRow& row) {
  std::string text;
  for (const Message& sentence : row.evidence) {
    text += sentence.english() + "\n";
  }
  return text;
}

/// 2 · 4096³ FLOPs: 139 µs at 989 TFLOP/s.
constexpr const char* squares = "[[4096,4096],[4096,4096]]";
constexpr double squaresUs = 2.0 * 4096 * 4096 * 4096 / 989e12 * 1e6;
const std::string twoHalves = typesOf({bfloat, bfloat});

TEST(Advice, countsWhatIsAboveTheRooflineWhereNothingElseRuns) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 400);
  program.op("vendor::other", 60, 50, "[[8]]", typesOf({"float"}));
  program.work("other", 70, 300, 200, 8);
  const Advice advice = adviceOf(program.trace());
  EXPECT_EQ(advice.elapsed.ns, 400'000);
  ASSERT_EQ(advice.rows.size(), 1U);
  const AdviceRow& row = advice.rows.front();
  EXPECT_EQ(row.kind, AdviceKind::Roofline);
  EXPECT_EQ(row.title.english(), "aten::mm runs at 34.7 % of peak");
  EXPECT_EQ(row.bound.ns, 200'000) << "226 µs above what can be reached, but 200 µs of the kernel run beside another";
  EXPECT_EQ(row.confidence, Confidence::High);
  ASSERT_EQ(row.places.size(), 1U);
}

TEST(Advice, leavesKernelsAloneThatRunAsFastAsSuchKernelsDo) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, squaresUs / 0.8);
  EXPECT_TRUE(adviceOf(program.trace()).rows.empty());
}

TEST(Advice, blamesTheInnermostCallForIdleTime) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 20, 150);
  program.host("cuda_runtime", "cudaMalloc", 165, 800);
  program.op("aten::mm", 970, 50, squares, twoHalves);
  program.work("gemm", 980, 990, 150);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::HostBound);
  EXPECT_EQ(row.title.english(), "Host-bound idle during cudaMalloc");
  EXPECT_EQ(row.bound.ns, 810'000) << "up to the launch call";
  EXPECT_EQ(row.confidence, Confidence::High);
  EXPECT_THAT(evidenceOf(row), HasSubstr("The device is idle for 810.0 µs"));
}

TEST(Advice, countsCommunicationThatNothingHides) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 170);
  program.op("nccl:all_reduce", 60, 20, "[[8]]", typesOf({"float"}));
  program.work("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 65, 200, 270, 8);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Communication);
  EXPECT_EQ(row.bound.ns, 100'000) << "no other computation could hide more";
  EXPECT_EQ(row.confidence, Confidence::Low);
  EXPECT_THAT(evidenceOf(row), HasSubstr("Of 270.0 µs of this communication, 200.0 µs run"));
}

TEST(Advice, followsTheStepsOfAHostThatIsAheadOfItsDevice) {
  AdviceProgram program;
  for (int step = 0; step < 4; ++step) {
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), 100.0 * step, 100);
    program.op("aten::mm", 100.0 * step + 5, 20, squares, twoHalves);
    program.work("gemm", 100.0 * step + 10, 20 + 400.0 * step, 400);
  }
  const auto trace = program.trace();
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const Advice advice = adviceOf(trace, {.steps = found->steps});
  EXPECT_EQ(advice.kernelTime.ns, 4 * 400'000) << "all of it, though the host was done after 400 µs";
  EXPECT_EQ(advice.elapsed.ns, 1'600'000) << "from its first work on";
}

TEST(Advice, findsProductsThatCouldUseTf32) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, squares, typesOf({"float", "float"}));
  program.work("sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize128x64x8_stage3_warpsize2x2x1_ffma_aligna4", 5, 100,
               3000);
  program.op("aten::mm", 40, 20, squares, typesOf({"float", "float"}));
  program.work("sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x64x8_stage3_warpsize2x2x1_tensor16x8x8", 45, 3200,
               300);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Precision);
  EXPECT_EQ(row.title.english(), "Allow TF32 for the fp32 products of aten::mm");
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 3e6 - 2 * std::pow(4096.0, 3) / (495e12 * 0.8) * 1e9, 2);
  EXPECT_THAT(row.places, testing::SizeIs(1)) << "the other product uses it already";
}

constexpr const char* addKernel =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>()";

/// 64 Mi floats: 256 MiB, 55.9 µs at 4.8 TB/s.
constexpr const char* long64 = "[[67108864],[67108864]]";
constexpr double tensorUs = 67108864.0 * 4 / 4.8e12 * 1e6;

TEST(Advice, savesTheTrafficBetweenElementwiseKernels) {
  AdviceProgram program;
  const std::string floats = typesOf({"float", "float"});
  program.op("aten::mul", 0, 20, long64, floats);
  program.work(addKernel, 5, 100, 200);
  program.op("aten::add", 30, 20, long64, floats);
  program.work(addKernel, 35, 302, 200);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Fusion);
  EXPECT_EQ(row.title.english(), "Fuse aten::mul, aten::add");
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 2 * tensorUs / 0.9 * 1000 + 2000, 3)
      << "written, read again, and the gap";
  EXPECT_THAT(evidenceOf(row), HasSubstr("one fused kernel would save 512.0 MiB of traffic per chain"));
}

TEST(Advice, fusesNothingThatDoesNotPassATensorOn) {
  AdviceProgram program;
  const std::string floats = typesOf({"float", "float"});
  program.op("aten::mul", 0, 20, long64, floats);
  program.work(addKernel, 5, 100, 200);
  program.op("aten::add", 30, 20, "[[4096,4096],[4096,4096]]", floats);
  program.work(addKernel, 35, 302, 200);
  EXPECT_FALSE(hasRow(adviceOf(program.trace()), AdviceKind::Fusion));
}

TEST(Advice, countsConversionsBeforeAProductAsAWhole) {
  AdviceProgram program;
  program.op("aten::copy_", 0, 20, "[[4096,4096],[4096,4096],[]]", typesOf({bfloat, "float", "Scalar"}));
  program.work("void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda>()", 5, 100, 40);
  program.op("aten::mm", 30, 20, squares, twoHalves);
  program.work("gemm", 35, 140, 150);
  program.op("aten::copy_", 60, 20, "[[1024],[1024],[]]", typesOf({bfloat, "float", "Scalar"}));
  program.work("void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda>()", 65, 290, 40);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::MatrixCopy);
  EXPECT_EQ(row.title.english(), "Avoid conversions from float to BFloat16 beside matrix products");
  EXPECT_EQ(row.bound.ns, 40'000) << "the second one has nothing to do with a product";
  EXPECT_EQ(row.confidence, Confidence::High);
}

TEST(Advice, countsCopiesFromTheHostThatNothingHides) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, squares, twoHalves);
  program.work("gemm", 5, 100, 150);
  program.op("aten::copy_", 30, 20, "[[4096],[4096],[]]", typesOf({"float", "float", "Scalar"}));
  program.work("Memcpy HtoD (Pageable -> Device)", 35, 200, 150, 8, "gpu_memcpy");
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::HostCopy);
  EXPECT_EQ(row.bound.ns, 100'000);
  EXPECT_EQ(row.confidence, Confidence::High);
}

TEST(Advice, findsShortKernelsThatAGraphCouldLaunch) {
  AdviceProgram program;
  for (int i = 0; i < 40; ++i) {
    program.op("aten::add", 10.0 * i, 8, "[[64],[64]]", typesOf({"float", "float"}));
    program.work(addKernel, 10.0 * i + 4, 10.0 * i + 6, 3);
  }
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Launch);
  EXPECT_EQ(row.bound.ns, 39 * 7'000);
  EXPECT_EQ(row.confidence, Confidence::High);
  EXPECT_THAT(evidenceOf(row), HasSubstr("Kernels run for 3.000 µs on average"));
  EXPECT_FALSE(hasRow(advice, AdviceKind::HostBound)) << "all of it is claimed";
}

TEST(Advice, findsSizesThatTensorCoresDoNotLike) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, "[[4096,4096],[4096,4099]]", twoHalves);
  program.work("gemm", 5, 100, 600);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Padding);
  EXPECT_EQ(row.title.english(), "Pad the sizes of aten::mm for tensor cores");
  EXPECT_THAT(evidenceOf(row), HasSubstr("M 4096 × N 4099 × K 4096: N is not a multiple of 8"));
  EXPECT_FALSE(hasRow(advice, AdviceKind::Roofline)) << "all of it is claimed";
}

TEST(Advice, findsTilesThatComputeForNothing) {
  AdviceProgram program;
  program.op("aten::mm", 0, 20, "[[4100,4096],[4096,2064]]", twoHalves);
  program.work("nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_TNT", 5, 100, 200);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Padding);
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 200'000 * (1 - 4100.0 / 4352 * 2064 / 2176), 2)
      << "17 tiles of 256 rows, 17 of 128 columns";
  EXPECT_EQ(row.confidence, Confidence::Low);
}

TEST(Advice, givesMeansOfSteps) {
  AdviceProgram program;
  for (int step = 0; step < 4; ++step) {
    const double at = 1000.0 * step;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), at, 1000);
    program.op("aten::mm", at + 5, 20, squares, twoHalves);
    program.work("gemm", at + 10, at + 20, 400);
  }
  const auto trace = program.trace();
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const Advice advice = adviceOf(trace, {.steps = found->steps});
  EXPECT_EQ(advice.steps, 4U);
  EXPECT_EQ(advice.mean(advice.elapsed).ns, 995'000) << "of the first one from its first work on";
  EXPECT_NEAR(static_cast<double>(advice.mean(rowOf(advice, AdviceKind::Roofline).bound).ns),
              400'000 - squaresUs / 0.8 * 1000, 2);
}

TEST(Advice, promisesWhatIsReachableOfADatasheetAlone) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, 200);
  const auto trace = program.trace();
  const Advice held = adviceOf(trace);
  const AdviceRow& row = rowOf(held, AdviceKind::Roofline);
  EXPECT_NEAR(static_cast<double>(row.bound.ns), 200'000 - squaresUs / 0.8 * 1000, 2);
  EXPECT_THAT(evidenceOf(row), HasSubstr("the bound takes 80.0 % as reachable"));
  std::optional<Ceilings> measured = heldDevice(*trace).ceilings;
  ASSERT_TRUE(measured);
  measured->origin = CeilingOrigin::Measured;
  TraceCauses causes(trace);
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  const Advice advice = advise(causes, model, WorkMeter(*trace, model, measured), {});
  EXPECT_NEAR(static_cast<double>(rowOf(advice, AdviceKind::Roofline).bound.ns), 200'000 - squaresUs * 1000, 2);
}

TEST(Advice, leavesOutWhatADeviceDidBeforeItsFirstRecordedWork) {
  const auto adviceOfFirst = [](double start) {
    AdviceProgram program;
    program.host("user_annotation", "ProfilerStep#0", 0, 3000);
    program.host("cuda_runtime", "cudaEventSynchronize", 100, 800);
    program.op("aten::mm", 5, 20, squares, twoHalves);
    program.work("gemm", 10, start, 150);
    const auto trace = program.trace();
    return adviceOf(trace, {.steps = foundSteps(*trace)->steps});
  };
  const Advice queued = adviceOfFirst(1000);
  EXPECT_EQ(queued.elapsed.ns, 2'000'000);
  EXPECT_EQ(queued.unrecorded.ns, 989'000) << "since its launch was over";
  ASSERT_EQ(leftOut(queued).size(), 1U);
  EXPECT_THAT(leftOut(queued).front().english(), HasSubstr("For 989.0 µs the device runs earlier work"));
  const Advice first = adviceOfFirst(15);
  EXPECT_EQ(first.elapsed.ns, 2'985'000);
  EXPECT_TRUE(leftOut(first).empty());
}

TEST(Advice, leavesOutWarmUpUnlessItIsAskedFor) {
  AdviceProgram program;
  for (int step = 0; step < 4; ++step) {
    const double at = step == 0 ? 0 : 4000 + 1000.0 * step;
    program.host("user_annotation", fmt::format("ProfilerStep#{}", step).c_str(), at, step == 0 ? 5000 : 1000);
    program.op("aten::mm", at + 5, 20, squares, twoHalves);
    program.work("gemm", at + 10, at + 20, 900);
  }
  const auto trace = program.trace();
  const auto found = foundSteps(*trace);
  ASSERT_TRUE(found);
  const Advice advice = adviceOf(trace, {.steps = found->steps});
  EXPECT_EQ(advice.steps, 3U);
  EXPECT_EQ(advice.warmUp, 1U);
  EXPECT_EQ(advice.elapsed.ns, 3'000'000);
  EXPECT_EQ(leftOut(advice).size(), 1U);
  const Advice all = adviceOf(trace, {.range = trace->bounds(), .steps = found->steps});
  EXPECT_EQ(all.steps, 4U);
  EXPECT_EQ(all.warmUp, 0U);
}

TEST(Advice, takesNoConvolutionForAProduct) {
  AdviceProgram program;
  program.op("aten::cudnn_convolution_backward", 0, 20, "[[256,128,4,4],[256,512,4,4],[512,128,1,1]]",
             typesOf({bfloat, bfloat, bfloat}));
  program.work("gemm", 5, 100, 600);
  const Advice advice = adviceOf(program.trace());
  EXPECT_GT(advice.modelled.ns, 0);
  EXPECT_FALSE(hasRow(advice, AdviceKind::Padding)) << "M 4 × N 4 × K 4 are no sizes of it";
}

TEST(Advice, savesOfShortKernelsNoMoreThanTheyTake) {
  AdviceProgram program;
  const std::string floats = typesOf({"float", "float"});
  program.op("aten::mul", 0, 20, "[[64],[64]]", floats);
  program.work(addKernel, 5, 100, 1);
  program.op("aten::add", 30, 20, "[[64],[64]]", floats);
  program.work(addKernel, 35, 102, 1);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Fusion);
  EXPECT_EQ(row.bound.ns, 1000 + 1000) << "one of two kernels, and the gap";
  EXPECT_THAT(evidenceOf(row), HasSubstr("one remains"));
}

TEST(Advice, expectsNothingOfAGraphWhereWorkIsQueued) {
  AdviceProgram program;
  for (int i = 0; i < 40; ++i) {
    program.op("aten::add", 3.0 * i, 2, "[[64],[64]]", typesOf({"float", "float"}));
    program.work(addKernel, 3.0 * i + 0.5, 200 + 4.0 * i, 3);
  }
  EXPECT_FALSE(hasRow(adviceOf(program.trace()), AdviceKind::Launch));
}

TEST(Advice, toldShapesAreThoseThatAreShown) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves, "[[4096,1],[4096,1]]");
  program.work("gemm", 10, 200, 400);
  program.op("aten::mm", 100, 50, squares, twoHalves, "[[4096,1],[1,4096]]");
  program.work("gemm", 110, 600, 400);
  const Advice advice = adviceOf(program.trace());
  const AdviceRow& row = rowOf(advice, AdviceKind::Roofline);
  EXPECT_THAT(evidenceOf(row), HasSubstr("All have the shapes [[4096, 4096], [4096, 4096]]."));
}

TEST(Advice, saysWhyNothingIsFound) {
  AdviceProgram program;
  program.op("aten::mm", 0, 50, squares, twoHalves);
  program.work("gemm", 10, 100, squaresUs / 0.8);
  EXPECT_EQ(nothingFound(adviceOf(program.trace())).english(), "No savings found in this profile.");
  AdviceProgram unknown;
  unknown.op("vendor::op", 0, 50, "[[8]]", typesOf({"float"}));
  unknown.work("vendor", 10, 100, 200);
  EXPECT_EQ(nothingFound(adviceOf(unknown.trace())).english(), "Cannot judge: 100.0 % of kernel time has no roofline.");
}

/// Whatever the trace: bounds are those of disjoint times, and lead somewhere.
TEST(Advice, claimsNoTimeTwice) {
  for (const char* file : {"h200-profiler-steps.json.gz", "torch-compile-triton.json.gz", "h200-ring-rank0.json.gz",
                           "h200-attention-original.json.gz", "h200-attention-optimised.json.gz",
                           "torch-compare-base.json.gz", "torch-rocm-vllm-graph.json.gz", "chrome-trivial.json"}) {
    const auto trace = load(fixture(file));
    ASSERT_TRUE(trace) << file;
    const auto found = foundSteps(**trace);
    for (const Advice& advice : {adviceOf(*trace), adviceOf(*trace, {.steps = found->steps})}) {
      Duration sum;
      for (const AdviceRow& row : advice.rows) {
        EXPECT_GT(row.bound.ns, 0) << file;
        EXPECT_FALSE(row.evidence.empty()) << file;
        EXPECT_FALSE(row.places.empty()) << file;
        for (const AdvicePlace& place : row.places) {
          EXPECT_TRUE(place.span == SpanId::none || static_cast<std::size_t>(place.span) < (*trace)->spanCount());
          EXPECT_FALSE(place.range.isEmpty()) << file << ": " << row.title.english();
          EXPECT_TRUE(place.range.overlaps((*trace)->bounds())) << file;
        }
        sum += row.bound;
      }
      EXPECT_LE(sum, advice.elapsed) << file;
      EXPECT_TRUE(std::ranges::is_sorted(advice.rows, std::ranges::greater{}, &AdviceRow::bound)) << file;
    }
  }
}

/// What is claimed of busy and of idle time are parts of what the device did.
TEST(Advice, claimsIdleTimeUpToWhatThereIs) {
  const auto trace = load(fixture("h200-profiler-steps.json.gz"));
  ASSERT_TRUE(trace);
  const Advice advice = adviceOf(*trace);
  Duration idle;
  for (const DeviceActivity& device : deviceActivity(**trace)) {
    idle += device.idle();
  }
  Duration claimed;
  for (const AdviceRow& row : advice.rows) {
    if (row.kind == AdviceKind::HostBound || row.kind == AdviceKind::Launch) {
      claimed += row.bound;
    }
  }
  EXPECT_GT(claimed.ns, 0);
  EXPECT_LE(claimed, idle);
}

}  // namespace
}  // namespace kernline::test
