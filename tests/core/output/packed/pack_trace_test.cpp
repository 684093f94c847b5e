// SPDX-License-Identifier: GPL-3.0-or-later
// A trace packed for another machine is that trace there.
#include "core/output/packed/pack_trace.h"

#include "core/output/packed/packed_args.h"
#include "core/output/packed/packed_bytes.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_dump.h"
#include "tests/support/trace_promise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace kernline::test {
namespace {

using TracePtr = std::shared_ptr<const Trace>;

TracePtr traceOf(const char* name) {
  auto trace = load(fixture(name));
  if (!trace) {
    ADD_FAILURE() << trace.error().message.english();
    return nullptr;
  }
  return *trace;
}

/// Everything but the offsets.
std::string all(const Trace& trace) {
  return dump(trace, {.spansPerLane = DumpOptions::all, .others = DumpOptions::all, .withOffsets = false});
}

class PackedTrace : public testing::TestWithParam<const char*> {};

TEST_P(PackedTrace, isThatTrace) {
  const TracePtr trace = traceOf(GetParam());
  ASSERT_NE(trace, nullptr);
  const auto there = unpackTrace(packTrace(*trace), {});
  ASSERT_TRUE(there) << there.error().message.english();
  EXPECT_EQ(all(*trace), all(*there->trace));
  EXPECT_EQ(brokenPromise(*there->trace), "");
}

TEST_P(PackedTrace, hasItsSpansInTheOrderOfTheirNumbers) {
  const TracePtr trace = traceOf(GetParam());
  const auto there = unpackTrace(packTrace(*trace), {});
  ASSERT_TRUE(there);
  for (std::uint32_t i = 0; i < there->trace->spanCount(); ++i) {
    ASSERT_EQ(there->trace->offset(SpanId{i}), i);
  }
  for (const IssueKind kind : trace->report().kinds()) {
    const std::uint64_t number = there->trace->report()[kind].firstOffset;
    ASSERT_TRUE(there->places.contains(number));
    EXPECT_EQ(there->places.at(number), trace->placeText(trace->report()[kind].firstOffset));
    if (number < trace->spanCount()) {
      EXPECT_EQ(trace->offset(SpanId{static_cast<std::uint32_t>(number)}), trace->report()[kind].firstOffset);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, PackedTrace,
    testing::Values("h200-attention-original.json.gz", "h200-cuda-graph.json.gz", "h200-jax.json.gz",
                    "h200-profiler-steps.json.gz", "h200-ring-rank0.json.gz", "torch-merged-8-ranks.json.gz",
                    "torch-rocm-mi250.json.gz", "torch-compile-triton.json.gz", "begin-end-trouble.json",
                    "chrome-flows.json.gz", "chrome-counters-with-ids.json", "chrome-instant-scopes.json",
                    "chrome-stack-frames.json", "chrome-nestable-async.json", "tensorflow-timeline-gpu.json.gz",
                    "chrome-lighthouse-m91.json", "viztracer-logging.json", "damage/partial-overlap.json",
                    "damage/zero-time-outlier.json", "damage/ambiguous-launch.json", "damage/dangling-flow.json",
                    "damage/clamped-time.json"));

TEST(PackedTrace, saysWhereItsFilesAre) {
  const TracePtr trace = traceOf("h200-jax.json.gz");
  const auto there = unpackTrace(packTrace(*trace), {.host = "node7:", .events = {}, .origin = {}});
  ASSERT_TRUE(there);
  EXPECT_EQ(there->trace->sources().front().path, "node7:" + trace->sources().front().path);
  EXPECT_EQ(there->trace->sources().front().format, trace->sources().front().format);
  EXPECT_EQ(there->trace->sources().front().textBytes, trace->sources().front().textBytes);
}

TEST(PackedTrace, isRefusedWhereItIsDamaged) {
  const std::string bytes = packTrace(*traceOf("h200-profiler-steps.json.gz"));
  EXPECT_FALSE(unpackTrace("", {}));
  EXPECT_FALSE(unpackTrace("kernline packed 9\n", {}));
  for (std::size_t length = 0; length < bytes.size(); length += 97) {
    EXPECT_FALSE(unpackTrace(bytes.substr(0, length), {})) << length;
  }
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    std::string changed = bytes;
    changed[random() % changed.size()] = static_cast<char>(random());
    if (const auto read = unpackTrace(changed, {.maxBytes = std::uint64_t{64} << 20})) {
      EXPECT_EQ(brokenPromise(*read->trace), "");
    } else {
      EXPECT_THAT(read.error().message.english(), testing::HasSubstr("received"));
    }
  }
}

TEST(PackedTrace, takesNoMoreMemoryThanItMay) {
  const std::string bytes = packTrace(*traceOf("h200-profiler-steps.json.gz"));
  EXPECT_FALSE(unpackTrace(bytes, {.maxBytes = 1000}));
}

TEST(PackedBytes, areTheNumbersAgain) {
  std::mt19937_64 random(1);
  for (const int bits : {0, 1, 7, 8, 13, 33, 63, 64}) {
    packed::Numbers numbers;
    for (int i = 0; i < 3000; ++i) {
      numbers.push_back(bits == 0 ? 0 : random() >> (64 - bits));
    }
    packed::PackedWriter writer;
    writer.addColumn(numbers);
    writer.addEither(numbers, numbers);
    const std::string bytes = writer.take();
    packed::PackedReader reader(bytes, 1 << 20);
    EXPECT_EQ(reader.column(), numbers) << bits;
    EXPECT_LE(reader.numberUpTo(1), 1U);
    EXPECT_EQ(reader.column(), numbers) << bits;
    EXPECT_TRUE(reader.isAtEnd());
  }
  for (const std::int64_t number : {INT64_MIN, INT64_MIN + 1, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    EXPECT_EQ(packed::unzigzag(packed::zigzag(number)), number);
    EXPECT_EQ(packed::stepFrom(-7, packed::stepTo(-7, number)), number);
  }
}

TEST(PackedArgs, areTheArgsOfEachSpan) {
  const TracePtr trace = traceOf("h200-attention-original.json.gz");
  const std::vector<std::string> keys{"External id", "Sequence number", "Input Dims", "grid", "stream", "none"};
  const std::vector<std::string_view> wanted(keys.begin(), keys.end());
  for (const SpanKind kind : {SpanKind::Op, SpanKind::Kernel, SpanKind::Runtime, SpanKind::Overhead}) {
    std::vector<SpanId> spans;
    std::vector<StringId> names;
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      if (trace->kind(SpanId{i}) == kind) {
        spans.push_back(SpanId{i});
        names.push_back(trace->name(SpanId{i}));
      }
    }
    const auto column = ArgColumn::read(packArgs(*trace, kind, keys, 2, {}), keys, names, 1 << 26);
    ASSERT_TRUE(column) << column.error().message.english();
    std::map<std::string, std::string> texts;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const ArgNode read = trace->args(spans[i], wanted);
      const ArgNode there = column->args(i);
      std::string values;
      for (const std::string& key : keys) {
        const ArgNode* const one = read.find(key);
        const ArgNode* const other = there.find(key);
        ASSERT_EQ(one == nullptr, other == nullptr) << key;
        if (one != nullptr) {
          EXPECT_EQ(flatText(*one), flatText(*other)) << key;
          values += key + flatText(*one);
        }
      }
      const auto [at, isNew] = texts.emplace(column->text(i), values);
      EXPECT_EQ(at->second, values) << "equal texts are equal args";
    }
  }
}

TEST(PackedArgs, areRefusedWhereTheyAreDamaged) {
  const TracePtr trace = traceOf("h200-attention-original.json.gz");
  const std::vector<std::string> keys{"Input Dims", "Sequence number"};
  std::vector<StringId> names;
  for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
    if (trace->kind(SpanId{i}) == SpanKind::Op) {
      names.push_back(trace->name(SpanId{i}));
    }
  }
  const std::string bytes = packArgs(*trace, SpanKind::Op, keys, 1, {});
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    std::string changed = bytes.substr(0, i % 2 == 0 ? bytes.size() : random() % bytes.size());
    if (!changed.empty()) {
      changed[random() % changed.size()] = static_cast<char>(random());
    }
    if (const auto column = ArgColumn::read(changed, keys, names, 1 << 26)) {
      for (std::size_t span = 0; span < names.size(); ++span) {
        static_cast<void>(column->args(span));
      }
    }
  }
  EXPECT_FALSE(ArgColumn::read("", keys, names, 1 << 26));
}

}  // namespace
}  // namespace kernline::test
