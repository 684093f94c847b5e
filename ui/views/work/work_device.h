// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows FLOPs, bytes and the roofline of a trace.
#pragma once

#include "core/analysis/work/reference_device.h"
#include "core/model/trace/trace.h"

#include <QObject>
#include <QString>

namespace kernline::ui {

/// Whose ceilings work is held against: those of the device of a trace, or of another one that a person chose for all
/// traces. Kept in the settings.
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
