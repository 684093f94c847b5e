// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"
#include "core/model/names/element_type.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr double nsOfSecond = 1e9;

/// Chains of elementwise kernels of a stream, each of which reads what the one before wrote.
class FusionFinder {
 public:
  explicit FusionFinder(AdviceSubject& subject) : m_subject(subject), m_ceilings(*subject.reach.ceilings()) {}

  void look(DeviceTimeline& device, const std::vector<std::size_t>& stream) {
    for (const std::size_t position : stream) {
      const auto link = linkOf(device.pieces[position], position);
      if (!link) {
        close(device);
        continue;
      }
      if (!m_chain.empty()) {
        const double passed = bytesPassed(m_chain.back(), *link);
        if (passed == 0) {
          close(device);
        } else {
          m_passed += 2 * passed;
        }
      }
      m_chain.push_back(*link);
    }
    close(device);
  }

  void finish() {
    for (auto& [names, claims] : m_found) {
      if (claims.draft.bound.ns == 0) {
        continue;
      }
      AdviceRow row{.kind = AdviceKind::Fusion,
                    .title = titleOf(names),
                    .bound = claims.draft.bound,
                    .confidence = claims.isCached ? Confidence::Low : Confidence::Medium,
                    .evidence = {},
                    .places = claims.draft.places()};
      const auto count = static_cast<double>(claims.draft.count);
      row.evidence.push_back(
          Phrase::tr(
              "Each kernel reads what the one before wrote: one fused kernel would save %1 of traffic per chain.")
              .with(formatBytes(std::llround(claims.bytes / count))));
      row.evidence.push_back(Phrase::tr("The kernels take %1; gaps between them take %2.")
                                 .with(m_subject.perStep(claims.draft.measured), m_subject.perStep(claims.gaps)));
      if (claims.isCached) {
        row.evidence.emplace_back(Phrase::tr("They are faster than memory allows: a cache already keeps much of it."));
      }
      if (claims.isShort && !claims.isCached) {
        row.evidence.emplace_back(
            Phrase::tr("They are shorter than a launch: the bound leaves the time of one of them."));
      }
      m_subject.addOrigin(row, row.places.front().span);
      m_subject.advice.rows.push_back(std::move(row));
    }
  }

 private:
  struct Link {
    std::size_t position = 0;
    const CallArguments* arguments = nullptr;
    std::vector<std::int64_t> result;  ///< dimensions of what it writes
    double bytes = 0;
    double needNs = 0;  ///< roofline, or the launch floor
    TrackId thread = TrackId::none;
  };
  struct Claims {
    AdviceDraft draft;
    double bytes = 0;
    Duration gaps;
    bool isCached = false;
    bool isShort = false;  ///< below the launch floor
  };

  /// Of tensors that are broadcast; nothing: they do not fit.
  static std::optional<std::vector<std::int64_t>> broadcastDims(const CallArguments& call) {
    std::vector<std::int64_t> dims;
    for (const CallArgument& argument : call.arguments) {
      if (argument.kind == CallArgument::Kind::Tensors) {
        return {};
      }
      if (argument.kind != CallArgument::Kind::Tensor) {
        continue;
      }
      const std::vector<std::int64_t>& more = argument.tensors.front().dims;
      if (more.size() > dims.size()) {
        dims.insert(dims.begin(), more.size() - dims.size(), 1);
      }
      for (std::size_t i = 0; i < more.size(); ++i) {
        std::int64_t& mine = dims[dims.size() - more.size() + i];
        if (mine != more[i] && mine != 1 && more[i] != 1) {
          return {};
        }
        mine = std::max(mine, more[i]);
      }
    }
    return dims.empty() ? std::nullopt : std::optional(dims);
  }

  /// Nothing: it is no elementwise kernel that memory bounds, alone of its operator.
  std::optional<Link> linkOf(const TimelinePiece& piece, std::size_t position) {
    const Trace& trace = m_subject.trace;
    const WorkCall* call = m_subject.model.callWith(piece.span);
    if (piece.isTaken || call == nullptr || !m_subject.hasOperator(*call) || call->count != 1 ||
        trace.kind(piece.span) != SpanKind::Kernel || !isElementwise(trace.name(piece.span))) {
      return {};
    }
    const WorkFigures figures = m_subject.reach.of(piece.span);
    const WorkBound bound = figures.bound();
    const SpanId launch = trace.launchOf(piece.span);
    if (figures.rooflineCount == 0 || (bound != WorkBound::Memory && bound != WorkBound::Latency) ||
        launch == SpanId::none) {
      return {};
    }
    const CallArguments& arguments = m_subject.arguments(*call);
    auto result = broadcastDims(arguments);
    if (!result) {
      return {};
    }
    return Link{.position = position,
                .arguments = &arguments,
                .result = *std::move(result),
                .bytes = figures.bytes * piece.insideShare,
                .needNs = std::max(figures.rooflineNs, m_ceilings.launchNs) * piece.insideShare,
                .thread = trace.trackOf(launch)};
  }

  bool isElementwise(StringId name) {
    const auto [place, isNew] = m_elementwise.try_emplace(name, false);
    if (isNew) {
      const std::string_view text = m_subject.trace.text(name);
      place->second = kernelFamily(text) == KernelFamily::Elementwise || text.starts_with("triton_poi_");
    }
    return place->second;
  }

  /// Bytes that the second reads of what the first wrote; 0: none, as far as shapes tell.
  static double bytesPassed(const Link& first, const Link& second) {
    if (first.thread != second.thread) {
      return 0;
    }
    for (const CallArgument& argument : second.arguments->arguments) {
      if (argument.kind != CallArgument::Kind::Tensor || argument.tensors.front().dims != first.result) {
        continue;
      }
      const auto elements = argument.tensors.front().size();
      const auto width = elementBytes(argument.tensors.front().type);
      if (elements && width) {
        return std::min({static_cast<double>(*elements) * *width, first.bytes, second.bytes});
      }
    }
    return 0;
  }

  void close(DeviceTimeline& device) {
    const std::vector<Link> chain = std::exchange(m_chain, {});
    const double passed = std::exchange(m_passed, 0);
    if (chain.size() < 2) {
      return;
    }
    double need = 0;
    double bytes = 0;
    Duration measured;
    std::vector<std::string> names;
    for (const Link& link : chain) {
      const TimelinePiece& piece = device.pieces[link.position];
      need += link.needNs;
      bytes += link.bytes;
      measured += piece.inside;
      names.push_back(m_subject.nameOf(piece.span));
    }
    const double fused =
        std::max(m_ceilings.launchNs, std::max(bytes - passed, 0.0) / m_ceilings.bytesPerSecond * nsOfSecond);
    const double saved = need > 0 ? std::max(0.0, need - fused) / need : 0;
    Claims& claims = m_found[names];
    Duration claimed;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      TimelinePiece& piece = device.pieces[chain[i].position];
      // What is above the roofline stays for whoever speeds up the kernel itself.
      const Duration free = std::max(Duration{}, piece.left - piece.recoverable);
      // Kernels faster than they could be, from a cache or below the launch floor, only save that part of what they
      // take.
      const double counted = std::min(chain[i].needNs, static_cast<double>(piece.inside.ns));
      claimed += piece.claim(std::min(free, Duration{std::llround(std::floor(counted * saved))}));
      if (i > 0) {
        const Duration gaps = claimGaps(device, m_subject.trace.start(piece.span));
        claims.gaps += gaps;
        claimed += gaps;
      }
    }
    const SpanId first = device.pieces[chain.front().position].span;
    const SpanId last = device.pieces[chain.back().position].span;
    claims.draft.add(claimed, first, {m_subject.trace.start(first), m_subject.trace.end(last)});
    claims.draft.measured += measured;
    claims.bytes += passed;
    claims.isShort = claims.isShort || static_cast<double>(measured.ns) < need;
    const double leastNs = bytes / m_subject.meter.ceilings()->bytesPerSecond * nsOfSecond;
    claims.isCached = claims.isCached || static_cast<double>(measured.ns) < leastNs;
  }

  static Duration claimGaps(DeviceTimeline& device, Time start) {
    Duration claimed;
    const auto [first, end] = device.gapsBefore(start);
    for (std::size_t i = first; i < end; ++i) {
      TimelineGap& gap = device.gaps[i];
      if (!gap.isClaimed && (isLaunchGap(gap.idle) || gap.idle.cause == IdleCause::GraphGap)) {
        gap.isClaimed = true;
        claimed += gap.idle.range.length();
      }
    }
    return claimed;
  }

  static Message titleOf(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
      text.append(i > 0 ? ", " : "").append(names[i]);
    }
    return names.size() <= most ? Phrase::tr("Fuse %1").with(text)
                                : Phrase::tr("Fuse %1, … (%2 kernels)").with(text, names.size());
  }

  AdviceSubject& m_subject;
  const Ceilings& m_ceilings;
  std::map<StringId, bool> m_elementwise;
  std::vector<Link> m_chain;
  double m_passed = 0;
  std::map<std::vector<std::string>, Claims> m_found;  // by the names of the operators
};

}  // namespace

void adviseFusion(AdviceSubject& subject) {
  if (!subject.reach.ceilings()) {
    return;
  }
  FusionFinder finder(subject);
  for (DeviceTimeline& device : subject.devices) {
    for (const std::vector<std::size_t>& stream : device.streams) {
      finder.look(device, stream);
    }
  }
  finder.finish();
}

}  // namespace kernline
