// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/gzip_text.h"

#include <algorithm>
#include <utility>

namespace kernline {

namespace {

constexpr std::uint64_t blockBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t firstSpacing = 2 * blockBytes;
constexpr std::size_t checkpointLimit = 512;

}  // namespace

GzipText::GzipText(std::shared_ptr<const StoredFile> file, std::uint64_t skipped)
    : m_file(std::move(file)), m_skipped(skipped), m_spacing(firstSpacing), m_next(firstSpacing), m_blocks(blockBytes) {
  m_checkpoints.emplace_back();
}

std::uint64_t GzipText::size() const {
  const std::uint64_t decoded = m_decoded;
  return decoded > m_skipped ? decoded - m_skipped : 0;
}

void GzipText::addCheckpoint(GzipDecoder::Checkpoint checkpoint) {
  const std::scoped_lock lock(m_checkpointMutex);
  m_checkpoints.push_back(std::move(checkpoint));
  if (m_checkpoints.size() == checkpointLimit) {
    // Every other one goes, so that memory stays bounded however long the text is.
    for (std::size_t i = 0; i < checkpointLimit / 2; ++i) {
      m_checkpoints[i] = std::move(m_checkpoints[2 * i]);
    }
    m_checkpoints.resize(checkpointLimit / 2);
    m_spacing *= 2;
  }
  m_next = m_checkpoints.back().decoded + m_spacing;
}

std::unique_ptr<GzipDecoder> GzipText::decoderBefore(std::uint64_t decoded) const {
  const std::scoped_lock lock(m_checkpointMutex);
  const auto behind = std::ranges::upper_bound(m_checkpoints, decoded, {}, &GzipDecoder::Checkpoint::decoded);
  const GzipDecoder::Checkpoint& from = *std::prev(behind);
  if (m_decoder && m_decoder->decodedBytes() <= decoded && m_decoder->decodedBytes() >= from.decoded) {
    return nullptr;
  }
  return std::make_unique<GzipDecoder>(std::make_unique<FileStream>(m_file, from.stored), from);
}

void GzipText::unpack(std::uint64_t index, std::string& text) const {
  const std::uint64_t begin = index * blockBytes;
  if (auto decoder = decoderBefore(begin)) {
    m_decoder = std::move(decoder);
  }
  // A checkpoint may be blocks away, so what is before the wanted one passes through the same buffer.
  while (m_decoder->decodedBytes() < begin) {
    text.resize(std::min(blockBytes, begin - m_decoder->decodedBytes()));
    if (m_decoder->decode(text) < text.size()) {
      text.clear();
      return;
    }
  }
  // No more than there is: thousands of small files may be open.
  const std::uint64_t end = m_decoded;
  text.resize(end > begin ? std::min(blockBytes, end - begin) : blockBytes);
  text.resize(m_decoder->decode(text));
  if (m_decoder->decodedBytes() >= end) {
    m_decoder.reset();
  }
}

std::string GzipText::read(std::uint64_t offset, std::size_t length) const {
  const std::uint64_t end = size();
  if (offset >= end) {
    return {};
  }
  const std::uint64_t begin = offset + m_skipped;
  const std::uint64_t stop = begin + std::min<std::uint64_t>(length, end - offset);
  return m_blocks.read(begin, stop, [this](std::uint64_t index, std::string& text) { unpack(index, text); });
}

void GzipStream::recordInto(std::shared_ptr<GzipText> text) {
  m_text = std::move(text);
  m_text->setDecoded(m_decoder.decodedBytes());
}

std::size_t GzipStream::read(std::span<char> into) {
  if (!m_text) {
    return m_decoder.decode(into);
  }
  std::size_t done = 0;
  while (done < into.size()) {
    const std::uint64_t toCheckpoint = m_text->nextCheckpoint() - m_decoder.decodedBytes();
    const std::size_t wanted = std::min<std::uint64_t>(into.size() - done, toCheckpoint);
    const std::size_t got = m_decoder.decode(into.subspan(done, wanted));
    done += got;
    m_text->setDecoded(m_decoder.decodedBytes());
    if (got < wanted) {
      break;
    }
    if (got == toCheckpoint) {
      m_text->addCheckpoint(m_decoder.checkpoint());
    }
  }
  return done;
}

}  // namespace kernline
