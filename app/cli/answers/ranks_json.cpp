// SPDX-License-Identifier: GPL-3.0-or-later
// Many ranks for other programs: JSON and CSV, in base units.
#include "app/cli/answers/ranks_answer.h"
#include "app/cli/answers/ranks_spreads.h"
#include "app/cli/kit/row_columns.h"
#include "core/compare/ranks/rank_verdict.h"
#include "core/model/format/csv_cell.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace kernline::cli {

namespace {

Json known(std::int64_t value) {
  return value < 0 ? Json(nullptr) : Json(value);
}

Json named(const std::string& text) {
  return text.empty() ? Json(nullptr) : textValue(text);
}

Json clockOf(const RankClock& clock) {
  return {{"rank", clock.rank},
          {"base_time_ns", clock.baseTimeNs == 0 ? Json(nullptr) : Json(clock.baseTimeNs)},
          {"from_base_ns", clock.fromBase.ns},
          {"estimate_ns", clock.collectives == 0 ? Json(nullptr) : Json(clock.estimate.ns)},
          {"spread_ns", clock.collectives == 0 ? Json(nullptr) : Json(clock.spread.ns)},
          {"error_ns", clock.error() ? Json(clock.error()->ns) : Json(nullptr)},
          {"collectives", clock.collectives},
          {"by_hand_ns", clock.byHand ? Json(clock.byHand->ns) : Json(nullptr)},
          {"correction_ns", clock.correction().ns},
          {"source", toText(clock.source())},
          {"is_reference", clock.isReference},
          {"set_to_rank", clock.setTo}};
}

Json rankOf(const RankSet& set, const MediansWithoutProfiler& medians, std::size_t place) {
  const RankAccount& account = set.accounts[place];
  const RankFile& file = set.files[place];
  const std::optional<Duration> without = medians.empty() ? std::nullopt : medians[place];
  return {{"rank", account.rank},
          {"path", textValue(file.path)},
          {"world_size", known(file.worldSize)},
          {"spans", file.digest->spans},
          {"window_ns", account.window.ns},
          {"busy_ns", account.busy.ns},
          {"compute_ns", account.compute.ns},
          {"communication_ns", account.communication.ns},
          {"exposed_communication_ns", account.exposed.ns},
          {"waiting_ns", account.waiting.ns},
          {"transferring_ns", account.transferring.ns},
          {"unmatched_communication_ns", account.unmatched().ns},
          {"idle_ns", account.idle.ns},
          {"steps", account.steps},
          {"median_step_ns", account.steps == 0 ? Json(nullptr) : Json(account.medianStep.ns)},
          {"median_step_without_profiler_ns", without ? Json(without->ns) : Json(nullptr)}};
}

Json verdictOf(const RankSet& set, const RankVerdict& verdict) {
  return {{"finding", toText(verdict.finding)},
          {"sentence", textValue(sentenceOn(set, verdict).english())},
          {"straggler_rank", verdict.mainStraggler() == nullptr ? Json(nullptr) : Json(verdict.mainStraggler()->rank)},
          {"root_sentence", named(rootSentenceOn(verdict).english())},
          {"is_within_clocks", verdict.isWithinClocks},
          {"wait_ns", verdict.waiting.ns},
          {"wait_before_recording_ns", verdict.waitBefore.ns},
          {"clock_error_ns", verdict.clockError.ns},
          {"collectives", verdict.collectives}};
}

/// Returns doubts about the set, and whether its waits may be errors of clocks.
std::vector<std::string> doubtsOf(const RankSet& set, const RankVerdict& verdict) {
  std::vector<std::string> doubts;
  std::ranges::transform(set.doubts, std::back_inserter(doubts), &Message::english);
  if (verdict.isWithinClocks) {
    doubts.emplace_back("Waits are not clearly longer than the error of the clocks, so no straggler can be named.");
  }
  return doubts;
}

Json throughOf(const Straggler& straggler) {
  Json through = Json::array();
  for (const PassedWait& passed : straggler.through) {
    through.push_back({{"rank", passed.rank}, {"group", named(passed.group)}, {"wait_ns", passed.wait.ns}});
  }
  return through;
}

Json chainOf(const Straggler& straggler) {
  Json chain = Json::array();
  for (const ChainLink& link : straggler.chain) {
    chain.push_back({{"rank", link.rank}, {"group", named(link.group)}, {"collective", link.collective}});
  }
  return chain;
}

Json causesOf(const Straggler& straggler) {
  Json causes = Json::array();
  for (const RootCause& cause : straggler.causes) {
    causes.push_back({{"name", named(cause.kernel)},
                      {"excess_ns", cause.excess.ns},
                      {"wait_caused_ns", cause.waitCaused.ns},
                      {"times", cause.times},
                      {"collective", cause.collective},
                      {"start_ns", cause.range.begin.ns},
                      {"end_ns", cause.range.end.ns},
                      {"step", named(cause.step)}});
  }
  return causes;
}

Json expertsOf(const ExpertImbalance& experts) {
  return experts.times == 0 ? Json(nullptr)
                            : Json{{"times", experts.times}, {"bytes", experts.bytes}, {"mean_bytes", experts.mean}};
}

Json stragglerOf(const Straggler& straggler) {
  Json because = Json::array();
  for (const LateReason& reason : straggler.because) {
    because.push_back(
        {{"name", named(reason.kernel)}, {"waits_for_rank", known(reason.waitsFor)}, {"excess_ns", reason.excess.ns}});
  }
  return {{"rank", straggler.rank},
          {"times_last", straggler.timesLast},
          {"wait_caused_ns", straggler.waitCaused.ns},
          {"wait_before_recording_ns", straggler.waitBefore.ns},
          {"delay_ns", straggler.delay.ns},
          {"because", std::move(because)},
          {"experts", expertsOf(straggler.experts)},
          {"root_caused_ns", straggler.rootCaused.ns},
          {"untraced_ns", straggler.untraced.ns},
          {"through", throughOf(straggler)},
          {"chain", chainOf(straggler)},
          {"causes", causesOf(straggler)}};
}

Json collectiveOf(const CollectiveMatch& match) {
  Json parts = Json::array();
  for (const CollectivePart& part : match.parts) {
    parts.push_back({{"rank", part.rank},
                     {"start_ns", part.range.begin.ns},
                     {"end_ns", part.range.end.ns},
                     {"wait_ns", part.wait.ns},
                     {"transfer_ns", part.transfer.ns}});
  }
  return {{"name", textValue(match.name)},
          {"kind", toText(match.kind)},
          {"group", named(match.group)},
          {"group_size", match.groupSize == 0 ? Json(nullptr) : Json(match.groupSize)},
          {"number", match.number},
          {"bytes", known(match.bytes)},
          {"last_rank", match.lastRank()},
          {"late_by_ns", match.lateBy().ns},
          {"start_spread_ns", match.startSpread().ns},
          {"wait_ns", match.totalWait().ns},
          {"transfer_ns", match.transfer().ns},
          {"algorithm_bytes_per_s", match.algorithmBandwidth()},
          {"bus_bytes_per_s", match.busBandwidth()},
          {"missing", match.missing},
          {"parts", std::move(parts)}};
}

Json messageOf(const MessageMatch& message) {
  return {{"from", message.from},
          {"to", message.to},
          {"sender_start_ns", message.sent.begin.ns},
          {"receiver_end_ns", message.received.end.ns},
          {"bytes", known(message.bytes)}};
}

Json stepOf(const StepSpread& step) {
  Json lengths = Json::array();
  for (const auto& [rank, length] : step.lengths) {
    lengths.push_back({{"rank", rank}, {"duration_ns", length.ns}});
  }
  return {{"name", textValue(step.name)},
          {"spread_ns", step.spread().ns},
          {"longest_rank", step.longestRank()},
          {"ranks", std::move(lengths)}};
}

template <typename Items, typename Make>
void writeArray(JsonDocument& document, std::string_view key, const Items& items, const Make& make) {
  document.beginArray(key);
  for (const auto& item : items) {
    document.element(make(item));
  }
  document.endArray();
}

template <typename Row>
void writeArray(JsonDocument& document, std::string_view key, const std::vector<Row>& rows,
                const Columns<Row>& columns) {
  writeArray(document, key, rows, [&](const Row& row) { return membersOf(columns, row); });
}

}  // namespace

void writeRanksJson(Output& output, const RankSet& set, const MediansWithoutProfiler& medians) {
  JsonDocument document(output, "ranks-1");
  document.member("path", textValue(set.path));
  document.member("start_ns", set.bounds.begin.ns);
  document.member("end_ns", set.bounds.end.ns);
  document.beginArray("ranks");
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    document.element(rankOf(set, medians, p));
  }
  document.endArray();
  writeArray(document, "clocks", set.clocks, clockOf);
  const RankVerdict verdict = verdictOn(set);
  document.member("verdict", verdictOf(set, verdict));
  writeArray(document, "stragglers", set.stragglers, stragglerOf);
  writeArray(document, "collective_kinds", collectiveSpreads(set), spreadColumns());
  writeArray(document, "expert_loads", expertLoads(set), loadColumns());
  writeArray(document, "pipeline_stages", pipelineWaiting(set), stageColumns());
  writeArray(document, "collectives", set.collectives, collectiveOf);
  writeArray(document, "messages", set.messages, messageOf);
  document.member("step_source",
                  set.rankSteps->ofRanks().empty() ? Json(nullptr) : textValue(toText(set.rankSteps->source())));
  writeArray(document, "steps", set.steps, stepOf);
  document.member("mismatches", {{"incomplete_collectives", set.incompleteCollectives()},
                                 {"unmatched_messages", set.unmatchedMessages},
                                 {"directionless_kernels", set.directionless}});
  writeArray(document, "doubts", doubtsOf(set, verdict), [](const std::string& doubt) { return textValue(doubt); });
  document.end();
}

void writeRanksCsv(Output& output, const RankSet& set) {
  output.write(
      "name,group,number,bytes,rank,start_ns,end_ns,wait_ns,transfer_ns,last_rank,late_by_ns,bus_bytes_per_s,"
      "missing\n");
  for (const CollectiveMatch& match : set.collectives) {
    for (const CollectivePart& part : match.parts) {
      output.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.0f},{}\n", csvCell(match.name),
                               csvCell(match.group), match.number,
                               match.bytes < 0 ? std::string() : std::to_string(match.bytes), part.rank,
                               part.range.begin.ns, part.range.end.ns, part.wait.ns, part.transfer.ns, match.lastRank(),
                               match.lateBy().ns, match.busBandwidth(), match.missing.size()));
    }
  }
}

}  // namespace kernline::cli
