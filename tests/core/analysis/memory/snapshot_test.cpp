// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots against what tests/fixtures/memory/make_snapshots.py counts in them without Kernline.
#include "core/analysis/memory/live_set.h"
#include "core/analysis/memory/memory_moments.h"
#include "tests/core/analysis/memory/read_memory.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>

namespace kernline::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

std::string snapshotPath(const std::string& name) {
  for (const std::string folder : {"h200/", "torch_memory/"}) {
    if (hasShared(folder + name)) {
      return shared(folder + name);
    }
  }
  return fixture("memory/" + name);
}

std::int64_t sumOf(const LiveSet& set) {
  return std::accumulate(set.groups.begin(), set.groups.end(), std::int64_t{0},
                         [](std::int64_t sum, const LiveGroup& group) { return sum + group.bytes; });
}

void expectDevice(const MemoryHistory& history, const MemoryDevice& device, const json& expected) {
  SCOPED_TRACE(device.title);
  EXPECT_TRUE(std::ranges::is_sorted(device.allocated.times, std::ranges::less_equal{}));
  const std::size_t peak = device.allocated.peak().value();
  EXPECT_EQ(device.allocated.bytes.front(), expected.at("start"));
  EXPECT_EQ(device.allocated.bytes[peak], expected.at("peak"));
  EXPECT_EQ(device.allocated.bytes.back(), expected.at("end"));
  EXPECT_EQ(device.reserved.bytes.back(), expected.at("reserved"));
  EXPECT_EQ(device.segments.size(), expected.at("segments"));
  EXPECT_EQ(device.segmentBlocks.size(), expected.at("segment_blocks"));
  EXPECT_EQ(device.failures.size(), expected.at("failures"));

  const Time time = peakTime(history, device);
  std::int64_t recorded = 0;
  std::size_t count = 0;
  for (const std::uint32_t number : liveBlocks(device, time)) {
    const MemoryBlock& block = device.blocks[number];
    recorded += block.isOlder ? 0 : block.bytes;
    count += block.isOlder ? 0U : 1U;
  }
  EXPECT_EQ(count, expected.at("recorded_live_at_peak"));
  EXPECT_EQ(recorded, expected.at("recorded_live_bytes_at_peak"));
  for (int i = 0; i < static_cast<int>(MemoryGrouping::Count_); ++i) {
    EXPECT_EQ(sumOf(liveSet(history, device, time, static_cast<MemoryGrouping>(i))), device.allocated.bytes[peak]);
  }
}

/// Snapshots of torch before 2.1 have no times.
TEST(Snapshots, withoutTimesCountInTheirOrder) {
  for (const char* name : {"memory_snapshot.pickle", "oom_snapshot.pickle"}) {
    SCOPED_TRACE(name);
    std::string bytes = readDecoded(snapshotPath(name));
    constexpr std::string_view key = "time_us";
    for (auto at = bytes.find(key); at != std::string::npos; at = bytes.find(key, at)) {
      bytes.replace(at, key.size(), "time_xx");
    }
    const TemporaryFile file(bytes, ".pickle");
    const auto timed = readMemory(snapshotPath(name));
    const auto untimed = readMemory(file.path());
    ASSERT_EQ(untimed->devices.size(), timed->devices.size());
    for (std::size_t i = 0; i < timed->devices.size(); ++i) {
      EXPECT_EQ(untimed->devices[i].allocated.bytes, timed->devices[i].allocated.bytes);
      EXPECT_EQ(untimed->devices[i].reserved.bytes, timed->devices[i].reserved.bytes);
      EXPECT_EQ(untimed->devices[i].blocks.size(), timed->devices[i].blocks.size());
      EXPECT_EQ(untimed->devices[i].failures.size(), timed->devices[i].failures.size());
    }
    EXPECT_GT(untimed->report[MemoryIssueKind::NoTime].count, 30);
    EXPECT_EQ(timed->report[MemoryIssueKind::NoTime].count, 0);
    EXPECT_TRUE(isNumbered(*untimed));
    EXPECT_EQ(momentText(*untimed, Time{17}).english(), "event 17");
    EXPECT_EQ(lengthText(*untimed, Duration{1}).english(), "1 event");
    EXPECT_EQ(lengthText(*untimed, Duration{17}).english(), "17 events");
    EXPECT_FALSE(isNumbered(*timed));
    EXPECT_EQ(momentText(*timed, Time{17'000}).english(), "17.00 µs");
    EXPECT_EQ(lengthText(*timed, Duration{17}).english(), "17 ns");
  }
}

TEST(Snapshots, haveTheFiguresOfAnIndependentCount) {
  const json expected = json::parse(readFile(fixture("memory/figures.txt")));
  for (const auto& [name, devices] : expected.items()) {
    SCOPED_TRACE(name);
    const auto history = readMemory(snapshotPath(name));
    ASSERT_EQ(history->devices.size(), devices.size());
    std::size_t at = 0;
    for (const auto& [device, figures] : devices.items()) {
      EXPECT_EQ(history->devices[at].device, std::stoi(device));
      expectDevice(*history, history->devices[at], figures);
      ++at;
    }
  }
}

TEST(Snapshots, ofEveryProtocolSayTheSame) {
  const json expected = json::parse(readFile(fixture("memory/figures.txt"))).at("training-protocol-4.pickle").at("0");
  for (int protocol = 0; protocol < 6; ++protocol) {
    SCOPED_TRACE(protocol);
    const auto history = readMemory(fixture("memory/training-protocol-" + std::to_string(protocol) + ".pickle"));
    expectDevice(*history, history->devices.front(), expected);
  }
}

TEST(Snapshots, sayWhoAskedAndInWhichPhase) {
  const auto history = readMemory(fixture("memory/training-protocol-4.pickle"));
  const MemoryDevice& device = history->devices.front();
  EXPECT_EQ(names(liveSet(*history, device, peakTime(*history, device), MemoryGrouping::Phase)),
            (std::vector<std::string>{"backward", "forward", phrase("allocated-before-recording")}));
  EXPECT_EQ(
      names(liveSet(*history, device, peakTime(*history, device), MemoryGrouping::Place)),
      (std::vector<std::string>{"model.py:51 train", "model.py:12 linear", phrase("allocated-before-recording")}));
  const MemoryBlock& state = device.blocks[neverFreed(device).front()];
  EXPECT_EQ(state.bytes, 4000);
  EXPECT_EQ(state.phase, MemoryPhase::Optimizer);
  EXPECT_EQ(history->text(history->stacks.call(state.stack)),
            "step (/usr/lib/python3/dist-packages/torch/optim/adamw.py:99)");
}

TEST(Snapshots, knowHowLongABlockLivesAndWhatAStepLeavesBehind) {
  const auto history = readMemory(fixture("memory/training-protocol-4.pickle"));
  const MemoryDevice& device = history->devices.front();
  ASSERT_EQ(history->marks.size(), 1U);
  EXPECT_EQ(history->text(history->marks.front().name), "## forward ##");
  const auto left = leftBehind(device, history->marks.front().range);
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(device.blocks[left[0]].bytes, 5000);
  EXPECT_EQ((device.blocks[left[0]].end - device.blocks[left[0]].begin).ns / 1000, 2);
  EXPECT_EQ(device.blocks[left[1]].end, MemoryBlock::never);  // its free is not completed
}

TEST(Snapshots, runNothingAndSayWhatTheyRefused) {
  const std::filesystem::path trace = std::filesystem::current_path() / "kernline-was-here";
  std::filesystem::remove(trace);
  const auto history = readMemory(fixture("memory/hostile.pickle"));
  EXPECT_FALSE(std::filesystem::exists(trace));
  EXPECT_THAT(history->report[MemoryIssueKind::RefusedCode].example, HasSubstr("system"));
  EXPECT_EQ(history->report[MemoryIssueKind::BadRecord].count, 1U);
  const MemoryDevice& device = history->devices.front();
  EXPECT_EQ(device.allocated.bytes[device.allocated.peak().value()], 31500);  // the rest is there
}

TEST(Snapshots, tellOfWhatFailed) {
  const auto history = readMemory(fixture("memory/out-of-memory.pickle"));
  ASSERT_EQ(history->devices.size(), 2U);
  EXPECT_THAT(history->devices[0].failures, IsEmpty());
  ASSERT_EQ(history->devices[1].failures.size(), 1U);
  EXPECT_EQ(history->devices[1].title, "GPU 1");
  EXPECT_EQ(history->devices[1].failures[0].bytes, std::int64_t{1} << 34);
  EXPECT_EQ(history->devices[1].failures[0].deviceFree, std::int64_t{1} << 30);
  EXPECT_EQ(history->devices[1].segments[0].address, 0xFFFF'8000'0000'0000U);
}

TEST(Snapshots, cutOffAnywhereGiveWhatIsLeft) {
  const std::string whole = readFile(fixture("memory/training-protocol-4.pickle"));
  std::size_t opened = 0;
  for (std::size_t length = 16; length < whole.size(); ++length) {
    const TemporaryFile cut(std::string_view(whole).substr(0, length), ".pickle");
    Expected<Document> document = openDocument(cut.path());
    if (!document) {
      EXPECT_THAT(document.error().message, mentions("pickle-but-no-snapshot", anyValue));
      continue;
    }
    ++opened;
    const auto& history = *std::get<std::shared_ptr<const MemoryHistory>>(*document);
    EXPECT_GE(history.report[MemoryIssueKind::DamagedInput].count, 1U) << length;
  }
  EXPECT_GT(opened, whole.size() / 2);
}

TEST(Snapshots, mayHoldThemselves) {
  // {"segments": [d]} where d is {"blocks": [], "total_size": 1, "frames": d}, filled pair by pair
  const TemporaryFile file("(dp0\nVsegments\n(lp1\n(dp2\nVblocks\n(lsVtotal_size\nI1\nsVframes\ng2\nsas.", ".pickle");
  const auto history = readMemory(file.path());
  ASSERT_EQ(history->devices.size(), 1U);
  EXPECT_EQ(history->devices[0].segments.size(), 1U);
}

TEST(Snapshots, refuseOtherPickles) {
  const TemporaryFile other(std::string_view("\x80\x04\x95\x02\0\0\0\0\0\0\0]\x94.", 14), ".pickle");
  const Expected<Document> document = openDocument(other.path());
  ASSERT_FALSE(document);
  EXPECT_THAT(document.error().message, mentions("pickle-but-no-snapshot", anyValue));
}

TEST(Snapshots, countWhatHasAnAbsurdSize) {
  std::string text = readFile(fixture("memory/training-protocol-0.pickle"));
  const std::size_t at = text.find("I5000\n");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 6, "I9000000000000000000\n");
  const TemporaryFile changed(text, ".pickle");
  const auto history = readMemory(changed.path());
  EXPECT_EQ(history->report[MemoryIssueKind::InvalidSize].count, 1U);
}

}  // namespace
}  // namespace kernline::test
