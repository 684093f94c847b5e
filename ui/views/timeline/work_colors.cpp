// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/work_colors.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/language/words.h"

namespace kernline::ui {

QString levelText(std::uint8_t level) {
  if (const std::optional<int> percent = WorkLevels::percentOf(level)) {
    return QStringLiteral("%1 %").arg(*percent);
  }
  switch (level) {
    case WorkLevels::latency:
      return Words::tr("latency bound");
    case WorkLevels::communication:
      return coreText(toText(WorkBound::Communication));
    default:
      return Words::tr("no roofline");
  }
}

}  // namespace kernline::ui
