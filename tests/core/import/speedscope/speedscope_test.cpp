// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles in speedscope's own format.
#include "core/analysis/calls/call_tree.h"
#include "core/import/speedscope/read_speedscope.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace kernline::test {
namespace {

using Json = nlohmann::json;

std::shared_ptr<const Trace> read(std::string_view text) {
  EXPECT_TRUE(speedscope::isProfile(text));
  auto trace = speedscope::readSpeedscopeText(std::string(text), {.threads = 1, .onPreview = {}});
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

constexpr std::string_view frames =
    R"("shared":{"frames":[{"name":"main","file":"/app/run.py","line":3,"col":null},{"name":"read"},{"name":"parse"}]})";

std::string document(std::string_view profiles, std::string_view shared = frames) {
  return fmt::format(R"({{"$schema":"https://www.speedscope.app/file-format-schema.json",{},"profiles":[{}]}})", shared,
                     profiles);
}

constexpr std::string_view sampled =
    R"({"type":"sampled","name":"thread 1","unit":"milliseconds","startValue":1,"endValue":5,)"
    R"("samples":[[0,1],[0,1,2],[],[0]],"weights":[1,0.5,0.5,1e0]})";

TEST(Speedscope, drawsAFrameAsLongAsSamplesHaveIt) {
  const auto trace = read(document(sampled));
  EXPECT_THAT(
      allSpans(*trace),
      testing::ElementsAre(SpanFacts{"main", 1'000'000, 1'500'000, 0}, SpanFacts{"read", 1'000'000, 1'500'000, 1},
                           SpanFacts{"parse", 2'000'000, 500'000, 2}, SpanFacts{"main", 3'000'000, 1'000'000, 0}));
  const SpanId main = spansNamed(*trace, "main")[1];
  EXPECT_EQ(trace->kind(main), SpanKind::PythonFunction);
  EXPECT_EQ(trace->kind(spanNamed(*trace, "read")), SpanKind::Other);
  EXPECT_EQ(trace->details(main).args.find("file")->text, "/app/run.py");
  EXPECT_EQ(trace->details(main).args.find("line")->text, "3");
  EXPECT_EQ(trace->details(main).args.find("col"), nullptr) << "null says nothing";
  EXPECT_EQ(trace->text(trace->track(trace->trackOf(main)).title), "thread 1");
  EXPECT_TRUE(trace->report().isClean());
}

TEST(Speedscope, opensAndClosesFrames) {
  const auto trace = read(
      document(R"({"type":"evented","name":"t","unit":"nanoseconds","startValue":0,"endValue":90,"events":[)"
               R"({"type":"O","frame":0,"at":10},{"type":"O","frame":1,"at":10},{"type":"C","frame":1,"at":30},)"
               R"({"type":"O","frame":2,"at":30},{"type":"C","frame":2,"at":40},{"type":"C","frame":0,"at":40}]})"));
  EXPECT_THAT(allSpans(*trace), testing::ElementsAre(SpanFacts{"main", 10, 30, 0}, SpanFacts{"read", 10, 20, 1},
                                                     SpanFacts{"parse", 30, 10, 1}));
  EXPECT_EQ(trace->details(spanNamed(*trace, "main")).args.find("line")->text, "3");
  EXPECT_TRUE(trace->report().isClean());
}

TEST(Speedscope, saysWhenWidthsAreNoTimes) {
  const auto trace = read(document(
      R"({"type":"sampled","name":"heap","unit":"bytes","startValue":0,"endValue":9,"samples":[[0]],"weights":[9]})"));
  EXPECT_EQ(trace->duration(spanNamed(*trace, "main")).ns, 9);
  EXPECT_THAT(trace->sources()[0].format, says("speedscope-in-other-unit", "bytes"));
}

TEST(Speedscope, makesARowOfEachProfile) {
  const auto trace = read(document(std::string(sampled) + "," + std::string(sampled)));
  EXPECT_EQ(trace->tracks().size(), 2U);
  EXPECT_EQ(trace->processes().size(), 1U);
}

TEST(SpeedscopeDamage, countsWhatCannotBeRead) {
  const auto trace = read(document(
      R"({"type":"sampled","name":"t","unit":"seconds","startValue":0,"endValue":1,)"
      R"("samples":[[0,77],7,[1],[2],[0]],"weights":[1,1,-1,"x"]},)"
      R"({"type":"evented","name":"t","unit":"seconds","startValue":0,"endValue":5,"events":[)"
      R"({"type":"C","frame":0,"at":1},{"type":"O","frame":0,"at":2},{"type":"O","frame":1,"at":2},)"
      R"({"type":"C","frame":0,"at":3},{"type":"O","frame":2,"at":4},{"type":"X","frame":2,"at":4},{"at":"z"},5]},)"
      R"({"type":"other","unit":"seconds"},{"type":"sampled","unit":"miles"})"));
  const ImportReport& report = trace->report();
  EXPECT_EQ(report[IssueKind::BrokenEvent].count, 2U) << "frame 77, type X";
  EXPECT_EQ(report[IssueKind::NegativeDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::BadDuration].count, 1U);
  EXPECT_EQ(report[IssueKind::MissingTimestamp].count, 1U);
  EXPECT_EQ(report[IssueKind::EmptyEvent].count, 2U);
  EXPECT_EQ(report[IssueKind::EndWithoutBegin].count, 1U);
  EXPECT_EQ(report[IssueKind::MismatchedEnd].count, 1U);
  EXPECT_EQ(report[IssueKind::BeginWithoutEnd].count, 1U);
  EXPECT_EQ(report[IssueKind::BadTimestamp].count, 1U);
  EXPECT_EQ(report[IssueKind::UnsupportedRecord].count, 2U);
  EXPECT_EQ(trace->end(spansNamed(*trace, "parse").back()).ns, 5'000'000'000);
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(SpeedscopeDamage, readsWhatPrecedesACut) {
  const std::string whole = fmt::format(
      R"({{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[{}],{}}})", sampled, frames);
  for (std::size_t size = whole.find("\"profiles\":[") + 12; size < whole.size(); ++size) {
    const auto trace = speedscope::readSpeedscopeText(whole.substr(0, size), {.threads = 1, .onPreview = {}});
    ASSERT_TRUE(trace) << size;
    ASSERT_EQ(brokenPromise(**trace), "") << size;
    ASSERT_EQ((*trace)->report()[IssueKind::TruncatedInput].count, 1U) << size;
  }
  const auto unnamed = read(whole.substr(0, whole.find("\"shared\"")));
  EXPECT_EQ(spansNamed(*unnamed, "frame 2").size(), 1U) << "the names are behind the cut";
}

TEST(SpeedscopeDamage, costsNoMoreThanItsSize) {
  std::string deep = "[";
  std::string events;
  for (int i = 0; i < 200'000; ++i) {
    deep += i == 0 ? "0" : ",0";
    events += i == 0 ? "" : ",";
    events += fmt::format(R"({{"type":"{}","frame":{},"at":1}})", i < 100'000 ? "O" : "C", i < 100'000 ? 0 : 1);
  }
  const auto trace = read(document(fmt::format(R"({{"type":"sampled","unit":"none","samples":[{}]],"weights":[1]}},)"
                                               R"({{"type":"evented","unit":"none","endValue":9,"events":[{}]}})",
                                               deep, events)));
  EXPECT_EQ(trace->report()[IssueKind::EndWithoutBegin].count, 100'000U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 1U) << "too deep";
  EXPECT_LT(trace->spanCount(), 110'000U);
}

// A file of py-spy, against figures that were counted apart from any reader.

struct Seconds {
  std::map<std::string, double> self;   // keyed by name, file and line
  std::map<std::string, double> total;  // a frame that is twice in a stack counts once
};

Seconds secondsOf(const Trace& trace) {
  Seconds seconds;
  const auto keyOf = [&](SpanId span) {
    const ArgNode args = trace.details(span).args;
    return fmt::format("{} {}:{}", trace.nameText(span), args.find("file")->text, args.find("line")->text);
  };
  std::map<SpanId, std::string> keys;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    const std::string key = keyOf(span);
    const double length = static_cast<double>(trace.duration(span).ns) * 1e-9;
    seconds.self[key] += length;
    keys[span] = key;
  }
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    const double length = static_cast<double>(trace.duration(span).ns) * 1e-9;
    bool isRepeated = false;
    const SpanId above = trace.parent(span);
    for (SpanId at = above; at != SpanId::none && !isRepeated; at = trace.parent(at)) {
      isRepeated = keys[at] == keys[span];
    }
    if (!isRepeated) {
      seconds.total[keys[span]] += length;
    }
    if (above != SpanId::none) {
      seconds.self[keys[above]] -= length;
    }
  }
  return seconds;
}

TEST(SpeedscopeFile, hasTheSelfAndTotalTimesThatWereCounted) {
  constexpr std::string_view file = "formats/speedscope/deepdrr.speedscope.json";
  if (!hasShared(file)) {
    GTEST_SKIP() << lacks(file);
  }
  const Json expected = Json::parse(readFile(shared("formats/speedscope/expected.json"))).at("profiles").at(0);
  const auto trace = load(shared(file));
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_TRUE((*trace)->report().isClean());
  const Seconds seconds = secondsOf(**trace);
  const auto keyOf = [](const Json& frame) {
    return fmt::format("{} {}:{}", frame.at("name").get<std::string>(), frame.at("file").get<std::string>(),
                       frame.at("line").get<int>());
  };
  for (const Json& frame : expected.at("top_self")) {
    EXPECT_NEAR(seconds.self.at(keyOf(frame)), frame.at("seconds").get<double>(), 1e-6) << keyOf(frame);
  }
  for (const Json& frame : expected.at("top_total")) {
    EXPECT_NEAR(seconds.total.at(keyOf(frame)), frame.at("seconds").get<double>(), 1e-6) << keyOf(frame);
  }
  const CallTree tree = callTree(**trace, {}, 1);
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Host), 9'000'000'000) << "60 of 960 samples are idle, the last ones";
  EXPECT_EQ(tree.depth(), expected.at("deepest").get<std::uint32_t>());
}

}  // namespace
}  // namespace kernline::test
