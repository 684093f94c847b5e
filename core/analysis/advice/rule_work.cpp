// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/rule_work.h"

#include <map>
#include <unordered_set>
#include <utility>

namespace kernline {

namespace {

/// Collectives that make one bucket.
struct Bucket {
  std::vector<LaunchedPiece> pieces;
  std::int64_t bytes = 0;
  std::uint32_t step = noStep;
};

/// All but the last go into that one.
void closeBucket(Bucket& bucket, MergedCollectives& made) {
  for (std::size_t i = 0; i + 1 < bucket.pieces.size(); ++i) {
    made.calls.push_back(bucket.pieces[i].call);
    made.work.push_back({.activity = bucket.pieces[i].piece->span, .into = bucket.pieces.back().piece->span});
  }
  bucket = {.pieces = {}, .bytes = 0, .step = bucket.step};
}

}  // namespace

std::vector<LaunchedPiece> launchedIn(AdviceSubject& subject, std::span<const SpanId> calls) {
  const std::unordered_set<SpanId> wanted(calls.begin(), calls.end());
  std::vector<LaunchedPiece> made;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      SpanId call = piece.isTaken ? SpanId::none : subject.trace.launchOf(piece.span);
      while (call != SpanId::none && !wanted.contains(call)) {
        call = subject.parents[index(call)];
      }
      if (call != SpanId::none) {
        made.push_back({.piece = &piece, .call = call});
      }
    }
  }
  return made;
}

MergedCollectives mergedUpTo(AdviceSubject& subject, std::span<const LaunchedPiece> launched, std::int64_t bucket) {
  const CommunicationCalls& communication = subject.communication();
  MergedCollectives made;
  std::map<std::pair<TrackId, StringId>, Bucket> open;  // keyed by stream and kernel
  for (const LaunchedPiece& each : launched) {
    const SpanId span = each.piece->span;
    const std::int64_t bytes = communication.bytes(span);
    const std::uint32_t step = communication.step(span);
    if (!each.piece->communicates || bytes < 0 || step == noStep) {
      continue;
    }
    Bucket& current = open[{subject.trace.trackOf(span), subject.trace.name(span)}];
    const bool isFirst = current.step != step;
    if (isFirst) {
      closeBucket(current, made);
      current.step = step;
    }
    made.bytes.push_back(bytes);
    current.pieces.push_back(each);
    current.bytes += bytes;
    if (isFirst || current.bytes >= bucket) {
      closeBucket(current, made);
    }
  }
  for (auto& [stream, last] : open) {
    closeBucket(last, made);
  }
  return made;
}

}  // namespace kernline
