// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_call.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// How many calls have that name and that kind.
std::map<std::pair<std::string, std::string>, int> namesIn(const Trace& trace) {
  std::map<std::pair<std::string, std::string>, int> found;
  for (const CollectiveCall& call : readCollectives(trace).calls) {
    ++found[{call.name, std::string(toText(call.kind))}];
  }
  return found;
}

TEST(CollectiveCall, hasTheNameOfTheFunction) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  made.span(stream, SpanKind::Kernel, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 0,
            10);
  made.span(stream, SpanKind::Kernel, "void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(int)",
            20, 10);
  made.span(stream, SpanKind::Kernel, "void deep_ep::internode::dispatch<false, 8>(int4*, float*)", 40, 10);
  EXPECT_THAT(namesIn(*made.build()),
              ElementsAre(Pair(Pair("AllReduce", "all_reduce"), 1), Pair(Pair("dispatch", "other"), 1),
                          Pair(Pair("multimem_all_reduce_kernel", "all_reduce"), 1)));
}

TEST(CollectiveCall, isKnownInARealTraceOfSymmetricMemory) {
  const auto trace = load(shared("traces/torch/tracelens_b200_eager_rank0of8.json.gz"));
  ASSERT_TRUE(trace);
  EXPECT_EQ((namesIn(**trace)[{"multimem_all_reduce_kernel", "all_reduce"}]), 73);
}

}  // namespace
}  // namespace kernline::test
