// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/language/source_text.h"

#include <QAction>
#include <QVariant>

namespace kernline::ui {
namespace {

constexpr auto property = "kernlineSourceText";

}  // namespace

void setSourceText(QAction* action, const char* text) {
  action->setProperty(property, QString::fromUtf8(text));
}

QString sourceText(const QAction& action) {
  return action.property(property).toString();
}

}  // namespace kernline::ui
