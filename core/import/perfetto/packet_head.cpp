// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/packet_head.h"

#include "core/import/perfetto/wire.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace kernline::perfetto {

namespace {

constexpr char packetTag = '\x0A';  // field 1, with a length

/// Fields that say something about other fields, and are no data themselves.
constexpr bool isBesideData(std::uint32_t field) {
  constexpr std::uint32_t trustedUid = 3;
  return field == packet::timestamp || field == packet::sequence || field == packet::flags || field == trustedUid ||
         field == packet::stateCleared || field == packet::previousDropped || field == packet::clockId ||
         field == packet::interned || field == packet::defaults;
}

constexpr std::pair<std::uint32_t, std::string_view> knownFields[] = {
    {packet::ftrace, "ftrace_events"},
    {2, "process_tree"},
    {7, "sys_stats"},
    {9, "process_stats"},
    {37, "profile_packet"},
    {38, "battery"},
    {39, "android_log"},
    {40, "power_rails"},
    {48, "chrome_benchmark_metadata"},
    {49, "perfetto_metatrace"},
    {54, "streaming_profile_packet"},
    {55, "profiled_frame_symbols"},
    {61, "module_symbols"},
    {56, "heap_graph"},
    {57, "graphics_frame_event"},
    {62, "vulkan_memory_event"},
    {63, "gpu_log"},
    {65, "vulkan_api_event"},
    {66, "perf_sample"},
    {74, "streaming_allocation"},
    {75, "streaming_free"},
    {76, "frame_timeline_event"},
};

/// A varint that may go on behind `end`: then 0 bytes; of more than ten bytes -1.
int readNumber(const char* p, const char* end, std::uint64_t& value) {
  constexpr int maxBytes = 10;
  value = 0;
  for (int i = 0; i < maxBytes; ++i) {
    if (p + i == end) {
      return 0;
    }
    const auto byte = static_cast<unsigned char>(p[i]);
    value |= std::uint64_t{byte & 0x7FU} << (7 * i);
    if (byte < 0x80) {
      return i + 1;
    }
  }
  return -1;
}

/// Returns the bytes of a field's value, with its own length; 0 if they exceed the text, -1 if it is no field.
std::int64_t valueBytes(const char* p, const char* end, unsigned wire, std::string_view& inside) {
  std::uint64_t number = 0;
  switch (wire) {
    case 0:
      return readNumber(p, end, number);
    case 1:
    case 5: {
      const std::int64_t size = wire == 1 ? 8 : 4;
      return end - p < size ? 0 : size;
    }
    case 2: {
      const int digits = readNumber(p, end, number);
      if (digits <= 0 || number > maxPacketBytes) {
        return digits <= 0 ? digits : -1;
      }
      if (number > static_cast<std::uint64_t>(end - p - digits)) {
        return 0;
      }
      inside = {p + digits, static_cast<std::size_t>(number)};
      return digits + static_cast<std::int64_t>(number);
    }
    default:
      return -1;
  }
}

/// Whether it is surely a packet: messages nested in one look like others.
bool isTypicalPacket(std::string_view inside) {
  PacketHead head;
  return readHead(inside, head) && (head.hasTimestamp || head.sequence != 0 || head.field == packet::trackDescriptor);
}

/// Whether packets continue here: several whole ones, or whole ones up to the end.
bool arePackets(const char* p, const char* end) {
  constexpr int minPackets = 3;
  const char* const limit = p + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(packetsReach), end - p);
  for (int i = 0; i < minPackets; ++i) {
    std::string_view inside;
    if (p == limit) {
      return i > 0;
    }
    if (*p != packetTag || nextFrame(p, limit, inside) != Frame::Packet || !isTypicalPacket(inside)) {
      return false;
    }
  }
  return true;
}

/// Evidence of the format in a packet at the beginning of a file.
enum class Verdict : std::uint8_t { Open, Typical, Impossible };

bool isOfLength(std::uint32_t field) {
  constexpr std::array<std::uint32_t, 10> lengths{packet::trackEvent,     packet::interned,   33,
                                                  packet::traceStats,     packet::gpuCounter, packet::renderStage,
                                                  packet::defaults,       packet::deflated,   packet::zstd,
                                                  packet::trackDescriptor};
  return std::ranges::find(lengths, field) != lengths.end();
}

bool isOfNumber(std::uint32_t field) {
  constexpr std::array<std::uint32_t, 6> numbers{
      3, packet::timestamp, packet::sequence, packet::flags, packet::clockId, packet::stateCleared};
  return std::ranges::find(numbers, field) != numbers.end();
}

Verdict verdictOn(const char* p, const char* end, bool isWhole) {
  Verdict verdict = Verdict::Open;
  while (p != end) {
    std::uint64_t tag = 0;
    const int digits = readNumber(p, end, tag);
    if (digits <= 0) {
      return isWhole || digits < 0 ? Verdict::Impossible : verdict;
    }
    const std::uint64_t field = tag >> 3U;
    const auto wire = static_cast<unsigned>(tag & 7U);
    constexpr std::uint64_t maxField = 5000;
    if (field == 0 || field > maxField || (isOfLength(static_cast<std::uint32_t>(field)) && wire != 2) ||
        (isOfNumber(static_cast<std::uint32_t>(field)) && wire != 0) || (field <= 2 && wire != 2)) {
      return Verdict::Impossible;
    }
    std::string_view inside;
    const std::int64_t size = valueBytes(p + digits, end, wire, inside);
    if (size < 0 || (size == 0 && isWhole)) {
      return Verdict::Impossible;
    }
    constexpr std::uint64_t trustedUid = 3;
    const bool isTypical = isOfLength(static_cast<std::uint32_t>(field)) ||
                           (isOfNumber(static_cast<std::uint32_t>(field)) && field != trustedUid);
    verdict = isTypical ? Verdict::Typical : verdict;
    if (size == 0) {
      return verdict;
    }
    p += digits + size;
  }
  return verdict;
}

}  // namespace

bool readHead(std::string_view packetBytes, PacketHead& head) {
  head = {};
  try {
    for (Message message{packetBytes}; message.next();) {
      switch (message.tag()) {
        case bytes(packet::trackEvent):  // most packets
        case bytes(packet::renderStage):
          head.field = message.field();
          head.payload = message.bytes();
          break;
        case varint(packet::timestamp):
          head.timestamp = message.number();
          head.hasTimestamp = true;
          break;
        case varint(packet::sequence):
          head.sequence = message.number32();
          break;
        case varint(packet::clockId):
          head.clock = message.number32();
          break;
        case varint(packet::flags):
          head.clearsState = head.clearsState || (message.number32() & clearsState) != 0;
          break;
        case varint(packet::stateCleared):
          head.clearsState = message.number32() != 0 || head.clearsState;
          break;
        case varint(packet::previousDropped):
          head.lostPackets = message.number32() != 0;
          break;
        case bytes(packet::interned):
          head.interned = message.bytes();
          break;
        case bytes(packet::defaults):
          head.defaults = message.bytes();
          break;
        default:
          if (message.isBytes() && !isBesideData(message.field())) {
            head.field = message.field();
            head.payload = message.bytes();
          }
      }
    }
  } catch (const protobuf::DamagedMessage&) {
    return false;
  }
  return true;
}

bool isAboutRecording(std::uint32_t field) {
  // trace_config, ftrace_stats, trace_stats, synchronization_marker, process and thread descriptors, system_info,
  // trigger, packages_list, chrome_metadata, service_event, initial_display_state, cpu_info, ui_state, track_event_
  // range_of_interest, trace_uuid, and others that the tracing service writes about itself.
  constexpr std::array<std::uint32_t, 19> fields{33, 34, 35, 36, 43, 44, 45, 46, 47, 51,
                                                 67, 69, 70, 72, 78, 89, 90, 92, 98};
  return std::ranges::find(fields, field) != fields.end();
}

std::string_view nameOfField(std::uint32_t field) {
  const auto* const known = std::ranges::find(knownFields, field, &std::pair<std::uint32_t, std::string_view>::first);
  return known != std::end(knownFields) ? known->second : std::string_view{"packets of other data sources"};
}

Frame nextFrame(const char*& p, const char* end, std::string_view& packet) {
  if (p == end) {
    return Frame::End;
  }
  std::uint64_t tag = 0;
  const int digits = *p == packetTag ? 1 : readNumber(p, end, tag);
  tag = *p == packetTag ? static_cast<std::uint64_t>(packetTag) : tag;
  constexpr std::uint64_t maxField = (std::uint64_t{1} << 29) - 1;
  if (digits < 0 || (digits > 0 && (tag >> 3U == 0 || tag >> 3U > maxField))) {
    return Frame::Broken;
  }
  const std::int64_t size = digits == 0 ? 0 : valueBytes(p + digits, end, static_cast<unsigned>(tag & 7U), packet);
  if (size <= 0) {
    return size == 0 ? Frame::NeedsMore : Frame::Broken;
  }
  p += digits + size;
  return tag == static_cast<std::uint64_t>(packetTag) ? Frame::Packet : Frame::Other;
}

const char* findPackets(const char* p, const char* stop, const char* end) {
  while (p < stop) {
    p = static_cast<const char*>(std::memchr(p, packetTag, static_cast<std::size_t>(stop - p)));
    if (p == nullptr) {
      return stop;
    }
    if (arePackets(p, end)) {
      return p;
    }
    ++p;
  }
  return stop;
}

bool isPerfettoTrace(std::string_view head) {
  constexpr int maxPackets = 32;
  const char* p = head.data();
  const char* const end = p + head.size();
  int typical = 0;
  int impossible = 0;  // implausible fields, which damage may cause
  for (int i = 0; i < maxPackets && p != end && *p == packetTag; ++i) {
    const char* const begin = p;
    std::string_view inside;
    const Frame frame = nextFrame(p, end, inside);
    if (frame == Frame::NeedsMore) {
      std::uint64_t length = 0;
      const int digits = readNumber(begin + 1, end, length);
      inside = digits > 0 ? std::string_view(begin + 1 + digits, end) : std::string_view{};
    }
    const Verdict verdict = frame == Frame::Broken
                                ? Verdict::Impossible
                                : verdictOn(inside.data(), inside.data() + inside.size(), frame == Frame::Packet);
    typical += verdict == Verdict::Typical ? 1 : 0;
    impossible += verdict == Verdict::Impossible ? 1 : 0;
    if (frame != Frame::Packet) {
      break;
    }
  }
  return typical > impossible;
}

}  // namespace kernline::perfetto
