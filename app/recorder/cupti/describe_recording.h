// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/recording_header.h"

#include <expected>
#include <string>
#include <vector>

namespace kernline::recorder {

/// The header of a recording that begins now, with this machine's GPUs and versions. The error is a sentence: no driver
/// or no GPU.
std::expected<RecordingHeader, std::string> describeRecording(std::vector<std::string> command);

}  // namespace kernline::recorder
