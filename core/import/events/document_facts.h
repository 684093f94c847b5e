// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::chrome {

/// Contents of a document besides its events. `value` of an entry is raw JSON.
struct DocumentFacts {
  std::int64_t baseTimeNs = 0;
  std::vector<MetadataEntry> entries;
  std::string stackFrames;    ///< raw JSON, joined from anywhere
  std::string samples;        ///< raw JSON of the "samples" array
  std::string profileNodes;   ///< "nodes" of a .cpuprofile document, or "head" before 2017
  std::string profileDeltas;  ///< "timeDeltas", or "timestamps" before 2017
  double profileStart = 0;    ///< "startTime": microseconds, or seconds before 2017
  [[nodiscard]] bool isCpuProfile() const { return !profileNodes.empty(); }
};

}  // namespace kernline::chrome
