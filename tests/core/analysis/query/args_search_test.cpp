// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/args_search.h"

#include "core/analysis/query/args_text.h"
#include "core/open/load.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kernline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::shared_ptr<const Trace> loaded(const std::string& path) {
  Progress progress;
  return load(path, {}, {}, progress).value();
}

std::vector<SpanId> hitsOf(const Trace& trace, const SearchQuery& query, unsigned threads = 2) {
  std::vector<SpanId> hits;
  Progress progress;
  const auto done = searchArgs(
      trace, query, [&](std::vector<SpanId> some) { hits.insert(hits.end(), some.begin(), some.end()); }, progress, {},
      threads);
  EXPECT_TRUE(done.has_value());
  std::ranges::sort(hits);
  return hits;
}

std::vector<std::string> namesOf(const Trace& trace, const SearchQuery& query) {
  std::vector<std::string> names;
  for (const SpanId s : hitsOf(trace, query)) {
    names.emplace_back(trace.nameText(s));
  }
  return names;
}

constexpr const char* fewEvents = R"({"traceEvents": [
{"ph": "X", "name": "wide", "ts": 1, "dur": 1, "pid": 1, "tid": 1, "args": {"grid": [128, 1, 1], "Input Dims": [[4, 8], []]}},
{"ph": "X", "name": "Stream 7", "ts": 3, "dur": 1, "pid": 1, "tid": 1, "args": {"grid":[64,1,1],"path":"a\/b","stream":17}},
{"args": {"note": "p\u00e9 \"quoted\" word"}, "ph": "X", "name": "first args", "ts": 5, "dur": 1, "pid": 1, "tid": 1},
{"ph": "B", "name": "begun", "ts": 7, "pid": 1, "tid": 1, "args": {"at": "beginning"}},
{"ph": "X", "name": "no args, grid", "ts": 8, "dur": 1, "pid": 1, "tid": 1},
{"ph": "E", "ts": 9, "pid": 1, "tid": 1, "args": {"at": "the end, beginning"}},
{"ph": "X", "name": "escaped letters", "ts": 11, "dur": 1, "pid": 1, "tid": 1, "args": {"\u0067rid": 1}}
]})";

class ArgsSearch : public ::testing::Test {
 protected:
  std::vector<std::string> find(const std::string& text, bool isRegex = false, bool matchCase = false) {
    return namesOf(*m_trace, {.text = text, .isRegex = isRegex, .matchCase = matchCase});
  }

  test::TemporaryFile m_file{fewEvents};
  std::shared_ptr<const Trace> m_trace = loaded(m_file.path());
};

TEST(ArgsText, isTheJsonWithoutWhatOneSpellsInManyWays) {
  std::string plain;
  plainArgs(R"({"grid": [128, 1, 1], "kernel \u00b5s" : 3, "t": "a\tb, c: d \"e\" \ud83d\ude00"})", plain);
  EXPECT_EQ(plain, "{grid:[128,1,1],kernel µs:3,t:a\tb,c:d e 😀}");
  EXPECT_EQ(plainNeedle("\"grid\": [128, 1"), "grid:[128,1");
}

TEST_F(ArgsSearch, aKeyWithItsValueIsFoundHoweverTheFileSpellsIt) {
  EXPECT_THAT(find("grid:[128"), ElementsAre("wide"));
  EXPECT_THAT(find("grid: [64, 1"), ElementsAre("Stream 7"));
  EXPECT_THAT(find("\"Input Dims\": [[4"), ElementsAre("wide"));
  EXPECT_THAT(find("Input Dims=[[4,8]"), ElementsAre("wide"));
}

TEST_F(ArgsSearch, onlyArgsAreLookedThroughNotNames) {
  EXPECT_THAT(find("stream"), ElementsAre("Stream 7")) << "by its key, not by its name";
  EXPECT_THAT(find("wide"), IsEmpty());
  EXPECT_THAT(find("tid"), IsEmpty());
}

TEST_F(ArgsSearch, escapesHideNothing) {
  EXPECT_THAT(find("a/b"), ElementsAre("Stream 7"));
  EXPECT_THAT(find("pé"), ElementsAre("first args"));
  EXPECT_THAT(find("quoted word"), ElementsAre("first args"));
  EXPECT_THAT(find("grid"), UnorderedElementsAre("wide", "Stream 7", "escaped letters"));
}

TEST_F(ArgsSearch, bothEventsOfASpanAreSearchedAndItIsFoundOnce) {
  EXPECT_THAT(find("the end"), ElementsAre("begun"));
  EXPECT_THAT(find("beginning"), ElementsAre("begun"));
}

TEST_F(ArgsSearch, caseMattersOnlyIfAskedFor) {
  EXPECT_THAT(find("GRID:[128"), ElementsAre("wide"));
  EXPECT_THAT(find("GRID:[128", false, true), IsEmpty());
}

TEST_F(ArgsSearch, anExpressionIsTriedOnTheWholeOfTheArgs) {
  EXPECT_THAT(find(R"(grid:\[(64|128),1)", true), UnorderedElementsAre("wide", "Stream 7"));
  const auto broken = searchArgs(*m_trace, {.text = "grid:[", .isRegex = true}, {}, *std::make_unique<Progress>());
  ASSERT_FALSE(broken.has_value());
  EXPECT_THAT(broken.error().message.english(), HasSubstr("missing ]"));
}

TEST_F(ArgsSearch, nothingIsFoundForNoText) {
  EXPECT_THAT(find(""), IsEmpty());
}

TEST_F(ArgsSearch, aStoppedSearchSaysSo) {
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  const auto done = searchArgs(*m_trace, {.text = "grid"}, [](std::vector<SpanId>) {}, progress, stop.get_token());
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().kind, Error::Kind::Canceled);
}

/// Searches slowly and simply: the args of each span, read as the details panel reads them.
std::vector<SpanId> simply(const Trace& trace, const std::string& text) {
  const std::function<bool(const ArgNode&)> hasKeyOrText = [&](const ArgNode& node) {
    return node.key.contains(text) || node.text.contains(text) || std::ranges::any_of(node.children, hasKeyOrText);
  };
  std::vector<SpanId> hits;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (std::ranges::any_of(trace.details(SpanId{i}).args.children, hasKeyOrText)) {
      hits.push_back(SpanId{i});
    }
  }
  return hits;
}

TEST(ArgsSearchOfRealTraces, findsWhatLookingAtEverySpanFinds) {
  for (const char* name : {"h200-profiler-steps.json.gz", "torch-rocm-mi250.json.gz", "bazel-local-jobs.json.gz",
                           "chrome-complete-events.json.gz", "torch-gpu-annotations.json.gz"}) {
    const auto trace = loaded(test::fixture(name));
    for (const char* text : {"stream", "correlation", "Memcpy", "128", "e", "aten"}) {
      const std::vector<SpanId> expected = simply(*trace, text);
      EXPECT_EQ(hitsOf(*trace, {.text = text, .matchCase = true}), expected) << name << " " << text;
      EXPECT_EQ(hitsOf(*trace, {.text = text, .isRegex = true, .matchCase = true}), expected) << name << " " << text;
    }
  }
}

TEST(ArgsSearchOfRealTraces, eventsOverTheBordersOfPiecesAreFound) {
  std::string text = "[";
  constexpr int events = 3000;
  for (int i = 0; i < events; ++i) {
    text += i == 0 ? "" : ",\n";
    text += R"({"ph":"X","pid":1,"tid":1,"name":"n","dur":1,"ts":)" + std::to_string(i * 10) + R"(,"args":{"x":")" +
            std::string(i == 77 ? 200'000 : 5000, 'x') + R"(","last":)" + std::to_string(i) + "}}";
  }
  const test::TemporaryFile file{text + "]"};
  const auto trace = loaded(file.path());
  ASSERT_EQ(trace->spanCount(), static_cast<std::size_t>(events));
  EXPECT_EQ(hitsOf(*trace, {.text = "xlast"}).size(), 0U);
  EXPECT_EQ(hitsOf(*trace, {.text = "last"}).size(), static_cast<std::size_t>(events));
  EXPECT_EQ(hitsOf(*trace, {.text = "last:77}"}).size(), 1U);
  EXPECT_EQ(hitsOf(*trace, {.text = "last:\\d*7\\}", .isRegex = true}, 1).size(), 300U);
}

}  // namespace
}  // namespace kernline
