// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/document/document_reader.h"

#include "core/model/base/parallel.h"

#include <algorithm>

namespace kernline {

DocumentReader::DocumentReader(std::shared_ptr<const WholeText> text, const LoadOptions& options, std::stop_token stop,
                               Progress& progress)
    : m_text(std::move(text)), m_options(options), m_stop(std::move(stop)), m_progress(progress) {}

void DocumentReader::noteProgress(const SourceFile& source, std::uint64_t byte) {
  m_progress.bytesDone = source.storedBytes * byte / std::max<std::size_t>(1, m_text->view.size());
}

void DocumentReader::noteEnd(std::uint64_t offset, bool breaksOff) {
  if (m_text->damage || breaksOff) {
    m_builder.report().add(IssueKind::TruncatedInput, offset, m_text->damage.value_or(std::string()));
  }
}

bool DocumentReader::isFullAt(std::uint64_t offset, std::string_view what) {
  const bool isFull = m_options.memoryExhausted.stop_requested();
  if (isFull && m_builder.report()[IssueKind::MemoryLimit].count == 0) {
    m_builder.report().add(IssueKind::MemoryLimit, offset, what);
  }
  return isFull;
}

Expected<std::shared_ptr<const Trace>> DocumentReader::built(SourceFile source, Message format,
                                                             std::shared_ptr<const EventSource> events) {
  m_progress.stage = Progress::Stage::Arranging;
  source.textBytes = m_text->view.size();
  source.format = packedFormat(std::move(format), containerOf(*m_text));
  const std::string path = source.path;
  m_builder.addSource(std::move(source));
  m_builder.setEvents(std::move(events));
  auto trace = m_builder.build(m_options.threads == 0 ? defaultThreads() : m_options.threads, m_stop);
  if (trace == nullptr) {
    return loadingCanceled(path);
  }
  m_progress.stage = Progress::Stage::Done;
  return trace;
}

SourceFile sourceFileOf(const Input& input) {
  SourceFile source;
  source.path = input.path;
  source.storedBytes = input.storedBytes;
  source.origin = input.stream == nullptr ? input.text : nullptr;
  return source;
}

}  // namespace kernline
