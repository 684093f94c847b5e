// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/device_properties.h"
#include "app/recorder/io/record_counts.h"
#include "app/recorder/io/recording_clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::recorder {

/// Header of a recording, before its first event.
struct RecordingHeader {
  RecordingClock clock;
  std::vector<DeviceProperties> devices;
  std::vector<std::string> command;  ///< recorded command, word by word
  int runtimeVersion = 0;            ///< CUDA's, e.g. 13000; 0 if not known
  int driverVersion = 0;             ///< the newest CUDA that the driver knows, e.g. 13000
  int cuptiVersion = 0;              ///< CUPTI_API_VERSION of the library in use
  std::string driver;                ///< e.g. "580.159.04"
  std::int64_t begin = 0;            ///< begin of the recording, ns on the clock
  std::string torch{};               ///< parts of PyTorch that are recorded, from TorchChoice; empty if none can be
};

/// Facts after the last event of a recording.
struct RecordingFooter {
  RecordCounts records{};
  std::uint64_t dropped = 0;         ///< records that were made and are not in the recording
  std::uint64_t inFlight = 0;        ///< activities of GPUs that had not ended, and so have no record
  std::string ended{};               ///< reason why the recording is over, a sentence
  int status = 0;                    ///< exit status of the program; -1 if it still ran
  std::uint64_t operatorCost = 0;    ///< ns that recording an operator of PyTorch took; 0 if none was recorded
  std::vector<std::string> notes{};  ///< notes for readers of the recording
};

/// Returns the text from the opening brace to the first event, which names the recorder, without a comma after it.
std::string headerText(const RecordingHeader& header);

/// Returns the text from after the last event to the closing brace.
std::string footerText(const RecordingFooter& footer);

}  // namespace kernline::recorder
