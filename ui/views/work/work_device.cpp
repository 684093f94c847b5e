// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_device.h"

#include "core/analysis/work/work_figures.h"

#include <QSettings>

#include <utility>

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

DeviceCeilings deviceCeilings(const Trace& trace, const QString& chosen) {
  std::string name = chosen.isEmpty() ? workDeviceName(trace) : chosen.toStdString();
  std::optional<Ceilings> ceilings = ceilingsOf(name);
  return {.name = std::move(name), .ceilings = std::move(ceilings)};
}

}  // namespace kernline::ui
