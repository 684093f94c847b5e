// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_dock.h"

#include "tests/ui/window/window_fixture.h"
#include "ui/views/details/link_row.h"
#include "ui/views/source/code_pane.h"
#include "ui/views/source/source_panel.h"
#include "ui/views/source/source_view.h"
#include "ui/window/parts/commands.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

class SourceInTheWindow : public Window {
 protected:
  void open(const char* name) {
    m_window.openFiles({QString::fromStdString(test::fixture(name))});
    ASSERT_TRUE(settles());
  }
  QDockWidget& dock() { return *child<QDockWidget>("sourceDock"); }
  SourceView& page() { return *child<SourcePanel>("sourcePanel")->view(); }
};

TEST_F(SourceInTheWindow, isOpenedFromTheMenuWithTheFocusOnTheHotLine) {
  open("recordings/source.json.gz");
  EXPECT_TRUE(dock().isHidden()) << "it opens when it is asked for";
  m_window.commands().ofDock(sourceDock)->trigger();
  ASSERT_TRUE(settles());
  EXPECT_FALSE(dock().isHidden());
  ASSERT_TRUE(page().isVisible());
  EXPECT_EQ(page().kernel(), 0U);
}

TEST_F(SourceInTheWindow, isOpenedFromTheDetailsOfAKernelAtTheLineThatIsClicked) {
  open("recordings/source.json.gz");
  std::uint32_t kernel = 0;
  while (trace().kind(SpanId{kernel}) != SpanKind::Kernel) {
    ++kernel;
  }
  view().select(SpanId{kernel});
  ASSERT_TRUE(settles());
  const auto rows = child<QWidget>("detailsSource")->findChildren<LinkRow*>();
  ASSERT_GE(rows.size(), 2);
  QTest::mouseClick(rows.at(1), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(dock().isHidden());
  ASSERT_TRUE(test::waitUntil([&] { return page().kernel().has_value(); }));
  const auto* lines = child<CodePane>("sourceLines");
  const CodeRow& current = lines->rows().rows.at(static_cast<std::size_t>(lines->current()));
  EXPECT_TRUE(rows.at(1)->toolTip().startsWith(QStringLiteral("hot_line.cu:") + current.number));
}

TEST_F(SourceInTheWindow, saysHowToRecordWhereNothingWasSampled) {
  openSmallTrace();
  m_window.commands().ofDock(sourceDock)->trigger();
  ASSERT_TRUE(settles());
  EXPECT_TRUE(child<QLabel>("sourceEmpty")->isVisible());
}

}  // namespace
}  // namespace kernline::ui
