// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/timeline/shown_steps.h"

#include <QObject>

#include <cstddef>
#include <memory>
#include <optional>

namespace kernline::ui {

/// Two spans and the time between them, as measured by the user.
struct Measurement {
  SpanId first = SpanId::none;   ///< the one that starts first
  SpanId second = SpanId::none;  ///< the other

  bool operator==(const Measurement&) const = default;
};

/// Range of steps of one process, by their numbers there.
struct StepStretch {
  std::size_t first = 0;
  std::size_t last = 0;

  bool operator==(const StepStretch&) const = default;
};

/// Interval that the user chose; counts can be limited to it.
class ChosenRange : public QObject {
  Q_OBJECT

 public:
  /// `keeps`: the trace is one of the same file, and the range stays. Measured ranges are dropped: spans and steps have
  /// other numbers now. Emits no signal: the scene does once it is complete.
  void setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const ShownSteps> steps, bool keeps);
  /// Other steps of the same trace.
  void setSteps(std::shared_ptr<const ShownSteps> steps);

  /// nullopt for everything.
  [[nodiscard]] const std::optional<TimeRange>& range() const { return m_range; }
  /// Set while the range is the interval from one span to another.
  [[nodiscard]] const std::optional<Measurement>& measurement() const { return m_measurement; }
  /// Set while the range is that of steps of one process.
  [[nodiscard]] const std::optional<StepStretch>& steps() const { return m_stretch; }

  /// An empty range is none.
  void choose(std::optional<TimeRange> range);
  /// Chooses from the start of the one to the end of the other.
  void measure(SpanId a, SpanId b);
  /// Chooses from the beginning of the one to the end of the other, whichever comes first.
  void chooseSteps(std::size_t a, std::size_t b);

 Q_SIGNALS:
  void changed();

 private:
  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const ShownSteps> m_steps = std::make_shared<const ShownSteps>();
  std::optional<TimeRange> m_range;
  std::optional<Measurement> m_measurement;
  std::optional<StepStretch> m_stretch;
};

}  // namespace kernline::ui
