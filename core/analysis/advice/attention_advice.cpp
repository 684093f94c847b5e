// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/model/format/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Attention that is written out: a matrix product, softmax of its result, a product that reads that; forward or
/// backward.
class WrittenOutAttention {
 public:
  explicit WrittenOutAttention(AdviceSubject& subject) : m_subject(subject) {}

  void look(DeviceTimeline& device, std::span<const std::size_t> stream) {
    for (std::size_t i = 0; i < stream.size(); ++i) {
      const WorkCall* softmax = callAt(device, stream[i]);
      if (softmax == nullptr || !isSoftmax(*softmax)) {
        continue;
      }
      std::size_t last = i;
      while (last + 1 < stream.size() && callAt(device, stream[last + 1]) == softmax) {
        ++last;
      }
      if (const auto scores = scoresOf(*softmax)) {
        const auto after = walk(device, stream, last, 1, *scores);
        const auto before = after ? walk(device, stream, i, -1, *scores) : std::nullopt;
        if (before) {
          claim(device, stream.subspan(i, last + 1 - i), *before, *after, *scores);
        }
      }
      i = last;
    }
  }

  void finish() {
    if (m_draft.bound.ns == 0) {
      return;
    }
    AdviceRow row{.kind = AdviceKind::Attention,
                  .title = Phrase::tr("Use scaled_dot_product_attention: attention is written out"),
                  .bound = m_draft.bound,
                  .confidence = Confidence::Medium,
                  .evidence = {},
                  .places = m_draft.places(),
                  .remedy = std::move(m_draft.remedy)};
    row.evidence.push_back(
        Phrase::tr("Softmax and the kernels between it and the products take %1; each reads or writes up to %2 of "
                   "attention scores.")
            .with(m_subject.perStep(m_between), formatBytes(std::llround(m_maxBytes))));
    row.evidence.push_back(
        Phrase::tr(
            "Flash attention keeps them on chip. The products take %1; the saving keeps the time of their FLOPs.")
            .with(m_subject.perStep(m_products)));
    row.example = row.places.front().span;
    m_subject.advice.rows.push_back(std::move(row));
  }

 private:
  /// Size of softmax's input: queries times keys, for each head.
  struct Scores {
    std::int64_t size = 0;  ///< elements
    std::int64_t keys = 0;  ///< elements per row
  };
  /// The activities on one side of softmax.
  struct Side {
    std::vector<std::size_t> between;   ///< positions in `DeviceTimeline::pieces`
    std::vector<std::size_t> products;  ///< the same
  };

  [[nodiscard]] const WorkCall* callAt(const DeviceTimeline& device, std::size_t position) const {
    const TimelinePiece& piece = device.pieces[position];
    const WorkCall* call = piece.isTaken ? nullptr : m_subject.model.callWith(piece.span);
    return call != nullptr && m_subject.hasOperator(*call) ? call : nullptr;
  }

  [[nodiscard]] bool isSoftmax(const WorkCall& call) const {
    const std::string_view name = m_subject.model.forms[call.form].name;
    return name.find("softmax") != std::string_view::npos && name.find("log_softmax") == std::string_view::npos;
  }

  std::optional<Scores> scoresOf(const WorkCall& softmax) {
    for (const CallArgument& argument : m_subject.arguments(softmax).arguments) {
      if (argument.kind == CallArgument::Kind::Tensor && argument.tensors.front().dims.size() > 2) {
        const TensorArgument& tensor = argument.tensors.front();
        const auto size = tensor.size();
        return size && *size > 0 ? std::optional(Scores{.size = *size, .keys = tensor.dims.back()}) : std::nullopt;
      }
    }
    return {};
  }

  /// Whether it reads a tensor of so many elements; nullopt if its tensors are smaller.
  std::optional<bool> reads(const WorkCall& call, std::int64_t size) {
    const std::vector<std::int64_t> sizes = m_subject.sizes(call);
    if (std::ranges::find(sizes, size) != sizes.end()) {
      return true;
    }
    const bool isAnyLarger = std::ranges::any_of(sizes, [&](std::int64_t one) { return one > size; });
    return isAnyLarger ? std::optional(false) : std::nullopt;
  }

  /// Whether the call is a product that computes such scores (in front of softmax), or reads them (behind it).
  bool isProductOf(const WorkCall& call, const Scores& scores, std::ptrdiff_t direction) {
    if (direction > 0 && reads(call, scores.size) != true) {
      return false;
    }
    const auto sizes = productSizes(m_subject.arguments(call), m_subject.model.needs(call));
    return sizes &&
           (direction < 0 ? static_cast<std::int64_t>(sizes->outputs()) == scores.size && sizes->n == scores.keys
                          : sizes->k == scores.keys);
  }

  /// Walks from softmax to the product; nullopt if other work comes first.
  std::optional<Side> walk(const DeviceTimeline& device, std::span<const std::size_t> stream, std::size_t from,
                           std::ptrdiff_t direction, const Scores& scores) {
    constexpr int maxOthers = 8;  // kernels that make a mask, or clear memory
    Side side;
    int others = 0;
    auto at = static_cast<std::ptrdiff_t>(from) + direction;
    for (; at >= 0 && at < std::ssize(stream); at += direction) {
      const std::size_t position = stream[static_cast<std::size_t>(at)];
      const WorkCall* call = callAt(device, position);
      if (call != nullptr && m_subject.model.needs(*call).unit == WorkUnit::Matrix) {
        break;
      }
      const auto touches = call == nullptr ? std::nullopt : reads(*call, scores.size);
      if (touches == true) {
        side.between.push_back(position);
      } else if (touches.has_value() || ++others > maxOthers) {
        return {};
      }
    }
    addProducts(device, stream, at, direction, scores, side);
    return side.products.empty() ? std::nullopt : std::optional(std::move(side));
  }

  /// The product at `at`, and those next to it that read scores: a backward pass has two on either side.
  void addProducts(const DeviceTimeline& device, std::span<const std::size_t> stream, std::ptrdiff_t at,
                   std::ptrdiff_t direction, const Scores& scores, Side& side) {
    constexpr int maxCalls = 2;
    const WorkCall* last = nullptr;
    for (int calls = 0; at >= 0 && at < std::ssize(stream); at += direction) {
      const std::size_t position = stream[static_cast<std::size_t>(at)];
      const WorkCall* call = callAt(device, position);
      if (call != last) {
        const bool isOne = call != nullptr && (calls == 0 ? isProductOf(*call, scores, direction)
                                                          : m_subject.model.needs(*call).unit == WorkUnit::Matrix &&
                                                                reads(*call, scores.size) == true);
        if (!isOne || ++calls > maxCalls) {
          return;
        }
        last = call;
      }
      side.products.push_back(position);
    }
  }

  void claim(DeviceTimeline& device, std::span<const std::size_t> softmax, const Side& before, const Side& after,
             const Scores& scores) {
    Duration claimed;
    const auto take = [&](std::span<const std::size_t> positions) {
      for (const std::size_t position : positions) {
        TimelinePiece& piece = device.pieces[position];
        piece.isTaken = true;
        m_between += piece.inside;
        claimed += claimAll(piece, piece.inside);
      }
    };
    take(softmax);
    take(before.between);
    take(after.between);
    for (const Side* side : {&before, &after}) {
      for (const std::size_t position : side->products) {
        claimed += claimProduct(device.pieces[position], scores);
      }
    }
    const SpanId first = device.pieces[softmax.front()].span;
    m_draft.add(claimed, first, m_subject.trace.range(first));
  }

  /// All but what its FLOPs need, and the bytes of what are no scores.
  Duration claimProduct(TimelinePiece& piece, const Scores& scores) {
    constexpr double nsOfSecond = 1e9;
    const std::optional<Ceilings>& ceilings = m_subject.reach.ceilings();
    const WorkCall& call = *m_subject.model.callWith(piece.span);
    m_products += piece.inside;
    const auto sizes = productSizes(m_subject.arguments(call), m_subject.model.needs(call));
    const double width = sizes ? sizes->width : 0;
    m_maxBytes = std::max(m_maxBytes, static_cast<double>(scores.size) * width);
    const auto peak = ceilings ? ceilings->flopsPerSecond.find(m_subject.reach.peakName(call))
                               : decltype(ceilings->flopsPerSecond.find("")){};
    if (!ceilings || peak == ceilings->flopsPerSecond.end()) {
      return {};
    }
    const WorkFigures figures = m_subject.reach.of(piece.span);
    const double bytes = std::max(figures.bytes - static_cast<double>(scores.size) * width, 0.0);
    const double least = piece.insideShare * std::max(figures.flops / peak->second * nsOfSecond,
                                                      bytes / ceilings->bytesPerSecond * nsOfSecond);
    const Duration own = claimAll(piece, std::max(Duration{}, piece.inside - Duration{std::llround(std::ceil(least))}));
    piece.recoverable = std::max(Duration{}, piece.recoverable - own);
    return own;
  }

  Duration claimAll(TimelinePiece& piece, Duration wanted) {
    const Duration claimed = piece.claim(wanted);
    m_draft.remedy.shorten(piece.span, claimed);
    return claimed;
  }

  AdviceSubject& m_subject;
  AdviceDraft m_draft;
  Duration m_between;
  Duration m_products;
  double m_maxBytes = 0;
};

}  // namespace

void adviseAttention(AdviceSubject& subject) {
  WrittenOutAttention attention(subject);
  for (DeviceTimeline& device : subject.devices) {
    for (const std::vector<std::size_t>& stream : device.streams) {
      attention.look(device, stream);
    }
  }
  attention.finish();
}

}  // namespace kernline
