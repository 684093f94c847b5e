// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/whole_text.h"

#include <cstddef>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxDecodedBytes = std::size_t{2} << 30;
constexpr std::size_t decodedAtOnce = std::size_t{4} << 20;

/// Decodes the stream into `text`; false if it does not fit.
bool decodeAll(TextStream& stream, std::string& text, const std::stop_token& enough) {
  while (true) {
    const std::size_t had = text.size();
    text.resize(had + decodedAtOnce);
    const std::size_t got = stream.read({text.data() + had, decodedAtOnce});
    text.resize(had + got);
    if (got == 0) {
      return true;
    }
    if (text.size() > maxDecodedBytes || enough.stop_requested()) {
      return false;
    }
  }
}

}  // namespace

Expected<std::shared_ptr<const WholeText>> wholeText(const Input& input, const std::stop_token& enough) {
  // Non-owning pointer: it neither keeps nor frees the input.
  return wholeText(std::shared_ptr<const Input>(std::shared_ptr<const Input>(), &input), enough);
}

Expected<std::shared_ptr<const WholeText>> wholeText(std::shared_ptr<const Input> input,
                                                     const std::stop_token& enough) {
  auto whole = std::make_shared<WholeText>();
  if (input->stream == nullptr) {
    whole->view = input->mapped;
  } else {
    if (!decodeAll(*input->stream, whole->copy, enough)) {
      return std::unexpected(
          Error{Error::Kind::OutOfMemory,
                Phrase::tr("%1: more than 2 GiB once decompressed; decompress the file first").with(input->path)});
    }
    whole->view = whole->copy;
    whole->damage = input->stream->damage();
  }
  whole->input = std::move(input);
  return whole;
}

std::shared_ptr<const WholeText> wholeTextOf(std::string text) {
  auto whole = std::make_shared<WholeText>();
  whole->copy = std::move(text);
  whole->view = whole->copy;
  return whole;
}

std::string containerOf(const WholeText& text) {
  return text.input == nullptr ? std::string{} : text.input->container;
}

}  // namespace kernline
