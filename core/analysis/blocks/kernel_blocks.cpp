// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/blocks/kernel_blocks.h"

#include "core/model/trace/arg_number.h"
#include "core/model/trace/block_spans.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

using BlocksDevice = std::pair<std::int32_t, std::int32_t>;  // rank, device

BlocksDevice blocksDeviceOf(const Trace& trace, const Track& track) {
  if (track.process == ProcessId::none) {
    return {-1, -1};
  }
  const Process& process = trace.process(track.process);
  return {process.rank, process.device};
}

std::uint32_t numberOfSm(const Trace& trace, const Track& track) {
  const std::string_view tid = trace.text(track.tid);
  std::uint32_t number = 0;
  std::from_chars(tid.data(), tid.data() + tid.size(), number);
  return number;
}

/// The kernels of one device by start, and what of their time is a block's.
class BlockedKernels {
 public:
  explicit BlockedKernels(const Trace& trace) : m_trace(trace) {}

  void addKernel(SpanId kernel) { m_kernels.push_back(kernel); }
  void addPiece(KernelBlocks::Piece piece) { m_pieces.push_back(piece); }
  [[nodiscard]] bool hasPieces() const { return !m_pieces.empty(); }

  void sort() {
    const auto start = [&](SpanId span) { return m_trace.start(span); };
    std::ranges::stable_sort(m_kernels, {}, start);
    Time latest{INT64_MIN};
    for (const SpanId kernel : m_kernels) {
      latest = std::max(latest, m_trace.end(kernel));
      m_latestEnd.push_back(latest);
    }
    std::ranges::stable_sort(m_pieces, {}, [&](const KernelBlocks::Piece& piece) {
      return std::tuple(m_trace.start(piece.span), piece.sm);
    });
  }

  void appendTo(std::vector<KernelBlocks>& found, std::uint32_t multiprocessors, const std::stop_token& stop) {
    if (multiprocessors == 0) {
      numberSmsSeen();
    }
    std::map<std::size_t, KernelBlocks> byKernel;
    std::uint32_t seen = 0;
    for (const KernelBlocks::Piece& piece : m_pieces) {
      if (stop.stop_requested()) {
        return;
      }
      if (const std::optional<std::size_t> kernel = kernelOf(piece)) {
        KernelBlocks& own = byKernel[*kernel];
        const bool isPhase = piece.row || m_trace.categoryText(piece.span) == phaseCategory;
        (isPhase ? own.phases : own.blocks).push_back(piece);
        seen = std::max(seen, piece.sm + 1);
      }
    }
    for (auto& [kernel, blocks] : byKernel) {
      if (!blocks.blocks.empty()) {
        blocks.kernel = m_kernels[kernel];
        blocks.multiprocessors = std::max(multiprocessors, seen);
        blocks.isDeviceKnown = multiprocessors > 0;
        blocks.areSmsKnown = std::ranges::none_of(
            blocks.phases, [](const KernelBlocks::Piece& phase) { return phase.row && !phase.row->sm; });
        blocks.isInCycles = isInCycles(blocks.blocks.front().span);
        found.push_back(std::move(blocks));
      }
    }
  }

 private:
  void numberSmsSeen() {
    std::set<std::uint32_t> seen;
    for (const KernelBlocks::Piece& piece : m_pieces) {
      seen.insert(piece.sm);
    }
    for (KernelBlocks::Piece& piece : m_pieces) {
      piece.sm = static_cast<std::uint32_t>(std::distance(seen.begin(), seen.find(piece.sm)));
    }
  }

  /// Whether times are in cycles, as Triton's Proton writes them: of a clock of 1000 MHz, whatever the SMs ran at.
  [[nodiscard]] bool isInCycles(SpanId block) const {
    return argOf(block, "Finalization Time (ns)") && argOf(block, "Frequency (MHz)");
  }

  [[nodiscard]] std::optional<std::size_t> kernelOf(const KernelBlocks::Piece& piece) {
    const TimeRange range = m_trace.range(piece.span);
    const auto start = [&](SpanId span) { return m_trace.start(span); };
    const auto after = std::ranges::upper_bound(m_kernels, range.begin, {}, start);
    std::vector<std::size_t> candidates;
    for (auto i = static_cast<std::size_t>(after - m_kernels.begin()); i-- > 0 && m_latestEnd[i] >= range.end;) {
      if (m_trace.end(m_kernels[i]) >= range.end) {
        candidates.push_back(i);
      }
    }
    if (candidates.size() < 2) {
      return candidates.empty() ? std::nullopt : std::optional(candidates.front());
    }
    const std::optional<double> wanted = piece.row ? std::nullopt : argOf(piece.span, "kernel correlation");
    const auto named = std::ranges::find_if(candidates, [&](std::size_t i) {
      return piece.row ? m_trace.nameText(m_kernels[i]) == piece.row->kernel : wanted && correlationOf(i) == wanted;
    });
    return named == candidates.end() ? std::nullopt : std::optional(*named);
  }

  [[nodiscard]] std::optional<double> argOf(SpanId span, std::string_view key) const {
    const std::array keys{key};
    const ArgNode args = m_trace.args(span, keys);
    const ArgNode* const value = args.find(key);
    return kernline::numberOf(value);
  }

  [[nodiscard]] std::optional<double> correlationOf(std::size_t kernel) {
    const auto [known, isNew] = m_correlations.try_emplace(kernel);
    if (isNew) {
      known->second = argOf(m_kernels[kernel], "correlation");
    }
    return known->second;
  }

  const Trace& m_trace;
  std::vector<SpanId> m_kernels;
  std::vector<Time> m_latestEnd;  // latest end of each kernel and all before it
  std::vector<KernelBlocks::Piece> m_pieces;
  std::map<std::size_t, std::optional<double>> m_correlations;
};

std::uint32_t statedMultiprocessors(const Trace& trace, std::int32_t device) {
  const auto known = std::ranges::find(trace.devices(), device, &Device::id);
  return known == trace.devices().end() ? 0 : known->multiprocessors;
}

}  // namespace

std::vector<KernelBlocks> kernelBlocks(const Trace& trace, const std::stop_token& stop) {
  std::map<BlocksDevice, BlockedKernels> devices;
  const auto isOfSm = [&](const Track& track) { return isMultiprocessor(trace, track); };
  if (std::ranges::none_of(trace.tracks(), isOfSm)) {
    return {};
  }
  for (const Track& track : trace.tracks()) {
    BlockedKernels& device = devices.try_emplace(blocksDeviceOf(trace, track), trace).first->second;
    if (const auto row = warpTrackOf(trace, track)) {
      BlockedKernels& traced = devices.try_emplace({blocksDeviceOf(trace, track).first, 0}, trace).first->second;
      for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
        traced.addPiece({.span = SpanId{i}, .sm = row->sm.value_or(row->block), .row = row});
      }
      continue;
    }
    const bool isSm = isOfSm(track);
    const std::uint32_t number = isSm ? numberOfSm(trace, track) : 0;
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      if (trace.kind(SpanId{i}) == SpanKind::Kernel) {
        device.addKernel(SpanId{i});
      } else if (isSm && isBlock(trace, SpanId{i})) {
        device.addPiece({.span = SpanId{i}, .sm = number});
      }
    }
  }
  std::vector<KernelBlocks> found;
  for (auto& [key, device] : devices) {
    if (device.hasPieces() && !stop.stop_requested()) {
      device.sort();
      device.appendTo(found, statedMultiprocessors(trace, key.second), stop);
    }
  }
  std::ranges::stable_sort(found, {}, [&](const KernelBlocks& blocks) { return trace.start(blocks.kernel); });
  return stop.stop_requested() ? std::vector<KernelBlocks>{} : found;
}

}  // namespace kernline
