// SPDX-License-Identifier: GPL-3.0-or-later
// The trace of several ranks as one that is searched like any other.
#include "core/import/load.h"
#include "core/query/args_search.h"
#include "core/ranks/open_ranks.h"
#include "tests/core/ranks/made_ranks.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>


namespace kernline::test {
namespace {

std::shared_ptr<const RankSet> opened(const std::vector<std::string>& paths) {
  Progress progress;
  auto set = openRanks(paths, {}, {}, {}, progress);
  EXPECT_TRUE(set) << (set ? "" : set.error().message);
  return set ? *set : nullptr;
}

std::vector<SpanId> hitsOf(const Trace& trace, const std::string& text, Progress& progress) {
  std::vector<SpanId> hits;
  const auto done = searchArgs(
      trace, {.text = text}, [&](std::vector<SpanId> some) { hits.insert(hits.end(), some.begin(), some.end()); },
      progress, {}, 2);
  EXPECT_TRUE(done);
  std::ranges::sort(hits);
  return hits;
}

/// Args as the details give them, span by span.
std::vector<SpanId> withArg(const Trace& trace, std::string_view key, std::string_view value) {
  std::vector<SpanId> hits;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const EventDetails details = trace.details(SpanId{i});
    const ArgNode* arg = details.args.kind == ArgNode::Kind::Object ? details.args.find(key) : nullptr;
    if (arg != nullptr && arg->text == value) {
      hits.push_back(SpanId{i});
    }
  }
  return hits;
}

TEST(MergedFiles, areSearchedInTheirTexts) {
  const auto set = opened({fixture("ranks/collectives")});
  ASSERT_NE(set, nullptr);
  Progress progress;
  const std::vector<SpanId> hits = hitsOf(*set->trace, "Collective name=_allgather_base", progress);
  EXPECT_EQ(hits, withArg(*set->trace, "Collective name", "_allgather_base"));
  EXPECT_FALSE(hits.empty());
  std::uint64_t bytes = 1;  // between the two
  for (const RankFile& file : set->files) {
    bytes += file.trace->sources().front().textBytes;
  }
  EXPECT_EQ(progress.bytesTotal, bytes) << "not event by event";
  EXPECT_EQ(progress.bytesDone + 1, bytes);
}

TEST(MergedFiles, oneOfThemWithoutATextAreSearchedEventByEvent) {
  MadeRank first(0);
  first.kernel("named", 100, 10, R"("colour": "blue")");
  MadeRank second(1);
  second.kernel("other", 100, 10, R"("colour": "blue")");
  TemporaryFile file(first.json(), ".json");
  Progress loading;
  auto set = rankSetOfTraces("run", {load(file.path()).value(), second.trace()});
  ASSERT_TRUE(set);
  Progress progress;
  EXPECT_EQ(hitsOf(*(*set)->trace, "colour=blue", progress).size(), 2U);
}

}  // namespace
}  // namespace kernline::test
