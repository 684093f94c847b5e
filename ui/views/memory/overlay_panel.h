// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/jobs/shown_job.h"
#include "ui/views/memory/memory_source.h"
#include "ui/views/memory/overlay_curves.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;

namespace kernline::ui {

class ElidedLabel;
class OverlayChart;

/// A run compared with another: which two, how their peaks differ, and the picture of both.
class OverlayPanel : public QWidget {
  Q_OBJECT

 public:
  explicit OverlayPanel(QWidget* parent = nullptr);

  /// Shows `base` with the same device of `other`, which is read if need be.
  void compare(std::shared_ptr<const MemoryHistory> base, std::size_t device, MemorySource other);
  void setDevice(std::size_t device);
  void clear();
  [[nodiscard]] bool isEmpty() const { return m_base == nullptr; }
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning() || m_drawing.isRunning(); }
  [[nodiscard]] OverlayChart* chart() const { return m_chart; }

 Q_SIGNALS:
  void closeRequested();

 private:
  QWidget* makeAlignment();
  void draw();
  void showNote(const QString& sentence);

  std::shared_ptr<const MemoryHistory> m_base;
  std::shared_ptr<const MemoryHistory> m_other;
  std::size_t m_device = 0;
  QString m_title;  // title of the other run
  QComboBox* m_alignment = nullptr;
  ElidedLabel* m_sentence = nullptr;
  QLabel* m_key = nullptr;
  OverlayChart* m_chart = nullptr;
  ShownJob<std::shared_ptr<const MemoryHistory>> m_reading{[this](const QString& sentence) { showNote(sentence); }};
  Job<std::shared_ptr<const OverlayCurves>> m_drawing;
};

/// "Peak 7.25 GiB, baseline 6.00 GiB: +1.25 GiB (+20.8 %) · times since the first step of each".
[[nodiscard]] QString comparisonSentence(const MemoryComparison& comparison);

}  // namespace kernline::ui
