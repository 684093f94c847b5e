// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/answers/span_origins.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kernline::cli {

/// Writes events one by one, file after file. `beginFile` keeps the file and what is known of its spans, which may be
/// nullptr, until the next one or `end`.
class EventWriter {
 public:
  EventWriter(Output& output, std::size_t files) : m_output(output), m_isOneOfSeveral(files > 1) {}
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;
  virtual ~EventWriter() = default;

  void beginFile(const LoadedFile& file, SpanOrigins* origins);
  virtual void write(SpanId span) = 0;
  virtual void end() {}
  [[nodiscard]] bool isClosed() const { return m_output.isClosed(); }  ///< the reader is gone

 protected:
  [[nodiscard]] Output& output() { return m_output; }
  [[nodiscard]] const Trace& trace() const { return *m_file->trace; }
  [[nodiscard]] SpanOrigins* origins() const { return m_origins; }
  [[nodiscard]] const std::string& path() const { return m_file->path; }
  [[nodiscard]] bool isOneOfSeveral() const { return m_isOneOfSeveral; }
  [[nodiscard]] std::uint32_t laneOf(SpanId span) const;  ///< counted from its track's first
  [[nodiscard]] const std::string& titleOf(SpanId span) const { return m_titles[index(trace().trackOf(span))]; }

  virtual void fileBegan() {}

 private:
  Output& m_output;
  const LoadedFile* m_file = nullptr;
  SpanOrigins* m_origins = nullptr;
  std::vector<std::string> m_titles;  // titles of the file's tracks
  bool m_isOneOfSeveral;
};

class JsonEventWriter : public EventWriter {
 public:
  JsonEventWriter(Output& output, std::size_t files);
  void write(SpanId span) override;
  void end() override;

 protected:
  void fileBegan() override;

 private:
  JsonDocument m_document;
  std::vector<Json> m_files;  // files begun so far
};

class CsvEventWriter : public EventWriter {
 public:
  CsvEventWriter(Output& output, std::size_t files);
  void write(SpanId span) override;
};

class TextEventWriter : public EventWriter {
 public:
  using EventWriter::EventWriter;
  void write(SpanId span) override;

 protected:
  void fileBegan() override;

 private:
  std::size_t m_trackWidth = 0;
};

}  // namespace kernline::cli
