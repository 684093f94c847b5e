// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/counted.h"

#include "core/format/quantity.h"
#include "ui/style/qt_text.h"

namespace kernline::ui {

QString counted(std::uint64_t number, const QString& one, const QString& many) {
  return (number == 1 ? one : many).arg(qt(formatCount(static_cast<std::int64_t>(number))));
}

}  // namespace kernline::ui
