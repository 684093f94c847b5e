// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/ranks_spreads.h"

#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/compare/ranks/collective_kinds.h"
#include "core/compare/ranks/expert_loads.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <string>
#include <vector>

namespace kernline::cli {

void writeSpreads(Output& output, const RankSet& set, std::size_t limit) {
  const std::vector<CollectiveSpread> spreads = collectiveSpreads(set);
  if (spreads.empty()) {
    return;
  }
  const std::size_t shown = limited(spreads.size(), limit);
  output.write(shown < spreads.size()
                   ? fmt::format("\ncollectives by kind and group, most time first ({} of {})\n", shown, spreads.size())
                   : std::string("\ncollectives by kind and group, most time first\n"));
  TextTable table({{"kind", TextTable::Align::Left},
                   {"group", TextTable::Align::Left, 20},
                   {"ranks", TextTable::Align::Right},
                   {"count", TextTable::Align::Right},
                   {"bytes", TextTable::Align::Right},
                   {"median", TextTable::Align::Right},
                   {"90 %", TextTable::Align::Right},
                   {"max", TextTable::Align::Right},
                   {"bus, median", TextTable::Align::Right},
                   {"waiting", TextTable::Align::Right},
                   {"last most often", TextTable::Align::Left}});
  for (const CollectiveSpread& spread : spreads | std::views::take(shown)) {
    table.add({std::string(toText(spread.kind)), printable(spread.group), std::to_string(spread.groupSize),
               formatCount(spread.count), spread.unsized == spread.count ? std::string() : formatBytes(spread.bytes),
               formatDuration(spread.medianTime), formatDuration(spread.highTime), formatDuration(spread.longestTime),
               spread.medianBusRate > 0 ? formatByteRate(spread.medianBusRate) : std::string(),
               formatDuration(spread.waiting),
               fmt::format("rank {}, {} of {}", spread.lastRank, formatCount(spread.lastRankIn),
                           formatCount(spread.lastRankOf))});
  }
  output.write(table.text(2, terminalWidth()));
}

void writeExperts(Output& output, const RankSet& set, std::size_t limit) {
  std::vector<ExpertLoad> loads = expertLoads(set);
  std::erase_if(loads, [](const ExpertLoad& load) { return load.unknown == load.count; });
  if (!std::ranges::any_of(loads, [](const ExpertLoad& load) { return load.most > 1; })) {
    return;
  }
  const std::size_t shown = limited(loads.size(), limit);
  output.write(shown < loads.size()
                   ? fmt::format("\nexpert load by all-to-alls, largest first ({} of {})\n", shown, loads.size())
                   : std::string("\nexpert load by all-to-alls, largest first\n"));
  TextTable table({{"rank", TextTable::Align::Right},
                   {"group", TextTable::Align::Left, 20},
                   {"count", TextTable::Align::Right},
                   {"bytes", TextTable::Align::Right},
                   {"of mean", TextTable::Align::Right},
                   {"max of mean", TextTable::Align::Right},
                   {"in number", TextTable::Align::Right},
                   {"most sent to one rank", TextTable::Align::Left}});
  for (const ExpertLoad& load : loads | std::views::take(shown)) {
    const std::string to = load.sentTo < 0 ? std::string() : fmt::format(" to rank {}", load.sentTo);
    table.add({std::to_string(load.rank), printable(load.group), formatCount(load.count - load.unknown),
               formatBytes(std::llround(load.bytes)), fmt::format("{:.2f}×", timesMean(load.bytes, load.mean)),
               fmt::format("{:.2f}×", load.most), std::to_string(load.mostIn),
               load.sentShare > 0 ? formatShare(load.sentShare) + to : std::string()});
  }
  output.write(table.text(2, terminalWidth()));
}

void writePipeline(Output& output, const RankSet& set) {
  const std::vector<StageWaiting> stages = pipelineWaiting(set);
  if (stages.empty()) {
    return;
  }
  output.write("\nwaiting in sends and receives, by pipeline stage\n");
  TextTable table({{"stage", TextTable::Align::Right},
                   {"ranks", TextTable::Align::Right},
                   {"per step", TextTable::Align::Right},
                   {"of step", TextTable::Align::Right},
                   {"max per step", TextTable::Align::Right},
                   {"on", TextTable::Align::Right}});
  for (const StageWaiting& stage : stages) {
    table.add({stage.stage < 0 ? "unknown" : std::to_string(stage.stage), std::to_string(stage.ranks),
               formatDuration(stage.perStep), formatShare(stage.share), formatDuration(stage.worstPerStep),
               fmt::format("rank {}", stage.worst)});
  }
  output.write(table.text(2, terminalWidth()));
}

}  // namespace kernline::cli
