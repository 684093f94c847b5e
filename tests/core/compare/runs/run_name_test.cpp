// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kernline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(RunName, readsModelAndParametersFromAFileName) {
  const RunName name = runName("/data/Softmax_seq256_trace.json.gz");
  EXPECT_EQ(name.model, "Softmax");
  EXPECT_THAT(name.parameters, ElementsAre(Pair("seq_len", "256")));
}

TEST(RunName, readsWordsAndNumbersApart) {
  const RunName name = runName("gpt2-medium.batch_size=8.seq_len_1024.rank0.pt.trace.json");
  EXPECT_EQ(name.model, "gpt2_medium");
  EXPECT_THAT(name.parameters, ElementsAre(Pair("batch_size", "8"), Pair("seq_len", "1024"), Pair("rank", "0")));
}

TEST(RunName, keepsNumbersThatSayNothing) {
  EXPECT_EQ(runName("steps_eager_0.json.gz").model, "steps_eager_0");
  EXPECT_THAT(runName("steps_eager_0.json.gz").parameters, IsEmpty());
  EXPECT_EQ(runName("runs/Flash/seq256.json").model, "Flash") << "nothing is left of the file's name";
}

TEST(RunName, followsAPattern) {
  const RunName name = runName("v2_Flash_s512_trace.json.gz", "{}_{model}_s{seq_len}_trace");
  EXPECT_EQ(name.model, "Flash");
  EXPECT_THAT(name.parameters, ElementsAre(Pair("seq_len", "512")));
  EXPECT_EQ(runName("Flash_seq512.json", "{model}-{x}").model, "Flash") << "what does not match follows the rule";
  EXPECT_EQ(runName("Flash_seq512.json", "{model").model, "Flash") << "and so does what is no pattern";
}

}  // namespace
}  // namespace kernline
