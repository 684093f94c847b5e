// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks whose traces were reduced to digests say what they say as whole traces; what is odd about digests is said.
#include "core/open/digest_trace.h"
#include "core/open/open_ranks.h"
#include "core/output/digest/digest_file.h"
#include "tests/core/compare/ranks/made_run.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::string rangeText(TimeRange range) {
  return fmt::format("{}..{}", range.begin.ns, range.end.ns);
}

std::string partsText(const CollectiveMatch& match) {
  std::string text;
  for (const CollectivePart& part : match.parts) {
    text += fmt::format(" {}:{} wait {}", part.rank, rangeText(part.range), part.wait.ns);
  }
  return text;
}

std::string stragglerText(const Straggler& straggler) {
  std::string text =
      fmt::format("straggler {}: {}x, caused {}, delay {}, root {}, untraced {}\n", straggler.rank, straggler.timesLast,
                  straggler.waitCaused.ns, straggler.delay.ns, straggler.rootCaused.ns, straggler.untraced.ns);
  text += fmt::format("  experts {} {} {}\n", straggler.experts.times, straggler.experts.bytes, straggler.experts.mean);
  for (const LateReason& reason : straggler.because) {
    text += fmt::format("  because {} {} {}\n", reason.kernel, reason.waitsFor, reason.excess.ns);
  }
  for (const PassedWait& passed : straggler.through) {
    text += fmt::format("  through {} {} {}\n", passed.rank, passed.group, passed.wait.ns);
  }
  for (const ChainLink& link : straggler.chain) {
    text += fmt::format("  by {} {} {}\n", link.rank, link.group, link.collective);
  }
  for (const RootCause& cause : straggler.causes) {
    text += fmt::format("  cause {} {} {} {} {} {} {}\n", cause.kernel, cause.excess.ns, cause.waitCaused.ns,
                        cause.times, cause.collective, rangeText(cause.range), cause.step);
  }
  return text;
}

/// Everything that is said of ranks together, but where their files lie.
std::string everythingOf(const RankSet& set) {
  std::string text = fmt::format("bounds {}, unmatched {}, directionless {}\n", rangeText(set.bounds),
                                 set.unmatchedMessages, set.directionless);
  for (const RankClock& clock : set.clocks) {
    text += fmt::format("clock {}: base {} estimate {} spread {} of {} set to {} shift {} source {}\n", clock.rank,
                        clock.fromBase.ns, clock.estimate.ns, clock.spread.ns, clock.collectives, clock.setTo,
                        clock.shift().ns, toText(clock.source()));
  }
  for (const RankAccount& account : set.accounts) {
    text += fmt::format("account {}: {} {} {} {} {} {} {} {} {} {}\n", account.rank, account.window.ns, account.busy.ns,
                        account.compute.ns, account.communication.ns, account.exposed.ns, account.waiting.ns,
                        account.transferring.ns, account.idle.ns, account.steps, account.medianStep.ns);
  }
  for (const CollectiveMatch& match : set.collectives) {
    text += fmt::format("{} {} {} of {} ({} B), lacks {}:{}\n", match.number, match.name, match.group, match.groupSize,
                        match.bytes, fmt::join(match.missing, ","), partsText(match));
  }
  for (const MessageMatch& message : set.messages) {
    text += fmt::format("message {} {} {} {} {}\n", message.from, message.to, message.bytes, rangeText(message.sent),
                        rangeText(message.received));
  }
  for (const Straggler& straggler : set.stragglers) {
    text += stragglerText(straggler);
  }
  for (const StepSpread& step : set.steps) {
    text += fmt::format("step {}: {} longest {}\n", step.name, step.spread().ns, step.longestRank());
  }
  return text;
}

/// Eight ranks in two stages of pairs: a slow one in a pair delays its pair, and that the group of all.
MadeRun eightRanks() {
  MadeRun run(8, true);
  for (int step = 0; step < 6; ++step) {
    for (int rank = 0; rank < 8; ++rank) {
      run.compute(rank, 100 + 7 * (step * step % 5), "gemm");
      run.compute(rank, rank == 5 && step % 2 == 1 ? 190 : 40, "attention");
    }
    for (int first = 0; first < 8; first += 2) {
      run.meet({first, first + 1}, fmt::format("pair{}", first));
    }
    run.send(0, 4);
    run.meet({0, 1, 2, 3, 4, 5, 6, 7}, "world", 60);
  }
  run.step(0, 990);
  return run;
}

/// Files of ranks in a folder, and a folder for their digests.
struct Files {
  TemporaryFolder folder;
  TemporaryFolder digests;
  std::vector<std::string> traces;

  explicit Files(const MadeRun& run) {
    for (std::size_t rank = 0; rank < run.ranks().size(); ++rank) {
      const std::string name = fmt::format("rank{}.json", rank);
      folder.add(name, run.ranks()[rank].json());
      traces.push_back(folder / name);
    }
  }

  [[nodiscard]] DigestOutcome digest(const std::string& trace, bool again = false) const {
    const auto outcome = digestTrace(trace, digests.path(), again, {});
    EXPECT_TRUE(outcome) << (outcome ? "" : outcome.error().message.english());
    return outcome ? *outcome : DigestOutcome{};
  }
  void digestAll() const {
    for (const std::string& trace : traces) {
      static_cast<void>(digest(trace));
    }
  }
  [[nodiscard]] std::string digestOf(int rank) const {
    return digests / fmt::format("rank{}.json.digest.json.gz", rank);
  }
};

Expected<std::shared_ptr<const RankSet>> openedAs(const std::vector<std::string>& paths,
                                                  RankReading reading = RankReading::DigestsOnly) {
  Progress progress;
  return openRanks(paths, {}, {}, {}, progress, reading);
}

std::vector<std::string> doubtsOf(const RankSet& set) {
  std::vector<std::string> doubts;
  std::ranges::transform(set.doubts, std::back_inserter(doubts), &Message::english);
  return doubts;
}

TEST(DigestSet, saysWhatWholeTracesSay) {
  const Files files(eightRanks());
  files.digestAll();
  const auto whole = openedAs({files.folder.path()}, RankReading::TraceOfAll);
  const auto reduced = openedAs({files.folder.path()});
  const auto digests = openedAs({files.digests.path()});
  ASSERT_TRUE(whole && reduced && digests);
  EXPECT_NE((*whole)->trace, nullptr);
  EXPECT_EQ((*digests)->trace, nullptr);
  EXPECT_EQ(std::ranges::max((*whole)->stragglers, {}, &Straggler::rootCaused).rank, 5);
  EXPECT_EQ((*whole)->trace->bounds(), (*whole)->bounds);
  EXPECT_EQ(everythingOf(**reduced), everythingOf(**whole));
  EXPECT_EQ(everythingOf(**digests), everythingOf(**whole));
  EXPECT_EQ(doubtsOf(**digests), doubtsOf(**whole));
}

TEST(DigestSet, isMixedWithTraces) {
  const Files files(eightRanks());
  files.digestAll();
  std::vector<std::string> mixed;
  for (int rank = 0; rank < 8; ++rank) {
    mixed.push_back(rank % 2 == 0 ? files.traces[static_cast<std::size_t>(rank)] : files.digestOf(rank));
  }
  const auto whole = openedAs(files.traces);
  const auto set = openedAs(mixed);
  ASSERT_TRUE(whole && set);
  EXPECT_EQ(everythingOf(**set), everythingOf(**whole));
}

TEST(DigestSet, knowsADigestUnderAnyName) {
  const Files files(eightRanks());
  files.digestAll();
  const TemporaryFolder renamed;
  std::vector<std::string> paths;
  for (int rank = 0; rank < 8; ++rank) {
    paths.push_back(renamed / fmt::format("{}.json.gz", rank));
    std::filesystem::copy_file(files.digestOf(rank), paths.back());
  }
  const auto whole = openedAs(files.traces);
  const auto set = openedAs(paths);
  ASSERT_TRUE(whole && set) << (set ? "" : set.error().message.english());
  EXPECT_EQ(everythingOf(**set), everythingOf(**whole));
}

TEST(DigestSet, ofRealRecordingsSaysWhatTheySay) {
  for (const char* name : {"ddp_straggler", "collectives", "send_recv", "grid", "gloo", "profiler_later"}) {
    const TemporaryFolder digests;
    const std::string folder = fixture(std::string("ranks/") + name);
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().native().contains(".json")) {
        ASSERT_TRUE(digestTrace(entry.path().native(), digests.path(), false, {}));
      }
    }
    const auto whole = openedAs({folder}, RankReading::TraceOfAll);
    const auto set = openedAs({digests.path()});
    ASSERT_TRUE(whole && set) << name;
    EXPECT_EQ(everythingOf(**set), everythingOf(**whole)) << name;
  }
}

TEST(DigestSet, makesNoDigestTwice) {
  const Files files(MadeRun(2));
  EXPECT_FALSE(files.digest(files.traces[0]).wasThere());
  const std::string bytes = readFile(files.digestOf(0));
  EXPECT_TRUE(files.digest(files.traces[0]).wasThere());
  EXPECT_FALSE(files.digest(files.traces[0], true).wasThere());
  EXPECT_EQ(readFile(files.digestOf(0)), bytes) << "the same trace gives the same digest";
  std::filesystem::last_write_time(files.traces[0],
                                   std::filesystem::last_write_time(files.traces[0]) + std::chrono::seconds(1));
  EXPECT_FALSE(files.digest(files.traces[0]).wasThere());
  files.digests.add("rank0.json.digest.json.gz", bytes.substr(0, bytes.size() / 2));
  EXPECT_FALSE(files.digest(files.traces[0]).wasThere()) << "one that was half written is made again";
}

TEST(DigestSet, isNotWrittenOverThatOfAnotherTrace) {
  const TemporaryFolder folder;
  folder.add("a/rank0.json", MadeRank(0).json());
  folder.add("b/rank0.json", MadeRank(0).json());
  ASSERT_TRUE(digestTrace(folder / "a/rank0.json", folder / "digests", false, {}));
  const auto second = digestTrace(folder / "b/rank0.json", folder / "digests", false, {});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message,
              mentions("name-taken-by-another-digest", anyValue, folder / "a/rank0.json", folder / "b/rank0.json"));
}

TEST(DigestSet, namesDigestsByWhatTellsRanksApart) {
  EXPECT_EQ(digestName("/run/rank3.json.gz"), "rank3.json.gz.digest.json.gz");
  EXPECT_EQ(digestName("/run/rank3/trace.json"), "rank3_trace.json.digest.json.gz");
  EXPECT_EQ(digestName("/run/rank3/a/trace.json"), "rank3_a_trace.json.digest.json.gz");
  EXPECT_EQ(digestName("/run/trace.json"), "trace.json.digest.json.gz");
}

TEST(DigestSet, saysThatATraceCouldNotBeRead) {
  Files files(eightRanks());
  files.digestAll();
  files.folder.add("rank8.json", "no trace at all");
  const DigestOutcome broken = files.digest(files.folder / "rank8.json");
  EXPECT_TRUE(broken.failure.has_value());
  EXPECT_TRUE(files.digest(files.folder / "rank8.json").wasThere()) << "trying again would not help";
  const auto set = openedAs({files.digests.path()});
  ASSERT_TRUE(set);
  EXPECT_EQ((*set)->files.size(), 8U);
  EXPECT_THAT(doubtsOf(**set), Contains(mentions("digest-says-unreadable", anyValue)));
}

TEST(DigestSet, saysThatATraceEndsEarly) {
  Files files(eightRanks());
  const std::string whole = readFile(files.traces[7]);
  files.folder.add("rank7.json", whole.substr(0, whole.size() / 2));
  files.digestAll();
  EXPECT_THAT(files.digest(files.traces[7], true).losses, testing::ElementsAre(IssueKind::TruncatedInput));
  EXPECT_THAT(files.digest(files.traces[7]).losses, testing::ElementsAre(IssueKind::TruncatedInput));
  for (const std::string& folder : {files.digests.path(), files.folder.path()}) {
    const auto set = openedAs({folder});
    ASSERT_TRUE(set);
    EXPECT_THAT(doubtsOf(**set), Contains("Rank 7: " + phrase("file-truncated") + "."));
  }
}

TEST(DigestSet, isNoneOfAFolder) {
  const TemporaryFolder folder;
  folder.add("traces/rank0.json", MadeRank(0).json());
  const auto refused = digestTrace(folder / "traces", folder / "digests", false, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("is a folder"));
  EXPECT_TRUE(std::filesystem::is_empty(folder / "digests"));
}

TEST(DigestSet, saysWhyNoneOfItsTracesCouldBeRead) {
  const TemporaryFolder folder;
  folder.add("rank0.json", "no trace at all");
  ASSERT_TRUE(digestTrace(folder / "rank0.json", folder / "digests", false, {}));
  const auto refused = openedAs({folder / "digests"});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(),
              testing::AllOf(HasSubstr("digests has no trace. "), mentions("digest-says-unreadable", anyValue)));
}

TEST(DigestSet, leavesOutHalfWrittenOnesAndOtherVersions) {
  const Files files(eightRanks());
  files.digestAll();
  const std::string bytes = readFile(files.digestOf(3));
  files.digests.add("rank3.json.digest.json.gz", bytes.substr(0, bytes.size() * 2 / 3));
  files.digests.add("rank6.json.digest.json.gz",
                    compressed(R"({"schema":"kernline-digest-9","trace":null,"ranks":null})", "gzip"));
  const auto set = openedAs({files.digests.path()});
  ASSERT_TRUE(set);
  EXPECT_EQ((*set)->files.size(), 6U);
  EXPECT_THAT(doubtsOf(**set), Contains(mentions("incomplete-digest", "rank3.json.digest.json.gz")));
  EXPECT_THAT(doubtsOf(**set),
              Contains(mentions("digest-of-another-version", anyValue, "kernline-digest-9", anyValue)));
  EXPECT_THAT(doubtsOf(**set), Contains(mentions("ranks-missing", "6", "8", "3, 6")));
}

TEST(DigestSet, namesMissingRanksInARowByTheirEnds) {
  const Files files(eightRanks());
  files.digestAll();
  for (const int rank : {1, 2, 3, 6}) {
    std::filesystem::remove(files.digestOf(rank));
  }
  const auto set = openedAs({files.digests.path()});
  ASSERT_TRUE(set);
  EXPECT_THAT(doubtsOf(**set), Contains(mentions("ranks-missing", "4", "8", "1–3, 6")));
}

TEST(DigestSet, countsWhatItLeavesOutWhereThatIsMuch) {
  const Files files(eightRanks());
  files.digestAll();
  for (int rank = 1; rank < 7; ++rank) {
    files.digests.add(fmt::format("rank{}.json.digest.json.gz", rank), compressed("{", "gzip"));
  }
  const auto set = openedAs({files.digests.path()});
  ASSERT_TRUE(set);
  EXPECT_THAT(doubtsOf(**set), Contains(mentions("skipped-files-first", "6", anyValue)));
}

TEST(DigestSet, usesTheFirstOfTwoOfOneRank) {
  const Files files(eightRanks());
  files.digestAll();
  std::filesystem::copy_file(files.digestOf(2), files.digests / "rank2.json.digest.json.gz.again.digest.json.gz");
  std::vector<std::string> all;
  for (const std::string& name : files.digests.names()) {
    all.push_back(files.digests / name);
  }
  const auto set = openedAs(all);
  ASSERT_TRUE(set) << set.error().message.english();
  EXPECT_EQ((*set)->files.size(), 8U);
  EXPECT_THAT(doubtsOf(**set), Contains(phrase("both-are-one-rank", files.digests / "rank2.json.digest.json.gz",
                                               files.digests / "rank2.json.digest.json.gz.again.digest.json.gz", 2) +
                                        "; the first is used."));
  const auto traces = openedAs({files.traces[0], files.traces[0], files.traces[1]});
  EXPECT_TRUE(traces) << "a file that is named twice is one file";
}

TEST(DigestSet, setsAClockThatIsOffByHours) {
  MadeRun run(4);
  std::vector<MadeRank> ranks;
  const double hours = 3.0 * 3600 * 1e6;
  for (int rank = 0; rank < 4; ++rank) {
    MadeRank& own = ranks.emplace_back(rank, 4);
    own.setClock(rank == 2 ? hours : 0);
    for (int i = 0; i < 6; ++i) {
      const double at = 1000 + 500 * i + i * i;
      own.kernel("gemm", at, rank == 1 ? 90 : 50);
      own.collective("allreduce", at + (rank == 1 ? 90 : 50), rank == 1 ? 20 : 60, 1000, "0", "[0, 1, 2, 3]", 4);
    }
  }
  const TemporaryFolder folder;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    folder.add(fmt::format("rank{}.json", rank), ranks[rank].json());
    ASSERT_TRUE(digestTrace(folder / fmt::format("rank{}.json", rank), folder / "digests", false, {}));
  }
  const auto set = openedAs({folder / "digests"});
  ASSERT_TRUE(set);
  EXPECT_EQ((*set)->clocks[2].correction().ns, -std::int64_t{3} * 3600 * 1'000'000'000);
  EXPECT_EQ((*set)->stragglers.front().rank, 1);
  EXPECT_LT((*set)->bounds.length().ns, 10'000'000);
}

TEST(DigestSet, hasNoEventsForATraceOfAll) {
  const Files files(eightRanks());
  files.digestAll();
  const auto refused = openedAs({files.digests.path()}, RankReading::TraceOfAll);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, mentions("only-digests-of-traces", anyValue));
}

}  // namespace
}  // namespace kernline::test
