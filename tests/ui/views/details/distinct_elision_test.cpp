// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/distinct_elision.h"

#include <gtest/gtest.h>

#include <QFont>

namespace kernline::ui {
namespace {

TEST(DistinctElision, leavesWhatFitsAndCutsTheMiddleOfTheRest) {
  const QFontMetrics metrics{QFont()};
  EXPECT_EQ(elideDistinct(metrics, QStringLiteral("short"), {}, 500).toStdString(), "short");
  const QString path = QStringLiteral("Net_0/Encoder_0/Layer_7/SelfAttention_7/Linear_3");
  const QString cut =
      elideDistinct(metrics, path, {path, QStringLiteral("Net_0/Linear_1")}, metrics.horizontalAdvance(path) / 2);
  EXPECT_TRUE(cut.startsWith(QStringLiteral("Net"))) << cut.toStdString();
  EXPECT_TRUE(cut.endsWith(QStringLiteral("_3"))) << cut.toStdString();
}

TEST(DistinctElision, keepsInSightWhatTellsTwoApart) {
  const QFontMetrics metrics{QFont()};
  const QString seven = QStringLiteral("Net_0/Encoder_0/Layer_7/SelfAttention/Projection/Linear/forward");
  const QString eight = QStringLiteral("Net_0/Encoder_0/Layer_8/SelfAttention/Projection/Linear/forward");
  for (int width = metrics.horizontalAdvance(seven) - 1; width > metrics.horizontalAdvance(QStringLiteral("…Layer_7…"));
       width /= 2) {
    const QString a = elideDistinct(metrics, seven, {seven, eight}, width);
    EXPECT_NE(a, elideDistinct(metrics, eight, {seven, eight}, width)) << width;
    EXPECT_LE(metrics.horizontalAdvance(a), width);
  }
}

}  // namespace
}  // namespace kernline::ui
