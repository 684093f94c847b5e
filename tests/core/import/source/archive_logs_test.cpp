// SPDX-License-Identifier: GPL-3.0-or-later
// Several logs in one archive, and paths that lead into one.
#include "core/import/source/member_path.h"
#include "core/output/file/output_file.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <variant>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using LogPtr = std::shared_ptr<const Log>;

std::string logOf(int milliseconds) {
  return "Step time: " + std::to_string(milliseconds) + " ms\nPeak Memory: 12.5 MB\n";
}

OpenedDocuments opened(const std::string& path) {
  Progress progress;
  auto documents = openDocuments(path, {}, {}, progress);
  if (!documents) {
    ADD_FAILURE() << documents.error().message.english();
    return {};
  }
  return std::move(*documents);
}

std::vector<std::string> pathsOf(const OpenedDocuments& documents) {
  std::vector<std::string> paths;
  for (const OpenedDocument& document : documents.documents) {
    paths.push_back(document.path);
  }
  return paths;
}

double firstNumber(const Document& document) {
  const auto* log = std::get_if<LogPtr>(&document);
  return log == nullptr || (*log)->metrics().empty() ? -1 : (*log)->metrics()[0].value.number;
}

const Members threeLogs{{"./rank0/train.log", logOf(10)},
                        {"README.md", "# nothing\nto see\n"},
                        {"rank1/train.log", logOf(20)},
                        {"picture.png", "\x89PNG\r\n\x1A\n"},
                        {"/rank2/train.log", logOf(30)}};

class LogsIn : public testing::TestWithParam<const char*> {};

TEST_P(LogsIn, areAllOpenedEachByAPathOfItsOwn) {
  const TemporaryFile file(archived(threeLogs, GetParam()), ".bin");
  const OpenedDocuments documents = opened(file.path());
  EXPECT_THAT(pathsOf(documents), ElementsAre(file.path() + "/rank0/train.log", file.path() + "/rank1/train.log",
                                              file.path() + "/rank2/train.log"));
  for (std::size_t i = 0; i < documents.documents.size(); ++i) {
    EXPECT_EQ(firstNumber(documents.documents[i].document), (static_cast<double>(i) + 1) * 1e7);
  }
}

TEST_P(LogsIn, areOpenedAgainByThatPath) {
  const TemporaryFile file(archived(threeLogs, GetParam()), ".bin");
  for (const OpenedDocument& document : opened(file.path()).documents) {
    const auto again = openDocument(document.path);
    ASSERT_TRUE(again) << again.error().message.english();
    EXPECT_EQ(firstNumber(*again), firstNumber(document.document));
    const LogPtr log = std::get<LogPtr>(*again);
    EXPECT_EQ(log->path(), document.path);
  }
}

TEST_P(LogsIn, areFoundBehindACompressionToo) {
  const TemporaryFile file(compressed(archived(threeLogs, GetParam()), "gzip"), ".bin");
  const OpenedDocuments documents = opened(file.path());
  ASSERT_EQ(documents.documents.size(), 3U);
  EXPECT_EQ(firstNumber(documents.documents[2].document), 3e7);
  EXPECT_TRUE(openDocument(documents.documents[1].path));
}

TEST_P(LogsIn, keepTheNameOfTheArchiveWhereThereIsOne) {
  const TemporaryFile file(archived({{"notes.txt", "no\nnumbers\n"}, {"train.log", logOf(10)}}, GetParam()), ".bin");
  const OpenedDocuments documents = opened(file.path());
  EXPECT_THAT(pathsOf(documents), ElementsAre(file.path()));
  EXPECT_EQ(firstNumber(documents.documents.at(0).document), 1e7);
}

TEST_P(LogsIn, stayClosedBesideATrace) {
  const TemporaryFile file(
      archived({{"a.log", logOf(10)}, {"b.log", logOf(20)}, {"t.json", traceLikeText(5000)}}, GetParam()), ".bin");
  const OpenedDocuments documents = opened(file.path());
  EXPECT_THAT(pathsOf(documents), ElementsAre(file.path()));
  EXPECT_EQ(firstNumber(*openDocument(file.path() + "/b.log")), 2e7);
}

TEST_P(LogsIn, ofWhichThereIsNoneAreRefusedByName) {
  const TemporaryFile file(archived(threeLogs, GetParam()), ".bin");
  const auto document = openDocument(file.path() + "/rank7/train.log");
  ASSERT_FALSE(document);
  EXPECT_THAT(document.error().message, mentions("archive-does-not-contain", file.path(), "rank7/train.log"));
}

TEST_P(LogsIn, areReadAsEachWouldBeAloneHoweverShort) {
  const TemporaryFile file(archived({{"a.log", "throughput: 123.4 tokens/s\n"},
                                     {"b.log", "latency: 5 ms"},
                                     {"version", "3\n"},
                                     {"c.log", "throughput: 2 tokens/s\nlatency: 6 ms\n"}},
                                    GetParam()),
                           ".bin");
  const OpenedDocuments documents = opened(file.path());
  EXPECT_THAT(pathsOf(documents), ElementsAre(file.path() + "/a.log", file.path() + "/b.log", file.path() + "/c.log"));
  EXPECT_EQ(std::get<LogPtr>(documents.documents.at(1).document)->metrics().size(), 1U);
}

TEST_P(LogsIn, areOpenedUpToAHundredAndTheRestIsCounted) {
  Members members;
  for (int i = 0; i < 120; ++i) {
    members.emplace_back(std::to_string(i) + ".log", logOf(i + 1));
  }
  const TemporaryFile file(archived(members, GetParam()), ".bin");
  const OpenedDocuments documents = opened(file.path());
  EXPECT_EQ(documents.documents.size(), 100U);
  EXPECT_EQ(documents.skippedLogs, 20U);
}

INSTANTIATE_TEST_SUITE_P(Formats, LogsIn, testing::Values("zip", "ustar"));

TEST(MemberPath, leadsIntoAFileAndNowhereElse) {
  const TemporaryFile file("text", ".zip");
  EXPECT_EQ(splitMemberPath(file.path()).member, "");
  EXPECT_EQ(splitMemberPath(file.path() + "/a/b.log").file, file.path());
  EXPECT_EQ(splitMemberPath(file.path() + "/a/b.log").member, "a/b.log");
  const std::string folder = std::filesystem::temp_directory_path();
  EXPECT_EQ(splitMemberPath(folder + "/no/such.log").file, folder + "/no/such.log");
  EXPECT_EQ(splitMemberPath("no/such.log").member, "");
  EXPECT_EQ(splitMemberPath("-").file, "-");
}

TEST(MemberPath, ofWhatIsNoArchiveIsRefused) {
  const TemporaryFile file("Step time: 3 ms\n", ".log");
  const auto document = openDocument(file.path() + "/train.log");
  ASSERT_FALSE(document);
  EXPECT_THAT(document.error().message, says("not-an-archive", anyValue));
}

TEST(MemberPath, protectsTheArchiveFromBeingWrittenOver) {
  const TemporaryFile file(archived(threeLogs, "zip"), ".zip");
  EXPECT_TRUE(refuseOverSource(file.path(), file.path() + "/rank1/train.log"));
}

}  // namespace
}  // namespace kernline::test
