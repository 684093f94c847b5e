// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/part_note.h"

#include "core/model/trace/part_of_file.h"
#include "ui/kit/language/core_text.h"
#include "ui/window/tabs/file_tab.h"
#include "ui/window/tabs/trace_tab.h"

namespace kernline::ui {

QString partNote(const FileTab* file) {
  if (file == nullptr || file->state() != FileTab::State::Ready) {
    return {};
  }
  const auto* trace = qobject_cast<const TraceTab*>(file);
  return coreText(trace != nullptr && trace->trace() ? missingPart(*trace->trace()) : file->missingPart());
}

}  // namespace kernline::ui
