// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/call_tree_panel.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/ui/views/calltree/call_tree_of.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/wait.h"
#include "ui/views/calltree/call_tree_view.h"
#include "ui/views/calltree/flame_graph.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

namespace kernline::ui {
namespace {

using test::callingTrace;
using test::cell;

class CallTreePanelTest : public test::PanelTest<CallTreePanel> {
 protected:
  void SetUp() override {
    show(callingTrace());
    m_table = test::callTreeOf({}, m_trace);
    QObject::connect(&m_panel, &CallTreePanel::matchesFound, &m_panel,
                     [this](const CallTreePanel::Matches& matches, const QString& title) {
                       m_matches = matches;
                       m_title = title.toStdString();
                     });
  }

  CallTreeView& tree() { return child<CallTreeView>("callTreeView"); }
  FlameGraph& flames() { return child<FlameGraph>("flameGraph"); }
  std::string row(const std::vector<int>& path, int column = 0) {
    QModelIndex at;
    for (const int place : path) {
      at = tree().model()->index(place, 0, at);
    }
    return cell(at, column);
  }
  QPoint middleOf(CallNode node) { return flames().rectOf(node).center(); }
  void click(CallNode node, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mouseClick(flames().viewport(), Qt::LeftButton, modifiers, middleOf(node));
  }
  CallNode node(const std::vector<QString>& names) { return test::nodeNamed(*m_table, names); }

  std::shared_ptr<const CallTreeTable> m_table;  // first table of the panel
  CallTreePanel::Matches m_matches;
  std::string m_title;
};

TEST_F(CallTreePanelTest, opensWhatHasMostOfTheTime) {
  EXPECT_EQ(row({0}), "main");
  EXPECT_TRUE(tree().isExpanded(tree().model()->index(0, 0)));
  EXPECT_EQ(row({0, 0}), "slow");
}

TEST_F(CallTreePanelTest, aClickOnTheFlameGraphZoomsInAndKeysZoomOut) {
  click(node({"main", "slow"}));
  EXPECT_EQ(flames().zoomed(), node({"main", "slow"}));
  EXPECT_EQ(tree().current(), node({"main", "slow"}));
  EXPECT_EQ(flames().rectOf(node({"main"})).width(), flames().viewport()->width());
  flames().setFocus();
  QTest::keyClick(&flames(), Qt::Key_Backspace);
  EXPECT_EQ(flames().zoomed(), node({"main"}));
  QTest::keyClick(&flames(), Qt::Key_Escape);
  EXPECT_EQ(flames().zoomed(), CallTree::root);
  click(node({"main", "slow"}));
  click(CallTree::root);
  EXPECT_EQ(flames().zoomed(), CallTree::root);
}

TEST_F(CallTreePanelTest, arrowsWalkTheFlameGraphAndEnterZooms) {
  flames().setFocus();
  flames().setCurrent(node({"main"}));
  QTest::keyClick(&flames(), Qt::Key_Down);
  EXPECT_EQ(flames().current(), node({"main", "slow"}));
  QTest::keyClick(&flames(), Qt::Key_Right);
  EXPECT_EQ(flames().current(), node({"main", "quick"}));
  QTest::keyClick(&flames(), Qt::Key_Left);
  QTest::keyClick(&flames(), Qt::Key_Return);
  EXPECT_EQ(flames().zoomed(), node({"main", "slow"}));
  QTest::keyClick(&flames(), Qt::Key_Up);
  EXPECT_EQ(flames().current(), node({"main"}));
}

TEST_F(CallTreePanelTest, whatIsChosenInTheTreeIsChosenInTheFlameGraph) {
  tree().setFocus();
  tree().setCurrentIndex(tree().model()->index(0, 0));
  QTest::keyClick(&tree(), Qt::Key_Down);
  EXPECT_EQ(flames().current(), node({"main", "slow"}));
}

TEST_F(CallTreePanelTest, enterInTheTreeGoesToTheLongestAndLightsAll) {
  tree().setFocus();
  tree().setCurrent(node({"main", "slow", "mm"}));
  QTest::keyClick(&tree(), Qt::Key_Return);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_trace->nameText(m_asked), "mm");
  ASSERT_NE(m_matches, nullptr);
  EXPECT_EQ(m_matches->size(), 2U);  // not the one of the other thread
  EXPECT_EQ(m_title, "mm");
}

TEST_F(CallTreePanelTest, theButtonAndCtrlClickGoThereToo) {
  auto& go = child<QToolButton>("callTreeGo");
  click(CallTree::root);
  EXPECT_FALSE(go.isEnabled());
  click(node({"main", "quick"}));
  ASSERT_TRUE(go.isEnabled());
  QTest::mouseClick(&go, Qt::LeftButton);
  EXPECT_EQ(m_trace->nameText(m_asked), "quick");
  ASSERT_TRUE(settles());
  click(node({"main", "quick"}));
  click(CallTree::root);
  click(node({"main"}), Qt::ControlModifier);
  EXPECT_EQ(m_trace->nameText(m_asked), "main");
}

TEST_F(CallTreePanelTest, bottomUpBeginsWithWhatTakesTheTime) {
  choose("callTreeDirection", 1);
  choose("callTreeWeight", static_cast<int>(CallWeight::Device));
  EXPECT_EQ(row({0}), "gemm_kernel<float>");
  EXPECT_EQ(row({0, 0, 0, 0}), "slow");
}

TEST_F(CallTreePanelTest, aRangeLimitsItAndKeepsWhatIsOpenAndZoomedTo) {
  tree().expand(tree().model()->index(0, 0, tree().model()->index(0, 0)));
  click(node({"main", "slow"}));
  m_panel.setChosenRange(TimeRange{{0}, {20'000}});
  ASSERT_TRUE(settles());
  EXPECT_EQ(row({0}, 1), "20.00 µs");
  EXPECT_NE(child<QLabel>("callTreeCounts").text().indexOf(QStringLiteral("limited to 20.00 µs")), -1);
  EXPECT_TRUE(tree().isExpanded(tree().model()->index(0, 0, tree().model()->index(0, 0))));
  EXPECT_EQ(cell(tree().currentIndex()), "slow");
  EXPECT_NE(flames().zoomed(), CallTree::root);
  m_panel.setChosenRange(std::nullopt);
  ASSERT_TRUE(settles());
  EXPECT_EQ(flames().zoomed(), node({"main", "slow"}));
}

TEST_F(CallTreePanelTest, oneThreadAlone) {
  ASSERT_EQ(child<QComboBox>("callTreeThread").count(), 3);
  choose("callTreeThread", 2);
  EXPECT_EQ(tree().model()->rowCount(), 1);
  EXPECT_EQ(row({0}), "mm");
}

TEST_F(CallTreePanelTest, typingFindsCallsAndOpensWhatLeadsToThem) {
  child<QLineEdit>("callTreeFilter").setFocus();
  QTest::keyClicks(&child<QLineEdit>("callTreeFilter"), QStringLiteral("launch"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(tree().model()->rowCount(), 1);
  EXPECT_TRUE(tree().isExpanded(tree().model()->index(0, 0)));
  EXPECT_EQ(row({0, 0, 0, 0}), "cudaLaunchKernel");
  EXPECT_NE(child<QLabel>("callTreeCounts").text().indexOf(QStringLiteral("1 found")), -1);
}

TEST_F(CallTreePanelTest, theHeaviestPathOpensToItsEnd) {
  QTest::mouseClick(&child<QToolButton>("callTreeHeaviest"), Qt::LeftButton);
  EXPECT_EQ(tree().current(), node({"main", "slow", "mm", "cudaLaunchKernel"}));  // the kernel takes no host time
}

TEST_F(CallTreePanelTest, hoveringTellsFigures) {
  QTest::mouseMove(flames().viewport(), middleOf(node({"main", "slow"})));
  EXPECT_TRUE(test::waitUntil([&] { return flames().hoverCard().text().contains(QStringLiteral("60.00 µs")); }));
  EXPECT_NE(flames().hoverCard().text().indexOf(QStringLiteral("slow")), -1);
}

TEST_F(CallTreePanelTest, copiesFoldedStacks) {
  QTest::mouseClick(&child<QToolButton>("callTreeCopy"), Qt::LeftButton);
  const QString text = QApplication::clipboard()->text();
  EXPECT_NE(text.indexOf(QStringLiteral("main;slow;mm;cudaLaunchKernel 4000\n")), -1) << text.toStdString();
}

TEST_F(CallTreePanelTest, isNotCountedUntilItIsSeen) {
  CallTreePanel hidden;
  hidden.setTrace(m_trace);
  EXPECT_FALSE(hidden.isBusy());
  hidden.show();
  EXPECT_TRUE(test::settles(hidden));
  EXPECT_GT(hidden.findChild<CallTreeView*>()->model()->rowCount(), 0);
}

TEST_F(CallTreePanelTest, saysWhatIsMissing) {
  m_panel.setTrace(nullptr);
  EXPECT_TRUE(child<QLabel>("callTreeEmpty").isVisible());
  const auto empty = chrome::readChromeText(R"([{"ph":"i","name":"x","pid":1,"tid":1,"ts":1}])", {});
  ASSERT_TRUE(empty);
  m_panel.setTrace(*empty);
  ASSERT_TRUE(settles());
  EXPECT_NE(child<QLabel>("callTreeEmpty").text().indexOf(QStringLiteral("no calls")), -1);
}

}  // namespace
}  // namespace kernline::ui
