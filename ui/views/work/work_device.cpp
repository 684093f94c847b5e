// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_device.h"

#include <QSettings>

namespace kernline::ui {
namespace {

constexpr const char* deviceKey = "work/device";

}  // namespace

WorkDevice& WorkDevice::shared() {
  static WorkDevice device;
  return device;
}

QString WorkDevice::chosen() const {
  const QString name = QSettings().value(QLatin1String(deviceKey)).toString();
  return name.isEmpty() || ceilingsOf(name.toStdString()) ? name : QString();
}

void WorkDevice::choose(const QString& name) {
  if (name != chosen()) {
    QSettings().setValue(QLatin1String(deviceKey), name);
    Q_EMIT changed();
  }
}

ReferenceDevice deviceCeilings(const Trace& trace, const QString& chosen) {
  return referenceDevice(trace, chosen.toStdString());
}

}  // namespace kernline::ui
