// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/advice/fusion_chain.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr double nsOfSecond = 1e9;

/// Facts in a kernel's name that matter for fusion.
struct FusableName {
  bool isFusable = false;
  bool reduces = false;
};

FusableName fusableName(std::string_view name) {
  switch (kernelFamily(name)) {
    case KernelFamily::Elementwise:
    case KernelFamily::Copy:
    case KernelFamily::Fill:
    case KernelFamily::Softmax:
      return {.isFusable = true, .reduces = false};
    case KernelFamily::Reduction:
    case KernelFamily::Normalization:
      return {.isFusable = true, .reduces = true};
    case KernelFamily::Triton: {
      const bool reduces = name.starts_with("triton_red_") || name.starts_with("triton_per_");
      return {.isFusable = reduces || name.starts_with("triton_poi_"), .reduces = reduces};
    }
    default:
      return {};
  }
}

/// Chains of kernels of a stream that memory bounds, each of which reads what one before it read or wrote.
class FusionFinder {
 public:
  /// Chains of fewer calls that compute something are left to others.
  FusionFinder(AdviceSubject& subject, std::size_t minComputing)
      : m_subject(subject), m_ceilings(*subject.reach.ceilings()), m_minComputing(minComputing) {}

  void look(DeviceTimeline& device, std::span<const std::size_t> stream) {
    while (!stream.empty()) {
      const std::span<const std::size_t> ofCall = stream.first(activitiesOfOneCall(device, stream));
      stream = stream.subspan(ofCall.size());
      auto link = linkOf(device, ofCall);
      if (!link || !joinsChain(*link, m_chain)) {
        close(device);
      }
      if (link) {
        m_chain.push_back(*std::move(link));
      }
    }
    close(device);
  }

  void finish() {
    for (auto& [names, claims] : m_found) {
      if (claims.draft.bound.ns == 0) {
        continue;
      }
      const bool isLoss = names.front() == lossChain;
      AdviceRow row{.kind = AdviceKind::Fusion,
                    .title = isLoss ? Phrase::tr("Fuse the cross entropy loss") : titleOf(names),
                    .bound = claims.draft.bound,
                    .confidence = claims.isCached ? Confidence::Low : Confidence::Medium,
                    .evidence = {},
                    .places = claims.draft.places(),
                    .remedy = std::move(claims.draft.remedy)};
      const auto count = static_cast<double>(claims.draft.count);
      row.evidence.push_back(Phrase::tr("Each kernel reads what one before it read or wrote: one fused kernel would "
                                        "save up to %1 of traffic per chain.")
                                 .with(formatBytes(std::llround(claims.bytes / count))));
      row.evidence.push_back(Phrase::tr("The kernels take %1; gaps between them take %2.")
                                 .with(m_subject.perStep(claims.draft.measured), m_subject.perStep(claims.gaps)));
      if (isLoss) {
        row.evidence.emplace_back(
            Phrase::tr("torch.compile fuses its softmax; computed in chunks, the logits are never in memory at once."));
      }
      if (claims.isCached) {
        row.evidence.emplace_back(Phrase::tr("They are faster than memory allows: a cache already keeps much of it."));
      }
      if (claims.isShort && !claims.isCached) {
        row.evidence.emplace_back(
            Phrase::tr("They are shorter than a launch: the saving keeps the time of one of them."));
      }
      if (std::ranges::any_of(names, isOfOptimizer)) {
        row.evidence.emplace_back(Phrase::tr("Optimizers of torch do this in one kernel with fused=True."));
      }
      row.example = row.places.front().span;
      m_subject.advice.rows.push_back(std::move(row));
    }
  }

 private:
  struct Claims {
    AdviceDraft draft;
    double bytes = 0;
    Duration gaps;
    bool isCached = false;
    bool isShort = false;  ///< whether it is below the launch floor
  };

  static constexpr std::string_view lossChain = "cross entropy";  // forward and backward are one row

  static bool isOfLoss(std::span<const std::string> names) {
    return std::ranges::any_of(
        names, [](std::string_view name) { return name.contains("nll_loss") || name.contains("cross_entropy"); });
  }

  static bool isOfOptimizer(std::string_view name) {
    return name.find("_foreach_") != std::string_view::npos || name == "aten::addcdiv_";
  }

  static bool isCopy(std::string_view name) {
    return name == "aten::copy_" || name == "aten::_to_copy" || name == "aten::clone" || name == "aten::contiguous" ||
           name == "aten::cat";
  }

  /// Number of activities at the beginning of `stream` that one call launched.
  std::size_t activitiesOfOneCall(const DeviceTimeline& device, std::span<const std::size_t> stream) const {
    const WorkCall* call = m_subject.model.callWith(device.pieces[stream.front()].span);
    std::size_t count = 1;
    while (call != nullptr && count < stream.size() &&
           m_subject.model.callWith(device.pieces[stream[count]].span) == call) {
      ++count;
    }
    return count;
  }

  /// Returns the link; nullopt if other kernels cannot do its work, or memory does not bound it.
  std::optional<FusionLink> linkOf(const DeviceTimeline& device, std::span<const std::size_t> positions) {
    const Trace& trace = m_subject.trace;
    const WorkCall* call = m_subject.model.callWith(device.pieces[positions.front()].span);
    if (call == nullptr || !m_subject.hasOperator(*call)) {
      return {};
    }
    FusionLink link{.name = m_subject.model.forms[call->form].name,
                    .positions = {positions.begin(), positions.end()},
                    .operands = {}};
    std::vector<SpanId> activities;
    Duration whole;
    Duration inside;
    bool hasKernel = false;
    for (const std::size_t position : positions) {
      const TimelinePiece& piece = device.pieces[position];
      const SpanId launch = trace.launchOf(piece.span);
      const bool isKernel = trace.kind(piece.span) == SpanKind::Kernel;
      const FusableName name = isKernel ? nameOf(trace.name(piece.span)) : FusableName{.isFusable = true};
      if (piece.isTaken || piece.isFused || launch == SpanId::none || !name.isFusable ||
          trace.kind(piece.span) == SpanKind::Memcpy) {
        return {};
      }
      hasKernel = hasKernel || isKernel;
      link.reduces = link.reduces || name.reduces;
      link.thread = trace.trackOf(launch);
      activities.push_back(piece.span);
      whole += trace.duration(piece.span);
      inside += piece.inside;
    }
    link.isList = link.name.find("_foreach_") != std::string::npos;
    link.isCopy = isCopy(link.name);
    link.isFill = link.name == "aten::fill_" || link.name == "aten::zero_";
    link.operands = operandsOf(m_subject.arguments(*call));
    const WorkFigures figures = m_subject.reach.of(*call, activities);
    const WorkBound bound = figures.bound();
    const bool isBoundByMemory = bound == WorkBound::Memory || bound == WorkBound::Latency;
    double bytes = figures.bytes;
    if (link.reduces && figures.rooflineCount == 0) {
      // Profiles do not record which dimensions are reduced: it reads all of its input.
      for (const FusionLink::Operand& operand : link.operands) {
        bytes += operand.bytes;
      }
    } else if (figures.rooflineCount == 0 || !isBoundByMemory) {
      return {};
    }
    if (!hasKernel || bytes <= 0) {
      return {};
    }
    link.bytes = whole.ns > 0 ? bytes * static_cast<double>(inside.ns) / static_cast<double>(whole.ns) : 0;
    return link;
  }

  /// The operator that is not called any more once its work is fused into other work; else the launch.
  [[nodiscard]] SpanId launchingCall(SpanId activity) const {
    const SpanId op = m_subject.trace.opOf(activity);
    return op == SpanId::none ? m_subject.trace.launchOf(activity) : op;
  }

  FusableName nameOf(StringId name) {
    const auto [place, isNew] = m_names.try_emplace(name);
    if (isNew) {
      place->second = fusableName(m_subject.trace.text(name));
    }
    return place->second;
  }

  void close(DeviceTimeline& device) {
    const std::vector<FusionLink> chain = std::exchange(m_chain, {});
    for (const std::span<const FusionLink> round : roundsOf(chain)) {
      const auto computing =
          std::ranges::count_if(round, [](const FusionLink& link) { return !link.isCopy && !link.isFill; });
      if (round.size() >= 2 && static_cast<std::size_t>(computing) >= m_minComputing) {
        claim(device, round);
      }
    }
  }

  void claim(DeviceTimeline& device, std::span<const FusionLink> round) {
    double bytes = 0;
    Duration measured;
    Duration longest;
    std::vector<std::string> names;
    std::vector<std::size_t> positions;
    for (const FusionLink& link : round) {
      bytes += link.bytes;
      names.push_back(link.name);
      for (const std::size_t position : link.positions) {
        const Duration inside = device.pieces[position].inside;
        measured += inside;
        longest = std::max(longest, inside);
        positions.push_back(position);
      }
    }
    const auto measuredNs = static_cast<double>(measured.ns);
    const double passed = std::max(bytes - minBytes(round), 0.0);
    const double nsOfBytes = bytes / m_ceilings.bytesPerSecond * nsOfSecond;
    // A cache that serves these kernels serves a fused one, too, and no kernel is shorter than the shortest launch.
    const double fromMemory = (bytes - passed) / m_ceilings.bytesPerSecond * nsOfSecond *
                              std::min(1.0, measuredNs / std::max(nsOfBytes, 1.0));
    const double floor = std::min(m_ceilings.launchNs, static_cast<double>(longest.ns));
    const double saved = 1 - std::max(fromMemory, floor) / std::max(measuredNs, 1.0);
    // At most that much. Fused kernels that were measured take between that and as long as the longest of the chain.
    const double asLongest = 1 - std::max(fromMemory, static_cast<double>(longest.ns)) / std::max(measuredNs, 1.0);
    const double likely = (saved + asLongest) / 2;
    Claims& claims = m_found[isOfLoss(names) ? std::vector{std::string(lossChain)} : names];
    Duration claimed;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      TimelinePiece& piece = device.pieces[positions[i]];
      piece.isFused = true;
      const Duration own =
          piece.claim({std::llround(std::floor(static_cast<double>(piece.inside.ns) * std::max(saved, 0.0)))});
      piece.recoverable = std::max(Duration{}, piece.recoverable - own);
      claims.draft.remedy.shorten(piece.span, {std::llround(static_cast<double>(own.ns) *
                                                            (saved > 0 ? std::clamp(likely / saved, 0.0, 1.0) : 0))});
      claimed += own;
      if (i > 0) {
        claims.draft.remedy.calls.push_back({.call = launchingCall(piece.span), .factor = 0});
        const Duration gaps = device.claimLaunchGaps(m_subject.trace.start(piece.span));
        claims.gaps += gaps;
        claimed += gaps;
      }
    }
    const SpanId first = device.pieces[positions.front()].span;
    const SpanId last = device.pieces[positions.back()].span;
    claims.draft.add(claimed, first, {m_subject.trace.start(first), m_subject.trace.end(last)});
    claims.draft.measured += measured;
    claims.bytes += passed;
    claims.isShort = claims.isShort || static_cast<double>(longest.ns) <= m_ceilings.launchNs;
    const double minNs = bytes / m_subject.meter.ceilings()->bytesPerSecond * nsOfSecond;
    claims.isCached = claims.isCached || measuredNs < minNs;
  }

  static Message titleOf(const std::vector<std::string>& names) {
    constexpr std::size_t maxNames = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), maxNames); ++i) {
      text.append(i > 0 ? ", " : "").append(names[i]);
    }
    return names.size() <= maxNames ? Phrase::tr("Fuse %1").with(text)
                                    : Phrase::tr("Fuse %1, … (%2 kernels)").with(text, names.size());
  }

  AdviceSubject& m_subject;
  const Ceilings& m_ceilings;
  std::size_t m_minComputing;
  std::map<StringId, FusableName> m_names;
  std::vector<FusionLink> m_chain;
  std::map<std::vector<std::string>, Claims> m_found;  // keyed by the names of the operators
};

void adviseChains(AdviceSubject& subject, std::size_t minComputing) {
  if (!subject.reach.ceilings()) {
    return;
  }
  FusionFinder finder(subject, minComputing);
  for (DeviceTimeline& device : subject.devices) {
    for (const std::vector<std::size_t>& stream : device.streams) {
      finder.look(device, stream);
    }
  }
  finder.finish();
}

}  // namespace

void adviseFusion(AdviceSubject& subject) {
  adviseChains(subject, 2);
}

void adviseCopyFusion(AdviceSubject& subject) {
  adviseChains(subject, 1);
}

}  // namespace kernline
