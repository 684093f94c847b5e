// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/compare/ranks/made_ranks.h"

#include "core/import/chrome_json/read_chrome.h"
#include "core/open/open_ranks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <numeric>

namespace kernline::test {

std::string MadeRank::time(double at) const {
  return fmt::format("{:.3f}", at + m_ahead);
}

void MadeRank::kernel(const std::string& name, double start, double duration, const std::string& args, int stream) {
  ++m_correlation;
  add(fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":500,"tid":500,"ts":{},"dur":0.5,)"
                  R"("args":{{"correlation":{}}}}})",
                  time(start - m_launchAhead), m_correlation));
  add(fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":{},"ts":{},"dur":{:.3f},)"
                  R"("args":{{"device":0,"stream":{},"correlation":{},"of rank":{}{}{}}}}})",
                  name, stream, time(start), duration, stream, m_correlation, m_rank, args.empty() ? "" : ",", args));
}

void MadeRank::collective(const std::string& name, double start, double duration, std::int64_t elements,
                          const std::string& group, const std::string& ranks, int size) {
  kernel("ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)", start, duration,
         fmt::format(R"("Collective name":"{}","Process Group Name":"{}","Process Group Ranks":"{}","Group size":{},)"
                     R"("In msg nelems":{},"Out msg nelems":{},"dtype":"Float")",
                     name, group, ranks, size, elements, elements),
         17);
}

void MadeRank::exchange(double start, double duration, const std::vector<std::int64_t>& splits,
                        std::int64_t rowsReceived, std::int64_t width) {
  std::vector<std::size_t> ranks(splits.size());
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  const std::int64_t rowsSent = std::accumulate(splits.begin(), splits.end(), std::int64_t{0});
  kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", start, duration,
         fmt::format(R"("Collective name":"all_to_allv","Process Group Name":"ep","Process Group Ranks":"[{}]",)"
                     R"("Group size":{},"In msg nelems":{},"Out msg nelems":{},"dtype":"Float","In split size":"[{}]",)"
                     R"("Out split size":"[]")",
                     fmt::join(ranks, ", "), ranks.size(), rowsSent * width, rowsReceived * width,
                     fmt::join(splits, ", ")),
         17);
}

void MadeRank::message(bool isSend, int peer, double start, std::int64_t elements) {
  add(fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"record_param_comms","pid":500,"tid":500,"ts":{},"dur":0.2,)"
                  R"("args":{{"Collective name":"{}","{}":{},"Process Group Name":"0","Process Group Ranks":"[0, 1]",)"
                  R"("Group size":2,"In msg nelems":{},"Out msg nelems":{},"dtype":"Float"}}}})",
                  time(start), isSend ? "send" : "recv", isSend ? "Dst Rank" : "Src Rank", peer, elements, elements));
}

void MadeRank::step(int number, double start, double duration) {
  annotation(fmt::format("ProfilerStep#{}", number), start, duration);
}

void MadeRank::annotation(const std::string& name, double start, double duration) {
  add(fmt::format(R"({{"ph":"X","cat":"user_annotation","name":"{}","pid":500,"tid":500,"ts":{},"dur":{:.3f}}})", name,
                  time(start), duration));
}

void MadeRank::samples(const std::string& counter, double start, int count, double value) {
  constexpr double period = 10;
  for (int i = 0; i < count; ++i) {
    add(fmt::format(R"({{"ph":"C","name":"{0}","pid":0,"ts":{1},"args":{{"{0}":{2}}}}})", counter,
                    time(start + period * i), value));
  }
}

std::string MadeRank::json() const {
  return fmt::format(R"({{"distributedInfo":{{"backend":"nccl","rank":{},"world_size":{}}},)"
                     R"("baseTimeNanoseconds":{},"traceEvents":[)"
                     "\n{}\n]}}",
                     m_rank, m_worldSize, m_baseTimeNs, m_events);
}

std::shared_ptr<const Trace> MadeRank::trace() const {
  const auto loaded = chrome::readChromeText(json(), {});
  EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().message.english());
  return loaded ? *loaded : nullptr;
}

std::shared_ptr<const RankSet> setOf(const std::vector<MadeRank>& ranks, const RankCorrections& corrections) {
  std::vector<std::shared_ptr<const Trace>> traces;
  for (const MadeRank& rank : ranks) {
    traces.push_back(rank.trace());
  }
  auto set = rankSetOfTraces("run", std::move(traces), corrections);
  EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
  return set ? *set : nullptr;
}

std::shared_ptr<const RankSet> withDigests(const RankSet& set,
                                           const std::function<void(std::int32_t, RankDigest&)>& change) {
  std::vector<RankFile> files;
  for (const RankFile& file : set.files) {
    RankDigest digest = *file.digest;
    change(file.rank, digest);
    files.push_back({.path = file.path,
                     .rank = file.rank,
                     .worldSize = file.worldSize,
                     .trace = nullptr,
                     .digest = std::make_shared<const RankDigest>(std::move(digest))});
  }
  return rankSetOf("run", std::move(files));
}

}  // namespace kernline::test
