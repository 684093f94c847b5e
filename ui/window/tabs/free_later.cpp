// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/free_later.h"

#include "ui/kit/jobs/workers.h"

#include <QCoreApplication>
#include <QTimer>

#include <utility>

namespace kernline::ui {

void freeLater(std::shared_ptr<const void> value) {
  constexpr int graceMs = 500;
  if (value) {
    QTimer::singleShot(graceMs, QCoreApplication::instance(),
                       [old = std::move(value)]() mutable { disposeInBackground(std::move(old)); });
  }
}

}  // namespace kernline::ui
