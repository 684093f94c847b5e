// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_panel.h"

#include "core/analysis/causes/trace_analysis.h"
#include "tests/core/analysis/work/made_work.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/views/work/work_panel_fixture.h"
#include "tests/ui/window/wait.h"
#include "ui/views/ncu/trace_reports.h"
#include "ui/views/work/roofline_chart.h"
#include "ui/views/work/work_rows.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::ui {
namespace {

using test::cell;

TEST_F(WorkPanelTest, hasWhatCanBeWonFirstAndWhatHasNoModelWithItsReason) {
  show(madeModel().trace());
  ASSERT_EQ(view().model()->rowCount(), 4);
  // 17.2 GFLOP at 989 TFLOP/s take 17.4 µs of 100; 137.4 take 139 of 200; 134 MB at 4.8 TB/s take 28 of 50
  EXPECT_EQ(cell(view(), 0, WorkColumns::Shapes), "[[512, 4096], [4096, 4096]]");
  EXPECT_EQ(cell(view(), 0, WorkColumns::Flops), "17.18 GFLOP");
  EXPECT_EQ(cell(view(), 0, WorkColumns::FlopRate), "171.8 TFLOP/s");
  EXPECT_EQ(cell(view(), 0, WorkColumns::Bound), "compute");
  EXPECT_EQ(cell(view(), 0, WorkColumns::Roofline), "17.4 %");
  EXPECT_EQ(cell(view(), 0, WorkColumns::Recoverable), "82.63 µs");
  EXPECT_EQ(cell(view(), 1, WorkColumns::Roofline), "69.5 %");
  EXPECT_EQ(cell(view(), 1, WorkColumns::Share), "54.1 %");
  EXPECT_EQ(cell(view(), 2, WorkColumns::Name), "aten::relu");
  EXPECT_EQ(cell(view(), 2, WorkColumns::Bound), "memory");
  EXPECT_EQ(cell(view(), 2, WorkColumns::ByteRate), "2.684 TB/s");
  EXPECT_EQ(cell(view(), 3, WorkColumns::Name), "vendor::secret");
  EXPECT_EQ(cell(view(), 3, WorkColumns::Recoverable), "–");
  EXPECT_THAT(cell(view(), 3, WorkColumns::Rule), test::says("no-rule-for-operator"));
  EXPECT_NE(cell(view(), 0, WorkColumns::Rule, Qt::ToolTipRole).find("of work.txt:\naten::mm, "), std::string::npos)
      << cell(view(), 0, WorkColumns::Rule, Qt::ToolTipRole);
  EXPECT_EQ(child<QLabel>("workCounts").text(), QStringLiteral("4 rows"));
}

TEST_F(WorkPanelTest, saysHowMuchOfTheDeviceWasUsed) {
  show(madeModel().trace());
  const QString headline = child<QLabel>("workHeadline").text();
  // 154.6 GFLOP at 989 TFLOP/s are 156.3 µs of 400
  EXPECT_TRUE(
      headline.startsWith(QStringLiteral("94.6 % of 370.0 µs modeled · peak rates of NVIDIA H200 (NVIDIA H200 "
                                         "datasheet) · MFU 39.1 % · memory bandwidth utilization ")))
      << headline.toStdString();
  const QString tip = child<QLabel>("workHeadline").toolTip();
  EXPECT_TRUE(tip.contains(QStringLiteral("(154.6 GFLOP)"))) << tip.toStdString();
  EXPECT_TRUE(tip.contains(QStringLiteral("(400.0 µs on 1 device)"))) << tip.toStdString();
}

TEST_F(WorkPanelTest, aRowGoesToItsLongestKernelAndShowsItsPoint) {
  show(madeModel().trace());
  const int relu = rowOf("aten::relu");
  QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(view().model()->index(relu, 0)).center());
  EXPECT_EQ(asked(), "vectorized_elementwise_kernel");
  EXPECT_EQ(chart().current(), numberOf(relu));
  EXPECT_EQ(chart().card().title, QStringLiteral("aten::relu"));
  EXPECT_TRUE(chart().card().text().contains(QStringLiteral("memory"))) << chart().card().text().toStdString();
  m_asked = SpanId::none;
  QTest::keyClick(&view(), Qt::Key_Up);
  EXPECT_EQ(m_asked, SpanId::none) << "keys look before they leap";
  EXPECT_EQ(chart().card().title, QStringLiteral("aten::mm"));
  QTest::keyClick(&view(), Qt::Key_Return);
  EXPECT_EQ(asked(), "sm90_xmma_gemm_f16f16");
}

TEST_F(WorkPanelTest, saysTheModeledShareOfTheStepsThatTheUtilizationCounts) {
  test::MadeWork made = madeModel();
  made.op("aten::mm", 600, 50, "[[4096,4096],[4096,4096]]", test::twoHalves);
  for (int step = 0; step < 2; ++step) {
    made.add(fmt::format(R"({{"ph":"X","cat":"user_annotation","name":"ProfilerStep#{}","pid":1,"tid":1,"ts":{},)"
                         R"("dur":300}})",
                         step, 600 + 300 * step));
    made.kernel("sm90_xmma_gemm_f16f16", 610 + 300 * step, 620 + 300 * step, 200);
    if (step == 0) {
      made.op("aten::mm", 900, 50, "[[4096,4096],[4096,4096]]", test::twoHalves);
    }
  }
  show(made.trace());
  const QString headline = child<QLabel>("workHeadline").text();
  EXPECT_TRUE(headline.startsWith(QStringLiteral("100.0 % of 400.0 µs in 2 steps modeled · ")))
      << headline.toStdString();
}

TEST_F(WorkPanelTest, groupsByWhatIsChosen) {
  show(madeModel().trace());
  choose("workBy", static_cast<int>(WorkBy::Op));
  EXPECT_EQ(view().model()->rowCount(), 3);
  EXPECT_TRUE(view().isColumnHidden(WorkColumns::Shapes));
  EXPECT_EQ(cell(view(), rowOf("aten::mm"), WorkColumns::Calls), "2");
  choose("workBy", static_cast<int>(WorkBy::Kernel));
  EXPECT_NE(rowOf("secret_kernel"), -1);
  choose("workBy", static_cast<int>(WorkBy::Family));
  EXPECT_EQ(cell(view(), rowOf("GEMM"), WorkColumns::Time), "300.0 µs");
  choose("workBy", static_cast<int>(WorkBy::Phase));
  EXPECT_GE(view().model()->rowCount(), 1);
  choose("workBy", static_cast<int>(WorkBy::Shape));
  EXPECT_FALSE(view().isColumnHidden(WorkColumns::Shapes));
}

TEST_F(WorkPanelTest, isHeldAgainstAnotherDevice) {
  show(madeModel().trace());
  auto& devices = child<QComboBox>("workDevice");
  choose("workDevice", devices.findData(QStringLiteral("A100")));
  // 17.2 GFLOP at 312 TFLOP/s take 55.1 of 100 µs
  EXPECT_EQ(cell(view(), rowOf("aten::mm"), WorkColumns::Roofline), "55.1 %") << "the other one is faster than an A100";
  WorkPanel another;
  EXPECT_EQ(another.findChild<QComboBox*>(QStringLiteral("workDevice"))->currentText(), QStringLiteral("A100"));
  choose("workDevice", 0);
  EXPECT_EQ(cell(view(), 0, WorkColumns::Roofline), "17.4 %");
}

TEST_F(WorkPanelTest, filtersRowsByTextAndWorkByKey) {
  show(madeModel().trace());
  filter("relu");
  EXPECT_EQ(view().model()->rowCount(), 1);
  EXPECT_EQ(cell(view(), 0, WorkColumns::Share), "13.5 %") << "still of all";
  EXPECT_EQ(child<QLabel>("workCounts").text(), QStringLiteral("1 row"));
  filter("family:gemm");
  EXPECT_EQ(view().model()->rowCount(), 2);
  EXPECT_EQ(cell(view(), 1, WorkColumns::Share), "66.7 %") << "of the work of that key";
  EXPECT_FALSE(child<QLabel>("workHeadline").text().contains(QStringLiteral("MFU")));
  filter("family:no such");
  EXPECT_FALSE(chart().isVisible());
  filter("");
  EXPECT_EQ(view().model()->rowCount(), 4);
}

TEST_F(WorkPanelTest, countsTheChosenRangeAlone) {
  show(madeModel().trace());
  const Time begin = m_trace->bounds().begin;
  m_panel.setChosenRange(TimeRange{begin + Duration{300'000}, begin + Duration{500'000}});
  ASSERT_TRUE(settles());
  EXPECT_EQ(view().model()->rowCount(), 3);
  EXPECT_TRUE(
      child<QLabel>("workCounts").text().startsWith(QStringLiteral("work that starts in the selected 200.0 µs")));
  // 17.2 GFLOP of 989 TFLOP/s in 200 µs
  EXPECT_TRUE(child<QLabel>("workHeadline").text().contains(QStringLiteral("MFU 8.7 %")))
      << child<QLabel>("workHeadline").text().toStdString();
  m_panel.setChosenRange(std::nullopt);
  ASSERT_TRUE(settles());
  EXPECT_EQ(view().model()->rowCount(), 4);
}

TEST_F(WorkPanelTest, copiesRowsWithPlainNumbers) {
  show(madeModel().trace());
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
  const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  ASSERT_EQ(lines.size(), 5);
  EXPECT_TRUE(lines[0].startsWith(
      QStringLiteral("Name\tInput shapes\tTime (ns)\tShare of time\tRecoverable (ns)\tShare of roofline")))
      << lines[0].toStdString();
  EXPECT_TRUE(lines[2].startsWith(QStringLiteral(
      "aten::mm\t[[4096, 4096], [4096, 4096]]\t200000\t0.540541\t61032.403\t0.694837985\tcompute\t1\t1.37438953e+11")))
      << lines[2].toStdString();
}

TEST_F(WorkPanelTest, showsWhatWasCountedOfKernelsWithoutOperators) {
  const std::shared_ptr<const Trace> trace = load(test::fixture("recordings/profile-sweep.json.gz")).value();
  const std::shared_ptr<TraceAnalysis> analysis = causesOf(trace);
  TraceReports reports;
  reports.setTrace(trace);
  ASSERT_TRUE(test::settles(reports));
  analysis->setMeasured(reports.measured());
  show(trace);
  EXPECT_TRUE(view().isVisible());
  EXPECT_FALSE(view().isColumnHidden(WorkColumns::NcuBytes));
}

TEST_F(WorkPanelTest, saysHowToRecordShapesWhereThereAreNone) {
  test::MadeWork made;
  made.op("vendor::secret", 0, 20, "[]", "[]");
  made.kernel("secret_kernel", 5, 30, 20);
  show(made.trace());
  EXPECT_FALSE(view().isVisible());
  EXPECT_TRUE(child<QLabel>("workEmpty").text().contains(QStringLiteral("record_shapes=True")));
  m_panel.setTrace(nullptr);
  EXPECT_TRUE(child<QLabel>("workEmpty").text().contains(QStringLiteral("whole file")));
}

TEST_F(WorkPanelTest, holdsARealTraceAgainstItsDevice) {
  show(load(test::fixture("h200-profiler-steps.json.gz")).value());
  EXPECT_GT(view().model()->rowCount(), 5);
  EXPECT_GT(chart().pointCount(), 5U);
  for (int by = 0; by <= static_cast<int>(WorkBy::Phase); ++by) {
    choose("workBy", by);
    EXPECT_GT(view().model()->rowCount(), 0) << by;
  }
}

TEST_F(WorkPanelTest, doesNotSayOfAProductWithoutShapesThatItComputesNothing) {
  show(load(test::fixture("recordings/counters.json.gz")).value());
  const int product = rowOf("nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT");
  ASSERT_GE(product, 0);
  EXPECT_NE(cell(view(), product, WorkColumns::Rule), "");
  EXPECT_EQ(chart().pointCount(), 0U);
  EXPECT_EQ(chart().emptySentence(),
            QStringLiteral("No kernel here has known FLOPs. The Rule column gives the reason."));
}

TEST_F(WorkPanelTest, withoutCeilingsAsksForADevice) {
  show(load(test::fixture("torch-rocm-mi250.json.gz")).value());
  EXPECT_TRUE(child<QLabel>("workHeadline")
                  .text()
                  .endsWith(QStringLiteral("no peak rates: AMD Radeon Graphics is not in the table of devices")))
      << child<QLabel>("workHeadline").text().toStdString();
  EXPECT_GT(view().model()->rowCount(), 0);
  EXPECT_EQ(chart().pointCount(), 0U);
  EXPECT_EQ(chart().emptySentence(), QStringLiteral("No peak rates for this GPU. Choose one above."));
  choose("workDevice", child<QComboBox>("workDevice").findData(QStringLiteral("MI250")));
  EXPECT_GT(chart().pointCount(), 0U);
}

TEST_F(WorkPanelTest, showsWhatCountersMeasured) {
  show(load(test::fixture("recordings/counters.json.gz")).value());
  choose("workBy", 2);
  ASSERT_TRUE(settles());
  ASSERT_FALSE(view().isColumnHidden(WorkColumns::DramBytes));
  const int copies = rowOf("Memcpy DtoD (Device -> Device)");
  const int fills = rowOf("Memset (Device)");
  ASSERT_GE(copies, 0);
  ASSERT_GE(fills, 0);
  EXPECT_TRUE(cell(view(), copies, WorkColumns::DramBytes).ends_with(" GiB"))
      << cell(view(), copies, WorkColumns::DramBytes);
  EXPECT_TRUE(cell(view(), copies, WorkColumns::DramRate).ends_with(" TB/s"))
      << cell(view(), copies, WorkColumns::DramRate);
  EXPECT_EQ(cell(view(), fills, WorkColumns::Sampled), "Not sampled");
  EXPECT_EQ(cell(view(), fills, WorkColumns::DramBytes), "–");
  EXPECT_TRUE(view().isColumnHidden(WorkColumns::DramIntensity)) << "no FLOPs are known";
  EXPECT_TRUE(cell(view(), fills, WorkColumns::Sampled, Qt::ToolTipRole).starts_with("0 of "));
}

TEST_F(WorkPanelTest, hasNoColumnsOfCountersWithoutAny) {
  show(madeModel().trace());
  EXPECT_TRUE(view().isColumnHidden(WorkColumns::DramBytes));
  EXPECT_TRUE(view().isColumnHidden(WorkColumns::Sampled));
  EXPECT_TRUE(view().isColumnHidden(WorkColumns::DramIntensity));
  EXPECT_FALSE(view().isColumnHidden(WorkColumns::Rule));
}

}  // namespace
}  // namespace kernline::ui
