// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/part_note.h"

#include "core/model/base/message.h"
#include "core/model/trace/part_of_file.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/words.h"

#include <QStringList>

namespace kernline::ui {

QString partNote(const std::vector<OpenRun>& runs) {
  QStringList notes;
  for (const OpenRun& run : runs) {
    if (const Message missing = missingPart(*run.trace); !missing.isEmpty()) {
      notes << Words::tr("%1: %2").arg(run.title, coreText(missing));
    }
  }
  return notes.join(QLatin1Char(' '));
}

}  // namespace kernline::ui
