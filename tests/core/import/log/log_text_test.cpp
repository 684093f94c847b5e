// SPDX-License-Identifier: GPL-3.0-or-later
// What training runs print between their tables.
#include "core/import/log/line_marks.h"
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

using logs::readLogText;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> metrics(const std::string& text) {
  const auto log = readLogText(text);
  std::vector<std::string> texts;
  for (const LogMetric& metric : log->metrics()) {
    texts.push_back(metricText(*log, metric));
  }
  return texts;
}

TEST(LogText, ofADictOfATrainerIsMeasuredByItsEpoch) {
  EXPECT_THAT(metrics("{'loss': 2.25, 'grad_norm': 1.5, 'learning_rate': 0.125, 'epoch': 0.5}\n"
                      "{\"loss\": 2.25, \"step\": 20}\n"),
              ElementsAre(" | epoch=0.5 |  | loss | 2.25  | ±–", " | epoch=0.5 |  | grad_norm | 1.5  | ±–",
                          " | epoch=0.5 |  | learning_rate | 0.125  | ±–", " | step=20 |  | loss | 2.25  | ±–"));
}

TEST(LogText, ofAnyOtherDictIsNotMeasured) {
  EXPECT_THAT(metrics("{'a': 1, 'b': 2}\n{'loss': 'none', 'epoch': 3}\n{'flash': [(451.602, 0.0138)], 'loss': 3}\n"),
              IsEmpty());
}

TEST(LogText, ofAProgressBarIsMeasuredWhereItHasValuesOrIsComplete) {
  EXPECT_THAT(metrics(" 45%|████▌     | 450/1000 [00:04<00:05, 98.5it/s, loss=2.25]\n"
                      "Epoch 3: 100%|##########| 1000/1000 [01:04<00:00, 15.5it/s]\r\n"
                      "\r  0%|          | 0/3 [00:00<?, ?it/s]\r 33%|███▎      | 1/3 [00:01<00:02,  1.00s/it]\n"),
              ElementsAre(" | step=450 |  | loss | 2.25  | ±–", " | step=450 |  | iteration rate | 98.5 it/s | ±–",
                          " | Epoch=3,step=1000 |  | iteration rate | 15.5 it/s | ±–"));
}

TEST(LogText, behindAProgressBarOnItsLineIsRead) {
  EXPECT_THAT(metrics("100%|██████████| 10/10 [00:01<00:00, 9.5it/s]Epoch 1 | Train Loss: 3.25\n"),
              ElementsAre(" | Epoch=1 |  | Train Loss | 3.25  | ±–"));
}

TEST(LogText, withBarsThatAreNoProgressIsReadAsBefore) {
  EXPECT_THAT(metrics("Softmax | 24.5ms | 25%\n"),
              ElementsAre(" |  | Softmax | time | 24500000 ns | ±–", " |  | Softmax | share | 0.25 ratio | ±–"));
}

TEST(LogText, furtherLeftThanThePartsOfAParameterIsNotBelowIt) {
  constexpr std::string_view parts =
      "seq_len: 256\n---------------\n"
      "  [Softmax] run=1\n  Peak Memory: 4 MB\n"
      "  [Flash] run=1\n  Peak Memory: 3 MB\n";
  EXPECT_THAT(metrics(std::string(parts) + "original:\nPeak Memory: 2 MB\n"),
              ElementsAre(" | seq_len=256,run=1 | Softmax | Peak Memory | 4194304 bytes | ±–",
                          " | seq_len=256,run=1 | Flash | Peak Memory | 3145728 bytes | ±–",
                          "original |  |  | Peak Memory | 2097152 bytes | ±–"));
  EXPECT_THAT(metrics(std::string(parts) + "  original:\nPeak Memory: 2 MB\n").back(),
              "original | seq_len=256 |  | Peak Memory | 2097152 bytes | ±–");
}

TEST(LineMarks, areThoseOfAllItsBytesWhereverTheyStand) {
  for (std::size_t length = 1; length < 70; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (unsigned c = 0; c < 256; ++c) {
        std::string text(length, 'x');
        text[at] = static_cast<char>(c);
        ASSERT_EQ(logs::marksOf(text), logs::marksOfByte[c]) << length << " " << at << " " << c;
      }
    }
  }
}

TEST(LogText, ofAProgressBarInsideATableDoesNotInterruptIt) {
  const auto log = readLogText(
      "a | calls | time\n"
      "---|---|---\n"
      "x | 3 | 4.5\n"
      " 45%|####5     | 450/1000 [00:04<00:05, 98.5it/s]\n"
      "y | 4 | 5.5\n");
  ASSERT_EQ(log->tables().size(), 1U);
  EXPECT_EQ(log->tables()[0].rows.size(), 2U);
  EXPECT_FALSE(log->tables()[0].isInterrupted);
  EXPECT_EQ(log->lineCount(), 5U);
}

}  // namespace
}  // namespace kernline::test
