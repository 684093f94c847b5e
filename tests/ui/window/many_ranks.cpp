// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/many_ranks.h"

#include "core/open/digest_trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace kernline::test {
namespace {

constexpr int rankCount = 256;
constexpr int stepCount = 40;
constexpr int perNode = 8;

/// A number from 0 on below `limit`, always the same for the same place.
int scattered(int rank, int step, int limit) {
  std::uint32_t bits = static_cast<std::uint32_t>(rank) * 2654435761U ^ static_cast<std::uint32_t>(step) * 40503U;
  bits = (bits ^ bits >> 15) * 2246822519U;
  return static_cast<int>((bits ^ bits >> 13) % static_cast<std::uint32_t>(limit));
}

int computeUs(int rank, int step) {
  const bool isSlow = rank == 172 && step >= 11 && step <= 17;
  const bool isOnSlowNode = rank / perNode == 9 && step >= 26 && step <= 28;
  return 9000 + scattered(rank, step, 250) + (isSlow ? 2600 : 0) + (isOnSlowNode ? 1100 : 0);
}

/// One collective of all ranks ends each step.
int collectiveBegins(int step) {
  int last = 0;
  for (int rank = 0; rank < rankCount; ++rank) {
    last = std::max(last, computeUs(rank, step));
  }
  return last;
}

std::vector<int> every(int first, int count, int by) {
  std::vector<int> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(first + i * by);
  }
  return all;
}

std::string textOfRank(int rank, const std::vector<int>& lasts) {
  std::string events;
  int correlation = 0;
  const auto kernel = [&](const char* name, int ts, int duration, const std::string& args) {
    ++correlation;
    events += fmt::format(R"(,{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":900,"tid":900,"ts":{},)"
                          R"("dur":2,"args":{{"correlation":{}}}}})",
                          ts - 5, correlation);
    events += fmt::format(R"(,{{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},)"
                          R"("args":{{"device":0,"stream":7,"correlation":{}{}}}}})",
                          name, ts, duration, correlation, args);
  };
  int begin = 1000;
  const int steps = rank == 41 ? stepCount - 6 : stepCount;
  for (int step = 0; step < steps; ++step) {
    const int compute = computeUs(rank, step);
    const int end = lasts[static_cast<std::size_t>(step)] + 900 + scattered(0, step, 120);
    events += fmt::format(R"(,{{"ph":"X","cat":"user_annotation","name":"ProfilerStep#{}","pid":900,"tid":900,"ts":{},)"
                          R"("dur":{}}})",
                          step, begin - 20, end + 40);
    kernel("flash_fwd_kernel", begin, compute, "");
    kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", begin + compute, end - compute,
           fmt::format(R"(,"Collective name":"allreduce","In msg nelems":16777216,"Out msg nelems":16777216,)"
                       R"("dtype":"BFloat16","Group size":{0},"Process Group Name":"0","Global rank start":0,)"
                       R"("Global rank stride":1)",
                       rankCount));
    begin += end + 60;
  }
  const int tensor = rank / perNode * perNode;
  return fmt::format(
      R"({{"hostname":"node{:02}","distributedInfo":{{"backend":"nccl","rank":{},"world_size":{},"pg_config":[)"
      R"({{"pg_name":"1","pg_desc":"mesh_tp","ranks":[{}]}},{{"pg_name":"2","pg_desc":"mesh_dp","ranks":[{}]}}]}},)"
      R"("baseTimeNanoseconds":1700000000000000000,"traceEvents":[)"
      R"({{"ph":"M","pid":0,"name":"process_labels","args":{{"labels":"GPU 0"}}}}{}]}})",
      rank / perNode, rank, rankCount, fmt::join(every(tensor, perNode, 1), ","),
      fmt::join(every(rank % perNode, rankCount / perNode, perNode), ","), events);
}

}  // namespace

ManyRanks::ManyRanks() {
  std::vector<int> lasts;
  for (int step = 0; step < stepCount; ++step) {
    lasts.push_back(collectiveBegins(step));
  }
  for (int rank = 0; rank < rankCount; ++rank) {
    const std::string name = fmt::format("rank{}.json", rank);
    m_traces.add(name, textOfRank(rank, lasts));
    EXPECT_TRUE(digestTrace(m_traces / name, digests(), false, {}));
  }
}

}  // namespace kernline::test
