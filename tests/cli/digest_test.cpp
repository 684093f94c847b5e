// SPDX-License-Identifier: GPL-3.0-or-later
// kernline digest, and kernline ranks of what it wrote.
#include "tests/cli/program_run.h"
#include "tests/cli/schema_check.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> tracesOf(const std::string& name) {
  std::vector<std::string> traces;
  for (const auto& entry : std::filesystem::directory_iterator(fixture("ranks/" + name))) {
    traces.push_back(entry.path().native());
  }
  std::ranges::sort(traces);
  return traces;
}

ProgramRun digest(std::vector<std::string> traces, const std::string& folder) {
  traces.insert(traces.begin(), "digest");
  traces.insert(traces.end(), {"-o", folder});
  return kernline(traces);
}

/// Facts of ranks without their paths, and without what only a replay of their traces tells.
json withoutPaths(json answer) {
  answer.erase("path");
  for (json& rank : answer["ranks"]) {
    rank.erase("path");
    rank.erase("median_step_without_profiler_ns");
  }
  return answer;
}

json digestIn(const TemporaryFolder& folder) {
  return json::parse(readDecoded(folder / folder.names().front()));
}

TEST(Digest, givesTheSameAnswerAsWholeTraces) {
  for (const char* name : {"ddp_straggler", "collectives", "send_recv", "grid", "gloo", "profiler_later"}) {
    const TemporaryFolder digests;
    const ProgramRun run = digest(tracesOf(name), digests.path());
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(withoutPaths(answerOf({"ranks", digests.path(), "--json"})),
              withoutPaths(answerOf({"ranks", fixture(std::string("ranks/") + name), "--json"})))
        << name;
    EXPECT_EQ(kernline({"ranks", digests.path(), "--csv"}).out,
              kernline({"ranks", fixture(std::string("ranks/") + name), "--csv"}).out);
  }
}

TEST(Digest, mayLieInFoldersOfTheFolder) {
  const std::vector<std::string> traces = tracesOf("ddp_straggler");
  const TemporaryFolder digests;
  ASSERT_EQ(digest({traces[0]}, digests / "node0/digests").code, 0);
  ASSERT_EQ(digest({traces[1]}, digests / "node1/digests").code, 0);
  EXPECT_EQ(withoutPaths(answerOf({"ranks", digests.path(), "--json"})),
            withoutPaths(answerOf({"ranks", fixture("ranks/ddp_straggler"), "--json"})));
}

TEST(Digest, holdsToItsSchema) {
  for (const std::string& trace :
       {fixture("ranks/send_recv/rank0.json.gz"), fixture("ranks/gloo/rank0.json.gz"),
        fixture("h200-profiler-steps.json.gz"), shared("h200/gpt_trace.json.gz"), fixture("torch-memory.json")}) {
    if (!std::filesystem::exists(trace)) {
      continue;
    }
    const TemporaryFolder digests;
    ASSERT_EQ(digest({trace}, digests.path()).code, 0);
    EXPECT_EQ(schemaProblems(digestIn(digests)), "") << trace;
  }
}

TEST(Digest, staysWhereItIsUpToDate) {
  const TemporaryFolder digests;
  EXPECT_THAT(digest(tracesOf("send_recv"), digests.path()).out, Not(HasSubstr("up to date")));
  const ProgramRun again = digest(tracesOf("send_recv"), digests.path());
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(std::ranges::count(again.out, '\n'), 2);
  EXPECT_THAT(again.out, HasSubstr("rank1.json.gz.digest.json.gz: up to date"));
}

TEST(Digest, saysWhichTraceIsBroken) {
  const TemporaryFolder folder;
  folder.add("rank0.json", "nothing of the kind");
  const ProgramRun run = digest({folder / "rank0.json", tracesOf("send_recv").back()}, folder / "digests");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("rank0.json"));
  const ProgramRun ranks = kernline({"ranks", folder / "digests"});
  EXPECT_EQ(ranks.code, 0) << ranks.err;
  EXPECT_THAT(ranks.out, HasSubstr("! A digest says that its trace could not be read: "));
  EXPECT_EQ(digest({"/no/such/trace.json"}, folder / "digests").code, 1);
  const ProgramRun summary = kernline({"summary", folder / "digests/rank1.json.gz.digest.json.gz"});
  EXPECT_EQ(summary.code, 1);
  EXPECT_THAT(summary.err, mentions("looks-like-digest"));
}

TEST(Digest, saysThatATraceEndsEarly) {
  const TemporaryFolder folder;
  const std::string whole = readFile(tracesOf("send_recv").front());
  folder.add("rank0.json.gz", whole.substr(0, whole.size() / 2));
  const ProgramRun run = digest({folder / "rank0.json.gz", tracesOf("send_recv").back()}, folder / "digests");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr("rank0.json.gz: the file is truncated"));
  const ProgramRun ranks = kernline({"ranks", folder / "digests"});
  EXPECT_THAT(ranks.out, HasSubstr("! Rank 0: the file is truncated"));
  EXPECT_THAT(ranks.err, HasSubstr("see kernline summary TRACE for details"));
}

/// Ranks 0 and 1 of a recording over and over; one of them is said to have been busy for longer.
TEST(Digest, ofManyRanksShowsTheUnusualAndCountsTheRest) {
  const TemporaryFolder two;
  ASSERT_EQ(digest({tracesOf("ddp_straggler").front()}, two.path()).code, 0);
  json one = digestIn(two);
  one["world_size"] = 48;
  const TemporaryFolder many;
  for (int rank = 0; rank < 48; ++rank) {
    one["rank"] = rank;
    json& device = one["ranks"]["devices"][0];
    const json usual = device["busy_ns"];
    device["busy_ns"] = usual.get<std::int64_t>() * (rank == 31 ? 2 : 4) / 4;
    many.add("rank" + std::to_string(rank) + ".digest.json.gz", compressed(one.dump(), "gzip"));
    device["busy_ns"] = usual;
  }
  const ProgramRun run = kernline({"ranks", many.path()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("48 ranks"));
  EXPECT_THAT(run.out, HasSubstr("outliers: 1 rank, largest difference first"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\n +31 .*busy -"));
  EXPECT_LT(std::ranges::count(run.out, '\n'), 120);
  EXPECT_THAT(kernline({"ranks", many.path(), "--limit", "0"}).out, Not(HasSubstr("outliers")));
  EXPECT_EQ(answerOf({"ranks", many.path(), "--json"})["ranks"].size(), 48U);
}

}  // namespace
}  // namespace kernline::test
