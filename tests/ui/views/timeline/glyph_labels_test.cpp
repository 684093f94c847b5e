// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/glyph_labels.h"

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/support/trace_sketch.h"

#include <QImage>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

/// The columns that one name leaves ink in, written into `width` pixels from 10.
struct Ink {
  int first = -1;
  int last = -1;

  Ink(std::string_view name, double width, SpanKind kind = SpanKind::Op) {
    test::HandMadeTrace made;
    made.span(made.track(made.process("1"), "1", TrackKind::Thread), kind, name, 0, 10);
    const auto trace = made.build();
    QFont font;
    font.setPixelSize(12);
    GlyphLabels labels(font);
    labels.add(*trace, SpanId{0}, 10, width, 15);
    QImage image(600, 20, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    labels.draw(painter, Qt::black);
    for (int x = 0; x < image.width(); ++x) {
      for (int y = 0; y < image.height(); ++y) {
        if (qGray(image.pixel(x, y)) < 128) {
          first = first < 0 ? x : first;
          last = x;
        }
      }
    }
  }

  [[nodiscard]] bool isEmpty() const { return first < 0; }
};

TEST(GlyphLabels, aNameNeverLeavesItsBar) {
  for (double width = 5; width < 300; width += 3.5) {
    const Ink ink("aten::scaled_dot_product_flash_attention", width);
    EXPECT_LE(ink.last, 10 + width) << "in " << width << " pixels";
  }
}

TEST(GlyphLabels, whereNotEvenTwoLettersFitThereIsNoText) {
  EXPECT_TRUE(Ink("aten::mm", 6).isEmpty());
  EXPECT_FALSE(Ink("aten::mm", 60).isEmpty());
}

TEST(GlyphLabels, aNameThatFitsIsWhole) {
  EXPECT_EQ(Ink("aten::mm", 200).last, Ink("aten::mm", 500).last);
}

TEST(GlyphLabels, lettersThatTheFontLacksKeepToTheirBarToo) {
  EXPECT_LE(Ink("\xe6\xa0\xb8\xe5\x87\xbd\xe6\x95\xb0 kernel with a long name", 60).last, 71);
}

TEST(GlyphLabels, kernelsHaveTheirShortName) {
  const auto trace = test::sketch(
      "gpu 0/7: void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, "
      "std::array<char*, 1ul> >(int, at::native::FillFunctor<float>, std::array<char*, 1ul>) 0+10");
  EXPECT_EQ(GlyphLabels::labelText(*trace, SpanId{0}), "vectorized_elementwise_kernel<FillFunctor<float>>");
}

TEST(GlyphLabels, lineBreaksInANameAreNoLineBreaks) {
  test::HandMadeTrace made;
  made.span(made.track(made.process("1"), "1", TrackKind::Thread), SpanKind::Other, "a\nb", 0, 10);
  EXPECT_FALSE(GlyphLabels::labelText(*made.build(), SpanId{0}).contains('\n'));
}

}  // namespace
}  // namespace kernline::ui
