// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots on the time axis of a trace of the same process. The pair was recorded together by PyTorch 2.11.
#include "core/analysis/memory/snapshot_place.h"

#include "core/analysis/memory/trace_memory.h"
#include "tests/core/analysis/memory/read_memory.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace kernline::test {
namespace {

using testing::HasSubstr;

class SnapshotPlaces : public testing::Test {
 protected:
  std::shared_ptr<const Trace> m_trace = load(fixture("memory/same-process.json.gz")).value();
  std::shared_ptr<const MemoryHistory> m_snapshot = readMemory(fixture("memory/same-process.pickle"));
};

TEST_F(SnapshotPlaces, areFoundByTheClockAndProvenByAddresses) {
  const auto place = placeOn(*m_trace, *m_snapshot);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->compared, 46U);
  EXPECT_EQ(place->agreeing, 46U);
  EXPECT_THAT(placeText("a.pickle", place), says("snapshot-is-of-this-process", "a.pickle", "46", "46"));
}

TEST_F(SnapshotPlaces, putTheCurveOfTheSnapshotOnThatOfTheTrace) {
  const auto place = placeOn(*m_trace, *m_snapshot);
  const std::shared_ptr<MemoryHistory> history = traceMemory(*m_trace);
  const std::size_t own = history->devices.size();
  addSnapshot(*history, *m_snapshot, place->later, "a.pickle");
  ASSERT_EQ(history->devices.size(), own + 1);
  const MemoryDevice& added = history->devices.back();
  EXPECT_EQ(added.title, "GPU 0 · a.pickle");
  const auto ofTrace = std::ranges::find(history->devices, 0, &MemoryDevice::device);
  ASSERT_NE(&*ofTrace, &added);
  // Both rise and fall by the same blocks at the same times, but for two microseconds and what rounding adds.
  std::size_t compared = 0;
  for (const MemoryBlock& block : ofTrace->blocks) {
    const auto same = std::ranges::find_if(added.blocks, [&](const MemoryBlock& one) {
      return one.address == block.address && std::abs((one.begin - block.begin).ns) < 10'000;
    });
    if (!block.isOlder) {
      ++compared;
      EXPECT_NE(same, added.blocks.end()) << block.address;
    }
  }
  EXPECT_EQ(compared, 46U);
  EXPECT_EQ(added.allocated.bytes, m_snapshot->devices[0].allocated.bytes);
  EXPECT_EQ(added.allocated.times.back(), m_snapshot->devices[0].allocated.times.back() + place->later);
}

TEST_F(SnapshotPlaces, keepTextsAndStacks) {
  MemoryHistory history;
  history.stacks.add(StackId::none, history.strings.intern("something else"));
  const auto snapshot = readMemory(fixture("memory/training-protocol-4.pickle"));
  addSnapshot(history, *snapshot, Duration{5}, "b.pickle");
  ASSERT_EQ(history.devices.size(), snapshot->devices.size());
  for (std::size_t d = 0; d < history.devices.size(); ++d) {
    const auto& before = snapshot->devices[d].blocks;
    const auto& after = history.devices[d].blocks;
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(after[i].begin, before[i].begin + Duration{5});
      EXPECT_EQ(after[i].end == MemoryBlock::never, before[i].end == MemoryBlock::never);
      EXPECT_EQ(history.text(after[i].place), snapshot->text(before[i].place));
      EXPECT_EQ(after[i].stack == StackId::none, before[i].stack == StackId::none);
      if (before[i].stack != StackId::none) {
        EXPECT_EQ(history.text(history.stacks.call(after[i].stack)),
                  snapshot->text(snapshot->stacks.call(before[i].stack)));
      }
    }
  }
}

TEST_F(SnapshotPlaces, areNoneAtAnotherTime) {
  MemoryHistory later;
  later.baseTimeNs = m_snapshot->baseTimeNs + std::int64_t{10'000'000'000};
  later.bounds = m_snapshot->bounds;
  const auto place = placeOn(*m_trace, later);
  ASSERT_FALSE(place);
  EXPECT_THAT(placeText("a.pickle", place), testing::AllOf(mentions("snapshot-not-drawn-here", "a.pickle", anyValue),
                                                           saysInEnglish(HasSubstr(": it starts 9.99"))));
  later.baseTimeNs = m_snapshot->baseTimeNs - std::int64_t{10'000'000'000};
  EXPECT_THAT(placeOn(*m_trace, later).error(), mentions("snapshot-ends-before-trace", anyValue));
}

TEST_F(SnapshotPlaces, areNoneOfAnotherProcess) {
  MemoryHistory other;
  other.baseTimeNs = m_snapshot->baseTimeNs;
  other.bounds = m_snapshot->bounds;
  EXPECT_THAT(placeOn(*m_trace, other).error(), says("snapshot-of-another-process", "0", "46"));
}

TEST_F(SnapshotPlaces, areNoneWithoutAClock) {
  MemoryHistory older;
  older.bounds = m_snapshot->bounds;
  EXPECT_THAT(placeOn(*m_trace, older).error(), mentions("snapshot-without-absolute-time"));
  const auto made = load(fixture("chrome-object-snapshot.json")).value();
  ASSERT_EQ(made->baseTimeNs(), 0);
  EXPECT_THAT(placeOn(*made, *m_snapshot).error(), mentions("trace-without-absolute-time"));
}

}  // namespace
}  // namespace kernline::test
