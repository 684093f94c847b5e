// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/title_column.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <QFontMetrics>
#include <QGuiApplication>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(TitleColumn, cutsTheModelOfADeviceAndNotItsNumber) {
  const auto trace = load(test::fixture("h200-profiler-steps.json.gz")).value();
  const TimelineLayout layout(*trace, Arrangement(*trace));
  const QFont font = QGuiApplication::font();
  const TitleColumn column(*trace, layout, TimelinePalette::light(), font);
  const TimelineRow& device = layout.rows().front();
  ASSERT_EQ(column.titleOf(device), QStringLiteral("GPU 0 · NVIDIA H200"));
  const QString shown =
      column.headerText(device, QFontMetrics(font).horizontalAdvance(QStringLiteral("GPU 0 · NVIDIA")));
  EXPECT_TRUE(shown.startsWith(QStringLiteral("GPU 0 · "))) << shown.toStdString();
  EXPECT_TRUE(shown.endsWith(QStringLiteral("…"))) << shown.toStdString();
}

}  // namespace
}  // namespace kernline::ui
