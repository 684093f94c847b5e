// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of issue: one damaged file each, and what a person must see of it.
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace kernline::test {
namespace {

using enum IssueKind;

struct Damage {
  const char* file;
  IssueKind kind;
  std::uint64_t count;
  const char* line;                ///< the first issue lies in the line that holds this
  std::vector<std::string> spans;  ///< names that must be there, in time order; nothing else may
};

const std::vector<std::string> bothGood{"before", "after"};
const std::vector<std::string> allThree{"before", "bad", "after"};

const std::vector<Damage>& damages() {
  static const std::vector<Damage> all{
      {"truncated-in-the-middle-of-an-event", TruncatedInput, 1, "\"cut\"", bothGood},
      {"truncated-without-closing-brackets", TruncatedInput, 1, "", bothGood},
      {"missing-comma-between-events", MissingComma, 1, "\"bad\"", allThree},
      {"missing-comma-between-members", MissingComma, 1, "\"bad\"", allThree},
      {"extra-comma-behind-the-last-event", ExtraComma, 1, "\"after\"", bothGood},
      {"extra-comma-doubled", ExtraComma, 1, "\"before\"", bothGood},
      {"extra-comma-inside-args", ExtraComma, 1, "\"bad\"", allThree},
      {"broken-event-bad-colon", BrokenEvent, 1, "\"bad\"", bothGood},
      {"broken-event-key-without-opening-quote", BrokenEvent, 1, "\"bad\"", bothGood},
      {"unescaped-quote-in-name", UnescapedQuote, 1, "quoted", {"before", "bad \"quoted\" name", "after"}},
      {"unescaped-quote-in-args", UnescapedQuote, 1, "\"bad\"", allThree},
      {"raw-backslash-in-name", RawBackslash, 1, "torch", {"before", "torch\\cuda\\_ops.py(12): run", "after"}},
      {"control-character-in-name", ControlCharacter, 1, "bad", {"before", "bad\tname\x01", "after"}},
      {"invalid-utf8-in-name",
       InvalidUtf8,
       1,
       "bad",
       {"before", "bad\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDname", "after"}},
      {"non-finite-number-in-args", NonFiniteNumber, 3, "\"bad\"", allThree},
      {"non-finite-duration", NonFiniteNumber, 1, "\"bad\"", allThree},
      {"huge-integer-as-tid", HugeInteger, 1, "\"bad\"", allThree},
      {"damaged-value-in-args", DamagedValue, 1, "\"bad\"", allThree},
      {"duplicate-key-in-event", DuplicateKey, 1, "\"second\"", {"before", "second", "after"}},
      {"concatenated-documents", ConcatenatedDocument, 1, "]}", bothGood},
      {"trailing-text", TrailingText, 1, "hello", bothGood},
      {"empty-events", EmptyEvent, 4, "{}", bothGood},
      {"unknown-phase", UnknownPhase, 2, "\"bad\"", bothGood},
      {"missing-timestamp", MissingTimestamp, 1, "\"bad\"", bothGood},
      {"bad-timestamp", BadTimestamp, 2, "\"bad\"", bothGood},
      {"clamped-time", ClampedTime, 1, "\"bad\"", {"before", "after", "bad"}},
      {"missing-duration", MissingDuration, 1, "\"bad\"", allThree},
      {"bad-duration", BadDuration, 1, "\"bad\"", allThree},
      {"negative-duration", NegativeDuration, 1, "\"bad\"", allThree},
      {"zero-time-outlier", ZeroTimeOutlier, 1, "\"bad\"", {"bad", "before", "after"}},
      {"end-without-begin", EndWithoutBegin, 1, "\"bad\"", bothGood},
      {"begin-without-end", BeginWithoutEnd, 1, "\"bad\"", allThree},
      {"mismatched-end", MismatchedEnd, 1, "\"bad\"", {"before", "begun", "after"}},
      {"async-end-without-begin", AsyncEndWithoutBegin, 1, "\"bad\"", bothGood},
      {"async-begin-without-end", AsyncBeginWithoutEnd, 1, "\"bad\"", allThree},
      {"partial-overlap", PartialOverlap, 1, "\"bad\"", allThree},
      {"dangling-flow", DanglingFlow, 1, "\"bad\"", bothGood},
      {"bad-counter-value", BadCounterValue, 1, "\"bad\"", bothGood},
      {"unread-metadata", UnreadMetadata, 1, "\"bad\"", bothGood},
      {"kernel-without-launch", KernelWithoutLaunch, 1, "\"bad\"", {"before", "launched", "bad", "after"}},
      {"ambiguous-launch", AmbiguousLaunch, 1, "\"bad\"", {"before", "stranger", "bad", "after"}},
      {"negative-launch-latency", NegativeLaunchLatency, 1, "\"bad\"", {"bad", "before", "after"}},
      {"guessed-device", GuessedDevice, 1, "\"bad\"", allThree},
      {"graph-replay", GraphReplay, 3, "\"bad\"", {"cudaGraphLaunch", "bad", "bad", "bad", "after"}},
      {"unsupported-record", UnsupportedRecord, 1, "\"bad\"", bothGood},
  };
  return all;
}

std::vector<std::string> namesInTimeOrder(const Trace& trace) {
  std::vector<SpanFacts> spans = allSpans(trace);
  std::ranges::stable_sort(spans, {}, &SpanFacts::startNs);
  std::vector<std::string> names;
  for (const SpanFacts& span : spans) {
    names.push_back(span.name);
  }
  return names;
}

class DamagedFile : public testing::TestWithParam<Damage> {};

TEST_P(DamagedFile, keepsWhatIsGoodAndCountsTheRest) {
  const Damage& damage = GetParam();
  const std::string path = fixture(std::string("damage/") + damage.file + ".json");
  const std::string text = readFile(path);
  const auto loaded = load(path);
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  const Trace& trace = **loaded;
  EXPECT_EQ(brokenPromise(trace), "");
  EXPECT_EQ(namesInTimeOrder(trace), damage.spans);

  const Issue& issue = trace.report()[damage.kind];
  EXPECT_EQ(issue.count, damage.count);
  const std::size_t marker = *damage.line != '\0' ? text.find(damage.line) : text.size() - 1;
  ASSERT_NE(marker, std::string::npos);
  const std::size_t before = text.rfind('\n', marker);
  const std::size_t lineBegin = before == std::string::npos || before == marker ? 0 : before + 1;
  const std::size_t lineEnd = std::min(text.find('\n', marker), text.size());
  EXPECT_GE(issue.firstOffset, lineBegin);
  EXPECT_LE(issue.firstOffset, lineEnd + 1);
}

TEST_P(DamagedFile, countsNothingElse) {
  const Damage& damage = GetParam();
  const auto loaded = load(fixture(std::string("damage/") + damage.file + ".json"));
  ASSERT_TRUE(loaded) << loaded.error().message.english();
  std::vector<std::string> others;
  for (const IssueKind kind : (*loaded)->report().kinds()) {
    if (kind != damage.kind) {
      others.emplace_back(issueText(kind).key);
    }
  }
  if (damage.file == std::string_view("non-finite-duration")) {
    EXPECT_THAT(others, testing::ElementsAre(std::string(issueText(MissingDuration).key)));
  } else {
    EXPECT_THAT(others, testing::IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(Issues, DamagedFile, testing::ValuesIn(damages()),
                         [](const auto& param) { return testName(param.param.file); });

TEST(DamagedFiles, anArrayThatWasOnlyBegunIsCutOff) {
  for (const auto& [text, count] : std::vector<std::pair<std::string, std::uint64_t>>{
           {"[", 1}, {"[\n", 1}, {"[]", 0}, {R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1})", 0}}) {
    const TemporaryFile file(text);
    const auto loaded = load(file.path());
    ASSERT_TRUE(loaded) << text;
    EXPECT_EQ((*loaded)->report()[TruncatedInput].count, count) << text;
  }
}

TEST(DamagedFiles, thereIsOneForEveryKindOfIssue) {
  // Covered elsewhere: databases on their own recording (tests/core/import/nsys), missing memory (tests/core/open),
  // profiles without times (tests/core/import/pprof).
  std::set<IssueKind> covered{IssueKind::NoDeviceRecords, IssueKind::ProfilerWarning, IssueKind::ProfilerError,
                              IssueKind::MemoryLimit, IssueKind::TotalsWithoutTimes};
  for (const Damage& damage : damages()) {
    covered.insert(damage.kind);
  }
  for (std::size_t i = 0; i < issueKindCount; ++i) {
    EXPECT_TRUE(covered.contains(static_cast<IssueKind>(i))) << issueText(static_cast<IssueKind>(i)).key;
  }
}

}  // namespace
}  // namespace kernline::test
