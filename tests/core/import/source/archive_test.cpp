// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/archive_members.h"
#include "core/import/source/input.h"

#include "core/open/formats.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace kernline::test {
namespace {

using testing::HasSubstr;

struct Opened {
  std::string text;
  std::string container;
  std::string memberName;
  std::optional<std::string> damage;
};

Opened openStored(std::string_view stored) {
  const TemporaryFile file(stored, ".bin");
  auto input = openInput(file.path(), matchFormat);
  if (!input) {
    ADD_FAILURE() << input.error().message.english();
    return {};
  }
  Opened result{.text = readAll(*input), .container = input->container, .memberName = input->memberName, .damage = {}};
  result.damage = input->stream ? input->stream->damage() : std::nullopt;
  EXPECT_EQ(input->text->size(), result.text.size());
  EXPECT_EQ(input->text->read(3, result.text.size()), result.text.substr(std::min<std::size_t>(3, result.text.size())));
  return result;
}

class CompressedBy : public testing::TestWithParam<const char*> {};

TEST_P(CompressedBy, isRecognizedAndDecodedWhole) {
  const std::string text = traceLikeText(3 << 20);
  const Opened opened = openStored(compressed(text, GetParam()));
  EXPECT_EQ(opened.text, text);
  EXPECT_EQ(opened.container, GetParam());
  EXPECT_EQ(opened.damage, std::nullopt);
}

TEST_P(CompressedBy, twoStreamsInARowAreOneText) {
  const std::string text = traceLikeText(100'000);
  const std::string stored = compressed(text, GetParam());
  EXPECT_EQ(openStored(stored + stored).text, text + text);
}

TEST_P(CompressedBy, aCutStreamKeepsItsBeginningAndSaysSo) {
  const std::string text = traceLikeText(4 << 20);
  const std::string stored = compressed(text, GetParam());
  for (const double share : {0.3, 0.6, 0.95}) {
    const auto length = static_cast<std::size_t>(static_cast<double>(stored.size()) * share);
    const Opened opened = openStored(std::string_view(stored).substr(0, length));
    EXPECT_TRUE(text.starts_with(opened.text));
    EXPECT_GT(static_cast<double>(opened.text.size()), static_cast<double>(text.size()) * (share - 0.3));
    ASSERT_TRUE(opened.damage) << share;
    EXPECT_THAT(*opened.damage, HasSubstr("stored byte"));
  }
}

TEST_P(CompressedBy, aCutAnywhereIsNoCrash) {
  const std::string stored = compressed(traceLikeText(20'000), GetParam());
  for (std::size_t length = 20; length < stored.size(); length += 41) {
    const TemporaryFile file(std::string_view(stored).substr(0, length), ".bin");
    auto input = openInput(file.path(), matchFormat);
    ASSERT_TRUE(input) << length;
    static_cast<void>(readAll(*input));
    EXPECT_TRUE(input->stream->damage()) << length;
  }
}

TEST_P(CompressedBy, mayHoldATar) {
  const std::string text = traceLikeText(50'000);
  const Opened opened = openStored(compressed(archived({{"run/trace.json", text}}, "ustar"), GetParam()));
  EXPECT_EQ(opened.text, text);
  EXPECT_EQ(opened.container, std::string("tar, ") + GetParam());
  EXPECT_EQ(opened.memberName, "run/trace.json");
}

INSTANTIATE_TEST_SUITE_P(Filters, CompressedBy, testing::Values("gzip", "zstd", "xz", "bzip2", "lz4"));

class ArchivedAs : public testing::TestWithParam<const char*> {
 protected:
  static std::string shownName() { return GetParam() == std::string("zip") ? "zip" : "tar"; }
};

TEST_P(ArchivedAs, theFirstMemberThatIsATraceIsTaken) {
  const std::string text = traceLikeText(300'000);
  const Opened opened = openStored(archived(
      {{"README.md", "# no"}, {"a.png", "\x89PNG\r\n\x1A\n"}, {"trace.json", text}, {"other.json", "[]"}}, GetParam()));
  EXPECT_EQ(opened.text, text);
  EXPECT_EQ(opened.memberName, "trace.json");
  EXPECT_EQ(opened.container, shownName());
}

TEST_P(ArchivedAs, aMarkedTraceWinsOverAnEarlierJsonDocument) {
  const std::string text = traceLikeText(300'000);
  const Opened opened = openStored(archived({{"config.json", "{\"batch\": 4}"}, {"trace.json", text}}, GetParam()));
  EXPECT_EQ(opened.memberName, "trace.json");
  EXPECT_EQ(opened.text, text);
}

TEST_P(ArchivedAs, aJsonDocumentIsTakenWhereThereIsNothingBetter) {
  const Opened opened = openStored(archived({{"a.txt", "a"}, {"b.json", "[]  "}, {"c.txt", "c"}}, GetParam()));
  EXPECT_EQ(opened.memberName, "b.json");
  EXPECT_EQ(opened.text, "[]  ");
}

TEST_P(ArchivedAs, aMemberMayBeCompressedItself) {
  const std::string text = traceLikeText(300'000);
  for (const std::string filter : {"gzip", "zstd"}) {
    const Opened opened = openStored(archived(
        {{"x.gz", compressed("plain words", filter)}, {"rank0.json.gz", compressed(text, filter)}}, GetParam()));
    EXPECT_EQ(opened.text, text);
    EXPECT_EQ(opened.memberName, "rank0.json.gz");
    EXPECT_EQ(opened.container, filter + ", " + shownName());
  }
}

TEST_P(ArchivedAs, aLogIsTakenWhereThereIsNoTrace) {
  const std::string log = "[rank0]: epoch 1\n" + std::string(40, '-') + "\n";
  const Opened opened = openStored(archived(
      {{"notes.txt", "one\ntwo\n"}, {"config.json", "{}"}, {"train.log", log}, {"a.png", "\x89PNG"}}, GetParam()));
  EXPECT_EQ(opened.memberName, "train.log");
  EXPECT_EQ(opened.text, log);
}

TEST_P(ArchivedAs, aLogMayBeCompressedInsideOrOutside) {
  const std::string log = "step 1\nstep 2\n";
  const Opened inside = openStored(archived({{"x", "\1\2"}, {"a.log.zst", compressed(log, "zstd")}}, GetParam()));
  EXPECT_EQ(inside.text, log);
  const Opened outside =
      openStored(compressed(archived({{"x", "\1\2"}, {"a.log", log}, {"y", "\1\2"}}, GetParam()), "gzip"));
  EXPECT_EQ(outside.text, log);
  EXPECT_EQ(outside.memberName, "a.log");
}

TEST_P(ArchivedAs, aTraceWinsOverALog) {
  const std::string text = traceLikeText(300'000);
  const Opened opened = openStored(archived({{"train.log", "one\n----------\n"}, {"trace.json", text}}, GetParam()));
  EXPECT_EQ(opened.memberName, "trace.json");
}

TEST_P(ArchivedAs, withoutATraceItSaysWhatItHolds) {
  const TemporaryFile file(archived({{"data.pkl", "\x80\x04"}, {"version", "3"}}, GetParam()), ".pt");
  const auto input = openInput(file.path(), matchFormat);
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().kind, Error::Kind::NotATrace);
  EXPECT_THAT(input.error().message.english(), HasSubstr("archive without a trace or a log, only data.pkl, version"));
}

INSTANTIATE_TEST_SUITE_P(Formats, ArchivedAs, testing::Values("zip", "ustar"));

TEST(Archive, membersThatTogetherUnpackToFarTooMuchAreNotAllOpened) {
  Members files;
  for (int i = 0; i < 20; ++i) {
    files.emplace_back(std::to_string(i) + ".json", std::string(std::size_t{1} << 20, ' '));
  }
  std::string bomb = archived(files, "zip");
  const std::uint32_t claimed = 100U << 20U;  // size of each
  // In the directory, and in front of each.
  for (const auto& [entry, offset] : {std::pair{"PK\x01\x02", 24}, std::pair{"PK\x03\x04", 22}}) {
    for (std::size_t at = bomb.find(entry); at != std::string::npos; at = bomb.find(entry, at + 1)) {
      std::memcpy(bomb.data() + at + offset, &claimed, sizeof(claimed));
    }
  }
  const TemporaryFile file(bomb, ".zip");
  auto members = ArchiveMembers::open(file.path(), anyText);
  ASSERT_TRUE(members);
  int opened = 0;
  while (members->next()) {
    ++opened;
  }
  EXPECT_EQ(opened, 10) << "a gigabyte is fine";
  EXPECT_THAT(members->damage().value_or(""), HasSubstr("more than 100 times as much"));
}

TEST(Archive, aPackedMemberMayNotBlowUp) {
  const std::string bomb = compressed(std::string(8 << 20, ' '), "gzip");
  const TemporaryFile file(archived({{"run.json.gz", bomb}}, "ustar"), ".tar");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_LT(readAll(*input).size(), std::size_t{6} << 20);
  EXPECT_THAT(input->stream->damage().value_or(""), HasSubstr("more than 100 times as much"));
  const std::string ordinary = traceLikeText(8 << 20);
  const TemporaryFile other(archived({{"run.json.gz", compressed(ordinary, "gzip")}}, "ustar"), ".tar");
  auto whole = openInput(other.path());
  ASSERT_TRUE(whole);
  EXPECT_EQ(readAll(*whole), ordinary);
}

TEST(Archive, oneThatHoldsItselfManyTimesOverEndsSoon) {
  std::string stored = traceLikeText(2000);
  for (int depth = 0; depth < 9; ++depth) {
    stored = compressed(stored, "gzip");
  }
  const Opened opened = openStored(stored);
  EXPECT_EQ(opened.container, "gzip, gzip, gzip, gzip, gzip");
}

}  // namespace
}  // namespace kernline::test
