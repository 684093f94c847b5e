// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/ceilings.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <mutex>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view builtinDeviceText =
#include "builtin_devices.inc"
    ;

constexpr std::array<std::string_view, 10> types{"fp64", "fp32", "tf32", "bf16",     "fp16",
                                                 "fp8",  "fp4",  "int8", "vector32", "vector64"};

std::vector<std::string_view> parted(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == text.size()) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

/// "memory 4.8", "bf16 989".
Message takeFigure(Ceilings& device, std::string_view text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view what = text.substr(0, blank);
  const std::string_view number = trimmed(text.substr(blank));
  double figure = 0;
  const auto [at, error] = std::from_chars(number.data(), number.data() + number.size(), figure);
  if (error != std::errc{} || at != number.data() + number.size() || !(figure > 0) || !std::isfinite(figure)) {
    return Phrase::tr("%1 is not a number above 0").with(number.substr(0, 40));
  }
  constexpr double tera = 1e12;
  constexpr double nsPerUs = 1e3;
  if (what == "memory") {
    device.bytesPerSecond = figure * tera;
  } else if (what == "l2") {
    device.l2BytesPerSecond = figure * tera;
  } else if (what == "launch") {
    device.launchNs = figure * nsPerUs;
  } else if (std::ranges::find(types, what) != types.end()) {
    device.flopsPerSecond[std::string(what)] = figure * tera;
  } else {
    return Phrase::tr(
               "%1 is none of memory, l2, launch, fp64, fp32, tf32, bf16, fp16, fp8, fp4, int8, vector32 and vector64")
        .with(what.substr(0, 40));
  }
  return {};
}

std::expected<Ceilings, Message> deviceOf(std::string_view line) {
  Ceilings device;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || trimmed(line.substr(0, colon)).empty()) {
    return std::unexpected(Message(Phrase::tr("A device is \"words of its name: memory 4.8, bf16 989; source\"")));
  }
  device.name = trimmed(line.substr(0, colon));
  const std::vector<std::string_view> parts = parted(line.substr(colon + 1), ';');
  device.source = parts.size() > 1 ? parts[1] : std::string_view{};
  for (const std::string_view figure : parted(parts.front(), ',')) {
    if (Message problem = takeFigure(device, figure); !problem.isEmpty()) {
      return std::unexpected(std::move(problem));
    }
  }
  if (device.bytesPerSecond == 0) {
    return std::unexpected(Message(Phrase::tr("memory is missing")));
  }
  return device;
}

/// "NVIDIA A100-SXM4-80GB": nvidia, a100, sxm4, 80gb.
std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : lowered(name)) {
    const bool isOfWord = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (isOfWord) {
      words.back().push_back(c);
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) {
    words.pop_back();
  }
  return words;
}

/// The first line all of whose words are in the name of a device.
const Ceilings* fitting(const std::vector<Ceilings>& devices, std::string_view deviceName) {
  const std::vector<std::string> name = wordsOf(deviceName);
  const auto found = std::ranges::find_if(devices, [&](const Ceilings& device) {
    return std::ranges::all_of(wordsOf(device.name),
                               [&](const std::string& word) { return std::ranges::find(name, word) != name.end(); });
  });
  return found == devices.end() ? nullptr : &*found;
}

struct OwnDevices {
  std::mutex mutex;
  std::vector<Ceilings> devices;
};

OwnDevices& ownDevices() {
  static OwnDevices own;
  return own;
}

std::string_view columnOf(WorkUnit unit, std::string_view type, bool usesTensorCores) {
  if (type.starts_with("c10::")) {
    type.remove_prefix(5);
  }
  const bool isDouble = type == "double" || type == "Double";
  if (unit == WorkUnit::Vector) {
    return isDouble ? "vector64" : "vector32";
  }
  if (type == "BFloat16") {
    return "bf16";
  }
  if (type == "Half") {
    return "fp16";
  }
  if (type.starts_with("Float8_")) {
    return "fp8";
  }
  if (type.starts_with("Float4_")) {
    return "fp4";
  }
  if (type == "signed char" || type == "char" || type == "unsigned char" || type == "qint8") {
    return "int8";
  }
  if (type == "float" || type == "Float") {
    return usesTensorCores ? "tf32" : "fp32";
  }
  return isDouble ? "fp64" : "";
}

}  // namespace

std::string_view toText(CeilingOrigin origin) {
  switch (origin) {
    case CeilingOrigin::Measured:
      return "measured";
    case CeilingOrigin::Given:
      return "given";
    case CeilingOrigin::Datasheet:
      break;
  }
  return "datasheet";
}

std::string_view Ceilings::peakName(WorkUnit unit, std::string_view type, bool usesTensorCores) const {
  std::string_view column = columnOf(unit, type, usesTensorCores);
  if (!flopsPerSecond.contains(column) && column.starts_with("vector")) {
    column = column == "vector64" ? "fp64" : "fp32";
  }
  return flopsPerSecond.contains(column) ? column : std::string_view{};
}

std::optional<double> Ceilings::peak(WorkUnit unit, std::string_view type, bool usesTensorCores) const {
  const auto found = flopsPerSecond.find(peakName(unit, type, usesTensorCores));
  return found == flopsPerSecond.end() ? std::nullopt : std::optional(found->second);
}

DeviceFile parseDevices(std::string_view text) {
  DeviceFile file;
  forEachRule(text, [&](std::size_t number, std::string_view line) {
    if (auto device = deviceOf(line)) {
      file.devices.push_back(std::move(*device));
    } else {
      file.problems.push_back({number, std::move(device.error())});
    }
  });
  return file;
}

const std::vector<Ceilings>& builtinDevices() {
  static const std::vector<Ceilings> devices = parseDevices(builtinDeviceText).devices;
  return devices;
}

std::vector<Ceilings> devicesInForce() {
  const std::lock_guard lock(ownDevices().mutex);
  std::vector<Ceilings> devices = ownDevices().devices;
  std::ranges::copy_if(builtinDevices(), std::back_inserter(devices), [&](const Ceilings& device) {
    return std::ranges::find(ownDevices().devices, device.name, &Ceilings::name) == ownDevices().devices.end();
  });
  return devices;
}

Ceilings asOwn(Ceilings line) {
  line.origin = line.source.starts_with("measured") ? CeilingOrigin::Measured : CeilingOrigin::Given;
  const Ceilings* usual = fitting(builtinDevices(), line.name);
  if (usual == nullptr) {
    return line;
  }
  if (line.launchNs == 0) {
    line.launchNs = usual->launchNs;
  }
  const std::size_t said = line.flopsPerSecond.size();
  line.flopsPerSecond.insert(usual->flopsPerSecond.begin(), usual->flopsPerSecond.end());
  if (line.flopsPerSecond.size() > said) {
    line.source += (line.source.empty() ? "others: " : "; others: ") + usual->source;
  }
  return line;
}

void useOwnDevices(std::vector<Ceilings> own) {
  for (Ceilings& device : own) {
    device = asOwn(std::move(device));
  }
  const std::lock_guard lock(ownDevices().mutex);
  ownDevices().devices = std::move(own);
}

std::optional<Ceilings> ceilingsOf(std::string_view deviceName) {
  const std::vector<Ceilings> known = devicesInForce();
  const Ceilings* found = fitting(known, deviceName);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace kernline
