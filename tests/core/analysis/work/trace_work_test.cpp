// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/trace_work.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/work/reference_device.h"
#include "tests/core/analysis/work/made_work.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <vector>

namespace kernline::test {
namespace {

using Writer = MadeWork;

TraceWork workOf(const Trace& trace, const WorkQuery& query = {}, unsigned threads = 1) {
  const WorkModel model = workModel(trace, WorkRules::builtin(), threads);
  return traceWork(trace, model, WorkMeter(trace, model, referenceDevice(trace).ceilings), query);
}

TraceWork byKernel(const Trace& trace) {
  return workOf(trace, {.by = WorkQuery::By::Work, .key = byName(trace)});
}

const WorkRow& rowOf(const TraceWork& work, std::string_view name) {
  const auto found = std::ranges::find(work.rows, name, &WorkRow::name);
  static const WorkRow none;
  EXPECT_NE(found, work.rows.end()) << name;
  return found == work.rows.end() ? none : *found;
}

TEST(TraceWork, comparesACallWithTheRoofline) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("sm90_xmma_gemm_f16f16", 10, 100, 200);
  writer.op("aten::relu", 60, 20, "[[1024,1024]]", R"(["float"])");
  writer.kernel("relu_kernel", 65, 400, 10);
  writer.op("aten::neg", 90, 20, "[[8]]", R"(["float"])");
  writer.kernel("neg_kernel", 95, 500, 1);
  const auto trace = writer.trace();
  const TraceWork work = workOf(*trace);
  EXPECT_EQ(work.all.kernelTime.ns, 211'000);
  EXPECT_EQ(work.all.modeled.ns, 211'000);
  const WorkRow& product = rowOf(work, "aten::mm");
  EXPECT_EQ(product.figures.flops, 2.0 * 4096 * 4096 * 4096);
  EXPECT_EQ(product.figures.bound(), WorkBound::Compute);
  EXPECT_NEAR(product.figures.rooflineNs, 2.0 * 4096 * 4096 * 4096 / 989e12 * 1e9, 1);
  EXPECT_NEAR(*product.figures.shareOfRoofline(), product.figures.rooflineNs / 200'000, 1e-9);
  EXPECT_NEAR(product.figures.recoverableNs, 200'000 - product.figures.rooflineNs, 1);
  const WorkRow& relu = rowOf(work, "aten::relu");
  EXPECT_EQ(relu.figures.bound(), WorkBound::Memory);
  EXPECT_NEAR(relu.figures.rooflineNs, 2.0 * 1024 * 1024 * 4 / 4.8e12 * 1e9, 1);
  const WorkRow& tiny = rowOf(work, "aten::neg");
  EXPECT_EQ(tiny.figures.bound(), WorkBound::Latency) << "a microsecond";
  EXPECT_EQ(tiny.figures.recoverableNs, 0);
}

TEST(TraceWork, dividesACallOverItsKernelsByTime) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("gemm_split", 10, 100, 300);
  writer.kernel("reduce_split", 12, 400, 100);
  const auto trace = writer.trace();
  const TraceWork work = byKernel(*trace);
  const double all = 2.0 * 4096 * 4096 * 4096;
  EXPECT_NEAR(rowOf(work, "gemm_split").figures.flops, all * 3 / 4, 1);
  EXPECT_NEAR(rowOf(work, "reduce_split").figures.flops, all / 4, 1);
  const TraceWork byOp = workOf(*trace, {.by = WorkQuery::By::Op});
  ASSERT_EQ(byOp.rows.size(), 1U);
  EXPECT_EQ(byOp.rows[0].figures.count, 1U);
  EXPECT_EQ(byOp.rows[0].kernels.size(), 2U);
}

TEST(TraceWork, goesToTheCallerWhereTheInnermostOperatorHasNoRule) {
  Writer writer;
  writer.op("aten::linear", 0, 100, "[[8,64],[32,64],[]]", R"(["float","float",""])");
  writer.op("vendor::gemm", 10, 50, "[[8,64]]", R"(["float"])");
  writer.kernel("vendor_kernel", 20, 200, 30);
  const TraceWork work = workOf(*writer.trace());
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_EQ(work.rows[0].name, "aten::linear");
  EXPECT_EQ(work.rows[0].figures.flops, 2.0 * 8 * 64 * 32);
  EXPECT_EQ(work.all.modeled, work.all.kernelTime);
}

TEST(TraceWork, countsAnOperatorMadeOfModeledOnesOnce) {
  Writer writer;
  writer.op("aten::linear", 0, 100, "[[8,64],[32,64],[]]", R"(["float","float",""])");
  writer.op("aten::mm", 10, 20, "[[8,64],[64,32]]", R"(["float","float"])");
  writer.kernel("gemm", 15, 200, 30);
  writer.op("vendor::epilogue", 40, 20, "[[8,32]]", R"(["float"])");
  writer.kernel("epilogue", 45, 240, 10);
  const TraceWork work = workOf(*writer.trace());
  EXPECT_EQ(work.rows.size(), 2U);
  EXPECT_EQ(rowOf(work, "aten::mm").figures.flops, 2.0 * 8 * 64 * 32);
  EXPECT_EQ(rowOf(work, "vendor::epilogue").figures.modeledCount, 0U);
  EXPECT_THAT(rowOf(work, "vendor::epilogue").reason, says("no-rule-for-operator"));
  EXPECT_EQ(work.all.modeled.ns, 30'000);
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
  const TraceWork work = workOf(*writer.trace());
  EXPECT_THAT(rowOf(work, "aten::_foreach_mul_").reason, mentions("shape-not-recorded", "a"));
  EXPECT_EQ(rowOf(work, "aten::cat").figures.bytes, 2.0 * 2 * 2 * 16 * 8) << "two bytes an element, as the kernel says";
  EXPECT_EQ(rowOf(work, "ncclDevKernel_AllReduce").figures.bound(), WorkBound::Communication);
  const WorkRow& copy = rowOf(work, "Memcpy DtoD (Device -> Device)");
  EXPECT_EQ(copy.figures.bytes, 9'600'000) << "read and written";
  EXPECT_NEAR(copy.figures.rooflineNs, 2000, 1);
}

/// Two calls of the same operator: one from the host to the device, one on the device.
Writer twoCopies() {
  Writer writer;
  const auto copy = [&](const char* name, int start) {
    writer.op("aten::copy_", start, 20, "[[512,256],[512,256]]", R"(["float","float"])");
    writer.call("cudaMemcpyAsync", start + 5);
    writer.add(fmt::format(R"x({{"ph":"X","cat":"gpu_memcpy","name":"{}","pid":0,"tid":7,"ts":{},"dur":10,"args":{{)x"
                           R"x("device":0,"stream":7,"correlation":{},"bytes":524288}}}})x",
                           name, start + 10, start == 0 ? 1 : 2));
  };
  copy("Memcpy HtoD (Pageable -> Device)", 0);
  copy("Memcpy DtoD (Device -> Device)", 100);
  return writer;
}

TEST(TraceWork, countsCopiesFromTheHostOnce) {
  const Writer writer = twoCopies();
  const auto trace = writer.trace();
  const TraceWork kernels = byKernel(*trace);
  const WorkFigures& fromHost = rowOf(kernels, "Memcpy HtoD (Pageable -> Device)").figures;
  EXPECT_EQ(fromHost.bytes, 524'288) << "the memory of the device is only written";
  EXPECT_EQ(fromHost.rooflineCount, 0U);
  EXPECT_EQ(rowOf(kernels, "Memcpy DtoD (Device -> Device)").figures.bytes, 2 * 524'288) << "read and written";
  const TraceWork shapes = workOf(*trace);
  ASSERT_EQ(shapes.rows.size(), 2U) << "they have nothing to do with each other";
  EXPECT_EQ(shapes.rows[0].name, "aten::copy_");
  EXPECT_EQ(shapes.rows[1].name, "aten::copy_");
  EXPECT_FALSE(shapes.rows[0].figures.isPartlyRoofed());
  EXPECT_FALSE(shapes.rows[1].figures.isPartlyRoofed());
}

TEST(TraceWork, saysWhereTheRooflineIsOfSomeCallsAlone) {
  const Writer writer = twoCopies();
  const auto trace = writer.trace();
  const TraceWork work = workOf(*trace, {.by = WorkQuery::By::Op});
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_TRUE(work.rows[0].figures.isPartlyRoofed());
  EXPECT_EQ(work.rows[0].figures.rooflineTime.ns, 10'000);
  EXPECT_EQ(work.rows[0].figures.modeled.ns, 20'000);
}

TEST(TraceWork, ofARealTraceHasTheBandwidthThatCopiesRecorded) {
  const auto trace = load(KERNLINE_SOURCE_DIR "/resources/samples/training-steps.json.gz");
  ASSERT_TRUE(trace);
  const WorkFigures figures = rowOf(byKernel(**trace), "Memcpy HtoD (Pageable -> Device)").figures;
  EXPECT_EQ(figures.bytesPerCall(), 524'288);
  EXPECT_NEAR(figures.bytesPerSecond().value_or(0), 43.6e9, 0.1e9) << "the trace says 43.3 to 44.3 GB/s";
}

TEST(TraceWork, ofARangeCountsWhatStartsInIt) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("gemm", 10, 100, 200);
  writer.op("aten::mm", 60, 50, twoSquares, twoHalves);
  writer.kernel("gemm", 70, 300, 200);
  const auto trace = writer.trace();
  const Time begin = trace->bounds().begin;
  const TraceWork work = workOf(*trace, {.range = TimeRange{begin + Duration{250'000}, begin + Duration{400'000}}});
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_EQ(work.rows[0].figures.count, 1U);
  EXPECT_EQ(work.all.kernelTime.ns, 200'000);
}

TEST(TraceWork, ofARangeThatCutsACallCountsItsShare) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("gemm_split", 10, 100, 300);
  writer.kernel("reduce_split", 12, 400, 100);
  const auto trace = writer.trace();
  const Time begin = trace->bounds().begin;
  const TraceWork work = workOf(*trace, {.range = TimeRange{begin + Duration{350'000}, begin + Duration{500'000}}});
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_EQ(work.all.kernelTime.ns, 100'000);
  EXPECT_NEAR(work.all.flops, 2.0 * 4096 * 4096 * 4096 / 4, 1);
}

TEST(TraceWork, knowsTheCallOfEachPieceOfWork) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("gemm_split", 10, 100, 300);
  writer.kernel("reduce_split", 12, 400, 100);
  writer.op("aten::mm", 60, 50, twoSquares, twoHalves);
  writer.kernel("gemm_split", 70, 600, 300);
  const auto trace = writer.trace();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  ASSERT_EQ(model.calls.size(), 2U);
  EXPECT_EQ(model.forms.size(), 1U) << "both calls look the same";
  for (const WorkCall& call : model.calls) {
    for (const SpanId activity : model.workOf(call)) {
      EXPECT_EQ(model.callWith(activity), &call);
    }
  }
  EXPECT_EQ(model.callWith(trace->launchOf(model.work[0])), nullptr);
  const WorkMeter meter(*trace, model, ceilingsOf("H200"));
  EXPECT_NEAR(meter.of(model.work[1]).flops, 2.0 * 4096 * 4096 * 4096 / 4, 1);
}

TEST(TraceWork, isNotOfKernelsThatOnlyHelpThoseThatMultiply) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("gemm", 10, 100, 300);
  writer.kernel("void splitKreduce_kernel<32, 16>(cublasSplitKParams)", 12, 400, 100);
  writer.op("aten::mm", 60, 50, twoSquares, twoHalves);
  writer.kernel("void splitKreduce_kernel<32, 16>(cublasSplitKParams)", 70, 600, 200);
  writer.op("aten::add", 120, 50, "[[64,64],[64,64]]", twoHalves);
  writer.kernel("void splitKreduce_kernel<32, 16>(cublasSplitKParams)", 130, 900, 100);
  writer.kernel("add", 135, 1000, 100);
  const auto trace = writer.trace();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  ASSERT_EQ(model.calls.size(), 3U);
  const WorkMeter meter(*trace, model, ceilingsOf("H200"));
  constexpr double flops = 2.0 * 4096 * 4096 * 4096;
  const WorkFigures gemm = meter.of(model.work[0]);
  EXPECT_EQ(gemm.flops, flops);
  EXPECT_EQ(gemm.bytes, model.needs(model.calls[0]).bytes);
  EXPECT_EQ(gemm.bound(), WorkBound::Compute);
  const WorkFigures reduce = meter.of(model.work[1]);
  EXPECT_EQ(reduce.flops, 0);
  EXPECT_EQ(reduce.bytes, 0);
  EXPECT_EQ(reduce.bound(), WorkBound::Unknown);
  EXPECT_EQ(reduce.modeled.ns, 100'000);
  EXPECT_EQ(reduce.recoverableNs, 98'000) << "but for the launch";
  EXPECT_EQ(meter.of(model.calls[0], model.workOf(model.calls[0])).flops, flops) << "both together";
  EXPECT_EQ(meter.of(model.work[2]).flops, flops) << "no other kernel ran for it";
  EXPECT_EQ(meter.of(model.work[3]).flops, 64 * 64 / 2) << "it is no product: both share it";
}

TEST(TraceWork, countsOnlyTheWorkThatWasAskedFor) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("gemm_split", 10, 100, 300);
  writer.kernel("reduce_split", 12, 400, 100);
  const auto trace = writer.trace();
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  const auto reduce = std::make_shared<const std::vector<SpanId>>(std::vector{model.work[1]});
  const TraceWork work = workOf(*trace, {.among = reduce});
  ASSERT_EQ(work.rows.size(), 1U);
  EXPECT_EQ(work.all.kernelTime.ns, 100'000);
  EXPECT_NEAR(work.all.flops, 2.0 * 4096 * 4096 * 4096 / 4, 1);
  const auto none = std::make_shared<const std::vector<SpanId>>();
  EXPECT_TRUE(workOf(*trace, {.among = none}).rows.empty());
}

TEST(TraceWork, isModeledOnceForAllWhoAsk) {
  Writer writer;
  writer.op("aten::mm", 0, 50, twoSquares, twoHalves);
  writer.kernel("gemm", 10, 100, 300);
  const auto trace = writer.trace();
  TraceAnalysis analysis(trace);
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_TRUE(workModel(*trace, WorkRules::builtin(), 1, nullptr, stopped.get_token()).calls.empty());
  EXPECT_EQ(analysis.work(stopped.get_token()), nullptr);
  const auto work = analysis.work();
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(work->calls.size(), 1U);
  EXPECT_EQ(analysis.work(), work);
}

/// Every nanosecond of device activity is in one row, however rows are made; what rules model of it is nearly all.
TEST(TraceWork, givesAllDeviceTimeOnce) {
  for (const char* file : {"h200-profiler-steps.json.gz", "torch-compile-triton.json.gz"}) {
    const auto trace = load(fixture(file));
    ASSERT_TRUE(trace);
    using enum WorkQuery::By;
    for (const WorkQuery& query : {WorkQuery{.by = Shape},
                                   {.by = Op},
                                   {.by = Work, .key = byName(**trace)},
                                   {.by = Work, .key = byFamily(**trace)}}) {
      const TraceWork work = workOf(**trace, query, 2);
      Duration all;
      Duration modeled;
      for (const WorkRow& row : work.rows) {
        all += row.figures.kernelTime;
        modeled += row.figures.modeled;
        EXPECT_TRUE(row.figures.modeledCount == row.figures.count || !row.reason.isEmpty()) << row.name;
      }
      EXPECT_EQ(all, work.all.kernelTime) << file;
      EXPECT_EQ(modeled, work.all.modeled) << file;
    }
  }
}

}  // namespace
}  // namespace kernline::test
