// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"

#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/window/recent_files.h"
#include "ui/window/recent_row.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

constexpr int startPageWidth = 680;
constexpr int recentShown = 8;

QuietLabel* makeParagraph(const QString& text, QWidget* parent) {
  auto* label = new QuietLabel(text, parent);
  label->setWordWrap(true);
  return label;
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("startPage"));
  auto* column = new QWidget(this);
  column->setMaximumWidth(startPageWidth);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(24, 24, 24, 24);
  layout->setSpacing(8);
  layout->addWidget(makeTitle());
  layout->addWidget(makeParagraph(tr("See every kernel of a GPU trace, and what launched it."), column));
  layout->addSpacing(8);
  layout->addWidget(makeButtons());
  layout->addSpacing(16);

  auto* heading = new QLabel(tr("Recent files"), column);
  heading->setFont(titleFont(font(), 1.0));
  m_recentHeading = heading;
  layout->addWidget(heading);
  m_recent = new QVBoxLayout;
  m_recent->setSpacing(0);
  layout->addLayout(m_recent);
  layout->addSpacing(16);
  layout->addWidget(makeParagraph(
      tr("Or drop files anywhere on this window, or the folder of a run's ranks. Kernline reads traces of "
         "torch.profiler, TensorFlow, JAX, ROCm, VizTracer, clang -ftime-trace, Bazel and Chrome, exports of "
         "nsys, logs with printed tables and measurements, and PyTorch's memory snapshots: plain, gzip, zstd, "
         "zip or tar, of any size, damaged files too."),
      column));

  auto* across = new QHBoxLayout;
  across->addStretch(1);
  across->addWidget(column, 6);
  across->addStretch(1);
  auto* down = new QVBoxLayout(this);
  down->addStretch(2);
  down->addLayout(across);
  down->addStretch(3);
  refresh();
}

QWidget* StartPage::makeTitle() {
  constexpr int logoExtent = 40;
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  auto* logo = new QLabel(row);
  logo->setPixmap(icon(QStringLiteral("kernline")).pixmap(QSize(logoExtent, logoExtent), devicePixelRatioF()));
  auto* title = new QLabel(QStringLiteral("Kernline"), row);
  title->setFont(titleFont(font(), 2.2));
  layout->addWidget(logo);
  layout->addWidget(title);
  layout->addStretch(1);
  return row;
}

QWidget* StartPage::makeButtons() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* open = new QPushButton(icon(QStringLiteral("open")), tr("&Open…"), row);
  open->setObjectName(QStringLiteral("startOpen"));
  open->setToolTip(tr("Open traces (Ctrl+O)"));
  open->setDefault(true);
  auto* sample = new QPushButton(icon(QStringLiteral("sample")), tr("Open the &sample"), row);
  sample->setObjectName(QStringLiteral("startSample"));
  sample->setToolTip(tr("Two training iterations of a transformer on an NVIDIA H200"));
  layout->addWidget(open);
  layout->addWidget(sample);
  layout->addStretch(1);
  connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
  connect(sample, &QPushButton::clicked, this, &StartPage::sampleRequested);
  return row;
}

void StartPage::refresh() {
  while (QLayoutItem* item = m_recent->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  const QStringList files = RecentFiles::list().mid(0, recentShown);
  for (const QString& path : files) {
    addRecent(path);
  }
  m_recentHeading->setVisible(!files.isEmpty());
}

void StartPage::addRecent(const QString& path) {
  auto* row = new RecentRow(path, QFileInfo::exists(path), this);
  connect(row, &RecentRow::clicked, this, [this, path] { Q_EMIT fileRequested(path); });
  m_recent->addWidget(row);
}

}  // namespace kernline::ui
