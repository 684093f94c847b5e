// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the frame of panels that compute figures of a trace while they are visible.
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

class QHBoxLayout;
class QToolButton;

namespace kernline::ui {

class ElidedLabel;
class LongWork;
class QuietLabel;
class TimeScope;

/// The frame of a panel that counts data of a trace, by a worker and only while it is visible: a bar with the time to
/// count and what was counted, below it the contents, or a sentence if there are none. Long work can be canceled, and
/// ends when the panel is hidden.
class CountingPanel : public QWidget {
  Q_OBJECT

 public:
  /// nullptr if nothing is open, or it is not whole yet.
  void setTrace(std::shared_ptr<const Trace> trace);
  void setVisibleRange(TimeRange range);
  /// Sets the chosen range, which limits what is counted unless the user chooses otherwise.
  void setChosenRange(std::optional<TimeRange> range);
  /// Called when the user changed causes (steps, captures).
  virtual void showCauses();
  [[nodiscard]] virtual bool isBusy() const;

 Q_SIGNALS:
  /// Show that span on the timeline.
  void spanRequested(kernline::SpanId span);

 protected:
  /// `name` begins those of its parts: "modules" has a "modulesScope".
  CountingPanel(const char* name, QWidget* parent);

  /// Calls `count`; there is a trace, and it is seen.
  virtual void startCounting() = 0;
  /// Drops figures of the previous trace.
  virtual void forget() = 0;
  /// The reason if there are no contents; empty if there are.
  [[nodiscard]] virtual QString emptyText() const = 0;
  /// One line about what was counted.
  [[nodiscard]] virtual QString countsText() const = 0;
  /// The parts show what there is now.
  virtual void updateState();

  void restart();
  /// A worker calls `work` with a stop token; the std::shared_ptr that it makes goes to `take`, unless something else
  /// is to be counted by then. For `startCounting`.
  template <typename Work, typename Take>
  void count(Work work, Take take);
  [[nodiscard]] bool isCounting() const { return m_counting.isRunning(); }
  [[nodiscard]] static QString countingText();

  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] QHBoxLayout* bar() const { return m_bar; }
  [[nodiscard]] TimeScope* scope() const { return m_scope; }
  [[nodiscard]] ElidedLabel* counts() const { return m_counts; }
  /// A button for the bar; its name is that of the panel and `part`.
  [[nodiscard]] QToolButton* makeButton(const char* iconName, const char* part, const QString& tip);
  /// The name of a part: that of the panel and `part`.
  [[nodiscard]] QString nameOf(const char* part) const;
  /// Sets the contents, which the sentence replaces when empty; they take the focus.
  void setContents(QWidget* contents);

  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  using Made = std::shared_ptr<const void>;

  void start(Job<Made>::Work work, std::move_only_function<void(Made)> take);
  void cancel();

  std::shared_ptr<const Trace> m_trace;
  Job<Made> m_counting;
  bool m_isDue = false;  // whether to count once visible

  QString m_name;
  QHBoxLayout* m_bar = nullptr;
  TimeScope* m_scope = nullptr;
  ElidedLabel* m_counts = nullptr;
  LongWork* m_long = nullptr;
  QWidget* m_contents = nullptr;
  QuietLabel* m_emptyNote = nullptr;
};

template <typename Work, typename Take>
void CountingPanel::count(Work work, Take take) {
  using Element = std::invoke_result_t<Work&, const std::stop_token&>::value_type::element_type;
  start(
      [work = std::move(work)](const std::stop_token& stop, Progress&) mutable -> Expected<Made> { return work(stop); },
      [take = std::move(take)](Made made) mutable { take(std::static_pointer_cast<Element>(std::move(made))); });
}

}  // namespace kernline::ui
