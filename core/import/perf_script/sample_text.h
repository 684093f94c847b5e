// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::perf {

/// The first line of a sample: "python3  1234/1240 [002] 12345.678901:  250000 cpu-clock:pppH:".
struct SampleHead {
  std::string_view command;
  std::string_view pid;  ///< empty where only one number is printed, which is the thread's
  std::string_view tid;
  std::string_view processor;  ///< "002"; empty where it is not printed
  std::int64_t timeNs = 0;
  std::int64_t period = 0;  ///< the count of the event in the sample; 0 if not printed
  std::string_view event;
  std::string_view rest;  ///< text after the event: a frame if no stacks were recorded, else not used
};
[[nodiscard]] std::optional<SampleHead> readHead(std::string_view line);

/// Whether samples of an event are taken of time that passes, as of a clock or of a processor's cycles; else of things
/// that happen, as page faults.
[[nodiscard]] bool isOfTime(std::string_view event);

/// "cycles:pp" of "cycles:ppH" and "cycles:ppG": what a thread does on the host, and what as a guest, are parts of its
/// time.
[[nodiscard]] std::string withoutSide(std::string_view event);

/// A line of a stack: "    7f3b2c6d1e20 _PyEval_EvalFrameDefault+0x1a2 (/usr/bin/python3.10)".
struct FrameLine {
  std::string_view address;  ///< hexadecimal; empty for what was inlined
  std::string_view symbol;   ///< name without the offset in it; "[unknown]" where perf does not know
  std::string_view object;   ///< the file that holds it
};
[[nodiscard]] std::optional<FrameLine> readFrame(std::string_view line);

/// The next sample of a text, and where the text goes on.
struct SampleText {
  SampleHead head;
  std::size_t begin = 0;          ///< offset of its first line
  std::vector<FrameLine> frames;  ///< the leaf first
  std::size_t strangeLines = 0;   ///< number of lines that are no frames
};

/// Walks the samples of what `perf script` prints.
class SampleWalk {
 public:
  explicit SampleWalk(std::string_view text, std::size_t at = 0) : m_text(text), m_at(at) {}

  [[nodiscard]] bool next();
  [[nodiscard]] const SampleText& sample() const { return m_sample; }
  /// Lines so far that belong to no sample, and where the first is.
  [[nodiscard]] std::size_t skippedLines() const { return m_skipped; }
  [[nodiscard]] std::size_t firstSkipped() const { return m_firstSkipped; }

 private:
  [[nodiscard]] std::string_view takeLine();

  std::string_view m_text;
  std::size_t m_at;
  SampleText m_sample;
  std::size_t m_skipped = 0;
  std::size_t m_firstSkipped = 0;
};

}  // namespace kernline::perf
