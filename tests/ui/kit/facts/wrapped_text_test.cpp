// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/facts/wrapped_text.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

/// The end of the text is visible. Chinese is taller than Latin where another font has it, as in the run of these tests
/// under a Chinese font.
TEST(WrappedText, isAsTallAsItsLines) {
  for (const QString& text :
       {QStringLiteral("one two three four five six"), QStringLiteral("树；只有总计，没有时间；区段宽度等于其总计"),
        QStringLiteral("time (ns) 没有时间 time (ns) 没有时间")}) {
    WrappedText wrapped(8);
    wrapped.resize(120, 10);
    wrapped.showText(text);
    wrapped.show();
    wrapped.moveCursor(QTextCursor::End);
    EXPECT_GE(wrapped.cursorRect().top(), wrapped.fontMetrics().height()) << "more than one line";
    EXPECT_LE(wrapped.cursorRect().bottom(), wrapped.viewport()->height()) << text.toStdString();
  }
}

TEST(WrappedText, scrollsBeyondItsLimit) {
  WrappedText wrapped(2);
  wrapped.resize(60, 10);
  wrapped.showText(QStringLiteral("one two three four five six seven eight nine ten"));
  wrapped.show();
  EXPECT_EQ(wrapped.verticalScrollBarPolicy(), Qt::ScrollBarAsNeeded);
  EXPECT_LT(wrapped.height(), 3 * wrapped.fontMetrics().lineSpacing());
}

}  // namespace
}  // namespace kernline::ui
