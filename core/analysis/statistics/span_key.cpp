// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/span_key.h"

#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Families of device activity by name; `none` for names of other spans.
std::vector<std::uint32_t> familiesByName(const Trace& trace, std::uint32_t none) {
  std::vector<std::uint32_t> families(trace.strings().size(), none);
  for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
    std::uint32_t& family = families[index(trace.names()[span])];
    if (family == none && isDeviceActivity(trace.kinds()[span])) {
      family = static_cast<std::uint32_t>(kernelFamily(trace.nameText(SpanId{span})));
    }
  }
  return families;
}

SpanId ownOp(const Trace& trace, SpanId span) {
  return trace.kind(span) == SpanKind::Op ? span : trace.opOf(span);
}

/// Operators by name and shape, as they come.
class ShapedOps {
 public:
  ShapedOps(const Trace& trace, const InputShapes& shapes) : m_ofSpan(trace.spanCount(), none) {
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    for (std::uint32_t span = 0; span < trace.spanCount(); ++span) {
      if (trace.kinds()[span] != SpanKind::Op) {
        continue;
      }
      const std::uint32_t shape = shapes.ofSpan[span];
      const StringId name = trace.names()[span];
      const std::uint64_t pair = std::uint64_t{static_cast<std::uint32_t>(name)} << 32U | shape;
      const auto [found, isNew] = numbers.try_emplace(pair, static_cast<std::uint32_t>(m_labels.size()));
      if (isNew) {
        const std::string dims = shape == InputShapes::unread ? std::string{} : shapes.shapes[shape].dims;
        m_labels.push_back(std::string{trace.text(name)} + (dims.empty() ? "" : " ") + dims);
      }
      m_ofSpan[span] = found->second;
    }
  }

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_labels.size()); }
  [[nodiscard]] std::uint32_t of(SpanId op) const {
    return op == SpanId::none ? count() : std::min(m_ofSpan[index(op)], count());
  }
  [[nodiscard]] std::string_view label(std::uint32_t number) const {
    return number < count() ? std::string_view{m_labels[number]} : std::string_view{};
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> m_ofSpan;
  std::vector<std::string> m_labels;
};

SpanKeyPtr makeKey(SpanKey key) {
  return std::make_shared<const SpanKey>(std::move(key));
}

}  // namespace

SpanKeyPtr byName(const Trace& trace) {
  return makeKey({.count = static_cast<std::uint32_t>(trace.strings().size()),
                  .of = [&trace](SpanId span) { return static_cast<std::uint32_t>(trace.name(span)); },
                  .label = [&trace](std::uint32_t name) { return trace.text(StringId{name}); }});
}

SpanKeyPtr byCategory(const Trace& trace) {
  const auto none = static_cast<std::uint32_t>(trace.categories().size());
  return makeKey({.count = none + 1,
                  .of =
                      [&trace, none](SpanId span) {
                        const CategoryId category = trace.category(span);
                        return category == CategoryId::none ? none : static_cast<std::uint32_t>(category);
                      },
                  .label =
                      [&trace, none](std::uint32_t category) {
                        return category == none ? std::string_view{}
                                                : trace.categoryText(static_cast<CategoryId>(category));
                      }});
}

SpanKeyPtr byOp(const Trace& trace, std::shared_ptr<const ReplayedOps> replayed) {
  const std::uint32_t names = replayed ? replayed->keyCount() : static_cast<std::uint32_t>(trace.strings().size());
  const std::uint32_t unknown = names;
  const std::uint32_t none = names + 1;
  return makeKey(
      {.count = none + 1,
       .of =
           [&trace, replayed, unknown, none](SpanId span) {
             if (const auto captured = replayed ? replayed->keyOf(span) : std::nullopt) {
               return *captured;
             }
             const std::uint32_t key = opKey(trace, span);
             return key == graphReplayKey ? unknown : key == static_cast<std::uint32_t>(StringId::none) ? none : key;
           },
       .label =
           [&trace, replayed, unknown, none](std::uint32_t op) {
             return op == none      ? std::string_view{}
                    : op == unknown ? graphReplayLabel
                    : replayed      ? replayed->name(op)
                                    : trace.text(StringId{op});
           }});
}

SpanKeyPtr byStream(const Trace& trace) {
  return makeKey({.count = static_cast<std::uint32_t>(trace.tracks().size()),
                  .of = [&trace](SpanId span) { return static_cast<std::uint32_t>(trace.trackOf(span)); },
                  .label = [&trace](std::uint32_t track) { return trace.text(trace.track(TrackId{track}).title); }});
}

SpanKeyPtr byFamily(const Trace& trace) {
  constexpr std::uint32_t none = UINT8_MAX + 1;
  return makeKey(
      {.count = none + 1,
       .of = [&trace, families = familiesByName(trace, none)](
                 SpanId span) { return isDeviceActivity(trace.kind(span)) ? families[index(trace.name(span))] : none; },
       .label =
           [](std::uint32_t family) {
             return family == none ? std::string_view{} : toText(static_cast<KernelFamily>(family));
           }});
}

SpanKeyPtr byShape(const Trace& trace, std::shared_ptr<const InputShapes> shapes) {
  const auto ops = std::make_shared<const ShapedOps>(trace, *shapes);
  return makeKey({.count = ops->count() + 1,
                  .of = [&trace, ops](SpanId span) { return ops->of(ownOp(trace, span)); },
                  .label = [ops](std::uint32_t number) { return ops->label(number); }});
}

SpanKeyPtr byNumber(std::vector<std::uint32_t> ofSpan, std::vector<std::string> labels) {
  const auto none = static_cast<std::uint32_t>(labels.size());
  return makeKey(
      {.count = none + 1,
       .of = [none, numbers = std::move(ofSpan)](SpanId span) { return std::min(numbers[index(span)], none); },
       .label =
           [none, texts = std::make_shared<const std::vector<std::string>>(std::move(labels))](std::uint32_t number) {
             return number == none ? std::string_view{} : std::string_view{(*texts)[number]};
           }});
}

std::uint32_t opKey(const Trace& trace, SpanId span) {
  const SpanId op = ownOp(trace, span);
  if (op != SpanId::none) {
    return static_cast<std::uint32_t>(trace.name(op));
  }
  return has(trace.flags(span), SpanFlags::GraphReplay) ? graphReplayKey : static_cast<std::uint32_t>(StringId::none);
}

}  // namespace kernline
