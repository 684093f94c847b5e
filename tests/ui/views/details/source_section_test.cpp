// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/source_section.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/details/link_row.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace kernline::ui {
namespace {

class DetailsOfHotLines : public test::PanelTest<SourceSection> {
 protected:
  void SetUp() override { m_trace = load(test::fixture("recordings/source.json.gz")).value(); }
  void show(SpanKind kind) {
    std::uint32_t span = 0;
    while (m_trace->kind(SpanId{span}) != kind) {
      ++span;
    }
    m_panel.showLinesOf(m_trace, SpanId{span});
    ASSERT_TRUE(settles());
  }
};

TEST_F(DetailsOfHotLines, listThoseOfAKernelAndLeadToThem) {
  show(SpanKind::Kernel);
  EXPECT_FALSE(m_panel.isHidden());
  QSignalSpy spy(&m_panel, &SourceSection::sourceRequested);
  const auto rows = m_panel.findChildren<LinkRow*>();
  ASSERT_GE(rows.size(), 2);
  EXPECT_EQ(rows[0]->accessibleName(), QStringLiteral("95.7 % 9 · value = rsqrtf(value * value + 1.0f); // hot"));
  EXPECT_EQ(rows[0]->toolTip(), QStringLiteral("hot_line.cu:9 · value = rsqrtf(value * value + 1.0f); // hot"));
  QTest::mouseClick(rows.at(0), Qt::LeftButton);
  ASSERT_EQ(spy.size(), 1);
  EXPECT_EQ(spy.at(0).at(0).value<HotLine>().line, 9U);
}

TEST_F(DetailsOfHotLines, areHiddenForAnythingElse) {
  show(SpanKind::Kernel);
  show(SpanKind::Runtime);
  EXPECT_TRUE(m_panel.isHidden());
}

}  // namespace
}  // namespace kernline::ui
