// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of Nsight Systems through a stand-in for nsys.
#include "core/open/nsys_export.h"
#include "core/open/formats.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;
using testing::HasSubstr;

/// Beginning of the files of nsys of any version.
constexpr std::string_view reportBytes =
    "NVIDIA Tegra Profiler Report 2025@6@1@190\n\x0bLocal (CLI)\x12\x08\x08\x7f\0\x01"sv;

std::string exportBytes() {
  NsysDatabase database;
  database.addCall(500, 500, 100, 150, "cudaLaunchKernel_v7000", 1);
  database.addKernel(500, 200, 300, "kernel()", 1);
  return database.bytes();
}

/// A folder with a report, a cache, and a program called nsys.
class NsysExport : public testing::Test {
 protected:
  NsysExport() {
    folder.add("run.nsys-rep", reportBytes);
    folder.add("made.db", exportBytes());
    places = {.searchPath = "relative:" + (folder / "bin"), .cache = folder / "cache"};
  }

  /// `script` has the words of nsys in "$@": export --type sqlite --force-overwrite true --output FILE REPORT.
  void install(const std::string& script) const {
    folder.add("bin/nsys", "#!/bin/sh\necho \"$@\" >> '" + (folder / "calls") + "'\n" + script);
    fs::permissions(folder / "bin/nsys", fs::perms::owner_all);
  }
  [[nodiscard]] std::string working() const { return "cp '" + (folder / "made.db") + "' \"$7\"\n"; }
  [[nodiscard]] Expected<fs::path> run(const std::stop_token& stop = {}) {
    return exportOfReport(folder / "run.nsys-rep", places, stop, progress);
  }
  [[nodiscard]] std::size_t calls() const {
    const std::string text = fs::exists(folder / "calls") ? readFile(folder / "calls") : "";
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }
  [[nodiscard]] std::size_t inCache() const {
    std::error_code error;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(places.cache, error), fs::directory_iterator()));
  }
  [[nodiscard]] std::string refusal() {
    const auto result = run();
    return result ? "was exported" : result.error().message.english();
  }

  TemporaryFolder folder;
  ExportPlaces places;
  Progress progress;
};

TEST_F(NsysExport, isMadeOnceAndKept) {
  install(working());
  const auto first = run();
  ASSERT_TRUE(first) << first.error().message.english();
  EXPECT_EQ(readFile(first->string()), exportBytes());
  EXPECT_THAT(readFile(folder / "calls"), HasSubstr("export --type sqlite --force-overwrite true --output "));
  EXPECT_EQ(*run(), *first);
  EXPECT_EQ(calls(), 1U);
  folder.add("run.nsys-rep", std::string(reportBytes) + "more");
  EXPECT_NE(*run(), *first) << "another recording under the same name";
  EXPECT_EQ(calls(), 2U);
  EXPECT_EQ(inCache(), 2U) << "nothing unfinished is left";
}

TEST_F(NsysExport, isTakenFromBesideTheReport) {
  folder.add("run.sqlite", exportBytes());
  EXPECT_EQ(run()->string(), folder / "run.sqlite");
  EXPECT_EQ(calls(), 0U);
  fs::last_write_time(folder / "run.sqlite", fs::last_write_time(folder / "run.nsys-rep") - std::chrono::hours{1});
  EXPECT_EQ(run()->string(), folder / "run.sqlite") << "the best there is";
  install(working());
  EXPECT_NE(run()->string(), folder / "run.sqlite") << "it may be of a report before this one";
  fs::remove(folder / "bin/nsys");
  fs::remove_all(places.cache);
  folder.add("run.sqlite", "something else");
  EXPECT_THAT(refusal(), HasSubstr("nsys export --type sqlite run.nsys-rep"));
}

TEST_F(NsysExport, isAskedForInASentenceWithoutNsys) {
  EXPECT_THAT(refusal(), mentions("nsys-report-read-by-nsys-only", anyValue, "run.nsys-rep"));
  folder.add("bin/nsys", "no program");  // not executable
  EXPECT_THAT(refusal(), mentions("nsys-report-read-by-nsys-only", anyValue, anyValue));
}

TEST_F(NsysExport, saysWhatNsysSaid) {
  install("echo 'Importer error: unsupported version'; echo; exit 1\n");
  EXPECT_THAT(refusal(), HasSubstr("nsys export failed: Importer error: unsupported version"));
  install("exit 0\n");
  EXPECT_THAT(refusal(), mentions("nsys-export-failed", anyValue, anyValue));
  install("echo text > \"$7\"\n");
  EXPECT_THAT(refusal(), mentions("nsys-export-failed", anyValue, anyValue)) << "no database";
  EXPECT_EQ(inCache(), 0U);
}

TEST_F(NsysExport, endsNsysWhenAskedToAndWhenTimeIsUp) {
  install("sleep 100 & echo $! > '" + (folder / "child") + "'; wait\n");
  places.limit = std::chrono::milliseconds{300};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(refusal(), mentions("nsys-export-timed-out", anyValue, anyValue));
  std::stop_source stop;
  places.limit = std::chrono::hours{1};
  std::jthread canceler([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{200});
    stop.request_stop();
  });
  const auto canceled = run(stop.get_token());
  ASSERT_FALSE(canceled);
  EXPECT_EQ(canceled.error().kind, Error::Kind::Canceled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{60});
  EXPECT_EQ(inCache(), 0U);
}

TEST_F(NsysExport, keepsTheLastOnes) {
  install(working());
  for (int i = 0; i < 25; ++i) {
    folder.add("run.nsys-rep", std::string(reportBytes) + std::string(static_cast<std::size_t>(i), 'x'));
    ASSERT_TRUE(run());
  }
  EXPECT_EQ(inCache(), 20U);
}

TEST_F(NsysExport, opensAsTheTraceOfTheReport) {
  EXPECT_THAT(describeContent(reportBytes), mentions("looks-like-nsys-report"));
  folder.add("run.sqlite", exportBytes());
  const auto trace = load(folder / "run.nsys-rep");
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ((*trace)->sources()[0].path, folder / "run.nsys-rep");
  EXPECT_NE(spanNamed(**trace, "kernel()"), SpanId::none);
  fs::rename(folder / "run.nsys-rep", folder / "run.qdrep");
  EXPECT_TRUE(openDocument(folder / "run.qdrep"));
}

}  // namespace
}  // namespace kernline::test
