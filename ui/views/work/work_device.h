// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows FLOPs, bytes and the roofline of a trace.
#pragma once

#include "core/analysis/work/reference_device.h"
#include "core/model/trace/trace.h"

#include <QObject>
#include <QString>

namespace kernline::ui {

/// The device with whose ceilings work is compared: that of a trace, or another one that the user chose for all traces.
/// Stored in the settings.
class WorkDevice : public QObject {
  Q_OBJECT

 public:
  static WorkDevice& shared();

  /// "H200", of the table of devices; empty for the device of the trace.
  [[nodiscard]] QString chosen() const;
  /// `changed` follows if it is another one.
  void choose(const QString& name);

 Q_SIGNALS:
  void changed();
};

/// `chosen` as `WorkDevice` has it. From any thread.
[[nodiscard]] ReferenceDevice deviceCeilings(const Trace& trace, const QString& chosen);

}  // namespace kernline::ui
