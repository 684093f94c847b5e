// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/kept_input.h"

#include "core/import/source/spooled_text.h"

#include <memory>
#include <ranges>
#include <utility>

namespace kernline {

void describeText(Input& input, const UnwrappedText& text) {
  for (const Container layer : text.layers | std::views::reverse) {
    input.container += input.container.empty() ? "" : ", ";
    input.container += toText(layer);
  }
  input.head = text.stream->peek(formatHeadBytes);
}

std::optional<Error> keepWhatIsRead(Input& input, UnwrappedText text) {
  describeText(input, text);
  auto kept = SpooledText::create();
  if (!kept) {
    return std::move(kept.error());
  }
  input.stream = std::make_unique<KeepingStream>(std::move(text.stream), *kept);
  input.text = std::move(*kept);
  return std::nullopt;
}

}  // namespace kernline
