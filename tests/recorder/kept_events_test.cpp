// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/kept_events.h"
#include "app/recorder/io/event_line.h"
#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/gpu_use.h"
#include "app/recorder/io/time_edge.h"
#include "app/recorder/io/trigger.h"

#include "tests/recorder/made_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::recorder {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t second = 1'000'000'000;

EventLines linesOfProcess() {
  return EventLines({.pid = 4242, .number = 0, .name = "program"});
}

KeptEvents::Text textOf(const EventLines& lines) {
  return std::make_shared<const std::string>(lines.text());
}

/// Adds a launch that has just ended, as a part of its own.
void addLaunchTo(KeptEvents& kept, EventLines& lines, std::int64_t now) {
  lines.clear();
  test::addLaunchAt(lines, static_cast<std::uint32_t>(now / 1000), now - 10'000);
  kept.add(textOf(lines), lines.counts(), now);
}

TEST(KeptEvents, areThoseOfTheLastSecondsWithNamesOfAllRows) {
  KeptEvents kept({.time = std::chrono::seconds(2)});
  EventLines lines = linesOfProcess();
  for (int i = 1; i <= 100; ++i) {
    addLaunchTo(kept, lines, i * second / 10);
  }
  EXPECT_GE(kept.parts().size(), 20U);
  EXPECT_LE(kept.parts().size(), 26U);
  EXPECT_THAT(*kept.parts().front().text, Not(HasSubstr("thread_name")));
  EXPECT_THAT(*kept.beginning().text, HasSubstr("\"name\":\"stream 7\""));
  EXPECT_THAT(*kept.beginning().text, HasSubstr("\"name\":\"program\""));
  EXPECT_THAT(*kept.beginning().text, HasSubstr("\"name\":\"thread 77\""));
  EXPECT_EQ(kept.beginning().counts.sum(), 0U);
  EXPECT_EQ(kept.droppedSince(0), 0U);  // they are too old to be missed
}

TEST(KeptEvents, countWhatHasNoRoom) {
  KeptEvents kept({.time = std::chrono::seconds(10), .bytes = 20'000});
  EventLines lines = linesOfProcess();
  for (int i = 1; i <= 100; ++i) {
    addLaunchTo(kept, lines, i * second / 100);
  }
  EXPECT_LE(kept.bytes(), 20'000U);
  EXPECT_GT(kept.parts().size(), 10U);
  EXPECT_EQ(kept.droppedSince(0), 2 * (100 - kept.parts().size()));
  EXPECT_EQ(kept.droppedSince(second * 9 / 10), 0U);
}

TEST(KeptEvents, rememberTheLastValueOfEachCounter) {
  KeptEvents kept({.time = std::chrono::seconds(1)});
  EventLines lines = linesOfProcess();
  constexpr std::array<std::string_view, 1> series{"SM active"};
  for (const double value : {10.0, 20.0}) {
    lines.clear();
    lines.add(
        CounterEvent{.chart = "GPU use (%)", .device = 0, .time = 5, .series = series, .values = std::span(&value, 1)});
    kept.add(textOf(lines), lines.counts(), 10);
  }
  kept.forgetOld(10 * second);
  EXPECT_TRUE(kept.parts().empty());
  EXPECT_THAT(*kept.beginning().text, HasSubstr("\"SM active\":20"));
  EXPECT_THAT(*kept.beginning().text, Not(HasSubstr("\"SM active\":10")));
  EXPECT_EQ(kept.beginning().counts[RecordKind::Counter], 1U);
}

class Written final : public EventSink {
 public:
  bool write(std::string_view events, const RecordCounts& counts) override {
    text += events;
    total += counts;
    return true;
  }
  std::string text;
  RecordCounts total;
};

OperatorEvent operatorAt(std::int64_t start, std::int64_t end, OperatorEvent::Kind kind) {
  return {.name = "a \"name\",\"ts\":7", .start = start, .end = end, .thread = 77, .kind = kind};
}

TEST(TimeEdge, leavesOutWhatEndedBeforeIt) {
  EventLines lines = linesOfProcess();
  test::addLaunchAt(lines, 0, 1'000'000);
  test::addLaunchAt(lines, 1, 5'000'000);
  lines.add(MemoryEvent{.time = 3'000'000, .thread = 77, .kind = "Device"});
  Written written;
  TimeEdge(written, 4'000'000).write(lines.text(), lines.counts());
  EXPECT_EQ(written.total[RecordKind::Kernel], 1U);
  EXPECT_EQ(written.total[RecordKind::RuntimeCall], 1U);
  EXPECT_EQ(written.total[RecordKind::Memory], 0U);
  EXPECT_THAT(written.text, HasSubstr("\"name\":\"stream 7\""));  // names pass
  EXPECT_THAT(written.text, Not(HasSubstr("\"correlation\":1,")));
  EXPECT_THAT(written.text, HasSubstr("\"correlation\":2"));
}

TEST(TimeEdge, letsWhatLastsLongBeginThere) {
  EventLines lines = linesOfProcess();
  lines.add(operatorAt(1'000'000, 9'000'000, OperatorEvent::Kind::Range));
  lines.add(operatorAt(2'000'000, 8'000'000, OperatorEvent::Kind::Frame));
  lines.add(operatorAt(3'000'000, 7'000'000, OperatorEvent::Kind::Operator));
  Written written;
  TimeEdge(written, 4'000'000).write(lines.text(), lines.counts());
  EXPECT_EQ(written.total, lines.counts());
  EXPECT_THAT(written.text, HasSubstr("\"ts\":4000.000,\"dur\":5000.000,\"args\":{\"cut\":true}"));
  EXPECT_THAT(written.text, HasSubstr("\"ts\":4000.000,\"dur\":4000.000,\"args\":{\"cut\":true,\"sampled\":true}"));
  EXPECT_THAT(written.text, HasSubstr("\"ts\":3000.000,\"dur\":4000.000,\"args\":{}"));  // same length as before
}

TEST(TimeEdge, passesWhatIsBehindItUnchanged) {
  EventLines lines = linesOfProcess();
  test::addLaunchAt(lines, 0, 5'000'000);
  Written written;
  TimeEdge(written, 4'000'000).write(lines.text(), lines.counts());
  EXPECT_EQ(written.text, lines.text());
}

TEST(EventLine, isReadAsItWasWritten) {
  EventLines lines = linesOfProcess();
  KernelEvent kernel;
  kernel.name = "k<\"ts\":9>,\"pid\":8";
  kernel.device = 3;
  kernel.start = 1'234'567;
  kernel.end = 1'300'000;
  lines.add(kernel);
  std::vector<EventLine> all;
  eachEventLine(lines.text(), [&](const EventLine& line) { all.push_back(line); });
  EXPECT_EQ(all.front().phase(), 'M');
  EXPECT_EQ(all.back().phase(), 'X');
  EXPECT_EQ(all.back().category(), "kernel");
  EXPECT_EQ(all.back().pid(), 3);
  EXPECT_EQ(all.back().time(), 1'234'567);
  EXPECT_EQ(all.back().duration(), 65'433);
}

/// Kernels on a GPU, in ms.
void addKernels(GpuUse& use, std::uint32_t device, const std::vector<std::pair<std::int64_t, std::int64_t>>& spans) {
  EventLines lines = linesOfProcess();
  for (const auto& [begin, end] : spans) {
    KernelEvent kernel;
    kernel.name = "k";
    kernel.device = device;
    kernel.start = begin * 1'000'000;
    kernel.end = end * 1'000'000;
    lines.add(kernel);
  }
  use.add(lines.text());
}

TEST(GpuUse, isTheShareOfTheLatestPeriodWithoutWork) {
  GpuUse use(second);
  addKernels(use, 0, {{0, 500}});
  EXPECT_FALSE(use.idlest().has_value());  // nobody knows yet
  addKernels(use, 0, {{1500, 2000}, {1400, 1600}, {1100, 1300}});
  EXPECT_NEAR(use.idlest()->share, 0.2, 1e-9);
  addKernels(use, 0, {{1300, 1400}});  // records may be late
  EXPECT_NEAR(use.idlest()->share, 0.1, 1e-9);
  addKernels(use, 1, {{1000, 1100}, {2050, 2100}});
  EXPECT_EQ(use.idlest()->device, 1);
  EXPECT_NEAR(use.idlest()->share, 0.95, 1e-9);
}

TEST(GpuUse, isIdleWhereItIsKnownThatNothingMoreCame) {
  GpuUse use(second);
  addKernels(use, 0, {{0, 2000}});
  EXPECT_NEAR(use.idlest()->share, 0, 1e-9);
  use.completeUntil(second * 5 / 2);
  EXPECT_NEAR(use.idlest()->share, 0.5, 1e-9);
}

TEST(Trigger, isReadAsItWasWritten) {
  const Trigger trigger{.kind = Trigger::Kind::Exception, .time = 12, .what = "ValueError: 3 is no layer"};
  EXPECT_EQ(readTrigger(toText(trigger)), trigger);
  EXPECT_EQ(describe(trigger), "exception: ValueError: 3 is no layer");
  EXPECT_EQ(describe({.kind = Trigger::Kind::Asked, .what = {}}), "asked for");
  for (const char* text : {"", "9 1 x", "a", "1", "1 b c"}) {
    EXPECT_FALSE(readTrigger(text).has_value()) << text;
  }
}

TEST(Conditions, areReadAsTheyWereWritten) {
  Conditions conditions;
  EXPECT_EQ(addCondition("oom", conditions), "");
  EXPECT_EQ(toText(conditions), "oom");
  EXPECT_EQ(addCondition(" exception ", conditions), "");
  EXPECT_TRUE(readConditions(toText(conditions)).hasException);
  EXPECT_TRUE(readConditions(toText(conditions)).hasOutOfMemory);
  EXPECT_FALSE(readConditions("").hasException);
}

}  // namespace
}  // namespace kernline::recorder
