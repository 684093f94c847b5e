// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/event_details.h"

#include "core/import/xplane/wire.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::xplane {

namespace {

constexpr std::string_view unknownStat = "unknown stat";

ArgNode node(std::string_view key, ArgNode::Kind kind, std::string_view text) {
  ArgNode made;
  made.kind = kind;
  made.key = key;
  made.text = text;
  chrome::repairUtf8(made.key);
  chrome::repairUtf8(made.text);
  return made;
}

/// Sets an arg; if several stats have one name, the last counts, as in the JSON written from such files.
void put(ArgNode& args, ArgNode arg) {
  const auto same = std::ranges::find(args.children, arg.key, &ArgNode::key);
  if (same != args.children.end()) {
    *same = std::move(arg);
  } else {
    args.children.push_back(std::move(arg));
  }
}

struct LaunchFact {
  std::string_view word;  // word in one of `detailStats`
  std::string_view key;   // kineto's
};
constexpr LaunchFact launchFacts[] = {
    {"grid", "grid"},
    {"block", "block"},
    {"regs", "registers per thread"},
    {"static_shared", "static shared memory"},
    {"dynamic_shared", "dynamic shared memory"},
    {"group_mem", "static shared memory"},  // AMD
    {"size", "bytes"},                      // size of copies and memsets
};
constexpr std::string_view detailStats[] = {"kernel_details", "memcpy_details", "memset_details"};

bool isDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "2048,1,1" as a list, "32" as a number.
ArgNode numbersNode(std::string_view key, std::string_view value) {
  if (isDigits(value)) {
    return node(key, ArgNode::Kind::Number, value);
  }
  ArgNode list = node(key, ArgNode::Kind::Array, {});
  while (true) {
    const std::size_t comma = value.find(',');
    if (!isDigits(value.substr(0, comma))) {
      return {};
    }
    list.children.push_back(node({}, ArgNode::Kind::Number, value.substr(0, comma)));
    if (comma == std::string_view::npos) {
      return list;
    }
    value.remove_prefix(comma + 1);
  }
}

/// Adds what the words of such a stat say.
void putLaunchFacts(ArgNode& args, std::string_view details) {
  while (!details.empty()) {
    const std::string_view word = details.substr(0, details.find(' '));
    details.remove_prefix(std::min(details.size(), word.size() + 1));
    const std::size_t colon = word.find(':');
    const auto* const fact = std::ranges::find(launchFacts, word.substr(0, colon), &LaunchFact::word);
    if (colon == std::string_view::npos || fact == std::end(launchFacts)) {
      continue;
    }
    if (ArgNode value = numbersNode(fact->key, word.substr(colon + 1)); value.kind != ArgNode::Kind::Null) {
      put(args, std::move(value));
    }
  }
}

class PlaneEvents final : public EventSource {
 public:
  PlaneEvents(std::shared_ptr<const WholeText> text, std::vector<Plane> planes)
      : m_text(std::move(text)), m_planes(std::move(planes)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = details.args.kind = ArgNode::Kind::Object;
    const Plane* plane = planeAt(offset);
    protobuf::MessageWalk walk(m_text->view.substr(std::min<std::uint64_t>(offset, m_text->view.size())));
    if (plane == nullptr || !walk.next()) {
      return details;
    }
    std::vector<Stat> stats;
    const Event event = readEvent(walk.bytes(), [&](const Stat& stat) { stats.push_back(stat); });
    const auto number = [&](std::string_view key, std::int64_t value) {
      put(details.fields, node(key, ArgNode::Kind::Number, std::to_string(value)));
    };
    put(details.fields, node("plane", ArgNode::Kind::Text, plane->name));
    number("metadata_id", event.kind);
    number("offset_ps", event.offsetPs);
    number("duration_ps", event.durationPs);
    addKind(details.args, *plane, event.kind);
    for (const Stat& stat : stats) {
      put(details.args, argOf(stat, *plane));
    }
    for (const std::string_view name : detailStats) {
      if (const ArgNode* stat = details.args.find(name); stat != nullptr) {
        putLaunchFacts(details.args, std::string(stat->text));
      }
    }
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(offset));
  }

 private:
  [[nodiscard]] const Plane* planeAt(std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(m_planes, offset, {}, &Plane::begin);
    return after == m_planes.begin() || offset >= std::prev(after)->end ? nullptr : &*std::prev(after);
  }

  /// Adds what the file has on all events of a kind.
  static void addKind(ArgNode& args, const Plane& plane, std::int64_t id) {
    const auto kind = plane.eventKinds.find(id);
    if (kind == plane.eventKinds.end()) {
      return;
    }
    if (!kind->second.displayName.empty()) {
      put(args, node("long_name", ArgNode::Kind::Text, kind->second.name));  // key that the JSON export uses
    }
    for (protobuf::MessageWalk walk(kind->second.message); walk.next();) {
      if (walk.field() == event_metadata::stats) {
        put(args, argOf(readStat(walk.bytes()), plane));
      }
    }
  }

  std::shared_ptr<const WholeText> m_text;
  std::vector<Plane> m_planes;
};

}  // namespace

ArgNode argOf(const Stat& stat, const Plane& plane) {
  const std::string_view known = plane.statName(stat.id);
  const std::string name = known.empty() ? fmt::format("{} {}", unknownStat, stat.id) : std::string(known);
  switch (stat.kind) {
    case Stat::Kind::Real: {
      const auto value = std::bit_cast<double>(stat.number);
      return node(name, ArgNode::Kind::Number, fmt::format("{}", value));
    }
    case Stat::Kind::Unsigned:
      return node(name, ArgNode::Kind::Number, std::to_string(stat.number));
    case Stat::Kind::Integer:
      return node(name, ArgNode::Kind::Number, std::to_string(static_cast<std::int64_t>(stat.number)));
    case Stat::Kind::Text:
    case Stat::Kind::Reference:
      return node(name, ArgNode::Kind::Text, statText(stat, plane));
    case Stat::Kind::Bytes:
      return node(name, ArgNode::Kind::Text, fmt::format("<{} bytes>", stat.text.size()));
    case Stat::Kind::None:
      break;
  }
  return node(name, ArgNode::Kind::Null, {});
}

std::shared_ptr<const EventSource> planesAsEvents(std::shared_ptr<const WholeText> text, std::vector<Plane> planes) {
  return std::make_shared<PlaneEvents>(std::move(text), std::move(planes));
}

}  // namespace kernline::xplane
