// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/sweep_curves.h"

#include "ui/views/record/run_figure_rows.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace kernline::ui {
namespace {

RunFigures sweptRun(const QString& length, const QString& type, const QString& limit) {
  RunFigures run;
  run.kernel = QStringLiteral("copy");
  run.parameters = {{QStringLiteral("length"), length}, {QStringLiteral("type"), type}};
  run.medianNs = length.toDouble();
  run.counted.limit = limit;
  return run;
}

TEST(SweepCurve, hasNumbersInOrderAndACurveForEachOtherValue) {
  const std::vector<RunFigures> runs{sweptRun("1024", "bf16", {}), sweptRun("64", "bf16", {}),
                                     sweptRun("1024", "fp16", {}), sweptRun("256", "bf16", {})};
  const SweepCurves made = sweepCurves(runs, [](const RunFigures& run) { return std::optional(run.medianNs); });
  EXPECT_EQ(made.parameter, QStringLiteral("length"));
  EXPECT_EQ(made.values, (QStringList{"64", "256", "1024"}));
  ASSERT_EQ(made.curves.size(), 2U);
  EXPECT_EQ(made.curves.at(QStringLiteral("type bf16")), (std::vector<QPointF>{{0, 64}, {1, 256}, {2, 1024}}));
  EXPECT_EQ(made.curves.at(QStringLiteral("type fp16")), (std::vector<QPointF>{{2, 1024}}));
  EXPECT_TRUE(sweepCurves({runs[0]}, [](const RunFigures&) { return std::optional(1.0); }).parameter.isEmpty());
}

TEST(SweepLimit, saysWhichTakesOverWhere) {
  const std::vector<RunFigures> runs{sweptRun("64", "bf16", "latency"), sweptRun("128", "bf16", "latency"),
                                     sweptRun("256", "bf16", "DRAM"), sweptRun("512", "bf16", "tensor pipe")};
  EXPECT_EQ(limitsText(runs),
            QStringLiteral("Limit by length: latency up to 128, DRAM from 256, tensor pipe from 512"));
  EXPECT_EQ(limitsText({runs[0], runs[1]}), QStringLiteral("Limit by length: latency for all values"));
  EXPECT_EQ(limitsText({sweptRun("64", "bf16", {}), sweptRun("128", "bf16", {})}), QString());
  EXPECT_EQ(limitsText({runs[0], runs[2], sweptRun("64", "fp16", "SM")}),
            QStringLiteral("type bf16, limit by length: latency up to 64, DRAM from 256\n"
                           "type fp16, limit by length: SM for all values"));
}

TEST(CountedRunFigures, standBesideWhatTheAlgorithmNeeds) {
  const RunFigures run = figuresOf(QJsonDocument::fromJson(R"({"kernel": "gemm", "flops": 2e9, "bytes": 1048576,
      "profile": {"passes": 22, "flops": 3e9, "dram_bytes": 2097152, "dram_share": 0.25, "tensor_share": 0.9,
      "l2_share": 0.402, "l1_share": null, "sm_share": 0.75, "l2_hit_rate": 0.733, "occupancy": null, "limit": "tensor pipe", "problem": null}})")
                                       .object());
  const auto valueOf = [&](const char* name) {
    const std::vector<RunFigureRow> rows = runFigureRows({run}, {});
    const auto row = std::ranges::find(rows, QString::fromUtf8(name), &RunFigureRow::name);
    return row == rows.end() ? QString() : row->values.front();
  };
  EXPECT_EQ(valueOf("Counted"),
            QStringLiteral("3 GFLOP, 1.50× the algorithm's · 2.000 MiB of DRAM traffic, 2.00× the algorithm's"));
  EXPECT_EQ(valueOf("Limit"), QStringLiteral("tensor pipe"));
  EXPECT_EQ(valueOf("Units"), QStringLiteral("DRAM 25.0 % · tensor pipe 90.0 % · L2 cache 40.2 % · SM 75.0 %"));
  EXPECT_EQ(valueOf("L2 hit rate"), QStringLiteral("73.3 %"));
  EXPECT_EQ(valueOf("Occupancy"), QString()) << "nobody counted it";
}

}  // namespace
}  // namespace kernline::ui
