// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/memory/memory_source.h"

#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <utility>

class QBoxLayout;
class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace kernline::ui {

class ElidedLabel;

/// Head of the memory page: the device, its peak in a sentence, what to show, what to compare with, and data issues.
class MemoryHead : public QWidget {
  Q_OBJECT

 public:
  /// Logical pixels left and right; half of it above and below. `isLow`: each text is one line.
  MemoryHead(int margin, bool isLow, QWidget* parent);

  /// Offers its devices; nullptr for none. `showDevice` follows.
  void setHistory(std::shared_ptr<const MemoryHistory> history);
  /// Shows a device of the history, or the text for a history without any.
  void showDevice(std::size_t device);
  /// Instead of the sentence.
  void showError(const QString& text);
  /// Whether each block is a band of its own, or all are one curve.
  void setStacked(bool stacked);
  /// Sets the open sources that this can be compared with.
  void setOthers(MemorySources others) { m_others = std::move(others); }
  /// Sets data issues of the trace that affect its memory, one per line, in addition to those of the memory itself.
  void setTraceDoubts(const QStringList& lines);
  /// Notes on the snapshots that are drawn with the trace's own records, and on those that are not: a line each, until
  /// another history.
  void setSnapshotNotes(const QStringList& lines);

 Q_SIGNALS:
  void deviceChosen(std::size_t device);
  void stackedChosen(bool stacked);
  void peakRequested();
  void allRequested();
  void comparisonRequested(const kernline::ui::MemorySource& with);

 private:
  void addPictures(QBoxLayout& row);
  void addButtons(QBoxLayout& row);
  QWidget* makeIssues();
  QLabel* makeLines(const char* name, QWidget* parent) const;
  [[nodiscard]] QString laid(QStringList lines) const;
  void showDoubts();
  void showNotes();
  void showIssues();
  void listOthers(QMenu& menu);
  void chooseFile();

  bool m_isLow;
  std::shared_ptr<const MemoryHistory> m_history;
  std::size_t m_device = 0;
  QStringList m_traceDoubts;
  QStringList m_snapshotNotes;
  MemorySources m_others;

  QComboBox* m_devices = nullptr;
  QLabel* m_doubts = nullptr;  // next to the figures that they affect
  ElidedLabel* m_sentence = nullptr;
  QToolButton* m_asCurve = nullptr;
  QToolButton* m_asBlocks = nullptr;
  QToolButton* m_compare = nullptr;
  QToolButton* m_peak = nullptr;
  QToolButton* m_all = nullptr;
  QLabel* m_notes = nullptr;
  QWidget* m_issues = nullptr;
  QLabel* m_issueIcon = nullptr;
  QLabel* m_issueText = nullptr;
};

}  // namespace kernline::ui
