// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/gzip_text.h"
#include "core/import/source/input.h"
#include "core/import/source/unpack_limit.h"
#include "core/model/base/memory_watch.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

struct Reading {
  std::string text;
  std::optional<std::string> damage;
  Input input;
};

Reading readStored(std::string_view stored, std::size_t pieceBytes = 100'000) {
  const TemporaryFile file(stored, ".gz");
  auto input = openInput(file.path());
  if (!input) {
    ADD_FAILURE() << input.error().message.english();
    return {};
  }
  Reading reading;
  reading.text = readAll(*input, pieceBytes);
  reading.damage = input->stream ? input->stream->damage() : std::nullopt;
  reading.input = std::move(*input);
  return reading;
}

TEST(Gzip, textIsDecodedWholeAndWithoutATemporaryCopy) {
  const std::string text = traceLikeText(3 * mebibyte);
  const std::string stored = compressed(text, "gzip");
  const Reading reading = readStored(stored);
  EXPECT_EQ(reading.text, text);
  EXPECT_EQ(reading.damage, std::nullopt);
  EXPECT_EQ(reading.input.container, "gzip");
  EXPECT_EQ(reading.input.storedBytes, stored.size());
  EXPECT_EQ(reading.input.stream->storedBytesRead(), stored.size());
  EXPECT_EQ(reading.input.text->size(), text.size());
  EXPECT_NE(dynamic_cast<const GzipText*>(reading.input.text.get()), nullptr);
}

TEST(Gzip, anyPieceSizeGivesTheSameText) {
  const std::string text = traceLikeText(300'000);
  const std::string stored = compressed(text, "gzip");
  for (const std::size_t piece : {1U, 7U, 511U, 512U, 513U, 32'768U, 65'537U, 4U << 20U}) {
    EXPECT_EQ(readStored(stored, piece).text, text) << "in pieces of " << piece;
  }
}

TEST(Gzip, membersAreReadOneAfterTheOther) {
  const std::string first = traceLikeText(200'000, 1);
  const std::string second = traceLikeText(2 * mebibyte, 2);
  const Reading reading = readStored(compressed(first, "gzip") + compressed("", "gzip") + compressed(second, "gzip"));
  EXPECT_EQ(reading.text, first + second);
  EXPECT_EQ(reading.damage, std::nullopt);
}

TEST(Gzip, headersWithNamesExtrasAndCommentsAreSkipped) {
  const std::string stored = compressed("{}", "gzip");
  const std::string body = stored.substr(10);
  const std::string head("\x1F\x8B\x08\x1E\0\0\0\0\0\3", 10);  // all of extra, name, comment, header sum
  const std::string fields =
      std::string("\x05\0abcde", 7) + std::string("name\0", 5) + std::string("why\0", 4) + "\x12\x34";
  const Reading reading = readStored(head + fields + body);
  EXPECT_EQ(reading.text, "{}");
  EXPECT_EQ(reading.damage, std::nullopt);
}

TEST(Gzip, zerosBehindTheDataArePadding) {
  const Reading reading = readStored(compressed("[1,2]", "gzip") + std::string(700, '\0'));
  EXPECT_EQ(reading.text, "[1,2]");
  EXPECT_EQ(reading.damage, std::nullopt);
}

TEST(Gzip, otherBytesBehindTheDataAreSkippedAndNamed) {
  const std::string stored = compressed("[1,2]", "gzip");
  const Reading reading = readStored(stored + "left over");
  EXPECT_EQ(reading.text, "[1,2]");
  ASSERT_TRUE(reading.damage);
  EXPECT_THAT(*reading.damage, HasSubstr(fmt::format("stored byte {}", stored.size())));
}

TEST(Gzip, aCutFileGivesWhatComesBeforeTheCut) {
  const std::string text = traceLikeText(400'000);
  const std::string stored = compressed(text, "gzip");
  std::size_t maxLength = 0;
  for (std::size_t length = 20; length < stored.size(); length += 997) {
    const Reading reading = readStored(std::string_view(stored).substr(0, length));
    ASSERT_TRUE(text.starts_with(reading.text)) << "cut at " << length;
    ASSERT_TRUE(reading.damage) << "cut at " << length;
    EXPECT_THAT(*reading.damage, HasSubstr(fmt::format("stored byte {}", length)));
    EXPECT_GE(reading.text.size(), maxLength) << "cut at " << length;
    maxLength = reading.text.size();
  }
  EXPECT_GT(maxLength, text.size() * 9 / 10);
}

TEST(Gzip, aCutThatLosesOnlyTheSumLosesNoText) {
  const std::string text = traceLikeText(100'000);
  const std::string stored = compressed(text, "gzip");
  for (std::size_t missing = 1; missing <= 8; ++missing) {
    const Reading reading = readStored(std::string_view(stored).substr(0, stored.size() - missing));
    EXPECT_EQ(reading.text, text);
    EXPECT_TRUE(reading.damage);
  }
}

TEST(Gzip, aWrongSumIsNamed) {
  const std::string text = traceLikeText(100'000);
  std::string stored = compressed(text, "gzip");
  stored[stored.size() - 6] ^= 1;
  const Reading reading = readStored(stored);
  EXPECT_EQ(reading.text, text);
  ASSERT_TRUE(reading.damage);
  EXPECT_THAT(*reading.damage, HasSubstr("checksum"));
}

TEST(Gzip, anyChangedByteIsNoticedAndNeverInventsTextBeforeIt) {
  const std::string text = traceLikeText(150'000);
  const std::string stored = compressed(text, "gzip");
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = stored;
    const std::size_t at = 10 + random() % (stored.size() - 10);
    damaged[at] = static_cast<char>(damaged[at] ^ (1U + random() % 255));
    const Reading reading = readStored(damaged);
    EXPECT_TRUE(reading.damage) << "byte " << at;
    EXPECT_LT(reading.text.size(), 200 * text.size());
  }
}

TEST(Gzip, randomAccessEqualsTheSequentialText) {
  const std::string text = traceLikeText(40 * mebibyte);
  const std::string half = text.substr(0, text.size() / 2);
  const Reading reading =
      readStored(compressed(half, "gzip") + compressed(text.substr(half.size()), "gzip"), 4 * mebibyte);
  ASSERT_EQ(reading.text.size(), text.size());
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const std::size_t offset = random() % text.size();
    const std::size_t length = random() % 5 == 0 ? random() % (6 * mebibyte) : random() % 3000;
    ASSERT_EQ(reading.input.text->read(offset, length), text.substr(offset, length)) << offset << " " << length;
  }
  EXPECT_EQ(reading.input.text->read(text.size() - 5, 100), text.substr(text.size() - 5));
  EXPECT_EQ(reading.input.text->read(text.size(), 1), "");
  EXPECT_EQ(reading.input.text->read(UINT64_MAX, 1), "");
}

TEST(Gzip, threadsMayReadAnywhereWhileTheFirstReadingGoesOn) {
  const std::string text = traceLikeText(24 * mebibyte);
  const TemporaryFile file(compressed(text, "gzip"), ".gz");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  std::atomic<int> wrong = 0;
  const auto readSome = [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int round = 0; round < 60; ++round) {
      const std::size_t offset = random() % text.size();
      const std::string got = input->text->read(offset, 500);
      wrong += text.compare(offset, got.size(), got) == 0 ? 0 : 1;
    }
  };
  {
    const std::jthread first(readSome, 1);
    const std::jthread second(readSome, 2);
    EXPECT_EQ(readAll(*input), text);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Gzip, checkpointsStayBoundedHoweverLongTheTextIs) {
  // 6 GiB in some 100 MB; 768 checkpoints would be due. Without the numbers it would be a bomb.
  std::string piece(64 * mebibyte, ' ');
  std::mt19937 random(1);
  for (std::size_t at = 0; at + 8 < piece.size(); at += 300) {
    piece.replace(at, 8, std::to_string(10'000'000 + random() % 90'000'000));
  }
  const std::string member = compressed(piece, "gzip");
  std::string stored;
  for (int i = 0; i < 96; ++i) {
    stored += member;
  }
  stored += compressed("[\"end\"]", "gzip");
  const TemporaryFile file(stored, ".gz");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  std::vector<char> buffer(4 * mebibyte);
  std::uint64_t total = 0;
  while (const std::size_t got = input->stream->read(buffer)) {
    total += got;
  }
  EXPECT_EQ(input->stream->damage(), std::nullopt);
  EXPECT_EQ(total, 96 * piece.size() + 7);
  EXPECT_EQ(input->text->read(96 * piece.size() - 1, 100), " [\"end\"]");
  EXPECT_EQ(input->text->read((std::uint64_t{5} << 30U) + 8, 3), "   ");
}

TEST(Gzip, whatUnpacksToFarTooMuchEndsThere) {
  const std::string member = compressed(std::string(64 * mebibyte, ' '), "gzip");
  std::string stored;
  for (int i = 0; i < 40; ++i) {
    stored += member;
  }
  const TemporaryFile file(stored, ".gz");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  std::vector<char> buffer(4 * mebibyte);
  std::uint64_t total = 0;
  while (const std::size_t got = input->stream->read(buffer)) {
    total += got;
  }
  EXPECT_GE(total, usualUnpackedBytes);
  EXPECT_LT(total, usualUnpackedBytes + 8 * mebibyte);
  EXPECT_THAT(input->stream->damage().value_or(""), HasSubstr("more than 100 times as much"));
  EXPECT_EQ(input->text->read(total - 3, 10), "   ");
}

TEST(Gzip, aMarkAtTheBeginningIsNoText) {
  const Reading reading = readStored(compressed("\xEF\xBB\xBF[{\"a\":1}]", "gzip"));
  EXPECT_EQ(reading.text, "[{\"a\":1}]");
  EXPECT_EQ(reading.input.text->size(), 9U);
  EXPECT_EQ(reading.input.text->read(1, 4), "{\"a\"");
}

TEST(Gzip, aFileCutWhileOpenGivesLessTextAndNoCrash) {
  const std::string text = traceLikeText(30 * mebibyte);
  const TemporaryFile file(compressed(text, "gzip"), ".gz");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  ASSERT_EQ(readAll(*input), text);
  std::filesystem::resize_file(file.path(), 1000);
  EXPECT_EQ(input->text->read(25 * mebibyte, 100), "");
}

TEST(Gzip, manySmallTextsTakeLittleMemoryOnceTheyWereLookedInto) {
  constexpr std::size_t files = 64;
  const TemporaryFile file(compressed(traceLikeText(2'000), "gzip"), ".gz");
  std::vector<Input> inputs;
  const std::size_t before = ownMemory();
  for (std::size_t i = 0; i < files; ++i) {
    auto input = openInput(file.path());
    ASSERT_TRUE(input);
    EXPECT_GE(readAll(*input, mebibyte).size(), 2'000U);
    input->stream.reset();
    EXPECT_EQ(input->text->read(0, 10).size(), 10U);
    inputs.push_back(std::move(*input));
  }
  EXPECT_LT(ownMemory() - std::min(before, ownMemory()), files * mebibyte);
}

TEST(Gzip, isReadAnywhereInAnyOrderBetweenCheckpoints) {
  const std::string text = traceLikeText(21 * mebibyte);
  const Reading reading = readStored(compressed(text, "gzip"), mebibyte);
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    const std::size_t offset = random() % text.size();
    const std::size_t length = random() % (i % 3 == 0 ? 5 * mebibyte : 2000);
    EXPECT_TRUE(reading.input.text->read(offset, length) == text.substr(offset, length)) << offset << "+" << length;
  }
  EXPECT_TRUE(reading.input.text->read(text.size() - 3, 10) == text.substr(text.size() - 3));
}

}  // namespace
}  // namespace kernline::test
