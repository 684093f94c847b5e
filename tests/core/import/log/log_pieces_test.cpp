// SPDX-License-Identifier: GPL-3.0-or-later
// A log is the same however many threads read it, wherever it is cut, and whether quiet lines are looked at or not.
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using logs::readLogText;
using logs::ReadOptions;

const ReadOptions withoutSkipping{.threads = 1, .skipsLines = false};

void expectSame(const std::string& text) {
  const std::string wanted = dumpLog(*readLogText(text, withoutSkipping));
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t pieceBytes : {std::size_t{1}, std::size_t{300}, std::size_t{5000}, std::size_t{1} << 20}) {
      ASSERT_EQ(dumpLog(*readLogText(text, {.threads = threads, .pieceBytes = pieceBytes})), wanted)
          << threads << " threads, pieces of " << pieceBytes << " bytes:\n"
          << text.substr(0, 4000);
    }
  }
}

/// Lines that mean something, some of them only together, and others that only look so.
std::vector<std::string> troublesomeLines() {
  const std::string dashes = "---------------  ------------  ------------  ------------";
  return {
      "",
      "a line that says nothing",
      "another one, which has commas, and 3 numbers",
      "Loading checkpoint: this is text behind a label",
      "Processing [3/7] of something, which is no title",
      "Configuration:",
      "  hidden size: 256",
      "  dtype: bf16",
      "GPU: NVIDIA H200",
      "Memory: 140 GB",
      "========================================",
      "----------------------------------------",
      "==== A heading ====",
      "Softmax 规模: ~1M",
      "[Softmax] seq_len=256",
      "[not a part] because of this",
      "Peak Memory: 1553.98 MB",
      "Softmax | 24.5±0.06ms | 1337286 tok/s | 1490.0MB",
      "Epoch 3 | Train Loss: 2.31 | Val Loss: 2.5",
      "GatedDeltaNet | Error: CUDA out of memory.",
      "RuntimeError: something broke",
      "speedup 8.53",
      "Step: 12",
      "Train Loss: 3.17, Val Loss: 2.44",
      "Trace saved: ./trace.json",
      "name,calls,time",
      "a,3,4.5",
      "name  calls  time",
      "a     3      4.5",
      "b     4      4.5",
      "Name     Self CPU %      Self CPU     # of Calls",
      "a | b | c",
      "1 | 2 | 3",
      "---|---|---",
      "+-----+-----+",
      "| one | two |",
      "| 1   | 2   |",
      dashes,
      "           Name    Self CPU %      Self CPU    # of Calls",
      "       aten::mm        60.00%       6.000ms             3",
      "Self CPU time total: 10.000ms",
      " 45%|####5     | 450/1000 [00:04<00:05, 98.5it/s]",
      " 45%|####5     | 450/1000 [00:04<00:05, 98.5it/s]Epoch 4 | Train Loss: 2.2",
      "2025-06-01 12:00:00,123 INFO trainer.py:217 nothing to see",
      "# a comment",
      "# " + dashes,
      "node3: a line of a host",
      "node3: " + dashes,
      "node3:            Name    Self CPU %      Self CPU    # of Calls",
      "[rank0]: text of a rank",
      "[rank1]: text of another",
      "[rank0]: Peak Memory: 5 GB",
      "[rank1]:" + dashes,
      "[rank1]:           Name    Self CPU %      Self CPU    # of Calls",
      "[rank1]:       aten::mm        60.00%       6.000ms             3",
      "  kernel(int) (1, 1, 1)x(8, 1, 1), Context 1, Stream 7, Device 0, CC 9.0",
      "    Section: GPU Speed Of Light",
      "{\"a\": 1}",
      "\x1b[31mred\x1b[0m text",
      "caf\xE9: latin-1, 3 of them",
      "overwritten\rwhat is seen",
  };
}

TEST(LogPieces, ofEverySeedGiveTheSameLog) {
  if (!hasSeeds()) {
    GTEST_SKIP() << lacks("seeds");
  }
  for (const char* number : {"000", "001", "002", "003", "004"}) {
    ASSERT_NO_FATAL_FAILURE(expectSame(readFile(seed(number)))) << number;
  }
}

TEST(LogPieces, ofShuffledLinesGiveTheSameLog) {
  const std::vector<std::string> lines = troublesomeLines();
  constexpr std::size_t skippableLines = 4;  // number after the first one
  constexpr std::size_t texts = 200;
  for (std::size_t seed = 0; seed < texts; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::string text;
    for (std::size_t i = 0; i < 80; ++i) {
      // Quiet lines come in runs, as they do in logs.
      const std::size_t run = random() % 3 == 0 ? 1 + random() % 8 : 0;
      for (std::size_t k = 0; k < run; ++k) {
        text += lines[1 + random() % skippableLines] + "\n";
      }
      text += lines[random() % lines.size()] + (random() % 200 == 0 ? "\r\n" : "\n");
    }
    ASSERT_NO_FATAL_FAILURE(expectSame(text)) << "seed " << seed;
  }
}

TEST(LogPieces, passOverTheRestOfALineThatIsTooLong) {
  const std::string text = "Peak Memory: 5 MB\n" + std::string(3'000'000, 'x') + "\nspeedup 8.53\n" +
                           std::string(1 << 20, 'y') + "\nloss 2.5";
  expectSame(text);
  const auto log = readLogText(text, {.threads = 2});
  ASSERT_EQ(log->metrics().size(), 3U);
  EXPECT_EQ(log->metrics()[1].line, 3U);
  EXPECT_EQ(log->metrics()[2].line, 5U);
  EXPECT_EQ(log->lineCount(), 5U);
  EXPECT_EQ(issuesText(*log), "long_line 1 [2]\n");
}

}  // namespace
}  // namespace kernline::test
