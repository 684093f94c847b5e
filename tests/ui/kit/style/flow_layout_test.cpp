// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/flow_layout.h"

#include <QWidget>

#include <gtest/gtest.h>

#include <vector>

namespace kernline::ui {
namespace {

TEST(FlowLayout, putsWhatDoesNotFitIntoFurtherLines) {
  QWidget box;
  constexpr int gap = 10;
  auto* flow = new FlowLayout(&box, gap);
  std::vector<QWidget*> parts;
  for (const int height : {20, 30, 20}) {
    auto* part = new QWidget(&box);
    part->setFixedSize(100, height);
    flow->addWidget(part);
    parts.push_back(part);
  }
  EXPECT_EQ(flow->sizeHint(), QSize(320, 30));
  EXPECT_EQ(flow->heightForWidth(320), 30);
  EXPECT_EQ(flow->heightForWidth(319), 30 + gap + 20);
  EXPECT_EQ(flow->heightForWidth(100), 20 + gap + 30 + gap + 20);
  flow->setGeometry(QRect(0, 0, 250, 60));
  EXPECT_EQ(parts[0]->geometry(), QRect(0, 5, 100, 20)) << "in the middle of its line";
  EXPECT_EQ(parts[1]->geometry(), QRect(110, 0, 100, 30));
  EXPECT_EQ(parts[2]->geometry(), QRect(0, 40, 100, 20));
  parts[1]->hide();
  EXPECT_EQ(flow->heightForWidth(250), 20) << "what is hidden takes no room";
}

}  // namespace
}  // namespace kernline::ui
