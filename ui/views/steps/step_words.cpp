// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/steps/step_words.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

namespace kernline::ui {

QString stepsName(const FoundSteps& found) {
  if (found.source != StepSource::Rounds) {
    return qt(printable(found.name));
  }
  return found.name.contains("GraphLaunch") ? Words::tr("graph launches") : Words::tr("repeating kernels");
}

QString candidateText(const FoundSteps& found) {
  constexpr qsizetype maxName = 60;  // letters; menus do not elide
  QString name = stepsName(found);
  if (name.size() > maxName) {
    name = name.left(maxName - 1) + QChar(0x2026);
  }
  const QString count = countText(found.steps.size());
  switch (found.source) {
    case StepSource::Recorded:
      return name.isEmpty() ? Words::tr("All recorded, %1").arg(count)
                            : Words::tr("%1 (recorded), %2").arg(name, count);
    case StepSource::Annotation:
      return Words::tr("%1 (annotation), %2").arg(name, count);
    case StepSource::Function:
      return Words::tr("%1 (Python function), %2").arg(name, count);
    case StepSource::Rounds:
      return found.name.contains("GraphLaunch") ? Words::tr("Graph launches, %1").arg(count)
                                                : Words::tr("Repeating kernels, %1").arg(count);
    case StepSource::Given:
    case StepSource::Whole:
      break;
  }
  return Words::tr("None");
}

}  // namespace kernline::ui
