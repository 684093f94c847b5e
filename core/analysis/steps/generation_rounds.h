// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/steps/device_rounds.h"
#include "core/model/trace/trace.h"

#include <optional>
#include <span>

namespace kernline {

/// Rounds of a program that generates text, a token each: from the embedding of what it reads, or the launch of a
/// graph, to the kernel that chooses the token and what most rounds run after it. A prompt is a round of its own,
/// though it runs other kernels and its call prepares more: its operators, else its kernels, end like those of the
/// other rounds. What is not complete, as the beginning of a recording in the middle of a round, is of none. nullopt if
/// half of what is between two choices is not alike, if nothing in it reads embeddings, or if anything is of training.
/// `activities` is the device's, by start. O(n log n).
[[nodiscard]] std::optional<DeviceRounds> generationRounds(const Trace& trace, const DeviceTracks& device,
                                                           std::span<const SpanId> activities);

}  // namespace kernline
