// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/span_arrows.h"
#include "core/model/trace/trace.h"
#include "ui/views/timeline/row_id.h"
#include "ui/views/timeline/shown_steps.h"

#include <QObject>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

/// The span or the step that the user selected, and the span that the pointer is on.
class TimelineSelection : public QObject {
  Q_OBJECT

 public:
  /// `before`, if it is one of the same file: the span stays selected. Emits no signal: the scene does once it is
  /// complete.
  void setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const ShownSteps> steps, const Trace* before);
  /// Other steps of the same trace.
  void setSteps(std::shared_ptr<const ShownSteps> steps);

  [[nodiscard]] SpanId span() const { return m_span; }
  /// One that was selected, or whose annotation is.
  [[nodiscard]] const std::optional<std::size_t>& step() const { return m_step; }
  /// Returns the arrows to and from the selected span.
  [[nodiscard]] const std::vector<SpanArrow>& arrows() const { return m_arrows; }
  /// The row of the selected span; rootRow: none is selected.
  [[nodiscard]] RowId row() const;
  [[nodiscard]] SpanId hovered() const { return m_hovered; }

  void select(SpanId span);
  /// Selects its annotation too, if it has one.
  void selectStep(std::size_t step);
  void selectStepAt(TimeRange range);  ///< the step that is this range, shown or on the host, if there is one
  void hover(SpanId span);

 Q_SIGNALS:
  void changed();
  void stepChanged();
  void hoverChanged();

 private:
  void setStep(std::optional<std::size_t> step);
  void findArrows();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const ShownSteps> m_steps = std::make_shared<const ShownSteps>();
  SpanId m_span = SpanId::none;
  std::optional<std::size_t> m_step;
  std::vector<SpanArrow> m_arrows;
  SpanId m_hovered = SpanId::none;
};

}  // namespace kernline::ui
