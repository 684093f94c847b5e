// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// Infers the operators of kernels whose launch was not recorded, such as those launched before the recording began:
/// the operator of all kernels of the same name, grid and block whose operator is known, if that is unique.
class InferredOperators {
 public:
  /// The key that distinguishes launches of one kernel: its name, grid and block.
  using Config = std::pair<StringId, std::string>;
  /// nullopt if grid and block are not in the file.
  [[nodiscard]] static std::optional<Config> configOf(const Trace& trace, SpanId kernel);

  /// A kernel of a call whose operator is known. `form` is what the call belongs to.
  void learn(const Config& config, std::uint32_t call, std::uint32_t form);

  struct Found {
    std::uint32_t form = 0;
    bool isNext = false;  ///< it begins another call; else it belongs to the one before it of this form on its track
  };
  /// Finds the operator of a kernel; call it in the order of a track's kernels.
  [[nodiscard]] std::optional<Found> find(TrackId track, const Config& config);

 private:
  struct Known {
    std::uint32_t form = 0;
    bool isOne = true;
  };
  using Counts = std::map<Config, std::uint32_t>;
  struct Sample {
    std::uint32_t call = 0;
    Counts kernels;  // kernels of that call
  };

  std::map<Config, Known> m_known;
  std::map<std::uint32_t, Sample> m_samples;                   // first call of each form
  std::map<std::pair<TrackId, std::uint32_t>, Counts> m_open;  // call that may go on, keyed by track and form
};

}  // namespace kernline
