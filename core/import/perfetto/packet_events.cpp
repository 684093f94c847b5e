// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/packet_events.h"

#include "core/import/perfetto/annotations.h"
#include "core/import/perfetto/event_fields.h"
#include "core/import/perfetto/interned.h"
#include "core/import/perfetto/stage_args.h"
#include "core/import/perfetto/stage_fields.h"
#include "core/import/perfetto/wire.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace kernline::perfetto {

namespace {

constexpr std::size_t packetWindow = 1024;

using InternedTexts = std::array<ByIid<InternedEntry>, internedKinds>;

ArgNode textField(std::string key, std::string text, ArgNode::Kind kind = ArgNode::Kind::Text) {
  ArgNode node;
  node.kind = kind;
  node.key = std::move(key);
  node.text = std::move(text);
  return node;
}

/// SourceLocation, as "file:line function".
std::string locationText(std::string_view location) {
  std::string file;
  std::string function;
  std::uint32_t line = 0;
  for (Message message{location}; message.next();) {
    switch (message.tag()) {
      case bytes(2):
        file = readable(message.bytes());
        break;
      case bytes(3):
        function = readable(message.bytes());
        break;
      case varint(4):
        line = message.number32();
        break;
      default:
        break;
    }
  }
  std::string text = line > 0 ? fmt::format("{}:{}", file, line) : file;
  return function.empty() ? text : fmt::format("{} {}", text, function);
}

class PacketEvents final : public EventSource {
 public:
  PacketEvents(std::shared_ptr<const SourceText> text, PacketContext context)
      : m_text(std::move(text)), m_context(std::move(context)) {
    for (const auto& [offset, sequence] : m_context.clears) {
      m_clearsOf[sequence].emplace_back(orderOf(offset), generationSince(offset));
    }
  }

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = ArgNode::Kind::Object;
    const std::string packet = packetAt(offset);
    PacketHead head;
    if (!readHead(packet, head)) {
      return details;
    }
    try {
      if (head.field == packet::trackEvent) {
        readEvent(head, offset, details);
      } else if (head.field == packet::renderStage) {
        details.fields.children.push_back(textField("packet", "gpu_render_stage_event"));
        readArgs(head, offset, {}, details.args);
      }
    } catch (const protobuf::DamagedMessage&) {
      return details;  // details read before the damage
    }
    return details;
  }

  [[nodiscard]] ArgNode args(std::uint64_t offset, std::span<const std::string_view> keys) const override {
    ArgNode args;
    const std::string packet = packetAt(offset);
    PacketHead head;
    if (!readHead(packet, head)) {
      return args;
    }
    try {
      readArgs(head, offset, WantedArgs(keys), args);
    } catch (const protobuf::DamagedMessage&) {
      return args;  // args read before the damage
    }
    return args;
  }

  [[nodiscard]] kernline::Message place(std::uint64_t offset) const override {
    const auto packed = packedPlace(offset);
    if (packed && packed->number < m_context.packed.size()) {
      return Phrase::tr("byte %1 of the compressed packets at byte %2")
          .with(formatCount(packed->offset), formatCount(m_context.packed[packed->number].offset));
    }
    return Phrase::tr("byte %1").with(formatCount(offset));
  }

 private:
  /// Returns the key that sorts offsets in the order of the file.
  using Order = std::pair<std::uint64_t, std::uint64_t>;
  [[nodiscard]] Order orderOf(std::uint64_t offset) const {
    const auto packed = packedPlace(offset);
    return packed && packed->number < m_context.packed.size()
               ? Order{m_context.packed[packed->number].offset, packed->offset + std::uint64_t{1}}
               : Order{offset, 0};
  }

  void readEvent(const PacketHead& head, std::uint64_t offset, EventDetails& details) const {
    EventFields event;
    event.read(head.payload);
    const InternedText texts = textsAt(head.sequence, offset);
    details.fields.children.push_back(textField("packet", "track_event"));
    if (event.legacy.phase > ' ') {
      details.fields.children.push_back(textField("ph", std::string(1, event.legacy.phase)));
    }
    if (event.legacy.hasId) {
      details.fields.children.push_back(textField("id", std::to_string(event.legacy.id)));
    }
    if (const std::string_view location = locationOf(event, head.sequence, offset); !location.empty()) {
      details.fields.children.push_back(textField("source", locationText(location)));
    }
    if (event.logText != 0) {
      details.fields.children.push_back(textField("log", readable(texts(InternedKind::LogText, event.logText))));
    }
    addAnnotations(event, texts, {}, details.args);
  }

  void readArgs(const PacketHead& head, std::uint64_t offset, const WantedArgs& wanted, ArgNode& args) const {
    if (head.field == packet::trackEvent) {
      EventFields event;
      event.read(head.payload);
      addAnnotations(event, textsAt(head.sequence, offset), wanted, args);
    } else if (head.field == packet::renderStage) {
      StageFields stage;
      stage.read(head.payload);
      args = stageArgs(stage, textsAt(head.sequence, offset), wanted);
    }
  }

  static void addAnnotations(const EventFields& event, const InternedText& texts, const WantedArgs& wanted,
                             ArgNode& args) {
    if (!event.annotations.empty()) {
      args.kind = ArgNode::Kind::Object;
    }
    for (const std::string_view annotation : event.annotations) {
      if (wanted.contains(annotationName(annotation, texts))) {
        setMember(args, readAnnotation(annotation, texts));
      }
    }
  }

  [[nodiscard]] std::string_view locationOf(const EventFields& event, std::uint32_t sequence,
                                            std::uint64_t offset) const {
    if (event.sourceLocation == 0) {
      return event.sourceLocationText;
    }
    const InternedEntry* const entry =
        entryOf(internedAt(sequence, offset), InternedKind::SourceLocation, event.sourceLocation);
    return entry != nullptr ? entry->message : std::string_view{};
  }

  [[nodiscard]] InternedText textsAt(std::uint32_t sequence, std::uint64_t offset) const {
    return [interned = internedAt(sequence, offset)](InternedKind kind, std::uint64_t iid) {
      const InternedEntry* const entry = entryOf(interned, kind, iid);
      return entry != nullptr ? entry->text : std::string_view{};
    };
  }

  [[nodiscard]] std::uint64_t generationAt(std::uint32_t sequence, std::uint64_t offset) const {
    const auto known = m_clearsOf.find(sequence);
    if (known == m_clearsOf.end()) {
      return generationOf(sequence);
    }
    const auto after =
        std::ranges::upper_bound(known->second, orderOf(offset), {}, &std::pair<Order, std::uint64_t>::first);
    return after == known->second.begin() ? generationOf(sequence) : (after - 1)->second;
  }

  /// Returns the texts interned at an event's place; nullptr if there are none.
  [[nodiscard]] const InternedTexts* internedAt(std::uint32_t sequence, std::uint64_t offset) const {
    std::call_once(m_isInterned, [this] { gatherInterned(); });
    const auto known = m_interned.find(generationAt(sequence, offset));
    return known == m_interned.end() ? nullptr : &known->second;
  }

  static const InternedEntry* entryOf(const InternedTexts* interned, InternedKind kind, std::uint64_t iid) {
    return interned == nullptr ? nullptr : (*interned)[static_cast<std::size_t>(kind)].find(iid);
  }

  /// Runs when the first event is shown: most texts are never needed.
  void gatherInterned() const {
    std::vector<InternedEntry> entries;
    for (const StateNotes& notes : m_context.notes) {
      for (const StateNote& note : *notes) {
        if (note.kind != StateNote::Kind::Interned) {
          continue;
        }
        entries.clear();
        readInternedToTheBreak(note.payload, entries);  // entries known when the file was read
        InternedTexts& texts = m_interned[note.generation];
        for (const InternedEntry& entry : entries) {
          texts[static_cast<std::size_t>(entry.kind)].add(entry.iid, entry);
        }
      }
    }
  }

  /// The inside of the packet that begins there; empty if there is none any more.
  [[nodiscard]] std::string packetAt(std::uint64_t offset) const {
    if (const auto packed = packedPlace(offset)) {
      const auto unpacked = unpackedAt(packed->number);
      return unpacked == nullptr || packed->offset > unpacked->size()
                 ? std::string{}
                 : firstPacket(std::string_view(*unpacked).substr(packed->offset));
    }
    for (std::size_t window = packetWindow;; window *= 16) {
      const std::string read = m_text->read(offset, window);
      std::string packet = firstPacket(read);
      if (!packet.empty() || read.size() < window || window > maxPacketBytes) {
        return packet;
      }
    }
  }

  static std::string firstPacket(std::string_view text) {
    const char* p = text.data();
    std::string_view packet;
    return nextFrame(p, text.data() + text.size(), packet) == Frame::Packet ? std::string(packet) : std::string{};
  }

  /// Caches the last one that was requested.
  [[nodiscard]] std::shared_ptr<const std::string> unpackedAt(std::uint32_t number) const {
    if (number >= m_context.packed.size()) {
      return nullptr;
    }
    const std::scoped_lock lock(m_mutex);
    if (m_unpacked == nullptr || m_unpackedNumber != number) {
      const PackedBytes& place = m_context.packed[number];
      bool isWhole = false;
      m_unpacked = std::make_shared<const std::string>(
          unpackPackets(m_text->read(place.offset, place.size), place.field, isWhole));
      m_unpackedNumber = number;
    }
    return m_unpacked;
  }

  std::shared_ptr<const SourceText> m_text;
  PacketContext m_context;
  std::unordered_map<std::uint32_t, std::vector<std::pair<Order, std::uint64_t>>> m_clearsOf;
  mutable std::once_flag m_isInterned;
  mutable std::unordered_map<std::uint64_t, InternedTexts> m_interned;  // keyed by generation
  mutable std::mutex m_mutex;                                           // guards the two below
  mutable std::shared_ptr<const std::string> m_unpacked;
  mutable std::uint32_t m_unpackedNumber = 0;
};

}  // namespace

std::shared_ptr<const EventSource> packetsAsEvents(std::shared_ptr<const SourceText> text, PacketContext context) {
  return std::make_shared<PacketEvents>(std::move(text), std::move(context));
}

}  // namespace kernline::perfetto
