// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/work_rules.h"
#include "core/model/base/rule_lines.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

enum class CeilingOrigin : std::uint8_t {
  Datasheet,  ///< the table that comes with the program
  Measured,   ///< measured on that device: `kernline record ceilings`
  Given,      ///< given by the user
};
[[nodiscard]] std::string_view toText(CeilingOrigin origin);

/// Peak rates of a device.
struct Ceilings {
  std::string name;    ///< "H200": the words of the line that knows it
  std::string source;  ///< "NVIDIA H200 datasheet"
  CeilingOrigin origin = CeilingOrigin::Datasheet;
  double bytesPerSecond = 0;    ///< bandwidth of its memory
  double l2BytesPerSecond = 0;  ///< bandwidth of its L2 cache; 0 if unknown
  /// Keyed by type: "bf16", "fp32"; of vector units "vector32".
  std::map<std::string, double, std::less<>> flopsPerSecond;
  double launchNs = 0;  ///< duration below which a kernel's time depends more on launching than on its work

  /// Operations a second for elements of torch's type `type`; std::nullopt if not in the table. `usesTensorCores`: a
  /// float product does, so as TF32.
  [[nodiscard]] std::optional<double> peak(WorkUnit unit, std::string_view type, bool usesTensorCores) const;
  /// The name of that figure in `flopsPerSecond`: "bf16"; empty if not in the table.
  [[nodiscard]] std::string_view peakName(WorkUnit unit, std::string_view type, bool usesTensorCores) const;
};

struct DeviceFile {
  std::vector<Ceilings> devices;
  std::vector<LineProblem> problems;  ///< each of a line that is left out of `devices`
};

/// resources/devices.txt describes a line, and is the default. Never fails.
[[nodiscard]] DeviceFile parseDevices(std::string_view text);

/// Returns the built-in devices.
[[nodiscard]] const std::vector<Ceilings>& builtinDevices();

/// Returns the devices in force: the user's own before the built-in ones. Values missing in the user's lines come from
/// the built-in table.
[[nodiscard]] std::vector<Ceilings> devicesInForce();
/// Uses the user's devices. Lines whose source begins with "measured" count as measured, the others as given.
void useOwnDevices(std::vector<Ceilings> own);

/// Returns a line of devices.txt, completed from the built-in table.
[[nodiscard]] Ceilings asOwn(Ceilings line);

/// Returns the peak rates of a device such as "NVIDIA H200"; std::nullopt if no line has it.
[[nodiscard]] std::optional<Ceilings> ceilingsOf(std::string_view deviceName);

}  // namespace kernline
