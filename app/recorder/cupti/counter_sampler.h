// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/counter_options.h"
#include "app/recorder/io/device_properties.h"
#include "app/recorder/io/event_source.h"
#include "app/recorder/io/recording_clock.h"

#include <expected>
#include <memory>
#include <span>
#include <string>

namespace kernline::recorder {

/// Samples the GPUs' activity, by whatever process, into counter events: a value holds until the next sample, and one
/// that did not change is not written again. A thread for each GPU fetches the samples.
///
/// The error is a sentence: which counter there is not, or that this CUPTI, GPU or user may not count.
[[nodiscard]] std::expected<std::unique_ptr<EventSource>, std::string> makeCounterSampler(
    std::span<const DeviceProperties> devices, const RecordingClock& clock, const CounterOptions& options);

}  // namespace kernline::recorder
