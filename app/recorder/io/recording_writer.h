// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_sink.h"
#include "app/recorder/io/recording_header.h"

#include <cstdint>
#include <deque>
#include <expected>
#include <memory>
#include <string>

namespace kernline::recorder {

/// Writes a recording (FORMAT.md) as it happens: every call has reached the file when it returns. When no more can be
/// written (a full disk, a limit, a closed pipe) a file is cut back to whole events and still gets its end; the footer
/// has the losses. An older file of the same name stays until there are records to replace it.
class RecordingWriter final : public EventSink {
 public:
  /// Makes the file, or makes sure that the one that is there can be replaced. The error is a sentence.
  static std::expected<std::unique_ptr<RecordingWriter>, std::string> create(const std::string& path);
  /// Writes into `descriptor`, which it closes in the end unless it is standard output.
  RecordingWriter(int descriptor, std::string name);
  ~RecordingWriter() override;

  bool begin(const RecordingHeader& header);
  bool write(std::string_view events, const RecordCounts& counts) override;
  /// Writes the end and closes. The records of `footer` are filled in here, and those that could not be written count
  /// as dropped. False if the recording is not whole; see problem().
  bool finish(RecordingFooter footer);
  /// Ends without a recording: a file that was made for it is gone, an older one is as it was.
  void abandon();

  /// The older file is still there, since there were no records.
  [[nodiscard]] bool keptOlderFile() const { return !m_replaced.empty(); }
  /// Returns the counts of records in the recording.
  [[nodiscard]] const RecordCounts& records() const { return m_records; }
  /// The number of records that could not be written.
  [[nodiscard]] std::uint64_t lost() const { return m_lost; }
  /// A sentence, or empty.
  [[nodiscard]] const std::string& problem() const { return m_problem; }

 private:
  /// A part that was written in one call and can be taken back.
  struct Part {
    std::int64_t offset = 0;
    RecordCounts counts;
  };

  bool replaceOlderFile();
  bool append(std::string_view text);
  void close();
  void makeRoom();

  int m_descriptor;
  std::string m_name;
  std::string m_replaced;  // an older file that this recording will replace
  std::string m_made;      // a file that was not there before
  std::string m_header;    // header, until it is written
  bool m_isFile = false;   // can be cut
  std::int64_t m_size = 0;
  std::deque<Part> m_tail;
  RecordCounts m_records;
  std::uint64_t m_lost = 0;
  std::string m_problem;
};

}  // namespace kernline::recorder
