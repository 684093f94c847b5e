// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/rank_lookup.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/compare/ranks/rank_words.h"

#include <algorithm>

namespace kernline::ui {
namespace {

Fact durationFact(const QString& label, Duration value, const QString& tip) {
  return {label, qt(formatDuration(value)), tip};
}

void addCollective(const RankSet& set, std::size_t number, SpanId span, std::vector<Fact>& facts) {
  const CollectiveMatch& match = set.collectives[number];
  const CollectivePart& part = *std::ranges::find(match.parts, span, &CollectivePart::span);
  facts.push_back({Words::tr("Collective"), Words::tr("part of #%1, %2").arg(match.number).arg(ranksText(match)),
                   match.group.empty() ? Words::tr("Number in the list of collectives")
                                       : Words::tr("In process group %1").arg(qt(printable(match.group)))});
  if (match.parts.size() < 2) {
    return;
  }
  facts.push_back(durationFact(Words::tr("Wait"), part.wait,
                               Words::tr("From its start until the last rank starts, at most until its own end")));
  facts.push_back(durationFact(Words::tr("Transfer"), part.transfer, Words::tr("From then until its end")));
  facts.push_back({Words::tr("Last rank"),
                   Words::tr("rank %1, %2 later").arg(match.lastRank()).arg(qt(formatDuration(match.lateBy()))),
                   Words::tr("The rank that started last, and how long after the second to last")});
  if (match.busBandwidth() > 0) {
    facts.push_back({Words::tr("Bus bandwidth"),
                     Words::tr("%1 over %2 of all ranks")
                         .arg(qt(formatByteRate(match.busBandwidth())), qt(formatDuration(match.transfer()))),
                     Words::tr("As in nccl-tests, from the last start to the last end. 1 GB = 10⁹ bytes")});
  }
}

void addMessages(const RankSet& set, SpanId span, std::vector<Fact>& facts) {
  for (const MessageMatch& message : set.messages) {
    if (message.sender != span && message.receiver != span) {
      continue;
    }
    const QString size = message.bytes >= 0 ? qt(formatBytes(message.bytes)) : Words::tr("unknown size");
    if (message.sender == span) {
      facts.push_back({Words::tr("Sends"), Words::tr("%1 to rank %2").arg(size).arg(message.to), {}});
    } else {
      facts.push_back({Words::tr("Receives"), Words::tr("%1 from rank %2").arg(size).arg(message.from), {}});
    }
  }
}

}  // namespace

std::optional<std::size_t> collectiveOf(const RankSet& set, SpanId span) {
  for (std::size_t i = 0; i < set.collectives.size(); ++i) {
    if (std::ranges::find(set.collectives[i].parts, span, &CollectivePart::span) != set.collectives[i].parts.end()) {
      return i;
    }
  }
  return std::nullopt;
}

std::vector<SpanId> companionsOf(const RankSet& set, SpanId span) {
  std::vector<SpanId> companions;
  if (const auto number = collectiveOf(set, span)) {
    companions = partsOf(set.collectives[*number]);
  }
  for (const MessageMatch& message : set.messages) {
    if (message.sender == span || message.receiver == span) {
      companions.push_back(message.sender);
      companions.push_back(message.receiver);
    }
  }
  std::ranges::sort(companions);
  companions.erase(std::ranges::unique(companions).begin(), companions.end());
  return companions;
}

std::vector<SpanId> partsOf(const CollectiveMatch& match) {
  std::vector<SpanId> spans;
  const std::int32_t last = match.lastRank();
  for (const CollectivePart& part : match.parts) {
    spans.insert(part.rank == last ? spans.begin() : spans.end(), part.span);
  }
  return spans;
}

std::vector<SpanId> spansOfCause(const RankSet& set, std::int32_t rank) {
  const auto straggler = std::ranges::find(set.stragglers, rank, &Straggler::rank);
  if (straggler == set.stragglers.end() || straggler->causes.empty()) {
    return {};
  }
  const RootCause& cause = straggler->causes.front();
  std::vector<SpanId> spans{cause.span};
  for (const SpanId part : partsOf(set.collectives[cause.collective - 1])) {
    if (part != cause.span) {
      spans.push_back(part);
    }
  }
  return spans;
}

SpanId spanInStep(const RankSet& set, std::size_t place, TimeRange range) {
  for (const CollectiveMatch& match : set.collectives) {
    for (const CollectivePart& part : match.parts) {
      if (part.call.part == place && range.contains(part.range.begin)) {
        return part.span;
      }
    }
  }
  return SpanId::none;
}

RankCorrections manualCorrections(const RankSet& set) {
  RankCorrections corrections;
  for (const RankClock& clock : set.clocks) {
    if (clock.byHand) {
      corrections.emplace_back(clock.rank, *clock.byHand);
    }
  }
  return corrections;
}

std::vector<Fact> rankFacts(const RankSet& set, SpanId span) {
  std::vector<Fact> facts;
  if (const auto number = collectiveOf(set, span)) {
    addCollective(set, *number, span, facts);
  }
  addMessages(set, span, facts);
  return facts;
}

}  // namespace kernline::ui
