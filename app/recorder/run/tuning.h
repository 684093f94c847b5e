// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/recorder/parameters/values.h"
#include "app/recorder/run/measured_run.h"

namespace kernline::recorder {

/// Result of trying values of parameters.
struct Tuning {
  struct Failed {
    Values values;
    std::string problem;
  };

  std::vector<MeasuredRun> runs;    // same order as the values
  std::optional<std::size_t> best;  // index of the run with the lowest median
  std::vector<Failed> failed;
};

/// Measures `all`, one after the other. `measure` gets the best median so far, in ns (0 if none), and may stop early if
/// it is clearly slower. Values with which the kernel fails (it does not compile, cannot be launched, is wrong) are
/// stored as failed, unless the GPU is no longer `isUsable`: then the failure goes on.
Tuning tune(const std::vector<Values>& all,
            const std::function<MeasuredRun(const Values& values, double bestMedian)>& measure,
            const std::function<bool()>& isUsable);

/// "BLOCK=256 n=4096"
std::string valuesText(const Values& values);
nlohmann::json tuningJson(const Tuning& tuning);
/// Combinations with their times, fastest first, and what failed.
std::string toText(const Tuning& tuning);

}  // namespace kernline::recorder
