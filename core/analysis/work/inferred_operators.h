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

/// What kernels belong to whose launch was not recorded, as where work was launched before the recording began: what
/// all kernels of their name, grid and block belong to whose operator is known, if that is one thing.
class InferredOperators {
 public:
  /// What tells launches of one kernel apart: its name, grid and block.
  using Config = std::pair<StringId, std::string>;
  /// Nothing: the file does not say grid and block.
  [[nodiscard]] static std::optional<Config> configOf(const Trace& trace, SpanId kernel);

  /// A kernel of a call whose operator is known. `form` is what the call belongs to.
  void learn(const Config& config, std::uint32_t call, std::uint32_t form);

  struct Found {
    std::uint32_t form = 0;
    bool isNext = false;  ///< it begins another call; else it belongs to the one before it of this form on its track
  };
  /// In the order of a track's kernels.
  [[nodiscard]] std::optional<Found> find(TrackId track, const Config& config);

 private:
  struct Known {
    std::uint32_t form = 0;
    bool isOne = true;
  };
  using Counts = std::map<Config, std::uint32_t>;
  struct Sample {
    std::uint32_t call = 0;
    Counts kernels;  // of that call
  };

  std::map<Config, Known> m_known;
  std::map<std::uint32_t, Sample> m_samples;                   // of each form the first call
  std::map<std::pair<TrackId, std::uint32_t>, Counts> m_open;  // by track and form: the call that may go on
};

}  // namespace kernline
