// SPDX-License-Identifier: GPL-3.0-or-later
// Digests as files: what is written is read, and what is damaged is refused.
#include "core/output/digest/digest_file.h"

#include "tests/core/compare/ranks/made_ranks.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsNan;

MadeRank someRank() {
  MadeRank rank(3, 8);
  for (int i = 0; i < 4; ++i) {
    const double at = 1000 + 300.0 * i;
    rank.kernel("gemm", at, 50 + i);
    rank.collective("allreduce", at + 60 + i, 40, 1000, "0", "[0, 1, 2, 3, 4, 5, 6, 7]", 8);
  }
  rank.message(true, 4, 2390);
  rank.kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", 2400, 10);
  rank.step(0, 990, 1500);
  return rank;
}

DigestFile digestOf(const Trace& trace) {
  return {.trace = {.path = "/run/rank3.json", .bytes = 4711, .modifiedNs = 17},
          .failure = {},
          .rank = 3,
          .worldSize = 8,
          .digest = rankDigest(trace)};
}

std::string bytesOf(const DigestFile& digest, const Trace& trace) {
  DigestSubject subject(trace);
  return digestBytes(digest, &subject);
}

std::string textOf(const std::string& bytes) {
  const TemporaryFile file(bytes, ".json.gz");
  return readDecoded(file.path());
}

TEST(DigestFile, isReadAsItWasWritten) {
  const auto trace = someRank().trace();
  const DigestFile written = digestOf(*trace);
  const TemporaryFile file(bytesOf(written, *trace), ".digest.json.gz");
  const auto read = readDigest(file.path());
  ASSERT_TRUE(read) << read.error().message.english();
  EXPECT_EQ(read->trace, written.trace);
  EXPECT_EQ(read->rank, 3);
  EXPECT_EQ(read->worldSize, 8);
  ASSERT_EQ(read->digest.calls.size(), 5U);
  EXPECT_EQ(read->digest.groups, written.digest.groups);
  EXPECT_EQ(read->digest.names, written.digest.names);
  EXPECT_EQ(read->digest.calls[4].messages.front().peer, 4);
  for (std::size_t c = 0; c < 5; ++c) {
    EXPECT_EQ(read->digest.calls[c].range, written.digest.calls[c].range);
    EXPECT_EQ(read->digest.sinceEnd(read->digest.calls[c]).size(),
              written.digest.sinceEnd(written.digest.calls[c]).size());
  }
  EXPECT_EQ(read->digest.steps.size(), 1U);
  EXPECT_EQ(bytesOf(written, *trace), bytesOf(written, *trace));
}

TEST(DigestFile, tellsOfKernelsStepsAndStreams) {
  const auto trace = someRank().trace();
  const json details = json::parse(textOf(bytesOf(digestOf(*trace), *trace))).at("details");
  const json& gemm = details.at("kernels").at("rows").at(0);
  EXPECT_EQ(gemm.at("name"), "gemm");
  EXPECT_EQ(gemm.at("count"), 4);
  EXPECT_EQ(gemm.at("total_ns"), 206'000);
  EXPECT_EQ(gemm.at("max_ns"), 53'000);
  EXPECT_EQ(details.at("steps").at(0).at("name"), "ProfilerStep#0");
  const json& stream = details.at("streams").at(0);
  EXPECT_EQ(stream.at("busy_ns"), 216'000) << "with the message, which runs on the same stream";
  EXPECT_EQ(stream.at("busy_per_mille").front().size(), 1024U);
  EXPECT_EQ(stream.at("busy_per_mille").back().size(), 1U);
  const auto length = static_cast<double>(trace->bounds().length().ns);
  EXPECT_NEAR(stream.at("busy_per_mille").back().at(0).get<double>(), 216'000 * 1000.0 / length, 1);
}

TEST(DigestFile, staysWithinOnePercentOrAMegabyte) {
  MadeRank rank(0, 2);
  for (int i = 0; i < 3000; ++i) {
    const double at = 1000 + 300.0 * i;
    for (int k = 0; k < 20; ++k) {
      rank.kernel(fmt::format("kernel_{}_{}", k, (i * 7919 + k * 104729) % 4001), at + 5 * k, 3 + (i * k % 17) * 0.1);
    }
    rank.collective("allreduce", at + 120, 40 + i % 13 * 0.7);
  }
  const auto trace = rank.trace();
  const std::string bytes = bytesOf(digestOf(*trace), *trace);
  EXPECT_LE(bytes.size(), maxDigestBytes(*trace));
  EXPECT_EQ(maxDigestBytes(*trace), 1'000'000U);
}

TEST(DigestFile, isRefusedWhereItIsDamaged) {
  const auto trace = someRank().trace();
  const std::string text = textOf(bytesOf(digestOf(*trace), *trace));
  ASSERT_TRUE(readDigestText(text, "x"));
  for (std::size_t size = 0; size + 1 < text.size(); size += 1 + size / 10) {
    EXPECT_FALSE(readDigestText(text.substr(0, size), "x")) << size;
  }
  json whole = json::parse(text);
  const auto refusal = [&](const auto& change) {
    json damaged = whole;
    change(damaged);
    const auto read = readDigestText(damaged.dump(), "x");
    return read ? std::string() : read.error().message.english();
  };
  EXPECT_EQ(refusal([](json&) {}), "");
  EXPECT_THAT(refusal([](json& d) { d["schema"] = "kernline-digest-2"; }), HasSubstr("another version"));
  EXPECT_THAT(refusal([](json& d) { d["ranks"]["calls"]["name"][0] = 999; }), HasSubstr("(name)"));
  EXPECT_THAT(refusal([](json& d) { d["ranks"]["calls"]["bytes"].erase(0); }), HasSubstr("(bytes)"));
  EXPECT_THAT(refusal([](json& d) { d["ranks"]["calls"]["start_after_ns"][1] = -5; }), HasSubstr("(start_after_ns)"));
  EXPECT_THAT(refusal([](json& d) { d["ranks"]["ran_before"]["since_begin"][0] = 99; }), HasSubstr("(since_begin)"));
  EXPECT_THAT(refusal([](json& d) { d["ranks"]["calls"]["messages"][0] = "x"; }), HasSubstr("(messages)"));
  EXPECT_THAT(refusal([](json& d) { d["ranks"]["end_ns"] = 9'000'000'000'000'000'000; }), HasSubstr("(end_ns)"));
  EXPECT_THAT(refusal([](json& d) { d["ranks"] = nullptr; }), HasSubstr("(ranks)"));
  EXPECT_THAT(refusal([](json& d) { d.erase("rank"); }), HasSubstr("(rank)"));
  EXPECT_FALSE(readDigestText("{\"traceEvents\":[]}", "x"));
}

TEST(DigestFile, keepsWhatAllToAllsSendAndReceive) {
  MadeRank rank(1, 3);
  rank.exchange(1000, 20, {10, 10, 40}, 30);
  rank.collective("allreduce", 1100, 20);
  const auto trace = rank.trace();
  const DigestFile written = digestOf(*trace);
  const ExchangedBytes exchanged{.sent = 960, .received = 480, .largest = 640, .peer = 2};
  json whole = json::parse(textOf(bytesOf(written, *trace)));
  const auto read = readDigestText(whole.dump(), "x");
  ASSERT_TRUE(read) << read.error().message.english();
  EXPECT_TRUE(read->digest.hasExchangedBytes);
  EXPECT_EQ(read->digest.calls.at(0).exchanged, exchanged);
  EXPECT_EQ(read->digest.calls.at(1).exchanged, ExchangedBytes());
  whole["ranks"]["calls"]["exchanged"][0][4] = 5'000'000'000;
  EXPECT_THAT(readDigestText(whole.dump(), "x").error().message.english(), HasSubstr("(exchanged)"));
  whole["ranks"]["calls"]["exchanged"][0] = {2, 1, 1, 1, 1};
  EXPECT_THAT(readDigestText(whole.dump(), "x").error().message.english(), HasSubstr("(exchanged)"));
  whole["ranks"]["calls"].erase("exchanged");
  const auto former = readDigestText(whole.dump(), "x");
  ASSERT_TRUE(former) << former.error().message.english();
  EXPECT_FALSE(former->digest.hasExchangedBytes);
  EXPECT_FALSE(former->digest.calls.at(0).exchanged.isKnown());
}

/// Two steps; a counter has values in both, one in the second.
MadeRank sampledRank() {
  MadeRank rank = someRank();
  rank.kernel("gemm", 2600, 50);
  rank.step(1, 2490, 500);
  rank.samples("SM active (%)", 990, 150, 200 / 3.0);
  rank.samples("SM active (%)", 2490, 51, 12.5);
  rank.samples("temperature", 2490, 51, 61);
  return rank;
}

/// The digest as it is read from its text, after a change to that.
template <typename Change>
Expected<DigestFile> readAfter(const DigestFile& written, const Trace& trace, const Change& change) {
  json text = json::parse(textOf(bytesOf(written, trace)));
  change(text["ranks"]);
  return readDigestText(text.dump(), "x");
}

TEST(DigestFile, keepsMeansOfCounters) {
  const auto trace = sampledRank().trace();
  const auto read = readAfter(digestOf(*trace), *trace, [](json&) {});
  ASSERT_TRUE(read) << read.error().message.english();
  const std::vector<DigestCounter>& counters = read->digest.counters;
  ASSERT_EQ(counters.size(), 2U);
  EXPECT_TRUE(read->digest.hasCounters);
  EXPECT_EQ(counters[0].name, "SM active");
  EXPECT_EQ(counters[0].unit, "%");
  EXPECT_THAT(counters[0].means, ElementsAre(66.6667, 12.5)) << "six digits";
  EXPECT_EQ(counters[1].name, "temperature");
  EXPECT_EQ(counters[1].unit, "");
  EXPECT_THAT(counters[1].means, ElementsAre(IsNan(), 61));
  EXPECT_EQ(read->digest.countersLeftOut, 0U);
}

TEST(DigestFile, joinsCountersOfOneName) {
  MadeRank rank = someRank();
  rank.samples("SM active (%)", 990, 151, 40);
  rank.add(R"~({"ph":"C","name":"SM active (%)","pid":1,"ts":1000,"args":{"SM active (%)":70}})~");
  rank.add(R"~({"ph":"C","name":"SM active (%)","pid":1,"ts":1750,"args":{"SM active (%)":0}})~");
  const auto trace = rank.trace();
  const RankDigest digest = rankDigest(*trace);
  ASSERT_EQ(digest.counters.size(), 1U);
  EXPECT_THAT(digest.counters[0].means, ElementsAre(50)) << "750 us of the second device, 1500 us of the first";
}

TEST(DigestFile, countsCountersBeyondWhatItHolds) {
  MadeRank rank = someRank();
  for (std::size_t i = 0; i < maxDigestCounters + 6; ++i) {
    rank.samples(fmt::format("load {:03}", i), 1000, 20, 0.5);
  }
  const auto trace = rank.trace();
  const auto read = readAfter(digestOf(*trace), *trace, [](json&) {});
  ASSERT_TRUE(read) << read.error().message.english();
  ASSERT_EQ(read->digest.counters.size(), maxDigestCounters);
  EXPECT_EQ(read->digest.counters.back().name, fmt::format("load {:03}", maxDigestCounters - 1));
  EXPECT_EQ(read->digest.countersLeftOut, 6U);
}

TEST(DigestFile, hasNoCountersOfFormerKernlines) {
  const auto trace = sampledRank().trace();
  const auto read = readAfter(digestOf(*trace), *trace, [](json& r) {
    r.erase("counters");
    r.erase("counters_left_out");
  });
  ASSERT_TRUE(read) << read.error().message.english();
  EXPECT_TRUE(read->digest.counters.empty());
  EXPECT_FALSE(read->digest.hasCounters);
  EXPECT_EQ(read->digest.countersLeftOut, 0U);
  EXPECT_EQ(read->digest.steps.size(), 2U);
}

TEST(DigestFile, isRefusedWhereItsCountersAreDamaged) {
  const auto trace = sampledRank().trace();
  const DigestFile written = digestOf(*trace);
  const auto refusal = [&](const auto& change) {
    const auto read = readAfter(written, *trace, change);
    return read ? std::string() : read.error().message.english();
  };
  EXPECT_EQ(refusal([](json&) {}), "");
  EXPECT_THAT(refusal([](json& r) { r["counters"][0]["means"][0] = "x"; }), HasSubstr("(means)"));
  EXPECT_THAT(refusal([](json& r) { r["counters"][0]["means"].erase(0); }), HasSubstr("(means)"));
  EXPECT_THAT(refusal([](json& r) { r["counters"][1]["means"].push_back(1); }), HasSubstr("(means)"));
  EXPECT_THAT(refusal([](json& r) { r["counters"][0]["means"] = nullptr; }), HasSubstr("(means)"));
  EXPECT_THAT(refusal([](json& r) { r["counters"][0].erase("unit"); }), HasSubstr("(unit)"));
  EXPECT_THAT(refusal([](json& r) { r["counters"][0]["name"] = 7; }), HasSubstr("(name)"));
  EXPECT_THAT(refusal([](json& r) { r["counters"][0] = 7; }), HasSubstr("(name)"));
  EXPECT_THAT(refusal([](json& r) { r["counters"] = 7; }), HasSubstr("(counters)"));
  EXPECT_THAT(refusal([](json& r) { r["counters_left_out"] = -1; }), HasSubstr("(counters_left_out)"));
}

TEST(DigestFile, isReadWhereTheTraceHasDurationsOfYears) {
  MadeRank rank(3, 8);
  rank.kernel("gemm", 0, 1.5e15);  // µs: 47 years
  rank.collective("allreduce", 1.6e15, 40, 1000, "0", "[0, 1, 2, 3, 4, 5, 6, 7]", 8);
  const auto trace = rank.trace();
  const TemporaryFile file(bytesOf(digestOf(*trace), *trace), ".digest.json.gz");
  const auto read = readDigest(file.path());
  ASSERT_TRUE(read) << read.error().message.english();
  EXPECT_EQ(read->digest.calls.size(), 1U);
}

TEST(MemberText, isReadAsItWasWritten) {
  for (const std::vector<std::int32_t>& members :
       {std::vector<std::int32_t>{}, {5}, {0, 1}, {0, 1, 2, 3}, {0, 8, 16, 24, 3, 2, 1}, {7, 7, 7}}) {
    EXPECT_EQ(membersIn(memberText(members)), members);
  }
  EXPECT_EQ(memberText(std::vector<std::int32_t>{0, 4, 8, 12, 100}), "0-12/4,100");
  EXPECT_TRUE(membersIn("0-999999999").empty());
  EXPECT_TRUE(membersIn("3-1").empty());
  EXPECT_TRUE(membersIn("1,").size() == 1U);
}

}  // namespace
}  // namespace kernline::test
