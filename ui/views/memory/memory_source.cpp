// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_source.h"

#include "core/analysis/memory/trace_memory.h"
#include "core/open/open_document.h"
#include "ui/kit/open/memory_limit.h"

#include <utility>
#include <variant>

namespace kernline::ui {

Expected<std::shared_ptr<const MemoryHistory>> historyOf(const MemorySource& source, std::stop_token stop,
                                                         Progress& progress) {
  std::shared_ptr<const MemoryHistory> history = source.history;
  std::shared_ptr<const Trace> trace = source.trace;
  if (!history && !trace) {
    auto document = openDocument(source.path, {.onPreview = {}, .maxMemory = memoryToUse()}, stop, progress);
    if (!document) {
      return std::unexpected(document.error());
    }
    if (const auto* memory = std::get_if<std::shared_ptr<const MemoryHistory>>(&*document)) {
      history = *memory;
    } else if (const auto* read = std::get_if<std::shared_ptr<const Trace>>(&*document)) {
      trace = *read;
    }
  }
  if (trace) {
    history = traceMemory(
        *trace, source.steps ? source.steps->steps : foundSteps(*trace, {}, stop).value_or(FoundSteps{}).steps, stop);
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  if (!history || history->isEmpty()) {
    const std::string name = source.path.empty() ? source.title.toStdString() : source.path;
    return std::unexpected(
        Error{Error::Kind::Usage,
              Phrase::tr("%1 has no memory timeline. Record with profile_memory=True, or take a snapshot with "
                         "torch.cuda.memory._dump_snapshot().")
                  .with(name)});
  }
  return history;
}

}  // namespace kernline::ui
