// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/origins/trace_origins.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <string>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace kernline::ui {

class FactGrid;
struct OriginFacts;

/// The origin of a kernel that is not in its own event: the capture of a CUDA graph, a graph of torch.compile. Hidden
/// if there is none.
class ProvenanceSection : public QWidget {
  Q_OBJECT

 public:
  explicit ProvenanceSection(QWidget* parent = nullptr);

  /// nullptr if nothing is known of the trace that is shown.
  void setOrigins(const TraceOrigins* origins);
  void showSpan(const std::shared_ptr<const Trace>& trace, SpanId span);
  [[nodiscard]] bool isBusy() const { return m_reading.isRunning(); }

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);

 private:
  void refresh();
  void showCapture(const OriginFacts& shown);
  void showSource();
  void openSource(const QString& text);

  QPointer<const TraceOrigins> m_origins;
  std::shared_ptr<const Trace> m_trace;
  SpanId m_span = SpanId::none;
  std::string m_sourceFile;
  std::string m_source;  // empty if in the file
  Job<std::string> m_reading;

  QLabel* m_captureHeading = nullptr;
  QVBoxLayout* m_captureLinks = nullptr;
  FactGrid* m_captureFacts = nullptr;
  QLabel* m_compiledHeading = nullptr;
  FactGrid* m_compiledFacts = nullptr;
  QToolButton* m_sourceButton = nullptr;
};

}  // namespace kernline::ui
