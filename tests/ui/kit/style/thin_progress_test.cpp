// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/thin_progress.h"

#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/panels/long_work.h"

#include <QColor>
#include <QImage>
#include <QProgressBar>
#include <QTest>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <vector>

namespace kernline::ui {
namespace {

/// Returns the columns that have the color of what is done, along the middle of the line.
std::vector<int> filled(QWidget& line) {
  const QImage image = line.grab().toImage();
  const QColor done = line.palette().color(QPalette::Highlight);
  std::vector<int> columns;
  for (int x = 0; x < image.width(); ++x) {
    if (image.pixelColor(x, image.height() / 2) == done) {
      columns.push_back(x);
    }
  }
  return columns;
}

TEST(ThinProgress, isFilledByTheShareThatIsDone) {
  ThinProgress line;
  line.resize(400, line.sizeHint().height());
  line.show();
  line.setRange(0, 10);
  line.setValue(3);
  EXPECT_NEAR(static_cast<double>(filled(line).size()), 120, 4);
}

TEST(ThinProgress, movesAPartAlongWhileTheShareIsUnknown) {
  ThinProgress line;
  line.resize(400, line.sizeHint().height());
  line.setRange(0, 0);
  line.show();
  std::vector<int> before;
  ASSERT_TRUE(test::waitUntil([&] { return (before = filled(line)).size() > 50; }));
  EXPECT_LT(before.size(), 150U) << "it is not done";
  test::runEventsFor(std::chrono::milliseconds(200));
  EXPECT_NE(filled(line), before);
}

TEST(LongWork, doesNotLookDoneWhileItGoesOn) {
  const test::Impatient now;
  LongWork work(QStringLiteral("sums"), nullptr);
  work.resize(600, 40);
  work.begin();
  auto* line = work.findChild<QProgressBar*>();
  ASSERT_NE(line, nullptr);
  ASSERT_TRUE(line->isVisibleTo(&work));
  test::runEventsFor(std::chrono::milliseconds(300));
  EXPECT_LT(filled(*line).size(), static_cast<std::size_t>(line->width()) / 2);
}

}  // namespace
}  // namespace kernline::ui
