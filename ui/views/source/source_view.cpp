// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_view.h"

#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/part_bar_delegate.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/source/code_pane.h"
#include "ui/views/source/hot_rows.h"
#include "ui/views/source/state_legend.h"
#include "ui/views/source/state_marks.h"
#include "ui/views/source/trace_sources.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {

SourceView::SourceView(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("sourceView"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  bar->setSpacing(8);
  m_kernelChoice = namedCombo(this, "sourceKernel", tr("Kernel to show"));
  m_kernelChoice->setMinimumContentsLength(28);
  m_kernelChoice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_fileChoice = fittingCombo(this, "sourceFile", tr("Source file to show"));
  m_legend = new StateLegend(this);
  bar->addWidget(m_kernelChoice);
  bar->addWidget(m_fileChoice);
  bar->addSpacing(4);
  bar->addWidget(m_legend, 1);
  m_pages = new QStackedWidget(this);
  m_pages->addWidget(makeTable());
  m_pages->addWidget(makeCode());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(bar);
  layout->addWidget(m_pages, 1);
  connect(m_kernelChoice, &QComboBox::activated, this, [this](int index) {
    if (index == 0) {
      showTopLines();
    } else {
      openKernel(static_cast<std::size_t>(index - 1), std::nullopt);
      startAtHottest();
    }
  });
  connect(m_fileChoice, &QComboBox::activated, this,
          [this](int index) { openFile(m_files[static_cast<std::size_t>(index)]); });
  connect(&ShownNames::shared(), &ShownNames::changed, this, [this] {
    fillKernels();
    m_model->refresh(hotRows(m_summed));
  });
  setSources(nullptr);
}

QWidget* SourceView::makeTable() {
  m_model = new RowsModel(hotRows(nullptr), this);
  m_table = makePlainTable(m_model, "sourceHot", tr("Hottest lines of all kernels"), this);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  makeSortable(*m_table);
  arrangeColumns(*m_table, m_model->rows());
  m_table->setItemDelegateForColumn(hotStates, new PartBarDelegate(m_table));
  addCopyAction(*m_table, [this] {
    QApplication::clipboard()->setText(tabSeparated(m_model->rows(), m_model->numbersOf(rowsToCopy(*m_table))));
  });
  connect(m_table, &QTableView::activated, this,
          [this](const QModelIndex& index) { showLine(m_summed->hottest[m_model->numberOf(index.row())]); });
  return m_table;
}

QWidget* SourceView::makeCode() {
  m_source = new CodePane("sourceLines", tr("Source lines"), this);
  m_instructions = new CodePane("sourceInstructions", tr("Instructions"), this);
  auto* code = new QSplitter(Qt::Horizontal, this);
  code->setChildrenCollapsible(false);
  code->addWidget(m_source);
  code->addWidget(m_instructions);
  code->setSizes({1, 1});
  connect(m_source, &CodePane::chosen, this, &SourceView::markLine);
  connect(m_source, &CodePane::entered, this, &SourceView::enterInstructions);
  connect(m_instructions, &CodePane::chosen, this, &SourceView::markInstruction);
  connect(m_instructions, &CodePane::entered, this, &SourceView::enterSource);
  return code;
}

void SourceView::setSources(std::shared_ptr<const SummedSources> summed) {
  m_summed = std::move(summed);
  m_sources = m_summed ? m_summed->sources : nullptr;
  m_kernel.reset();
  m_source->setRows(nullptr, {});
  m_instructions->setRows(nullptr, {});
  m_model->setRows(hotRows(m_summed));
  fillKernels();
  if (m_sources && m_sources->kernels.size() == 1) {
    showKernel(0);
  } else {
    showTopLines();
  }
}

void SourceView::fillKernels() {
  const QSignalBlocker quiet(m_kernelChoice);
  m_kernelChoice->clear();
  m_kernelChoice->addItem(tr("All kernels: hottest lines"));
  if (m_sources) {
    std::size_t kernel = 0;
    for (const QString& title : kernelTitles(*m_sources)) {
      const SourceKernel& each = m_sources->kernels[kernel++];
      m_kernelChoice->addItem(tr("%1 · %2").arg(samplesShare(each.samples, m_sources->samples), title));
      m_kernelChoice->setItemData(m_kernelChoice->count() - 1, qt(each.name), Qt::ToolTipRole);
    }
  }
  m_kernelChoice->setCurrentIndex(m_kernel ? static_cast<int>(*m_kernel) + 1 : 0);
}

void SourceView::fillFiles() {
  m_fileChoice->clear();
  for (const std::uint32_t file : m_files) {
    m_fileChoice->addItem(fileName(m_sources->files[file]));
    m_fileChoice->setItemData(m_fileChoice->count() - 1, qt(m_sources->files[file].path), Qt::ToolTipRole);
  }
  m_fileChoice->setVisible(m_files.size() > 1);
}

void SourceView::showTopLines() {
  m_kernel.reset();
  m_kernelChoice->setCurrentIndex(0);
  m_fileChoice->hide();
  m_legend->setStates(m_sources, m_summed ? m_summed->states : std::vector<StateSamples>());
  const bool hadFocus = m_pages->isAncestorOf(QApplication::focusWidget());
  m_pages->setCurrentIndex(0);
  setFocusProxy(m_table);
  if (m_model->rowCount() > 0 && !m_table->currentIndex().isValid()) {
    m_table->setCurrentIndex(m_model->index(0, 0));
  }
  if (hadFocus) {
    m_table->setFocus();
  }
}

void SourceView::showKernel(std::size_t kernel) {
  if (m_kernel != kernel) {
    openKernel(kernel, std::nullopt);
    startAtHottest();
  }
}

void SourceView::showLine(const HotLine& line) {
  openKernel(line.kernel, line.line > 0 ? std::optional(line.file) : std::nullopt);
  const int row = m_source->rowOfLine({.file = line.file, .line = line.line});
  if (row < 0) {
    startAtHottest();
    return;
  }
  m_source->setCurrent(row);
  m_source->showRow(row);
  markLine(row);
}

void SourceView::openKernel(std::size_t kernel, std::optional<std::uint32_t> file) {
  m_kernel = kernel;
  m_kernelChoice->setCurrentIndex(static_cast<int>(kernel) + 1);
  m_files = filesOf(*m_sources, kernel);
  fillFiles();
  m_legend->setStates(m_sources, statesOf(*m_sources, std::array{kernel}));
  m_instructions->setRows(m_sources, instructionRows(*m_sources, kernel));
  sayInstructions();
  m_source->setRows(nullptr, {});
  m_source->setVisible(!m_files.empty());
  if (!m_files.empty()) {
    openFile(file.value_or(m_files.front()));
  }
  const bool hadFocus = m_pages->isAncestorOf(QApplication::focusWidget());
  CodePane* first = m_files.empty() ? m_instructions : m_source;
  m_pages->setCurrentIndex(1);
  setFocusProxy(first);
  if (hadFocus) {
    first->setFocus();
  }
}

void SourceView::openFile(std::uint32_t file) {
  m_file = file;
  const SampledFile& shown = m_sources->files[file];
  m_source->setRows(m_sources, sourceRows(*m_sources, *m_kernel, file));
  m_source->setTitles(
      {.number = tr("Line"),
       .place = {},
       .text = shown.lines.empty() ? tr("%1 · text not recorded").arg(qt(shown.path)) : qt(shown.path)});
  m_fileChoice->setCurrentIndex(static_cast<int>(std::ranges::find(m_files, file) - m_files.begin()));
}

/// Writes the line above the instructions.
void SourceView::sayInstructions() {
  const CodeRows& rows = m_instructions->rows();
  const bool hasText = std::ranges::any_of(rows.rows, [](const CodeRow& row) { return !row.text.isEmpty(); });
  QStringList words{hasText ? tr("SASS") : tr("SASS not recorded"),
                    counted(rows.rows.size(), tr("%1 instruction"), tr("%1 instructions"))};
  if (m_files.empty()) {
    words << tr("no source lines; compile with -lineinfo");
  }
  m_instructions->setTitles({.number = tr("Offset"),
                             .place = m_files.empty() ? QString() : tr("Line"),
                             .text = words.join(QStringLiteral(" · ")),
                             .cut = Qt::ElideRight});
}

void SourceView::startAtHottest() {
  CodePane* pane = m_files.empty() ? m_instructions : m_source;
  if (const int row = pane->hottest(); row >= 0) {
    pane->setCurrent(row);
    pane->showRow(row);
    pane == m_source ? markLine(row) : markInstruction(row);
  }
}

void SourceView::markLine(int row) {
  m_source->setMarked({});
  m_instructions->setCurrent(-1);
  m_instructions->setMarked(m_source->rows().rows[static_cast<std::size_t>(row)]);
  m_instructions->showRow(m_instructions->hottestMarked());
}

void SourceView::markInstruction(int row) {
  const CodeRow instruction = m_instructions->rows().rows[static_cast<std::size_t>(row)];
  m_instructions->setMarked({});
  if (instruction.line > 0 && instruction.file != m_file) {
    openFile(instruction.file);
  }
  m_source->setCurrent(-1);
  m_source->setMarked(instruction);
  m_source->showRow(m_source->hottestMarked());
}

void SourceView::enterInstructions() {
  if (const int row = m_instructions->hottestMarked(); row >= 0) {
    m_instructions->setFocus();
    m_instructions->setCurrent(row);
    m_instructions->showRow(row);
  }
}

void SourceView::enterSource() {
  if (const int row = m_source->hottestMarked(); row >= 0) {
    m_source->setFocus();
    m_source->setCurrent(row);
    markLine(row);
  }
}

void SourceView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Backspace && m_kernel) {
    showTopLines();
    m_table->setFocus();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace kernline::ui
