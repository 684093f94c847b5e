// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_source.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kernline::recorder {

/// A folder for samples and machine code that is gone in the end.
class SourceFolder {
 public:
  SourceFolder();
  SourceFolder(const SourceFolder&) = delete;
  SourceFolder& operator=(const SourceFolder&) = delete;
  SourceFolder(SourceFolder&&) = delete;
  SourceFolder& operator=(SourceFolder&&) = delete;
  ~SourceFolder();

  /// Empty if none could be made.
  [[nodiscard]] const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

struct SourceEvents {
  EventSource::Events events;
  std::uint64_t dropped = 0;       ///< functions that are left out
  std::vector<std::string> notes;  ///< sentences
};

/// Events (FORMAT.md, `kernel_source`) of the samples that recorded processes left in `folder`, at `time` (ns of the
/// recording): a function each, the most sampled first, with its SASS and the texts of its source files if they can be
/// had. `launches` has how often functions were launched while samples were taken, if not in the recording itself.
[[nodiscard]] SourceEvents sourceEvents(const std::string& folder, std::int64_t time,
                                        std::map<std::string, std::uint64_t> launches = {});

}  // namespace kernline::recorder
