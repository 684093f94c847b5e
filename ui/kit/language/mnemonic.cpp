// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/language/mnemonic.h"

#include <QRegularExpression>

namespace kernline::ui {

QString withoutMnemonic(QString text) {
  static const QRegularExpression inBrackets(QStringLiteral("\\(&[^&]\\)"));
  return text.remove(inBrackets)
      .replace(QLatin1String("&&"), QLatin1String("\n"))
      .remove(QLatin1Char('&'))
      .replace(QLatin1Char('\n'), QLatin1Char('&'));
}

}  // namespace kernline::ui
