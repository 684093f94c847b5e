// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/advice/advice_program.h"
#include "tests/support/says.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

constexpr const char* copyKernel = "void at::native::unrolled_elementwise_kernel<direct_copy_kernel_cuda>()";
constexpr const char* sumKernel = "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>()";

/// Calls one behind the other, without gaps: `us` each.
class Calls {
 public:
  void call(const char* op, const std::string& dims, double us, const char* kernel = addKernel) {
    const auto tensors = static_cast<std::size_t>(std::ranges::count(dims, '[')) - 1;
    std::string types;
    for (std::size_t i = 0; i < tensors; ++i) {
      types += std::string(i > 0 ? "," : "") + "\"float\"";
    }
    m_program.op(op, m_host, 4, dims, "[" + types + "]");
    m_program.work(kernel, m_host + 1, m_device, us);
    m_host += 5;
    m_device += us;
    m_busy += us;
  }
  AdviceProgram& program() { return m_program; }
  [[nodiscard]] Advice advice() { return adviceOf(m_program.trace()); }
  [[nodiscard]] double busyNs() const { return m_busy * 1000; }

 private:
  AdviceProgram m_program;
  double m_host = 0;
  double m_device = 500;
  double m_busy = 0;
};

/// 8192 rows of 4096 floats: 128 MiB.
constexpr double tensorBytes = 8192.0 * 4096 * 4;
constexpr double tensorNs = tensorBytes / (4.8e12 * reachableBandwidth) * 1e9;

std::vector<std::string> fusionTitles(const Advice& advice) {
  std::vector<std::string> titles;
  for (const AdviceRow& row : advice.rows) {
    if (row.kind == AdviceKind::Fusion) {
      titles.push_back(row.title.english());
    }
  }
  return titles;
}

TEST(FusionAdvice, goesThroughReductionsOfALayerNormThatIsWrittenOut) {
  Calls calls;
  calls.call("aten::mean", "[[8192,4096],[]]", 60, sumKernel);
  calls.call("aten::sub", "[[8192,4096],[8192,1]]", 90);
  calls.call("aten::pow", "[[8192,4096]]", 80);
  calls.call("aten::mean", "[[8192,4096],[]]", 60, sumKernel);
  calls.call("aten::add", "[[8192,1]]", 2);
  calls.call("aten::rsqrt", "[[8192,1]]", 2);
  calls.call("aten::mul", "[[8192,4096],[8192,1]]", 90);
  calls.call("aten::mul", "[[8192,4096],[4096]]", 90);
  calls.call("aten::add", "[[8192,4096],[4096]]", 90);
  const Advice advice = calls.advice();
  const AdviceRow& row = rowOf(advice, AdviceKind::Fusion);
  EXPECT_EQ(row.title.english(), "Fuse aten::mean, aten::sub, aten::pow, aten::mean, … (9 kernels)");
  // Computes the saving of a perfect kernel: it reads x, weight and bias once, and writes the result.
  EXPECT_GE(static_cast<double>(row.bound.ns), calls.busyNs() - 2 * tensorNs - 10);
  EXPECT_LE(static_cast<double>(row.bound.ns), calls.busyNs() - 2 * tensorNs + 100) << "and no more than that";
}

TEST(FusionAdvice, goesThroughTheReductionOfAnRmsNorm) {
  Calls calls;
  calls.call("aten::pow", "[[8192,4096]]", 80);
  calls.call("aten::mean", "[[8192,4096],[]]", 60, sumKernel);
  calls.call("aten::add", "[[8192,1]]", 2);
  calls.call("aten::rsqrt", "[[8192,1]]", 2);
  calls.call("aten::mul", "[[8192,4096],[8192,1]]", 90);
  calls.call("aten::copy_", "[[8192,4096],[8192,4096]]", 70, copyKernel);
  calls.call("aten::mul", "[[4096],[8192,4096]]", 90);
  const AdviceRow row = rowOf(calls.advice(), AdviceKind::Fusion);
  EXPECT_GE(static_cast<double>(row.bound.ns), calls.busyNs() - 2 * tensorNs - 10);
}

TEST(FusionAdvice, countsTheLastSum) {
  Calls calls;
  calls.call("aten::mul", "[[8192,4096],[8192,4096]]", 100);
  calls.call("aten::tanh", "[[8192,4096]]", 80);
  calls.call("aten::sum", "[[8192,4096]]", 60, sumKernel);
  const AdviceRow row = rowOf(calls.advice(), AdviceKind::Fusion);
  EXPECT_EQ(row.title.english(), "Fuse aten::mul, aten::tanh, aten::sum");
  EXPECT_NEAR(static_cast<double>(row.bound.ns), calls.busyNs() - tensorNs, 10) << "one tensor is read";
}

TEST(FusionAdvice, takesCallsThatRepeatForOneChainEach) {
  Calls calls;
  for (int i = 0; i < 4; ++i) {
    calls.call("aten::mul", "[[8192,4096],[8192,4096]]", 100);
    calls.call("aten::tanh", "[[8192,4096]]", 80);
    calls.call("aten::sum", "[[8192,4096]]", 60, sumKernel);
  }
  const Advice advice = calls.advice();
  EXPECT_THAT(fusionTitles(advice), testing::ElementsAre("Fuse aten::mul, aten::tanh, aten::sum"));
  EXPECT_NEAR(static_cast<double>(rowOf(advice, AdviceKind::Fusion).bound.ns), calls.busyNs() - 4 * tensorNs, 10);
}

TEST(FusionAdvice, keepsASumOfManyTermsTogether) {
  Calls calls;
  for (int i = 0; i < 6; ++i) {
    calls.call("aten::add", "[[8192,4096],[8192,4096]]", 100);
  }
  const AdviceRow row = rowOf(calls.advice(), AdviceKind::Fusion);
  EXPECT_NEAR(static_cast<double>(row.bound.ns), calls.busyNs() - 2 * tensorNs, 10);
}

TEST(FusionAdvice, stopsWhereNothingIsPassedOn) {
  Calls calls;
  calls.call("aten::mul", "[[8192,4096],[8192,4096]]", 100);
  calls.call("aten::sum", "[[8192,4096]]", 60, sumKernel);
  calls.call("aten::mul", "[[1000,3000]]", 50);
  calls.call("aten::tanh", "[[1000,3000]]", 50);
  EXPECT_THAT(fusionTitles(calls.advice()),
              testing::UnorderedElementsAre("Fuse aten::mul, aten::sum", "Fuse aten::mul, aten::tanh"));
}

TEST(FusionAdvice, leavesASingleComputationWithItsCopyToOthers) {
  Calls calls;
  calls.call("aten::native_layer_norm", "[[8192,4096]]", 100, "void at::native::vectorized_layer_norm_kernel<float>()");
  calls.call("aten::copy_", "[[8192,4096],[8192,4096]]", 80, copyKernel);
  calls.program().op("aten::mm", 100, 4, "[[8192,4096],[4096,4096]]", typesOf({"float", "float"}));
  calls.program().work("gemm", 101, 680, 2000);
  const Advice advice = calls.advice();
  EXPECT_TRUE(hasRow(advice, AdviceKind::MatrixCopy));
  EXPECT_FALSE(hasRow(advice, AdviceKind::Fusion)) << "the copy is taken already";
}

TEST(FusionAdvice, namesTheFusedOptimizer) {
  Calls calls;
  calls.call("aten::mul_", "[[8192,4096],[]]", 60);
  calls.call("aten::addcdiv_", "[[8192,4096],[8192,4096],[8192,4096]]", 120);
  EXPECT_THAT(evidenceOf(rowOf(calls.advice(), AdviceKind::Fusion)), mentions("fused-optimizer"));
}

}  // namespace
}  // namespace kernline::test
