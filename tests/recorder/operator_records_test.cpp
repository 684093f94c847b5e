// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/operator_records.h"

#include "app/recorder/io/record_ring.h"
#include "app/recorder/io/recording_header.h"
#include "tests/recorder/made_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace kernline::recorder {
namespace {

using testing::ElementsAre;

class OperatorRecords : public testing::Test {
 protected:
  void begin(std::int64_t time, std::uintptr_t function, std::string_view name, std::int64_t sequence = -1,
             std::uint64_t thread = 0, OperatorStep step = OperatorStep::Begin) {
    const OperatorRecord record{.time = time,
                                .function = function,
                                .sequence = sequence,
                                .forwardThread = thread,
                                .nameBytes = static_cast<std::uint32_t>(name.size()),
                                .step = step};
    std::vector<std::byte> bytes(sizeof record + name.size());
    std::memcpy(bytes.data(), &record, sizeof record);
    std::memcpy(bytes.data() + sizeof record, name.data(), name.size());
    m_reader.read(bytes);
  }
  void end(std::int64_t time, std::uintptr_t function) {
    const OperatorRecord record{.time = time, .function = function, .step = OperatorStep::End};
    m_reader.read(std::as_bytes(std::span(&record, 1)));
  }
  /// "name start+duration" in the order of the lines.
  std::vector<std::string> events() {
    std::vector<std::string> found;
    for (const auto& event : document()) {
      if (event["ph"] == "X") {
        found.push_back(event["name"].get<std::string>() + " " + event["ts"].dump() + "+" + event["dur"].dump());
      }
    }
    return found;
  }
  nlohmann::json document() {
    return nlohmann::json::parse(headerText(test::madeHeader()) + std::string(m_lines.text()) +
                                 footerText({.records = m_lines.counts()}))["traceEvents"];
  }
  nlohmann::json named(std::string_view name) {
    for (const auto& event : document()) {
      if (event["name"] == name) {
        return event;
      }
    }
    return {};
  }

  EventLines m_lines{ProcessIdentity{.pid = 7, .number = 0, .name = "python"}};
  OperatorReader m_reader{m_lines, 9};
};

TEST_F(OperatorRecords, becomeOperatorsAndRangesOfTheirThread) {
  begin(1000, 0xA0, "step", -1, 0, OperatorStep::BeginRange);
  begin(2000, 0xB0, "aten::mm", 12);
  end(3000, 0xB0);
  end(9000, 0xA0);
  EXPECT_THAT(events(), ElementsAre("aten::mm 2.0+1.0", "step 1.0+8.0"));
  EXPECT_EQ(named("aten::mm")["cat"], "cpu_op");
  EXPECT_EQ(named("aten::mm")["tid"], 9);
  EXPECT_EQ(named("aten::mm")["args"].dump(), R"({"Fwd thread id":0,"Sequence number":12})");
  EXPECT_EQ(named("step")["cat"], "user_annotation");
  EXPECT_EQ(m_lines.counts()[RecordKind::Operator], 1U);
  EXPECT_EQ(m_lines.counts()[RecordKind::Annotation], 1U);
}

TEST_F(OperatorRecords, becomeCallsOfModules) {
  begin(1000, 77, "nn.Module: layers.0.mlp", -1, 0, OperatorStep::BeginModule);
  begin(2000, 77, "nn.Module: layers.0.mlp", -1, 0, OperatorStep::BeginModule);  // calls itself
  end(3000, 77);
  end(9000, 77);
  EXPECT_THAT(events(), ElementsAre("nn.Module: layers.0.mlp 2.0+1.0", "nn.Module: layers.0.mlp 1.0+8.0"));
  EXPECT_EQ(named("nn.Module: layers.0.mlp")["cat"], "python_function");
  EXPECT_EQ(m_lines.counts()[RecordKind::PythonFunction], 2U);
}

TEST_F(OperatorRecords, ofTheEngineHaveTheNumberOfTheOperatorInThem) {
  begin(0, 0xA0, "autograd::engine::evaluate_function: MmBackward0");
  begin(10, 0xB0, "MmBackward0", 41, 1);
  end(20, 0xB0);
  begin(30, 0xB0, "torch::autograd::AccumulateGrad", 99, 1);
  end(40, 0xB0);
  end(50, 0xA0);
  EXPECT_EQ(named("autograd::engine::evaluate_function: MmBackward0")["args"]["Sequence number"], 41);
}

TEST_F(OperatorRecords, withoutAnEndAreCountedAndWithoutABeginAreNone) {
  begin(0, 0xA0, "outer");
  begin(10, 0xB0, "lost end");
  end(20, 0xC0);
  end(50, 0xA0);
  EXPECT_THAT(events(), ElementsAre("outer 0.0+0.05"));
  EXPECT_EQ(m_reader.lost(), 1U);
}

TEST_F(OperatorRecords, thatAreOpenAtTheEndEndThere) {
  begin(0, 0xA0, "outer");
  begin(10'000, 0xB0, "inner");
  m_reader.end(30'000);
  EXPECT_THAT(events(), ElementsAre("outer 0.0+30.0", "inner 10.0+20.0"));
  EXPECT_EQ(named("inner")["args"]["unfinished"], true);
  m_reader.end(40'000);
  EXPECT_EQ(events().size(), 2U);
}

/// Records of `length` bytes that begin with their number.
std::vector<std::byte> numbered(std::uint32_t number, std::size_t length) {
  std::vector<std::byte> bytes(length);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

TEST(RecordRing, givesEveryRecordOnceInOrderAcrossThreads) {
  RecordRing ring(4096);
  constexpr std::uint32_t count = 200'000;
  std::uint64_t lost = 0;
  std::jthread writer([&] {
    for (std::uint32_t i = 0; i < count;) {
      const std::vector<std::byte> record = numbered(i, 4 + i % 90);
      ring.write(std::span(record));
      const std::uint64_t now = ring.takeLost();
      lost += now;
      i += now == 0 ? 1 : 0;
      if (now != 0) {
        std::this_thread::yield();
      }
    }
  });
  std::uint32_t next = 0;
  while (next < count) {
    ring.read([&](std::span<const std::byte> record) {
      std::uint32_t number = 0;
      std::memcpy(&number, record.data(), sizeof number);
      ASSERT_EQ(number, next);
      ASSERT_EQ(record.size(), 4 + next % 90);
      ++next;
    });
  }
  EXPECT_EQ(next, count);
}

TEST(RecordRing, countsWhatFindsNoRoom) {
  RecordRing ring(64);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::vector<std::byte> record = numbered(i, 16);
    ring.write(std::span(record));
  }
  EXPECT_EQ(ring.takeLost(), 2U);
  EXPECT_EQ(ring.takeLost(), 0U);
  std::size_t taken = 0;
  ring.read([&](std::span<const std::byte>) { ++taken; });
  EXPECT_EQ(taken, 2U);
}

}  // namespace
}  // namespace kernline::recorder
