// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/language/counted.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"

namespace kernline::ui {

QString countText(std::uint64_t number) {
  return qt(formatCount(number));
}

QString counted(std::uint64_t number, const QString& one, const QString& many) {
  return (number == 1 ? one : many).arg(countText(number));
}

}  // namespace kernline::ui
