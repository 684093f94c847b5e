// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels launched before the recording began have the operator of all others that were launched alike.
#include "core/analysis/work/trace_work.h"
#include "core/analysis/work/work_model.h"
#include "tests/core/analysis/work/made_work.h"
#include "tests/support/open_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

constexpr const char* bf16 = R"(["c10::BFloat16","c10::BFloat16"])";

/// A kernel without a call.
void addKernel(MadeWork& made, const char* name, int start, int duration, int blocks, int correlation) {
  made.add(fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},)"
                       R"("args":{{"device":0,"stream":7,"correlation":{},"grid":[{},1,1],"block":[128,1,1]}}}})",
                       name, start, duration, correlation, blocks));
}

/// A launched kernel with a block, as `addKernel` makes them.
void launchKernel(MadeWork& made, const char* name, int id, int start, int duration, int blocks, int correlation) {
  made.add(fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{},"dur":1,)"
                       R"("args":{{"correlation":{},"External id":{}}}}})",
                       start - 50, correlation, id));
  addKernel(made, name, start, duration, blocks, correlation);
}

WorkModel modelOf(const Trace& trace) {
  return workModel(trace, WorkRules::builtin(), 1);
}

TEST(InferredOperators, areThoseOfKernelsLaunchedAlike) {
  MadeWork made;
  addKernel(made, "gemm", 10, 20, 64, 901);
  addKernel(made, "reduce", 30, 5, 4, 902);
  addKernel(made, "gemm", 40, 20, 64, 903);
  addKernel(made, "reduce", 60, 5, 4, 904);
  addKernel(made, "gemm", 70, 20, 99, 905);  // launched as no other
  addKernel(made, "shared", 95, 3, 8, 906);  // kernel of two operators
  made.op("aten::mm", 500, 100, "[[256,128],[128,64]]", bf16);
  launchKernel(made, "gemm", 1, 560, 20, 64, 1);
  launchKernel(made, "reduce", 1, 580, 5, 4, 2);
  made.op("aten::mm", 700, 100, "[[256,128],[128,64]]", bf16);
  launchKernel(made, "shared", 2, 760, 3, 8, 3);
  made.op("aten::mm", 900, 100, "[[32,16],[16,8]]", bf16);
  launchKernel(made, "shared", 3, 960, 3, 8, 4);
  const auto trace = made.trace();
  const WorkModel model = modelOf(*trace);
  std::size_t inferred = 0;
  Duration time;
  for (const WorkCall& call : model.calls) {
    if (call.isInferred) {
      ++inferred;
      time.ns += call.time.ns;
      EXPECT_EQ(call.count, 2U) << "kernels of one call stay together";
      EXPECT_EQ(model.forms[call.form].name, "aten::mm");
      EXPECT_EQ(model.needs(call).flops, 2.0 * 256 * 128 * 64);
    }
  }
  EXPECT_EQ(inferred, 2U);
  EXPECT_EQ(time.ns, 50'000);
  const WorkMeter meter(*trace, model, std::nullopt);
  EXPECT_EQ(traceWork(*trace, model, meter, {}).all.inferred.ns, 50'000);
}

TEST(InferredOperators, areNotAskedForWhereLaunchesAreKnown) {
  MadeWork made;
  made.op("aten::mm", 500, 100, "[[256,128],[128,64]]", bf16);
  launchKernel(made, "gemm", 1, 560, 20, 64, 1);
  made.add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":900,"dur":1,)"
           R"("args":{"correlation":7}})");
  addKernel(made, "gemm", 950, 20, 64, 7);
  const auto trace = made.trace();
  for (const WorkCall& call : modelOf(*trace).calls) {
    EXPECT_FALSE(call.isInferred);
  }
}

}  // namespace
}  // namespace kernline::test
