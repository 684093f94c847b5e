// SPDX-License-Identifier: GPL-3.0-or-later
// Odd but legal files, and what must come of them.
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

std::shared_ptr<const Trace> loadFixture(std::string_view name) {
  auto loaded = load(fixture(name));
  if (!loaded) {
    ADD_FAILURE() << loaded.error().message.english();
    return nullptr;
  }
  EXPECT_EQ(brokenPromise(**loaded), "");
  return *loaded;
}

std::shared_ptr<const Trace> loadText(std::string_view text) {
  const TemporaryFile file(text);
  auto loaded = load(file.path());
  if (!loaded) {
    ADD_FAILURE() << loaded.error().message.english();
    return nullptr;
  }
  EXPECT_EQ(brokenPromise(**loaded), "");
  return *loaded;
}

TEST(OddFiles, aWrapperInAWrapperIsOpened) {
  const auto trace = loadFixture("hostile/nested-wrapper.json");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->spanCount(), 2U);
}

TEST(OddFiles, idsOfEveryKindMeetWhereTheyMeanTheSame) {
  const auto trace = loadFixture("hostile/pid-and-tid-of-every-kind.json");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->spanCount(), 8U);
  EXPECT_EQ(spansOf(*trace, trackOf(*trace, "7", "7")).size(), 3U);
  EXPECT_EQ(spansOf(*trace, trackOf(*trace, "-1", "-5")).size(), 1U);
  EXPECT_EQ(spansOf(*trace, trackOf(*trace, "3239786240123", "9007199254740993")).size(), 1U);
  EXPECT_EQ(spansOf(*trace, trackOf(*trace, "CPU functions", "stream 7")).size(), 1U);
  EXPECT_EQ(spansOf(*trace, trackOf(*trace, "7", "stream 7")).size(), 1U);
  EXPECT_EQ(spansOf(*trace, trackOf(*trace, "2.5", "1.25")).size(), 1U);
}

TEST(OddFiles, aMissingTidIsThePidAndAMissingPidIsZero) {
  const auto trace = loadFixture("hostile/pid-and-tid-missing.json");
  ASSERT_TRUE(trace);
  EXPECT_THAT(spansOf(*trace, trackOf(*trace, "0", "0")), ElementsAre(SpanFacts{"neither", 1000, 2000, 0}));
  EXPECT_THAT(spansOf(*trace, trackOf(*trace, "33", "33")), ElementsAre(SpanFacts{"only pid", 5000, 2000, 0}));
  EXPECT_THAT(spansOf(*trace, trackOf(*trace, "0", "44")), ElementsAre(SpanFacts{"only tid", 9000, 2000, 0}));
}

TEST(OddFiles, metadataMayComeBeforeOrAfterTheEvents) {
  for (const char* name : {"hostile/metadata-before-events.json", "hostile/metadata-after-events.json"}) {
    const auto trace = loadFixture(name);
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->baseTimeNs(), 1700000000000000000) << name;
    ASSERT_EQ(trace->devices().size(), 1U) << name;
    EXPECT_EQ(trace->devices()[0].name, "NVIDIA H200");
    EXPECT_EQ(trace->devices()[0].multiprocessors, 132U);
    EXPECT_EQ(trace->devices()[0].memoryBytes, 150754820096U);
    EXPECT_EQ(trace->spanCount(), 2U);
    EXPECT_TRUE(trace->report().isClean());
  }
}

TEST(OddFiles, keysComeInAnyOrder) {
  const auto trace = loadFixture("hostile/keys-in-reverse-order.json");
  ASSERT_TRUE(trace);
  EXPECT_THAT(allSpans(*trace), ElementsAre(SpanFacts{"before", 10250, 5500, 0}, SpanFacts{"after", 100000, 5000, 0}));
  EXPECT_TRUE(trace->report().isClean());
}

TEST(OddFiles, bracketsInStringsAreText) {
  const auto trace = loadFixture("hostile/brackets-and-braces-in-strings.json");
  ASSERT_TRUE(trace);
  EXPECT_THAT(allSpans(*trace),
              ElementsAre(SpanFacts{"a},{\"ph\":\"X\" [", 10000, 5000, 0}, SpanFacts{"b]}],\\", 20000, 5000, 0},
                          SpanFacts{"c {\xF0\x9F\x98\x80", 30000, 5000, 0}));
  EXPECT_TRUE(trace->report().isClean());
}

TEST(OddFiles, spaceIsAllowedEverywhere) {
  const auto trace = loadFixture("hostile/spaces-and-newlines-everywhere.json");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->spanCount(), 6U);
  EXPECT_TRUE(trace->report().isClean());
}

TEST(OddFiles, timesKeepTheirNanoseconds) {
  const auto trace = loadFixture("hostile/times-with-many-digits.json");
  ASSERT_TRUE(trace);
  constexpr std::int64_t base = 1712195495505543000;
  EXPECT_THAT(allSpans(*trace), ElementsAre(SpanFacts{"a", base + 278, 1, 0}, SpanFacts{"b", base + 1001, 1000, 0},
                                            SpanFacts{"c", base + 2000, 1200, 1}, SpanFacts{"d", base + 3500, 2500, 0},
                                            SpanFacts{"e", base + 6999, 1, 0}));
}

TEST(OddFiles, countersAreKeyedByProcessNameAndId) {
  const auto trace = loadFixture("hostile/counters-of-every-kind.json");
  ASSERT_TRUE(trace);
  using Samples = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(samplesOf(*trace, "plain", "w"), (Samples{{2000, -300}}));
  EXPECT_EQ(samplesOf(*trace, "plain[a]", "v"), (Samples{{3000, 4}}));
  EXPECT_EQ(samplesOf(*trace, "GPU 0 Counters", ""), (Samples{{4000, 0.5}}));
  EXPECT_EQ(trace->counterSampleCount(), 6U);
  EXPECT_EQ(trace->counters().size(), 5U);
}

TEST(OddFiles, everyPhaseIsReadOrCounted) {
  const auto trace = loadFixture("hostile/every-phase.json");
  ASSERT_TRUE(trace);
  EXPECT_THAT(spansOf(*trace, trackOf(*trace, "1", "1")),
              ElementsAre(SpanFacts{"begin", 1000, 4000, 0}, SpanFacts{"complete", 2000, 1000, 1}));
  EXPECT_EQ(trace->report()[IssueKind::UnknownPhase].count, 0U);
  EXPECT_EQ(trace->report()[IssueKind::BrokenEvent].count, 0U);
  EXPECT_EQ(trace->duration(spanNamed(*trace, "async")).ns, 5000);
  EXPECT_EQ(trace->duration(spanNamed(*trace, "legacy")).ns, 4000);
  EXPECT_EQ(spansNamed(*trace, "one").size(), 1U);
  EXPECT_EQ(trace->flowRecordCount(), 3U);
  EXPECT_EQ(trace->counterSampleCount(), 2U);
  EXPECT_GE(trace->instants().size(), 3U);
  EXPECT_GE(trace->report()[IssueKind::UnsupportedRecord].count, 5U);
}

TEST(OddFiles, argsFiveThousandDeepDoNoHarm) {
  const auto trace = loadFixture("args-5000-deep.json");
  ASSERT_TRUE(trace);
  ASSERT_EQ(trace->spanCount(), 1U);
  EXPECT_FALSE(trace->details(SpanId{0}).args.children.empty());
}

TEST(OddFiles, argsAHundredThousandDeepDoNoHarm) {
  std::string deep = R"([{"ph":"X","name":"deep","ts":1,"dur":1,"pid":1,"tid":1,"args":{"a":)";
  deep += std::string(100'000, '[') + std::string(100'000, ']') + "}}]";
  const auto trace = loadText(deep);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->spanCount(), 1U);
  EXPECT_FALSE(trace->details(SpanId{0}).args.children.empty());
}

TEST(OddFiles, aNameOfMegabytesIsCutWhereItIsKept) {
  const std::string name(5'000'000, 'k');
  const auto trace = loadText(R"([{"ph":"X","name":")" + name + R"(","ts":1,"dur":1,"pid":1,"tid":1}])");
  ASSERT_TRUE(trace);
  EXPECT_TRUE(trace->nameText(SpanId{0}).starts_with(name.substr(0, 16'000)));
  EXPECT_THAT(std::string(trace->nameText(SpanId{0})), HasSubstr("… (5000000 bytes, "));
  EXPECT_LE(trace->nameText(SpanId{0}).size(), StringPool::maxText);
}

TEST(OddFiles, whatIsNoTraceIsRefusedInASentence) {
  for (const char* text : {"", " ", "\n\n", "hello world", "<html><body>no trace</body></html>", "{\"a\":1}", "42",
                           "\"text\"", "\x89PNG\r\n\x1a\n", "%PDF-1.4", "time,name\n1,a\n2,b\n"}) {
    const TemporaryFile file(text);
    const auto loaded = load(file.path());
    ASSERT_FALSE(loaded) << text;
    EXPECT_THAT(loaded.error().message.english(), Not(HasSubstr("\n"))) << text;
    EXPECT_GT(loaded.error().message.english().size(), 15U) << text;
    EXPECT_NE(loaded.error().kind, Error::Kind::Canceled);
  }
}

TEST(OddFiles, anEmptyEventArrayIsATraceWithoutEvents) {
  for (const char* text : {"[]", "[ ]", "{\"traceEvents\":[]}", "{\"traceEvents\":[],\"displayTimeUnit\":\"ms\"}"}) {
    const auto trace = loadText(text);
    ASSERT_TRUE(trace) << text;
    EXPECT_EQ(trace->spanCount(), 0U);
    EXPECT_TRUE(trace->report().isClean()) << text;
  }
}

TEST(OddFiles, aMissingFileIsNamedInTheError) {
  const auto loaded = load("/nowhere/at-all.json");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, Error::Kind::Unreadable);
  EXPECT_THAT(loaded.error().message.english(), HasSubstr("at-all.json"));
}

TEST(OddFiles, aFolderIsRefused) {
  const auto loaded = load(std::filesystem::temp_directory_path().string());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, Error::Kind::Unreadable);
}

std::string manyEvents(std::size_t count) {
  std::string text = "{\"traceEvents\":[\n";
  for (std::size_t i = 0; i < count; ++i) {
    text += R"({"ph":"X","name":"event )" + std::to_string(i % 100) + R"(","cat":"cpu_op","pid":1,"tid":)" +
            std::to_string(i % 5) + R"(,"ts":)" + std::to_string(i * 3) +
            ".25,\"dur\":2.5,\"args\":{\"i\":" + std::to_string(i) + "}}";
    text += i + 1 < count ? ",\n" : "\n";
  }
  return text + "]}\n";
}

TEST(OddFiles, aFileCutAnywhereKeepsEveryWholeEvent) {
  const std::string whole = manyEvents(40);
  std::size_t wholeEvents = 0;
  for (std::size_t cut = whole.find('[') + 1; cut < whole.size() - 3; ++cut) {
    wholeEvents += whole.compare(cut - 2, 2, "}}") == 0 ? 1 : 0;
    const auto trace = loadText(std::string_view(whole).substr(0, cut));
    ASSERT_TRUE(trace) << cut;
    ASSERT_EQ(trace->spanCount(), wholeEvents) << "cut at " << cut;
    ASSERT_EQ(trace->report()[IssueKind::TruncatedInput].count, 1U) << "cut at " << cut;
  }
}

TEST(OddFiles, oneBadByteAnywhereCostsOneEventAtMost) {
  const std::string whole = manyEvents(12);
  const std::size_t begin = whole.find('[') + 1;
  const std::size_t end = whole.rfind(']');
  for (std::size_t at = begin; at < end; ++at) {
    for (const char bad : {'#', '"', '{', '}', ',', '\\'}) {
      std::string text = whole;
      text[at] = bad;
      const auto trace = loadText(text);
      ASSERT_TRUE(trace) << at << ' ' << bad;
      ASSERT_GE(trace->spanCount(), 10U) << "byte " << at << " became " << bad << " in " << text.substr(at - 20, 40);
      ASSERT_LE(trace->spanCount(), 13U) << "byte " << at << " became " << bad;
    }
  }
}

}  // namespace
}  // namespace kernline::test
