// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/layers.h"

#include "core/import/source/archive_stream.h"
#include "core/import/source/gzip_text.h"
#include "core/import/source/member_choice.h"
#include "core/import/source/unicode_stream.h"

#include <utility>

namespace kernline {

namespace {

constexpr std::size_t deepest = 5;

/// The stream one layer further in. An archive stands at the chosen member.
Expected<std::unique_ptr<TextStream>> openLayer(std::unique_ptr<TextStream> stored,
                                                const std::shared_ptr<const StoredFile>& file, Container container,
                                                const std::string& name, std::string& memberName) {
  if (container == Container::Gzip) {
    return std::make_unique<GzipStream>(std::move(stored));
  }
  if (isUnicode(container)) {
    return std::make_unique<UnicodeStream>(std::move(stored), container);
  }
  if (container == Container::Zip || container == Container::Tar) {
    return openTraceMember(std::move(stored), file, container, name, memberName);
  }
  auto compressed = std::make_unique<ArchiveStream>(std::move(stored), nullptr, container);
  // A single compressed stream is one nameless member; without it the damage says why.
  static_cast<void>(compressed->nextMember());
  return compressed;
}

}  // namespace

Expected<UnwrappedText> unwrap(std::unique_ptr<TextStream> stored, const std::shared_ptr<const StoredFile>& file,
                               const std::string& name) {
  UnwrappedText result;
  result.stream = std::make_unique<PeekedStream>(std::move(stored));
  for (;;) {
    const std::string_view head = result.stream->peek(containerHeadBytes);
    const Container container = containerOf(head);
    if (container == Container::Plain || result.layers.size() == deepest) {
      // A UTF-16 or UTF-32 mark has been converted to this one.
      result.markBytes = head.starts_with(utf8Mark) ? utf8Mark.size() : 0;
      result.stream->skip(result.markBytes);
      return result;
    }
    const auto& byOffset = result.layers.empty() ? file : nullptr;
    auto inner = openLayer(std::move(result.stream), byOffset, container, name, result.memberName);
    if (!inner) {
      return std::unexpected(inner.error());
    }
    result.stream = std::make_unique<PeekedStream>(std::move(*inner));
    result.layers.push_back(container);
  }
}

}  // namespace kernline
