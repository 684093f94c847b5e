// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/path_rows.h"

#include "core/analysis/causes/key_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

namespace kernline {

namespace {

using NameOfPiece = std::function<std::string(const PathPiece&)>;

std::string nameOfSpan(const Trace& trace, const PathPiece& piece) {
  const bool isNamed = piece.span != SpanId::none && piece.kind != PathKind::Gap && piece.kind != PathKind::Launch;
  return isNamed ? std::string(trace.nameText(piece.span)) : std::string();
}

std::string nameOfRank(const Trace& trace, const PathPiece& piece) {
  const ProcessId process = piece.track == TrackId::none ? ProcessId::none : trace.track(piece.track).process;
  const std::int32_t rank = process == ProcessId::none ? -1 : trace.process(process).rank;
  return rank < 0 ? std::string() : fmt::format("rank {}", rank);
}

/// Returns the function that names pieces; empty if stopped.
NameOfPiece nameOf(TraceAnalysis& analysis, PathBy by, const std::stop_token& stop) {
  const Trace& trace = analysis.trace();
  switch (by) {
    case PathBy::Name:
      return [&](const PathPiece& piece) { return nameOfSpan(trace, piece); };
    case PathBy::Kind:
      return [](const PathPiece&) { return std::string(); };
    case PathBy::Rank:
      return [&](const PathPiece& piece) { return nameOfRank(trace, piece); };
    default:
      break;
  }
  const KeyKind* kind = keyKind(toText(by));
  const SpanKeyPtr key = kind == nullptr ? nullptr : kind->make(analysis, stop);
  if (key == nullptr) {
    return {};
  }
  return [key](const PathPiece& piece) {
    const std::uint32_t number = piece.span == SpanId::none ? key->count : key->of(piece.span);
    return number < key->count ? std::string(key->label(number)) : std::string();
  };
}

}  // namespace

std::string_view toText(PathBy by) {
  constexpr std::array<std::string_view, pathByCount> texts{"name", "kind", "op", "module", "phase", "rank"};
  return texts[static_cast<std::size_t>(by)];
}

std::vector<PathRow> pathRows(TraceAnalysis& analysis, std::span<const PathPiece> path, PathBy by,
                              const std::stop_token& stop) {
  const NameOfPiece nameOfPiece = nameOf(analysis, by, stop);
  if (!nameOfPiece) {
    return {};
  }
  const bool hasKind = by == PathBy::Name || by == PathBy::Kind || by == PathBy::Op;
  std::map<std::pair<std::optional<PathKind>, std::string>, PathRow> rows;
  for (const PathPiece& piece : path) {
    const std::optional<PathKind> kind = hasKind ? std::optional(piece.kind) : std::nullopt;
    std::string name = nameOfPiece(piece);
    PathRow& row = rows[{kind, name}];
    row.kind = kind;
    row.name = std::move(name);
    row.total += piece.range.length();
    ++row.count;
    if (piece.range.length() > row.longestTime) {
      row.longestTime = piece.range.length();
      row.longest = piece.span;
    }
  }
  std::vector<PathRow> made;
  made.reserve(rows.size());
  for (auto& [key, row] : rows) {
    made.push_back(std::move(row));
  }
  std::ranges::stable_sort(made, std::ranges::greater{}, &PathRow::total);
  return made;
}

std::vector<HiddenRow> hiddenRows(const ReplayedRun& run, const RunReplay& replay, const IntervalUnion& steps,
                                  std::span<const Duration> slack) {
  const Trace& trace = run.graph().trace();
  const PathKinds kinds(trace);
  std::map<std::pair<PathKind, StringId>, std::vector<std::uint32_t>> works;
  for (std::uint32_t w = 0; w < slack.size(); ++w) {
    if (slack[w].ns > 0 && steps.contains(replay.activities[w].begin)) {
      const SpanId span = run.graph().activities()[w].span;
      works[{kinds.of(span), trace.name(span)}].push_back(w);
    }
  }
  std::vector<HiddenRow> rows;
  for (auto& [key, all] : works) {
    std::ranges::sort(all, {}, [&](std::uint32_t w) { return slack[w]; });
    HiddenRow& row = rows.emplace_back(HiddenRow{.kind = key.first,
                                                 .name = key.second,
                                                 .total = {},
                                                 .count = all.size(),
                                                 .minSlack = slack[all.front()],
                                                 .medianSlack = slack[all[all.size() / 2]]});
    for (const std::uint32_t w : all) {
      row.total += replay.activities[w].length();
    }
  }
  std::ranges::stable_sort(rows, std::ranges::greater{}, &HiddenRow::total);
  return rows;
}

}  // namespace kernline
