// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/blocks_section.h"

#include "core/analysis/blocks/kernel_blocks.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/block_spans.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/link_row.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/details/span_links.h"
#include "ui/views/details/warp_lanes.h"

#include <QLabel>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <vector>

namespace kernline::ui {

BlocksSection::BlocksSection(QWidget* parent)
    : QWidget(parent),
      m_facts(new FactGrid(this)),
      m_warpsHeading(makeHeading(tr("Warps"), this)),
      m_warps(new WarpLanes(this)),
      m_finding(new QuietLabel(QString(), this)),
      m_links(new QVBoxLayout) {
  setObjectName(QStringLiteral("detailsBlocks"));
  m_finding->setWordWrap(true);
  m_links->setSpacing(0);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeHeading(tr("Blocks"), this));
  layout->addWidget(m_facts);
  layout->addWidget(m_finding);
  layout->addWidget(m_warpsHeading);
  layout->addWidget(m_warps);
  layout->addLayout(m_links);
  connect(m_warps, &WarpLanes::spanRequested, this, &BlocksSection::spanRequested);
  hide();
}

void BlocksSection::showBlocksOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  const bool hasBlocks =
      std::ranges::any_of(trace->tracks(), [&](const Track& track) { return isMultiprocessor(*trace, track); });
  const bool mayBeIn = trace->kind(span) == SpanKind::Kernel || isBlock(*trace, span) ||
                       warpTrackOf(*trace, trace->track(trace->trackOf(span)));
  if (!hasBlocks || !mayBeIn) {
    return;
  }
  m_span = span;
  auto work = [trace, span](const std::stop_token& stop, Progress&) -> Expected<Reading> {
    return read(*trace, span, stop);
  };
  m_reading = Job<Reading>(readingAllOf({trace}, std::move(work)), [this, trace](const Expected<Reading>& reading) {
    if (reading && reading->figures) {
      fill(trace, *reading);
    }
  });
}

void BlocksSection::clear() {
  m_reading = {};
  m_span = SpanId::none;
  hide();
}

BlocksSection::Reading BlocksSection::read(const Trace& trace, SpanId span, const std::stop_token& stop) {
  const std::vector<KernelBlocks> all = kernelBlocks(trace, stop);
  const auto isIt = [&](const KernelBlocks::Piece& piece) { return piece.span == span; };
  const auto found = std::ranges::find_if(all, [&](const KernelBlocks& launch) {
    return launch.kernel == span || std::ranges::any_of(launch.blocks, isIt) ||
           std::ranges::any_of(launch.phases, isIt);
  });
  if (found == all.end()) {
    return {};
  }
  const auto end = [&](const KernelBlocks::Piece& piece) { return trace.end(piece.span); };
  const auto duration = [&](const KernelBlocks::Piece& piece) { return trace.duration(piece.span); };
  const SpanId block = blockOf(trace, *found, span);
  return {.figures = blockFigures(trace, *found),
          .kernel = found->kernel,
          .first = found->blocks.front().span,
          .last = std::ranges::max(found->blocks, {}, end).span,
          .longest = std::ranges::max(found->blocks, {}, duration).span,
          .roles = warpRoles(trace, *found, stop),
          .block = block,
          .warps = warpsOfBlock(trace, *found, block)};
}

void BlocksSection::fill(const std::shared_ptr<const Trace>& trace, const Reading& reading) {
  const BlockFigures& figures = *reading.figures;
  const auto length = [&](Duration duration) {
    return figures.isInCycles ? tr("%1 cycles").arg(qt(formatCount(duration.ns))) : qt(formatDuration(duration));
  };
  const auto spread = [&](Duration min, Duration median, Duration max) {
    return min == max ? length(min) : tr("%1 to %2, median %3").arg(length(min), length(max), length(median));
  };
  std::vector<Fact> facts{{tr("Blocks"), qt(formatCount(figures.blocks)), {}}};
  facts.push_back(
      {tr("Block duration"), spread(figures.durations.min, figures.durations.median, figures.durations.max), {}});
  facts.push_back({tr("Waves"), QString::number(figures.waves(), 'f', 2), tr("Blocks over the most that ran at once")});
  std::ranges::move(multiprocessorFacts(figures), std::back_inserter(facts));
  for (const BlockPhase& phase : figures.phases) {
    facts.push_back({tr("Phase %1").arg(qt(phase.name)),
                     spread(phase.durations.min, phase.durations.median, phase.durations.max),
                     tr("From its mark to the next one of a warp")});
  }
  for (const WarpRole& role : reading.roles) {
    facts.push_back(roleFact(role));
  }
  if (figures.isInCycles) {
    facts.push_back(
        {tr("Clock"), tr("unknown"),
         tr("Lengths are cycles of the SMs. In shares, waves and the time of the kernel a cycle counts as a "
            "nanosecond")});
  }
  m_facts->setFacts(facts);
  const Message finding = blockFinding(figures);
  m_finding->setText(finding.isEmpty() ? QString() : coreText(finding) + QLatin1Char('.'));
  m_finding->setVisible(!finding.isEmpty());
  fillWarps(trace, reading);
  fillLinks(*trace, reading);
  show();
}

std::vector<Fact> BlocksSection::multiprocessorFacts(const BlockFigures& figures) {
  if (!figures.areSmsKnown) {
    return {{tr("SMs"), tr("unknown"), tr("The file does not record the SM of each block")}};
  }
  const auto share = [&](Duration part) { return qt(formatShare(figures.shareOf(part))); };
  return {{tr("SMs used"),
           figures.isDeviceKnown ? tr("%1 of %2").arg(figures.used).arg(figures.multiprocessors)
                                 : QString::number(figures.used),
           {}},
          {tr("Blocks per SM"),
           figures.blocksOfSm.min == figures.blocksOfSm.max ? QString::number(figures.blocksOfSm.min)
                                                            : tr("%1 to %2, median %3")
                                                                  .arg(figures.blocksOfSm.min)
                                                                  .arg(figures.blocksOfSm.max)
                                                                  .arg(figures.blocksOfSm.median),
           tr("Over the SMs that had a block")},
          {tr("SMs busy"), share(figures.busy), tr("Share of the time of all SMs in which they had a block")},
          {tr("Ramp"), share(figures.ramp), tr("SM time before the first block of each SM")},
          {tr("Tail"), share(figures.tail), tr("SM time after the last block of each SM")},
          {tr("Some SMs empty"), qt(formatDuration(figures.partlyFull)),
           tr("Time in which fewer than all SMs had a block")},
          {tr("Imbalance"), QString::number(figures.imbalance, 'f', 2),
           tr("Busy time of the busiest SM over the mean of the SMs used")}};
}

Fact BlocksSection::roleFact(const WarpRole& role) {
  QStringList phases;
  for (const WarpRole::Phase& phase : role.phases) {
    phases << QStringLiteral("%1 %2").arg(qt(printable(phase.name)), qt(formatShare(phase.share)));
  }
  return {role.firstWarp == role.lastWarp ? tr("Warp %1").arg(role.firstWarp)
                                          : tr("Warps %1 to %2").arg(role.firstWarp).arg(role.lastWarp),
          role.waiting() > 0 ? tr("waiting %1").arg(qt(formatShare(role.waiting()))) : tr("not waiting"),
          tr("Share of the time marked by these warps, in all blocks:") + QLatin1Char('\n') +
              phases.join(QLatin1Char('\n'))};
}

void BlocksSection::fillWarps(const std::shared_ptr<const Trace>& trace, const Reading& reading) {
  m_warps->setLanes(trace, reading.block, reading.warps);
  m_warpsHeading->setVisible(!reading.warps.empty());
}

void BlocksSection::fillLinks(const Trace& trace, const Reading& reading) {
  while (QLayoutItem* item = m_links->takeAt(0)) {
    // A click on a row leads here: the row must live until its event is over.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  std::vector<SpanLink> links;
  const auto add = [&](const QString& role, SpanId target) {
    if (target != m_span) {
      const QString row = qt(trace.text(trace.track(trace.trackOf(target)).title));
      links.push_back({.role = role,
                       .target = target,
                       .text = tr("%1 on %2").arg(titleOf(trace, target), row),
                       .timing = qt(formatDuration(trace.duration(target)))});
    }
  };
  if (reading.kernel != m_span) {
    links.push_back({.role = tr("Kernel"),
                     .target = reading.kernel,
                     .text = titleOf(trace, reading.kernel),
                     .timing = qt(formatDuration(trace.duration(reading.kernel)))});
  }
  add(tr("First block"), reading.first);
  add(tr("Longest block"), reading.longest);
  add(tr("Last block"), reading.last);
  for (LinkRow* row : makeLinkRows(links, this)) {
    connect(row, &LinkRow::clicked, this, [this, target = row->target()] { Q_EMIT spanRequested(target); });
    m_links->addWidget(row);
  }
}

}  // namespace kernline::ui
