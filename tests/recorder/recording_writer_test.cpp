// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/recording_writer.h"

#include "core/model/trace/trace.h"
#include "tests/recorder/made_events.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace kernline::recorder {
namespace {

using kernline::test::readFile;
using kernline::test::TemporaryFile;
using testing::HasSubstr;

/// Files may not grow beyond this while it lives: what a full disk looks like to a program.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &m_before);
    const rlimit limit{bytes, m_before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

 private:
  rlimit m_before{};
};

/// Writes launches in parts of ten until the writer takes no more, at most `maxLaunches`.
std::uint32_t writeLaunches(RecordingWriter& writer, std::uint32_t maxLaunches) {
  EventLines lines({.pid = 4242, .number = 0, .name = "program"});
  for (std::uint32_t i = 0; i < maxLaunches; ++i) {
    test::addLaunch(lines, i);
    if (i % 10 == 9) {
      if (!writer.write(lines.text(), lines.counts())) {
        return i + 1;
      }
      lines.clear();
    }
  }
  return maxLaunches;
}

TEST(RecordingWriter, writesWhatEveryJsonReaderReads) {
  const TemporaryFile file("");
  auto writer = RecordingWriter::create(file.path());
  ASSERT_TRUE(writer.has_value());
  ASSERT_TRUE((*writer)->begin(test::madeHeader()));
  EXPECT_EQ(writeLaunches(**writer, 100), 100);
  EXPECT_TRUE((*writer)->finish({.dropped = 3, .ended = "the program exited with status 7", .status = 7}));
  const auto document = nlohmann::json::parse(readFile(file.path()));
  EXPECT_EQ(document["kernlineFooter"]["records"]["kernel"], 100);
  EXPECT_EQ(document["kernlineFooter"]["dropped"], 3);
  EXPECT_EQ(document["kernlineFooter"]["status"], 7);
}

TEST(RecordingWriter, hasEveryPartInTheFileWhenTheCallReturns) {
  const TemporaryFile file("");
  auto writer = RecordingWriter::create(file.path());
  ASSERT_TRUE(writer.has_value());
  ASSERT_TRUE((*writer)->begin(test::madeHeader()));
  EXPECT_TRUE((*writer)->write(",\n{\"ph\":\"i\",\"name\":\"now\"}", {}));
  EXPECT_THAT(readFile(file.path()), testing::EndsWith("\"now\"}"));
}

TEST(RecordingWriter, leavesATraceWhereverItIsCut) {
  const std::string whole = test::madeRecording(3);
  const std::size_t begin = headerText(test::madeHeader()).size();
  std::size_t spans = 0;
  for (std::size_t length = begin; length <= whole.size(); ++length) {
    const TemporaryFile file(whole.substr(0, length));
    const auto trace = load(file.path());
    ASSERT_TRUE(trace.has_value()) << "cut at " << length << ": " << whole.substr(begin, length - begin);
    EXPECT_GE((*trace)->spanCount(), spans) << "cut at " << length;
    spans = (*trace)->spanCount();
  }
  EXPECT_EQ(spans, 6);
}

TEST(RecordingWriter, endsAFileCleanlyWhereThereIsNoMoreRoom) {
  for (const rlim_t bytes : {40'000U, 40'001U, 65'536U, 100'003U}) {
    const TemporaryFile file("");
    std::uint32_t tried = 0;
    {
      const FileSizeLimit limit(bytes);
      auto writer = RecordingWriter::create(file.path());
      ASSERT_TRUE(writer.has_value());
      ASSERT_TRUE((*writer)->begin(test::madeHeader()));
      tried = writeLaunches(**writer, 10'000);
      EXPECT_LT(tried, 10'000);
      EXPECT_FALSE((*writer)->finish({.ended = "never seen"}));
      EXPECT_THAT((*writer)->problem(), HasSubstr("File too large"));
    }
    const auto document = nlohmann::json::parse(readFile(file.path()));  // whole
    const auto& footer = document["kernlineFooter"];
    const int kernels = footer["records"]["kernel"];
    EXPECT_GT(kernels, 10);
    EXPECT_EQ(footer["dropped"].get<int>(), 2 * (static_cast<int>(tried) - kernels));
    EXPECT_THAT(footer["ended"].get<std::string>(), HasSubstr("File too large"));
    int found = 0;
    for (const auto& event : document["traceEvents"]) {
      found += event.value("cat", "") == "kernel" ? 1 : 0;
    }
    EXPECT_EQ(found, kernels);
  }
}

TEST(RecordingWriter, replacesAnOlderFileWithTheFirstEvents) {
  const TemporaryFile file("the older one");
  auto writer = RecordingWriter::create(file.path());
  ASSERT_TRUE(writer.has_value());
  ASSERT_TRUE((*writer)->begin(test::madeHeader()));
  EXPECT_EQ(readFile(file.path()), "the older one");
  EXPECT_TRUE((*writer)->keptOlderFile());
  EXPECT_EQ(writeLaunches(**writer, 10), 10);
  EXPECT_FALSE((*writer)->keptOlderFile());
  EXPECT_TRUE((*writer)->finish({.ended = "the program exited with status 0"}));
  EXPECT_EQ(nlohmann::json::parse(readFile(file.path()))["kernlineFooter"]["records"]["kernel"], 10);
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".unfinished"));
}

TEST(RecordingWriter, keepsAnOlderFileWhereThereIsNoRoomForANewOne) {
  const TemporaryFile file("the older one");
  {
    const FileSizeLimit limit(100);
    auto writer = RecordingWriter::create(file.path());
    ASSERT_TRUE(writer.has_value());
    ASSERT_TRUE((*writer)->begin(test::madeHeader()));
    EXPECT_EQ(writeLaunches(**writer, 10), 10);
    EXPECT_FALSE((*writer)->finish({.ended = "never seen"}));
    EXPECT_THAT((*writer)->problem(), HasSubstr("File too large"));
  }
  EXPECT_EQ(readFile(file.path()), "the older one");
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".unfinished"));
}

TEST(RecordingWriter, saysWhenADeviceIsFull) {
  auto writer = RecordingWriter::create("/dev/full");
  ASSERT_TRUE(writer.has_value());
  EXPECT_FALSE((*writer)->begin(test::madeHeader()));
  EXPECT_THAT((*writer)->problem(), HasSubstr("No space left"));
  EXPECT_FALSE((*writer)->finish({}));
}

TEST(RecordingWriter, saysWhereAFileCannotBeMade) {
  const auto writer = RecordingWriter::create("/nowhere/recording.json");
  ASSERT_FALSE(writer.has_value());
  EXPECT_THAT(writer.error(), HasSubstr("/nowhere/recording.json"));
}

TEST(RecordingWriter, survivesAReaderThatGoesAway) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  RecordingWriter writer(ends[1], "the pipe");
  EXPECT_TRUE(writer.begin(test::madeHeader()));
  ::close(ends[0]);
  EXPECT_FALSE(writer.write(",\n{}", {}));
  EXPECT_THAT(writer.problem(), HasSubstr("Broken pipe"));
  EXPECT_FALSE(writer.finish({}));
}

}  // namespace
}  // namespace kernline::recorder
