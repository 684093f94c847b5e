// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace kernline::recorder {

/// A GPU's clocks at one time, as the driver reports them.
struct ClockReading {
  unsigned int smMegahertz = 0;
  unsigned int memoryMegahertz = 0;
  unsigned int temperatureCelsius = 0;
  /// "none", or what holds the clocks down: "power", "thermal", "power brake", "sync".
  std::string throttle = "none";
};

/// The driver's management library, loaded at run time: if it is missing, its values are unknown and all else works.
class Nvml {
 public:
  explicit Nvml(const std::string& pciBusId);
  Nvml(Nvml&&) noexcept;
  Nvml& operator=(Nvml&&) noexcept;
  ~Nvml();

  std::optional<ClockReading> read() const;

 private:
  struct Library;
  std::unique_ptr<Library> m_library;
};

}  // namespace kernline::recorder
