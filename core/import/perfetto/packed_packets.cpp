// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/packed_packets.h"

#include "core/import/perfetto/wire.h"
#include "core/import/source/archive_stream.h"
#include "core/import/source/container.h"
#include "core/import/source/peeked_stream.h"

#include <isa-l/igzip_lib.h>
#include <algorithm>
#include <memory>

namespace kernline::perfetto {

namespace {

constexpr std::size_t unpackStep = std::size_t{1} << 20;

std::string inflated(std::string_view payload, bool& isWhole) {
  const auto state = std::make_unique<inflate_state>();
  isal_inflate_init(state.get());
  state->crc_flag = ISAL_ZLIB;
  std::string packed(payload);  // the decoder takes bytes that it could write
  state->next_in = reinterpret_cast<unsigned char*>(packed.data());
  state->avail_in = static_cast<std::uint32_t>(packed.size());
  std::string text;
  std::size_t size = 0;
  int code = ISAL_DECOMP_OK;
  while (code == ISAL_DECOMP_OK && state->block_state != ISAL_BLOCK_FINISH && size < maxUnpackedBytes) {
    text.resize(std::max(size + unpackStep, text.size()));
    state->next_out = reinterpret_cast<unsigned char*>(text.data() + size);
    state->avail_out = static_cast<std::uint32_t>(text.size() - size);
    code = isal_inflate(state.get());
    const std::size_t before = size;
    size = text.size() - state->avail_out;
    if (size == before && state->avail_in == 0) {
      break;
    }
  }
  isWhole = code == ISAL_DECOMP_OK && state->block_state == ISAL_BLOCK_FINISH;
  text.resize(size);
  return text;
}

std::string unpackedZstd(std::string_view payload, bool& isWhole) {
  ArchiveStream stream(std::make_unique<MemoryStream>(payload), nullptr, Container::Zstd);
  std::string text;
  std::size_t size = 0;
  std::size_t got = stream.nextMember() ? 1 : 0;
  while (got > 0 && size < maxUnpackedBytes) {
    text.resize(size + unpackStep);
    got = stream.read({text.data() + size, unpackStep});
    size += got;
  }
  text.resize(size);
  isWhole = got == 0 && size > 0 && !stream.damage();
  return text;
}

}  // namespace

std::string unpackPackets(std::string_view payload, std::uint32_t field, bool& isWhole) {
  return field == packet::zstd ? unpackedZstd(payload, isWhole) : inflated(payload, isWhole);
}

}  // namespace kernline::perfetto
