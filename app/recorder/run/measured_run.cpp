// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/measured_run.h"
#include "app/recorder/io/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kernline::recorder {

using Json = nlohmann::json;

namespace {

double perSecond(double amount, const Samples& samples) {
  return samples.median() > 0 ? amount / (samples.median() * 1e-9) : 0;
}

Json factsJson(const DeviceFacts& device) {
  return {{"sm_count", device.multiprocessors},
          {"compute_capability", device.computeCapability()},
          {"memory_bytes", device.memoryBytes},
          {"l2_bytes", device.l2Bytes}};
}

Json samplesJson(const Samples& samples) {
  Json json = Json::array();
  for (const double nanoseconds : samples.values()) {
    json.push_back(std::llround(nanoseconds));
  }
  return json;
}

Json ceilingsJson(const Ceilings& ceilings) {
  return {{"copy_bytes_per_s", ceilings.copyBytesPerSecond},
          {"matmul_flops_per_s", ceilings.matmulFlopsPerSecond},
          {"matmul_type", ceilings.matmulType},
          {"specified_bytes_per_s", ceilings.specifiedBytesPerSecond},
          {"specified_flops_per_s", ceilings.specifiedFlopsPerSecond}};
}

Json countedJson(std::optional<double> value) {
  return value ? Json(*value) : Json{};
}

Json profileJson(const RunRecording::Profile& profile) {
  const CountedUse& use = profile.use;
  return {{"passes", profile.passes},
          {"flops", countedJson(profile.flops)},
          {"dram_bytes", countedJson(profile.dramBytes)},
          {"kernel_ns", std::llround(use.nanoseconds)},
          {"dram_share", countedJson(use.dram)},
          {"tensor_share", countedJson(use.tensor)},
          {"l2_share", countedJson(use.l2)},
          {"l1_share", countedJson(use.l1)},
          {"sm_share", countedJson(use.sm)},
          {"l2_hit_rate", countedJson(use.l2HitRate)},
          {"occupancy", countedJson(use.occupancy)},
          {"limit", use.limit().empty() ? Json{} : Json(use.limit())},
          {"problem", profile.problem.empty() ? Json{} : Json(profile.problem)}};
}

/// Returns the counted figures next to the needs of the algorithm.
std::string profileText(const MeasuredRun& run) {
  const RunRecording::Profile& profile = *run.profile;
  if (!profile.problem.empty()) {
    return fmt::format("  counted     nothing: {}\n", profile.problem);
  }
  std::string text = fmt::format("  counted     in {}", counted(profile.passes, "pass", "es"));
  const auto add = [&](std::optional<double> amount, double needed, double scale, const char* unit) {
    if (amount && needed > 0) {
      text +=
          fmt::format(", {:.2f} {}, {:.3f} times what the algorithm needs", *amount / scale, unit, *amount / needed);
    } else if (amount && *amount > 0) {
      text += fmt::format(", {:.2f} {}", *amount / scale, unit);
    }
  };
  add(profile.flops, run.work.flops, 1e9, "GFLOP");
  add(profile.dramBytes, run.work.bytes, 1e6, "MB of DRAM traffic");
  if (const std::string_view limit = profile.use.limit(); !limit.empty()) {
    text += fmt::format("\n  limit       {}: DRAM {:.1f} %, tensor pipe {:.1f} %, SM {:.1f} %, occupancy {:.1f} %",
                        limit, profile.use.dram.value_or(0) * 100, profile.use.tensor.value_or(0) * 100,
                        profile.use.sm.value_or(0) * 100, profile.use.occupancy.value_or(0) * 100);
  }
  return text + '\n';
}

Json valueJson(const Values& values, const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::whole:
      return values.whole(parameter.name);
    case Parameter::Type::choice:
      return values.choice(parameter.name);
    case Parameter::Type::flag:
      return values.flag(parameter.name);
  }
  return {};
}

}  // namespace

double MeasuredRun::bytesPerSecond() const {
  return perSecond(work.bytes, samples);
}

double MeasuredRun::flopsPerSecond() const {
  return perSecond(work.flops, samples);
}

double MeasuredRun::shareOfMemory() const {
  return ceilings.copyBytesPerSecond > 0 ? bytesPerSecond() / (ceilings.copyBytesPerSecond * work.devices) : 0;
}

double MeasuredRun::shareOfMatmul() const {
  return ceilings.matmulFlopsPerSecond > 0 ? flopsPerSecond() / (ceilings.matmulFlopsPerSecond * work.devices) : 0;
}

Json parametersJson(const Values& values) {
  Json json = Json::object();
  for (const Parameter& parameter : values.parameters()) {
    json[parameter.name] = valueJson(values, parameter);
  }
  return json;
}

Json algorithmJson(const MeasuredRun& run) {
  Json json{{"kernel", run.kernel}, {"parameters", run.values ? parametersJson(*run.values) : Json::object()}};
  if (run.work.flops > 0) {
    json["flops"] = run.work.flops;
  }
  if (run.work.bytes > 0) {
    json["bytes"] = run.work.bytes;
  }
  return json;
}

Json toJson(const MeasuredRun& run) {
  Json json{{"kernel", run.kernel},
            {"parameters", run.values ? parametersJson(*run.values) : Json::object()},
            {"device", run.device.index},
            {"device_name", run.device.name},
            {"device_facts", factsJson(run.device)},
            {"samples", run.samples.size()},
            {"samples_ns", samplesJson(run.samples)},
            {"median_ns", std::llround(run.samples.median())},
            {"mean_ns", std::llround(run.samples.mean())},
            {"min_ns", std::llround(run.samples.min())},
            {"max_ns", std::llround(run.samples.max())},
            {"noise", run.samples.noise()},
            {"converged", run.converged},
            {"l2", run.flushedL2 ? "flush" : "warm"},
            {"bytes", run.work.bytes},
            {"flops", run.work.flops},
            {"bytes_per_s", run.bytesPerSecond()},
            {"flops_per_s", run.flopsPerSecond()},
            {"share_of_peak", Json{}},
            {"bound", Json{}},
            {"devices", run.work.devices},
            {"ceilings", ceilingsJson(run.ceilings)},
            {"checked", run.comparison.has_value()},
            {"recorded_records", run.recordedRecords},
            {"dropped_records", run.droppedRecords},
            {"out", run.out.empty() ? Json{} : Json(run.out)}};
  if (run.ceilings.copyBytesPerSecond > 0 || run.ceilings.matmulFlopsPerSecond > 0) {
    json["share_of_peak"] = std::max(run.shareOfMemory(), run.shareOfMatmul());
    json["bound"] = run.shareOfMemory() >= run.shareOfMatmul() ? "memory" : "compute";
  }
  json["blocks"] = run.blocks ? Json{{"recorded", run.blocks->blocks},
                                     {"left_out", run.blocks->blocksLeftOut},
                                     {"marks", run.blocks->marks},
                                     {"marks_left_out", run.blocks->marksLeftOut}}
                              : Json{};
  json["max_error"] = run.comparison ? Json(run.comparison->maximumError) : Json{};
  json["tolerance"] = run.comparison ? Json(run.comparison->tolerance) : Json{};
  json["compared"] = run.comparison ? Json(run.comparison->compared) : Json{};
  json["clocks"] =
      run.clocks
          ? Json{{"sm_mhz_min", run.clocks->min}, {"sm_mhz_max", run.clocks->max}, {"throttle", run.clocks->throttle}}
          : Json{};
  json["profile"] = run.profile ? profileJson(*run.profile) : Json{};
  return json;
}

/// Returns the rates next to the measured ceilings.
std::string ratesText(const MeasuredRun& run) {
  std::string text = fmt::format("  memory      {:.1f} GB/s", run.bytesPerSecond() / 1e9);
  if (run.ceilings.copyBytesPerSecond > 0) {
    text += fmt::format(", {:.1f} % of copy bandwidth ({:.1f} GB/s)", run.shareOfMemory() * 100,
                        run.ceilings.copyBytesPerSecond / 1e9);
  }
  text += fmt::format("\n  arithmetic  {:.2f} TFLOP/s", run.flopsPerSecond() / 1e12);
  if (run.ceilings.matmulFlopsPerSecond > 0) {
    text += fmt::format(", {:.1f} % of {} matmul throughput ({:.1f} TFLOP/s)", run.shareOfMatmul() * 100,
                        run.ceilings.matmulType, run.ceilings.matmulFlopsPerSecond / 1e12);
  }
  return text + "\n";
}

std::string toText(const MeasuredRun& run) {
  std::string text = run.kernel;
  if (run.values) {
    for (const Parameter& parameter : run.values->parameters()) {
      text += fmt::format(" {}={}", parameter.name, run.values->text(parameter));
    }
  }
  text += fmt::format("\n  time        {:.2f} µs, median of {}, noise {:.2f} %{}, L2 {}\n", run.samples.median() / 1e3,
                      counted(run.samples.size(), "sample"), run.samples.noise() * 100,
                      run.converged ? "" : " (not converged)", run.flushedL2 ? "flushed" : "warm");
  text += ratesText(run);
  if (run.comparison) {
    text += fmt::format("  result      max error {:.2e}, limit {:.0e}, {}\n", run.comparison->maximumError,
                        run.comparison->tolerance, run.comparison->compared);
  } else {
    text += "  result      not checked; a custom kernel has no reference\n";
  }
  if (run.clocks) {
    text += fmt::format("  clocks      {} to {} MHz, throttling: {}\n", run.clocks->min, run.clocks->max,
                        run.clocks->throttle);
  }
  if (run.profile) {
    text += profileText(run);
  }
  if (!run.out.empty()) {
    text += fmt::format("  timeline    {}: {}, {} dropped\n", run.out, counted(run.recordedRecords, "record"),
                        run.droppedRecords);
  }
  if (run.blocks && run.blocks->blocks + run.blocks->blocksLeftOut == 0) {
    text += "  blocks      none; the kernel does not record blocks\n";
  } else if (run.blocks) {
    text += fmt::format("  blocks      {} of one launch, {} left out", counted(run.blocks->blocks, "block"),
                        run.blocks->blocksLeftOut);
    if (run.blocks->marks + run.blocks->marksLeftOut > 0) {
      text += fmt::format("; {}, {} left out", counted(run.blocks->marks, "mark"), run.blocks->marksLeftOut);
    }
    text += "\n";
  }
  return text;
}

}  // namespace kernline::recorder
