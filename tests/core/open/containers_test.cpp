// SPDX-License-Identifier: GPL-3.0-or-later
// A file is what it is, however it is packed, and through a pipe.
#include "core/model/log/log.h"
#include "core/model/trace/trace.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

/// Returns what a file was taken for, and how much was found in it.
std::string answerOf(const std::string& path) {
  const auto document = openDocument(path);
  if (!document) {
    return "error " + std::to_string(static_cast<int>(document.error().kind));
  }
  if (const auto* trace = std::get_if<std::shared_ptr<const Trace>>(&*document)) {
    return "trace " + std::to_string((*trace)->spanCount()) + " " + std::to_string((*trace)->tracks().size());
  }
  if (const auto* log = std::get_if<std::shared_ptr<const Log>>(&*document)) {
    std::size_t rows = 0;
    for (const LogTable& table : (*log)->tables()) {
      rows += table.rows.size();
    }
    return "log " + std::to_string(rows) + " " + std::to_string((*log)->metrics().size()) + " " +
           std::to_string((*log)->failures().size());
  }
  return "document " + std::to_string(document->index());
}

/// `bytes` out of a pipe.
std::string answerThroughPipe(const std::string& bytes) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe";
  if (mkfifo(path.c_str(), 0600) != 0) {
    return "no pipe";
  }
  std::thread writer(
      [&] { std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
  std::string answer = answerOf(path);
  writer.join();
  return answer;
}

class PackedFixture : public testing::TestWithParam<std::string> {};

/// All of them take long; set KERNLINE_ALL_CONTAINERS for it. Else gzip and zip, and one of the others in turn.
std::vector<std::string> containersFor(const std::string& name) {
  std::vector<std::string> containers{"gzip", "zip"};
  const std::vector<std::string> others{"xz", "zstd", "bzip2", "lz4", "ustar"};
  if (std::getenv("KERNLINE_ALL_CONTAINERS") != nullptr) {
    containers.insert(containers.end(), others.begin(), others.end());
  } else {
    containers.push_back(others[std::hash<std::string>{}(name) % others.size()]);
  }
  return containers;
}

TEST_P(PackedFixture, isWhatItIsPlain) {
  const std::string bytes = readFile(fixture(GetParam()));
  const TemporaryFile plain(bytes, ".file");
  const std::string wanted = answerOf(plain.path());
  const std::string member = "inside/" + GetParam().substr(GetParam().rfind('/') + 1);
  for (const std::string& container : containersFor(GetParam())) {
    const bool isArchive = container == "zip" || container == "ustar";
    const TemporaryFile packed(isArchive ? archived({{member, bytes}}, container) : compressed(bytes, container),
                               ".file");
    EXPECT_EQ(answerOf(packed.path()), wanted) << container;
  }
  EXPECT_EQ(answerThroughPipe(bytes), wanted);
}

std::vector<std::string> filesToPack() {
  std::vector<std::string> files = filesBelow(
      fixture(""), {".json", ".jsonl", ".csv", ".tsv", ".txt", ".md", ".log", ".perf", ".hatchet", ".ncu-rep",
                    ".pickle", ".sqlite", ".speedscope", ".firefox", ".pb", ".pftrace", ".html"});
  // Skips empty members: of an archive only what holds something is looked at.
  std::erase_if(
      files, [](const std::string& file) { return file == "empty-file.json" || file == "only-an-open-bracket.json"; });
  return files;
}

INSTANTIATE_TEST_SUITE_P(Fixtures, PackedFixture, testing::ValuesIn(filesToPack()),
                         [](const auto& made) { return testName(made.param); });

}  // namespace
}  // namespace kernline::test
