// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/frames.h"

#include <cstring>
#include <type_traits>

namespace kernline::recorder {

namespace {

constexpr std::uint32_t magic = 0x314c4e4bU;  // "KNL1"

struct FrameHead {
  std::uint32_t magic = 0;
  std::uint32_t kind = 0;
  std::uint64_t bytes = 0;
  RecordCounts counts;
};
static_assert(std::is_trivially_copyable_v<FrameHead>);

bool isKind(std::uint32_t kind) {
  return kind >= static_cast<std::uint32_t>(FrameKind::Hello) &&
         kind <= static_cast<std::uint32_t>(FrameKind::InFlight);
}

}  // namespace

std::string frameBytes(FrameKind kind, std::string_view body, const RecordCounts& counts) {
  const FrameHead head{magic, static_cast<std::uint32_t>(kind), body.size(), counts};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  bytes += body;
  return bytes;
}

std::optional<Frame> FrameReader::next() {
  if (m_isBroken || m_bytes.size() - m_begin < sizeof(FrameHead)) {
    return std::nullopt;
  }
  FrameHead head;
  std::memcpy(&head, m_bytes.data() + m_begin, sizeof head);
  if (head.magic != magic || !isKind(head.kind) || head.bytes > maxFrameBytes) {
    m_isBroken = true;
    m_bytes.clear();
    m_begin = 0;
    return std::nullopt;
  }
  if (m_bytes.size() - m_begin - sizeof head < head.bytes) {
    m_bytes.erase(0, m_begin);
    m_begin = 0;
    return std::nullopt;
  }
  Frame frame{static_cast<FrameKind>(head.kind), head.counts, m_bytes.substr(m_begin + sizeof head, head.bytes)};
  m_begin += sizeof head + head.bytes;
  return frame;
}

}  // namespace kernline::recorder
