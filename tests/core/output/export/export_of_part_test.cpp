// SPDX-License-Identifier: GPL-3.0-or-later
// What is exported of a trace of which memory allowed only a part says so, and so does what is exported of that.
#include "core/analysis/quality/data_quality.h"
#include "core/model/trace/part_of_file.h"
#include "core/output/export/cut_trace.h"
#include "core/output/recording/sqlite_file.h"
#include "tests/support/open_file.h"
#include "tests/support/part_of_trace.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::test {
namespace {

using SharedTrace = std::shared_ptr<const Trace>;

SharedTrace writtenAsJson(const SharedTrace& trace, const std::string& path) {
  EXPECT_TRUE(cutTrace(*trace, trace->bounds(), path));
  return load(path).value_or(nullptr);
}

SharedTrace writtenAsDatabase(const SharedTrace& trace, const std::string& path) {
  EXPECT_TRUE(writeSqlite(trace, path, {}));
  return load(path).value_or(nullptr);
}

void expectSaysSo(const SharedTrace& trace) {
  ASSERT_NE(trace, nullptr);
  EXPECT_TRUE(isExportOfPart(*trace));
  EXPECT_THAT(missingPart(*trace), says("exported-from-part-of-file"));
  const DataQuality quality = DataQuality::of(*trace);
  ASSERT_NE(quality.find("part_of_file"), nullptr);
  EXPECT_EQ(quality.find("part_of_file")->severity, DataIssueSeverity::Lost);
  EXPECT_EQ(quality.missingPart().english(), missingPart(*trace).english());
}

TEST(ExportOfPart, saysSoAndSoDoesItsOwnExport) {
  const TemporaryFolder folder;
  const SharedTrace part = partOfTrace();
  ASSERT_NE(part, nullptr);
  EXPECT_THAT(missingPart(*part), says("limit-reached-rest-not-read"));
  const SharedTrace json = writtenAsJson(part, folder / "part.json");
  expectSaysSo(json);
  const SharedTrace database = writtenAsDatabase(json, folder / "part.sqlite");
  expectSaysSo(database);
  const SharedTrace first = writtenAsDatabase(part, folder / "first.sqlite");
  ASSERT_NE(first, nullptr);
  EXPECT_TRUE(isExportOfPart(*first));
  EXPECT_EQ(missingPart(*first), missingPart(*part)) << "a database has the issues of the import, too";
  expectSaysSo(writtenAsJson(database, folder / "again.json"));
}

TEST(ExportOfPart, isNoneOfAWholeTrace) {
  const TemporaryFolder folder;
  const SharedTrace whole = load(fixture("h200-profiler-steps.json.gz")).value_or(nullptr);
  ASSERT_NE(whole, nullptr);
  EXPECT_TRUE(missingPart(*whole).isEmpty());
  const SharedTrace json = writtenAsJson(whole, folder / "whole.json");
  ASSERT_NE(json, nullptr);
  EXPECT_FALSE(isExportOfPart(*json));
  EXPECT_EQ(DataQuality::of(*json).find("part_of_file"), nullptr);
}

}  // namespace
}  // namespace kernline::test
