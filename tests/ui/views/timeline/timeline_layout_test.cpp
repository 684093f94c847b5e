// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/timeline_layout.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

class TwoProcesses : public ::testing::Test {
 protected:
  void SetUp() override {
    test::HandMadeTrace made;
    const ProcessId host = made.process("1");
    const TrackId thread = made.track(host, "1", TrackKind::Thread);
    made.span(thread, SpanKind::Op, "outer", 0, 100);
    made.span(thread, SpanKind::Op, "inner", 10, 50);
    made.track(host, "2", TrackKind::Thread);  // never used
    made.span(made.track(made.process("0", 0), "7", TrackKind::Stream), SpanKind::Kernel, "kernel", 0, 100);
    made.counter(host, "memory", {{5, 1}});
    m_trace = made.build();
    m_arrangement = Arrangement(*m_trace);
  }

  [[nodiscard]] TimelineLayout layout() const { return {*m_trace, m_arrangement}; }
  [[nodiscard]] TrackId trackOf(std::string_view span) const {
    return m_trace->trackOf(test::spanNamed(*m_trace, span));
  }

  std::shared_ptr<const Trace> m_trace;
  Arrangement m_arrangement;
};

TEST_F(TwoProcesses, devicesComeFirst) {
  const TimelineLayout rows = layout();
  ASSERT_EQ(rows.rows().front().kind, TimelineRowKind::Group);
  EXPECT_EQ(m_trace->process(rows.rows().front().process).device, 0);
}

TEST_F(TwoProcesses, aTrackWithNothingOnItIsHidden) {
  int tracks = 0;
  const TimelineLayout rows = layout();
  for (const TimelineRow& row : rows.rows()) {
    tracks += row.kind == TimelineRowKind::Track ? 1 : 0;
  }
  EXPECT_EQ(tracks, 2);
}

TEST_F(TwoProcesses, rowsLieOneBelowTheOther) {
  int bottom = 0;
  const TimelineLayout rows = layout();
  for (const TimelineRow& row : rows.rows()) {
    EXPECT_EQ(row.top, bottom);
    bottom = row.bottom();
  }
  EXPECT_EQ(rows.height(), bottom);
}

TEST_F(TwoProcesses, everyYHasItsRow) {
  const TimelineLayout rows = layout();
  for (const TimelineRow& row : rows.rows()) {
    EXPECT_EQ(rows.rowAt(row.top), &row);
    EXPECT_EQ(rows.rowAt(row.bottom() - 1), &row);
  }
  EXPECT_EQ(rows.rowAt(rows.height()), nullptr);
  EXPECT_EQ(rows.rowAt(-1), nullptr);
}

TEST_F(TwoProcesses, aCollapsedTrackIsOneRowHigh) {
  const int open = layout().rowOf(trackOf("inner"))->height;
  m_arrangement.setCollapsed(rowOf(trackOf("inner")), true);
  EXPECT_LT(layout().rowOf(trackOf("inner"))->height, open);
}

TEST_F(TwoProcesses, aCollapsedProcessHidesItsRowsAndCounters) {
  const ProcessId host = m_trace->track(trackOf("inner")).process;
  m_arrangement.setCollapsed(rowOf(host), true);
  const TimelineLayout rows = layout();
  EXPECT_EQ(rows.rowOf(trackOf("inner")), nullptr);
  EXPECT_NE(rows.headerOf(host), nullptr);
  EXPECT_NE(rows.rowOf(trackOf("kernel")), nullptr);
  for (const TimelineRow& row : rows.rows()) {
    EXPECT_NE(row.kind, TimelineRowKind::Counter);
  }
}

TEST(TimelineLayout, aTraceOfNothingHasNoRows) {
  const auto trace = test::sketch("");
  const TimelineLayout layout(*trace, Arrangement(*trace));
  EXPECT_EQ(layout.height(), 0);
  EXPECT_EQ(layout.rowAt(0), nullptr);
}

TEST(TimelineLayout, aTrackOfInstantsAloneIsShown) {
  test::HandMadeTrace made;
  made.instant(made.track(made.process("1"), "1", TrackKind::Thread), "mark", 10);
  const auto trace = made.build();
  EXPECT_NE(TimelineLayout(*trace, Arrangement(*trace)).rowOf(TrackId{0}), nullptr);
}

}  // namespace
}  // namespace kernline::ui
