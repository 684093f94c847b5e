// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/alone_section.h"

#include "tests/core/analysis/work/made_work.h"
#include "tests/support/fake_python.h"
#include "tests/support/says.h"
#include "tests/support/trace_query.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/wait.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class OperatorsAlone : public test::PanelTest<AloneSection> {
 protected:
  void SetUp() override {
    test::MadeWork made;
    made.op("aten::mm", 0, 50, "[[512,4096],[4096,4096]]", test::twoHalves);
    made.kernel("gemm", 10, 100, 84);
    made.op("c10d::allreduce_", 60, 20, "[[4096]]", R"(["float"])");
    made.kernel("ncclDevKernel_AllReduce", 65, 210, 25);
    made.op("aten::view", 90, 5, "[[4096]]", R"(["float"])");
    made.op("aten::sum", 100, 20, "[[4096]]", R"(["float"])");
    made.kernel("reduce", 105, 310, 25);
    m_trace = made.trace();
  }
  void TearDown() override { qunsetenv("KERNLINE_PYTHON"); }

  void show(const char* name) {
    m_panel.showCallOf(m_trace, test::spansNamed(*m_trace, name).front());
    ASSERT_TRUE(settles());
  }
  /// With that program in place of Python.
  void measure(const std::string& python) {
    qputenv("KERNLINE_PYTHON", QByteArray::fromStdString(python));
    QTest::mouseClick(&button("measureHere"), Qt::LeftButton);
    ASSERT_TRUE(test::waitUntil([&] { return !m_panel.isMeasuring(); }));
  }
  QPushButton& button(const char* name) { return child<QPushButton>(name); }
  std::string text() { return child<QLabel>("aloneText").text().toStdString(); }
};

TEST_F(OperatorsAlone, areMeasuredBesideTheirTimeInTheRun) {
  show("aten::mm");
  EXPECT_FALSE(m_panel.isHidden());
  EXPECT_EQ(text(), "In the run: 84.00 µs.");
  const test::FakePython python;
  measure(python.path());
  EXPECT_EQ(text(), "In the run: 84.00 µs. Alone: 42.00 µs (NVIDIA H200, PyTorch 2.11.0).");
  show("gemm");
  EXPECT_EQ(text(), "In the run: 84.00 µs.") << "of its operator";
  show("aten::sum");
  measure(python.path());
  EXPECT_EQ(text(), "In the run: 25.00 µs. It failed: out of luck");
}

TEST_F(OperatorsAlone, areCopiedAsAProgram) {
  show("aten::mm");
  QTest::mouseClick(&button("copyScript"), Qt::LeftButton);
  const std::string script = QGuiApplication::clipboard()->text().toStdString();
  EXPECT_THAT(script, StartsWith("#!/usr/bin/env python3\n"));
  EXPECT_THAT(script, HasSubstr(R"("operator":"aten::mm","recorded_ns":84000)"));
}

TEST_F(OperatorsAlone, sayWhyTheyCannotRun) {
  show("c10d::allreduce_");
  EXPECT_FALSE(button("measureHere").isEnabled());
  EXPECT_FALSE(button("copyScript").isEnabled());
  EXPECT_THAT(button("measureHere").toolTip().toStdString(), HasSubstr("communication needs other ranks"));
}

TEST_F(OperatorsAlone, areHiddenWithoutDeviceWork) {
  show("aten::mm");
  show("aten::view");
  EXPECT_TRUE(m_panel.isHidden());
}

TEST_F(OperatorsAlone, sayWhatIsMissing) {
  show("aten::mm");
  measure("/nowhere/python");
  EXPECT_THAT(text(), HasSubstr("Cannot start /nowhere/python."));
  const test::FakePython noGpu(R"(print("PyTorch 2.11 finds no GPU", file=sys.stderr); sys.exit(3))");
  measure(noGpu.path());
  EXPECT_THAT(text(), HasSubstr("It cannot run here: PyTorch 2.11 finds no GPU. Copy the script"));
  EXPECT_TRUE(button("measureHere").isEnabled());
}

TEST_F(OperatorsAlone, stopWithTheSelection) {
  show("aten::mm");
  const test::FakePython slow("import time; time.sleep(600)");
  qputenv("KERNLINE_PYTHON", QByteArray::fromStdString(slow.path()));
  QTest::mouseClick(&button("measureHere"), Qt::LeftButton);
  ASSERT_TRUE(test::waitUntil([&] { return m_panel.isMeasuring(); }));
  EXPECT_FALSE(button("measureHere").isEnabled());
  show("aten::sum");
  EXPECT_FALSE(m_panel.isMeasuring());
  EXPECT_EQ(text(), "In the run: 25.00 µs.");
  EXPECT_TRUE(button("measureHere").isEnabled());
}

}  // namespace
}  // namespace kernline::ui
