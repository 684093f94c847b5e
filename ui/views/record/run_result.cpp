// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_result.h"

#include <QFileInfo>
#include <QJsonArray>

namespace kernline::ui {

namespace {

QString valueText(const QJsonValue& value) {
  if (value.isBool()) {
    return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
  }
  return value.isDouble() ? QString::number(value.toDouble(), 'g', 12) : value.toString();
}

CountedFigures countedOf(const QJsonObject& profile) {
  const auto number = [&](const char* key) {
    const QJsonValue value = profile[QLatin1String(key)];
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
  };
  return {.flops = number("flops"),
          .dramBytes = number("dram_bytes"),
          .dramShare = number("dram_share"),
          .tensorShare = number("tensor_share"),
          .l2Share = number("l2_share"),
          .l1Share = number("l1_share"),
          .smShare = number("sm_share"),
          .l2HitRate = number("l2_hit_rate"),
          .occupancy = number("occupancy"),
          .limit = profile[QStringLiteral("limit")].toString()};
}

}  // namespace

RunFigures figuresOf(const QJsonObject& result) {
  const auto number = [](const QJsonObject& object, const char* key) { return object[QLatin1String(key)].toDouble(); };
  RunFigures run;
  run.kernel = result[QStringLiteral("kernel")].toString();
  const QJsonObject parameters = result[QStringLiteral("parameters")].toObject();
  for (auto value = parameters.begin(); value != parameters.end(); ++value) {
    run.parameters.emplace_back(value.key(), valueText(value.value()));
  }
  run.device = result[QStringLiteral("device_name")].toString();
  run.samples = result[QStringLiteral("samples")].toInt();
  run.medianNs = number(result, "median_ns");
  run.noise = number(result, "noise");
  run.isConverged = result[QStringLiteral("converged")].toBool(true);
  run.l2 = result[QStringLiteral("l2")].toString();
  run.bytes = number(result, "bytes");
  run.flops = number(result, "flops");
  run.bytesPerSecond = number(result, "bytes_per_s");
  run.flopsPerSecond = number(result, "flops_per_s");
  run.shareOfPeak = number(result, "share_of_peak");
  run.bound = result[QStringLiteral("bound")].toString();
  const QJsonObject ceilings = result[QStringLiteral("ceilings")].toObject();
  run.copyCeiling = number(ceilings, "copy_bytes_per_s");
  run.matmulCeiling = number(ceilings, "matmul_flops_per_s");
  run.matmulType = ceilings[QStringLiteral("matmul_type")].toString();
  run.specifiedBytes = number(ceilings, "specified_bytes_per_s");
  run.specifiedFlops = number(ceilings, "specified_flops_per_s");
  run.isChecked = result[QStringLiteral("checked")].toBool(result.contains(QStringLiteral("max_error")));
  run.maxError = number(result, "max_error");
  run.tolerance = number(result, "tolerance");
  const QJsonObject clocks = result[QStringLiteral("clocks")].toObject();
  run.clockMin = number(clocks, "sm_mhz_min");
  run.clockMax = number(clocks, "sm_mhz_max");
  run.throttle = clocks[QStringLiteral("throttle")].toString();
  run.recorded = result[QStringLiteral("recorded_records")].toInteger();
  run.dropped = result[QStringLiteral("dropped_records")].toInteger();
  run.counted = countedOf(result[QStringLiteral("profile")].toObject());
  run.isBest = result[QStringLiteral("best")].toBool();
  return run;
}

QStringList recordingsOf(const std::vector<KeptRun>& runs) {
  QStringList paths;
  for (const KeptRun& run : runs) {
    if (QFileInfo::exists(run.recording)) {
      paths << run.recording;
    }
  }
  return paths;
}

QString parameterText(const RunFigures& figures) {
  QStringList parts;
  for (const auto& [name, value] : figures.parameters) {
    parts << QStringLiteral("%1 %2").arg(name, value);
  }
  return parts.join(QStringLiteral(" · "));
}

}  // namespace kernline::ui
