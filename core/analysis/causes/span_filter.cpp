// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/span_filter.h"

#include "core/analysis/statistics/repeated_rows.h"
#include "core/model/base/text.h"
#include "core/model/names/distinct_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace kernline {

namespace {

/// Whether a label contains a text. With `wholeNumbers`, a number at an end of the text must not be a part of a longer
/// one.
bool containsText(std::string_view label, std::string_view text, bool wholeNumbers) {
  const auto isDigitAt = [](std::string_view of, std::size_t at) { return at < of.size() && isDigit(of[at]); };
  for (std::size_t at = label.find(text); at != std::string_view::npos; at = label.find(text, at + 1)) {
    const bool isCutBefore = at > 0 && isDigitAt(text, 0) && isDigitAt(label, at - 1);
    const bool isCutBehind = isDigitAt(text, text.size() - 1) && isDigitAt(label, at + text.size());
    if (!wholeNumbers || (!isCutBefore && !isCutBehind)) {
      return true;
    }
  }
  return false;
}

/// Finds labels of a key that contain a text; looks at each once.
class LabelFinder {
 public:
  /// `findsMissing`: the text also matches the label of spans without a value for the key.
  LabelFinder(const Trace& trace, const KeyKind& kind, SpanKeyPtr key, const SpanFilter& filter,
              const LabelNames& names, bool findsMissing)
      : m_trace(trace),
        m_kind(kind),
        m_key(std::move(key)),
        m_text(lowered(filter.text)),
        m_isAskedByName(filter.key != nullptr),
        m_isNumber(kind.isNumbered && m_isAskedByName && !m_text.empty() && std::ranges::all_of(m_text, isDigit)),
        m_names(names),
        m_findsMissing(findsMissing),
        m_found(m_key->count) {}

  bool contains(SpanId span) {
    const std::uint32_t number = m_key->of(span);
    Found& found = m_found[number];
    if (found == Found::Unknown) {
      found = isFound(m_key->label(number), span) ? Found::Yes : Found::No;
    }
    return found == Found::Yes;
  }

 private:
  enum class Found : std::uint8_t { Unknown, No, Yes };

  [[nodiscard]] bool has(std::string_view label) const {
    return m_isNumber ? label.substr(0, label.find(':')) == m_text
                      : containsText(lowered(label), m_text, m_isAskedByName);
  }
  [[nodiscard]] bool isFound(std::string_view label, SpanId span) const {
    if (label.empty() && !m_findsMissing) {
      return false;
    }
    const std::string_view shown = label.empty() ? m_kind.missing : label;
    if (has(shown)) {
      return true;
    }
    if (m_names && (m_kind.isWord || label.empty()) && has(m_names(shown))) {
      return true;
    }
    return m_kind.name == keyKinds().front().name && isDeviceActivity(m_trace.kind(span)) &&
           has(m_trace.kernelNames().in(NameStyle::Short, label));
  }

  const Trace& m_trace;
  const KeyKind& m_kind;
  SpanKeyPtr m_key;
  std::string m_text;
  bool m_isAskedByName;
  bool m_isNumber;  ///< the number of a step, not a part of its name
  const LabelNames& m_names;
  bool m_findsMissing;
  std::vector<Found> m_found;
};

}  // namespace

SpanFilter spanFilter(std::string_view typed) {
  const std::size_t colon = typed.find(':');
  const KeyKind* key = colon == std::string_view::npos ? nullptr : keyKind(typed.substr(0, colon));
  const bool isScope = colon != std::string_view::npos && typed.substr(colon).starts_with("::");  // C++ scope operator
  return key == nullptr || isScope ? SpanFilter{.key = nullptr, .text = std::string{typed}}
                                   : SpanFilter{.key = key, .text = std::string{typed.substr(colon + 1)}};
}

std::shared_ptr<const std::vector<SpanId>> filteredSpans(TraceAnalysis& analysis, const SpanFilter& filter,
                                                         SpanKinds kinds, const KeyKind& by, const LabelNames& names,
                                                         const std::stop_token& stop) {
  const Trace& trace = analysis.trace();
  std::vector<LabelFinder> finders;
  for (const KeyKind& kind : keyKinds()) {
    const bool isAsked = filter.key != nullptr ? filter.key == &kind : kind.isSearched || &kind == &by;
    if (!isAsked) {
      continue;
    }
    SpanKeyPtr key = kind.make(analysis, stop);
    if (!key) {
      return nullptr;
    }
    finders.emplace_back(trace, kind, std::move(key), filter, names, filter.key == &kind || &kind == &by);
  }
  const std::vector<bool> isRepeated = repeatedRows(trace);
  std::vector<SpanId> found;
  for (std::size_t t = 0; t < trace.tracks().size() && !stop.stop_requested(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount && !isRepeated[t]; ++i) {
      const SpanId span{i};
      if (kinds.contains(trace.kind(span)) &&
          std::ranges::any_of(finders, [&](LabelFinder& finder) { return finder.contains(span); })) {
        found.push_back(span);
      }
    }
  }
  return stop.stop_requested() ? nullptr : std::make_shared<const std::vector<SpanId>>(std::move(found));
}

}  // namespace kernline
