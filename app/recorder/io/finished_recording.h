// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/recording_writer.h"

#include <string>

namespace kernline::recorder {

/// Writes the end of a recording and prints what became of it: notes, events, losses. `shownOutput` names the file.
void finishRecording(RecordingWriter& writer, RecordingFooter footer, const std::string& shownOutput);

}  // namespace kernline::recorder
