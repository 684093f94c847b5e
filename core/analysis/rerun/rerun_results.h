// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rerun/rerun_plan.h"
#include "core/model/base/error.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Time of an operator alone, or why it did not run.
struct RerunResult {
  std::string overload;  ///< "aten.mm.default"
  TimeSpread time;
  std::uint64_t samples = 0;
  bool waits = false;               ///< it waits for the device, so the host is in its time
  std::vector<std::string> values;  ///< chosen for inputs that are no random numbers: "index: zeros"
  std::string error;                ///< empty if it ran
};

/// The answer of the script.
struct RerunResults {
  std::string device;  ///< "NVIDIA H200"
  std::string torch;   ///< its version
  std::string l2;      ///< "cold" or "warm"
  std::map<std::string, RerunResult, std::less<>> byId;

  /// nullptr if that case was not measured.
  [[nodiscard]] const RerunResult* find(std::string_view id) const;
};

/// Error: Unreadable with what is wrong about the text.
[[nodiscard]] Expected<RerunResults> parseRerunResults(std::string_view text);

}  // namespace kernline
