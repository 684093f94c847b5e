// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/ceilings/ceilings_answer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace kernline::recorder {

namespace {

std::string shareText(double measured, double specified) {
  return specified > 0 ? fmt::format("  {:.1f} % of specified", measured / specified * 100) : std::string();
}

}  // namespace

std::string ceilingsJson(const PeakRates& rates, const std::string& keptIn) {
  using Json = nlohmann::ordered_json;
  Json measured = Json::object();
  Json specified = Json::object();
  for (const TypeRate& rate : rates.products) {
    measured[rate.type] = rate.measured;
    specified[rate.type] = rate.specified;
  }
  const Json answer{{"schema", "kernline-record-ceilings-1"},
                    {"device", rates.device},
                    {"device_name", rates.deviceName},
                    {"bytes_per_s", rates.copyBytesPerSecond},
                    {"specified_bytes_per_s", rates.specifiedBytesPerSecond},
                    {"l2_bytes_per_s", rates.l2BytesPerSecond > 0 ? Json(rates.l2BytesPerSecond) : Json(nullptr)},
                    {"flops_per_s", std::move(measured)},
                    {"specified_flops_per_s", std::move(specified)},
                    {"launch_ns", static_cast<std::int64_t>(std::llround(rates.launchNs))},
                    {"graph_launch_ns", static_cast<std::int64_t>(std::llround(rates.graphLaunchNs))},
                    {"kept_in", keptIn.empty() ? Json(nullptr) : Json(keptIn)}};
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ceilingsText(const PeakRates& rates, const std::string& keptIn) {
  constexpr double tera = 1e12;
  std::string text = fmt::format("{}, device {}\n", rates.deviceName, rates.device);
  text += fmt::format("  memory, copy   {:8.3f} TB/s{}\n", rates.copyBytesPerSecond / tera,
                      shareText(rates.copyBytesPerSecond, rates.specifiedBytesPerSecond));
  if (rates.l2BytesPerSecond > 0) {
    text += fmt::format("  L2, read       {:8.3f} TB/s\n", rates.l2BytesPerSecond / tera);
  }
  for (const TypeRate& rate : rates.products) {
    text += fmt::format("  {:<14} {:8.1f} TFLOP/s{}\n", rate.type + " product", rate.measured / tera,
                        shareText(rate.measured, rate.specified));
  }
  text += fmt::format("  empty kernel   {:8.2f} µs launched in a row, {:.2f} µs in a graph\n", rates.launchNs / 1e3,
                      rates.graphLaunchNs / 1e3);
  return keptIn.empty() ? text : text + fmt::format("Saved in {}\n", keptIn);
}

}  // namespace kernline::recorder
