// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/layers.h"

#include "core/import/source/archive_stream.h"
#include "core/import/source/gzip_text.h"
#include "core/import/source/member_choice.h"
#include "core/import/source/unicode_stream.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr std::size_t maxLayers = 5;

std::unique_ptr<TextStream> decoded(std::unique_ptr<TextStream> stored, Container container, std::uint64_t usual) {
  if (container == Container::Gzip) {
    return std::make_unique<GzipStream>(std::move(stored), usual);
  }
  if (isUnicode(container)) {
    return std::make_unique<UnicodeStream>(std::move(stored), container);
  }
  auto compressed = std::make_unique<ArchiveStream>(std::move(stored), nullptr, container, usual);
  // A single compressed stream is one nameless member; without it the damage says why.
  static_cast<void>(compressed->nextMember());
  return compressed;
}

bool isArchive(Container container) {
  return container == Container::Zip || container == Container::Tar;
}

/// Returns a function that reads the stored bytes of an archive below `layers` again; empty if that is not possible: a
/// pipe, or an archive inside another.
std::function<Expected<std::unique_ptr<TextStream>>()> reopening(const std::shared_ptr<const StoredFile>& file,
                                                                 const std::vector<Container>& layers) {
  if (!file || std::ranges::any_of(layers, isArchive)) {
    return {};
  }
  return [file, layers]() -> Expected<std::unique_ptr<TextStream>> {
    std::unique_ptr<TextStream> stream = std::make_unique<FileStream>(file);
    for (const Container layer : layers) {
      stream = decoded(std::move(stream), layer, usualUnpackedBytes);
    }
    return stream;
  };
}

}  // namespace

Expected<UnwrappedText> unwrap(std::unique_ptr<TextStream> stored, const std::shared_ptr<const StoredFile>& file,
                               const std::string& name, RateText rate, std::uint64_t usual) {
  UnwrappedText result;
  result.stream = std::make_unique<PeekedStream>(std::move(stored));
  for (;;) {
    const std::string_view head = result.stream->peek(containerHeadBytes);
    const Container container = containerOf(head);
    if (container == Container::Plain || result.layers.size() == maxLayers) {
      // A UTF-16 or UTF-32 mark has been converted to this one.
      result.markBytes = head.starts_with(utf8Mark) ? utf8Mark.size() : 0;
      result.stream->skip(result.markBytes);
      return result;
    }
    std::unique_ptr<TextStream> inner;
    if (isArchive(container)) {
      auto member = openMember({.stored = std::move(result.stream),
                                .file = result.layers.empty() ? file : nullptr,
                                .reopen = reopening(file, result.layers),
                                .container = container,
                                .rate = rate},
                               name);
      if (!member) {
        return std::unexpected(member.error());
      }
      result.memberName = std::move(member->name);
      result.logs = std::ranges::any_of(result.layers, isArchive) ? 0 : member->logs;
      inner = std::move(member->text);
      usual = usualUnpackedMember;
    } else {
      inner = decoded(std::move(result.stream), container, usual);
    }
    result.stream = std::make_unique<PeekedStream>(std::move(inner));
    result.layers.push_back(container);
  }
}

std::shared_ptr<ArchiveStream> openArchive(const std::shared_ptr<const StoredFile>& file,
                                           std::vector<Container>& layers) {
  auto stream = std::make_unique<PeekedStream>(std::make_unique<FileStream>(file));
  for (;;) {
    const Container container = containerOf(stream->peek(containerHeadBytes));
    if (container == Container::Plain || layers.size() == maxLayers) {
      return nullptr;
    }
    const bool isOutermost = layers.empty();
    layers.push_back(container);
    if (isArchive(container)) {
      return std::make_shared<ArchiveStream>(std::move(stream), isOutermost && file->isSeekable() ? file : nullptr,
                                             container);
    }
    stream = std::make_unique<PeekedStream>(decoded(std::move(stream), container, usualUnpackedBytes));
  }
}

}  // namespace kernline
