// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/facts/fact_grid.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(FactGrid, isNoWiderForANameWithoutABreak) {
  FactGrid plain;
  plain.setFacts({{.label = QStringLiteral("Rule"), .value = QStringLiteral("aten::mm"), .tip = {}}});
  FactGrid named;
  named.setFacts({{.label = QStringLiteral("Rule"),
                   .value = QStringLiteral("aten::_scaled_dot_product_cudnn_attention_backward, aten::mm"),
                   .tip = {}}});
  constexpr int narrow = 60;  // pixels more, where Qt measures fonts otherwise
  EXPECT_LE(named.minimumSizeHint().width(), plain.minimumSizeHint().width() + narrow);
}

}  // namespace
}  // namespace kernline::ui
