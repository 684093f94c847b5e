// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/ranks_spreads.h"

#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace kernline::cli {

Columns<CollectiveSpread> spreadColumns() {
  using enum Unit;
  using Row = CollectiveSpread;
  const auto bytes = [](const Row& row) { return row.unsized == row.count ? CellValue() : CellValue(row.bytes); };
  const auto rate = [](const Row& row) { return row.medianBusRate > 0 ? CellValue(row.medianBusRate) : CellValue(); };
  const auto last = [](const Row& row) {
    return fmt::format("rank {}, {} of {}", row.lastRank, formatCount(row.lastRankIn), formatCount(row.lastRankOf));
  };
  return {{"kind", "kind", Text, [](const Row& row) { return toText(row.kind); }},
          {"group", "group", Text, &Row::group, nullptr, 20},
          {"ranks", "ranks", Number, &Row::groupSize},
          {"count", "count", Count, &Row::count},
          {"bytes", "bytes", Bytes, bytes},
          {"min_ns", "", Time, &Row::shortestTime},
          {"p25_ns", "", Time, &Row::lowerQuartile},
          {"median_ns", "median", Time, &Row::medianTime},
          {"p75_ns", "", Time, &Row::upperQuartile},
          {"p90_ns", "90 %", Time, &Row::highTime},
          {"p99_ns", "", Time, &Row::topTime},
          {"max_ns", "max", Time, &Row::longestTime},
          {"last_rank", "", Number, &Row::lastRank},
          {"last_rank_in", "", Count, &Row::lastRankIn},
          {"last_rank_of", "", Count, &Row::lastRankOf},
          {"wait_ns", "waiting", Time, &Row::waiting},
          {"median_bus_bytes_per_s", "bus, median", ByteRate, rate},
          {"", "last most often", Text, last}};
}

Columns<ExpertLoad> loadColumns() {
  using enum Unit;
  using Row = ExpertLoad;
  const auto known = [](auto of) {
    return [of](const Row& row) { return row.unknown < row.count ? CellValue(std::invoke(of, row)) : CellValue(); };
  };
  const auto times = [](const Row& row) { return timesMean(row.bytes, row.mean); };
  const auto sent = [](const Row& row) { return row.sentShare > 0 ? CellValue(row.sentShare) : CellValue(); };
  const auto sentTo = [](const Row& row) { return row.sentTo < 0 ? CellValue() : CellValue(row.sentTo); };
  return {{"rank", "rank", Number, &Row::rank},
          {"group", "group", Text, &Row::group, nullptr, 20},
          {"ranks", "", Number, &Row::groupSize},
          {"count", "", Count, &Row::count},
          {"unknown", "", Count, &Row::unknown},
          {"bytes", "bytes", Number, known(&Row::bytes),
           [](const Row& row) { return formatBytes(std::llround(row.bytes)); }},
          {"mean_bytes", "", Number, known(&Row::mean)},
          {"times_mean", "of mean", Number, known(times),
           [times](const Row& row) { return fmt::format("{:.2f}×", times(row)); }},
          {"max_times_mean", "max of mean", Number, known(&Row::most),
           [](const Row& row) { return fmt::format("{:.2f}×", row.most); }},
          {"max_collective", "in number", Number, known(&Row::maxIn)},
          {"max_sent_share", "", Share, sent},
          {"max_sent_to", "", Number, sentTo},
          {"", "known", Count, [](const Row& row) { return row.count - row.unknown; }},
          {"", "most sent to one rank", Text, [](const Row& row) {
             const std::string to = row.sentTo < 0 ? std::string() : fmt::format(" to rank {}", row.sentTo);
             return row.sentShare > 0 ? formatShare(row.sentShare) + to : std::string();
           }}};
}

Columns<StageWaiting> stageColumns() {
  using enum Unit;
  using Row = StageWaiting;
  return {{"stage", "stage", Number, [](const Row& row) { return row.stage < 0 ? CellValue() : CellValue(row.stage); }},
          {"ranks", "ranks", Number, &Row::ranks},
          {"wait_per_step_ns", "per step", Time, &Row::perStep},
          {"step_share", "of step", Share, &Row::share},
          {"max_rank", "on", Number, &Row::worst, [](const Row& row) { return fmt::format("rank {}", row.worst); }},
          {"max_wait_per_step_ns", "max per step", Time, &Row::worstPerStep}};
}

void writeSpreads(Output& output, const RankSet& set, std::size_t limit) {
  const std::vector<CollectiveSpread> spreads = collectiveSpreads(set);
  if (spreads.empty()) {
    return;
  }
  const std::size_t shown = limited(spreads.size(), limit);
  output.write(shown < spreads.size()
                   ? fmt::format("\ncollectives by kind and group, most time first ({} of {})\n", shown, spreads.size())
                   : std::string("\ncollectives by kind and group, most time first\n"));
  const Columns<CollectiveSpread> columns =
      picked(spreadColumns(),
             "kind,group,ranks,count,bytes,median_ns,p90_ns,max_ns,median_bus_bytes_per_s,wait_ns,last most often");
  output.write(textTable(columns, std::span(spreads).first(shown), "").text(2, terminalWidth()));
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
  Columns<ExpertLoad> columns =
      picked(loadColumns(), "rank,group,known,bytes,times_mean,max_times_mean,max_collective,most sent to one rank");
  columns[2].title = "count";
  output.write(textTable(columns, std::span(loads).first(shown), "").text(2, terminalWidth()));
}

void writePipeline(Output& output, const RankSet& set) {
  const std::vector<StageWaiting> stages = pipelineWaiting(set);
  if (stages.empty()) {
    return;
  }
  output.write("\nwaiting in sends and receives, by pipeline stage\n");
  const Columns<StageWaiting> columns =
      picked(stageColumns(), "stage,ranks,wait_per_step_ns,step_share,max_wait_per_step_ns,max_rank");
  output.write(textTable(columns, stages, "unknown").text(2, terminalWidth()));
}

}  // namespace kernline::cli
