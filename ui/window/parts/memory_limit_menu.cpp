// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/parts/memory_limit_menu.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/open/memory_limit.h"
#include "ui/window/parts/window_settings.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QWidget>

#include <cstdint>

namespace kernline::ui {

QMenu* memoryLimitMenu(QWidget& window, bool isKept) {
  auto* menu = new QMenu(Words::tr("Memor&y limit for reading"), &window);
  menu->setObjectName(QStringLiteral("memoryLimitMenu"));
  auto* group = new QActionGroup(menu);
  const auto add = [&](std::uint64_t bytes, const QString& text) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(bytes == memoryLimit());
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, menu, [bytes, isKept] {
      setMemoryLimit(bytes);
      if (isKept) {
        storeMemoryLimit(bytes);
      }
    });
  };
  add(0, Words::tr("&Automatic: three quarters of free memory"));
  menu->addSeparator();
  constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;
  for (const std::uint64_t gibibytes : {2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
    add(gibibytes * gibibyte, qt(formatBytes(static_cast<std::int64_t>(gibibytes * gibibyte))));
  }
  return menu;
}

}  // namespace kernline::ui
