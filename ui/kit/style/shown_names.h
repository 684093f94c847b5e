// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/names/name_style.h"
#include "core/model/trace/trace.h"

#include <QObject>
#include <QString>

namespace kernline::ui {

/// The form of kernels' names in all windows. The one place that decides, for everything that shows a kernel's name.
class ShownNames : public QObject {
  Q_OBJECT

 public:
  static ShownNames& shared();

  /// Returns the style; safe from any thread.
  [[nodiscard]] static NameStyle style();
  /// Sets the style on the GUI thread; emits `changed` if it is another one.
  void setStyle(NameStyle style);

 Q_SIGNALS:
  void changed();
};

/// Returns the displayed name: kernels as `ShownNames` has it, others unchanged. From any thread.
[[nodiscard]] std::string shownName(std::string_view name, bool isKernel);
/// Returns the name, distinct from the trace's other kernels.
[[nodiscard]] std::string shownName(const Trace& trace, std::string_view name, bool isKernel);
[[nodiscard]] std::string shownName(const Trace& trace, SpanId span);

}  // namespace kernline::ui
