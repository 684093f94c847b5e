// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/file_state.h"

#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>

namespace kernline {
namespace {

using test::TemporaryFile;

TEST(FileState, tellsAFileFromItsLaterStates) {
  const TemporaryFile file("abc");
  const auto first = fileState(file.path());
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->bytes, 3U);
  EXPECT_EQ(fileState(file.path()), first);
  std::filesystem::last_write_time(file.path(),
                                   std::filesystem::last_write_time(file.path()) + std::chrono::nanoseconds(5'000));
  EXPECT_EQ(fileState(file.path())->modifiedNs, first->modifiedNs + 5'000);
  std::ofstream(file.path(), std::ios::app) << "d";
  EXPECT_EQ(fileState(file.path())->bytes, 4U);
}

TEST(FileState, tellsFilesOfOneNameApart) {
  const TemporaryFile file("abc");
  const TemporaryFile other("abc");
  const auto first = fileState(file.path());
  std::filesystem::copy_file(other.path(), other.path() + ".copy");
  std::filesystem::rename(other.path() + ".copy", file.path());
  EXPECT_NE(fileState(file.path())->number, first->number);
}

TEST(FileState, saysWhyThereIsNone) {
  EXPECT_EQ(fileState("/nowhere/at/all"), std::nullopt);
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace kernline
