// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QStackedWidget;
class QTableView;

namespace kernline::ui {

class CodePane;
class RowsModel;
class StateLegend;
struct SummedSources;

/// The time of kernels by source: the hottest lines of all kernels, or the source of one and its instructions side by
/// side. A line lights its instructions up, an instruction its line; Enter and double clicks go there.
class SourceView : public QWidget {
  Q_OBJECT

 public:
  explicit SourceView(QWidget* parent = nullptr);

  /// nullptr if there are none.
  void setSources(std::shared_ptr<const SummedSources> summed);
  [[nodiscard]] const std::shared_ptr<const KernelSources>& sources() const { return m_sources; }
  void showTopLines();
  /// Shows a kernel at its hottest line, unless it is shown already.
  void showKernel(std::size_t kernel);
  void showLine(const HotLine& line);
  /// nullopt if the top lines of all kernels are shown.
  [[nodiscard]] std::optional<std::size_t> kernel() const { return m_kernel; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeTable();
  [[nodiscard]] QWidget* makeCode();
  void fillKernels();
  void fillFiles();
  void openKernel(std::size_t kernel, std::optional<std::uint32_t> file);
  void openFile(std::uint32_t file);
  void startAtHottest();
  void sayInstructions();
  void markLine(int row);
  void markInstruction(int row);
  void enterInstructions();
  void enterSource();

  std::shared_ptr<const SummedSources> m_summed;
  std::shared_ptr<const KernelSources> m_sources;
  std::optional<std::size_t> m_kernel;
  std::vector<std::uint32_t> m_files;  ///< files of the kernel
  std::uint32_t m_file = 0;            ///< visible one of these
  QComboBox* m_kernelChoice = nullptr;
  QComboBox* m_fileChoice = nullptr;
  StateLegend* m_legend = nullptr;
  QStackedWidget* m_pages = nullptr;
  RowsModel* m_model = nullptr;
  QTableView* m_table = nullptr;
  CodePane* m_source = nullptr;
  CodePane* m_instructions = nullptr;
};

}  // namespace kernline::ui
