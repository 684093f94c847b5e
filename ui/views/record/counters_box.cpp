// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/counters_box.h"

#include "ui/kit/language/words.h"

#include <QComboBox>

namespace kernline::ui {

QComboBox* makeCountersBox(QWidget* parent) {
  auto* counters = new QComboBox(parent);
  counters->addItem(Words::tr("None"));
  counters->addItem(Words::tr("GPU use, DRAM traffic, clock"), QStringLiteral("basic"));
  counters->addItem(Words::tr("DRAM and L2 traffic"), QStringLiteral("memory"));
  counters->addItem(Words::tr("PCIe and NVLink traffic"), QStringLiteral("links"));
  counters->addItem(Words::tr("All"), QStringLiteral("all"));
  counters->setToolTip(Words::tr("Sampled every 100 µs for all that runs on the GPU; may need administrator rights"));
  return counters;
}

}  // namespace kernline::ui
