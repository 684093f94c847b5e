// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/file_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline::test {
namespace {

using testing::ElementsAre;

std::vector<std::string> namesOf(std::vector<std::string> paths) {
  return fileNames(paths);
}

TEST(FileNames, areTheLastOfAPathWhereThatTellsThemApart) {
  EXPECT_THAT(namesOf({"/runs/a.log", "b.log"}), ElementsAre("a.log", "b.log"));
}

TEST(FileNames, takeAsManyFoldersAsTheyNeed) {
  EXPECT_THAT(namesOf({"x.zip/rank0/train.log", "x.zip/rank1/train.log", "x.zip/notes.log"}),
              ElementsAre("rank0/train.log", "rank1/train.log", "notes.log"));
  EXPECT_THAT(namesOf({"/a/run/t.log", "/b/run/t.log", "t.log"}), ElementsAre("a/run/t.log", "b/run/t.log", "t.log"));
}

TEST(FileNames, ofOnePathAreOne) {
  EXPECT_THAT(namesOf({"/a/t.log", "/a/t.log", "-"}), ElementsAre("t.log", "t.log", "-"));
}

}  // namespace
}  // namespace kernline::test
