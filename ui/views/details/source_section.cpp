// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/source_section.h"

#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/link_row.h"
#include "ui/views/source/code_rows.h"
#include "ui/views/source/state_marks.h"
#include "ui/views/source/trace_sources.h"

#include <QLabel>
#include <QLayoutItem>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr std::size_t shownLines = 3;

/// "38 · left[i] = a[i];": the file is named where it is not the kernel's hottest.
SpanLink linkTo(const KernelSources& sources, const HotLine& line, const QString& share) {
  if (line.line == 0) {
    return {.role = share, .text = SourceSection::tr("unknown line"), .timing = {}};
  }
  const QString words = qt(sources.lineText(line.file, line.line)).simplified();
  const QString name = lineName(sources, line);
  const bool isInHottestFile = line.file == filesOf(sources, line.kernel).front();
  return {.role = share,
          .text = QStringLiteral("%1 · %2").arg(isInHottestFile ? QString::number(line.line) : name, words),
          .timing = {},
          .full = QStringLiteral("%1 · %2").arg(name, words),
          .isCutAtEnd = true};
}

}  // namespace

SourceSection::SourceSection(QWidget* parent)
    : QWidget(parent), m_rows(new QVBoxLayout), m_note(new QuietLabel(QString(), this)) {
  setObjectName(QStringLiteral("detailsSource"));
  m_note->setWordWrap(true);
  m_rows->setSpacing(0);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeHeading(tr("Hot lines"), this));
  layout->addLayout(m_rows);
  layout->addWidget(m_note);
  hide();
}

void SourceSection::showLinesOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  if (trace->kind(span) != SpanKind::Kernel) {
    return;
  }
  m_reading = Job<Reading>(
      [trace, name = std::string(trace->nameText(span))](const std::stop_token&, Progress&) -> Expected<Reading> {
        auto sources = sourcesOf(trace);
        const auto kernel = kernelNamed(*sources, name);
        Reading reading{.sources = std::move(sources), .kernel = kernel};
        if (kernel) {
          reading.hottest = hotLines(*reading.sources, std::array{*kernel});
          reading.hottest.resize(std::min(reading.hottest.size(), shownLines));
        }
        return reading;
      },
      [this](const Expected<Reading>& reading) {
        if (reading) {
          fill(*reading);
        }
      });
}

void SourceSection::clear() {
  m_reading = {};
  hide();
}

void SourceSection::fill(const Reading& reading) {
  m_sources = reading.sources;
  if (!reading.kernel) {
    return;
  }
  while (QLayoutItem* item = m_rows->takeAt(0)) {
    // A click on a row leads here: the row must live until its event is over.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  const KernelSources& sources = *reading.sources;
  const std::uint64_t all = sources.kernels[*reading.kernel].samples;
  std::vector<SpanLink> links;
  for (const HotLine& line : reading.hottest) {
    links.push_back(linkTo(sources, line, samplesShare(line.samples, all)));
  }
  std::size_t number = 0;
  for (LinkRow* row : makeLinkRows(links, this)) {
    connect(row, &LinkRow::clicked, this, [this, line = reading.hottest[number++]] { Q_EMIT sourceRequested(line); });
    m_rows->addWidget(row);
  }
  m_note->setText(counted(all, tr("From %1 sample of all its launches."), tr("From %1 samples of all its launches.")));
  show();
}

}  // namespace kernline::ui
