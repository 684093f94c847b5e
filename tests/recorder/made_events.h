// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/recording_header.h"

#include <cstdint>
#include <string>

namespace kernline::recorder::test {

/// A header of a machine with one GPU, at a fixed time.
RecordingHeader madeHeader();

/// A call and the kernel that it launches, number `i` of a process: 10 us apart, on stream 7 of GPU 0.
void addLaunch(EventLines& lines, std::uint32_t i);

/// The same from `start` on, for 9.01 us.
void addLaunchAt(EventLines& lines, std::uint32_t i, std::int64_t start);

/// A whole recording of `launches` of them.
std::string madeRecording(std::uint32_t launches);

}  // namespace kernline::recorder::test
