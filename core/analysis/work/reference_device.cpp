// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/reference_device.h"

#include "core/analysis/activity/device_tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Some traces number devices otherwise than their header does: then the one name that the header has.
std::string nameOfFirstDevice(const Trace& trace) {
  const std::vector<DeviceTracks> rows = deviceTracks(trace);
  if (rows.empty()) {
    return {};
  }
  const std::span<const Device> devices = trace.devices();
  const auto isOther = [&](const Device& device) { return device.name != devices.front().name; };
  const bool isNamed = std::ranges::find(devices, rows.front().name, &Device::name) != devices.end();
  return isNamed || devices.empty() || std::ranges::any_of(devices, isOther) ? rows.front().name : devices.front().name;
}

/// Returns "A100-PG509-200 40GB" for a device that has 39.4 GiB, as tables may distinguish devices by that.
std::string withMemory(const Trace& trace, std::string_view deviceName) {
  const auto device = std::ranges::find(trace.devices(), deviceName, &Device::name);
  if (device == trace.devices().end() || device->memoryBytes == 0 || deviceName.contains("GB")) {
    return std::string(deviceName);
  }
  constexpr std::uint64_t step = std::uint64_t{10} << 30U;
  return fmt::format("{} {}0GB", deviceName, (device->memoryBytes + step - 1) / step);
}

std::optional<Ceilings> recordedCeilings(const Trace& trace, std::string_view deviceName) {
  const auto device = std::ranges::find_if(
      trace.devices(), [&](const Device& one) { return one.name == deviceName && !one.ceilings.empty(); });
  if (device == trace.devices().end()) {
    return {};
  }
  std::vector<Ceilings> said = parseDevices(device->ceilings).devices;
  return said.empty() ? std::nullopt : std::optional(asOwn(std::move(said.front())));
}

}  // namespace

std::optional<Ceilings> ceilingsIn(const Trace& trace, std::string_view deviceName) {
  std::optional<Ceilings> known = ceilingsOf(withMemory(trace, deviceName));
  if (known && known->origin == CeilingOrigin::Given) {
    return known;
  }
  std::optional<Ceilings> recorded = recordedCeilings(trace, deviceName);
  return recorded ? recorded : known;
}

ReferenceDevice referenceDevice(const Trace& trace, std::string_view given) {
  if (!given.empty()) {
    return {.name = std::string(given), .isGiven = true, .ceilings = ceilingsOf(given)};
  }
  std::string name = nameOfFirstDevice(trace);
  std::optional<Ceilings> ceilings = ceilingsIn(trace, name);
  return {.name = std::move(name), .isGiven = false, .ceilings = std::move(ceilings)};
}

}  // namespace kernline
