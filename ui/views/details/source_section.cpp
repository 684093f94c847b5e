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
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {

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
        return Reading{.sources = std::move(sources), .kernel = kernel};
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
  constexpr std::size_t shown = 3;
  const KernelSources& sources = *reading.sources;
  const std::uint64_t all = sources.kernels[*reading.kernel].samples;
  const std::vector<HotLine> lines = hotLines(sources, std::array{*reading.kernel});
  std::vector<SpanLink> links;
  for (const HotLine& line : std::span(lines).first(std::min(shown, lines.size()))) {
    const QString words = qt(sources.lineText(line.file, line.line)).simplified();
    links.push_back(
        {.role = samplesShare(line.samples, all),
         .text = line.line > 0 ? QStringLiteral("%1 · %2").arg(lineName(sources, line), words) : tr("unknown line"),
         .timing = {}});
  }
  std::size_t number = 0;
  for (LinkRow* row : makeLinkRows(links, this)) {
    connect(row, &LinkRow::clicked, this, [this, line = lines[number++]] { Q_EMIT sourceRequested(line); });
    m_rows->addWidget(row);
  }
  m_note->setText(counted(all, tr("Of %1 sample of all its launches."), tr("Of %1 samples of all its launches.")));
  show();
}

}  // namespace kernline::ui
