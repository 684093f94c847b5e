// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/work_section.h"

#include "tests/core/analysis/work/made_work.h"
#include "tests/support/says.h"
#include "tests/support/trace_query.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/work/work_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

class DetailsOfWork : public test::PanelTest<WorkSection> {
 protected:
  void SetUp() override {
    WorkDevice::shared().choose({});
    test::MadeWork made;
    made.op("model::block", 0, 200, "[]", "[]");
    made.op("aten::mm", 1, 50, "[[512,4096],[4096,4096]]", test::twoHalves);
    made.kernel("sm90_xmma_gemm_f16f16", 10, 100, 100);
    made.op("vendor::secret", 60, 20, "[[4096,4096]]", R"(["float"])");
    made.kernel("secret_kernel", 65, 210, 25);
    m_trace = made.trace();
  }
  void TearDown() override { WorkDevice::shared().choose({}); }

  void show(const char* name) {
    const std::vector<SpanId> spans = test::spansNamed(*m_trace, name);
    ASSERT_FALSE(spans.empty());
    m_panel.showWorkOf(m_trace, spans.front());
    ASSERT_TRUE(settles());
  }
};

TEST_F(DetailsOfWork, tellsHowCloseAKernelCameToTheRoofline) {
  show("sm90_xmma_gemm_f16f16");
  EXPECT_FALSE(m_panel.isHidden());
  EXPECT_EQ(fact("FLOPs"), "17.18 GFLOP · 171.8 TFLOP/s");
  EXPECT_EQ(fact("Roofline"), "17.4 %");
  EXPECT_EQ(fact("Bound by"), "compute");
  EXPECT_EQ(fact("Recoverable"), "82.63 µs");
  EXPECT_EQ(fact("Rule"), "aten::mm, aten::matmul");
}

TEST_F(DetailsOfWork, saysWhyAKernelHasNoModel) {
  show("secret_kernel");
  EXPECT_THAT(fact("Not modeled"), test::says("no-rule-for-operator"));
  EXPECT_EQ(fact("FLOPs"), "");
}

TEST_F(DetailsOfWork, addsUpWhatAnOperatorLaunched) {
  show("model::block");
  EXPECT_EQ(fact("FLOPs"), "17.18 GFLOP · 171.8 TFLOP/s");
  EXPECT_EQ(fact("Modeled"), "80.0 % of 125.0 µs");
  EXPECT_EQ(fact("Rule"), "");
}

TEST_F(DetailsOfWork, isHeldAgainstTheChosenDevice) {
  show("sm90_xmma_gemm_f16f16");
  WorkDevice::shared().choose(QStringLiteral("A100"));
  ASSERT_TRUE(settles());
  EXPECT_EQ(fact("Roofline"), "55.1 %");
}

TEST_F(DetailsOfWork, isHiddenForWhatIsNoWork) {
  show("secret_kernel");
  EXPECT_FALSE(m_panel.isHidden());
  show("cudaLaunchKernel");
  EXPECT_TRUE(m_panel.isHidden());
}

}  // namespace
}  // namespace kernline::ui
