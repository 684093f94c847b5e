// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/trace_work.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

namespace kernline::test {
namespace {

using testing::HasSubstr;

/// Operators with shapes, each with calls and kernels below it, on an "NVIDIA H200".
class Writer {
 public:
  void op(const char* name, int start, int duration, const std::string& dims, const std::string& types) {
    add(fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"{}","pid":1,"tid":1,"ts":{},"dur":{},)"
                    R"("args":{{"External id":{},"Input Dims":{},"Input type":{},"Concrete Inputs":[]}}}})",
                    name, start, duration, ++m_id, dims, types));
  }
  /// Launched at `launch` by the operator that was written last.
  void kernel(const char* name, int launch, int start, int duration) {
    ++m_correlation;
    add(fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{},"dur":1,)"
                    R"("args":{{"correlation":{},"External id":{}}}}})",
                    launch, m_correlation, m_id));
    add(fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},)"
                    R"("args":{{"device":0,"stream":7,"correlation":{},"External id":{}}}}})",
                    name, start, duration, m_correlation, m_id));
  }
  void add(const std::string& event) { m_text += (m_text.empty() ? "" : ",\n") + event; }

  [[nodiscard]] std::shared_ptr<const Trace> trace() const {
    const TemporaryFile file(R"({"deviceProperties":[{"id":0,"name":"NVIDIA H200"}],"traceEvents":[)" + m_text + "]}");
    auto loaded = load(file.path());
    EXPECT_TRUE(loaded);
    // The args are read again from the file, which must stay.
    m_kept.push_back(std::make_unique<TemporaryFile>(readFile(file.path())));
    return *load(m_kept.back()->path());
  }

 private:
  std::string m_text;
  int m_id = 0;
  int m_correlation = 0;
  mutable std::vector<std::unique_ptr<TemporaryFile>> m_kept;
};

const WorkRow& rowOf(const TraceWork& work, std::string_view name) {
  const auto found = std::ranges::find(work.rows, name, &WorkRow::name);
  static const WorkRow none;
  EXPECT_NE(found, work.rows.end()) << name;
  return found == work.rows.end() ? none : *found;
}

constexpr const char* matrices = "[[4096,4096],[4096,4096]]";
constexpr const char* half = R"(["c10::Half","c10::Half"])";

TEST(TraceWork, comparesACallWithTheRoofline) {
  Writer writer;
  writer.op("aten::mm", 0, 50, matrices, half);
  writer.kernel("sm90_xmma_gemm_f16f16", 10, 100, 200);
  writer.op("aten::relu", 60, 20, "[[1024,1024]]", R"(["float"])");
  writer.kernel("relu_kernel", 65, 400, 10);
  writer.op("aten::neg", 90, 20, "[[8]]", R"(["float"])");
  writer.kernel("neg_kernel", 95, 500, 1);
  const auto trace = writer.trace();
  const TraceWork work = traceWork(*trace, {}, 1);
  ASSERT_TRUE(work.ceilings);
  EXPECT_EQ(work.kernelTime.ns, 211'000);
  EXPECT_EQ(work.modelled.ns, 211'000);
  const WorkRow& product = rowOf(work, "aten::mm");
  EXPECT_EQ(product.flops, 2.0 * 4096 * 4096 * 4096);
  EXPECT_EQ(product.bound, WorkBound::Compute);
  EXPECT_NEAR(product.rooflineNs, 2.0 * 4096 * 4096 * 4096 / 989e12 * 1e9, 1);
  EXPECT_NEAR(*product.shareOfRoofline(), product.rooflineNs / 200'000, 1e-9);
  EXPECT_NEAR(product.recoverableNs, 200'000 - product.rooflineNs, 1);
  const WorkRow& relu = rowOf(work, "aten::relu");
  EXPECT_EQ(relu.bound, WorkBound::Memory);
  EXPECT_NEAR(relu.rooflineNs, 2.0 * 1024 * 1024 * 4 / 4.8e12 * 1e9, 1);
  const WorkRow& tiny = rowOf(work, "aten::neg");
  EXPECT_EQ(tiny.bound, WorkBound::Latency) << "a microsecond";
  EXPECT_EQ(tiny.recoverableNs, 0);
}

TEST(TraceWork, dividesACallOverItsKernelsByTime) {
  Writer writer;
  writer.op("aten::mm", 0, 50, matrices, half);
  writer.kernel("gemm_split", 10, 100, 300);
  writer.kernel("reduce_split", 12, 400, 100);
  const TraceWork work = traceWork(*writer.trace(), {.by = WorkKey::Kernel}, 1);
  const double all = 2.0 * 4096 * 4096 * 4096;
  EXPECT_NEAR(rowOf(work, "gemm_split").flops, all * 3 / 4, 1);
  EXPECT_NEAR(rowOf(work, "reduce_split").flops, all / 4, 1);
  const TraceWork byOp = traceWork(*writer.trace(), {.by = WorkKey::Op}, 1);
  ASSERT_EQ(byOp.rows.size(), 1U);
  EXPECT_EQ(byOp.rows[0].count, 1U);
  EXPECT_EQ(byOp.rows[0].kernels.size(), 2U);
}

TEST(TraceWork, goesToTheCallerWhereTheInnermostOperatorHasNoRule) {
  Writer writer;
  writer.op("aten::linear", 0, 100, "[[8,64],[32,64],[]]", R"(["float","float",""])");
  writer.op("vendor::gemm", 10, 50, "[[8,64]]", R"(["float"])");
  writer.kernel("vendor_kernel", 20, 200, 30);
  const TraceWork work = traceWork(*writer.trace(), {}, 1);
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_EQ(work.rows[0].name, "aten::linear");
  EXPECT_EQ(work.rows[0].flops, 2.0 * 8 * 64 * 32);
  EXPECT_EQ(work.modelled, work.kernelTime);
}

TEST(TraceWork, countsAnOperatorMadeOfModelledOnesOnce) {
  Writer writer;
  writer.op("aten::linear", 0, 100, "[[8,64],[32,64],[]]", R"(["float","float",""])");
  writer.op("aten::mm", 10, 20, "[[8,64],[64,32]]", R"(["float","float"])");
  writer.kernel("gemm", 15, 200, 30);
  writer.op("vendor::epilogue", 40, 20, "[[8,32]]", R"(["float"])");
  writer.kernel("epilogue", 45, 240, 10);
  const TraceWork work = traceWork(*writer.trace(), {}, 1);
  EXPECT_EQ(work.rows.size(), 2U);
  EXPECT_EQ(rowOf(work, "aten::mm").flops, 2.0 * 8 * 64 * 32);
  EXPECT_EQ(rowOf(work, "vendor::epilogue").modelledCount, 0U);
  EXPECT_EQ(rowOf(work, "vendor::epilogue").reason.english(), "no rule for this operator");
  EXPECT_EQ(work.modelled.ns, 30'000);
}

TEST(TraceWork, saysWhatItCannotModel) {
  Writer writer;
  writer.op("aten::_foreach_mul_", 0, 20, "[[],[]]", R"(["TensorList","Scalar"])");
  writer.kernel("multi_tensor_apply_kernel<float, 3>", 5, 100, 20);
  writer.op("aten::cat", 30, 20, "[[[16,8],[16,8]],[]]", R"(["TensorList","Scalar"])");
  writer.kernel("CatArrayBatchedCopy<OpaqueType<2u>, int>", 35, 140, 20);
  writer.add(R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":8,"ts":300,"dur":9,)"
             R"("args":{"device":0,"stream":8}})");
  writer.add(R"x({"ph":"X","cat":"gpu_memcpy","name":"Memcpy DtoD (Device -> Device)","pid":0,"tid":7,"ts":400,)x"
             R"x("dur":50,"args":{"device":0,"stream":7,"bytes":4800000}})x");
  const TraceWork work = traceWork(*writer.trace(), {}, 1);
  EXPECT_THAT(rowOf(work, "aten::_foreach_mul_").reason.english(), HasSubstr("the shape of a is not recorded"));
  EXPECT_EQ(rowOf(work, "aten::cat").bytes, 2.0 * 2 * 2 * 16 * 8) << "two bytes an element, as the kernel says";
  EXPECT_EQ(rowOf(work, "ncclDevKernel_AllReduce").bound, WorkBound::Communication);
  const WorkRow& copy = rowOf(work, "Memcpy DtoD (Device -> Device)");
  EXPECT_EQ(copy.bytes, 9'600'000) << "read and written";
  EXPECT_NEAR(copy.rooflineNs, 2000, 1);
}

TEST(TraceWork, ofARangeCountsWhatStartsInIt) {
  Writer writer;
  writer.op("aten::mm", 0, 50, matrices, half);
  writer.kernel("gemm", 10, 100, 200);
  writer.op("aten::mm", 60, 50, matrices, half);
  writer.kernel("gemm", 70, 300, 200);
  const auto trace = writer.trace();
  const Time begin = trace->bounds().begin;
  const TraceWork work =
      traceWork(*trace, {.range = TimeRange{begin + Duration{250'000}, begin + Duration{400'000}}}, 1);
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_EQ(work.rows[0].count, 1U);
  EXPECT_EQ(work.kernelTime.ns, 200'000);
}

/// Every nanosecond of device work is in one row, however rows are made; what rules model of it is nearly all.
TEST(TraceWork, givesAllDeviceTimeOnce) {
  for (const char* file : {"h200-profiler-steps.json.gz", "torch-compile-triton.json.gz"}) {
    const auto trace = load(fixture(file));
    ASSERT_TRUE(trace);
    for (const WorkKey by : {WorkKey::Shape, WorkKey::Op, WorkKey::Kernel, WorkKey::Family}) {
      const TraceWork work = traceWork(**trace, {.by = by}, 2);
      Duration all;
      Duration modelled;
      for (const WorkRow& row : work.rows) {
        all += row.kernelTime;
        modelled += row.modelled;
        EXPECT_TRUE(row.modelledCount == row.count || !row.reason.isEmpty()) << row.name;
      }
      EXPECT_EQ(all, work.kernelTime) << file;
      EXPECT_EQ(modelled, work.modelled) << file;
    }
  }
}

}  // namespace
}  // namespace kernline::test
