// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace kernline::ui {

/// Translates texts outside of a QObject: Words::tr("…"). Inside of one, tr() is enough. Tables that are constants mark
/// their texts with QT_TRANSLATE_NOOP("Words", …) and hand them to Words::tr when they are shown.
struct Words {
  Q_DECLARE_TR_FUNCTIONS(Words)
};

}  // namespace kernline::ui
