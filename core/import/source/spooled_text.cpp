// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/spooled_text.h"

#include "core/import/source/temporary_file.h"

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include <sys/statvfs.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace kernline {

namespace {

// A compressed bomb may not fill the disk of whoever opens it.
constexpr std::uint64_t roomToLeave = std::uint64_t{256} << 20;
constexpr std::uint64_t roomCheckEvery = std::uint64_t{64} << 20;

constexpr std::size_t packedBlockBytes = std::size_t{512} << 10;

}  // namespace

Expected<std::shared_ptr<SpooledText>> SpooledText::create() {
  const auto file = openTemporaryFile();
  if (!file) {
    return std::unexpected(file.error());
  }
  return std::make_shared<SpooledText>(*file);
}

// ISA-L's level 1 packs a trace seven to one at 1 GB/s, which is faster than writing it as it is to most disks.
SpooledText::SpooledText(int descriptor)
    : m_descriptor(descriptor),
      m_packer(std::make_unique<isal_zstream>()),
      m_packerMemory(ISAL_DEF_LVL1_DEFAULT),
      m_packed(2 * packedBlockBytes),
      m_blocks(packedBlockBytes) {
  m_unfinished.reserve(packedBlockBytes);
}

SpooledText::~SpooledText() {
  close(m_descriptor);
}

/// The packed bytes of a block, or, if it is the last one, its text in `unfinished`.
std::string SpooledText::packedBlock(std::uint64_t index, std::string& unfinished) const {
  std::uint64_t begin = 0;
  std::string packed;
  {
    const std::scoped_lock lock(m_mutex);
    if (index >= m_blockEnds.size()) {
      unfinished = m_unfinished;
      return {};
    }
    begin = index > 0 ? m_blockEnds[index - 1] : 0;
    packed.resize(m_blockEnds[index] - begin);
  }
  std::size_t done = 0;
  while (done < packed.size()) {
    const ssize_t got =
        pread(m_descriptor, packed.data() + done, packed.size() - done, static_cast<off_t>(begin + done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  packed.resize(done);
  return packed;
}

void SpooledText::unpack(std::uint64_t index, std::string& text) const {
  std::string packed = packedBlock(index, text);
  if (packed.empty()) {
    return;
  }
  const auto state = std::make_unique<inflate_state>();
  isal_inflate_init(state.get());
  text.resize(packedBlockBytes);
  state->next_in = reinterpret_cast<unsigned char*>(packed.data());
  state->avail_in = static_cast<std::uint32_t>(packed.size());
  state->next_out = reinterpret_cast<unsigned char*>(text.data());
  state->avail_out = static_cast<std::uint32_t>(text.size());
  const bool isGood = isal_inflate_stateless(state.get()) == ISAL_DECOMP_OK;
  text.resize(isGood ? packedBlockBytes - state->avail_out : 0);
}

std::string SpooledText::read(std::uint64_t offset, std::size_t length) const {
  const std::uint64_t end = m_size;
  if (offset >= end) {
    return {};
  }
  const std::uint64_t stop = offset + std::min<std::uint64_t>(length, end - offset);
  return m_blocks.read(offset, stop, [this](std::uint64_t index, std::string& text) { unpack(index, text); });
}

bool SpooledText::leavesRoomOnDisk() {
  const std::uint64_t stored = m_blockEnds.empty() ? 0 : m_blockEnds.back();
  if (stored < m_nextRoomCheck) {
    return true;
  }
  m_nextRoomCheck = stored + roomCheckEvery;
  struct statvfs disk{};
  return fstatvfs(m_descriptor, &disk) != 0 || std::uint64_t{disk.f_bavail} * disk.f_frsize > roomToLeave;
}

/// Moves the full m_unfinished to the file.
std::optional<std::string> SpooledText::storeBlock() {
  if (!leavesRoomOnDisk()) {
    return "the disk that keeps it is nearly full";
  }
  isal_deflate_stateless_init(m_packer.get());
  m_packer->level = 1;
  m_packer->level_buf = m_packerMemory.data();
  m_packer->level_buf_size = static_cast<std::uint32_t>(m_packerMemory.size());
  m_packer->end_of_stream = 1;
  m_packer->next_in = reinterpret_cast<unsigned char*>(m_unfinished.data());
  m_packer->avail_in = static_cast<std::uint32_t>(m_unfinished.size());
  m_packer->next_out = m_packed.data();
  m_packer->avail_out = static_cast<std::uint32_t>(m_packed.size());
  if (isal_deflate_stateless(m_packer.get()) != COMP_OK) {
    return "it cannot be packed";
  }
  const std::uint64_t begin = m_blockEnds.empty() ? 0 : m_blockEnds.back();
  std::span<const unsigned char> rest(m_packed.data(), m_packer->total_out);
  while (!rest.empty()) {
    const ssize_t put =
        pwrite(m_descriptor, rest.data(), rest.size(), static_cast<off_t>(begin + (m_packer->total_out - rest.size())));
    if (put < 0 && errno == EINTR) {
      continue;
    }
    if (put <= 0) {
      return std::strerror(put < 0 ? errno : ENOSPC);
    }
    rest = rest.subspan(static_cast<std::size_t>(put));
  }
  const std::scoped_lock lock(m_mutex);
  m_blockEnds.push_back(begin + m_packer->total_out);
  m_unfinished.clear();
  return std::nullopt;
}

std::optional<std::string> SpooledText::append(std::span<const char> text) {
  while (!text.empty()) {
    const std::size_t length = std::min(text.size(), packedBlockBytes - m_unfinished.size());
    {
      const std::scoped_lock lock(m_mutex);
      m_unfinished.append(text.data(), length);
    }
    text = text.subspan(length);
    if (m_unfinished.size() == packedBlockBytes) {
      if (const std::optional<std::string> failure = storeBlock()) {
        return fmt::format("the unpacked text is cut after {} bytes: {}", m_size.load(), *failure);
      }
    }
    m_size += length;
  }
  return std::nullopt;
}

std::size_t KeepingStream::read(std::span<char> into) {
  if (m_failure) {
    return 0;
  }
  const std::size_t got = m_inner->read(into);
  const std::uint64_t before = m_text->size();
  m_failure = m_text->append(into.first(got));
  return m_failure ? static_cast<std::size_t>(m_text->size() - before) : got;
}

std::optional<std::string> KeepingStream::damage() const {
  const std::optional<std::string> deeper = m_inner->damage();
  return deeper ? deeper : m_failure;
}

}  // namespace kernline
