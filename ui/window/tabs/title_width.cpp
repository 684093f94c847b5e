// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/title_width.h"

#include <QSettings>

namespace kernline::ui {
namespace {

constexpr auto titleWidthKey = "timeline/titleWidth";

}  // namespace

int storedTitleWidth() {
  return QSettings().value(QLatin1String(titleWidthKey)).toInt();
}

void storeTitleWidth(int width) {
  QSettings().setValue(QLatin1String(titleWidthKey), width);
}

}  // namespace kernline::ui
