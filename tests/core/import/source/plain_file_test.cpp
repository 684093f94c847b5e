// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/input.h"

#include "core/open/formats.h"
#include "core/open/load.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <thread>

namespace kernline::test {
namespace {

using testing::HasSubstr;

TEST(PlainFile, isMappedAndReadableAnywhere) {
  const std::string text = traceLikeText(300'000);
  const TemporaryFile file(text);
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(input->mapped, text);
  EXPECT_EQ(input->stream, nullptr);
  EXPECT_EQ(input->container, "");
  EXPECT_EQ(input->storedBytes, text.size());
  EXPECT_EQ(input->text->read(1234, 5678), text.substr(1234, 5678));
  EXPECT_EQ(input->text->read(text.size() - 3, 50), text.substr(text.size() - 3));
  EXPECT_EQ(input->text->read(text.size() + 1, 5), "");
}

TEST(PlainFile, aMarkIsSkippedButKeepsItsPlaceInOffsets) {
  const TemporaryFile file("\xEF\xBB\xBF[1]");
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(input->mapped, "[1]");
  EXPECT_EQ(input->mappedOffset, 3U);
  EXPECT_EQ(input->text->read(3, 3), "[1]");
}

TEST(PlainFile, releasedPagesLeaveMemoryAndComeBackWhenRead) {
  const std::string text = traceLikeText(4 << 20);
  const TemporaryFile file(text);
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  EXPECT_EQ(std::hash<std::string_view>{}(input->mapped), std::hash<std::string_view>{}(text));
  input->release(5000, text.size() - 5000);
  EXPECT_EQ(input->mapped, text);
}

TEST(PlainFile, cutWhileMappedReadsAsZerosInsteadOfCrashing) {
  const std::string text = traceLikeText(1 << 20);
  const TemporaryFile file(text);
  auto input = openInput(file.path());
  ASSERT_TRUE(input);
  std::filesystem::resize_file(file.path(), 8192);
  EXPECT_EQ(input->mapped.substr(0, 8192), text.substr(0, 8192));
  EXPECT_EQ(input->mapped[500'000], '\0');
  EXPECT_EQ(input->text->read(500'000, 10), "");
  EXPECT_EQ(input->text->read(8000, 1000), text.substr(8000, 192));
}

TEST(PlainFileDeathTest, aBusErrorElsewhereStillKills) {
  const TemporaryFile guarded("[]");
  auto input = openInput(guarded.path());
  ASSERT_TRUE(input);
  const TemporaryFile file(std::string(8192, 'x'));
  const int descriptor = open(file.path().c_str(), O_RDONLY);
  const auto* foreign = static_cast<const volatile char*>(mmap(nullptr, 8192, PROT_READ, MAP_SHARED, descriptor, 0));
  std::filesystem::resize_file(file.path(), 0);
  EXPECT_DEATH(static_cast<void>(foreign[4096]), "");
  close(descriptor);
}

TEST(PlainFile, whatCannotBeOpenedSaysWhy) {
  EXPECT_THAT(openInput("/nowhere/trace.json").error().message.english(),
              HasSubstr("cannot open /nowhere/trace.json: No such"));
  const auto folder = openInput("/tmp");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().kind, Error::Kind::Unreadable);
  EXPECT_THAT(folder.error().message.english(), HasSubstr("is a folder"));
  const TemporaryFile empty("");
  const auto nothing = openInput(empty.path());
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, Error::Kind::NotATrace);
  EXPECT_THAT(nothing.error().message.english(), HasSubstr("is empty"));
}

/// Standard input as `stored` through a pipe, for the time of one test.
class PipedInput {
 public:
  explicit PipedInput(std::string stored) : m_saved(dup(STDIN_FILENO)) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    m_writer = std::jthread([stored = std::move(stored), end = ends[1]] {
      for (std::size_t done = 0; done < stored.size();) {
        const ssize_t put = write(end, stored.data() + done, std::min<std::size_t>(stored.size() - done, 3000));
        if (put <= 0) {
          break;
        }
        done += static_cast<std::size_t>(put);
      }
      close(end);
    });
  }
  PipedInput(const PipedInput&) = delete;
  PipedInput& operator=(const PipedInput&) = delete;
  ~PipedInput() {
    dup2(m_saved, STDIN_FILENO);
    close(m_saved);
  }

 private:
  int m_saved;
  std::jthread m_writer;
};

TEST(StandardInput, aPipeIsReadOnceAndStaysReadable) {
  const std::string text = traceLikeText(2 << 20);
  const PipedInput piped(text);
  auto input = openInput("-");
  ASSERT_TRUE(input);
  EXPECT_EQ(input->storedBytes, 0U);
  EXPECT_EQ(input->container, "");
  EXPECT_EQ(readAll(*input), text);
  EXPECT_EQ(input->text->size(), text.size());
  EXPECT_EQ(input->text->read(1'000'000, 100), text.substr(1'000'000, 100));
}

TEST(StandardInput, aPipeMayCarryGzipAndArchives) {
  const std::string text = traceLikeText(1 << 20);
  for (const std::string& stored : {compressed(text, "gzip"), compressed(text, "zstd"),
                                    archived({{"notes.txt", "hello"}, {"t.json", text}}, "ustar"),
                                    archived({{"notes.txt", "hello"}, {"t.json", text}}, "zip")}) {
    const PipedInput piped(stored);
    auto input = openInput("-", matchFormat);
    ASSERT_TRUE(input) << input.error().message.english();
    EXPECT_EQ(readAll(*input), text);
    EXPECT_EQ(input->text->read(700'000, 10), text.substr(700'000, 10));
  }
}

TEST(StandardInput, aFileIsMapped) {
  const TemporaryFile file("[1,2]");
  const int saved = dup(STDIN_FILENO);
  const int descriptor = open(file.path().c_str(), O_RDONLY);
  dup2(descriptor, STDIN_FILENO);
  auto input = openInput("-");
  dup2(saved, STDIN_FILENO);
  close(descriptor);
  close(saved);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->mapped, "[1,2]");
}

TEST(StandardInput, anEmptyPipeIsRefused) {
  const PipedInput piped("");
  const auto input = openInput("-");
  ASSERT_FALSE(input);
  EXPECT_THAT(input.error().message, mentions("is-empty", phrase("standard-input")));
}

TEST(PlainFile, ofAnotherProfilerIsNoEmptyTrace) {
  const TemporaryFile stackprof(R"({"version":1.2,"mode":"wall","interval":1000,"samples":123,"gc_samples":0,)"
                                R"("metadata":{},"frames":{"1":{"name":"block","total_samples":9}}})");
  Progress progress;
  const auto trace = load(stackprof.path(), {}, {}, progress);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().kind, Error::Kind::NotATrace);
}

}  // namespace
}  // namespace kernline::test
