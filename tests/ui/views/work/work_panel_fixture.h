// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/analysis/work/made_work.h"
#include "tests/ui/views/panel_test.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/work/roofline_chart.h"
#include "ui/views/work/work_device.h"
#include "ui/views/work/work_panel.h"
#include "ui/views/work/work_rows.h"

#include <QTableView>
#include <QtCharts/QChart>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace kernline::ui {

/// Two products and their activations on an H200, and a kernel of an operator without a rule.
inline test::MadeWork madeModel() {
  test::MadeWork made;
  made.op("aten::mm", 0, 50, test::twoSquares, test::twoHalves);
  made.kernel("sm90_xmma_gemm_f16f16", 10, 100, 200);
  made.op("aten::mm", 60, 50, "[[512,4096],[4096,4096]]", test::twoHalves);
  made.kernel("sm90_xmma_gemm_f16f16", 70, 310, 100);
  made.op("aten::relu", 120, 20, "[[4096,4096]]", R"(["float"])");
  made.kernel("vectorized_elementwise_kernel", 125, 420, 50);
  made.op("vendor::secret", 150, 20, "[[4096,4096]]", R"(["float"])");
  made.kernel("secret_kernel", 155, 480, 20);
  return made;
}

/// The table and the chart of work.
class WorkPanelTest : public test::PanelTest<WorkPanel> {
 protected:
  void SetUp() override { WorkDevice::shared().choose({}); }
  void TearDown() override { WorkDevice::shared().choose({}); }

  void show(std::shared_ptr<const Trace> trace) { PanelTest::show(std::move(trace), {1280, 420}); }
  RooflineChart& chart() { return child<RooflineChart>("rooflineChart"); }
  QTableView& view() { return child<QTableView>("workView"); }
  int rowOf(const std::string& name) {
    for (int row = 0; row < view().model()->rowCount(); ++row) {
      if (test::cell(view(), row, WorkColumns::Name) == name) {
        return row;
      }
    }
    return -1;
  }
  void filter(const char* text) { type("workFilter", text); }
  std::size_t numberOf(int row) { return qobject_cast<RowsModel*>(view().model())->numberOf(row); }
  template <typename Series>
  std::ptrdiff_t seriesCount() {
    const auto all = chart().chart()->series();
    return std::ranges::count_if(all, [](QAbstractSeries* each) { return qobject_cast<Series*>(each) != nullptr; });
  }
};

}  // namespace kernline::ui
