// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/program_options.h"
#include "app/recorder/io/recorded_program.h"
#include "app/recorder/io/recording_header.h"

#include <string>

namespace kernline::recorder {

/// Variables of a program that is to be recorded from its start. `injected` is the path of libkernline-inject.so,
/// `socketName` the socket on which its processes greet.
RecordedProgram::Environment recordingVariables(const ProgramOptions& options, const RecordingHeader& header,
                                                const std::string& injected, const std::string& socketName);

}  // namespace kernline::recorder
