// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calltree/flame_layout.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/ui/views/calltree/call_tree_of.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline::ui {
namespace {

using test::callTreeOf;
using test::nodeNamed;

const FlameBox& boxOf(const std::vector<FlameBox>& boxes, CallNode node) {
  const auto found = std::ranges::find(boxes, node, &FlameBox::node);
  EXPECT_NE(found, boxes.end());
  return *found;
}

TEST(FlameLayout, boxesAreAsWideAsTheyWeighHeaviestFirst) {
  const auto table = callTreeOf({});
  const std::vector<FlameBox> boxes = flameLayout(*table, CallTree::root, 1100);
  EXPECT_EQ(boxes.front().width, 1100);
  const FlameBox& main = boxOf(boxes, nodeNamed(*table, {"main"}));
  EXPECT_NEAR(main.width, 1000, 1e-6);
  EXPECT_EQ(main.left, 0);
  const FlameBox& other = boxOf(boxes, nodeNamed(*table, {"mm"}));
  EXPECT_NEAR(other.left, 1000, 1e-6);
  const FlameBox& slow = boxOf(boxes, nodeNamed(*table, {"main", "slow"}));
  EXPECT_EQ(slow.row, 2U);
  EXPECT_NEAR(slow.width, 600, 1e-6);
  EXPECT_NEAR(boxOf(boxes, nodeNamed(*table, {"main", "quick"})).left, 600, 1e-6);
}

TEST(FlameLayout, whatIsZoomedToAndWhatIsAboveItTakeTheWholeWidth) {
  const auto table = callTreeOf({});
  const CallNode slow = nodeNamed(*table, {"main", "slow"});
  const std::vector<FlameBox> boxes = flameLayout(*table, slow, 600);
  EXPECT_EQ(boxOf(boxes, slow).width, 600);
  EXPECT_FALSE(boxOf(boxes, slow).isAbove);
  EXPECT_TRUE(boxOf(boxes, nodeNamed(*table, {"main"})).isAbove);
  EXPECT_EQ(boxOf(boxes, nodeNamed(*table, {"main"})).width, 600);
  EXPECT_NEAR(boxOf(boxes, nodeNamed(*table, {"main", "slow", "mm"})).width, 300, 1e-6);
  EXPECT_TRUE(std::ranges::none_of(
      boxes, [&](const FlameBox& box) { return box.node == nodeNamed(*table, {"main", "quick"}); }));
}

TEST(FlameLayout, kernelsHaveTheWidthWhereGpuTimeCounts) {
  const auto table = callTreeOf(test::weighing(CallWeight::Device));
  const std::vector<FlameBox> boxes = flameLayout(*table, CallTree::root, 300);
  const CallNode kernel = nodeNamed(*table, {"main", "slow", "mm", "cudaLaunchKernel", "gemm_kernel<float>"});
  EXPECT_NEAR(boxOf(boxes, kernel).width, 300, 1e-6);
}

TEST(FlameLayout, whatIsThinnerThanAPixelBecomesOneBoxAndCostsNoMore) {
  std::string text = R"([{"ph":"X","name":"all","pid":1,"tid":1,"ts":0,"dur":100000})";
  constexpr int calls = 20'000;
  for (int i = 0; i < calls; ++i) {
    text += fmt::format(R"(,{{"ph":"X","name":"f{}","pid":1,"tid":1,"ts":{},"dur":4}})", i, i * 5);
    text += fmt::format(R"(,{{"ph":"X","name":"g{}","pid":1,"tid":1,"ts":{},"dur":2}})", i, i * 5 + 1);
  }
  const auto loaded = chrome::readChromeText(text + "]", {});
  ASSERT_TRUE(loaded);
  const auto table = callTreeOf({}, *loaded);
  ASSERT_GT(table->tree->size(), 2U * calls);
  const std::vector<FlameBox> boxes = flameLayout(*table, CallTree::root, 1000);
  ASSERT_EQ(boxes.size(), 3U);  // the root, all, and the calls as one
  EXPECT_EQ(boxes[2].siblings, 20'000U);
  EXPECT_NEAR(boxes[2].width, 800, 1e-6);
}

}  // namespace
}  // namespace kernline::ui
