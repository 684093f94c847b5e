// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/call_arguments.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// A call whose kernels memory bounds, as far as fusing it with others is concerned.
struct FusionLink {
  /// A tensor that it is given.
  struct Operand {
    std::vector<std::int64_t> dims;  ///< dimensions except those of size 1
    std::int64_t size = 0;           ///< elements
    double bytes = 0;                ///< bytes in memory; 0 if unknown
  };

  std::string name;                    ///< name of the operator
  std::vector<std::size_t> positions;  ///< positions of its activities in `DeviceTimeline::pieces`, sorted by start
  std::vector<Operand> operands;
  bool isList = false;   ///< works on lists of tensors, whose shapes are not recorded
  bool isCopy = false;   ///< whether it copies without any computation
  bool isFill = false;   ///< whether it fills without any input
  bool reduces = false;  ///< may write fewer elements than it reads
  double bytes = 0;      ///< bytes that it moves in its present form
  TrackId thread = TrackId::none;
};

/// Only the arguments of a call; the rest is to be filled in.
[[nodiscard]] std::vector<FusionLink::Operand> operandsOf(const CallArguments& call);

/// Returns true if, by sizes, the call may read what one of the chain reads or writes: one kernel could do both.
[[nodiscard]] bool joinsChain(const FusionLink& next, std::span<const FusionLink> chain);

/// Splits a chain into rounds where the same calls repeat. A round is one of three calls, or of two that end in a
/// reduction or begin in place: else it may be one long sum or product.
[[nodiscard]] std::vector<std::span<const FusionLink>> roundsOf(std::span<const FusionLink> chain);

/// Returns the fewest bytes that one kernel for the chain moves: each size of its inputs once, for two tensors of one
/// size may be one, and the output of its last call. For lists, half of the bytes of the largest call.
[[nodiscard]] double minBytes(std::span<const FusionLink> chain);

}  // namespace kernline
