// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/blocks_section.h"

#include "core/analysis/blocks/kernel_blocks.h"
#include "core/model/trace/block_spans.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/details/link_row.h"
#include "ui/views/details/warp_lanes.h"
#include "ui/views/timeline/arrangement.h"
#include "ui/views/timeline/timeline_layout.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>
#include <string>

namespace kernline::ui {
namespace {

class DetailsOfBlocks : public test::PanelTest<BlocksSection> {
 protected:
  void SetUp() override { m_trace = load(test::fixture("recordings/blocks.json.gz")).value(); }
  void show(SpanId span) {
    m_panel.showBlocksOf(m_trace, span);
    ASSERT_TRUE(settles());
  }
};

TEST_F(DetailsOfBlocks, tellHowAKernelFilledTheSms) {
  const KernelBlocks launch = kernelBlocks(*m_trace).at(0);
  show(launch.kernel);
  EXPECT_FALSE(m_panel.isHidden());
  EXPECT_EQ(fact("SMs used"), "132 of 132");
  EXPECT_FALSE(fact("Tail").empty());
  QSignalSpy spy(&m_panel, &BlocksSection::spanRequested);
  const auto rows = m_panel.findChildren<LinkRow*>();
  ASSERT_EQ(rows.size(), 3);
  QTest::mouseClick(rows.at(0), Qt::LeftButton);
  ASSERT_EQ(spy.size(), 1);
  EXPECT_EQ(spy.at(0).at(0).value<SpanId>(), launch.blocks.front().span);
}

TEST_F(DetailsOfBlocks, tellTheSameOfABlock) {
  const KernelBlocks launch = kernelBlocks(*m_trace).at(0);
  show(launch.blocks.at(7).span);
  EXPECT_EQ(fact("SMs used"), "132 of 132");
  EXPECT_EQ(m_panel.findChildren<LinkRow*>().at(0)->target(), launch.kernel);
}

TEST_F(DetailsOfBlocks, areHiddenForAKernelWithoutThem) {
  const KernelBlocks launch = kernelBlocks(*m_trace).at(0);
  std::uint32_t other = 0;
  while (m_trace->kind(SpanId{other}) != SpanKind::Kernel || SpanId{other} == launch.kernel) {
    ++other;
  }
  show(SpanId{other});
  EXPECT_TRUE(m_panel.isHidden());
}

TEST_F(DetailsOfBlocks, areFoldedIntoOneRowOfTheTimeline) {
  const auto sm =
      std::ranges::find_if(m_trace->tracks(), [&](const Track& track) { return isMultiprocessor(*m_trace, track); });
  ASSERT_NE(sm, m_trace->tracks().end());
  const Arrangement arrangement(*m_trace);
  EXPECT_TRUE(arrangement.state(rowOf(sm->process)).isCollapsed);
  const TimelineLayout layout(*m_trace, arrangement);
  EXPECT_LT(layout.rows().size(), 30U) << "132 SMs are one row";
}

TEST_F(DetailsOfBlocks, showALaneForEachWarpOfABlockThatHasMarks) {
  m_trace = load(test::fixture("recordings/pipeline.json")).value();
  const KernelBlocks launch = kernelBlocks(*m_trace).at(0);
  m_panel.resize(400, 600);
  m_panel.show();
  show(launch.blocks.front().span);
  auto* lanes = m_panel.findChild<WarpLanes*>();
  ASSERT_TRUE(lanes->isVisibleTo(&m_panel));
  ASSERT_EQ(lanes->lanes().size(), 3U);
  EXPECT_EQ(fact("Warp 0"), "waiting 25.0 %") << "the producer";
  EXPECT_EQ(fact("Warps 1 to 2"), "waiting 50.0 %") << "the consumers";
  const SpanId phase = lanes->lanes()[1].phases.at(1);
  QSignalSpy spy(&m_panel, &BlocksSection::spanRequested);
  QTest::mouseClick(lanes, Qt::LeftButton, {}, lanes->placeOf(phase).center().toPoint());
  ASSERT_EQ(spy.size(), 1);
  EXPECT_EQ(spy.at(0).at(0).value<SpanId>(), phase);
  show(phase);
  EXPECT_EQ(lanes->lanes().size(), 3U) << "those of the block that it is in";
  show(launch.kernel);
  EXPECT_FALSE(lanes->isVisibleTo(&m_panel));
}

TEST_F(DetailsOfBlocks, tellOfTracersInsideOfKernelsWhatTheyKnow) {
  m_trace = load(test::fixture("proton-inside-kernels.json")).value();
  const KernelBlocks launch = kernelBlocks(*m_trace).at(0);
  show(launch.phases.front().span);
  EXPECT_EQ(fact("Blocks"), "4");
  EXPECT_EQ(fact("SMs used"), "2");
  EXPECT_EQ(fact("Clock"), "unknown");
  EXPECT_EQ(fact("Phase load"), "400 cycles to 500 cycles, median 400 cycles");
  EXPECT_EQ(m_panel.findChild<WarpLanes*>()->lanes().size(), 2U);
}

}  // namespace
}  // namespace kernline::ui
