// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/analysis/activity/host_copy.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

bool isCopyName(std::string_view op) {
  constexpr std::array<std::string_view, 5> names{"aten::copy_", "aten::_to_copy", "aten::to", "aten::contiguous",
                                                  "aten::clone"};
  return std::ranges::find(names, op) != names.end();
}

/// "c10::BFloat16": without the namespace.
std::string plainType(std::string_view type) {
  constexpr std::string_view space = "c10::";
  return std::string(type.starts_with(space) ? type.substr(space.size()) : type);
}

/// The tensors that a copy writes and reads; of other operators than aten::copy_ both are the one that it was given.
std::optional<std::pair<const TensorArgument*, const TensorArgument*>> tensorsOfCopy(const CallArguments& call) {
  std::vector<const TensorArgument*> tensors;
  for (const CallArgument& argument : call.arguments) {
    if (argument.kind == CallArgument::Kind::Tensor) {
      tensors.push_back(&argument.tensors.front());
    }
  }
  if (tensors.empty()) {
    return {};
  }
  return std::pair{tensors.front(), tensors.size() > 1 ? tensors[1] : tensors.front()};
}

/// Copies that a matrix product reads or wrote.
class CopiesOfProducts {
 public:
  explicit CopiesOfProducts(AdviceSubject& subject) : m_subject(subject) {}

  void look(DeviceTimeline& device, const std::vector<std::size_t>& stream) {
    for (std::size_t i = 0; i < stream.size(); ++i) {
      TimelinePiece& piece = device.pieces[stream[i]];
      if (piece.isFused || isHostCopy(m_subject.trace, piece.span)) {
        continue;
      }
      if (changesLayout(m_subject.trace.name(piece.span))) {
        take(piece, {.isConvolution = true, .from = {}, .to = {}}, true);
        continue;
      }
      const WorkCall* call = copyOf(piece);
      const auto tensors = call == nullptr ? std::nullopt : tensorsOfCopy(m_subject.arguments(*call));
      if (!tensors) {
        continue;
      }
      const Kind kind{
          .isConvolution = false, .from = plainType(tensors->second->type), .to = plainType(tensors->first->type)};
      const auto elements = tensors->first->size();
      if (elements && feedsNext(device, stream, i, *elements)) {
        take(piece, kind, true);
      } else if (elements && followsProduct(device, stream, i, *elements)) {
        take(piece, kind, false);
      }
    }
  }

  void finish() {
    for (auto& [kind, claims] : m_claims) {
      AdviceRow row{.kind = AdviceKind::MatrixCopy,
                    .title = titleOf(kind),
                    .bound = claims.draft.bound,
                    .confidence = claims.before.ns * 2 >= claims.draft.bound.ns ? Confidence::High : Confidence::Medium,
                    .evidence = {},
                    .places = claims.draft.places(),
                    .remedy = std::move(claims.draft.remedy)};
      if (row.bound.ns == 0) {
        continue;
      }
      const Duration mean{claims.draft.measured.ns / static_cast<std::int64_t>(claims.draft.count)};
      row.evidence.push_back(Phrase::tr("These copies take %1; each takes %2 on average.")
                                 .with(m_subject.perStep(claims.draft.measured), formatDuration(mean)));
      if (kind.isConvolution) {
        row.evidence.emplace_back(
            Phrase::tr("cuDNN converts between NCHW and NHWC; tensors in channels_last avoid that."));
      } else if (claims.before == row.bound) {
        row.evidence.emplace_back(Phrase::tr("A matrix product reads the copied tensor next."));
      } else {
        row.evidence.push_back(
            Phrase::tr("%1 convert what a matrix product wrote, %2 what one reads next.")
                .with(m_subject.perStep(row.bound - claims.before), m_subject.perStep(claims.before)));
      }
      row.example = row.places.front().span;
      m_subject.advice.rows.push_back(std::move(row));
    }
  }

 private:
  struct Kind {
    bool isConvolution = false;
    std::string from;
    std::string to;
    auto operator<=>(const Kind&) const = default;
  };
  struct Claims {
    AdviceDraft draft;
    Duration before;  // a product
  };

  /// Whether it is a kernel of cuDNN that converts between NCHW and NHWC.
  bool changesLayout(StringId kernel) {
    return m_layoutKernels.of(kernel, [&] {
      const std::string_view name = m_subject.trace.text(kernel);
      return name.contains("nchwToNhwc") || name.contains("nhwcToNchw");
    });
  }

  static Message titleOf(const Kind& kind) {
    if (kind.isConvolution) {
      return Phrase::tr("Avoid layout changes in convolutions");
    }
    return kind.from == kind.to
               ? Phrase::tr("Avoid layout copies of %1 beside matrix products").with(kind.from)
               : Phrase::tr("Avoid conversions from %1 to %2 beside matrix products").with(kind.from, kind.to);
  }

  const WorkCall* copyOf(const TimelinePiece& piece) {
    const WorkCall* call = m_subject.model.callWith(piece.span);
    return call != nullptr && isCopyName(m_subject.model.forms[call->form].name) ? call : nullptr;
  }

  /// Returns the call of the nearest activity that is no copy, in this direction on the stream; nullptr if it is no
  /// product.
  const WorkCall* productBeside(const DeviceTimeline& device, const std::vector<std::size_t>& stream, std::size_t i,
                                std::ptrdiff_t step) {
    constexpr int maxLooked = 4;
    auto at = static_cast<std::ptrdiff_t>(i);
    for (int looked = 0; looked < maxLooked; ++looked) {
      at += step;
      if (at < 0 || at >= static_cast<std::ptrdiff_t>(stream.size())) {
        return nullptr;
      }
      const TimelinePiece& piece = device.pieces[stream[static_cast<std::size_t>(at)]];
      if (copyOf(piece) != nullptr) {
        continue;
      }
      const WorkCall* call = m_subject.model.callWith(piece.span);
      const bool isProduct = call != nullptr && m_subject.hasOperator(*call) &&
                             m_subject.model.needs(*call).rule != nullptr &&
                             m_subject.model.needs(*call).unit == WorkUnit::Matrix;
      return isProduct ? call : nullptr;
    }
    return nullptr;
  }

  bool feedsNext(const DeviceTimeline& device, const std::vector<std::size_t>& stream, std::size_t i,
                 std::int64_t elements) {
    const WorkCall* product = productBeside(device, stream, i, 1);
    if (product == nullptr) {
      return false;
    }
    return std::ranges::any_of(m_subject.arguments(*product).arguments, [&](const CallArgument& argument) {
      return std::ranges::any_of(argument.tensors, [&](const TensorArgument& one) { return one.size() == elements; });
    });
  }

  bool followsProduct(const DeviceTimeline& device, const std::vector<std::size_t>& stream, std::size_t i,
                      std::int64_t elements) {
    const WorkCall* product = productBeside(device, stream, i, -1);
    const auto sizes = product == nullptr
                           ? std::nullopt
                           : productSizes(m_subject.arguments(*product), m_subject.model.needs(*product));
    return sizes && sizes->outputs() == static_cast<double>(elements);
  }

  void take(TimelinePiece& piece, const Kind& kind, bool isBefore) {
    Claims& claims = m_claims[kind];
    const Duration claimed = piece.claim(piece.left);
    piece.isTaken = true;
    claims.draft.addActivity(m_subject.trace, claimed, piece.span);
    claims.draft.measured += piece.inside;
    claims.before += isBefore ? claimed : Duration{};
  }

  AdviceSubject& m_subject;
  NameCache<bool> m_layoutKernels;
  std::map<Kind, Claims> m_claims;
};

/// Copies of one name, and the idle time before and behind them.
struct HostCopyClaims {
  AdviceDraft draft;
  Duration waits;  ///< part of the bound spent waiting
};

/// The copy that a gap is due to, if it is one of those: they are far longer than a value that is read.
SpanId copyOfGap(const Trace& trace, const IdleInterval& idle) {
  constexpr Duration minLength{20'000};
  const auto isLong = [&](SpanId activity) {
    return isHostCopy(trace, activity) && trace.duration(activity) >= minLength;
  };
  if (idle.cause != IdleCause::Memcpy) {
    return SpanId::none;
  }
  if (idle.next != SpanId::none && isLong(idle.next)) {
    return idle.next;
  }
  for (const Launch& launch : idle.blamed == SpanId::none ? std::span<const Launch>() : trace.launchedBy(idle.blamed)) {
    if (isLong(launch.activity)) {
      return launch.activity;
    }
  }
  return SpanId::none;
}

Message howToOverlap(std::string_view copy) {
  const bool isFromDevice = copy.find("DtoH") != std::string_view::npos;
  if (copy.find("Pageable") == std::string_view::npos) {
    return isFromDevice ? Phrase::tr("Copy on a stream of its own, and read the result a step later.")
                        : Phrase::tr("Start it a step ahead, on a stream of its own.");
  }
  return isFromDevice
             ? Phrase::tr(
                   "The host waits for pageable memory; copy to pinned memory on a stream of its own, and read it "
                   "a step later.")
             : Phrase::tr(
                   "The host waits for pageable memory; pin it, and copy a step ahead on a stream of its own "
                   "(non_blocking=True).");
}

void adviseHostCopies(AdviceSubject& subject) {
  const Trace& trace = subject.trace;
  std::map<std::string_view, HostCopyClaims> found;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      if (piece.isTaken || !isHostCopy(trace, piece.span)) {
        continue;
      }
      AdviceDraft& draft = found[trace.nameText(piece.span)].draft;
      piece.isTaken = true;
      draft.add(piece.claim(piece.left), piece.span, trace.range(piece.span));
      draft.remedy.ahead.push_back(piece.span);
      draft.measured += piece.inside;
    }
    for (TimelineGap& gap : device.gaps) {
      const SpanId copy = gap.isClaimed ? SpanId::none : copyOfGap(trace, gap.idle);
      if (copy != SpanId::none) {
        gap.isClaimed = true;
        HostCopyClaims& claims = found[trace.nameText(copy)];
        claims.draft.add(gap.idle.range.length(), copy, gap.idle.range);
        claims.waits += gap.idle.range.length();
      }
    }
  }
  for (auto& [name, claims] : found) {
    if (claims.draft.bound.ns == 0) {
      continue;
    }
    const bool isPageable = name.find("Pageable") != std::string_view::npos;
    AdviceRow row{.kind = AdviceKind::HostCopy,
                  .title = Phrase::tr("Overlap %1 with kernels").with(name),
                  .bound = claims.draft.bound,
                  .confidence = isPageable ? Confidence::High : Confidence::Medium,
                  .evidence = {},
                  .places = claims.draft.places(),
                  .remedy = std::move(claims.draft.remedy)};
    row.evidence.push_back(
        Phrase::tr("No kernel runs during %2 of these copies (%1).")
            .with(subject.perStep(claims.draft.measured), subject.perStep(claims.draft.bound - claims.waits)));
    if (claims.waits.ns > 0) {
      row.evidence.push_back(
          Phrase::tr("The device is idle for %1 because of it.").with(subject.perStep(claims.waits)));
    }
    row.evidence.push_back(howToOverlap(name));
    row.example = row.places.front().span;
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace

void adviseCopies(AdviceSubject& subject) {
  CopiesOfProducts copies(subject);
  for (DeviceTimeline& device : subject.devices) {
    for (const std::vector<std::size_t>& stream : device.streams) {
      copies.look(device, stream);
    }
  }
  copies.finish();
  adviseHostCopies(subject);
}

}  // namespace kernline
