// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/bounded_output.h"
#include "app/recorder/io/kept_events.h"
#include "app/recorder/io/recording_header.h"
#include "app/recorder/io/recording_writer.h"
#include "app/recorder/io/time_edge.h"
#include "app/recorder/io/trigger.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <utility>

namespace kernline::recorder {

/// A file of what is kept and of what follows, from a moment on.
class KeptWindow {
 public:
  /// Makes the file at `path`; header.begin is the moment. Up to `maxWaiting` bytes wait for the disk besides what was
  /// kept: programs lose events if they have to. The error is a sentence.
  static std::expected<std::unique_ptr<KeptWindow>, std::string> open(const std::string& path,
                                                                      const RecordingHeader& header,
                                                                      std::size_t maxWaiting);

  /// Adds what was recorded before.
  void addKept(const KeptEvents& kept);
  /// Adds a mark at the moment of a trigger, in the row of its process. `clock` is the recording's.
  void mark(const Trigger& trigger, const RecordingClock& clock);
  void add(BoundedOutput::Text events, const RecordCounts& counts) { m_output->add(std::move(events), counts); }
  [[nodiscard]] bool isFull() { return m_output->isFull(); }
  [[nodiscard]] bool hasFailed() { return m_output->hasFailed(); }
  [[nodiscard]] const std::string& path() const { return m_path; }

  /// Writes the rest and the end, and prints what became of it.
  void finish(RecordingFooter footer);

 private:
  KeptWindow(std::string path, std::unique_ptr<RecordingWriter> writer, std::int64_t edge, std::size_t maxWaiting);

  std::string m_path;
  std::unique_ptr<RecordingWriter> m_writer;
  std::unique_ptr<TimeEdge> m_edge;
  std::unique_ptr<BoundedOutput> m_output;
};

}  // namespace kernline::recorder
