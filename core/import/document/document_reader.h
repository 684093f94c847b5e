// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the frame of readers that need a whole text and make a trace of it.
#pragma once

#include "core/import/load_options.h"
#include "core/import/source/whole_text.h"
#include "core/model/base/progress.h"
#include "core/model/trace/trace.h"
#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace kernline {

/// The frame of readers that need all of a text at once and make a trace of it by themselves: profiles of stacks, of
/// planes, trees of totals. A reader has a `run` that reads `m_text` into `m_builder` and ends with `built`; its input
/// gives the place of the text, not its format.
class DocumentReader {
 public:
  DocumentReader(std::shared_ptr<const WholeText> text, const LoadOptions& options, std::stop_token stop,
                 Progress& progress);

 protected:
  /// Reports how much of the file was read once the text has been up to `byte`.
  void noteProgress(const SourceFile& source, std::uint64_t byte);
  /// Counts, as found at `offset`, that the text ends too early: the file was damaged, or the text `breaksOff`.
  void noteEnd(std::uint64_t offset, bool breaksOff);
  /// Whether there is no memory for more. Asked before each step: the first time, the place is counted, and the reader
  /// ends with what it has.
  [[nodiscard]] bool isFullAt(std::uint64_t offset, std::string_view what = {});
  /// The trace; `format` as for people, without what it was packed in. Errors: Canceled.
  [[nodiscard]] Expected<std::shared_ptr<const Trace>> built(SourceFile source, Message format,
                                                             std::shared_ptr<const EventSource> events);

  std::shared_ptr<const WholeText> m_text;
  const LoadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  TraceBuilder m_builder;
};

/// The source of an input, for the trace that is made of it.
[[nodiscard]] SourceFile sourceFileOf(const Input& input);

/// Reads an input with `Reader`. Errors: those of wholeText, and the reader's.
template <typename Reader>
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readDocument(std::shared_ptr<const Input> input,
                                                                  const LoadOptions& options, std::stop_token stop,
                                                                  Progress& progress) {
  SourceFile source = sourceFileOf(*input);
  auto text = wholeText(std::move(input), options.memoryExhausted);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  progress.stage = Progress::Stage::Reading;
  progress.bytesTotal = source.storedBytes;
  return Reader(std::move(*text), options, std::move(stop), progress).run(std::move(source));
}

/// Reads a text in memory, for tests.
template <typename Reader>
[[nodiscard]] Expected<std::shared_ptr<const Trace>> readDocumentText(std::string text, const LoadOptions& options) {
  SourceFile source;
  source.path = "(memory)";
  source.storedBytes = text.size();
  Progress progress;
  return Reader(wholeTextOf(std::move(text)), options, {}, progress).run(std::move(source));
}

}  // namespace kernline
