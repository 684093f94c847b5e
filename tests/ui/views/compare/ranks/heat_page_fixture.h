// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/digest_trace.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/ranks/heat_page.h"
#include "ui/views/compare/ranks/heat_view.h"
#include "ui/window/tabs/ranks_tab.h"

#include <QComboBox>

#include <fmt/format.h>

#include <string>

namespace kernline::ui {

inline constexpr int heatRanks = 4;
inline constexpr int heatSteps = 3;

/// The trace of a rank: in its second step a kernel of rank 2 takes 5 ms longer.
inline std::string heatRank(int rank) {
  constexpr int stepUs = 20'000;
  std::string events =
      fmt::format(R"({{"ph":"M","pid":{0},"name":"process_labels","args":{{"labels":"GPU {0}"}}}})", rank);
  int correlation = 0;
  const auto kernel = [&](const char* name, int ts, int duration, const std::string& args) {
    ++correlation;
    events += fmt::format(R"(,{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":900,"tid":900,"ts":{},)"
                          R"("dur":2,"args":{{"correlation":{}}}}})",
                          ts - 5, correlation);
    events += fmt::format(R"(,{{"ph":"X","cat":"kernel","name":"{}","pid":{},"tid":7,"ts":{},"dur":{},)"
                          R"("args":{{"device":{},"stream":7,"correlation":{}{}}}}})",
                          name, rank, ts, duration, rank, correlation, args);
  };
  for (int step = 0; step < heatSteps; ++step) {
    const int begin = 1000 + step * stepUs;
    const int compute = rank == 2 && step == 1 ? 9000 : 4000;
    const int end = step == 1 ? 9500 : 4500;
    events += fmt::format(R"(,{{"ph":"X","cat":"user_annotation","name":"ProfilerStep#{}","pid":900,"tid":900,"ts":{},)"
                          R"("dur":{}}})",
                          step, begin - 100, stepUs - 200);
    kernel("gemm", begin, compute, "");
    kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", begin + compute, end - compute,
           R"(,"Collective name":"allreduce","In msg nelems":1048576,"Out msg nelems":1048576,"dtype":"BFloat16",)"
           R"("Group size":4,"Process Group Name":"0","Process Group Ranks":"[0, 1, 2, 3]")");
  }
  return fmt::format(R"({{"distributedInfo":{{"backend":"nccl","rank":{},"world_size":4,"pg_config":)"
                     R"([{{"pg_name":"1","pg_desc":"mesh_tp","ranks":[{},{}]}}]}},)"
                     R"("baseTimeNanoseconds":1700000000000000000,"traceEvents":[{}]}})",
                     rank, rank / 2 * 2, rank / 2 * 2 + 1, events);
}

/// A folder of digests in the window.
class HeatMapPage : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    for (int rank = 0; rank < heatRanks; ++rank) {
      const std::string name = fmt::format("train_rank{}.json", rank);
      m_folder.add(name, heatRank(rank));
      ASSERT_TRUE(digestTrace(m_folder / name, m_digests.path(), false, {}));
    }
  }

  void openDigests() {
    drop({QString::fromStdString(m_digests.path())});
    ASSERT_TRUE(settles());
    ASSERT_NE(tab(), nullptr) << m_window.currentFile()->refusal().toStdString();
    ASSERT_TRUE(heat().isVisible());
    ASSERT_TRUE(page().hasMap());
  }

  RanksTab* tab() { return qobject_cast<RanksTab*>(m_window.currentFile()); }
  HeatPage& page() { return *child<HeatPage>("heatPage"); }
  HeatView& heat() { return *child<HeatView>("heatView"); }
  void choose(const char* combo, const QString& text) {
    auto* box = child<QComboBox>(combo);
    ASSERT_GE(box->findText(text), 0) << text.toStdString();
    box->setCurrentIndex(box->findText(text));
    ASSERT_TRUE(settles());
  }
  void click(HeatCell cell) {
    QTest::mouseClick(heat().viewport(), Qt::LeftButton, {}, heat().rectOf(cell).center().toPoint());
  }

  test::TemporaryFolder m_folder;
  test::TemporaryFolder m_digests;
};

}  // namespace kernline::ui
