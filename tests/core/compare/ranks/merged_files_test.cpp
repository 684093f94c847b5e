// SPDX-License-Identifier: GPL-3.0-or-later
// The trace of several ranks as one that is searched and written like any other.
#include "core/analysis/query/args_search.h"
#include "core/open/open_ranks.h"
#include "core/output/export/cut_trace.h"
#include "tests/core/compare/ranks/made_ranks.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <tuple>

namespace kernline::test {
namespace {

std::shared_ptr<const RankSet> openedFiles(const std::vector<std::string>& paths) {
  Progress progress;
  auto set = openRanks(paths, {}, {}, {}, progress);
  EXPECT_TRUE(set) << (set ? "" : set.error().message.english());
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
  const auto set = openedFiles({fixture("ranks/collectives")});
  ASSERT_NE(set, nullptr);
  Progress progress;
  const std::vector<SpanId> hits = hitsOf(*set->trace, "Collective name=_allgather_base", progress);
  EXPECT_EQ(hits, withArg(*set->trace, "Collective name", "_allgather_base"));
  EXPECT_FALSE(hits.empty());
  std::uint64_t bytes = 1;  // byte between the two texts
  for (const RankFile& file : set->files) {
    bytes += file.trace->sources().front().textBytes;
  }
  EXPECT_EQ(progress.bytesTotal, bytes) << "not event by event";
  EXPECT_EQ(progress.bytesDone + 1, bytes);
}

TEST(MergedFiles, oneOfThemWithoutATextAreSearchedEventByEvent) {
  MadeRank first(0);
  first.kernel("named", 100, 10, R"("color": "blue")");
  MadeRank second(1);
  second.kernel("other", 100, 10, R"("color": "blue")");
  TemporaryFile file(first.json(), ".json");
  Progress loading;
  auto set = rankSetOfTraces("run", {load(file.path()).value(), second.trace()});
  ASSERT_TRUE(set);
  Progress progress;
  EXPECT_EQ(hitsOf(*(*set)->trace, "color=blue", progress).size(), 2U);
}

using Row = std::tuple<std::string, TrackKind, std::string, std::int32_t, std::int32_t, std::uint32_t, std::uint32_t>;

std::vector<Row> rowsOf(const Trace& trace) {
  std::vector<Row> rows;
  for (const Track& track : trace.tracks()) {
    const Process& process = trace.process(track.process);
    rows.emplace_back(trace.text(process.title), track.kind, trace.text(track.title), process.rank, process.device,
                      track.spanCount, track.laneCount);
  }
  return rows;
}

std::string placeOf(const Trace& trace, SpanId span) {
  if (span == SpanId::none) {
    return "none";
  }
  const Track& track = trace.track(trace.trackOf(span));
  return fmt::format("{} at {} for {} of rank {}", trace.nameText(span), (trace.start(span) - trace.bounds().begin).ns,
                     trace.duration(span).ns, trace.process(track.process).rank);
}

using Link = std::pair<std::string, std::string>;

template <typename Links>
std::vector<Link> linksOf(const Trace& trace, const Links& links, const auto& from, const auto& to) {
  std::vector<Link> found;
  for (const auto& link : links) {
    found.emplace_back(placeOf(trace, link.*from), placeOf(trace, link.*to));
  }
  std::ranges::sort(found);
  return found;
}

std::vector<Link> operatorsOf(const Trace& trace) {
  std::vector<Link> found;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    found.emplace_back(placeOf(trace, SpanId{i}), placeOf(trace, trace.opOf(SpanId{i})));
  }
  std::ranges::sort(found);
  return found;
}

void expectSame(const Trace& back, const Trace& trace) {
  EXPECT_EQ(brokenPromise(back), "");
  EXPECT_EQ(rowsOf(back), rowsOf(trace));
  EXPECT_EQ(back.spanCount(), trace.spanCount());
  EXPECT_EQ(back.bounds(), trace.bounds());
  EXPECT_EQ(linksOf(back, back.launches(), &Launch::call, &Launch::activity),
            linksOf(trace, trace.launches(), &Launch::call, &Launch::activity));
  EXPECT_EQ(linksOf(back, back.flows(), &Flow::from, &Flow::to), linksOf(trace, trace.flows(), &Flow::from, &Flow::to));
  EXPECT_EQ(operatorsOf(back), operatorsOf(trace));
  EXPECT_EQ(back.steps().size(), trace.steps().size());
  EXPECT_EQ(back.instants().size(), trace.instants().size());
  EXPECT_EQ(back.memoryEvents().size(), trace.memoryEvents().size());
  EXPECT_EQ(back.counterSampleCount(), trace.counterSampleCount());
  EXPECT_EQ(back.baseTimeNs(), trace.baseTimeNs());
}

/// Written as Chrome JSON and read back.
std::shared_ptr<const Trace> reopened(const Trace& trace) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("kernline-merged-{}.json", ::getpid())).string();
  const auto cut = cutTrace(trace, {{INT64_MIN / 4}, {INT64_MAX / 4}}, path);
  EXPECT_TRUE(cut) << cut.error().message.english();
  const auto loaded = load(path);
  EXPECT_TRUE(loaded) << loaded.error().message.english();
  std::filesystem::remove(path);
  return loaded ? *loaded : nullptr;
}

TEST(MergedFiles, comeBackFromAnExportWithRanksAndArrows) {
  for (const char* run : {"send_recv", "collectives", "ddp_straggler", "grid"}) {
    const auto set = openedFiles({fixture(fmt::format("ranks/{}", run))});
    ASSERT_NE(set, nullptr);
    const auto back = reopened(*set->trace);
    ASSERT_NE(back, nullptr);
    SCOPED_TRACE(run);
    expectSame(*back, *set->trace);
    EXPECT_EQ(back->metadata().size(), set->trace->metadata().size());
  }
}

TEST(MergedFiles, ofRanksWithTheSameIdsComeBackAsTheyWere) {
  MadeRank sender(0);
  MadeRank receiver(1);
  for (MadeRank* rank : {&sender, &receiver}) {
    rank->add(R"({"ph":"M","pid":500,"tid":0,"name":"process_name","args":{"name":"python"}})");
    rank->step(1, 90, 100);
    rank->add(R"({"ph":"i","s":"t","name":"[memory]","pid":500,"tid":500,"ts":101,"args":{"Addr":1,"Bytes":512,)"
              R"("Device Type":1,"Device Id":0,"Total Allocated":512,"Total Reserved":1024}})");
  }
  sender.message(true, 1, 95);
  sender.kernel("ncclDevKernel_SendRecv(x)", 120, 20);
  receiver.message(false, 0, 95);
  receiver.kernel("ncclDevKernel_SendRecv(x)", 100, 40);  // begins to wait before the other one sends
  const auto set = rankSetOfTraces("run", {sender.trace(), receiver.trace()});
  ASSERT_TRUE(set);
  ASSERT_EQ((*set)->trace->flows().size(), 1U);
  const auto back = reopened(*(*set)->trace);
  ASSERT_NE(back, nullptr);
  expectSame(*back, *(*set)->trace);
  EXPECT_EQ(back->memoryEvents().size(), 2U);
  EXPECT_EQ(back->memoryEvents().front().totalReserved, 1024);
}

}  // namespace
}  // namespace kernline::test
