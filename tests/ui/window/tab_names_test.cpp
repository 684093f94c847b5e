// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/tab_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::ui {
namespace {

/// Returns the names for files by their paths.
std::vector<std::string> namesOf(const std::vector<std::string>& paths) {
  std::vector<NamedTab> tabs;
  for (const std::string& path : paths) {
    tabs.push_back(
        {.path = QString::fromStdString(path), .title = QString::fromStdString(path.substr(path.rfind('/') + 1))});
  }
  std::vector<std::string> names;
  for (const QString& name : tabNames(tabs)) {
    names.push_back(name.toStdString());
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(TabNames, LeaveOutTheEndingsOfTraces) {
  EXPECT_EQ(
      namesOf({"/a/train.json.gz", "/a/eval.pt.trace.json", "/a/old.json.xz", "/a/run.log", "/a/x.log.gz", "/a/.json"}),
      (Names{"train", "eval", "old", "run.log", "x.log.gz", ".json"}));
}

TEST(TabNames, KeepEndingsThatTellFilesApart) {
  EXPECT_EQ(namesOf({"/a/train.json.gz", "/a/train.json"}), (Names{"train.json.gz", "train.json"}));
}

TEST(TabNames, OfLongNamesLeaveOutWhatTheyShareWithOthers) {
  EXPECT_EQ(
      namesOf({"/a/step_bench_attention_before.json", "/a/step_bench_attention_after_fusion.json", "/a/t1000.json"}),
      (Names{"…attention_before", "…after_fusion", "t1000"}));
  EXPECT_EQ(namesOf({"/a/worker10_training_of_llama_profile.json", "/a/worker11_training_of_llama_profile.json"}),
            (Names{"worker10…", "worker11…"}));
}

TEST(TabNames, StayWholeWhereTheRestWouldBeTheSame) {
  const Names names = namesOf({"/a/first_long_prefix_of_one_variant.json", "/a/first_long_prefix_of_two_variant.json",
                               "/a/other_long_prefix_of_one_variant.json", "/a/other_long_prefix_of_two_variant.json"});
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      EXPECT_NE(names[i], names[j]);
    }
  }
}

TEST(TabNames, StayWholeWhereTheRestIsTheEndOfAnother) {
  EXPECT_EQ(namesOf({"/a/Flash_seq1024_trace.json.gz", "/a/Softmax_seq1024_trace.json.gz",
                     "/a/Softmax_seq256_trace.json.gz"}),
            (Names{"Flash_seq1024_trace", "Softmax_seq1024_trace", "Softmax_seq256_trace"}));
}

TEST(TabNames, HaveTheFolderInFrontWhereFilesHaveOneName) {
  EXPECT_EQ(namesOf({"/runs/1/trace.json", "/runs/2/trace.json", "/runs/log.txt"}),
            (Names{"1/trace.json", "2/trace.json", "log.txt"}));
  EXPECT_EQ(namesOf({"/a/x/trace.json", "/b/x/trace.json"}), (Names{"a/x/trace.json", "b/x/trace.json"}));
}

TEST(TabNames, OfTheSameFileTwiceAreTheSame) {
  EXPECT_EQ(namesOf({"/a/x.json", "/a/x.json"}).size(), 2U);
}

}  // namespace
}  // namespace kernline::ui
