// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/files_beside.h"

#include "core/open/experiment/comparable_files.h"
#include "core/open/experiment/experiment.h"
#include "tests/core/open/experiment/made_experiment.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(FilesBeside, areThoseInTheGroupOfARun) {
  const TemporaryFolder folder;
  folder.add("step.json.gz", readFile(fixture("ncu/step.json.gz")));
  folder.add("counters.csv", readFile(fixture("ncu/step-raw.csv")));
  folder.add("other/trace.json", traceOf({"a"}));
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(filesBeside(*place.experiment, folder / "step.json.gz", FileKind::NcuReport),
              ElementsAre(folder / "counters.csv"));
  EXPECT_THAT(filesBeside(*place.experiment, folder / "other/trace.json", FileKind::NcuReport), ElementsAre());
}

TEST(FilesBeside, areSnapshotsOfTheSameProcess) {
  const TemporaryFolder folder;
  folder.add("run/trace.json.gz", readFile(fixture("memory/same-process.json.gz")));
  folder.add("run/memory.pickle", readFile(fixture("memory/same-process.pickle")));
  folder.add("other/trace.json", traceOf({"a"}));
  const OpenedPlace place = opened(folder.path());
  ASSERT_NE(place.experiment, nullptr);
  EXPECT_THAT(filesBeside(*place.experiment, folder / "run/trace.json.gz", FileKind::Memory),
              ElementsAre(folder / "run/memory.pickle"));
  EXPECT_THAT(filesBeside(*place.experiment, folder / "other/trace.json", FileKind::Memory), ElementsAre());
}

TEST(ComparableFiles, areChosenWhereOnlyOneKindIsThere) {
  const TemporaryFolder folder;
  folder.add("one.json", traceOf({"alpha"}));
  folder.add("two.json", traceOf({"beta"}));
  EXPECT_THAT(*filesToCompare(*opened(folder.path()).experiment),
              ElementsAre(folder / "one.json", folder / "two.json"));
  folder.add("results.csv", "n,time_ms,gb\n1,2.5,3\n2,3.5,4\n");
  const auto several = filesToCompare(*opened(folder.path()).experiment);
  ASSERT_FALSE(several);
  EXPECT_THAT(several.error().message, mentions("folder-has-runs-and-logs", anyValue, "2", "0", "1", anyValue));
  EXPECT_THAT(several.error().message.english(), HasSubstr("for example " + (folder / "one.json")));
}

TEST(ComparableFiles, areATraceAndItsLog) {
  const TemporaryFolder folder;
  folder.add("one.json", traceOf({"alpha", "beta"}));
  folder.add("kernels.txt", nsysTable({"alpha", "beta"}));
  EXPECT_THAT(*filesToCompare(*opened(folder.path()).experiment),
              ElementsAre(folder / "one.json", folder / "kernels.txt"));
}

}  // namespace
}  // namespace kernline::test
