// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/pair_line.h"

#include "core/import/log/line_marks.h"
#include "core/import/log/read_log.h"
#include "tests/core/import/log/log_view.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

using logs::pairLine;

/// "epoch=1 step=100 | loss 0.25"; "-" if the line is none.
std::string pairs(const std::string& line) {
  const auto found = logs::canBePairs(line, logs::marksOf(line)) ? pairLine(line) : std::nullopt;
  if (!found) {
    return "-";
  }
  std::string text;
  for (const logs::Labeled& one : found->parameters) {
    text += fmt::format("{}={} ", one.label, one.value);
  }
  text += "|";
  for (const logs::PairValue& value : found->values) {
    text += fmt::format(" {} {:g};", value.name, value.quantity.value);
  }
  return text;
}

TEST(PairLine, ofATrainerIsOfItsRound) {
  EXPECT_EQ(pairs("Epoch [1/5], Step [100/600], Loss: 0.25"), "Epoch=1 Step=100 | Loss 0.25;");
  EXPECT_EQ(pairs("Train Epoch: 1 [640/60000 (1%)]\tLoss: 1.5"), "Epoch=1 step=640 | Loss 1.5;");
  EXPECT_EQ(pairs("Epoch: [0][ 10/5005]\tTime  0.25 ( 1.125)\tLoss 7.5e+00 (7.25e+00)\tAcc@1   0.5 (  0.25)"),
            "Epoch=0 step=10 | Time 0.25; Loss 7.5; Acc@1 0.5;");
  EXPECT_EQ(pairs("step: 10  loss:  9.5  memory: 1.00GiB(11.81%)  tps: 7,231  mfu: 32.5%"),
            "step=10 | loss 9.5; memory 1.07374e+09; tps 7231; mfu 0.325;");
  EXPECT_EQ(pairs("75/75 [==============================] - 4s 2ms/step - loss: 0.25 - accuracy: 0.5"),
            "| time 4e+09; step time 2e+06; loss 0.25; accuracy 0.5;");
  EXPECT_EQ(pairs("Test set: Average loss: 0.5, Accuracy: 9849/10000 (98%)"), "| Average loss 0.5; Accuracy 0.98;");
}

TEST(PairLine, ofABenchmarkIsOfWhatWasSet) {
  EXPECT_EQ(pairs("model=bert batch=8 latency=2ms throughput=nan"),
            "model=bert batch=8 | latency 2e+06; throughput nan;");
  EXPECT_EQ(pairs("[BENCHMARK] batch_size 8 precision float16 tokens_per_sec 483.5 latency(ms) 2"),
            "batch_size=8 precision=float16 | tokens_per_sec 483.5; latency 2e+06;");
  EXPECT_EQ(pairs("llama_print_timings:        eval time =       2.00 ms /   127 runs   (    3.00 ms per token,    "
                  "36.50 tokens per second)"),
            "| eval time 2e+06; eval time per token 3e+06; tokens per second, eval time 36.5;");
}

TEST(PairLine, isNoOtherText) {
  EXPECT_EQ(pairs("for (int i = 0; i < 5; ++i) x[i] = 3;"), "-");
  EXPECT_EQ(pairs("see [1], [2] and figure 3: all is well"), "-");
  EXPECT_EQ(pairs("Epoch [1/5], Step [100/600]"), "-") << "nothing is measured";
  EXPECT_EQ(pairs("GET http://a:80/x=1 took: long"), "-");
  EXPECT_EQ(pairs("a=1 b=2"), "-") << "nothing that is known as a measure";
}

TEST(PairLine, isNeverPassedOver) {
  const auto log = logs::readLogText(
      "text\ntext\ntext\ntext\ntext\nEpoch [1/5], Step [100/600], Loss: 0.25\ntext\ntext\n"
      "text\ntext\ntext\nEpoch [1/5], Step [200/600], Loss: nan\ntext\nreal\t0m1.500s\n");
  ASSERT_EQ(log->metrics().size(), 3U);
  EXPECT_EQ(log->metrics()[2].value.number, 1.5e9);
}

}  // namespace
}  // namespace kernline::test
