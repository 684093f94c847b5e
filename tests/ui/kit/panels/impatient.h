// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/panels/long_work.h"

#include <QPushButton>
#include <QTest>

namespace kernline::test {

/// Makes every count cancelable at once while it lives.
class Impatient {
 public:
  Impatient() { ui::LongWork::patience = std::chrono::milliseconds(0); }
  Impatient(const Impatient&) = delete;
  Impatient& operator=(const Impatient&) = delete;
  ~Impatient() { ui::LongWork::patience = m_before; }

 private:
  std::chrono::milliseconds m_before = ui::LongWork::patience;
};

/// The button "Cancel" or "Again" of the work of that name.
inline QPushButton& buttonOf(const QWidget& panel, const char* work, const char* what) {
  return *panel.findChild<QPushButton*>(QString::fromUtf8(work) + QString::fromUtf8(what));
}

}  // namespace kernline::test
