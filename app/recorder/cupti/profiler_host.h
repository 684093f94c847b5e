// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/profiler_library.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kernline::recorder {

/// The side of CUPTI that plans counters and makes metrics of what the hardware counted. Needs no GPU.
class ProfilerHost {
 public:
  /// `chip` as CUPTI calls it ("GH100"); `availability` as the device gives it, or empty.
  ProfilerHost(CUpti_ProfilerType type, const std::string& chip, std::span<const std::uint8_t> availability);

  /// False if CUPTI does not know the chip. No other function may be called then.
  [[nodiscard]] bool isUsable() const { return m_object != nullptr; }
  /// False if the chip has not one of them, and this object is of no more use.
  bool add(std::span<const char*> metrics);
  /// Returns the number of passes in which all that was added can be counted; 0 if CUPTI reports an error.
  std::size_t configure();
  /// Returns the configuration with which the hardware counts them, once configured.
  [[nodiscard]] std::span<const std::uint8_t> configuration() const { return m_configuration; }
  /// Evaluates one range or sample of the counter data; as many `values` as names. Returns false if CUPTI fails. The
  /// input can be stored for tests (kept_counter_data.h).
  bool evaluate(std::span<const std::uint8_t> counterData, std::size_t index, std::span<const char*> metrics,
                std::span<double> values);
  /// All that the chip can count, without the endings (".sum").
  [[nodiscard]] std::vector<std::string> baseMetrics();

 private:
  struct Ended {
    void operator()(CUpti_Profiler_Host_Object* object) const;
  };
  std::unique_ptr<CUpti_Profiler_Host_Object, Ended> m_object;
  CUpti_ProfilerType m_type;
  std::string m_chip;
  std::vector<std::uint8_t> m_configuration;
};

}  // namespace kernline::recorder
#endif
