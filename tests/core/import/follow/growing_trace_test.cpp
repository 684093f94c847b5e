// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/follow/growing_trace.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_equality.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace kernline {
namespace {

using test::firstDifference;
using test::TemporaryFile;

constexpr std::string_view header =
    "{\"schemaVersion\":1,\"displayTimeUnit\":\"ns\",\"baseTimeNanoseconds\":1000,"
    "\"kernlineRecording\":{\"version\":1},\n\"traceEvents\":[\n";
constexpr std::string_view footer = "\n],\"kernlineFooter\":{\"records\":{\"kernel\":3},\"dropped\":0,\"status\":0}}\n";

std::string kernel(int at) {
  return fmt::format(R"({{"ph":"X","cat":"kernel","name":"k{}","pid":0,"tid":7,"ts":{}.250,"dur":4.032,)"
                     R"("args":{{"device":0,"stream":7,"correlation":{},"grid":[1,1,1]}}}})",
                     at % 2, at * 10, at + 1);
}

std::string recording() {
  return fmt::format("{}{},\n{},\n{}{}", header, kernel(0), kernel(1), kernel(2), footer);
}

void append(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

Expected<GrowingTrace::Look> look(GrowingTrace& trace, GrowingTrace::More more = GrowingTrace::More::Possible) {
  return trace.look(more, 1, {});
}

/// Writes `text` in pieces that are cut anywhere, looks after each, and holds the end against the finished file.
void expectSameAsWhole(std::string_view text, unsigned seed, std::size_t pieces) {
  const TemporaryFile file("");
  GrowingTrace growing(file.path(), file.path());
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::size_t> length(1, std::max<std::size_t>(2 * text.size() / pieces, 2));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = std::min(length(random), text.size() - at);
    append(file.path(), text.substr(at, size));
    at += size;
    // Expects anything refused on the way (an array of strangers, say) to be refused at the end.
    const auto now = look(growing);
    if (now && now->trace && !now->isComplete) {
      EXPECT_EQ(now->trace->report()[IssueKind::TruncatedInput].count, 0U);
    }
  }
  const auto last = look(growing, GrowingTrace::More::None);
  const auto whole = load(file.path());
  ASSERT_EQ(last.has_value(), whole.has_value())
      << (last ? whole.error().message.english() : last.error().message.english());
  if (whole) {
    EXPECT_EQ(firstDifference(*last->trace, **whole), "");
    EXPECT_TRUE(last->isComplete);
  } else {
    // Compares only the beginning: the opener alone says what a file is instead.
    EXPECT_TRUE(whole.error().message.english().starts_with(last.error().message.english()));
  }
}

std::vector<std::string> jsonFixtures() {
  return test::filesBelow(std::string(KERNLINE_SOURCE_DIR) + "/tests/fixtures", {".json", ".json.gz"});
}

class GrowingFixture : public testing::TestWithParam<std::string> {};

TEST_P(GrowingFixture, ReadWhileItIsWrittenIsWhatItIsWhenItIsThere) {
  const std::string text = test::readDecoded(test::fixture(GetParam()));
  expectSameAsWhole(text, 1, 8);
  if (text.size() < 200'000) {
    expectSameAsWhole(text, 2, 100);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryFixture, GrowingFixture, testing::ValuesIn(jsonFixtures()),
                         [](const auto& one) { return test::testName(one.param); });

TEST(GrowingTrace, ShowsEveryEventThatIsWholeWhereverTheFileEnds) {
  const std::string text = recording();
  const TemporaryFile file("");
  GrowingTrace growing(file.path(), file.path());
  std::size_t spans = 0;
  bool isComplete = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    append(file.path(), std::string_view(text).substr(at, 1));
    const auto now = look(growing);
    ASSERT_TRUE(now.has_value()) << at << ": " << now.error().message.english();
    std::size_t whole = 0;
    for (const int event : {0, 1, 2}) {
      const std::string one = kernel(event);
      whole += text.find(one) + one.size() <= at + 1 ? 1 : 0;
    }
    if (now->trace) {
      spans = now->trace->spanCount();
      isComplete = now->isComplete;
    }
    ASSERT_EQ(spans, whole) << "after " << at + 1 << " bytes";
    ASSERT_EQ(isComplete, at + 2 >= text.size()) << "after " << at + 1 << " bytes";
  }
}

TEST(GrowingTrace, CutOffAtAnyByteItIsWhatLoadMakesOfTheRest) {
  const std::string text = recording();
  for (std::size_t cut = 1; cut < text.size(); cut += 3) {
    const TemporaryFile file(text.substr(0, cut / 2));
    GrowingTrace growing(file.path(), file.path());
    [[maybe_unused]] const auto first = look(growing);
    append(file.path(), text.substr(cut / 2, cut - cut / 2));
    const auto last = look(growing, GrowingTrace::More::None);
    const auto whole = load(file.path());
    ASSERT_EQ(last.has_value(), whole.has_value()) << cut;
    if (whole) {
      ASSERT_EQ(firstDifference(*last->trace, **whole), "") << cut;
    }
  }
}

TEST(GrowingTrace, SaysNothingNewOfAFileThatDidNotGrow) {
  const TemporaryFile file(fmt::format("{}{}", header, kernel(0)));
  GrowingTrace growing(file.path(), "-");
  const auto first = look(growing);
  ASSERT_TRUE(first && first->trace);
  EXPECT_EQ(first->trace->sources().front().path, "-");
  const auto second = look(growing);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->trace, nullptr);
  EXPECT_EQ(second->events, 1U);
}

TEST(GrowingTrace, ReadsAFileThatBecameAnotherOneFromItsBeginning) {
  const TemporaryFile file(fmt::format("{}{},\n{}", header, kernel(0), kernel(1)));
  GrowingTrace growing(file.path(), file.path());
  ASSERT_EQ(look(growing)->trace->spanCount(), 2U);
  std::string other = fmt::format("{}{},\n{},\n{}", header, kernel(5), kernel(6), kernel(7));
  other.replace(other.find("\":1000"), 6, "\":2000");
  std::ofstream(file.path(), std::ios::binary | std::ios::trunc) << other;
  const auto now = look(growing);
  ASSERT_TRUE(now && now->trace);
  EXPECT_EQ(now->trace->spanCount(), 3U);
  EXPECT_EQ(now->trace->baseTimeNs(), 2000);
}

TEST(GrowingTrace, EndsWhereThereIsNoMemoryForMore) {
  const TemporaryFile file(recording());
  GrowingTrace growing(file.path(), file.path(), 1);
  const auto now = look(growing);
  ASSERT_TRUE(now);
  EXPECT_TRUE(now->isComplete);
  EXPECT_EQ(now->trace->report()[IssueKind::MemoryLimit].count, 1U);
  EXPECT_EQ(now->trace->report()[IssueKind::TruncatedInput].count, 0U);
}

TEST(GrowingTrace, ReadsALongFileInSlicesThatDoNotShow) {
  constexpr std::size_t twoSlices = std::size_t{70} << 20;
  std::string text(header);
  for (int i = 0; text.size() < twoSlices; ++i) {
    text += (i == 0 ? "" : ",\n") + kernel(i);
  }
  const TemporaryFile file(text);
  GrowingTrace growing(file.path(), file.path(), std::uint64_t{1} << 40);
  ASSERT_TRUE(look(growing));
  append(file.path(), footer);
  const auto last = look(growing);
  ASSERT_TRUE(last);
  EXPECT_TRUE(last->isComplete);
  EXPECT_EQ(firstDifference(*last->trace, **load(file.path())), "");
}

TEST(GrowingTrace, SaysThatAFileIsGone) {
  GrowingTrace growing("/nonexistent/recording.json", "/nonexistent/recording.json");
  const auto now = look(growing);
  ASSERT_FALSE(now.has_value());
  EXPECT_NE(now.error().message.english().find("cannot open /nonexistent/recording.json"), std::string::npos);
}

TEST(GrowingTrace, KnowsARecordingThatMayGrow) {
  const TemporaryFile open(fmt::format("{}{}", header, kernel(0)));
  const TemporaryFile closed(recording());
  EXPECT_TRUE(isOpenRecording(**load(open.path())));
  EXPECT_FALSE(isOpenRecording(**load(closed.path())));
  EXPECT_FALSE(isOpenRecording(**load(test::fixture("chrome-trivial.json"))));
  EXPECT_TRUE(isRecordingByItsHead(header));
  EXPECT_FALSE(isRecordingByItsHead("{\"traceEvents\":["));
}

}  // namespace
}  // namespace kernline
